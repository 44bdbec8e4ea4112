/* Measurements as a table of points, fragments and categories, beside what is
 * predicted of each cell. */
#pragma once

#include "study/validate/validate.h"

/* Values of repetitions. */
typedef LCM_LIST(double) lcm_values;

/* How a category of a fragment is predicted, from best to worst. */
enum lcm_covering {
  LCM_COVER_HERE,     /* by a model of its node */
  LCM_COVER_AROUND,   /* by one of a node around it */
  LCM_COVER_COMPOSED, /* from its computation, which a model covers, or from
                         models inside */
  LCM_COVER_NONE,     /* by no model */
  LCM_COVER_ABSENT    /* the prediction has no such place */
};

/* A fragment of the measurements. */
struct lcm_sheet_fragment {
  const char *name;
  const char *place;
  const char *label;
  /* where it is in the program; NULL: nowhere, or the whole run */
  const lcm_node *node;
  /* by category: the node that has its model, another one where that could not
   * be written at its own; NULL: no model is its own */
  const lcm_node **homes;
  /* by category: the number of the fragment that it makes one row with, as one
   * model gives the sum of both; its own for none */
  size_t *into;
  bool seen;                   /* the prediction has occurrences of it */
  bool ignored;                /* `ignore` leaves it out */
  enum lcm_covering *covering; /* how each category is predicted at best */
};

/* A setting of the variables. */
struct lcm_sheet_point {
  const lcm_binding *params;
  size_t n_params;
};

/* The measurements as a table of points, fragments and categories. */
struct lcm_sheet {
  LCM_LIST(struct lcm_sheet_point) points;
  LCM_LIST(struct lcm_sheet_fragment) fragments;
  LCM_LIST(const char *) cats;
  /* for point i, fragment f and category c at [(i F + f) C + c]: its values in
   * the repetitions; elapsed at [i F + f] likewise */
  lcm_values *cells;
  lcm_values *elapsed;
  double *predicted; /* processor-seconds, laid out as cells */
  size_t left_out;   /* records that were not used */
};
