"""Property tests of the kernel have no deadline: on a busy machine a single example may take its time."""

from hypothesis import settings

settings.register_profile("steady", deadline=None)
settings.load_profile("steady")
