"""The clock that files have their times from."""
import time

COARSE = 5


def tick():
    """Wait until what was written is older than what begins now.  A file has
    the fine or the coarse time of its change, as the kernel likes; the coarse
    clock moves every few milliseconds, later on a busy machine, and lcm starts
    in fewer."""
    now = time.time_ns()
    while time.clock_gettime_ns(COARSE) <= now:
        time.sleep(0.0005)
