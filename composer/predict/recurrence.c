/* Reads and solves the recursive functions of a program, callees first. */
#include <string.h>

#include "composer/formula/formula.h"
#include "composer/predict/recurrence.h"

/* Functions that were seen. */
struct reached {
  struct lcm_setup *p;
  lcm_map seen;
  LCM_LIST(const lcm_function *) functions;
};

/* Add the functions that "node" comes to call to "r". */
static void reach(struct reached *r, const lcm_node *node) {
  size_t known = 0;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(r->p->program, node->u.call.callee)
          : NULL;
  if (callee && callee->body && !lcm_map_get(&r->seen, callee, &known)) {
    lcm_map_put(lcm_ctx_arena(r->p->ctx), &r->seen, callee, 1);
    LCM_LIST_ADD(lcm_ctx_arena(r->p->ctx), &r->functions, callee);
    reach(r, callee->body);
  }
  for (size_t i = 0; i < node->n_children; i++)
    reach(r, node->children[i]);
}

/* Return whether "function" comes to call itself. */
static bool is_recursive(struct lcm_setup *p, const lcm_function *function) {
  struct reached r = {.p = p};
  size_t known = 0;
  reach(&r, function->body);
  return lcm_map_get(&r.seen, function, &known);
}

/* Return what "r", read and maybe solved, says of its conditions. */
static void put_cases(struct lcm_recurrence *out,
                      const struct lcm_recursion *r) {
  const lcm_expr **when =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const lcm_expr *, r->cases.n + 1);
  for (size_t i = 0; i < r->cases.n; i++) {
    const struct lcm_case *one = &r->cases.at[i];
    for (size_t k = 0; k < one->n_guards && i + 1 < r->cases.n; k++) {
      const lcm_expr *cond = one->guards[k].cond;
      if (!one->guards[k].holds)
        cond = lcm_expr_apply(r->ctx, LCM_X_NOT, cond);
      when[i] =
          when[i] ? lcm_expr_binary(r->ctx, LCM_X_AND, when[i], cond) : cond;
    }
  }
  out->when = when;
  out->n_cases = r->cases.n;
}

/* Add what was found out of "r" to "*solutions". */
static void remember(struct lcm_setup *p, const struct lcm_recurrence *of,
                     const struct lcm_recursion *r,
                     const struct lcm_solution **solutions) {
  struct lcm_solution *one =
      LCM_NEW(lcm_ctx_arena(p->ctx), struct lcm_solution);
  const lcm_expr *work = of->n_parts ? of->parts[0].closed : NULL;
  const struct lcm_subst subst = {of->levels, of->levels_is};
  if (work && of->levels)
    work = lcm_expr_subst(p->ctx, work, &subst, 1);
  *one = (struct lcm_solution){.function = r->function,
                               .work = work,
                               .tasks = r->tasks,
                               .next = *solutions};
  *solutions = one;
}

/* Return the recurrence of "function", given the "*solutions" of those that it
 * calls, to which its own is added. */
static struct lcm_recurrence
recurrence_of(struct lcm_setup *p, const lcm_function *function,
              const struct lcm_solution **solutions) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  if (!p->facts)
    p->facts = lcm_facts_new(p->ctx, p->program, p->data);
  struct lcm_formula f = {.ctx = p->ctx,
                          .program = p->program,
                          .machine = p->machine,
                          .data = p->data,
                          .n_cats = p->n_cats,
                          .cat_names = p->cat_names,
                          .facts = p->facts};
  struct lcm_recursion r = {
      .ctx = p->ctx,
      .function = function,
      .solutions = *solutions,
      .matters = LCM_NEW_ARRAY(arena, bool, function->n_params + 1)};
  struct lcm_recurrence out = {.function = function};
  const char **params =
      LCM_NEW_ARRAY(arena, const char *, function->n_params + 1);
  lcm_formula_take_machine(&f);
  f.globals = f.values.n;
  r.tasks = lcm_formula_traits(&f, function->body)->tasks;
  lcm_recursion_read(&r, &f);
  for (size_t k = 0; k < function->n_params; k++)
    if (r.matters[k])
      params[out.n_params++] = function->params[k];
  out.params = params;
  out.reason = r.reason;
  if (r.reason)
    return out;
  put_cases(&out, &r);
  lcm_recursion_solve(&out, &r);
  remember(p, &out, &r, solutions);
  return out;
}

size_t lcm_setup_recurrences(const struct lcm_recurrence **out,
                             struct lcm_setup *p) {
  struct reached r = {.p = p};
  LCM_LIST(struct lcm_recurrence) all = {0};
  const bool muted = lcm_ctx_mute(p->ctx, true);
  if (p->entry && p->entry->body)
    reach(&r, p->entry->body);
  const struct lcm_solution *solutions = NULL;
  for (size_t i = r.functions.n; i-- > 0;) {
    if (!is_recursive(p, r.functions.at[i]))
      continue;
    lcm_ctx_refill(p->ctx);
    const struct lcm_recurrence one =
        recurrence_of(p, r.functions.at[i], &solutions);
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &all, one);
  }
  lcm_ctx_refill(p->ctx);
  (void)lcm_ctx_mute(p->ctx, muted);
  *out = all.at;
  return all.n;
}
