#pragma once

#include "cmd/annotate_internal.h"

/* Read the sidecar file of "a", where it is there, and put what is yours in it
 * into the file "trial", for the structures. */
LCM_NODISCARD lcm_status annotate_aside(struct annotate *a);

/* Write what the fit has of all files into the sidecar file of "a", or show how
 * it changes; without a fit take out what lcm wrote. */
LCM_NODISCARD lcm_status annotate_sidecar(struct annotate *a);
