/* What somebody who mistyped a name may have meant. */
#pragma once

#include <stddef.h>

/* A name that does not exist, and the nearest one that does so far. */
struct nearest {
  const char *text;
  const char *name; /* NULL: none is near */
  size_t changes;   /* that make "name" of "text" */
};

/* Note that there is "name". */
void command_nearest_try(struct nearest *nearest, const char *name);
