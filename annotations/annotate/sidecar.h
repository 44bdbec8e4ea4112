/* Fitted models in a file beside the source. */
#pragma once

#include "annotations/annotate/internal.h"

/* Read the sidecar file of "a", where it is there, and put what is yours in it
 * into the file "trial", for the structures. */
LCM_NODISCARD lcm_status annotate_aside(struct annotate *a);

/* Put what the sidecar file of "a" is to be into "*out": with what the fit has
 * of all files; without a fit, without what lcm wrote. */
LCM_NODISCARD lcm_status annotate_sidecar(struct lcm_annotated_file *out,
                                          struct annotate *a);
