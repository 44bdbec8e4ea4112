/* Why loops are executed by one processor: what the analysis of dependences
 * finds in their way (model/edit/why). */
#pragma once

#include "base/ctx.h"

/* Whether the iterations of a loop can be executed at the same time. */
typedef enum lcm_serial_verdict {
  LCM_SERIAL_FREE,  /* they can */
  LCM_SERIAL_OPEN,  /* that is not decided */
  LCM_SERIAL_PROVED /* they cannot: an execution carries a dependence */
} lcm_serial_verdict;

/* One thing that stands in the way. */
struct lcm_serial_reason {
  const char *kind;  /* "dependence", "variable", "call", ... */
  bool proved;       /* an execution carries it; else it is not decided */
  const char *datum; /* the variable that it is about, or NULL */
  const char *text;  /* one sentence without a full stop */
  const char *help;  /* what would take it out of the way, or NULL */
  /* of the first access, or where it is, and of the second one (no file: there
   * is none) */
  lcm_loc at;
  lcm_loc other;
  bool writes; /* what these do */
  bool other_writes;
  /* "true", "anti" or "output", where iterations "rounds" (values of the index)
   * are known between which it is; else NULL */
  const char *order;
  long long rounds[2];
};

/* A variable that takes a clause where iterations are executed at the same
 * time. */
struct lcm_serial_clause {
  const char *datum;
  /* "private", "firstprivate", "lastprivate", "reduction", "linear" */
  const char *clause;
  const char *op;   /* of a reduction: "+", "max", ...; else NULL */
  const char *list; /* as the clause names it: "s", "y[0:m]" */
  /* that speaks of N: how many elements it has, or ("linear") by how much an
   * iteration moves it */
  bool open;
  bool member; /* no clause can name it: that is a variable in its place */
};

/* What would make a loop, or a part of it, parallel. */
struct lcm_serial_way {
  const char *what; /* one sentence without a full stop */
  const char *edit; /* as for --edit, or NULL: there is none that does it */
};

/* A loop that one processor executes. */
struct lcm_serial_loop {
  lcm_loc at;
  const char *function; /* that it stands in */
  const char *label;    /* "for (int i = 0; ..." */
  lcm_serial_verdict verdict;
  const struct lcm_serial_reason *reasons; /* those that are proved first */
  size_t n_reasons;
  size_t n_more; /* that are left out */
  bool cut;      /* more were not looked for */
  const struct lcm_serial_clause *clauses;
  size_t n_clauses;
  bool rounded; /* sums are rounded in another way then */
  const struct lcm_serial_way *ways;
  size_t n_ways;
  const char *edit; /* that executes the iterations at the same time */
  /* seconds that the run spends there, and the share of all; NaN where that is
   * not known */
  double time;
  double share;
  bool partial; /* parts of that have no time, which are not among it */
};

/* All of a program that matter, the longest first. */
struct lcm_serial {
  const struct lcm_serial_loop *loops;
  size_t n;
  double p; /* processors that the times are of */
  /* the machine that they are of; NULL: none is described */
  const char *machine;
  const char *lost; /* why there are no times; NULL: there are */
  /* a file of which not all was read, so that loops may be missing; NULL: all
   * files were */
  const char *unread;
};
