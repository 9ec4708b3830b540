"""What several tests use: the backends, calls of every function, bad inputs."""
