/* Finds the closed forms of the parts of a run: that of the program is built
 * again with a coefficient for each category of each part, in whose sum they
 * stand. */
#include "composer/predict/parts.h"

#include <math.h>

#include "base/list.h"
#include "composer/predict/chunk.h"
#include "composer/predict/form.h"

/* Parts beyond which no closed forms of parts are looked for: what finding them
 * takes grows with the square of their number, and is 2 s for 2000. */
enum { MOST_PARTS = 2000 };

/* How close forms are to what is executed, as a share of what the part takes,
 * and the share of the whole below which that does not matter. */
static const double CLOSE = 1e-9;
static const double LITTLE = 1e-6;

/* Closed forms being found: "exprs" has "each" for every part: the categories,
 * and two ways to a time; NULL where there is none. */
struct parting {
  struct lcm_predictor *p;
  const lcm_occurrence *at;
  size_t n;
  size_t each;
  struct lcm_formula_parts sought;
  const lcm_expr **exprs;
  bool *wrong; /* likewise: it is not what is executed */
};

/* Make the coefficients of all parts, and the map of these. */
static void seek(struct parting *g) {
  lcm_ctx *ctx = g->p->setup.ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = g->n * (g->p->setup.n_cats + 1);
  const lcm_expr **each = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  for (size_t k = 0; k < n; k++) {
    const lcm_coef coef = {
        .name = lcm_intern(ctx, lcm_arena_printf(arena, "part.%zu", k)),
        .value = 1};
    each[k] = lcm_expr_coef(ctx, &coef);
  }
  for (size_t i = 0; i < g->n; i++)
    lcm_map_put(arena, &g->sought.ids, lcm_intern(ctx, g->at[i].id), i + 1);
  g->sought.n = g->n;
  g->sought.each = each;
  g->sought.crews = LCM_NEW_ARRAY(arena, const lcm_expr *, 2 * g->n + 1);
  g->sought.slot = lcm_intern(ctx, "part.");
}

/* Take the forms out of what "f" has built. */
static void take(struct parting *g, const struct lcm_formula *f,
                 const struct lcm_closed *closed) {
  lcm_ctx *ctx = g->p->setup.ctx;
  const size_t n_cats = g->p->setup.n_cats;
  const lcm_expr *all = NULL;
  for (size_t d = 0; d < f->n_demands; d++)
    if (f->demands[d] == g->sought.slot)
      all = closed->cats[LCM_MAX_CATS + d];
  for (size_t i = 0; i < g->n && all; i++) {
    const lcm_expr *const *coefs = g->sought.each + i * (n_cats + 1);
    const lcm_expr **own = g->exprs + i * g->each;
    for (size_t c = 0; c < n_cats; c++)
      own[c] = lcm_expr_derive(ctx, all, lcm_expr_name(coefs[c]));
    const lcm_expr *spent =
        lcm_expr_derive(ctx, all, lcm_expr_name(coefs[n_cats]));
    for (size_t k = 0; k < 2 && spent; k++)
      if (g->sought.crews[2 * i + k])
        own[n_cats + k] = lcm_expr_div(ctx, spent, g->sought.crews[2 * i + k]);
  }
  for (size_t k = 0; k < g->n * g->each; k++)
    g->wrong[k] = !g->exprs[k];
}

/* Compile the forms, which hold where "f" has found that the whole does. */
static bool compile(struct lcm_closed_form *form, const struct parting *g,
                    const struct lcm_formula *f) {
  lcm_ctx *ctx = g->p->setup.ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = g->n * g->each;
  LCM_LIST(const lcm_expr *) every = {0};
  for (size_t k = 0; k < n; k++)
    LCM_LIST_ADD(arena, &every,
                 g->exprs[k] ? g->exprs[k] : lcm_expr_int(ctx, 0));
  for (size_t i = 0; i < f->guard.costs.n; i++)
    LCM_LIST_ADD(arena, &every, f->guard.costs.at[i]);
  form->n_names = lcm_expr_names_all(&form->names, ctx, every.at, every.n);
  form->n_out = n + 1;
  const struct lcm_tape_parts parts = {.exprs = every.at,
                                       .n = n,
                                       .least = every.at + n,
                                       .n_least = every.n - n,
                                       .names = form->names,
                                       .n_names = form->n_names};
  return !lcm_tape_compile_parts(&form->tape, ctx, &parts);
}

/* A point that is checked: its number in the results, its processors, and how
 * many processor-seconds are few. */
struct checked {
  size_t k;
  double p;
  double little;
};

/* Return the occurrence of "point" that is part "i" of "g", NULL for none. */
static const lcm_occurrence *occurrence_of(const lcm_point *point,
                                           const struct parting *g, size_t i,
                                           const lcm_map *by_id) {
  size_t at = 0;
  const char *id = lcm_intern(g->p->setup.ctx, g->at[i].id);
  return lcm_map_get(by_id, id, &at) ? &point->occurrences[at] : NULL;
}

/* Note of part "i", which is "o" at a point (NULL: it does not occur), which of
 * its forms are not that: they come to "found" each, number "k"; what is below
 * "little" processor-seconds on "p" processors does not matter. */
static void check_part(struct parting *g, size_t i, const lcm_occurrence *o,
                       double *const *found, const struct checked *at) {
  const size_t n_cats = g->p->setup.n_cats;
  bool *wrong = g->wrong + i * g->each;
  double total = at->little;
  for (size_t q = 0; o && q < n_cats; q++)
    total = fmax(total, o->cats[q]);
  for (size_t q = 0; q < g->each; q++) {
    const bool time = q >= n_cats;
    const double value = !o ? 0 : time ? o->time : o->cats[q];
    const double most = time ? fmax(value, at->little / at->p) : total;
    wrong[q] = wrong[q] ||
               !(fabs(found[i * g->each + q][at->k] - value) <= CLOSE * most);
  }
}

/* Note which forms are not what "point" has, number "k" of "c". */
static void check(struct parting *g, const lcm_point *point,
                  const struct lcm_chunk *c, size_t k) {
  const struct checked at = {k, point->p, LITTLE * point->time * point->p};
  lcm_arena *arena = lcm_ctx_arena(g->p->setup.ctx);
  lcm_map by_id = {0};
  for (size_t i = 0; i < point->n_occurrences; i++)
    lcm_map_put(arena, &by_id,
                lcm_intern(g->p->setup.ctx, point->occurrences[i].id), i);
  for (size_t i = 0; i < g->n; i++)
    check_part(g, i, occurrence_of(point, g, i, &by_id), c->results, &at);
}

/* Note which parts' forms are not what the points of "out" have. */
static void check_all(struct parting *g, const struct lcm_closed_form *form,
                      const lcm_prediction *out) {
  struct lcm_chunk c = lcm_chunk_new(g->p, form, 1);
  for (size_t i = 0; i < out->grid->n_points; i++) {
    c.first = i;
    c.n = 1;
    lcm_chunk_fill(&c);
    lcm_chunk_run(&c);
    if (c.fits[0])
      check(g, &out->points[i], &c, 0);
  }
}

/* Put the forms of "g" that are right into "out": those of which all categories
 * are. */
static void publish(lcm_prediction *out, const struct parting *g) {
  const size_t n_cats = g->p->setup.n_cats;
  lcm_arena *arena = lcm_ctx_arena(g->p->setup.ctx);
  struct lcm_part_form *all =
      LCM_NEW_ARRAY(arena, struct lcm_part_form, g->n + 1);
  size_t n = 0;
  for (size_t i = 0; i < g->n; i++) {
    const lcm_expr *const *exprs = g->exprs + i * g->each;
    const bool *wrong = g->wrong + i * g->each;
    bool right = true;
    for (size_t c = 0; c < n_cats; c++)
      right = right && !wrong[c];
    if (right)
      all[n++] = (struct lcm_part_form){.id = g->at[i].id,
                                        .time = !wrong[n_cats] ? exprs[n_cats]
                                                : !wrong[n_cats + 1]
                                                    ? exprs[n_cats + 1]
                                                    : NULL,
                                        .cats = exprs};
  }
  out->part_forms = all;
  out->n_part_forms = n;
}

void lcm_predictor_parts(lcm_prediction *out, struct lcm_predictor *p) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  const size_t n_points = out->grid->n_points;
  const lcm_point *last = n_points ? &out->points[n_points - 1] : NULL;
  struct lcm_closed closed;
  struct lcm_closed_form form = {0};
  if (!last || !p->form || !p->formulas.cats || p->runs.n ||
      !last->n_occurrences || last->n_occurrences > MOST_PARTS)
    return;
  struct parting g = {
      .p = p, .at = last->occurrences, .n = last->n_occurrences};
  g.each = p->setup.n_cats + 2;
  g.exprs = LCM_NEW_ARRAY(arena, const lcm_expr *, g.n *g.each + 1);
  g.wrong = LCM_NEW_ARRAY(arena, bool, g.n *g.each + 1);
  struct lcm_formula f = lcm_predictor_formula_begin(p);
  f.parts = &g.sought;
  f.path = "";
  f.function = p->setup.entry;
  const bool muted = lcm_ctx_mute(p->setup.ctx, true);
  lcm_ctx_refill(p->setup.ctx);
  seek(&g);
  if (lcm_formula_build(&closed, &f, p->setup.grid)) {
    take(&g, &f, &closed);
    if (compile(&form, &g, &f)) {
      check_all(&g, &form, out);
      publish(out, &g);
    }
  }
  lcm_ctx_refill(p->setup.ctx);
  (void)lcm_ctx_mute(p->setup.ctx, muted);
}
