/* What functions return, where values of another file wait for it. */
#include "model/link/returned.h"

/* Return what function number "i" returns in its own names, NULL where that is
 * not known. */
static const lcm_expr *returned_by(struct lcm_settling *s, size_t i) {
  const lcm_number_list *list = lcm_settling_list(s, lcm_intern(s->ctx, "="));
  for (size_t k = 0; k < list->n; k++) {
    const struct lcm_said *word = &s->words.at[list->at[k]];
    if (word->what == 'Q' && word->function == i)
      return word->value;
  }
  return NULL;
}

/* Return what the call "node" returns, in the names of the function that it
 * stands in; NULL where that is not known. */
static const lcm_expr *result_of(struct lcm_settling *s, const lcm_node *node,
                                 lcm_meaning_fn meaning) {
  const size_t i =
      lcm_settling_function(s, lcm_intern(s->ctx, node->u.call.callee));
  const lcm_expr *e = i < s->program->n_functions ? returned_by(s, i) : NULL;
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, s->ctx, e) : 0;
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), struct lcm_subst, n + 1);
  for (size_t j = 0; j < n; j++) {
    const lcm_function *f = &s->program->functions[i];
    size_t k = 0;
    while (k < f->n_params && f->params[k] != names[j])
      k++;
    substs[j] =
        (struct lcm_subst){names[j], k < f->n_params && k < node->u.call.n_args
                                         ? node->u.call.args[k]
                                     : meaning ? meaning(s, names[j], i)
                                               : NULL};
    if (!substs[j].by)
      return NULL;
  }
  return n ? lcm_expr_subst(s->ctx, e, substs, n) : e;
}

void lcm_returned_find(struct lcm_rewriting *out, struct lcm_settling *s,
                       size_t i, lcm_meaning_fn meaning) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  for (size_t k = 0; k < s->calls[i].n; k++) {
    const lcm_node *call = s->calls[i].at[k];
    const char *name = call->kind == LCM_NODE_CALL
                           ? lcm_node_attribute(call, LCM_RESULT)
                           : NULL;
    const lcm_expr *value = name ? result_of(s, call, meaning) : NULL;
    if (!value)
      continue;
    lcm_node *let = LCM_NEW(arena, lcm_node);
    *let = (lcm_node){.kind = LCM_NODE_LET, .loc = call->loc};
    let->u.let = (struct lcm_assign){lcm_intern(s->ctx, name), value};
    lcm_map_put(arena, &out->behind, call, (size_t)(uintptr_t)let);
    out->n_behind++;
  }
}
