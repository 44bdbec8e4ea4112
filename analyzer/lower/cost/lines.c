/* Writes to lines that other threads may write, too: which place of its array
 * each is to. */
#include "analyzer/lower/cost/lines.h"

#include "analyzer/lower/cost/cost.h"

/* The writes of a fragment, as they are found. */
struct writes {
  struct lcm_lowering *l;
  const lcm_node *node;
  const lcm_ast *first;
  const lcm_ast *last;
  lcm_line_writes *list;
};

/* Return what "node" writes at "place", of the variable "key" where that is
 * known; NULL where it says nothing. */
static const lcm_section *section_at(const lcm_node *node, const lcm_ast *place,
                                     const char *key) {
  const lcm_section *same = NULL;
  for (size_t i = 0; i < node->n_writes; i++) {
    const lcm_section *section = &node->writes[i];
    if (section->loc.begin >= place->begin && section->loc.end <= place->end)
      return section;
    same = !same && key && section->key == key ? section : same;
  }
  return same;
}

/* Return the variable that leads to "place", or NULL. */
static const lcm_ast *root_of(const lcm_ast *place) {
  while (place && place->kind != LCM_AST_REF)
    place = place->kind == LCM_AST_SUBSCRIPT || place->kind == LCM_AST_MEMBER ||
                    place->kind == LCM_AST_DEREF
                ? place->first
                : NULL;
  return place;
}

/* Return the bytes of what the step "ast" into a place chooses one of; 0 where
 * it chooses none of several, -1 where that is not known. */
static long long chosen(const lcm_ast *ast) {
  const lcm_ast *base = ast->first;
  if (ast->kind == LCM_AST_SUBSCRIPT || ast->kind == LCM_AST_DEREF)
    return ast->size > 0 ? ast->size : -1;
  if (ast->kind != LCM_AST_MEMBER || !base || !base->is_pointer)
    return 0;
  return base->sizes && base->sizes[1] > 0 ? base->sizes[1] : -1;
}

/* Return the bytes from the begin of the variable of "section", or from where
 * its pointer points, to that, which is written at "place"; NULL where they are
 * not known. */
static const lcm_expr *bytes_to(lcm_ctx *ctx, const lcm_section *section,
                                const lcm_ast *place) {
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  size_t i = section->n_extents;
  for (const lcm_ast *at = place; at && at->kind != LCM_AST_REF;
       at = at->first) {
    const long long size = chosen(at);
    while (size && i > 0 && section->extents[i - 1].field)
      i--;
    if (!size)
      continue;
    const lcm_expr *lower = i > 0 ? section->extents[--i].lower : NULL;
    if (!lower || (size < 0 && !lcm_expr_is_int(lower, 0)))
      return NULL;
    sum = lcm_expr_add(ctx, sum,
                       lcm_expr_mul(ctx, lower, lcm_expr_int(ctx, size)));
  }
  while (i > 0 && section->extents[i - 1].field)
    i--;
  return i == 0 ? sum : NULL;
}

/* Return "at", to which "place" is written, with the members on the way where
 * it is a number; NULL where nobody knows where these are.  Of what differs by
 * thread they are left out: it is as far apart. */
static const lcm_expr *with_members(lcm_ctx *ctx, const lcm_expr *at,
                                    const lcm_ast *place) {
  double number = 0;
  if (!at || !lcm_expr_is_number(at, &number))
    return at;
  for (; place && place->kind != LCM_AST_REF; place = place->first) {
    if (place->kind == LCM_AST_MEMBER && (place->is_action || place->value < 0))
      return NULL;
    if (place->kind == LCM_AST_MEMBER)
      at = lcm_expr_add(ctx, at, lcm_expr_int(ctx, place->value));
  }
  return at;
}

/* Return whether a parameter of the function that is lowered is called "name"
 * or, where that is NULL, has the key "key". */
static bool is_param(const struct lcm_lowering *l, const char *name,
                     const char *key) {
  for (const lcm_ast *at = l->function ? l->function->first : NULL; at;
       at = at->next)
    if (at->kind == LCM_AST_PARAM && (name ? at->name == name : at->key == key))
      return true;
  return false;
}

/* Return whether "at", behind the begin of "section", a variable of a function
 * where "is_local", may be different places in different threads, or beside
 * what others write: of a team around, or that call the function. */
static bool may_differ(const struct writes *w, const lcm_section *section,
                       const lcm_expr *at, bool is_local) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, w->l->ctx, at);
  bool differs = w->l->region.begin || is_param(w->l, NULL, section->key) ||
                 (!n && !is_local);
  for (size_t i = 0; i < n && !differs; i++)
    differs = is_param(w->l, names[i], NULL);
  return differs;
}

/* Note the write to "place". */
static void note(struct writes *w, const lcm_ast *place) {
  const lcm_ast *root = root_of(place);
  const lcm_section *section =
      root ? section_at(w->node, place, root->key) : NULL;
  if (!section || section->is_private || section->atomic || place->size <= 0)
    return;
  const lcm_expr *at =
      with_members(w->l->ctx, bytes_to(w->l->ctx, section, place), place);
  const lcm_expr *count = lcm_cost_times(w->l, w->first, w->last, place);
  if (!at || !count || lcm_expr_is_int(count, 0) ||
      !may_differ(w, section, at, root->is_local))
    return;
  for (size_t i = 0; i < w->list->n; i++) {
    struct lcm_slow *same = &w->list->at[i];
    if (same->datum == section->key && same->stride == at) {
      same->count = lcm_expr_add(w->l->ctx, same->count, count);
      return;
    }
  }
  const struct lcm_slow one = {.kind = LCM_SLOW_SHARED,
                               .count = count,
                               .stride = at,
                               .used = lcm_expr_int(w->l->ctx, place->size),
                               .datum = section->key};
  LCM_LIST_ADD(lcm_ctx_arena(w->l->ctx), w->list, one);
}

/* Look for writes in "ast". */
static void walk(struct writes *w, const lcm_ast *ast) {
  const bool writes =
      (ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE) &&
      ast->first &&
      (ast->first->kind == LCM_AST_SUBSCRIPT ||
       ast->first->kind == LCM_AST_MEMBER || ast->first->kind == LCM_AST_DEREF);
  if (writes)
    note(w, ast->first);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (at->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_STATEMENT))
      walk(w, at);
}

void lcm_lower_lines(lcm_line_writes *list, struct lcm_lowering *l,
                     const lcm_node *node, const lcm_ast *first,
                     const lcm_ast *last) {
  struct writes w = {l, node, first, last, list};
  for (const lcm_ast *at = first; at; at = at == last ? NULL : at->next)
    walk(&w, at);
}
