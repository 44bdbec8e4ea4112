/* What the functions of a file do with threads, found before they are lowered.
 * */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Note what the functions of the file do with threads. */
void lcm_threads_find(struct lcm_lowering *l);
