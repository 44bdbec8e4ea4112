/* Binds names to numbers, finds them again, and closes sums over them. */
#include <math.h>

#include "composer/scope/values.h"

void lcm_env_bind(lcm_ctx *ctx, lcm_env *env, const char *name, double value) {
  LCM_LIST_ADD(lcm_ctx_arena(ctx), env, ((lcm_binding){name, value}));
}

bool lcm_env_find(double *value, const lcm_env *env, const char *name) {
  for (size_t i = env->n; i-- > 0;)
    if (env->at[i].name == name) {
      *value = env->at[i].value;
      return !isnan(*value);
    }
  return false;
}

const char *lcm_env_missing(lcm_ctx *ctx, const lcm_env *env,
                            const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, ctx, e) : 0;
  double value = 0;
  for (size_t i = 0; i < n; i++)
    if (!lcm_env_find(&value, env, names[i]))
      return names[i];
  return NULL;
}

/* Return the number in "sums" of what "e" is with sums closed, or 0 where it
 * has none. */
static size_t close_sums(lcm_ctx *ctx, struct lcm_closed_sums *sums,
                         const lcm_expr *e) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_closed_sum own = {.closed = lcm_expr_close(ctx, e)};
  if (own.closed != e) {
    own.n = lcm_expr_names(&own.names, ctx, e);
    LCM_LIST_ADD(arena, &sums->all, own);
  }
  const size_t at = own.closed != e ? sums->all.n : 0;
  lcm_map_put(arena, &sums->index, e, at);
  return at;
}

const lcm_expr *lcm_env_close(lcm_ctx *ctx, struct lcm_closed_sums *sums,
                              const lcm_env *env, const lcm_expr *e) {
  size_t at = 0;
  double value = 0;
  if (lcm_expr_arity(e) && !lcm_map_get(&sums->index, e, &at))
    at = close_sums(ctx, sums, e);
  const struct lcm_closed_sum *own = at ? &sums->all.at[at - 1] : NULL;
  for (size_t i = 0; own && i < own->n; i++)
    if (!lcm_env_find(&value, env, own->names[i]) || value != floor(value))
      return e;
  return own ? own->closed : e;
}
