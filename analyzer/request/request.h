/* From C source to the task structure, with libclang. */
#pragma once

#include "model/structure/structure.h"

/* How far the analysis of several units is. */
struct lcm_progress {
  size_t done; /* so many of the "n" units */
  size_t n;
  size_t cached;    /* so many of those were taken from the cache */
  const char *file; /* the one that is done last */
};

/* Caches that weights tell apart, at most. */
enum { LCM_WEIGHED_LEVELS = 4 };

/* What operations weigh, in floating-point operations (the cost `flop` of a
 * machine). */
struct lcm_weights {
  double whole;     /* one on whole numbers, or an access to an element */
  double remainder; /* a division of whole numbers, or its remainder */
  double divide;    /* a division */
  double special;   /* a function of the mathematical library */
  double trig;      /* one that takes as long as a sine */
  double root;      /* a square root */
  double power;     /* a power */
  double call;      /* a call of a function by itself */
  /* How long the next operation waits for what one computes: an addition, a
   * multiplication, one on whole numbers, a multiplication of these, a value
   * that an address is made of. */
  double add_chain;
  double mul_chain;
  double whole_chain;
  double product_chain;
  double load_chain;
  double store_chain;       /* a load of what was just stored, for the store */
  double whole_store_chain; /* and where that is a whole number */
  double atomic;      /* an update of an atomic variable by one thread alone */
  double atomic_real; /* of one that is no whole number */
  double miss;        /* a jump that was not foreseen */
  double cycle;       /* cycles that an operation takes; 0: not known */
  /* Of the levels that have a size, from inside on: how many bytes one holds, 0
   * behind the last, and what a byte of it takes. */
  double held[LCM_WEIGHED_LEVELS];
  double byte[LCM_WEIGHED_LEVELS];
};

/* By what the computation of innermost loops is priced: by the operations in
 * the source; by the code that a compiler makes where its flags are known and
 * what is needed is there; or by that in any case, which is said where it
 * cannot be. */
enum lcm_incore_mode {
  LCM_INCORE_SOURCE,
  LCM_INCORE_AUTO,
  LCM_INCORE_COMPILER
};

/* What to analyse and how. */
struct lcm_analyze_options {
  /* directory that printed paths are relative to; NULL: as given */
  const char *root;
  /* flags for the C compiler (after `--`), "n_flags" of them */
  const char *const *flags;
  size_t n_flags;
  const char *variant;         /* the selected variant, or NULL */
  const char *const *sidecars; /* sidecar files (--models) */
  size_t n_sidecars;
  /* names that the user gives values to (-D), "n_given" of them: macros,
   * constants and first values so called stay symbols, and variables of main
   * that the source computes once hold these values instead */
  const char *const *given;
  size_t n_given;
  /* loops and branches without parallelism are nodes too, and what is counted
   * of a fragment (model/structure/costs.def) is counted */
  bool costs;
  /* NULL: floating-point operations weigh 1, others nothing where there are
   * some or an array is touched */
  const struct lcm_weights *weights;
  bool slow; /* find accesses that nobody foresees (lcm_node.slow) */
  /* places, FILE:LINE or LCM_KEEP_LOOPS (everywhere), "n_kept" of them: loops
   * that begin there are nodes too */
  const char *const *kept;
  size_t n_kept;
  enum lcm_incore_mode incore;
  bool constructs_only; /* the constructs instead of the structure */
  bool inactive;        /* also list constructs in inactive #if regions */
  bool headers;         /* also list constructs of included project files */
  unsigned jobs;        /* worker processes; 0: as many as processors */
  size_t memory;        /* limit of a worker in bytes; 0: the default */
  /* limit of a worker in seconds of processor time; 0: the default */
  unsigned seconds;
  bool in_process; /* analyse in this process (tests) */
  /* this process is there for a single unit, and ends soon: it becomes what a
   * worker is, with its limits, and analyses it itself */
  bool own_process;
  bool part;         /* a single unit is a part of a program, not the whole */
  bool dependencies; /* say which files were read */
  /* directory where results are kept from run to run; NULL: none */
  const char *cache;
  size_t cache_size; /* bytes that it may take; 0: the default, 2 GiB */
  /* called with "user" whenever a unit is done; may be NULL */
  void (*progress)(void *user, const struct lcm_progress *progress);
  void *user;
  bool alone; /* the unit is the whole program (set by lcm_analyze) */
  /* the files of the program whose comments declare something for all of it
   * (set by lcm_analyze) */
  const struct lcm_included *said;
  size_t n_said;
};

/* A file whose comments declare something for others. */
struct lcm_included {
  const char *file; /* as it is printed */
  const char *text; /* "len" bytes */
  size_t len;
};

/* What "kept" has where all loops are to be nodes. */
#define LCM_KEEP_LOOPS "*"

/* A file to analyse with the flags and directory of its compile command. */
struct lcm_unit_input {
  const char *file;
  const char *directory; /* NULL: the current one */
  /* name of the compiler of the command; NULL: there is no command */
  const char *compiler;
  const char *const *flags;
  size_t n_flags;
  /* "len" bytes that count as what it holds; NULL: what the file system has */
  const char *text;
  size_t len;
};

/* Values of "place" besides the number of a directory. */
enum { LCM_DEPENDENCY_PLAIN = -1, LCM_DEPENDENCY_ABSENT = -2 };

/* What the analysis of a unit depends on besides its source and flags. */
struct lcm_dependency {
  const char *path; /* the file */
  /* it was found in the directory of that number of those where headers are
   * searched, and in none before; _PLAIN: it was read; _ABSENT: it was not
   * there, and would have been read */
  int place;
};

/* What the analysis of one unit gave. */
struct lcm_unit {
  const char *file;
  /* NULL when only constructs were asked for or the unit failed */
  const lcm_program *program;
  /* "n_constructs", only where only they were asked for */
  const lcm_construct *constructs;
  size_t n_constructs;
  /* where the options ask for them, or there is a cache */
  const struct lcm_dependency *dependencies;
  size_t n_dependencies;
  /* no result: the worker died, ran out of time or memory, or the file could
   * not be read (a diagnostic says which) */
  bool failed;
};
