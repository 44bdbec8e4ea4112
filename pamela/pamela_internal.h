/* Reading PAMELA: tokens, names, expressions, statements. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "pamela/types.h"

/* Signs, and what else a token may be: PML_<NAME> for each row of tokens.def.
 */
typedef enum pml_kind {
#define PML_TOKEN(name, text) PML_##name,
#include "pamela/tokens.def"
#undef PML_TOKEN
  PML_COUNT
} pml_kind;

/* A token. */
struct pml_token {
  pml_kind kind;
  unsigned line; /* line, column: where it begins, from 1 */
  unsigned column;
  /* begin, end: offsets of its first byte and behind its last */
  unsigned begin;
  unsigned end;
  const char *name; /* interned, of a WORD, or what a TEXT says */
};

/* A text as tokens; the last one is an END. */
struct pml_text {
  const char *file; /* interned */
  const char *bytes;
  struct pml_token *tokens;
  size_t n_tokens;
};

/* What a declared name stands for: PML_IS_<NAME> for each row of kinds.def. */
typedef enum pml_is {
#define PML_NAME_KIND(name, text) PML_IS_##name,
#include "pamela/kinds.def"
#undef PML_NAME_KIND
  PML_IS_COUNT
} pml_is;

/* An equation of a family, NAME[3]: its subscripts and where its text is. */
struct pml_member {
  const long long *subscripts;
  lcm_loc loc;
  size_t text;
  size_t token;
};

typedef LCM_LIST(struct pml_member) pml_members;
typedef LCM_LIST(const lcm_expr *) pml_exprs;
typedef LCM_LIST(const lcm_node *) pml_nodes;

/* A declared name. */
struct pml_name {
  const char *name;
  pml_is is;
  lcm_loc loc;
  size_t text; /* text, token: where what it stands for is read from */
  size_t token;
  /* params, n: names of the arguments of an EQUATION; for the others "n" is how
   * many subscripts there are */
  const char *const *params;
  size_t n;
  /* from, values: of a LIST: the lowest subscript and the elements */
  long long from;
  pml_exprs values;
  /* of the subscripts of a RESOURCE or CONDITION */
  const struct lcm_range *ranges;
  pml_members members;       /* of a FAMILY */
  lcm_discipline discipline; /* of a RESOURCE */
  int state;                 /* 0: not read, 1: being read, 2: read */
  bool signalled;            /* a CONDITION that some signal names */
  /* a FAMILY that is called with a computed subscript */
  bool indexed;
};

/* Names that a place sees besides the declared ones. */
typedef enum pml_scope_kind {
  PML_SCOPE_ARGUMENT,
  PML_SCOPE_INDEX,
  PML_SCOPE_LOCAL
} pml_scope_kind;

struct pml_scope {
  const char *name;
  pml_scope_kind kind;
};

/* A name that is no name where it stands, but may be a local that the rest of
 * the loop around it sets. */
struct pml_pending {
  const char *name;
  lcm_loc loc;
  size_t depth; /* how many loops are open around it */
};

/* A wait for a condition. */
struct pml_wait {
  const char *name;
  lcm_loc loc;
};

/* A call in an equation. */
struct pml_call {
  const char *callee; /* key of the function */
  lcm_loc loc;
  bool certain; /* it happens whenever the equation is executed */
};

/* A function that was read, and its calls: "n_calls" from "calls" on. */
struct pml_function {
  lcm_function function;
  size_t calls;
  size_t n_calls;
};

/* A model being read.
 * sure      0 where what is read happens whenever its equation is executed,
 *           else how many heads may skip it */
struct pml {
  lcm_ctx *ctx;
  struct pml_text *texts;
  size_t n_texts;
  const struct pml_text *text;
  size_t at;                       /* next token of "text" */
  LCM_LIST(struct pml_name) names; /* declared ones */
  lcm_map by_name;                 /* their places in it, by interned name */
  /* what the place being read sees, innermost last */
  LCM_LIST(struct pml_scope) scope;
  LCM_LIST(struct pml_pending) pending; /* names not known yet */
  LCM_LIST(struct lcm_draw) draws;
  LCM_LIST(struct pml_wait) waits;
  LCM_LIST(struct pml_call) calls;
  LCM_LIST(struct pml_function) functions;
  LCM_LIST(lcm_param) params;
  LCM_LIST(lcm_resource) resources;
  LCM_LIST(struct lcm_condition) conditions;
  size_t loops; /* how many seq and while are open */
  size_t unsure;
  size_t nesting;   /* of expressions */
  const char *pure; /* random quantities are not allowed, and this says where */
  const char *unit_name;
  const lcm_expr *unit; /* what 1 of time is */
  lcm_status status;    /* LCM_OK until something is wrong */
};
