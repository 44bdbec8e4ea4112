/* OpenMP pragmas as text: where they stand, what they say. */
#pragma once

#include "analyzer/text/marks.h"
#include "model/structure/structure.h"

/* A clause: its name, and the text inside its parentheses or NULL. */
struct lcm_clause {
  const char *name;
  const char *args;
};

/* A pragma. */
typedef struct lcm_pragma {
  const char *construct; /* as the standard spells it, interned */
  const char *text;      /* the clauses, ';' between them */
  const struct lcm_clause *clauses;
  size_t n_clauses;
  /* of the pragma or of the macro that made it; begin and end are offsets in
   * the file, equal unless "raw" */
  lcm_loc loc;
  /* what the macro that made it makes beside it, NULL for none; "order": the
   * number of the mark there that comes next, from 1 on, 0 where that is not
   * known */
  const struct lcm_marks *made;
  unsigned order;
  bool standalone; /* governs no statement */
  bool raw;        /* written as a pragma in the file itself */
  bool inactive;   /* in a branch that the preprocessor leaves out */
} lcm_pragma;

typedef LCM_LIST(lcm_pragma) lcm_pragma_list;

/* Parse what stands behind `#pragma omp` into "*out" (all but its place); the
 * `text` of length "len" is macro-expanded already. */
void lcm_pragma_parse(lcm_pragma *out, lcm_ctx *ctx, const char *text,
                      size_t len);

/* As lcm_pragma_parse for the "n" tokens at "tokens". */
void lcm_pragma_parse_tokens(lcm_pragma *out, lcm_ctx *ctx,
                             const lcm_token *tokens, size_t n);

/* Return whether "construct" is a directive of OpenMP that is known. */
bool lcm_omp_directive_is_known(const char *construct);

/* Return the clause called "name" of "pragma", or NULL. */
const struct lcm_clause *lcm_pragma_clause(const lcm_pragma *pragma,
                                           const char *name);

/* What the preprocessor would do at a place of a source text. */
typedef enum lcm_event_kind {
  LCM_EVENT_PRAGMA,   /* a line `#pragma omp ...`, or an attribute */
  LCM_EVENT_OPERATOR, /* `_Pragma("omp ...")` in the text itself */
  LCM_EVENT_UNDEF     /* `#undef NAME` */
} lcm_event_kind;

/* Such a place. */
struct lcm_event {
  lcm_event_kind kind;
  /* from the '#' or the operator to the end of the logical line, or of the
   * operator */
  lcm_loc loc;
  /* behind `omp`, or in the parentheses of `omp::directive`, not
   * macro-expanded; of an UNDEF: the name */
  lcm_token_list tokens;
};

typedef LCM_LIST(struct lcm_event) lcm_event_list;

/* Return whether the "len" bytes at "text" may hold an OpenMP pragma, attribute
 * or a `_Pragma`; no where they certainly do not. */
bool lcm_text_has_pragma(const char *text, size_t len);

/* Add the events of the "len" bytes at "text" of the file "file", active or
 * not, to "out", in order. */
void lcm_events_read(lcm_event_list *out, lcm_ctx *ctx, const char *file,
                     const char *text, size_t len);

/* If the tokens from "at" on are `_Pragma ( "omp ..." )`, add those of the
 * string behind `omp` to "out" and return how many tokens that took;
 * otherwise 0. */
size_t lcm_operator_read(lcm_token_list *out, lcm_ctx *ctx, const lcm_token *at,
                         size_t n);
