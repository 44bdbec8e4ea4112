/* Names that mean a variable at file scope wherever they stand, and others. */
#include "model/link/alone.h"

#include <string.h>

/* Where the names that a function mentions are looked at. */
struct naming {
  struct lcm_settling *s;
  size_t function;
  lcm_map bound; /* names that have values in the function itself */
};

/* Note the name that "node" gives a value. */
static lcm_status note_bound(const lcm_node *node, void *user) {
  struct naming *naming = user;
  lcm_arena *arena = lcm_ctx_arena(naming->s->ctx);
  const bool loop = node->kind == LCM_NODE_LOOP ||
                    node->kind == LCM_NODE_PARLOOP ||
                    node->kind == LCM_NODE_WHILE;
  if (node->kind == LCM_NODE_LET)
    lcm_map_put(arena, &naming->bound, node->u.let.name, 1);
  for (size_t i = 0; loop && i < node->u.loop.n_ranges; i++)
    if (node->u.loop.ranges[i].index)
      lcm_map_put(arena, &naming->bound, node->u.loop.ranges[i].index, 1);
  return LCM_OK;
}

/* Return whether all calls pass something that is known as parameter "k" of the
 * function "f". */
static bool is_passed(const struct lcm_settling *s, const lcm_function *f,
                      size_t k) {
  size_t found = 0;
  if (lcm_settling_is_held(s, f) ||
      !lcm_map_get(&s->callers, lcm_intern(s->ctx, f->key), &found))
    return false;
  const lcm_caller_list *callers = (const lcm_caller_list *)(uintptr_t)found;
  for (size_t i = 0; i < callers->n; i++)
    if (!lcm_settling_passed(callers->at[i].node, k))
      return false;
  return true;
}

/* Note the names in "e" that are no variables at file scope. */
static bool note_names(const lcm_expr *e, void *user) {
  struct naming *naming = user;
  struct lcm_settling *s = naming->s;
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, s->ctx, e) : 0;
  for (size_t i = 0; i < n; i++) {
    size_t known = 0;
    const char *more = NULL;
    if (!lcm_map_get(&naming->bound, names[i], &known) &&
        !lcm_settling_says(s, naming->function, 'P', names[i], &more))
      (void)lcm_settling_put(s, &s->others, names[i]);
  }
  return false;
}

/* Note the names that "node" mentions. */
static lcm_status note_mentioned(const lcm_node *node, void *user) {
  (void)lcm_node_exprs(node, LCM_EXPRS_ALL, note_names, user);
  return LCM_OK;
}

/* Find the names that mean something else than a variable at file scope
 * somewhere: a local one of which nothing is known. */
static void find_others(struct lcm_settling *s) {
  for (size_t i = 0; i < s->program->n_functions; i++) {
    const lcm_function *f = &s->program->functions[i];
    struct naming naming = {.s = s, .function = i};
    if (!f->body || lcm_node_foreach(f->body, note_bound, &naming))
      continue;
    for (size_t k = 0; k < f->n_params; k++)
      if (*f->params[k] && is_passed(s, f, k))
        lcm_map_put(lcm_ctx_arena(s->ctx), &naming.bound, f->params[k], 1);
    if (lcm_node_foreach(f->body, note_mentioned, &naming))
      return;
  }
}

bool lcm_alone_is(struct lcm_settling *s, const char *name) {
  size_t known = 0;
  if (strchr(name, '.') && !lcm_name_is_of_source(name))
    return true;
  if (!s->named)
    find_others(s);
  s->named = true;
  return !lcm_map_get(&s->others, name, &known);
}
