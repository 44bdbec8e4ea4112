/* From C source to the task structure, with libclang. */
#pragma once

#include "model/structure/structure.h"

/* How far the analysis of several units is.
 * done    so many of the "n" units
 * cached  so many of those were taken from the cache
 * file    the one that is done last */
struct lcm_progress {
  size_t done;
  size_t n;
  size_t cached;
  const char *file;
};

/* What to analyse and how.
 * root       directory that printed paths are relative to; NULL: as given
 * flags      flags for the C compiler (after `--`), "n_flags" of them
 * variant    the selected variant, or NULL
 * sidecars   sidecar files (--models)
 * given      names that the user gives values to (-D), "n_given" of them:
 *            macros, constants and first values so called stay symbols
 * costs      loops and branches without parallelism are nodes too, and what
 *            is counted of a fragment (model/structure/costs.def) is counted
 * kept       places, FILE:LINE or LCM_KEEP_LOOPS (everywhere), "n_kept" of
 *            them: loops that begin there are nodes too
 * constructs_only   the constructs instead of the structure
 * inactive   also list constructs in inactive #if regions
 * headers    also list constructs of included project files
 * jobs       worker processes; 0: as many as processors
 * memory     limit of a worker in bytes; 0: the default
 * seconds    limit of a worker in seconds of processor time; 0: the default
 * in_process analyse in this process (tests)
 * part       a single unit is a part of a program, not the whole
 * dependencies  say which files were read
 * cache      directory where results are kept from run to run; NULL: none
 * cache_size bytes that it may take; 0: the default, 2 GiB
 * progress   called with "user" whenever a unit is done; may be NULL
 * alone      the unit is the whole program (set by lcm_analyze) */
struct lcm_analyze_options {
  const char *root;
  const char *const *flags;
  size_t n_flags;
  const char *variant;
  const char *const *sidecars;
  size_t n_sidecars;
  const char *const *given;
  size_t n_given;
  bool costs;
  const char *const *kept;
  size_t n_kept;
  bool constructs_only;
  bool inactive;
  bool headers;
  unsigned jobs;
  size_t memory;
  unsigned seconds;
  bool in_process;
  bool part;
  bool dependencies;
  const char *cache;
  size_t cache_size;
  void (*progress)(void *user, const struct lcm_progress *progress);
  void *user;
  bool alone;
};

/* What "kept" has where all loops are to be nodes. */
#define LCM_KEEP_LOOPS "*"

/* A file to analyse with the flags and directory of its compile command. */
struct lcm_unit_input {
  const char *file;
  const char *directory; /* NULL: the current one */
  const char *const *flags;
  size_t n_flags;
};

/* Values of "place" besides the number of a directory. */
enum { LCM_DEPENDENCY_PLAIN = -1, LCM_DEPENDENCY_ABSENT = -2 };

/* What the analysis of a unit depends on besides its source and flags.
 * path   the file
 * place  it was found in the directory of that number of those where headers
 *        are searched, and in none before; _PLAIN: it was read; _ABSENT: it was
 *        not there, and would have been read */
struct lcm_dependency {
  const char *path;
  int place;
};

/* What the analysis of one unit gave.
 * program     NULL when only constructs were asked for or the unit failed
 * constructs  "n_constructs", only where only they were asked for
 * dependencies  where the options ask for them, or there is a cache
 * failed      no result: the worker died, ran out of time or memory, or the
 *             file could not be read (a diagnostic says which) */
struct lcm_unit {
  const char *file;
  const lcm_program *program;
  const lcm_construct *constructs;
  size_t n_constructs;
  const struct lcm_dependency *dependencies;
  size_t n_dependencies;
  bool failed;
};
