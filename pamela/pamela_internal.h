/* Reading PAMELA: tokens, names, expressions, statements. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "base/map.h"
#include "pamela/pamela.h"

/* ---- tokens (analyzer/text/token.c) ---------------------------------------------------- */

/* Signs, and what else a token may be: PML_<NAME> for each row of tokens.def.
 */
typedef enum pml_kind {
#define PML_TOKEN(name, text) PML_##name,
#include "pamela/tokens.def"
#undef PML_TOKEN
  PML_COUNT
} pml_kind;

/* A token.
 * name          interned, of a WORD, or what a TEXT says
 * line, column  where it begins, from 1
 * begin, end    offsets of its first byte and behind its last */
struct pml_token {
  pml_kind kind;
  unsigned line;
  unsigned column;
  unsigned begin;
  unsigned end;
  const char *name;
};

/* A text as tokens; the last one is an END.
 * file  interned */
struct pml_text {
  const char *file;
  const char *bytes;
  struct pml_token *tokens;
  size_t n_tokens;
};

/* Put the tokens of "source" into "*out". */
LCM_NODISCARD lcm_status pml_tokens(struct pml_text *out, lcm_ctx *ctx,
                                    const struct lcm_pamela_text *source);

/* ---- names (model/structure/names.c) ------------------------------------------------------
 */

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

/* A declared name.
 * text, token   where what it stands for is read from
 * params, n     names of the arguments of an EQUATION; for the others "n" is
 *               how many subscripts there are
 * from, values  of a LIST: the lowest subscript and the elements
 * ranges        of the subscripts of a RESOURCE or CONDITION
 * members       of a FAMILY
 * discipline    of a RESOURCE
 * state         0: not read, 1: being read, 2: read
 * signalled     a CONDITION that some signal names
 * indexed       a FAMILY that is called with a computed subscript */
struct pml_name {
  const char *name;
  pml_is is;
  lcm_loc loc;
  size_t text;
  size_t token;
  const char *const *params;
  size_t n;
  long long from;
  pml_exprs values;
  const struct lcm_range *ranges;
  pml_members members;
  lcm_discipline discipline;
  int state;
  bool signalled;
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
 * the loop around it sets.
 * depth  how many loops are open around it */
struct pml_pending {
  const char *name;
  lcm_loc loc;
  size_t depth;
};

/* A wait for a condition. */
struct pml_wait {
  const char *name;
  lcm_loc loc;
};

/* A call in an equation.
 * callee   key of the function
 * certain  it happens whenever the equation is executed */
struct pml_call {
  const char *callee;
  lcm_loc loc;
  bool certain;
};

/* A function that was read, and its calls: "n_calls" from "calls" on. */
struct pml_function {
  lcm_function function;
  size_t calls;
  size_t n_calls;
};

/* A model being read.
 * at        next token of "text"
 * names     declared ones; by_name: their places in it, by interned name
 * scope     what the place being read sees, innermost last
 * pending   names not known yet
 * loops     how many seq and while are open
 * sure      0 where what is read happens whenever its equation is executed,
 *           else how many heads may skip it
 * nesting   of expressions
 * pure      random quantities are not allowed, and this says where
 * unit      what 1 of time is
 * status    LCM_OK until something is wrong */
struct pml {
  lcm_ctx *ctx;
  struct pml_text *texts;
  size_t n_texts;
  const struct pml_text *text;
  size_t at;
  LCM_LIST(struct pml_name) names;
  lcm_map by_name;
  LCM_LIST(struct pml_scope) scope;
  LCM_LIST(struct pml_pending) pending;
  LCM_LIST(struct lcm_draw) draws;
  LCM_LIST(struct pml_wait) waits;
  LCM_LIST(struct pml_call) calls;
  LCM_LIST(struct pml_function) functions;
  LCM_LIST(lcm_param) params;
  LCM_LIST(lcm_resource) resources;
  LCM_LIST(struct lcm_condition) conditions;
  size_t loops;
  size_t unsure;
  size_t nesting;
  const char *pure;
  const char *unit_name;
  const lcm_expr *unit;
  lcm_status status;
};

/* Return the token at hand, and the one "by" further on. */
const struct pml_token *pml_here(const struct pml *p);
const struct pml_token *pml_ahead(const struct pml *p, size_t by);

/* Return the place of token "at" of the text at hand; pml_span: from it to the
 * token before the one at hand. */
lcm_loc pml_place(const struct pml *p, size_t at);
lcm_loc pml_span(const struct pml *p, size_t at);

/* Return whether the token at hand is "kind", or the name "word"; pml_accept
 * and pml_accept_word also go on behind it. */
bool pml_is_at(const struct pml *p, pml_kind kind);
bool pml_accept(struct pml *p, pml_kind kind);
bool pml_accept_word(struct pml *p, const char *word);

/* As pml_accept; anything else is reported as not "what". */
bool pml_expect(struct pml *p, pml_kind kind, const char *what);

/* Report that "expected" was expected at the token at hand. */
void pml_fail(struct pml *p, const char *expected);

/* Report "id" at "loc", once, and end the reading with "status". */
void pml_error(struct pml *p, lcm_status status, lcm_diag_id id, lcm_loc loc,
               const char *fmt, ...) LCM_PRINTF(5, 6);

/* Return the declared name "name" (interned), or NULL; a family of equations
 * NAME[3] is found by pml_find_family alone, beside an equation NAME. */
struct pml_name *pml_find(struct pml *p, const char *name);
struct pml_name *pml_find_family(struct pml *p, const char *name);

/* Return the word for "is", with its article: "a resource". */
const char *pml_is_word(pml_is is);

/* Collect the declared names of all texts. */
void pml_collect(struct pml *p);

/* Return whether a declaration or an equation begins at the token at hand. */
bool pml_at_item(const struct pml *p);

/* Return what the words of the language in front of "(" are: whether "name" is
 * the word of a statement. */
bool pml_is_statement(const char *name);

/* Let "name" be visible as "kind" from here on. */
void pml_scope_add(struct pml *p, const char *name, pml_scope_kind kind);

/* Return whether "name" is visible here as an argument, index or local. */
bool pml_scope_has(const struct pml *p, const char *name);

/* Say that the loop number "depth", counted from 1, has ended: what is pending
 * in it belongs to the one around it, and is reported where there is none. */
void pml_loop_end(struct pml *p);

/* ---- declarations (declare.c) ---------------------------------------------
 */

/* Read the params, lists, resources and conditions. */
void pml_declare(struct pml *p);

/* Read the list "name", unless that was done. */
void pml_read_list(struct pml *p, struct pml_name *name);

/* ---- expressions (expression.c) -------------------------------------------
 */

/* Return the expression at the token at hand; NULL after an error. */
const lcm_expr *pml_expression(struct pml *p);

/* Return the number at hand that must be whole, into "*value"; false after an
 * error. */
bool pml_whole(struct pml *p, long long *value, const char *what);

/* Return whether "e" is a whole number, and which. */
bool pml_is_whole(const lcm_expr *e, long long *value);

/* Append "e", which may be NULL, as it is written, for a label: random
 * quantities as their calls. */
void pml_put_label(struct pml *p, lcm_buf *buf, const lcm_expr *e);

/* Return the draw whose symbol "e" is, or NULL. */
const struct lcm_draw *pml_draw_of(const struct pml *p, const lcm_expr *e);

/* Read the expressions separated by commas up to "closer", which is skipped. */
void pml_list(struct pml *p, pml_exprs *out, pml_kind closer);

/* Read `name` or `name[i, j]` of kind "is" into "*out"; check the subscripts.
 */
void pml_instance(struct pml *p, struct lcm_instance *out, pml_is is);

/* Return the element of the list "list" for the subscript at hand, behind
 * "[". */
const lcm_expr *pml_element(struct pml *p, struct pml_name *list, lcm_loc loc);

/* ---- statements (statement.c) ---------------------------------------------
 */

/* Return the process at the token at hand, which ends where an item begins or
 * the text does. */
const lcm_node *pml_process(struct pml *p);

/* Return the simple statement at hand: delay, use, P, a call, ... */
const lcm_node *pml_simple(struct pml *p);

/* Read the head of seq or par, "(i = a, b)", into "node" and let its index be
 * visible. */
void pml_range(struct pml *p, lcm_node *node);

/* Read the resources in parentheses behind `using` into "node". */
void pml_using(struct pml *p, lcm_node *node);

/* ---- equations (equation.c) -----------------------------------------------
 */

/* Read all equations into p->functions. */
void pml_equations(struct pml *p);

/* Check that no equation calls itself for ever, and that every condition that
 * is waited for can be signalled. */
void pml_check(struct pml *p);
