/* One edit of a list, as it was given. */
#pragma once

#include "base/ctx.h"

/* What can be done to a structure: LCM_VERB_<NAME> for each row of
 * edits.def. */
typedef enum lcm_verb {
#define LCM_VERB(name, word, places, argument, syntax, of, meaning)            \
  LCM_VERB_##name,
#include "model/edit/core/edits.def"
#undef LCM_VERB
  LCM_VERB_COUNT
} lcm_verb;

/* One thing to do. */
struct lcm_edit_step {
  lcm_verb verb;
  /* "n_places" of them: FILE:LINE, FILE:FUNCTION, a fragment, or
   * FILE:FUNCTION/KIND#N */
  const char *places[2];
  size_t n_places;
  /* what stands behind them, at "argument_at"; NULL: nothing */
  const char *argument;
  lcm_loc argument_at;
  const char *text; /* all of it, at "at" */
  lcm_loc at;
};

/* A list of things to do, one after the other. */
typedef struct lcm_restructuring {
  const char *name; /* of the result, NULL where none is given */
  const char *from; /* of what it is made, likewise */
  const char *text; /* what is to be done */
  const struct lcm_edit_step *steps;
  size_t n_steps;
} lcm_restructuring;
