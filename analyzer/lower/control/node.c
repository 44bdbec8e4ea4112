/* How nodes are made: places, labels, attributes, children. */
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/local.h"
#include "base/find.h"

const char *lcm_lower_key(struct lcm_lowering *l, const char *name,
                          bool is_static) {
  const struct lcm_syntax *syntax = l->syntax;
  size_t i = 0;
  if (!is_static)
    return name;
  if (syntax->of_headers && lcm_map_get(syntax->of_headers, name, &i))
    return LCM_INTERN_JOINED(l->ctx, syntax->beside[i]->file, ":", name);
  return LCM_INTERN_JOINED(l->ctx, syntax->unit, ":", name);
}

lcm_node *lcm_lower_opaque(struct lcm_lowering *l, lcm_node_list *nodes,
                           const lcm_ast *ast, const char *reason) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_OPAQUE, ast);
  node->label = lcm_lower_label(l, ast);
  node->u.opaque.reason = reason;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  if (!l->around.covered)
    lcm_report(l->ctx, LCM_DIAG_OPAQUE, node->loc, "%s", reason);
  return node;
}

void lcm_lower_lock(struct lcm_lowering *l, const char *name, lcm_loc loc) {
  for (size_t i = 0; i < l->declared.resources.n; i++)
    if (l->declared.resources.at[i].name == name)
      return;
  const lcm_resource resource = {.name = name,
                                 .multiplicity = lcm_expr_int(l->ctx, 1),
                                 .lock = true,
                                 .loc = loc};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->declared.resources, resource);
}

lcm_loc lcm_lower_loc(const struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_loc loc = {.file = l->file, .begin = ast->begin, .end = ast->end};
  lcm_lines_find(l->syntax->lines, ast->begin, &loc.line, &loc.column);
  return loc;
}

lcm_node *lcm_lower_node(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast) {
  return lcm_node_new(l->ctx, kind, lcm_lower_loc(l, ast));
}

void lcm_lower_child(struct lcm_lowering *l, lcm_node *node,
                     const lcm_node *child) {
  const lcm_node **children = LCM_NEW(lcm_ctx_arena(l->ctx), const lcm_node *);
  *children = child;
  node->children = children;
  node->n_children = child ? 1 : 0;
}

void lcm_lower_assume(struct lcm_lowering *l, lcm_node *node,
                      const char *text) {
  const char **all =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const char *, node->n_assumes + 1);
  for (size_t i = 0; i < node->n_assumes; i++)
    all[i] = node->assumes[i];
  all[node->n_assumes++] = text;
  node->assumes = all;
}

void lcm_lower_attribute(struct lcm_lowering *l, lcm_node *node,
                         const char *key, const char *value) {
  const size_t n = node->n_attributes;
  struct lcm_attribute *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), struct lcm_attribute, n + 1);
  for (size_t i = 0; i < n; i++)
    all[i] = node->attributes[i];
  all[n] = (struct lcm_attribute){key, value};
  lcm_node_set_attributes(node, all, n + 1);
}

const lcm_node *lcm_lower_series(struct lcm_lowering *l,
                                 const lcm_node_list *nodes, lcm_loc loc) {
  if (nodes->n == 1)
    return nodes->at[0];
  lcm_node *series = lcm_node_new(l->ctx, LCM_NODE_SERIES, loc);
  series->children = nodes->at;
  series->n_children = nodes->n;
  return series;
}

/* Characters of a label, which has to fit into a box of a picture. */
enum { MAX_LABEL = 40 };

/* Return whether "ast" begins with a keyword and parentheses. */
static bool has_header(const lcm_ast *ast) {
  return ast->kind == LCM_AST_FOR || ast->kind == LCM_AST_WHILE ||
         ast->kind == LCM_AST_IF || ast->kind == LCM_AST_SWITCH;
}

/* Return whether "c" is white space. */
static bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

const char *lcm_lower_label(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t end = ast->end < l->len ? ast->end : l->len;
  size_t begin = ast->begin < end ? ast->begin : end;
  while (begin < end && (l->text[begin] == '{' || is_blank(l->text[begin])))
    begin++;
  const char *text = l->text + begin;
  const size_t most = end - begin;
  const bool loop = ast->kind == LCM_AST_FOR;
  size_t n = 0;
  int nesting = 0;
  for (; n < most && text[n] != '\n' && text[n] != '{'; n++) {
    nesting += text[n] == '(';
    nesting -= text[n] == ')';
    if (text[n] == ';' && !(loop && nesting))
      break;
    if (text[n] == ')' && !nesting && has_header(ast)) {
      n++;
      break;
    }
  }
  while (n && is_blank(text[n - 1]))
    n--;
  if (n <= MAX_LABEL)
    return lcm_arena_strndup(arena, text, n);
  n = lcm_whole_words(text, MAX_LABEL - 3);
  while (n && is_blank(text[n - 1]))
    n--;
  return lcm_arena_printf(arena, "%.*s...", (int)n, text);
}

unsigned long long lcm_lower_hash(const struct lcm_lowering *l, unsigned begin,
                                  unsigned end) {
  const size_t stop = end < l->len ? end : l->len;
  return lcm_fingerprint(l->text + begin, stop > begin ? stop - begin : 0);
}

const lcm_expr *lcm_lower_probability(struct lcm_lowering *l, lcm_loc loc) {
  const char *name =
      lcm_arena_printf(lcm_ctx_arena(l->ctx), "prob_%u", loc.line);
  return lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, name), LCM_DIM_NONE);
}

bool lcm_lower_given_probability(struct lcm_lowering *l, lcm_node *node) {
  if (!l->options->n_given)
    return false;
  const lcm_expr *chance = lcm_lower_probability(l, node->loc);
  if (!lcm_lower_is_given(l, lcm_expr_name(chance)))
    return false;
  const lcm_expr **of =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_expr *, 2);
  of[0] = chance;
  of[1] = lcm_expr_sub(l->ctx, lcm_expr_int(l->ctx, 1), chance);
  node->u.branch.probabilities = of;
  node->u.branch.conditions = NULL;
  return true;
}

void lcm_lower_choose(struct lcm_lowering *l, lcm_node *node,
                      const lcm_expr *value, const lcm_ast *cond) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_expr **of = LCM_NEW_ARRAY(arena, const lcm_expr *, 2);
  of[0] = value;
  if (!value && lcm_lower_given_probability(l, node))
    return;
  if (value) {
    node->u.branch.conditions = of;
    return;
  }
  of[0] = of[1] = lcm_expr_ratio(l->ctx, 1, 2);
  node->u.branch.probabilities = of;
  lcm_lower_attribute(l, node, "probability", "default");
  const char *names = lcm_lower_reads(l, cond);
  if (names)
    lcm_lower_attribute(l, node, "depends", names);
}
