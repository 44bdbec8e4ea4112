/* What lcm-calibrate-threads measures of operations. */
#pragma once

#include "measure/calibrate/benches.h"

/* Return the benches of operations, which are for one thread, and put their
 * number into "*n". */
const struct bench *operation_benches(size_t *n);
