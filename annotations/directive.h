/* The `// lcm:` comment language: directives as data, their text, and how
 * they bind to source.  The grammar is in docs/reference/comments.md; every
 * directive is a row of directives.def. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/structure/structure.h"

/* Directives: LCM_DIR_<NAME> for each row of directives.def. */
typedef enum lcm_directive_kind {
#define LCM_DIRECTIVE(name, word, example, meaning) LCM_DIR_##name,
#include "annotations/directives.def"
#undef LCM_DIRECTIVE
  LCM_N_DIRECTIVES
} lcm_directive_kind;

/* The source text of an expression or section inside a directive, kept until
 * the names that are in scope are known. */
struct lcm_directive_span {
  const char *text;
  size_t len;
  lcm_loc at;
};

/* One directive as parsed.  Which fields are live is said beside each
 * directive in directives.def; the rest are zero. */
typedef struct lcm_directive {
  lcm_directive_kind kind;
  lcm_loc loc;
  /* the directive applies only in this variant; NULL: in all */
  const char *variant;
  /* names: of fragment, category, functions, resource, condition ... */
  const char *const *words;
  size_t n_words;
  /* expressions and sections still as text, in source order */
  const struct lcm_directive_span *spans;
  size_t n_spans;
  double value; /* of a covariance */
  /* a quoted description, or the rest of the line (`measured`) */
  const char *text;
  bool shared;           /* of `external`: `shared` instead of `unknown` */
  lcm_model_per per;     /* of a model */
  lcm_schedule schedule; /* of `schedule` and `parallel schedule` */
  lcm_discipline discipline;
} lcm_directive;

/* A comment of a source file, with its delimiters: text[0] is at "at". */
struct lcm_comment {
  const char *text;
  size_t len;
  lcm_loc at;
};

/* Parse the "n" comments at "comments" (in source order; others than ours are
 * passed over; `...` continues the directive before) into "*out", "*n_out" of
 * them.  Every syntax error is a diagnostic at its column; what could be read
 * is still returned, with LCM_EPARSE. */
LCM_NODISCARD lcm_status
lcm_directives_parse(const lcm_directive **out, size_t *n_out, lcm_ctx *ctx,
                     const struct lcm_comment *comments, size_t n);

typedef enum lcm_anchor_kind {
  LCM_ANCHOR_FILE,
  LCM_ANCHOR_FUNCTION,
  LCM_ANCHOR_DECLARATION,
  LCM_ANCHOR_STATEMENT,
  LCM_ANCHOR_LOOP,
  LCM_ANCHOR_BRANCH,
  LCM_ANCHOR_SEND,     /* a statement that sends a message to an entry */
  LCM_ANCHOR_CONSTRUCT /* a pragma with the statement that it governs */
} lcm_anchor_kind;

/* Something in the source that a directive can bind to. */
struct lcm_anchor {
  lcm_anchor_kind kind;
  unsigned begin; /* begin, end: offsets; a construct begins at its pragma */
  unsigned end;
  size_t parent; /* index of the enclosing anchor, (size_t)-1 for the file */
  /* offset at which the block that it stands in begins: that of both
   * alternatives of a branch differs, their parent does not */
  unsigned block;
};

/* What a directive was bound to. */
struct lcm_binding_result {
  /* first, last: indices of the first and last anchor of the range: equal
   * except for `begin X` .. `end X`; (size_t)-1 when unbound */
  size_t first;
  size_t last;
};

/* Where the directives that follow in a sidecar file belong:
 * `at FUNCTION/KIND#N`, `at FILE:FUNCTION/KIND#N` or `at FILE:LINE`; what
 * stands before the first `at` belongs to the program, and has neither function
 * nor file. */
struct lcm_sidecar_entry {
  const char *function; /* NULL for FILE:LINE */
  const char *kind;     /* word of the node kind; NULL for the function */
  unsigned ordinal;     /* from 1 */
  const char *file;     /* NULL: any that has the function */
  unsigned line;        /* 0: a function */
  lcm_loc loc;
  const lcm_directive *directives;
  size_t n_directives;
};

/* What the directives bound to one place say, collected for the node there.
 * Only what was said is set.
 * size        function and argument texts of `size`
 * sections_in, sections_out   of `input`, `output` */
struct lcm_meaning {
  const char *name;  /* fragment name */
  const char *state; /* of timelines, and its colour, "#rrggbb" or NULL */
  const char *colour;
  const lcm_model *models;
  size_t n_models;
  const struct lcm_assign *with;
  size_t n_with;
  const lcm_section *inputs;
  size_t n_inputs;
  const lcm_section *outputs;
  size_t n_outputs;
  const lcm_expr *count;
  const lcm_expr *probability;
  const char *const *targets;    /* of `call` */
  const lcm_expr *const *shares; /* how likely each is, NULL: not said */
  size_t n_targets;
  const char *size_of;
  const lcm_expr *const *sizes;
  size_t n_sizes;
  /* resources and times of `use` */
  const lcm_node *const *uses; /* USE nodes */
  size_t n_uses;
  /* signals, waits: conditions */
  const lcm_node *const *signals; /* SIGNAL nodes */
  size_t n_signals;
  const lcm_node *const *waits; /* WAIT nodes */
  size_t n_waits;
  const char *read_as; /* `parallel`, `serial`, `team`, or NULL */
  lcm_schedule schedule;
  const lcm_expr *chunk;
  const lcm_expr *team;
  const char *const *assumes;
  size_t n_assumes;
  bool ignored;
};

/* How names inside expressions are resolved: "resolve" as for
 * lcm_expr_parse, "datum" gives the identity and the element size of the
 * variable "name" for a section (returns LCM_EUNBOUND after a report). */
struct lcm_scope {
  lcm_name_fn resolve;
  lcm_status (*datum)(lcm_section *section, const char *name, void *user);
  void *user;
};

/* What stands behind the name of a parameter that is a text: how many bytes it
 * has. */
#define LCM_EXTERNAL_LENGTH ".length"

/* What calling a function from elsewhere costs, over the values of its
 * arguments. */
struct lcm_external {
  const char *name;
  const char *const *params; /* names of the parameters */
  const bool *behind;        /* behind[i]: the argument points to the value */
  size_t n_params;
  const lcm_expr *flops;  /* operations; NULL: none */
  const lcm_expr *reads;  /* bytes; NULL: none */
  const lcm_expr *writes; /* the same */
  /* bytes that are read, and written, where the innermost cache holds them that
   * holds all of them; NULL: none */
  const lcm_expr *scans;
  const lcm_expr *fills;
  /* expected number of calls of the parameter "callback", a function; NULL:
   * none are made */
  const lcm_expr *calls;
  size_t callback;
  const char *unknown; /* why nothing is known; NULL: something is */
  /* all threads that call it share what it keeps: they wait for each other */
  bool shared;
  /* additions, multiplications and divisions, which add up to flops; NULL:
   * none, or not said */
  const lcm_expr *kinds[3];
  /* what calling the result later costs, over the same parameters; NULL:
   * nothing is said */
  const struct lcm_external *later;
  /* number of the parameter that is called so; n_params: none */
  size_t runs;
  lcm_loc loc;
};

/* Entries of a table of such functions; by_name: 1 + the index of each. */
struct lcm_externals {
  LCM_LIST(struct lcm_external) list;
  lcm_map by_name;
};

/* What file-level directives declare, appended over several calls. */
struct lcm_declarations {
  LCM_LIST(lcm_param) params;
  LCM_LIST(lcm_resource) resources;
  LCM_LIST(struct lcm_instance) conditions;
  LCM_LIST(lcm_category) categories;
  LCM_LIST(struct lcm_covariance) covariances;
  LCM_LIST(lcm_contract) contracts;
  LCM_LIST(struct lcm_draw) draws;
};
