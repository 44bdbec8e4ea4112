/* Costs of nodes: what is counted, and models with their provenance. */
#pragma once

#include "model/expr/expr.h"

/* What is counted: LCM_COST_<NAME> for each row of costs.def. */
typedef enum lcm_cost_kind {
#define LCM_COST(name, text, meaning) LCM_COST_##name,
#include "model/structure/costs.def"
#undef LCM_COST
  LCM_COST_COUNT
} lcm_cost_kind;

/* Where a number comes from. */
typedef enum lcm_provenance {
  LCM_PROV_MEASURED,  /* fitted to measurements (a `measured` directive) */
  LCM_PROV_ANNOTATED, /* written by the author */
  LCM_PROV_DERIVED,   /* from the source */
  LCM_PROV_MACHINE    /* default of the machine description */
} lcm_provenance;

typedef enum lcm_model_per {
  LCM_PER_EXECUTION, /* of one execution of the node */
  LCM_PER_ITERATION, /* of one execution of the body of a loop */
  LCM_PER_RUN        /* of all executions in one run of the program */
} lcm_model_per;

/* A cost model of a node. */
typedef struct lcm_model {
  /* interned: "time", "work", "pc", "li", "ip", "sl", "cl", "rc" or a category
   * of the user */
  const char *category;
  /* in seconds, flop or byte; processor-seconds unless "time" */
  const lcm_expr *expr;
  lcm_model_per per;
  lcm_provenance provenance; /* where it comes from */
  /* the text of the `measured` directive beside it; may be NULL */
  const char *source;
  bool stale; /* the code has changed since it was measured */
  lcm_loc loc;
} lcm_model;

/* Bytes that one execution touches again, what it has touched since being "set"
 * bytes (NULL: nobody knows how many). */
struct lcm_again {
  const lcm_expr *bytes;
  const lcm_expr *set;
};

/* Accesses that take longer than the bytes that they move. */
typedef enum lcm_slow_kind {
  LCM_SLOW_CHAIN,  /* each waits for what the one before finds */
  LCM_SLOW_GATHER, /* nobody foresees where they are */
  LCM_SLOW_FIRST,  /* to pages that are touched first */
  LCM_SLOW_READ,   /* to pages that are read first, and written later */
  LCM_SLOW_STRIDE, /* they leave something out of lines */
  LCM_SLOW_SHARED  /* writes to lines that other threads may write, too */
} lcm_slow_kind;

/* So many of these accesses, which are all over "bytes" bytes (NULL: nobody
 * knows how many). */
struct lcm_slow {
  lcm_slow_kind kind;
  const lcm_expr *count;
  /* of STRIDE: after so many of them lines are touched again; NULL: never */
  const lcm_expr *bytes;
  /* of STRIDE: how many bytes one is behind the one before, and how many of
   * these are used; of SHARED: bytes from the begin of the array, or from where
   * the pointer points, to what is written, and how many are */
  const lcm_expr *stride;
  const lcm_expr *used;
  const char *datum; /* of SHARED: the key of what is written, else NULL */
};
