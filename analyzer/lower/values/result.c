/* What functions of the file return, in terms of what they are given. */
#include "analyzer/lower/values/result.h"

#include <string.h>

#include "analyzer/lower/values/local.h"

/* Return the number of the parameter of "result" called "name", or how many it
 * has. */
static size_t param_at(const struct lcm_result *result, const char *name) {
  size_t i = 0;
  while (i < result->n && strcmp(result->params[i], name) != 0)
    i++;
  return i;
}

const lcm_expr *lcm_result_of(struct lcm_lowering *l, const char *name,
                              const lcm_expr *const *args, size_t n) {
  size_t found = 0;
  const char *const *names = NULL;
  struct lcm_subst substs[LCM_RESULT_ARGUMENTS];
  size_t used = 0;
  if (!lcm_map_get(&l->globals.results, name, &found))
    return NULL;
  const struct lcm_result *result = (const struct lcm_result *)(uintptr_t)found;
  const size_t all = lcm_expr_names(&names, l->ctx, result->value);
  if (n != result->n)
    return NULL;
  for (size_t i = 0; i < all; i++) {
    const size_t k = param_at(result, names[i]);
    const char *plain = lcm_intern(l->ctx, lcm_name_plain(names[i]));
    if (k == n && lcm_lower_local(l, plain))
      return NULL;
    if (k < n && !args[k])
      return NULL;
    if (k < n)
      substs[used++] = (struct lcm_subst){names[i], args[k]};
  }
  const lcm_expr *e = used ? lcm_expr_subst(l->ctx, result->value, substs, used)
                           : result->value;
  return e && lcm_expr_weight(e, LCM_RESULT_WEIGHT) < LCM_RESULT_WEIGHT ? e
                                                                        : NULL;
}

const lcm_expr *lcm_result_own(const struct lcm_lowering *l, const char *name) {
  size_t found = 0;
  return lcm_map_get(&l->globals.results, name, &found)
             ? ((const struct lcm_result *)(uintptr_t)found)->value
             : NULL;
}
