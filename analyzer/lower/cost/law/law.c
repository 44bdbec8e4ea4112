/* How often loops run whose end follows from whole numbers: they are executed
 * for numbers of many sizes, and a law is found that the trips follow. */
#include "analyzer/lower/cost/law/law.h"

#include <math.h>

#include "analyzer/lower/cost/law/run.h"
#include "analyzer/lower/cost/law/start.h"

/* Names that trips may depend on, and points at which they are asked for; runs
 * at all points, and steps of one. */
enum { NAMES = 3, POINTS = 64, RUNS = 320, STEPS = 20000 };

/* How names make a law: of one, or of two. */
enum form { POWER, RATIO, LEAST, MOST, FORMS };

/* A law: trips are a + b f, f being a logarithm (power 0) or a power of what
 * "form" makes of the names number "x" and "y". */
struct law {
  enum form form;
  size_t x;
  size_t y;
  double power;
  double a;
  double b;
  double off; /* by which share it is off */
};

/* Trips at a point. */
struct point {
  double at[NAMES];
  double trips;
  double spread; /* the standard error of that */
};

/* What is asked for. */
struct asking {
  struct lcm_lowering *l;
  struct lcm_rerun_loop play;
  const lcm_expr **starts; /* of the slots; NULL: any number */
  const char *names[NAMES];
  size_t n_names;
  struct point points[POINTS];
  size_t n;
  struct lcm_rerun_run run;
};

/* Note the names that "e" speaks of; false where there are too many. */
static bool add_names(struct asking *a, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, a->l->ctx, e);
  for (size_t i = 0; i < n; i++) {
    size_t k = 0;
    while (k < a->n_names && a->names[k] != names[i])
      k++;
    if (k == NAMES)
      return false;
    a->names[k] = names[i];
    a->n_names = k == a->n_names ? k + 1 : a->n_names;
  }
  return true;
}

/* Find what the slots hold before the loop "loop"; false where that depends on
 * too many names. */
static bool find_starts(struct asking *a, const lcm_ast *loop) {
  lcm_arena *arena = lcm_ctx_arena(a->l->ctx);
  const size_t n = a->play.slots.n;
  bool few = true;
  a->starts = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  a->run.values = LCM_NEW_ARRAY(arena, long long, n + 1);
  a->run.known = LCM_NEW_ARRAY(arena, bool, n + 1);
  for (size_t i = 0; i < n && few; i++) {
    const struct lcm_rerun_slot *slot = &a->play.slots.at[i];
    a->starts[i] =
        slot->own ? NULL : lcm_start_of(a->l, loop, slot->ref, slot->changed);
    few = !a->starts[i] || add_names(a, a->starts[i]);
  }
  return few;
}

/* Return a number of the type of "ref", drawn at random. */
static long long any_of(struct asking *a, const lcm_ast *ref) {
  enum { WIDEST = 62 };
  const unsigned bits = ref->range & LCM_RANGE_BITS;
  const unsigned own = bits - !(ref->range & LCM_RANGE_NATURAL);
  const unsigned long long number = lcm_rerun_draw(&a->run);
  return (long long)(number >> (64 - (own < WIDEST ? own : WIDEST)));
}

/* Execute the loop once, the names being "at"; return its trips, below 0 where
 * they are not known. */
static double play(struct asking *a, const double *at) {
  struct lcm_subst by[NAMES];
  for (size_t i = 0; i < a->n_names; i++)
    by[i] = (struct lcm_subst){a->names[i],
                               lcm_expr_int(a->l->ctx, (long long)at[i])};
  for (size_t i = 0; i < a->play.slots.n; i++) {
    double value = 0;
    const lcm_expr *start =
        a->starts[i] ? lcm_expr_subst(a->l->ctx, a->starts[i], by, a->n_names)
                     : NULL;
    a->run.known[i] = !a->play.slots.at[i].own;
    if (!a->starts[i])
      a->run.values[i] = any_of(a, a->play.slots.at[i].ref);
    else if (start && lcm_expr_is_number(start, &value) && fabs(value) < 9e15)
      a->run.values[i] = (long long)value;
    else
      return -1;
  }
  a->run.left = STEPS;
  a->run.trips = a->run.entries = 0;
  a->run.lost = false;
  lcm_rerun_execute(&a->run);
  return a->run.lost      ? -1
         : a->run.entries ? (double)a->run.trips / (double)a->run.entries
                          : 0;
}

/* Ask for the mean of "runs" trips at the names "at", each up to twice as
 * large; return whether they are known. */
static bool ask(struct asking *a, const double *at, int runs) {
  struct point *point = &a->points[a->n];
  point->trips = point->spread = 0;
  for (size_t i = 0; i < a->n_names; i++)
    point->at[i] = at[i] * sqrt(2);
  for (int r = 0; r < runs; r++) {
    double here[NAMES] = {0};
    for (size_t i = 0; i < a->n_names; i++)
      here[i] = floor(
          at[i] * ldexp((double)(lcm_rerun_draw(&a->run) >> 12) + 0x1p52, -52));
    const double trips = play(a, here);
    if (trips < 0)
      return false;
    point->trips += trips / runs;
    point->spread += trips * trips / runs;
  }
  point->spread =
      sqrt(fmax(0, point->spread - point->trips * point->trips) / runs);
  a->n++;
  return true;
}

/* Ask at all points; return whether enough are known. */
static bool ask_all(struct asking *a) {
  static const int SIDES[NAMES + 1] = {1, 16, 8, 4};
  enum { SMALLEST = 3, LARGEST = 18 };
  const int side = SIDES[a->n_names];
  int n = 1;
  for (size_t i = 0; i < a->n_names; i++)
    n *= side;
  for (int p = 0; p < n; p++) {
    double at[NAMES] = {0};
    int rest = p;
    for (size_t i = 0; i < a->n_names; i++, rest /= side)
      at[i] = exp2(SMALLEST +
                   (double)(LARGEST - SMALLEST) * (rest % side) / (side - 1));
    if (!ask(a, at, RUNS / n) && a->run.left > 0)
      return false;
  }
  return 2 * a->n >= (size_t)n;
}

/* Return what "law" is about at "point". */
static double feature(const struct law *law, const struct point *point) {
  const double x = fmax(1, point->at[law->x]);
  const double y = fmax(1, point->at[law->y]);
  const double of = law->form == POWER   ? x
                    : law->form == RATIO ? fmax(1, x / y)
                    : law->form == LEAST ? fmin(x, y)
                                         : fmax(x, y);
  return law->power > 0 ? pow(of, law->power) : log2(of);
}

/* Fit "law" to the points of "a": what it is off by is a share of trips. */
static void fit(const struct asking *a, struct law *law) {
  double s[5] = {0};
  for (size_t i = 0; i < a->n; i++) {
    const double w = pow(1 + a->points[i].trips, -2);
    const double f = feature(law, &a->points[i]);
    s[0] += w;
    s[1] += w * f;
    s[2] += w * f * f;
    s[3] += w * a->points[i].trips;
    s[4] += w * f * a->points[i].trips;
  }
  const double by = s[0] * s[2] - s[1] * s[1];
  law->b = by > 1e-12 * s[0] * s[2] ? (s[0] * s[4] - s[1] * s[3]) / by : 0;
  law->a = (s[3] - law->b * s[1]) / s[0];
  law->off = 0;
  for (size_t i = 0; i < a->n; i++) {
    const double is = a->points[i].trips;
    const double e =
        (is - law->a - law->b * feature(law, &a->points[i])) / (1 + is);
    law->off += e * e / (double)a->n;
  }
  law->off = sqrt(law->off);
}

/* Find the law that the points of "a" follow best: with few more errors, one
 * that comes before. */
static struct law find(const struct asking *a) {
  static const double POWERS[] = {0, 0.25, 0.375, 0.5, 0.75, 1};
  static const double BETTER = 0.8;
  struct law best = {.off = INFINITY};
  for (int form = POWER; form < FORMS; form++)
    for (size_t x = 0; x < a->n_names; x++)
      for (size_t y = form == POWER ? x : 0; y < a->n_names; y++)
        for (size_t k = 0; k < sizeof POWERS / sizeof *POWERS; k++) {
          struct law law = {(enum form)form, x, y, POWERS[k], 0, 0, 0};
          if ((form == POWER) != (x == y) || (form > RATIO && x > y))
            continue;
          fit(a, &law);
          if (law.off < BETTER * best.off)
            best = law;
        }
  return best;
}

/* Return "value" as a number with few digits. */
static const lcm_expr *number(lcm_ctx *ctx, double value) {
  return lcm_expr_ratio(ctx, llround(value * 1000), 1000);
}

/* Return "law" in terms of its names. */
static const lcm_expr *expr_of(const struct asking *a, const struct law *law) {
  lcm_ctx *ctx = a->l->ctx;
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *at[2];
  for (int i = 0; i < 2; i++) {
    const lcm_expr *both[] = {
        one, lcm_expr_symbol(ctx, a->names[i ? law->y : law->x], LCM_DIM_NONE)};
    at[i] = lcm_expr_nary(ctx, LCM_X_MAX, both, 2);
  }
  const lcm_expr *ratio[] = {one, lcm_expr_div(ctx, at[0], at[1])};
  const lcm_expr *of =
      law->form == POWER ? at[0]
      : law->form == RATIO
          ? lcm_expr_nary(ctx, LCM_X_MAX, ratio, 2)
          : lcm_expr_nary(ctx, law->form == LEAST ? LCM_X_MIN : LCM_X_MAX, at,
                          2);
  of = law->power > 0 ? lcm_expr_pow(ctx, of, number(ctx, law->power))
                      : lcm_expr_apply(ctx, LCM_X_LOG2, of);
  const lcm_expr *sum = lcm_expr_add(
      ctx, number(ctx, law->a), lcm_expr_mul(ctx, number(ctx, law->b), of));
  const lcm_expr *least[] = {lcm_expr_int(ctx, 0), sum};
  return law->a >= 0 && law->b >= 0 ? sum
                                    : lcm_expr_nary(ctx, LCM_X_MAX, least, 2);
}

/* Return by which share chance alone lets trips be off. */
static double noise_of(const struct asking *a) {
  double sum = 0;
  for (size_t i = 0; i < a->n; i++)
    sum +=
        pow(a->points[i].spread / (1 + a->points[i].trips), 2) / (double)a->n;
  return sqrt(sum);
}

/* Return the law of "a", NULL where there is none. */
static const lcm_expr *law_of(struct asking *a) {
  static const double WORST = 0.2;
  static const double SAME = 0.05;
  double sum = 0;
  double square = 0;
  for (size_t i = 0; i < a->n; i++) {
    sum += a->points[i].trips / (double)a->n;
    square += a->points[i].trips * a->points[i].trips / (double)a->n;
  }
  if (!a->n_names || sqrt(fmax(0, square - sum * sum)) < SAME * (1 + sum))
    return number(a->l->ctx, sum);
  const struct law law = find(a);
  return law.off < hypot(WORST, noise_of(a)) ? expr_of(a, &law) : NULL;
}

/* As lcm_rerun_trips, which remembers it. */
static const lcm_expr *trips(struct lcm_lowering *l, const lcm_ast *loop) {
  struct asking a = {.l = l, .run = {.random = 0x9E3779B97F4A7C15ull}};
  if (!lcm_rerun_read(&a.play, l, loop) || !find_starts(&a, a.play.whole))
    return NULL;
  a.run.play = &a.play;
  return ask_all(&a) ? law_of(&a) : NULL;
}

const lcm_expr *lcm_rerun_trips(struct lcm_lowering *l, const lcm_ast *loop) {
  size_t found = 0;
  if (!lcm_map_get(&l->laws, loop, &found)) {
    found = (size_t)(uintptr_t)trips(l, loop);
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->laws, loop, found);
  }
  return (const lcm_expr *)(uintptr_t)found;
}
