/* Puts directives into the text of a source file, and tries whether they are
 * bound to the nodes that they speak of. */
#pragma once

#include "annotations/annotate/internal.h"

/* Make the new text of "file". */
void annotate_write(struct annotate *a, struct annotate_file *file);
