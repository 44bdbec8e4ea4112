/* What the files of the validation share. */
#pragma once

#include "base/list.h"
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

/* A fragment of the measurements.
 * node      where it is in the program; NULL: nowhere, or the whole run
 * homes     by category: the node that has its model, another one where that
 *           could not be written at its own; NULL: no model is its own
 * into      by category: the number of the fragment that it makes one row with,
 *           as one model gives the sum of both; its own for none
 * seen      the prediction has occurrences of it
 * ignored   `ignore` leaves it out
 * covering  how each category is predicted at best */
struct lcm_sheet_fragment {
  const char *name;
  const char *place;
  const char *label;
  const lcm_node *node;
  const lcm_node **homes;
  size_t *into;
  bool seen;
  bool ignored;
  enum lcm_covering *covering;
};

/* A setting of the variables. */
struct lcm_sheet_point {
  const lcm_binding *params;
  size_t n_params;
};

/* The measurements as a table of points, fragments and categories.
 * cells     for point i, fragment f and category c at [(i F + f) C + c]: its
 *           values in the repetitions; elapsed at [i F + f] likewise
 * predicted processor-seconds, laid out as cells
 * left_out  records that were not used */
struct lcm_sheet {
  LCM_LIST(struct lcm_sheet_point) points;
  LCM_LIST(struct lcm_sheet_fragment) fragments;
  LCM_LIST(const char *) cats;
  lcm_values *cells;
  lcm_values *elapsed;
  double *predicted;
  size_t left_out;
};

/* Put the records of "all" into "sheet". */
void lcm_sheet_fill(struct lcm_sheet *sheet, lcm_ctx *ctx,
                    const lcm_measurements *all);

/* Return the number of the cell of category "c" of fragment "f" at point
 * "i". */
size_t lcm_sheet_cell(const struct lcm_sheet *sheet, size_t i, size_t f,
                      size_t c);

/* Return the median of "values", which are sorted thereby; NAN for none. */
double lcm_values_median(lcm_values *values);

/* Return the grid of the points of "sheet". */
const lcm_grid *lcm_sheet_grid(lcm_ctx *ctx, const struct lcm_sheet *sheet);

/* Put where its fragments and their models are in "program" into "sheet". */
void lcm_sheet_locate(struct lcm_sheet *sheet, lcm_ctx *ctx,
                      const lcm_program *program);

/* Put where the models of the fragments of "sheet" are in "program", their
 * nodes being known, and which of them share one, into it
 * (study/validate/home.c). */
void lcm_sheet_find_homes(struct lcm_sheet *sheet, lcm_ctx *ctx,
                          const lcm_program *program);

/* Return the model of category "name" at "node" (of the elapsed time or of all
 * work where it has none), or NULL. */
const lcm_model *lcm_sheet_model(const lcm_node *node, const char *name);

/* Return whether "a" (or NULL) and "b" are made of the same source: functions
 * may be there several times, for those who call them. */
bool lcm_sheet_is_same(const lcm_node *a, const lcm_node *b);

/* Put what "prediction", of the points of "sheet" with their occurrences, says
 * of each fragment without those inside it into "sheet". */
void lcm_sheet_predict(struct lcm_sheet *sheet, lcm_ctx *ctx,
                       const lcm_prediction *prediction);

/* Mark the fragments of "sheet" that `ignore` leaves out: ignored nodes, what
 * stands below them, and functions that only they call. */
void lcm_sheet_ignore(struct lcm_sheet *sheet, lcm_ctx *ctx,
                      const lcm_program *program);

/* Return the half-width of the 90 % interval of "model" as a share of its value
 * at "point"; NAN where it has none, or depends on more than the variables. */
double lcm_model_spread(lcm_ctx *ctx, const lcm_model *model,
                        const struct lcm_sheet_point *point);
