/* What is said of functions that the program does not define. */
#pragma once

#include "annotations/annotations.h"

struct lcm_outside {
  /* by the user */
  struct lcm_externals own;
  /* by the user, in headers */
  struct lcm_externals included;
  /* by the table that comes with the tool, NULL: not read; and the words in
   * that table */
  struct lcm_externals *shipped;
  lcm_map words;
};
