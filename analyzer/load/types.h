/* What a user names - C files, compilation databases, structures, models - and
 * how it is to be read. */
#pragma once

#include "analyzer/request/request.h"

/* A file that counts as what an editor has of it, not as what is stored. */
struct lcm_load_text {
  const char *file; /* as among the inputs */
  const char *text; /* "len" bytes */
  size_t len;
};

/* What to read and how.
 * What is a pointer may be NULL; strings live as long as the request. */
struct lcm_load_options {
  /* Files, directories with a compilation database, "-" for standard input. */
  const char *const *inputs;
  size_t n_inputs;
  /* Of C files that the database does not know. */
  const char *const *flags;
  size_t n_flags;
  /* Directory of the database that has the flags of C files; all units of it
   * where no input is a C file. */
  const char *build;
  /* C files that are not as they are stored, "n_texts" of them. */
  const struct lcm_load_text *texts;
  size_t n_texts;
  /* Other inputs come before these: "build" alone is no input. */
  bool continued;
  /* Where the run begins; NULL: where there is one place to begin. */
  const char *entry;
  /* The equation that is the whole of a model; NULL: "L". */
  const char *model;
  /* Equations without a whole are a model, too. */
  bool open;
  /* Where a rule for make goes that says what "target" depends on. */
  const char *depfile;
  const char *target;
  /* What the message adds that there is nothing to read. */
  const char *help;
  /* Units of several programs may be side by side in a list; "settled" ones
   * have calls through pointers decided. */
  bool listed;
  bool settled;
  /* where they are one program that begins in one place, it is joined as it is
   * for a prediction */
  bool entered;
  /* What is read of units is enough where others cannot be read. */
  bool partial;
  /* What is assumed of names (lcm_expr_assume) holds for those of what is read,
   * too: it is taken back otherwise. */
  bool assumed;
  /* Units stay as they are: nothing is decided for the whole program. */
  bool apart;
  /* How C is analysed. */
  struct lcm_analyze_options analyze;
};
