/* Reading the equations of a model, each of which becomes a function. */
#include <stdlib.h>
#include <string.h>

#include "pamela/cursor.h"
#include "pamela/equation.h"
#include "pamela/process.h"

/* Read the equation whose process is at token "token" of text "text" as
 * "function". */
static void read_equation(struct pml *p, lcm_function function, size_t text,
                          size_t token) {
  struct pml_function out = {.calls = p->calls.n};
  p->text = &p->texts[text];
  p->at = token;
  p->scope.n = 0;
  p->pending.n = 0;
  p->loops = 0;
  p->unsure = 0;
  for (size_t i = 0; i < function.n_params; i++)
    pml_scope_add(p, function.params[i], PML_SCOPE_ARGUMENT);
  lcm_ctx_refill(p->ctx);
  function.body = pml_process(p);
  function.flags_hash = lcm_intern(p->ctx, "");
  out.function = function;
  out.n_calls = p->calls.n - out.calls;
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->functions, out);
}

/* Return the key of "member" of "family". */
static const char *member_key(struct pml *p, const struct pml_name *family,
                              const struct pml_member *member) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, family->name);
  for (size_t i = 0; i < family->n; i++)
    lcm_buf_printf(&buf, "%c%lld", i ? ',' : '[', member->subscripts[i]);
  lcm_buf_putc(&buf, ']');
  return lcm_intern(p->ctx, lcm_ctx_text(p->ctx, &buf));
}

/* Return a call of the function "key" at "loc". */
static const lcm_node *call_of(struct pml *p, const char *key, lcm_loc loc) {
  lcm_node *node = lcm_node_new(p->ctx, LCM_NODE_CALL, loc);
  const struct pml_call call = {key, loc, false};
  node->u.call.callee = key;
  node->label = key;
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->calls, call);
  return node;
}

/* Return the condition that the arguments "symbols" are the subscripts of
 * "member". */
static const lcm_expr *is_member(struct pml *p, const pml_exprs *symbols,
                                 const struct pml_member *member) {
  const lcm_expr *all = lcm_expr_int(p->ctx, 1);
  for (size_t i = 0; i < symbols->n; i++)
    all = lcm_expr_binary(
        p->ctx, LCM_X_AND, all,
        lcm_expr_binary(p->ctx, LCM_X_EQ, symbols->at[i],
                        lcm_expr_int(p->ctx, member->subscripts[i])));
  return all;
}

/* Return what stands for a member of "family" that there is not: a delay
 * without a value for any of the arguments "symbols". */
static const lcm_node *no_member(struct pml *p, const struct pml_name *family,
                                 const pml_exprs *symbols) {
  lcm_ctx *ctx = p->ctx;
  lcm_model *model = LCM_NEW(lcm_ctx_arena(ctx), lcm_model);
  lcm_node *node = lcm_node_new(ctx, LCM_NODE_FRAGMENT, family->loc);
  const lcm_expr *size = lcm_expr_apply(ctx, LCM_X_ABS, symbols->at[0]);
  const lcm_expr *none = lcm_expr_apply(
      ctx, LCM_X_LOG, lcm_expr_sub(ctx, lcm_expr_int(ctx, -1), size));
  *model = (lcm_model){.category = lcm_intern(ctx, "time"),
                       .expr = lcm_expr_mul(ctx, none, p->unit),
                       .provenance = LCM_PROV_ANNOTATED,
                       .loc = family->loc};
  node->label =
      lcm_arena_printf(lcm_ctx_arena(ctx), "no such %s", family->name);
  node->models = model;
  node->n_models = 1;
  return node;
}

/* Return the branch over the members of "family" by the arguments
 * "symbols". */
static const lcm_node *members_branch(struct pml *p,
                                      const struct pml_name *family,
                                      const pml_exprs *symbols) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  const size_t n = family->members.n;
  lcm_node *node = lcm_node_new(p->ctx, LCM_NODE_BRANCH, family->loc);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, n + 1);
  const lcm_expr **conditions = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  for (size_t i = 0; i < n; i++) {
    const struct pml_member *member = &family->members.at[i];
    children[i] = call_of(p, member_key(p, family, member), member->loc);
    conditions[i] = is_member(p, symbols, member);
  }
  children[n] = no_member(p, family, symbols);
  node->children = children;
  node->n_children = n + 1;
  node->u.branch.conditions = conditions;
  node->label = lcm_arena_printf(arena, "which %s", family->name);
  return node;
}

/* Add the function that chooses a member of "family" by its arguments. */
static void add_chooser(struct pml *p, const struct pml_name *family) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  const char **params = LCM_NEW_ARRAY(arena, const char *, family->n);
  struct pml_function out = {.calls = p->calls.n};
  pml_exprs symbols = {0};
  for (size_t i = 0; i < family->n; i++) {
    params[i] = lcm_intern(p->ctx, lcm_arena_printf(arena, "i%zu", i + 1));
    LCM_LIST_ADD(arena, &symbols,
                 lcm_expr_symbol(p->ctx, params[i], LCM_DIM_NONE));
  }
  const char *key =
      lcm_intern(p->ctx, lcm_arena_printf(arena, "%s[]", family->name));
  out.function = (lcm_function){.key = key,
                                .name = key,
                                .flags_hash = lcm_intern(p->ctx, ""),
                                .params = params,
                                .n_params = family->n,
                                .body = members_branch(p, family, &symbols),
                                .loc = family->loc};
  out.n_calls = p->calls.n - out.calls;
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->functions, out);
}

/* Read the members of the family "name". */
static void read_family(struct pml *p, const struct pml_name *name) {
  for (size_t i = 0; i < name->members.n && !p->status; i++) {
    const struct pml_member *member = &name->members.at[i];
    const char *key = member_key(p, name, member);
    read_equation(p,
                  (lcm_function){.key = key, .name = key, .loc = member->loc},
                  member->text, member->token);
  }
}

void pml_equations(struct pml *p) {
  for (size_t i = 0; i < p->names.n && !p->status; i++) {
    const struct pml_name *name = &p->names.at[i];
    const lcm_function function = {.key = name->name,
                                   .name = name->name,
                                   .params = name->params,
                                   .n_params = name->n,
                                   .loc = name->loc};
    if (name->is == PML_IS_EQUATION)
      read_equation(p, function, name->text, name->token);
    else if (name->is == PML_IS_FAMILY)
      read_family(p, name);
  }
  for (size_t i = 0; i < p->names.n && !p->status; i++)
    if (p->names.at[i].indexed)
      add_chooser(p, &p->names.at[i]);
}

/* ---- checks ---------------------------------------------------------------
 */

/* A walk through the calls that happen whenever an equation is executed. */
struct walk {
  struct pml *p;
  lcm_map by_key; /* place of each function in p->functions */
  char *state;    /* 0: not seen, 1: on the path, 2: done */
  size_t *path;   /* the functions on it */
  size_t *next;   /* the call to look at in each */
  size_t n;
};

/* Report the cycle of the path that the call "call" of function "to" closes. */
static void report_cycle(const struct walk *w, const struct pml_call *call,
                         size_t to) {
  struct pml *p = w->p;
  lcm_buf buf = {0};
  size_t first = w->n;
  while (first > 0 && w->path[first - 1] != to)
    first--;
  for (size_t i = first ? first - 1 : 0; i < w->n && i < first + 6; i++)
    lcm_buf_printf(&buf, "%s calls ",
                   p->functions.at[w->path[i]].function.name);
  lcm_buf_puts(&buf, p->functions.at[to].function.name);
  pml_error(p, LCM_ESTRUCT, LCM_DIAG_RECURSION, call->loc,
            "endless recursion: %s", lcm_ctx_text(p->ctx, &buf));
}

/* Enter function number "at". */
static void enter(struct walk *w, size_t at) {
  w->state[at] = 1;
  w->path[w->n] = at;
  w->next[w->n] = w->p->functions.at[at].calls;
  w->n++;
}

/* Look at the next call of the innermost function of the path. */
static void step(struct walk *w) {
  struct pml *p = w->p;
  const struct pml_function *function = &p->functions.at[w->path[w->n - 1]];
  const size_t i = w->next[w->n - 1]++;
  size_t to = 0;
  if (i == function->calls + function->n_calls) {
    w->state[w->path[--w->n]] = 2;
    return;
  }
  const struct pml_call *call = &p->calls.at[i];
  if (!call->certain || !lcm_map_get(&w->by_key, call->callee, &to))
    return;
  if (w->state[to] == 1)
    report_cycle(w, call, to);
  else if (!w->state[to])
    enter(w, to);
}

/* Report an equation that calls itself whenever it is executed. */
static void check_recursion(struct pml *p) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  const size_t n = p->functions.n + 1;
  struct walk w = {.p = p,
                   .state = LCM_NEW_ARRAY(arena, char, n),
                   .path = LCM_NEW_ARRAY(arena, size_t, n),
                   .next = LCM_NEW_ARRAY(arena, size_t, n)};
  for (size_t i = 0; i < p->functions.n; i++)
    lcm_map_put(arena, &w.by_key, p->functions.at[i].function.key, i);
  for (size_t i = 0; i < p->functions.n; i++) {
    if (!w.state[i])
      enter(&w, i);
    while (w.n && !p->status)
      step(&w);
  }
}

void pml_check(struct pml *p) {
  check_recursion(p);
  for (size_t i = 0; i < p->waits.n && !p->status; i++)
    if (!pml_find(p, p->waits.at[i].name)->signalled)
      pml_error(p, LCM_ESTRUCT, LCM_DIAG_DEADLOCK, p->waits.at[i].loc,
                "nothing signals '%s'", p->waits.at[i].name);
}
