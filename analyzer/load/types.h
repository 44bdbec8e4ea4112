/* What a user names - C files, compilation databases, structures, models - as
 * units, or as one program. */
#pragma once

#include "analyzer/request/request.h"

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
  /* A unit that is alone is analysed in this process, whose limits of time and
   * memory are set and lifted: for processes that do nothing else. */
  bool here;
  /* Units of several programs may be side by side in a list; "settled" ones
   * have calls through pointers decided. */
  bool listed;
  bool settled;
  /* What is read of units is enough where others cannot be read. */
  bool partial;
  /* Units stay as they are: nothing is decided for the whole program. */
  bool apart;
  /* How C is analysed. */
  struct lcm_analyze_options analyze;
};

/* Analyse the C files of "options" into "*units", "*n" of them. */
LCM_NODISCARD lcm_status lcm_load_units(const struct lcm_unit **units,
                                        size_t *n, lcm_ctx *ctx,
                                        const struct lcm_load_options *options);

/* Read all of "options" as one program into "*out", linked: its run begins
 * somewhere. */
LCM_NODISCARD lcm_status
lcm_load_program(const lcm_program **out, lcm_ctx *ctx,
                 const struct lcm_load_options *options);

/* Read all of "options" as one program into "*out"; where its run begins stays
 * open. */
LCM_NODISCARD lcm_status
lcm_load_joined(const lcm_program **out, lcm_ctx *ctx,
                const struct lcm_load_options *options);

/* As lcm_load_program; where that is not possible, as where several functions
 * may be where the run begins, joined, with "*why" saying why (NULL: it is
 * linked). */
LCM_NODISCARD lcm_status lcm_load_any(const lcm_program **out, const char **why,
                                      lcm_ctx *ctx,
                                      const struct lcm_load_options *options);
