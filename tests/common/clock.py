"""The clock that files have their times from."""
import time

COARSE = 5


def tick():
    """Wait until what was written is older than what begins now: that clock
    moves every few milliseconds, and lcm starts in fewer."""
    now = time.clock_gettime_ns(COARSE)
    while time.clock_gettime_ns(COARSE) == now:
        time.sleep(0.0005)
