/* Building nodes, and asking for their models and attributes.  Tables of
 * what nodes.def says of each kind of node. */
#include "model/structure/node.h"

#include <string.h>

#include "model/structure/categories.h"

/* How many children a kind has: none, at most one, any number. */
enum children { LEAF, BODY, MANY };

/* Whether what a kind executes is executed by one after the other. */
enum spread { SERIAL, PARALLEL };

/* What nodes.def says of a kind. */
struct traits {
  const char *word;
  lcm_node_part part;
  enum children children;
  enum spread spread;
};

static const struct traits TRAITS[LCM_NODE_COUNT + 1] = {
#define LCM_NODE(name, text, part, children, spread, meaning)                  \
  {text, LCM_U_##part, children, spread},
#include "model/structure/nodes.def"
#undef LCM_NODE
    {"", LCM_U_NONE, LEAF, SERIAL}};

const char *lcm_node_word(lcm_node_kind kind) { return TRAITS[kind].word; }

const char *lcm_node_article(lcm_node_kind kind) {
  return strchr("aeio", *lcm_node_word(kind)) ? "an" : "a";
}

lcm_node_part lcm_node_part_of(lcm_node_kind kind) { return TRAITS[kind].part; }

bool lcm_node_is_loop(lcm_node_kind kind) {
  return TRAITS[kind].part == LCM_U_LOOP;
}

bool lcm_node_is_serial_loop(lcm_node_kind kind) {
  return lcm_node_is_loop(kind) && !lcm_node_spreads(kind);
}

bool lcm_node_is_resource(lcm_node_kind kind) {
  return TRAITS[kind].part == LCM_U_RESOURCE;
}

bool lcm_node_is_condition(lcm_node_kind kind) {
  return TRAITS[kind].part == LCM_U_CONDITION;
}

bool lcm_node_spreads(lcm_node_kind kind) {
  return TRAITS[kind].spread == PARALLEL;
}

bool lcm_node_has_body(lcm_node_kind kind) {
  return TRAITS[kind].children == BODY;
}

lcm_node *lcm_node_new(lcm_ctx *ctx, lcm_node_kind kind, lcm_loc loc) {
  lcm_node *node = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
  node->kind = kind;
  node->loc = loc;
  if (kind == LCM_NODE_MESSAGE)
    node->u.message = LCM_NEW(lcm_ctx_arena(ctx), struct lcm_mpi_call);
  return node;
}

const lcm_model *lcm_node_model(const lcm_node *node, const char *category) {
  for (size_t i = 0; i < node->n_models; i++)
    if (!strcmp(node->models[i].category, category))
      return &node->models[i];
  return NULL;
}

const lcm_model *lcm_node_whole(const lcm_node *node) {
  const char *const words[] = {"time", "work", lcm_cat_name(LCM_CAT_PC)};
  const lcm_model *model = NULL;
  for (size_t i = 0; i < sizeof words / sizeof *words && !model; i++)
    model = lcm_node_model(node, words[i]);
  return model;
}

bool lcm_model_is_cost(const lcm_expr *e) {
  const lcm_dim dim = lcm_expr_dim(e);
  return lcm_expr_is_int(e, 0) || lcm_dim_equal(dim, LCM_DIM_TIME) ||
         lcm_dim_equal(dim, LCM_DIM_FLOP) || lcm_dim_equal(dim, LCM_DIM_BYTE);
}

const char *lcm_node_attribute(const lcm_node *node, const char *key) {
  for (size_t i = 0; i < node->n_attributes; i++)
    if (!strcmp(node->attributes[i].key, key))
      return node->attributes[i].value;
  return NULL;
}

void lcm_node_set_attributes(lcm_node *node, const struct lcm_attribute *all,
                             size_t n) {
  node->attributes = all;
  node->n_attributes = n;
  node->marks = (struct lcm_node_marks){
#define LCM_ATTRIBUTE(name, meaning) .name = lcm_node_attribute(node, #name),
#include "model/structure/attributes.def"
#undef LCM_ATTRIBUTE
  };
}

void lcm_node_say(lcm_ctx *ctx, lcm_node *node, const char *key,
                  const char *value) {
  const size_t n = node->n_attributes;
  struct lcm_attribute *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_attribute, n + 1);
  size_t at = 0;
  if (n)
    memcpy(all, node->attributes, n * sizeof *all);
  while (at < n && strcmp(all[at].key, key) != 0)
    at++;
  all[at] = (struct lcm_attribute){key, value};
  lcm_node_set_attributes(node, all, at < n ? n : n + 1);
}

lcm_status lcm_node_foreach(const lcm_node *root, lcm_visit_fn fn, void *user) {
  lcm_status status = fn(root, user);
  for (size_t i = 0; i < root->n_children && !status; i++)
    status = lcm_node_foreach(root->children[i], fn, user);
  return status;
}
