/* Movements of data between the fragments of a program. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/structure/structure.h"

typedef enum lcm_dependence {
  LCM_DEP_TRUE,
  LCM_DEP_ANTI,
  LCM_DEP_OUTPUT
} lcm_dependence;

/* One movement of data between two fragments whose least common ancestor is
 * parallel, or (crossing) between members of a team across a barrier.
 * from, to   occurrence ids; their nodes beside them
 * section    what moves
 * bytes      of one transfer, NULL when unknown
 * why        what is assumed where the bytes are not exact, but at most so
 *            many; NULL where they are
 * count      how often in a run
 * lca        occurrence id of the least common ancestor */
typedef struct lcm_movement {
  const char *from;
  const char *to;
  const lcm_node *from_node;
  const lcm_node *to_node;
  const lcm_section *section;
  lcm_dependence kind;
  const lcm_expr *bytes;
  const lcm_expr *count;
  const char *lca;
  const lcm_node *lca_node;
  const char *why;
  bool crossing;
} lcm_movement;

/* What one fragment of the run reads or writes.
 * occurrence  its id; "node" is its place in the structure
 * section     in terms of the data of the run
 * ranges      of the loops around the fragment, outermost first
 * divided     the index of the parallel loop that a team shares, NULL outside
 * write       it is written
 * maybe       a condition decides whether the fragment is executed */
typedef struct lcm_touch {
  const char *occurrence;
  const lcm_node *node;
  lcm_section section;
  const lcm_iteration *ranges;
  size_t n_ranges;
  const char *divided;
  bool write;
  bool maybe;
} lcm_touch;

/* What a function does to its caller's data: to what a parameter points to, or
 * to data outside all functions.
 * param    the number of the parameter; that of all of them for none
 * section  in terms of the parameters
 * write    it is written */
typedef struct lcm_effect {
  const lcm_function *function;
  size_t param;
  lcm_section section;
  bool write;
} lcm_effect;

/* All movements of a program (lcm-data/1).
 * dependences  between any two fragments, "touches" and "effects": only where
 *              all were asked for
 * n_opaque     parts of which nobody knows what they touch
 * is_cut       the program has more occurrences than are followed */
typedef struct lcm_data {
  const lcm_program *program;
  const lcm_movement *movements;
  size_t n_movements;
  const lcm_movement *dependences;
  size_t n_dependences;
  const lcm_touch *touches;
  size_t n_touches;
  const lcm_effect *effects;
  size_t n_effects;
  size_t n_opaque;
  bool is_cut;
} lcm_data;
