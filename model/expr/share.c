/* Naming the parts that occur several times in an expression that is shown. */
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/map.h"
#include "model/expr/change.h"
#include "model/expr/change_internal.h"
#include "model/expr/coef.h"
#include "model/expr/intern.h"
#include "model/expr/print.h"
#include "model/expr/share.h"

/* What is shorter than this many characters is not worth a name. */
enum { SHORT = 16 };

/* Expressions being told in parts. */
struct sharing {
  lcm_ctx *ctx;
  const lcm_expr *const *whole; /* whole, n_whole: all of them */
  size_t n_whole;
  /* numbers of parts of it that were met; "times": how often each */
  lcm_map seen;
  LCM_LIST(size_t) times;
  lcm_map done; /* numbers of those that are told; "told": as what */
  LCM_LIST(const lcm_expr *) told;
  LCM_LIST(struct lcm_shared) parts; /* that have names */
};

/* Return whether "e" is told as it is: a leaf, or what binds an index, in which
 * that is free. */
static bool is_closed(const lcm_expr *e) {
  return !e->n || e->kind == LCM_X_SUM || e->kind == LCM_X_PROD ||
         e->kind == LCM_X_MAX_OVER;
}

static void count(struct sharing *s, const lcm_expr *e);

/* Count the parts of "e". */
static void count_parts(struct sharing *s, const lcm_expr *e) {
  for (size_t i = 0; !is_closed(e) && i < e->n; i++)
    if (e->kind == LCM_X_SUM_OF && e->args[i]->kind == LCM_X_MUL_OF)
      count_parts(s, e->args[i]);
    else
      count(s, e->args[i]);
}

/* Count how often "e" and its parts occur in different places; the terms of a
 * sum, which may have a common factor before it, have no names. */
static void count(struct sharing *s, const lcm_expr *e) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  size_t at = 0;
  if (lcm_map_get(&s->seen, e, &at)) {
    s->times.at[at]++;
    return;
  }
  const size_t once = 1;
  lcm_map_put(arena, &s->seen, e, s->times.n);
  LCM_LIST_ADD(arena, &s->times, once);
  count_parts(s, e);
}

/* Return whether "e", told as "told", is worth a name. */
static bool deserves(const struct sharing *s, const lcm_expr *e,
                     const lcm_expr *told) {
  size_t at = 0;
  if (!e->n || !lcm_map_get(&s->seen, e, &at) || s->times.at[at] < 2)
    return false;
  char *text = lcm_expr_to_str(told, LCM_READER);
  const bool longer = text && strlen(text) > SHORT;
  free(text);
  return longer;
}

/* Return whether "name" stands for something already. */
static bool is_taken(const struct sharing *s, const char *name) {
  bool taken = lcm_coef_find(s->ctx, name);
  for (size_t i = 0; i < s->n_whole && !taken; i++)
    taken = lcm_expr_has(s->whole[i], name);
  for (size_t i = 0; i < s->parts.n && !taken; i++)
    taken = s->parts.at[i].name == name;
  return taken;
}

/* Return a new name for "e": by the only coefficient in it, else t for times
 * and k for others. */
static const char *name_of(struct sharing *s, const lcm_expr *e) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const lcm_coef *const *coefs = NULL;
  const size_t n = lcm_expr_coefs(&coefs, s->ctx, e);
  const bool own = n == 1 && coefs[0]->name && *coefs[0]->name &&
                   strspn(coefs[0]->name, "abcdefghijklmnopqrstuvwxyz_"
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
                       strlen(coefs[0]->name);
  const bool time = lcm_dim_equal(e->dim, LCM_DIM_TIME);
  const char *stem = own    ? lcm_arena_printf(arena, "%s_", coefs[0]->name)
                     : time ? "t"
                            : "k";
  for (size_t i = 1;; i++) {
    const char *name =
        lcm_intern(s->ctx, lcm_arena_printf(arena, "%s%zu", stem, i));
    if (!is_taken(s, name))
      return name;
  }
}

/* Return "e" told by the names of its parts. */
static const lcm_expr *tell(struct sharing *s, const lcm_expr *e) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  size_t at = 0;
  if (lcm_map_get(&s->done, e, &at))
    return s->told.at[at];
  const lcm_expr *told = e;
  if (!is_closed(e)) {
    const lcm_expr **args = LCM_NEW_ARRAY(arena, const lcm_expr *, e->n + 1);
    for (size_t i = 0; i < e->n; i++)
      args[i] = tell(s, e->args[i]);
    told = lcm_expr_rebuild(s->ctx, e, args);
  }
  if (deserves(s, e, told)) {
    const struct lcm_shared part = {name_of(s, e), told};
    LCM_LIST_ADD(arena, &s->parts, part);
    told = lcm_expr_symbol(s->ctx, part.name, e->dim);
  }
  lcm_map_put(arena, &s->done, e, s->told.n);
  LCM_LIST_ADD(arena, &s->told, told);
  return told;
}

size_t lcm_expr_share_all(const struct lcm_shared **parts, lcm_ctx *ctx,
                          const lcm_expr **all, size_t n) {
  const lcm_expr **whole =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, n + 1);
  struct sharing s = {.ctx = ctx, .whole = whole, .n_whole = n};
  for (size_t i = 0; i < n; i++) {
    whole[i] = all[i];
    count(&s, all[i]);
  }
  for (size_t i = 0; i < n; i++)
    all[i] = tell(&s, all[i]);
  *parts = s.parts.at;
  return s.parts.n;
}

const lcm_expr *lcm_expr_share(const struct lcm_shared **parts, size_t *n,
                               lcm_ctx *ctx, const lcm_expr *e) {
  *n = lcm_expr_share_all(parts, ctx, &e, 1);
  return e;
}
