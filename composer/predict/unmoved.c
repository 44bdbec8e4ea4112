/* Takes measured communication off where the data do not move (Crovella 1994,
 * 6.2.2): restructured programs keep the models of their fragments. */
#include "composer/predict/unmoved.h"

#include <string.h>

#include "composer/scope/scope.h"
#include "composer/trace/trace.h"
#include "model/measurement/measurement.h"
#include "model/sections/sections.h"

/* A program being rewritten. */
struct unmoving {
  lcm_ctx *ctx;
  const lcm_data *data; /* what moves in it; NULL: not yet found */
  const lcm_program *program;
  bool failed; /* nobody knows what moves */
};

/* What a node reads of the data that its model was measured with. */
struct moved {
  /* bytes of those of which some move, and of all; NULL: not known */
  const lcm_expr *bytes;
  const lcm_expr *all;
  bool any; /* some move */
};

/* Return whether "model" is communication loss that data are named of. */
static bool has_moved(const lcm_model *model) {
  const char *at = model->source;
  size_t len = 0;
  return at && lcm_cat_find(model->category) == LCM_CAT_CL &&
         lcm_source_next(&at, "moves", &len);
}

/* Return whether "m" brings "datum", of "n" bytes, to "node". */
static bool brings(const lcm_movement *m, const lcm_node *node,
                   const char *datum, size_t n) {
  return m->kind == LCM_DEP_TRUE && strlen(m->section->datum) == n &&
         !memcmp(m->section->datum, datum, n) &&
         lcm_node_holds(node, m->to_node);
}

/* Add "bytes" to "*sum"; NULL where one of them is. */
static void add(lcm_ctx *ctx, const lcm_expr **sum, const lcm_expr *bytes) {
  *sum = *sum && bytes ? lcm_expr_add(ctx, *sum, bytes) : NULL;
}

/* Return whether one of the "n" movements at "all" brings "datum", of "len"
 * bytes, to "node". */
static bool is_brought(const lcm_movement *all, size_t n, const lcm_node *node,
                       const char *datum, size_t len) {
  for (size_t i = 0; i < n; i++)
    if (brings(&all[i], node, datum, len))
      return true;
  return false;
}

/* Add what "node" reads of "datum", of "n" bytes, to "moved"; false where
 * nobody is seen to write it. */
static bool add_datum(struct moved *moved, const struct unmoving *u,
                      const lcm_node *node, const char *datum, size_t n) {
  const lcm_data *data = u->data;
  const lcm_expr *bytes = lcm_expr_int(u->ctx, 0);
  for (size_t i = 0; i < node->n_reads; i++) {
    bool exact = false;
    const lcm_section *section = &node->reads[i];
    if (strlen(section->datum) != n || memcmp(section->datum, datum, n) != 0)
      continue;
    const lcm_expr *one = lcm_section_count(&exact, u->ctx, section);
    add(u->ctx, &bytes, exact ? one : NULL);
  }
  add(u->ctx, &moved->all, bytes);
  if (is_brought(data->movements, data->n_movements, node, datum, n)) {
    moved->any = true;
    add(u->ctx, &moved->bytes, bytes);
  }
  return is_brought(data->dependences, data->n_dependences, node, datum, n);
}

/* Return the share of the bytes "moved" that are of data of which some move,
 * where that is known; 1 where it is not and some do. */
static const lcm_expr *share_of(lcm_ctx *ctx, const struct moved *moved) {
  double bytes = 0;
  double all = 0;
  if (!moved->any)
    return lcm_expr_int(ctx, 0);
  if (!moved->bytes || !moved->all ||
      !lcm_expr_is_number(moved->bytes, &bytes) ||
      !lcm_expr_is_number(moved->all, &all) || bytes <= 0 || bytes >= all)
    return lcm_expr_int(ctx, 1);
  return lcm_expr_div(ctx, moved->bytes, moved->all);
}

/* Return what is left of "model", of "node", in the program of "u". */
static const lcm_expr *left(struct unmoving *u, const lcm_node *node,
                            const lcm_model *model) {
  lcm_ctx *ctx = u->ctx;
  const char *at = model->source;
  size_t len = 0;
  struct moved moved = {lcm_expr_int(ctx, 0), lcm_expr_int(ctx, 0), false};
  bool seen = true;
  for (const char *list = NULL; (list = lcm_source_next(&at, "moves", &len));)
    for (size_t i = 0, n = 0; i < len && seen; i += n + 1) {
      for (n = 0; i + n < len && list[i + n] != ',';)
        n++;
      seen = add_datum(&moved, u, node, list + i, n);
    }
  if (!seen)
    return model->expr;
  const lcm_expr *alone = lcm_expr_binary(
      ctx, LCM_X_EQ,
      lcm_expr_symbol(ctx, lcm_intern(ctx, LCM_PROCS_OF_RUN), LCM_DIM_NONE),
      lcm_expr_int(ctx, 1));
  const lcm_expr *zero = lcm_expr_mul(ctx, lcm_expr_int(ctx, 0), model->expr);
  return lcm_expr_if(ctx, alone, zero,
                     lcm_expr_mul(ctx, share_of(ctx, &moved), model->expr));
}

/* Return the models of "node" with what is left of each. */
static const lcm_model *models_of(struct unmoving *u, const lcm_node *node) {
  lcm_model *models = NULL;
  for (size_t i = 0; i < node->n_models && !u->failed; i++) {
    if (!has_moved(&node->models[i]))
      continue;
    if (!u->data)
      u->failed = lcm_data_trace_all(&u->data, u->ctx, u->program) != LCM_OK ||
                  u->data->is_cut;
    if (u->failed)
      break;
    if (!models) {
      models = LCM_NEW_ARRAY(lcm_ctx_arena(u->ctx), lcm_model, node->n_models);
      memcpy(models, node->models, node->n_models * sizeof *models);
    }
    models[i].expr = left(u, node, &node->models[i]);
  }
  return models ? models : node->models;
}

/* Return "node" with what is left of the models in and below it. */
static const lcm_node *rewrite(struct unmoving *u, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(u->ctx);
  const lcm_node **children = NULL;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = rewrite(u, node->children[i]);
    if (child != node->children[i] && !children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    if (children)
      children[i] = child;
  }
  const lcm_model *models = node->n_models ? models_of(u, node) : node->models;
  if (!children && models == node->models)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  copy->models = models;
  return copy;
}

const lcm_program *lcm_program_unmoved(lcm_ctx *ctx,
                                       const lcm_program *program) {
  struct unmoving u = {.ctx = ctx, .program = program};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = program->n_functions;
  lcm_function *functions = LCM_NEW_ARRAY(arena, lcm_function, n + 1);
  const bool muted = lcm_ctx_mute(ctx, true);
  for (size_t i = 0; i < n; i++) {
    functions[i] = program->functions[i];
    if (functions[i].body)
      functions[i].body = rewrite(&u, functions[i].body);
  }
  (void)lcm_ctx_mute(ctx, muted);
  if (!u.data || u.failed)
    return program;
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  *copy = *program;
  copy->functions = functions;
  return copy;
}
