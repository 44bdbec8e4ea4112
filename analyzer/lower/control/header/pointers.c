/* Loops over pointers: how far apart the ends are that their headers name. */
#include "analyzer/lower/control/header/pointers.h"

#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"

/* Return the bytes of what the variable "name" points to, or of an element of
 * the array, 0 where they are not known or it is a number. */
static long long element_of(struct lcm_lowering *l, const char *name) {
  const char *key = NULL;
  const struct lcm_local *local = lcm_lower_local(l, name);
  const long long *sizes =
      local ? local->sizes : lcm_lower_declared(&key, l, name);
  return sizes ? sizes[1] : 0;
}

/* Return whether all that "e" names and that points to elements points to such
 * of "size" bytes. */
static bool is_of_size(struct lcm_lowering *l, const lcm_expr *e,
                       long long size) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, e);
  bool same = true;
  for (size_t i = 0; i < n && same; i++) {
    const long long own =
        element_of(l, lcm_intern(l->ctx, lcm_name_plain(names[i])));
    same = !own || own == size;
  }
  return same;
}

const lcm_ast *lcm_pointers_index(const lcm_ast *ast, const lcm_ast *body,
                                  const char *name) {
  const lcm_ast *found = NULL;
  if ((ast->kind == LCM_AST_REF || ast->kind == LCM_AST_VAR) &&
      ast->name == name)
    return ast->is_pointer ? ast : NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = at == body ? NULL : lcm_pointers_index(at, body, name);
  return found;
}

/* Return whether the header of "loop", whose body is "body", lets a pointer
 * step by elements of another size. */
static bool recasts(const lcm_ast *loop, const lcm_ast *body) {
  bool found = false;
  for (const lcm_ast *at = loop->first; at && !found; at = at->next)
    found = at != body && lcm_syntax_recasts(at);
  return found;
}

bool lcm_pointers_are_counted(struct lcm_lowering *l, const lcm_ast *loop,
                              const lcm_ast *body, const lcm_ast *ref,
                              const lcm_iteration *range) {
  const char *const *names = NULL;
  const struct lcm_local *own = lcm_lower_local_of(l, ref->key);
  const long long size = own && own->sizes ? own->sizes[1]
                         : own             ? 0
                                           : element_of(l, ref->name);
  if (recasts(loop, body) || !size || !is_of_size(l, range->from, size) ||
      !is_of_size(l, range->to, size))
    return false;
  const lcm_expr *span = lcm_expr_sub(l->ctx, range->to, range->from);
  const size_t n = span ? lcm_expr_names(&names, l->ctx, span) : 0;
  bool counted = span != NULL;
  for (size_t i = 0; i < n && counted; i++) {
    const struct lcm_local *local =
        lcm_lower_local(l, lcm_intern(l->ctx, lcm_name_plain(names[i])));
    counted = !local || !local->is_pointer;
  }
  return counted;
}

void lcm_pointers_name(struct lcm_lowering *l, const lcm_ast *loop,
                       const char *index, bool *were, bool on) {
  for (size_t i = 0; i < l->locals.all.n; i++) {
    struct lcm_local *local = &l->locals.all.at[i];
    bool *was = &were[i];
    if (on)
      *was = local->is_pointer && local->unstable && !local->is_stored &&
             (local->name == index || !lcm_syntax_may_change(loop, local->key));
    if (*was)
      local->unstable = !on;
  }
}
