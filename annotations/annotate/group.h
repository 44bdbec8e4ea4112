/* Nodes that one statement makes together, and nodes no comment can name. */
#pragma once

#include "annotations/annotate/internal.h"

/* Find out which nodes of "file" one statement makes together, and of which no
 * comment can speak; "aside": a sidecar file can speak of each. */
void annotate_group(struct annotate_file *file, bool aside);
