/* Restructurings as patches: what advise and edit print. */
#pragma once

#include "cmd/command.h"
#include "composer/predict/predict.h"
#include "study/patch/patch.h"

/* A restructuring of a program, and what it makes of its source. */
struct patching {
  struct command *command;
  /* how it is predicted, on a machine that was known before it was read: what
   * it costs depends on that */
  struct lcm_predict_options predict;
  const lcm_program *program; /* as it is */
  const lcm_restructuring *edits;
  struct lcm_patch patch;
  /* edits that are left out, and why, a line each; "": all are written */
  lcm_buf left;
  bool gains; /* patching_tell: it is not predicted that nothing is gained */
};

/* Put the edits "text" of p->program into "p"; with "most", those are left out
 * that cannot be written, and those of which nobody knows whether the program
 * computes the same then. */
LCM_NODISCARD lcm_status patching_make(struct patching *p, const char *text,
                                       bool most);

/* Append what is predicted of "p" at the last point of the grid, as it is,
 * edited, and as the changed source says, and the premises of the edits, to
 * "out", each line behind "mark".  A source that cannot be read any more is an
 * error. */
LCM_NODISCARD lcm_status patching_tell(lcm_buf *out, struct patching *p,
                                       const char *mark);

/* Write "text", which is emptied, to the output as it is, whatever bytes the
 * source has. */
LCM_NODISCARD lcm_status patching_write(const struct patching *p,
                                        lcm_buf *text);
