/* PAMELA text models (van Gemund 1996): docs/reference/pamela.md is the
 * language. */
#pragma once

#include "model/structure/structure.h"

/* A text to read; "file" names it in diagnostics. */
struct lcm_pamela_text {
  const char *file;
  const char *text;
  size_t len;
};

/* How to read. */
struct lcm_pamela_options {
  const char *model; /* name of the equation that is the model; NULL: "L" */
  /* a library of equations: where "model" is NULL and nothing is called "L",
   * the run begins nowhere (lcm_program.entry is NULL) */
  bool open;
};

/* Something of a structure that the language cannot say. */
struct lcm_pamela_loss {
  lcm_loc loc;
  const char *what;
};

/* What was lost, "n" things in the order in which they were met. */
struct lcm_pamela_losses {
  const struct lcm_pamela_loss *at;
  size_t n;
};
