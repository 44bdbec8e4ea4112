/* Changing the cost of a fragment, or the value of a name below it. */
#include "model/edit/core/fragment.h"

#include <stdlib.h>
#include <string.h>

#include "model/edit/core/argument.h"
#include "model/machine/machine.h"

/* An edit being made. */
struct editing {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_edit *edit;
  const lcm_expr *value; /* its expression; NULL: taken away */
  size_t found;          /* how many nodes it changed */
};

/* ---- fragments ----------------------------------------------------------- */

typedef LCM_LIST(const char *) name_list;

/* Names being collected. */
struct collecting {
  lcm_ctx *ctx;
  name_list names;
};

/* Add the name of "node". */
static lcm_status collect(const lcm_node *node, void *user) {
  struct collecting *c = user;
  if (node->name)
    LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->names, node->name);
  return LCM_OK;
}

/* Order two names. */
static int name_order(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

size_t lcm_program_fragments(const char *const **names, lcm_ctx *ctx,
                             const lcm_program *program) {
  struct collecting c = {.ctx = ctx};
  size_t n = 0;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < program->n_functions && !status; i++)
    if (program->functions[i].body)
      status = lcm_node_foreach(program->functions[i].body, collect, &c);
  if (c.names.n)
    qsort(c.names.at, c.names.n, sizeof *c.names.at, name_order);
  for (size_t i = 0; i < c.names.n; i++)
    if (!n || strcmp(c.names.at[n - 1], c.names.at[i]) != 0)
      c.names.at[n++] = c.names.at[i];
  *names = c.names.at;
  return n;
}

/* Report that there is no fragment of the name that "e" asks for. */
static lcm_status no_fragment(struct editing *e) {
  const char *const *names = NULL;
  const size_t n = lcm_program_fragments(&names, e->ctx, e->program);
  lcm_buf list = {0};
  for (size_t i = 0; i < n; i++)
    lcm_buf_printf(&list, "%s%s", i ? ", " : "", names[i]);
  lcm_report(e->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             "there is no fragment '%s'; there %s%s", e->edit->fragment,
             n ? "are: " : "are none", n && list.text ? list.text : "");
  lcm_buf_free(&list);
  return LCM_EUSAGE;
}

/* ---- the expression ------------------------------------------------------ */

/* Report where the value of "e", at "at", has a dimension that it may not
 * have. */
static lcm_status check_dimension(struct editing *e, lcm_loc at) {
  const char *name = e->edit->name;
  const lcm_dim dim = lcm_expr_dim(e->value);
  char have[64];
  char want[64];
  lcm_dim_print(have, dim);
  lcm_dim_print(want, lcm_edit_dim(e->program, name));
  if (e->edit->kind == LCM_EDIT_MODEL) {
    if (lcm_model_is_cost(e->value))
      return LCM_OK;
    lcm_report(e->ctx, LCM_DIAG_MODEL_DIMENSION, at,
               "a model is a time (s), or flop or byte to be priced, not %s",
               have);
    return LCM_EUNIT;
  }
  if (lcm_dim_equal(dim, lcm_edit_dim(e->program, name)))
    return LCM_OK;
  lcm_report(e->ctx, LCM_DIAG_UNIT, at, "'%s' has the dimension %s, not %s",
             name, want, have);
  return LCM_EUNIT;
}

/* Read the expression of "e". */
static lcm_status read_value(struct editing *e) {
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  const char *text = e->edit->expression;
  const char *file =
      lcm_arena_printf(arena, "%s.%s", e->edit->fragment, e->edit->name);
  if (!text)
    return LCM_OK;
  const struct lcm_expr_source source = {
      .text = lcm_arena_strdup(arena, text),
      .len = strlen(text),
      .at = {lcm_intern(e->ctx, file), 1, 1, 0, (unsigned)strlen(text)},
      .resolve = lcm_edit_resolve,
      .user = (void *)(uintptr_t)e->program};
  const lcm_status status = lcm_expr_parse(&e->value, e->ctx, &source);
  return status ? status : check_dimension(e, source.at);
}

/* Report where the category of the model of "e" is not declared. */
static lcm_status check_category(struct editing *e) {
  const char *name = e->edit->name;
  if (e->edit->kind != LCM_EDIT_MODEL)
    return LCM_OK;
  if (lcm_amount_traits(name) & LCM_OF_MODEL)
    return LCM_OK;
  for (size_t i = 0; i < e->program->n_categories; i++)
    if (!strcmp(e->program->categories[i].name, name))
      return LCM_OK;
  lcm_report(e->ctx, LCM_DIAG_UNKNOWN_CATEGORY, (lcm_loc){0},
             "category '%s' is not declared", name);
  return LCM_EUSAGE;
}

/* ---- the tree ------------------------------------------------------------ */

/* Return whether a model of the whole cost is called "name". */
static bool is_whole(const char *name) {
  return lcm_amount_traits(name) & LCM_OF_WHOLE;
}

/* Return whether "model" gives way to the model of "e": one of the same
 * category, and one of the whole cost to another of the whole cost. */
static bool gives_way(const struct editing *e, const lcm_model *model) {
  return !strcmp(model->category, e->edit->name) ||
         (e->value && is_whole(model->category) && is_whole(e->edit->name));
}

/* Put the model of "e" into "node" in place of what it has. */
static void edit_models(struct editing *e, lcm_node *node) {
  LCM_LIST(lcm_model) models = {0};
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  for (size_t i = 0; i < node->n_models; i++)
    if (!gives_way(e, &node->models[i]))
      LCM_LIST_ADD(arena, &models, node->models[i]);
  if (e->value) {
    const lcm_model model = {.category = lcm_intern(e->ctx, e->edit->name),
                             .expr = e->value,
                             .per = e->edit->per,
                             .provenance = LCM_PROV_ANNOTATED,
                             .loc = node->loc};
    LCM_LIST_ADD(arena, &models, model);
  }
  node->models = models.at;
  node->n_models = models.n;
}

/* Put the `with` of "e" into "node" in place of what it has. */
static void edit_with(struct editing *e, lcm_node *node) {
  LCM_LIST(struct lcm_assign) with = {0};
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  for (size_t i = 0; i < node->n_with; i++)
    if (strcmp(node->with[i].name, e->edit->name) != 0)
      LCM_LIST_ADD(arena, &with, node->with[i]);
  if (e->value) {
    const struct lcm_assign assign = {lcm_intern(e->ctx, e->edit->name),
                                      e->value};
    LCM_LIST_ADD(arena, &with, assign);
  }
  node->with = with.at;
  node->n_with = with.n;
}

/* Return "node" with the edit made in it and below, itself where nothing
 * changes. */
static const lcm_node *edit_tree(struct editing *e, const lcm_node *node) {
  const lcm_node **children = NULL;
  const bool is_meant = node->name && !strcmp(node->name, e->edit->fragment);
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = edit_tree(e, node->children[i]);
    if (child != node->children[i] && !children) {
      children = LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), const lcm_node *,
                               node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    if (children)
      children[i] = child;
  }
  if (!children && !is_meant)
    return node;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(e->ctx), lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  if (is_meant && e->edit->kind == LCM_EDIT_MODEL)
    edit_models(e, copy);
  else if (is_meant)
    edit_with(e, copy);
  e->found += is_meant;
  return copy;
}

lcm_status lcm_program_edit(const lcm_program **out, lcm_ctx *ctx,
                            const lcm_program *program,
                            const struct lcm_edit *edit) {
  struct editing e = {.ctx = ctx, .program = program, .edit = edit};
  lcm_status status = check_category(&e);
  status = status ? status : read_value(&e);
  if (status)
    return status;
  lcm_program *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_function, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (functions[i].body)
      functions[i].body = edit_tree(&e, functions[i].body);
  }
  if (!e.found)
    return no_fragment(&e);
  *copy = *program;
  copy->functions = functions;
  *out = copy;
  return LCM_OK;
}
