/* The table of all expressions of a context; the parts of an expression. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/expr/intern.h"
#include "model/expr/intern_internal.h"

/* Return the larger of two sizes. */
static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

struct lcm_expr_state *lcm_expr_state(lcm_ctx *ctx) {
  void **slot = lcm_ctx_slot(ctx, LCM_SLOT_EXPR);
  if (!*slot) {
    struct lcm_expr_state *state =
        LCM_NEW(lcm_ctx_arena(ctx), struct lcm_expr_state);
    state->cap = 4096;
    state->table =
        LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, state->cap);
    state->common.generation = 1;
    state->common.values.arena = lcm_ctx_arena(ctx);
    *slot = state;
  }
  return *slot;
}

/* Return "hash" with "value" mixed in. */
static uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdu ^ (hash >> 33);
}

/* Return a hash of the string "text". */
static uint64_t hash_text(const char *text) {
  uint64_t hash = 14695981039346656037u;
  for (; *text; text++)
    hash = (hash ^ (unsigned char)*text) * 1099511628211u;
  return hash;
}

/* Return the hash of the contents of "e". */
static uint64_t hash_of(const lcm_expr *e) {
  uint64_t hash = mix(e->kind, lcm_rat_hash(e->rat));
  hash = mix(hash, (uint64_t)(unsigned short)e->dim.second << 32 |
                       (uint64_t)(unsigned short)e->dim.byte << 16 |
                       (uint64_t)(unsigned short)e->dim.flop);
  if (e->name)
    hash = mix(hash, hash_text(e->name));
  for (size_t i = 0; i < e->n; i++)
    hash = mix(hash, e->args[i]->hash);
  return hash;
}

/* Return the filter of the free names of "e". */
static uint64_t mask_of(const lcm_expr *e) {
  if (e->kind == LCM_X_SYMBOL || e->kind == LCM_X_COEF)
    return (uint64_t)1 << (hash_text(e->name) >> 58);
  uint64_t mask = 0;
  for (size_t i = 0; i < e->n; i++)
    mask |= e->args[i]->mask;
  return mask;
}

/* Return whether "a" and "b" have equal contents. */
static bool same(const lcm_expr *a, const lcm_expr *b) {
  if (a->kind != b->kind || a->hash != b->hash || a->name != b->name ||
      a->n != b->n || !lcm_dim_equal(a->dim, b->dim) ||
      !lcm_rat_equal(a->rat, b->rat))
    return false;
  return !a->n || !memcmp(a->args, b->args, a->n * sizeof *a->args);
}

/* Return the place of "e" in the table of "state". */
static const lcm_expr **place_of(struct lcm_expr_state *state,
                                 const lcm_expr *e) {
  size_t i = (size_t)e->hash & (state->cap - 1);
  while (state->table[i] && !same(state->table[i], e))
    i = (i + 1) & (state->cap - 1);
  return &state->table[i];
}

/* Double the table of "state". */
static void grow(lcm_ctx *ctx, struct lcm_expr_state *state) {
  const lcm_expr **old = state->table;
  const size_t cap = state->cap;
  state->cap = cap * 2;
  state->table =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, state->cap);
  for (size_t i = 0; i < cap; i++)
    if (old[i])
      *place_of(state, old[i]) = old[i];
}

/* Return whether "e" binds an index. */
static bool is_binder(const lcm_expr *e) {
  return e->kind == LCM_X_SUM || e->kind == LCM_X_PROD ||
         e->kind == LCM_X_MAX_OVER;
}

/* The leaves of an expression that are known so far. */
struct leaves {
  const lcm_expr *at[LCM_MOST_LEAVES];
  size_t n;
};

/* Add "leaf" to "all" unless it is there; false where there is no room. */
static bool add_leaf(struct leaves *all, const lcm_expr *leaf) {
  for (size_t i = 0; i < all->n; i++)
    if (all->at[i] == leaf)
      return true;
  if (all->n == LCM_MOST_LEAVES)
    return false;
  all->at[all->n++] = leaf;
  return true;
}

/* Put the leaves of the operands of "e" into "all"; false where they are too
 * many. */
static bool find_leaves(struct leaves *all, const lcm_expr *e) {
  for (size_t i = 0; i < e->n; i++) {
    const lcm_expr *arg = e->args[i];
    const char *bound = is_binder(e) && i == 2 ? e->name : NULL;
    if (arg->mask && !arg->leaves)
      return false;
    for (size_t k = 0; k < arg->n_leaves; k++)
      if (arg->leaves[k]->name != bound && !add_leaf(all, arg->leaves[k]))
        return false;
  }
  return true;
}

/* Set the leaves of "e", which are those of an operand where it has as many,
 * and let its filter be theirs: without the index of what it is over. */
static void set_leaves(lcm_arena *arena, lcm_expr *e) {
  struct leaves all = {.n = 0};
  const bool is_leaf = e->kind == LCM_X_SYMBOL || e->kind == LCM_X_COEF;
  if (is_leaf)
    all.at[all.n++] = e;
  if (!find_leaves(&all, e))
    return;
  uint64_t mask = 0;
  for (size_t i = 0; i < all.n; i++)
    mask |= all.at[i]->mask;
  e->mask = mask;
  if (!all.n)
    return;
  e->n_leaves = all.n;
  for (size_t i = 0; i < e->n && !e->leaves; i++)
    if (e->args[i]->n_leaves == all.n && !is_binder(e))
      e->leaves = e->args[i]->leaves;
  if (e->leaves)
    return;
  const lcm_expr **own = LCM_NEW_ARRAY(arena, const lcm_expr *, all.n);
  memcpy(own, all.at, all.n * sizeof *own);
  e->leaves = own;
}

/* Return a copy of "draft" in memory of "ctx". */
static const lcm_expr *keep(lcm_ctx *ctx, const lcm_expr *draft) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_expr *e = LCM_NEW(arena, lcm_expr);
  *e = *draft;
  e->number = lcm_rat_double(e->rat);
  if (draft->n) {
    const lcm_expr **args = LCM_NEW_ARRAY(arena, const lcm_expr *, draft->n);
    memcpy(args, draft->args, draft->n * sizeof *args);
    e->args = args;
  }
  if (e->kind == LCM_X_SYMBOL) {
    e->domain = LCM_NEW(arena, struct lcm_domain);
    *e->domain = (struct lcm_domain){-INFINITY, INFINITY, false};
  }
  set_leaves(arena, e);
  if (is_binder(e) && (e->leaves || !e->mask))
    e->last = LCM_NEW(arena, struct lcm_over_cache);
  e->cache = LCM_NEW(arena, struct lcm_bounds_cache);
  e->common = &lcm_expr_state(ctx)->common;
  return e;
}

const lcm_expr *lcm_expr_intern(lcm_ctx *ctx, const lcm_expr *draft) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  lcm_expr e = *draft;
  e.depth = 1;
  for (size_t i = 0; i < e.n; i++)
    e.depth = larger(e.depth, e.args[i]->depth + 1);
  if (e.depth > LCM_MAX_DEPTH) {
    lcm_report(ctx, LCM_DIAG_DEPTH, state->at,
               "an expression is nested more than %d deep", LCM_MAX_DEPTH);
    return NULL;
  }
  e.hash = hash_of(&e);
  e.mask = mask_of(&e);
  const lcm_expr **place = place_of(state, &e);
  if (*place)
    return *place;
  if (lcm_ctx_spend(ctx, 1 + e.n) && e.n)
    return NULL;
  if (2 * ++state->n > state->cap) {
    grow(ctx, state);
    place = place_of(state, &e);
  }
  return *place = keep(ctx, &e);
}

const lcm_expr *lcm_expr_node(lcm_ctx *ctx, lcm_expr_kind kind, lcm_dim dim,
                              const lcm_expr *const *args, size_t n) {
  const lcm_expr draft = {
      .kind = kind, .dim = dim, .rat = {1, 1, NULL}, .args = args, .n = n};
  return lcm_expr_intern(ctx, &draft);
}

const lcm_expr *lcm_expr_number(lcm_ctx *ctx, lcm_rat rat, lcm_dim dim) {
  const lcm_expr draft = {.kind = LCM_X_NUMBER,
                          .dim = lcm_rat_sign(rat) ? dim : LCM_DIM_NONE,
                          .rat = rat};
  return lcm_expr_intern(ctx, &draft);
}

const lcm_expr *lcm_expr_symbol(lcm_ctx *ctx, const char *name, lcm_dim dim) {
  const lcm_expr draft = {.kind = LCM_X_SYMBOL,
                          .dim = dim,
                          .rat = {1, 1, NULL},
                          .name = lcm_intern(ctx, name)};
  return lcm_expr_intern(ctx, &draft);
}

void lcm_expr_at(lcm_ctx *ctx, lcm_loc at) { lcm_expr_state(ctx)->at = at; }

bool lcm_expr_mute(lcm_ctx *ctx, bool muted) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  const bool was = state->muted;
  state->muted = muted;
  return was;
}

const lcm_expr *lcm_expr_nowhere(lcm_ctx *ctx, const char *what) {
  const struct lcm_expr_state *state = lcm_expr_state(ctx);
  if (!state->muted)
    lcm_report(ctx, LCM_DIAG_DOMAIN, state->at, "%s", what);
  return NULL;
}

const lcm_expr *lcm_expr_mismatch(lcm_ctx *ctx, const char *what, lcm_dim a,
                                  lcm_dim b) {
  char first[64];
  char second[64];
  lcm_dim_print(first, a);
  lcm_dim_print(second, b);
  lcm_report(ctx, LCM_DIAG_UNIT, lcm_expr_state(ctx)->at,
             "%s of different dimensions: %s and %s", what, first, second);
  return NULL;
}

/* Return the sign of x - y. */
static int compare(size_t x, size_t y) { return (x > y) - (x < y); }

/* Return the order of two dimensions. */
static int dim_order(lcm_dim a, lcm_dim b) {
  if (a.second != b.second)
    return a.second < b.second ? -1 : 1;
  if (a.byte != b.byte)
    return a.byte < b.byte ? -1 : 1;
  return (a.flop > b.flop) - (a.flop < b.flop);
}

/* Return the order of two rationals: any total one will do. */
static int rat_order(lcm_rat a, lcm_rat b) {
  const double x = lcm_rat_double(a);
  const double y = lcm_rat_double(b);
  if (x != y)
    return x < y ? -1 : 1;
  if (a.big && b.big)
    return strcmp(a.big, b.big);
  if (a.big || b.big)
    return a.big ? 1 : -1;
  return a.den != b.den ? (a.den < b.den ? -1 : 1)
                        : (a.num > b.num) - (a.num < b.num);
}

int lcm_expr_order(const lcm_expr *a, const lcm_expr *b) {
  if (a == b)
    return 0;
  if (!a || !b)
    return a ? 1 : -1;
  int by = compare(a->kind, b->kind);
  if (!by && a->name && b->name)
    by = strcmp(a->name, b->name);
  for (size_t i = 0; !by && i < a->n && i < b->n; i++)
    by = lcm_expr_order(a->args[i], b->args[i]);
  by = by ? by : compare(a->n, b->n);
  by = by ? by : rat_order(a->rat, b->rat);
  return by ? by : dim_order(a->dim, b->dim);
}

/* ---- looking ----------------------------------------------------------- */

lcm_expr_kind lcm_expr_kind_of(const lcm_expr *e) {
  return e ? e->kind : LCM_X_COUNT;
}

lcm_dim lcm_expr_dim(const lcm_expr *e) { return e ? e->dim : LCM_DIM_NONE; }

size_t lcm_expr_arity(const lcm_expr *e) { return e ? e->n : 0; }

size_t lcm_expr_weight(const lcm_expr *e, size_t most) {
  size_t n = 1;
  for (size_t i = 0; i < e->n && n < most; i++)
    n += lcm_expr_weight(lcm_expr_arg(e, i), most - n);
  return n;
}

const lcm_expr *lcm_expr_arg(const lcm_expr *e, size_t i) { return e->args[i]; }

double lcm_expr_factor(const lcm_expr *e) { return e->number; }

const char *lcm_expr_name(const lcm_expr *e) { return e ? e->name : NULL; }

bool lcm_expr_is_number(const lcm_expr *e, double *value) {
  if (!e || e->kind != LCM_X_NUMBER)
    return false;
  *value = e->number;
  return true;
}

bool lcm_expr_is_int(const lcm_expr *e, long long value) {
  return e && e->kind == LCM_X_NUMBER && lcm_rat_is(e->rat, value);
}

bool lcm_expr_is_zero(const lcm_expr *e) { return lcm_expr_is_int(e, 0); }

/* Return whether the interned "name" occurs free in "e"; "bit" is its filter
 * bit. */
static bool has(const lcm_expr *e, const char *name, uint64_t bit) {
  if (!(e->mask & bit))
    return false;
  if (e->leaves) {
    for (size_t i = 0; i < e->n_leaves; i++)
      if (!strcmp(e->leaves[i]->name, name))
        return true;
    return false;
  }
  if (e->kind == LCM_X_SYMBOL || e->kind == LCM_X_COEF)
    return !strcmp(e->name, name);
  for (size_t i = 0; i < e->n; i++)
    if (!(is_binder(e) && i == 2 && !strcmp(e->name, name)) &&
        has(e->args[i], name, bit))
      return true;
  return false;
}

bool lcm_expr_has(const lcm_expr *e, const char *name) {
  return e && has(e, name, (uint64_t)1 << (hash_text(name) >> 58));
}

bool lcm_expr_has_kind(const lcm_expr *e, lcm_expr_kind kind) {
  if (!e)
    return false;
  bool found = e->kind == kind;
  for (size_t i = 0; i < e->n && !found; i++)
    found = lcm_expr_has_kind(e->args[i], kind);
  return found;
}

/* Take the expressions that "e" is made of off "*left", down to 0. */
static void take_off(size_t *left, const lcm_expr *e) {
  *left -= *left > 0;
  for (size_t i = 0; i < e->n && *left; i++)
    take_off(left, e->args[i]);
}

bool lcm_expr_is_longer(const lcm_expr *e, size_t most) {
  size_t left = most + 1;
  if (!e)
    return false;
  take_off(&left, e);
  return !left;
}
