/* Predicts as much of a program as has a prediction. */
#include <string.h>

#include "composer/predict/most.h"
#include "composer/predict/predict.h"

/* So often something is left out, at most. */
enum { MOST_ROUNDS = 1000 };

/* How close a node has to be to an error: at its place, in its line, or in a
 * function that begins there. */
enum closeness { AT_PLACE, IN_LINE, IN_FUNCTION, FAR };

/* Something being left out. */
struct omitting {
  lcm_ctx *ctx;
  lcm_loc at;          /* the error */
  const char *message; /* what it says */
  enum closeness how;  /* how close to it */
  size_t n;            /* nodes that were left out */
};

typedef LCM_LIST(struct lcm_diag) diag_list;

/* Return whether "loc" is as close to the error as "o" wants. */
static bool is_close(const struct omitting *o, lcm_loc loc) {
  return loc.file && !strcmp(loc.file, o->at.file) && loc.line == o->at.line &&
         (o->how != AT_PLACE || loc.column == o->at.column);
}

/* Return whether the error is about "node": it or a model of it is there. */
static bool is_meant(const struct omitting *o, const lcm_node *node) {
  bool meant = node->kind != LCM_NODE_OPAQUE && is_close(o, node->loc);
  for (size_t i = 0; i < node->n_models && !meant; i++)
    meant = is_close(o, node->models[i].loc);
  return meant;
}

/* Return what stands for "node", which is left out. */
static const lcm_node *left_out(struct omitting *o, const lcm_node *node) {
  lcm_node *opaque = lcm_node_new(o->ctx, LCM_NODE_OPAQUE, node->loc);
  opaque->label = node->label;
  opaque->name = node->name;
  opaque->u.opaque.reason = o->message;
  o->n++;
  return opaque;
}

/* Return "node" without what the error is about at and below it, itself where
 * that is nothing. */
static const lcm_node *without(struct omitting *o, const lcm_node *node) {
  LCM_LIST(const lcm_node *) children = {0};
  bool changed = false;
  if (is_meant(o, node))
    return left_out(o, node);
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = without(o, node->children[i]);
    changed = changed || child != node->children[i];
    LCM_LIST_ADD(lcm_ctx_arena(o->ctx), &children, child);
  }
  if (!changed)
    return node;
  lcm_node *copy = lcm_node_new(o->ctx, node->kind, node->loc);
  *copy = *node;
  copy->children = children.at;
  return copy;
}

/* Put "program" without what the error is about into "*out"; false where there
 * is nothing as close to it as "o" wants. */
static bool omit(const lcm_program **out, struct omitting *o,
                 const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(o->ctx);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  o->n = 0;
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (!functions[i].body)
      continue;
    functions[i].body = o->how != IN_FUNCTION ? without(o, functions[i].body)
                        : is_close(o, functions[i].loc)
                            ? left_out(o, functions[i].body)
                            : functions[i].body;
  }
  if (!o->n)
    return false;
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  *copy = *program;
  copy->functions = functions;
  *out = copy;
  return !lcm_program_finish(o->ctx, copy);
}

/* Return whether "all" has "diag". */
static bool has(const diag_list *all, const lcm_diag *diag) {
  for (size_t i = 0; i < all->n; i++)
    if (all->at[i].id == diag->id && all->at[i].at.file == diag->at.file &&
        all->at[i].at.line == diag->at.line &&
        all->at[i].at.column == diag->at.column &&
        !strcmp(all->at[i].message, diag->message))
      return true;
  return false;
}

/* Add the errors of "ctx" that "before" (or NULL) does not have to "out". */
static void add_errors(diag_list *out, lcm_ctx *ctx, const diag_list *before) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].severity == LCM_ERROR && all[i].id != LCM_DIAG_NOT_PREDICTED &&
        !(before && has(before, &all[i])))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), out, all[i]);
}

/* Leave out of "*program" what "error" is about, and say so; false where that
 * is nothing of it. */
static bool leave_out(const lcm_program **program, lcm_ctx *ctx,
                      const lcm_diag *error) {
  struct omitting o = {
      .ctx = ctx,
      .at = error->at,
      .message = lcm_arena_strdup(lcm_ctx_arena(ctx), error->message)};
  if (!o.at.file || !o.at.line)
    return false;
  for (o.how = AT_PLACE; o.how < FAR; o.how++) {
    if (!omit(program, &o, *program))
      continue;
    (void)lcm_diag_withdraw(ctx, error->id, error->at);
    lcm_report(ctx, LCM_DIAG_NOT_PREDICTED, o.at, "%s", o.message);
    return true;
  }
  return false;
}

lcm_status lcm_predict_most(const lcm_prediction **out,
                            const lcm_program **program, lcm_ctx *ctx,
                            const lcm_grid *grid,
                            const struct lcm_predict_options *options) {
  diag_list before = {0};
  lcm_status status = LCM_OK;
  add_errors(&before, ctx, NULL);
  for (size_t round = 0; round < MOST_ROUNDS; round++) {
    diag_list errors = {0};
    bool less = false;
    status = lcm_predict(out, ctx, *program, grid, options);
    if (!status || status == LCM_ENOMEM)
      return status;
    add_errors(&errors, ctx, &before);
    for (size_t i = 0; i < errors.n; i++)
      less = leave_out(program, ctx, &errors.at[i]) || less;
    if (!less)
      return status;
  }
  return status;
}
