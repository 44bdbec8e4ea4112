/* Movements of data between the fragments of a program. */
#pragma once

#include "model/structure/structure.h"

typedef enum lcm_dependence {
  LCM_DEP_TRUE,
  LCM_DEP_ANTI,
  LCM_DEP_OUTPUT
} lcm_dependence;

/* One movement of data between two fragments whose least common ancestor is
 * parallel, or (crossing) between members of a team across a barrier. */
typedef struct lcm_movement {
  const char *from; /* from, to: occurrence ids; their nodes beside them */
  const char *to;
  const lcm_node *from_node;
  const lcm_node *to_node;
  const lcm_section *section; /* what moves */
  lcm_dependence kind;
  const lcm_expr *bytes; /* of one transfer, NULL when unknown */
  const lcm_expr *count; /* how often in a run */
  const char *lca;       /* occurrence id of the least common ancestor */
  const lcm_node *lca_node;
  /* what is assumed where the bytes are not exact, but at most so many; NULL
   * where they are */
  const char *why;
  bool crossing;
  /* which of the two nodes pays for each transfer: the one that reads, or the
   * one that writes where only a condition around that decides whether anything
   * moves */
  const lcm_node *paid_at;
  /* the same as a movement before it, of another occurrence of both nodes: no
   * execution pays for both */
  bool again;
  /* names (lcm_node_task_name) of the tasks that write, all of which have an
   * `if` clause: nothing moves where they are executed at once; none: it always
   * does */
  const char *const *tasks;
  size_t n_tasks;
} lcm_movement;

/* What one fragment of the run reads or writes. */
typedef struct lcm_touch {
  const char *occurrence; /* its id; "node" is its place in the structure */
  const lcm_node *node;
  lcm_section section; /* in terms of the data of the run */
  /* of the loops around the fragment, outermost first */
  const lcm_iteration *ranges;
  size_t n_ranges;
  /* the index of the parallel loop that a team shares, NULL outside */
  const char *divided;
  bool write; /* it is written */
  bool maybe; /* a condition decides whether the fragment is executed */
} lcm_touch;

/* What a function does to its caller's data: to what a parameter points to, or
 * to data outside all functions. */
typedef struct lcm_effect {
  const lcm_function *function;
  /* the number of the parameter; that of all of them for none */
  size_t param;
  lcm_section section; /* in terms of the parameters */
  bool write;          /* it is written */
} lcm_effect;

/* All movements of a program (lcm-data/1). */
typedef struct lcm_data {
  const lcm_program *program;
  const lcm_movement *movements;
  size_t n_movements;
  bool by_tasks; /* some of them name tasks */
  /* between any two fragments, "touches" and "effects": only where all were
   * asked for */
  const lcm_movement *dependences;
  size_t n_dependences;
  const lcm_touch *touches;
  size_t n_touches;
  const lcm_effect *effects;
  size_t n_effects;
  size_t n_opaque; /* parts of which nobody knows what they touch */
  bool is_cut;     /* the program has more occurrences than are followed */
} lcm_data;
