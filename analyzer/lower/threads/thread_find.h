#pragma once

#include "analyzer/lower/control/internal.h"

/* Note what the functions of the file do with threads. */
void lcm_threads_find(struct lcm_lowering *l);
