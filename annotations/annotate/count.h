/* How often loops run and how likely branches are taken, from the fit or from
 * gcov, where the source does not say it. */
#pragma once

#include "annotations/annotate/internal.h"

/* Read what the files of --counts say of "file". */
LCM_NODISCARD lcm_status annotate_read_counts(struct annotate *a,
                                              struct annotate_file *file);

/* Say at the loops and branches of "file" of which the source does not how
 * often they run, and how likely they are taken. */
void annotate_count(struct annotate *a, struct annotate_file *file);
