"""What of aikit has no cells, and why; names of methods are those below ``aikit``, such as ``Array.device``."""

from __future__ import annotations

_REASONS: dict[str, str] = {
    """available_backends current_backend describe get_backend overridable_functions previous_backend register_backend
    set_backend unset_backend""":
        "It is about the choice of a backend, and computes nothing.",
    "cache_fn": "It hands on what a function gives; test_suites/unit/functional/general/test_cache_fn.py looks at what it tells apart.",
    """default_complex_dtype default_device default_dtype default_float_dtype set_default_complex_dtype set_default_device
    set_default_dtype set_default_float_dtype set_view_write_mode unset_default_complex_dtype
    unset_default_device unset_default_dtype unset_default_float_dtype unset_view_write_mode""":
        "It reads or changes a setting as `set_default_int_dtype` does, which has a cell; test_suites/unit/core/test_settings.py calls it.",
    """as_aikit_dtype as_native_dtype broadcast_shapes closest_valid_dtype dtype_bits finfo iinfo infer_default_dtype
    invalid_dtype is_bool_dtype is_complex_dtype is_float_dtype is_int_dtype is_native_dtype is_uint_dtype isdtype
    valid_dtype Array.finfo Array.iinfo Array.is_bool_dtype Array.is_complex_dtype Array.is_float_dtype
    Array.is_int_dtype Array.is_uint_dtype Container.is_bool_dtype Container.is_complex_dtype Container.is_float_dtype
    Container.is_int_dtype Container.is_uint_dtype Container.static_is_bool_dtype Container.static_is_complex_dtype
    Container.static_is_float_dtype Container.static_is_int_dtype Container.static_is_uint_dtype""":
        "It takes and gives facts about shapes and dtypes, which are the same whatever the backend.",
    "get_all_arrays_in_memory get_all_arrays_on_dev num_arrays_on_dev":
        "What it finds depends on all that is alive in the process.",
    """as_aikit_dev as_native_dev clear_cached_mem_on_dev dev_util gpu_is_available num_cpu_cores num_gpus
    percent_used_mem_on_dev total_mem_on_dev tpu_is_available used_mem_on_dev""":
        "It is about the machine, and takes no array; test_suites/unit/functional/device holds it against the system and the framework.",
    "set_split_factor split_factor": "It reads or changes a setting, which a cell must not change for others.",
    "split_func_call": "It is `concat`, `add` and `multiply` of what a function gives for slices, which have cells.",
    """function_supported_devices function_supported_devices_and_dtypes function_supported_dtypes function_unsupported_devices
    function_unsupported_devices_and_dtypes function_unsupported_dtypes""":
        "It reads declarations, which the checks `dtype` and `dtype_errors` hold against what the functions take.",
    "compile":
        "It runs functions of the caller's; test_suites/unit/functional/control_flow_ops runs them on every backend.",
    """inplace_arrays_supported supports_inplace_updates Array.supports_inplace_updates Container.supports_inplace_updates
    Container.static_supports_inplace_updates""":
        "It says what `aikit.traits.is_mutable` says; test_suites/unit/functional/general calls it.",
    "seed": "It sets aikit's own generator; the check `reproducible` does it with each function that draws.",
    "dev Array.dev Array.device Array.backend Array.data Container.dev Container.static_dev":
        "The checks `dtype` and `return_type` hold the device, the backend and the native array of every result.",
    "duplicate_array_index_chains map prune_empty":
        "It goes through nests of Python alone, whose leaves may be anything.",
    "native_array Array.native_array": "It gives the native array of `asarray`, which has cells.",
    "promote_types_of_inputs Array.promote_types_of_inputs":
        "It is `astype` and `asarray` with the dtype of `result_type`, which have cells.",
    """get_num_dims isscalar itemsize shape strides is_aikit_container Array.get_num_dims Array.isscalar Array.strides
    Array.is_aikit_container Container.get_num_dims Container.isscalar Container.static_get_num_dims Container.static_isscalar
    Container.static_itemsize Container.static_shape Container.static_strides""":
        "It says of an array, or of any object, what its attributes say; test_suites/unit/functional/general calls it.",
    "to_backend Array.to_backend Container.to_backend Container.static_to_backend Container.cont_to_backend":
        "It leads from one backend to another, and a cell is on one.",
    """Array.can_cast Array.default Array.exists Array.is_aikit_array Array.is_array Array.is_native_array Array.result_type
    Array.to_aikit Array.to_list Array.to_native Array.to_numpy Array.to_scalar Container.can_cast Container.result_type
    Container.static_can_cast Container.static_dtype Container.static_result_type Container.static_to_list
    Container.static_to_numpy Container.static_to_scalar Container.to_list Container.to_numpy Container.to_scalar
    Array.stable_divide Container.stable_divide Container.static_stable_divide Array.stable_pow Container.stable_pow
    Container.static_stable_pow Array.get_item Array.set_item Array.inplace_update Array.inplace_increment
    Array.inplace_decrement Container.get_item Container.set_item Container.inplace_update Container.inplace_increment
    Container.inplace_decrement Container.static_get_item Container.static_set_item Container.static_inplace_update
    Container.static_inplace_increment Container.static_inplace_decrement""":
        "It is the function of its name, called with the array or with each leaf, by generated code that a test holds fresh.",
    "Array.__copy__ Array.__deepcopy__ Array.__reduce__": "The check `copy` copies and pickles an array of each dtype.",
    "Array.__dlpack__ Array.__dlpack_device__": "The check `dlpack` leads over all pairs of backends.",
    "Array.__aikit_array_function__ Array.__array_function__ Array.__array_namespace__ Array.__array_ufunc__":
        "It hands a call on to a function that has cells.",
    "Array.__aikit_parent__ Array.__aikit_is_forwarding__":
        "It is what `aikit.traits` asks a class for; test_suites/unit/traits calls it.",
    "Array.__tf_flatten__ Array.__tf_tracing_type__ Array.__tf_unflatten__":
        "TensorFlow calls it when it traces, which the check `trace` lets it do.",
    """Container.__array_ufunc__ Container.__copy__ Container.__deepcopy__
    Container.__delitem__ Container.__delattr__ Container.__getattr__ Container.__iter__ Container.__len__
    Container.__reduce__ Container.__repr__ Container.__reversed__ Container.__setattr__ Container.__dir__
    Container.__hash__ Container.__init__ Container.clear Container.copy Container.fromkeys Container.get Container.items
    Container.keys Container.pop Container.popitem Container.setdefault Container.update Container.values""":
        "It is that of a dict, and leaves the leaves alone.",
    """Container.cont_all_false Container.cont_all_true Container.cont_assert_identical
    Container.cont_assert_identical_array_shapes Container.cont_assert_identical_structure Container.cont_at_key_chains
    Container.cont_at_keys Container.cont_combine Container.cont_contains_sub_container
    Container.cont_contains_sub_structure Container.cont_cutoff_at_depth Container.cont_cutoff_at_height
    Container.cont_diff Container.cont_find_sub_container Container.cont_find_sub_structure Container.cont_identical
    Container.cont_identical_array_shapes Container.cont_identical_structure Container.cont_load
    Container.cont_max_depth Container.cont_num_arrays Container.cont_prune_empty Container.cont_prune_key_chain
    Container.cont_prune_key_chains Container.cont_prune_keys Container.cont_save
    Container.cont_set_at_key_chains Container.cont_shapes Container.cont_sort_by_key Container.cont_structural_diff
    Container.cont_to_iterator Container.cont_to_iterator_keys Container.cont_unflatten_key_chains""":
        "It is about keys and structure, and hands leaves on as they are; test_suites/unit/container calls it.",
}  # fmt: skip
"""Names, with blanks between them -> the reason."""

REASONS = {name: reason for names, reason in _REASONS.items() for name in names.split()}
"""Name -> why it has no cells."""
