/* What the parts of a search for influences share. */
#pragma once

#include "base/list.h"
#include "study/sensitivity/sensitivity.h"

/* A number that may be changed. */
struct lcm_number {
  lcm_influence_kind kind;
  const char *name;
  double value;     /* NaN: an expression, which is taken times a factor */
  const char *unit; /* of "value" */
  lcm_loc loc;
  /* in the machine: which cost, which level */
  size_t index;
  enum { LCM_OF_CORE, LCM_OF_SOCKET, LCM_OF_GATHER } part;
  /* the name that stands for it in closed forms and grids; NULL: none */
  const char *symbol;
  /* the values of a parameter at the points; NULL: "value" at all */
  const double *column;
  bool rate;    /* less of it costs more */
  bool reading; /* the program is read anew where it changes */
};

/* Numbers. */
typedef LCM_LIST(struct lcm_number) lcm_number_list;

/* A search. */
struct lcm_sensing {
  lcm_ctx *ctx;
  const struct lcm_sensitivity_request *request;
  const lcm_machine *machine;
  /* its program, in which models without coefficients are times one */
  const lcm_program *program;
  struct lcm_predict_options options;
  lcm_number_list numbers;
  const double *times;
  /* the closed form of the time over the symbols of the numbers; NULL: none.
   * And whether it is the time at each point */
  const lcm_expr *form;
  const bool *holds;
};
