/* Decides which node has which of the fitted models. */
#pragma once

#include "annotations/annotate/internal.h"

/* Let the nodes of "file" have what the fit says of them besides models. */
void annotate_see(struct annotate *a, struct annotate_file *file);

/* Decide what each node of "file" is to have. */
void annotate_plan(struct annotate *a, struct annotate_file *file);
