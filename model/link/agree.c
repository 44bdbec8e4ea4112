/* Whether the parts of a program agree on coefficients. */
#include "model/link/agree.h"

#include "base/map.h"

/* The coefficients that were met. */
struct meeting {
  lcm_ctx *ctx;
  lcm_map met; /* by the name that readers know, const lcm_coef * as a number */
  const lcm_node *node;
  bool differ;
};

/* Note the coefficient "coef". */
static void meet(struct meeting *m, const lcm_coef *coef) {
  const char *name =
      lcm_intern_n(m->ctx, coef->name, (size_t)lcm_coef_length(coef->name));
  size_t found = 0;
  if (!lcm_map_get(&m->met, name, &found)) {
    lcm_map_put(lcm_ctx_arena(m->ctx), &m->met, name, (size_t)(uintptr_t)coef);
    return;
  }
  const lcm_coef *known = (const lcm_coef *)(uintptr_t)found;
  if (known->name == coef->name || m->differ)
    return;
  m->differ = true;
  lcm_report(m->ctx, LCM_DIAG_COEFFICIENT, m->node->loc,
             "coefficient '%s' is %.17g +/- %.17g here, and was %.17g +/- "
             "%.17g elsewhere",
             name, coef->value, coef->half_width, known->value,
             known->half_width);
}

/* Note the coefficients in "e". */
static bool note_expr(const lcm_expr *e, void *user) {
  struct meeting *m = user;
  const lcm_coef *const *coefs = NULL;
  const size_t n = e ? lcm_expr_coefs(&coefs, m->ctx, e) : 0;
  for (size_t i = 0; i < n; i++)
    meet(m, coefs[i]);
  return false;
}

/* Note the coefficients of "node". */
static lcm_status note_node(const lcm_node *node, void *user) {
  struct meeting *m = user;
  m->node = node;
  (void)lcm_node_exprs(node, LCM_EXPRS_ALL, note_expr, m);
  return LCM_OK;
}

lcm_status lcm_coefs_agree(lcm_ctx *ctx, const lcm_program *program) {
  struct meeting m = {.ctx = ctx};
  for (size_t i = 0; lcm_coef_any_apart(ctx) && i < program->n_functions; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, note_node, &m))
      return LCM_ESTRUCT;
  return m.differ ? LCM_ESTRUCT : LCM_OK;
}
