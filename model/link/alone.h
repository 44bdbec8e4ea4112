/* Names that mean a variable at file scope wherever they stand, and others. */
#pragma once

#include "model/link/settling.h"

/* Return whether "name" means a variable at file scope wherever it stands. */
bool lcm_alone_is(struct lcm_settling *s, const char *name);
