/* What is to be said of a node, as directives. */
#pragma once

#include "annotations/annotate/internal.h"

/* Give the coefficients of all models of the fit their names. */
void annotate_number(struct annotate *a);

/* Put what is said of the node number "at" of "file" into "out", a `measured`
 * last. */
void annotate_say(annotate_lines *out, struct annotate *a,
                  struct annotate_file *file, size_t at);

/* Put the declarations that "file" needs into "out". */
void annotate_declare(annotate_lines *out, struct annotate *a,
                      struct annotate_file *file);

/* Let the fragments of "file" that are said anything of say what they read and
 * write, where that is known exactly. */
void annotate_sections(struct annotate *a, struct annotate_file *file);
