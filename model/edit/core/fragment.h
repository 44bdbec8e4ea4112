/* Changing the cost of a fragment, or the value of a name below it. */
#pragma once

#include "model/structure/structure.h"

typedef enum lcm_edit_kind {
  LCM_EDIT_MODEL, /* the model of one category */
  LCM_EDIT_WITH   /* the value of a name below the node (`with`) */
} lcm_edit_kind;

/* A change of every node that is the fragment "fragment". */
struct lcm_edit {
  const char *fragment;
  lcm_edit_kind kind;
  lcm_model_per per; /* of a model */
  /* category of the model, or the name that gets a value */
  const char *name;
  const char *expression; /* in the comment language; NULL: it is taken away */
};

/* Put "program" with "edit" made into "*out"; it shares what did not change.
 * No such fragment is diagnostic "usage", which lists those there are; what
 * is wrong with the expression is at "FRAGMENT.NAME:1:column". */
LCM_NODISCARD lcm_status lcm_program_edit(const lcm_program **out, lcm_ctx *ctx,
                                          const lcm_program *program,
                                          const struct lcm_edit *edit);

/* Put the names of the fragments of "program" into "*names" (memory of "ctx"),
 * in alphabetical order without repetition; return how many. */
size_t lcm_program_fragments(const char *const **names, lcm_ctx *ctx,
                             const lcm_program *program);
