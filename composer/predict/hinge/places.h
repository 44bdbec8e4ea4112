/* Conditions of which nobody says how probable they are, and how much can hang
 * on each. */
#pragma once

#include "composer/predict/internal.h"

/* A condition that is taken as equally likely, by its place. */
struct lcm_hinge_place {
  lcm_loc loc;
  unsigned line; /* in the file of "loc" */
  size_t ways;   /* the alternatives that it chooses among */
  /* seconds of the run that can hang on it; INFINITY: that is not known */
  double bound;
  double seen; /* what would be, if it were that nothing else depends on it */
  size_t rank; /* its number in the order of the search */
};

/* What a fragment says of a condition in it. */
struct lcm_hinge_part {
  size_t place;
  bool several;       /* it is a switch, and this its alternative "way" */
  size_t way;         /* else 0 */
  const lcm_expr *by; /* how much hangs on it */
};

/* Amounts of a fragment that conditions in it decide: operations, bytes. */
enum { LCM_HINGE_FLOPS, LCM_HINGE_BYTES, LCM_HINGE_AMOUNTS };

/* A node with conditions: a branch is one itself, a fragment has "n" parts in
 * each of its amounts. */
struct lcm_hinge_spot {
  const lcm_node *node;
  size_t function; /* the number of its function */
  size_t place;    /* of a branch */
  struct {
    struct lcm_hinge_part *at;
    size_t n;
    size_t cap;
  } parts[LCM_HINGE_AMOUNTS];
};

/* All conditions of "program", in which a prediction has met "n_guesses" that
 * it could not decide at "guesses". */
struct lcm_hinge_places {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_loc *guesses;
  size_t n_guesses;
  LCM_LIST(struct lcm_hinge_place) list;
  LCM_LIST(struct lcm_hinge_spot) spots;
  lcm_map spot_of; /* numbers of spots by node */
};

/* Find the conditions of "program", predictions of which have noted "noted", in
 * "places". */
void lcm_hinge_places_find(struct lcm_hinge_places *places, lcm_ctx *ctx,
                           const lcm_program *program,
                           const struct lcm_noted *noted);

/* Let the conditions of "places" say how much can hang on them, as far as the
 * times of nodes in "point", a prediction of their program with what "facts"
 * knows, tell. */
void lcm_hinge_places_bound(struct lcm_hinge_places *places,
                            const lcm_point *point,
                            struct lcm_facts_table *facts);
