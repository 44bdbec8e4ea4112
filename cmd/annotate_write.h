#pragma once

#include "cmd/annotate_internal.h"

/* Make the new text of "file". */
void annotate_write(struct annotate *a, struct annotate_file *file);
