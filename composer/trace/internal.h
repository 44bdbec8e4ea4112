/* Data traces (Crovella 1994, section 6.2.2): what a trace keeps.  walk.c
 * visits the occurrences in program order and gives every access to move.c,
 * which finds what it depends on. */
#pragma once

#include "composer/scope/scope.h"

/* A node on the way from the root to an access. */
struct lcm_trace_step {
  const char *id;
  const lcm_node *node;
  size_t child;          /* which child of the node the way goes through */
  const lcm_expr *count; /* as in lcm_place, of the node */
};

/* A place that reads or writes data. */
struct lcm_place {
  /* the way to it, "n_steps" of them, the last is the node itself */
  const struct lcm_trace_step *steps;
  size_t n_steps;
  /* of the enclosing loop indices, outermost first */
  const lcm_iteration *ranges;
  size_t n_ranges;
  const lcm_node *loop; /* the innermost enclosing PARLOOP, or NULL */
  /* its index (the outermost of collapsed ones), or NULL */
  const char *index;
  /* how often the place is executed in a run; inside a PARLOOP how often that
   * is */
  const lcm_expr *count;
  bool parallel; /* the place is run by members of a team */
  bool maybe;    /* a condition decides whether the place is executed */
};

/* An access: which section, where. */
struct lcm_trace_access {
  const lcm_section *section;
  const struct lcm_place *place;
  /* the section with two subscripts, where its one subscript chooses part of a
   * row of "pitch" elements; both NULL otherwise */
  const lcm_section *rows;
  const lcm_expr *pitch;
  bool mixed; /* the place reads and writes the same, in whatever order */
  bool stale; /* the same may have been written since */
};

typedef LCM_LIST(struct lcm_trace_access) lcm_trace_accesses;

/* What is known of one datum. */
struct lcm_datum {
  const char *key;            /* its identity */
  lcm_trace_accesses writers; /* the last writers of its parts */
  lcm_trace_accesses readers; /* who read it since */
  /* while a loop is visited again: what both were before */
  struct lcm_datum *saved;
};

/* An operation of message passing that is waited for. */
struct lcm_pending {
  /* of the occurrence that makes its request; node, function: of that */
  const char *id;
  const lcm_node *node;
  const lcm_function *function;
  const lcm_section *reads; /* reads, writes: its buffers, as data of the run */
  size_t n_reads;
  const lcm_section *writes;
  size_t n_writes;
  const lcm_iteration *ranges; /* of the loops around */
  size_t n_ranges;
  bool persistent; /* it is begun elsewhere, again and again */
  bool started;    /* it is under way */
  bool done;       /* it has been waited for */
};

/* What "place" reads, and then writes. */
struct lcm_touching {
  const struct lcm_place *place;
  const lcm_section *reads;
  size_t n_reads;
  const lcm_section *writes;
  size_t n_writes;
};

/* The sections that a dependence is about. */
struct lcm_parts {
  LCM_LIST(const lcm_section *) of;
};

/* A parallel loop that is visited a second time, for what its iterations hand
 * to each other. */
struct lcm_carrying {
  const char *id;        /* of its occurrence */
  const lcm_expr *trips; /* how many iterations it has; NULL: not known */
  /* of the "n_names" functions that are being executed */
  const char *const *names;
  size_t n_names;
};

/* A trace under way. */
struct lcm_tracer {
  lcm_ctx *ctx;
  const lcm_program *program;
  LCM_LIST(struct lcm_datum) data;
  LCM_LIST(lcm_movement) movements;
  LCM_LIST(bool) repeated; /* which movements were found so */
  /* visiting the body of a sequential loop a second time, for what one
   * iteration leaves to the next */
  bool again;
  size_t n_again; /* how many steps lead to that loop */
  /* the loop is a parallel one; NULL: it is not */
  const struct lcm_carrying *carrying;
  bool all; /* accesses and dependences between any fragments are wanted, too */
  LCM_LIST(lcm_movement) dependences;
  LCM_LIST(struct lcm_parts) parts;
  LCM_LIST(lcm_touch) touches;
  lcm_map known; /* dependences that were found, by their text */
  /* private variables that tasks of functions share to which they are passed,
   * by key */
  lcm_map shared;
  LCM_LIST(struct lcm_pending) pending; /* operations that are waited for */
  /* where the one that ends now has begun, which depends on itself in no way,
   * or NULL */
  const char *begun;
  size_t n_pairs;  /* of accesses to one datum, compared so far */
  size_t n_opaque; /* n_opaque, is_cut: as in lcm_data */
  bool is_cut;
};
