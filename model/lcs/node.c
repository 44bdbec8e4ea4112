/* Reading nodes of the text form. */
#include <string.h>

#include "model/lcs/node.h"
#include "model/lcs/print.h"
#include "model/lcs/read_parts.h"

/* A node whose lines are read. */
struct open_node {
  lcm_node *node;
  struct open_node *parent; /* the node that it stands in, NULL at the root */
  /* condition, chance: when it is taken, in a branch */
  const lcm_expr *condition;
  const lcm_expr *chance;
  bool is_chance; /* a branch whose alternatives are taken by chance */
  /* how many nodes, from the one that it stands in on, it is the whole of; 0:
   * it is a node of its own */
  unsigned n_whole;
  LCM_LIST(const lcm_node *) children;
  /* conditions, chances: of its children */
  LCM_LIST(const lcm_expr *) conditions;
  LCM_LIST(const lcm_expr *) chances;
  LCM_LIST(lcm_iteration) ranges;
  LCM_LIST(struct lcm_instance) instances;
  LCM_LIST(lcm_model) models;
  LCM_LIST(lcm_section) reads;
  LCM_LIST(lcm_section) writes;
  LCM_LIST(struct lcm_assign) with;
  LCM_LIST(struct lcm_again) again;
  LCM_LIST(struct lcm_slow) slow;
  LCM_LIST(const char *) assumes;
  LCM_LIST(struct lcm_attribute) attributes;
  LCM_LIST(struct lcm_depend) depends;
  LCM_LIST(const lcm_expr *) args;
  /* places, sizes: of the arguments, as many as "args" */
  LCM_LIST(lcm_section) places;
  LCM_LIST(const lcm_expr *) sizes;
  LCM_LIST(const char *) sets;
};

/* top    the innermost node that is open */
struct lcs_tree {
  struct lcs *l;
  struct open_node *top;
  const lcm_node *root;
  unsigned depth; /* how many are */
  unsigned next;  /* number of the next node */
  bool done;
};

struct lcs_tree *lcs_tree_new(struct lcs *l) {
  struct lcs_tree *tree = LCM_NEW(lcm_ctx_arena(l->ctx), struct lcs_tree);
  tree->l = l;
  tree->next = 1;
  return tree;
}

bool lcs_tree_is_done(const struct lcs_tree *tree) { return tree->done; }

const lcm_node *lcs_tree_root(const struct lcs_tree *tree) {
  return tree->root;
}

/* ---- lines of a node ------------------------------------------------------
 */

/* Read the line of a model behind its first word. */
static void read_model(struct lcs *l, struct open_node *open) {
  lcm_model model = {.category = lcs_word(l, "a category"),
                     .provenance = LCM_PROV_ANNOTATED};
  model.expr = lcs_group(l);
  const struct lcs_record record = {.what = "a model",
                                    .fields = LCS_MODEL,
                                    .record = &model,
                                    .loc = &model.loc};
  lcs_attributes(l, &record);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->models, model);
}

/* Read the line of what is read. */
static void read_read(struct lcs *l, struct open_node *open) {
  lcm_section section;
  lcs_section(l, &section);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->reads, section);
}

/* Read the line of what is written. */
static void read_write(struct lcs *l, struct open_node *open) {
  lcm_section section;
  lcs_section(l, &section);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->writes, section);
}

/* Read the line of a `with`. */
static void read_with(struct lcs *l, struct open_node *open) {
  struct lcm_assign assign = {lcs_word(l, "a name"), NULL};
  assign.value = lcs_group(l);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->with, assign);
}

/* Read the line of what is touched again. */
static void read_again(struct lcs *l, struct open_node *open) {
  struct lcm_again again = {lcs_group(l), NULL};
  again.set = lcs_accept(l, '?') ? NULL : lcs_group(l);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->again, again);
}

/* Read the line of slow accesses. */
static void read_slow(struct lcs *l, struct open_node *open) {
  struct lcm_slow slow = {.kind = LCM_SLOW_CHAIN};
  const char *word = lcs_word(l, "the kind of slow accesses");
  while (slow.kind < LCM_SLOW_SHARED && word &&
         strcmp(word, lcs_slow_word(slow.kind)) != 0)
    slow.kind++;
  slow.count = lcs_group(l);
  slow.bytes = lcs_accept(l, '?') ? NULL : lcs_group(l);
  if (slow.kind >= LCM_SLOW_STRIDE) {
    slow.stride = lcs_group(l);
    slow.used = lcs_group(l);
  }
  if (slow.kind == LCM_SLOW_SHARED)
    slow.datum = lcs_word(l, "what is written");
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->slow, slow);
}

/* Read the line of an assumption. */
static void read_assume(struct lcs *l, struct open_node *open) {
  const char *text = lcs_word(l, "a string");
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->assumes, text);
}

/* Read the line of an attribute. */
static void read_attribute(struct lcs *l, struct open_node *open) {
  struct lcm_attribute attribute = {lcs_word(l, "a key"), NULL};
  if (!lcs_at_end(l))
    attribute.value = lcs_word(l, "a string");
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->attributes, attribute);
}

/* Read the line of a dependence of a task. */
static void read_depend(struct lcs *l, struct open_node *open) {
  struct lcm_depend depend = {.type = lcs_word(l, "a type of dependence")};
  lcs_section(l, &depend.section);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->depends, depend);
}

/* What stands behind the value of an argument. */
struct argument {
  const lcm_expr *size;
  lcm_section place;
};

/* Read the attribute "key" of an argument. */
static bool argument_attribute(struct lcs *l, const char *key, bool value,
                               void *user) {
  struct argument *argument = user;
  if (value && !strcmp(key, "size"))
    argument->size = lcs_group(l);
  else if (!value && !strcmp(key, "place"))
    lcs_section(l, &argument->place);
  else
    return false;
  return true;
}

/* Read the line of an argument of a call. */
static void read_argument(struct lcs *l, struct open_node *open) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_loc nowhere = {0};
  struct argument argument = {0};
  const struct lcs_record record = {.what = "an argument",
                                    .loc = &nowhere,
                                    .other = argument_attribute,
                                    .user = &argument};
  const lcm_expr *value = lcs_accept(l, '?') ? NULL : lcs_group(l);
  lcs_attributes(l, &record);
  LCM_LIST_ADD(arena, &open->args, value);
  LCM_LIST_ADD(arena, &open->sizes, argument.size);
  LCM_LIST_ADD(arena, &open->places, argument.place);
}

/* Read the line of a number that a message operation is given. */
static void read_number(struct lcs *l, struct open_node *open) {
  const lcm_expr *value = lcs_accept(l, '?') ? NULL : lcs_group(l);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->args, value);
}

/* Read the line of a variable that a message operation sets. */
static void read_set(struct lcs *l, struct open_node *open) {
  const char *name = lcs_word(l, "a variable");
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &open->sets, name);
}

/* The lines that a node may have besides its children; "kind" is the one that
 * may, LCM_NODE_COUNT: all. */
static const struct property {
  const char *word;
  lcm_node_kind kind;
  void (*read)(struct lcs *l, struct open_node *open);
} PROPERTIES[] = {{"model", LCM_NODE_COUNT, read_model},
                  {"read", LCM_NODE_COUNT, read_read},
                  {"write", LCM_NODE_COUNT, read_write},
                  {"with", LCM_NODE_COUNT, read_with},
                  {"again", LCM_NODE_FRAGMENT, read_again},
                  {"slow", LCM_NODE_FRAGMENT, read_slow},
                  {"assume", LCM_NODE_COUNT, read_assume},
                  {"attribute", LCM_NODE_COUNT, read_attribute},
                  {"depend", LCM_NODE_TASK, read_depend},
                  {"arg", LCM_NODE_CALL, read_argument},
                  {"arg", LCM_NODE_MESSAGE, read_number},
                  {"set", LCM_NODE_MESSAGE, read_set}};

/* Return the line called "word" that a node of "kind" may have, or NULL. */
static const struct property *find_property(const char *word,
                                            lcm_node_kind kind) {
  for (size_t i = 0; i < sizeof PROPERTIES / sizeof *PROPERTIES; i++)
    if (!strcmp(PROPERTIES[i].word, word) &&
        (PROPERTIES[i].kind == kind || PROPERTIES[i].kind == LCM_NODE_COUNT))
      return &PROPERTIES[i];
  return NULL;
}

/* ---- the first line of a node ---------------------------------------------
 */

/* Return whether nodes of "kind" have ranges. */
static bool is_loop(lcm_node_kind kind) {
  return kind == LCM_NODE_LOOP || kind == LCM_NODE_WHILE ||
         kind == LCM_NODE_PARLOOP;
}

/* Return whether nodes of "kind" name resources or a condition. */
static bool has_instances(lcm_node_kind kind) {
  return kind == LCM_NODE_USE || kind == LCM_NODE_USING ||
         kind == LCM_NODE_ACQUIRE || kind == LCM_NODE_RELEASE ||
         kind == LCM_NODE_SIGNAL || kind == LCM_NODE_WAIT;
}

/* Read the attribute "key" of a node that is no field. */
static bool node_attribute(struct lcs *l, const char *key, bool value,
                           void *user) {
  struct open_node *open = user;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_node_kind kind = open->node->kind;
  const bool choice =
      value && open->parent && open->parent->node->kind == LCM_NODE_BRANCH;
  lcm_iteration range = {0};
  struct lcm_instance instance = {0};
  if (value && !strcmp(key, "hash"))
    open->node->fingerprint = lcs_hash(l);
  else if (value && open->parent && !strcmp(key, "whole"))
    open->n_whole = lcs_number(l, "a number");
  else if (choice && !strcmp(key, "if"))
    open->condition = lcs_group(l);
  else if (choice && !strcmp(key, "prob"))
    open->chance = lcs_group(l);
  else if (!value && kind == LCM_NODE_BRANCH && !strcmp(key, "chance"))
    open->is_chance = true;
  else if (value && is_loop(kind) && !strcmp(key, "for")) {
    lcs_range(l, &range);
    LCM_LIST_ADD(arena, &open->ranges, range);
  } else if (value && has_instances(kind) && !strcmp(key, "of")) {
    lcs_instance(l, &instance);
    LCM_LIST_ADD(arena, &open->instances, instance);
  } else
    return false;
  return true;
}

/* Return what "open" lacks, NULL where it has all that its kind needs. */
static const char *missing(const struct open_node *open) {
  const lcm_node *node = open->node;
  if (has_instances(node->kind) && !open->instances.n)
    return "of";
  if ((lcm_node_is_condition(node->kind)) && open->instances.n > 1)
    return "only one 'of', not several";
  if (node->kind == LCM_NODE_USE && !node->u.resource.time)
    return "time";
  if (node->kind == LCM_NODE_CALL && !node->u.call.callee)
    return "callee";
  if (node->kind == LCM_NODE_MESSAGE && !node->u.message->operation)
    return "operation";
  if (node->kind == LCM_NODE_LET && !node->u.let.name)
    return "variable";
  if (node->kind == LCM_NODE_LET && !node->u.let.value)
    return "value";
  return NULL;
}

/* ---- opening and closing --------------------------------------------------
 */

/* Put the list of expressions "list" into "*out" unless all are NULL. */
#define PUT_UNLESS_EMPTY(list, out)                                            \
  do {                                                                         \
    for (size_t at_ = 0; at_ < (list).n; at_++)                                \
      if ((list).at[at_])                                                      \
        *(out) = (list).at;                                                    \
  } while (0)

/* Put what only nodes of its kind have into the node of "open". */
static void fill_kind(struct open_node *open) {
  lcm_node *node = open->node;
  if (is_loop(node->kind)) {
    node->u.loop.ranges = open->ranges.at;
    node->u.loop.n_ranges = open->ranges.n;
  } else if (lcm_node_is_condition(node->kind)) {
    node->u.condition = open->instances.at[0];
  } else if (has_instances(node->kind)) {
    node->u.resource.instances = open->instances.at;
    node->u.resource.n_instances = open->instances.n;
  } else if (node->kind == LCM_NODE_TASK) {
    node->u.task.depends = open->depends.at;
    node->u.task.n_depends = open->depends.n;
  } else if (node->kind == LCM_NODE_CALL) {
    node->u.call.args = open->args.at;
    node->u.call.n_args = open->args.n;
    PUT_UNLESS_EMPTY(open->sizes, &node->u.call.sizes);
    for (size_t i = 0; i < open->places.n; i++)
      if (open->places.at[i].datum)
        node->u.call.places = open->places.at;
  } else if (node->kind == LCM_NODE_MESSAGE) {
    node->u.message->args = open->args.at;
    node->u.message->n_args = open->args.n;
    node->u.message->sets = open->sets.at;
    node->u.message->n_sets = open->sets.n;
  } else if (node->kind == LCM_NODE_BRANCH) {
    PUT_UNLESS_EMPTY(open->conditions, &node->u.branch.conditions);
    PUT_UNLESS_EMPTY(open->chances, &node->u.branch.probabilities);
  }
}

/* Say of the children of "open" which of them are parts of the fragment whose
 * first part has that. */
static void name_parts(struct open_node *open) {
  const lcm_node *const *all = open->children.at;
  for (size_t i = 0; i < open->children.n; i++)
    for (size_t k = 1; k < all[i]->n_whole && i + k < open->children.n; k++)
      ((lcm_node *)(uintptr_t)all[i + k])->part_of = all[i]->whole;
}

/* Let the branch of "open" be decided by chance or by conditions, also where no
 * alternative says when it is taken. */
static void choose(struct lcs *l, struct open_node *open) {
  lcm_node *node = open->node;
  if (node->u.branch.probabilities || node->u.branch.conditions)
    return;
  const lcm_expr **none = LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_expr *,
                                        node->n_children + 1);
  if (open->is_chance)
    node->u.branch.probabilities = none;
  else
    node->u.branch.conditions = none;
}

/* Put the lists of "open" into its node. */
static void fill(struct lcs *l, struct open_node *open) {
  lcm_node *node = open->node;
  name_parts(open);
  node->children = open->children.at;
  node->n_children = open->children.n;
  node->models = open->models.at;
  node->n_models = open->models.n;
  node->reads = open->reads.at;
  node->n_reads = open->reads.n;
  node->writes = open->writes.at;
  node->n_writes = open->writes.n;
  node->with = open->with.at;
  node->n_with = open->with.n;
  node->again = open->again.at;
  node->n_again = open->again.n;
  node->slow = open->slow.at;
  node->n_slow = open->slow.n;
  node->assumes = open->assumes.at;
  node->n_assumes = open->assumes.n;
  lcm_node_set_attributes(node, open->attributes.at, open->attributes.n);
  fill_kind(open);
  if (node->kind == LCM_NODE_BRANCH)
    choose(l, open);
}

/* Put "open" among the children of what it stands in. */
static void attach(struct lcs_tree *tree, struct open_node *open) {
  lcm_arena *arena = lcm_ctx_arena(tree->l->ctx);
  if (!open->parent) {
    tree->root = open->node;
    return;
  }
  if (open->n_whole) {
    open->parent->node->whole = open->node;
    open->parent->node->n_whole = open->n_whole;
    open->parent->node->part_of = open->node;
    return;
  }
  LCM_LIST_ADD(arena, &open->parent->children, open->node);
  LCM_LIST_ADD(arena, &open->parent->conditions, open->condition);
  LCM_LIST_ADD(arena, &open->parent->chances, open->chance);
}

/* Open "draft": what follows up to its brace belongs to it. */
static void push(struct lcs_tree *tree, const struct open_node *draft,
                 lcm_loc at) {
  struct open_node *open =
      LCM_NEW(lcm_ctx_arena(tree->l->ctx), struct open_node);
  if (++tree->depth > LCM_MAX_DEPTH) {
    lcm_report(tree->l->ctx, LCM_DIAG_DEPTH, at,
               "nodes are nested more than %d deep", LCM_MAX_DEPTH);
    tree->l->status = LCM_EDEPTH;
  }
  *open = *draft;
  tree->top = open;
}

/* Read the node of "kind" whose word began at "start". */
static void read_node(struct lcs_tree *tree, lcm_node_kind kind, size_t start) {
  struct lcs *l = tree->l;
  const lcm_loc at = lcs_place(l, start);
  struct open_node open = {.node = lcm_node_new(l->ctx, kind, (lcm_loc){0}),
                           .parent = tree->top};
  const struct lcs_record record = {.what = lcm_node_word(kind),
                                    .fields = lcs_common_fields(),
                                    .more = lcs_kind_fields(kind),
                                    .record = open.node,
                                    .more_of = lcs_kind_object(open.node),
                                    .loc = &open.node->loc,
                                    .other = node_attribute,
                                    .user = &open};
  open.node->id = tree->next++;
  if (lcs_accept(l, '#'))
    open.node->id = lcs_number(l, "a number");
  lcs_attributes(l, &record);
  if (l->status)
    return;
  if (missing(&open)) {
    lcm_report(l->ctx, LCM_DIAG_SYNTAX, at, "%s needs %s", lcm_node_word(kind),
               missing(&open));
    l->status = LCM_EPARSE;
    return;
  }
  attach(tree, &open);
  if (lcs_accept(l, '{'))
    push(tree, &open, at);
  else
    fill(l, &open);
}

/* Close the innermost node, or the function. */
static void close_one(struct lcs_tree *tree) {
  if (!tree->top) {
    tree->done = true;
    return;
  }
  fill(tree->l, tree->top);
  tree->top = tree->top->parent;
  tree->depth--;
}

/* Return the kind whose word is "word", LCM_NODE_COUNT for none. */
static lcm_node_kind find_kind(const char *word) {
  unsigned kind = 0;
  while (kind < LCM_NODE_COUNT &&
         strcmp(lcm_node_word((lcm_node_kind)kind), word) != 0)
    kind++;
  return (lcm_node_kind)kind;
}

void lcs_tree_line(struct lcs_tree *tree) {
  struct lcs *l = tree->l;
  const size_t start = l->at;
  if (lcs_accept(l, '}')) {
    close_one(tree);
    lcs_end(l);
    return;
  }
  const bool full = !tree->top && tree->root;
  const char *word = full ? NULL : lcs_word(l, "a node or '}'");
  const struct property *property =
      word && tree->top ? find_property(word, tree->top->node->kind) : NULL;
  const lcm_node_kind kind = word ? find_kind(word) : LCM_NODE_COUNT;
  if (property)
    property->read(l, tree->top);
  else if (kind != LCM_NODE_COUNT)
    read_node(tree, kind, start);
  else {
    l->at = start;
    lcs_fail(l, full ? "'}'" : "a node or '}'");
  }
  lcs_end(l);
}
