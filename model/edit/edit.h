/* Edits of a structure: another cost, another share of the processors, another
 * order of what it does. */
#pragma once

#include "model/structure/structure.h"

typedef enum lcm_edit_kind {
  LCM_EDIT_MODEL, /* the model of one category */
  LCM_EDIT_WITH   /* the value of a name below the node (`with`) */
} lcm_edit_kind;

/* A change of every node that is the fragment "fragment".
 * per         of a model
 * name        category of the model, or the name that gets a value
 * expression  in the comment language; NULL: it is taken away */
struct lcm_edit {
  const char *fragment;
  lcm_edit_kind kind;
  lcm_model_per per;
  const char *name;
  const char *expression;
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

/* What can be done to a structure: LCM_VERB_<NAME> for each row of
 * edits.def. */
typedef enum lcm_verb {
#define LCM_VERB(name, word, places, argument, syntax, of, meaning)            \
  LCM_VERB_##name,
#include "model/edit/edits.def"
#undef LCM_VERB
  LCM_VERB_COUNT
} lcm_verb;

/* One thing to do.
 * places    "n_places" of them: FILE:LINE, FILE:FUNCTION, a fragment, or
 *           FILE:FUNCTION/KIND#N
 * argument  what stands behind them, at "argument_at"; NULL: nothing
 * text      all of it, at "at" */
struct lcm_edit_step {
  lcm_verb verb;
  const char *places[2];
  size_t n_places;
  const char *argument;
  lcm_loc argument_at;
  const char *text;
  lcm_loc at;
};

/* A list of things to do, one after the other.
 * name  of the result, NULL where none is given
 * from  of what it is made, likewise
 * text  what is to be done */
typedef struct lcm_restructuring {
  const char *name;
  const char *from;
  const char *text;
  const struct lcm_edit_step *steps;
  size_t n_steps;
} lcm_restructuring;

/* A node of a program.
 * function  number of its function
 * at        where people look for it: the construct that it belongs to */
struct lcm_edit_target {
  size_t function;
  const lcm_node *node;
  lcm_loc at;
};
