/* Revisions of a program in a git history: which there are, and their files in
 * temporary folders.  The work tree and the index of the user stay as they
 * are. */
#pragma once

#include "cmd/command.h"

/* A history: the commits from one revision to another. */
struct revisions {
  lcm_ctx *ctx;
  const char *top;    /* the folder of the work tree */
  const char *prefix; /* the current folder below it, "" or ending in "/" */
  const char *place;  /* the temporary folder */
  /* commits, the oldest first; the first is the good one */
  const char *const *commits;
  size_t n;
};

/* Find the commits along first parents from "good", one of their ancestors, to
 * "bad" into "*out", which revisions_close gives back; LCM_EUSAGE, and a
 * message, where there are none. */
LCM_NODISCARD lcm_status revisions_open(struct revisions *out, lcm_ctx *ctx,
                                        const char *good, const char *bad);

/* Put the files of commit number "i" of "r" into a temporary folder, and the
 * folder in it that is the current one into "*folder". */
LCM_NODISCARD lcm_status revisions_take(const char **folder,
                                        const struct revisions *r, size_t i);

/* Remove the files that revisions_take put there. */
void revisions_drop(const struct revisions *r);

/* Return "hash subject (author, date)" of commit number "i" of "r". */
const char *revisions_title(const struct revisions *r, size_t i);

/* Remove all that is temporary of "r". */
void revisions_close(const struct revisions *r);
