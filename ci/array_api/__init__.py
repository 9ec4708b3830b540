"""The public test suite of the Array API standard, run on each backend: `python -m ci.array_api.run`."""
