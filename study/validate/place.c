/* Where measured fragments are in the program. */
#include <math.h>
#include <string.h>

#include "model/link/link.h"
#include "study/validate/home.h"
#include "study/validate/place.h"

/* Return the node below "node" whose models were fitted to "fragment", NULL
 * without one. */
static const lcm_node *modelled(const lcm_node *node, const char *fragment) {
  for (size_t i = 0; i < node->n_models; i++)
    if (lcm_source_has(node->models[i].source, "fragment", fragment,
                       strlen(fragment)))
      return node;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *found = modelled(node->children[i], fragment);
    if (found)
      return found;
  }
  return NULL;
}

void lcm_sheet_locate(struct lcm_sheet *sheet, lcm_ctx *ctx,
                      const lcm_program *program) {
  for (size_t f = 0; f < sheet->fragments.n; f++) {
    struct lcm_sheet_fragment *fragment = &sheet->fragments.at[f];
    const lcm_function *function = NULL;
    for (size_t i = 0; i < program->n_functions && !fragment->node; i++)
      if (program->functions[i].body && *fragment->name)
        fragment->node = modelled(program->functions[i].body, fragment->name);
    if (!fragment->node)
      fragment->node = lcm_place_find(&function, program, fragment->name);
  }
  lcm_sheet_find_homes(sheet, ctx, program);
}

/* What a search for what is left out has met. */
struct ignoring {
  struct lcm_sheet *sheet;
  const lcm_program *program;
  bool *called; /* functions[i]: an ignored node reaches it */
  bool inside;  /* the walk is below an ignored node */
};

static void look(struct ignoring *g, const lcm_node *node);

/* Look at the function that "node" calls. */
static void look_called(struct ignoring *g, const lcm_node *node) {
  for (size_t i = 0; i < g->program->n_functions; i++) {
    const lcm_function *f = &g->program->functions[i];
    if (!f->body || g->called[i] || strcmp(f->key, node->u.call.callee) != 0)
      continue;
    g->called[i] = true;
    look(g, f->body);
  }
}

/* Mark the fragments at "node" and below that are left out. */
static void look(struct ignoring *g, const lcm_node *node) {
  const bool before = g->inside;
  g->inside = before || node->ignored;
  for (size_t f = 0; g->inside && f < g->sheet->fragments.n; f++)
    if (g->sheet->fragments.at[f].node == node &&
        !g->sheet->fragments.at[f].seen)
      g->sheet->fragments.at[f].ignored = true;
  if (g->inside && node->kind == LCM_NODE_CALL && node->u.call.callee)
    look_called(g, node);
  for (size_t i = 0; i < node->n_children; i++)
    look(g, node->children[i]);
  g->inside = before;
}

void lcm_sheet_ignore(struct lcm_sheet *sheet, lcm_ctx *ctx,
                      const lcm_program *program) {
  struct ignoring g = {.sheet = sheet, .program = program};
  g.called = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body)
      look(&g, program->functions[i].body);
}

double lcm_model_spread(lcm_ctx *ctx, const lcm_model *model,
                        const struct lcm_sheet_point *point) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = point->n_params;
  const lcm_coef *const *coefs = NULL;
  const size_t k = lcm_expr_coefs(&coefs, ctx, model->expr);
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 1);
  double *values = LCM_NEW_ARRAY(arena, double, n + 1);
  double *gradient = LCM_NEW_ARRAY(arena, double, k + 1);
  double value = NAN;
  lcm_tape *tape = NULL;
  for (size_t i = 0; i < n; i++) {
    names[i] = point->params[i].name;
    values[i] = point->params[i].value;
  }
  const bool mute = lcm_ctx_mute(ctx, true);
  const bool fails = !k ||
                     lcm_expr_eval(&value, model->expr, point->params, n) ||
                     lcm_tape_compile(&tape, ctx, &model->expr, 1, names, n);
  lcm_ctx_mute(ctx, mute);
  if (fails || !(value != 0))
    return NAN;
  lcm_tape_gradient(tape, 0, values, coefs, k, gradient);
  return lcm_coef_half_width(ctx, coefs, gradient, k) / fabs(value);
}
