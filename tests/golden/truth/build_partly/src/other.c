#include <vendor/other.h>

int other(void) { return VENDOR; }
