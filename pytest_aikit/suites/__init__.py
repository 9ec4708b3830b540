"""The suites that come with the plugin: ``pytest --pyargs pytest_aikit.suites``."""
