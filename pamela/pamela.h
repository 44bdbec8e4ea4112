/* PAMELA text models (van Gemund 1996): docs/pamela.md is the language. */
#pragma once

#include "model/structure/structure.h"

/* A text to read; "file" names it in diagnostics. */
struct lcm_pamela_text {
  const char *file;
  const char *text;
  size_t len;
};

/* How to read.
 * model  name of the equation that is the model; NULL: "L"
 * open   a library of equations: where "model" is NULL and nothing is called
 *        "L", the run begins nowhere (lcm_program.entry is NULL) */
struct lcm_pamela_options {
  const char *model;
  bool open;
};

/* Read the "n" texts at "texts", which make one model together, into "*out":
 * each equation becomes a function, each statement a node.  On error "*out" is
 * untouched and a diagnostic at the exact place was issued. */
LCM_NODISCARD lcm_status lcm_pamela_read_all(
    const lcm_program **out, lcm_ctx *ctx, const struct lcm_pamela_text *texts,
    size_t n, const struct lcm_pamela_options *options);

/* Read the one text "text" of length "len", named "file", whose model is the
 * equation "model" (NULL: "L"). */
LCM_NODISCARD lcm_status lcm_pamela_read(const lcm_program **out, lcm_ctx *ctx,
                                         const char *file, const char *text,
                                         size_t len, const char *model);

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

/* Return "program" as a PAMELA model; what that loses goes to "*losses"
 * (memory of "ctx").  Reading what was printed and printing it again gives the
 * same text. */
LCM_GIVE char *lcm_pamela_print(struct lcm_pamela_losses *losses, lcm_ctx *ctx,
                                const lcm_program *program);
