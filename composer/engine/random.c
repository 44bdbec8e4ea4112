/* Expected times where iterations are random: of the last of several members,
 * of loops whose chunks are taken on demand. */
#include <math.h>
#include <string.h>

#include "composer/engine/call.h"
#include "composer/engine/count.h"
#include "composer/engine/env.h"
#include "composer/engine/price.h"
#include "composer/engine/random.h"
#include "composer/engine/record/record.h"
#include "composer/engine/serial.h"
#include "composer/engine/team/spread.h"
#include "composer/gsl/gsl_chance.h"

/* Put the time that "node" takes one processor into "s"; false where it is no
 * such sum. */
static bool find_spread(struct lcm_spread *s, struct lcm_run *run,
                        const lcm_node *node);

/* Points of a distribution; how many times are added exactly; points that stand
 * for one draw. */
enum { MAX_POINTS = 256, MAX_EXACT = 512, MIN_EXACT = 16, MAX_BINS = 64 };

/* Sums of equal times that are kept. */
enum { MAX_KEPT = 256 };

/* How often a loop is played with dice, and with how many of them. */
static const double MAX_STEPS = 2e6;
enum { MIN_PLAYS = 16, MAX_PLAYS = 10000 };

/* A discrete distribution: values in rising order with their chances. */
struct distribution {
  size_t n;
  double value[MAX_POINTS];
  double chance[MAX_POINTS];
};

/* The distribution of the sum of "times" independent times like "one". */
struct repetition {
  const struct distribution *one;
  double times;
  const struct distribution *sum;
};

/* Sums that are known, the oldest of them at "next" once there are many; and
 * distributions that nobody needs any more. */
struct lcm_random_times {
  struct repetition at[MAX_KEPT];
  size_t n;
  size_t next;
  LCM_LIST(struct distribution *) unused;
};

/* Return what all runs of the context of "run" keep of times by chance. */
static struct lcm_random_times *chances_of(struct lcm_run *run) {
  void **slot = lcm_ctx_slot(run->ctx, LCM_SLOT_CHANCES);
  if (!*slot)
    *slot = LCM_NEW(lcm_ctx_arena(run->ctx), struct lcm_random_times);
  return *slot;
}

/* Return a distribution without values, to be given back by drop(). */
static struct distribution *empty(struct lcm_run *run) {
  struct lcm_random_times *all = chances_of(run);
  struct distribution *d =
      all->unused.n ? all->unused.at[--all->unused.n]
                    : LCM_NEW(lcm_ctx_arena(run->ctx), struct distribution);
  d->n = 0;
  return d;
}

/* Nobody needs "d" any more. */
static void drop(struct lcm_run *run, struct distribution *d) {
  LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &chances_of(run)->unused, d);
}

/* Return the distribution that is always "value". */
static struct distribution *certain(struct lcm_run *run, double value) {
  struct distribution *d = empty(run);
  d->n = 1;
  d->value[0] = value;
  d->chance[0] = 1;
  return d;
}

/* Return how far number "i" of "d" is below the next one. */
static inline double gap_at(const struct distribution *d, size_t i) {
  return d->value[i + 1] - d->value[i];
}

/* Return the first of "d" that is closest to the next one: the least distance
 * is found in four ranges at the same time, and then where it is. */
static size_t nearest(const struct distribution *d) {
  const size_t quarter = (d->n - 1) / 4;
  double least[4];
  double all = gap_at(d, 0);
  size_t best = 0;
  for (size_t k = 0; k < 4; k++)
    least[k] = gap_at(d, k * quarter);
  for (size_t i = 0; i < quarter; i++)
    for (size_t k = 0; k < 4; k++) {
      const double gap = gap_at(d, k * quarter + i);
      least[k] = gap < least[k] ? gap : least[k];
    }
  for (size_t k = 0; k < 4; k++)
    all = least[k] < all ? least[k] : all;
  for (size_t i = 4 * quarter; i + 1 < d->n; i++)
    all = gap_at(d, i) < all ? gap_at(d, i) : all;
  while (best + 2 < d->n && gap_at(d, best) > all)
    best++;
  return best;
}

/* Merge the two neighbours of "d" that are closest. */
static void merge_nearest(struct distribution *d) {
  const size_t best = nearest(d);
  const double chance = d->chance[best] + d->chance[best + 1];
  if (chance > 0)
    d->value[best] = (d->value[best] * d->chance[best] +
                      d->value[best + 1] * d->chance[best + 1]) /
                     chance;
  d->chance[best] = chance;
  d->n--;
  memmove(&d->value[best + 1], &d->value[best + 2],
          (d->n - best - 1) * sizeof *d->value);
  memmove(&d->chance[best + 1], &d->chance[best + 2],
          (d->n - best - 1) * sizeof *d->chance);
}

/* Return how many values of "d" are less than "value". */
static size_t place_of(const struct distribution *d, double value) {
  size_t first = 0;
  size_t end = d->n;
  while (first < end) {
    const size_t middle = (first + end) / 2;
    if (d->value[middle] < value)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

/* Add "chance" of "value" to "d". */
static void add(struct distribution *d, double value, double chance) {
  if (chance <= 0)
    return;
  const size_t i = place_of(d, value);
  if (i < d->n && d->value[i] == value) {
    d->chance[i] += chance;
    return;
  }
  if (d->n == MAX_POINTS) {
    merge_nearest(d);
    add(d, value, chance);
    return;
  }
  memmove(&d->value[i + 1], &d->value[i], (d->n - i) * sizeof *d->value);
  memmove(&d->chance[i + 1], &d->chance[i], (d->n - i) * sizeof *d->chance);
  d->value[i] = value;
  d->chance[i] = chance;
  d->n++;
}

/* Let "d" be the distribution of a + b. */
static void add_up(struct distribution *d, const struct distribution *a,
                   const struct distribution *b) {
  d->n = 0;
  for (size_t i = 0; i < a->n; i++)
    for (size_t j = 0; j < b->n; j++)
      add(d, a->value[i] + b->value[j], a->chance[i] * b->chance[j]);
}

/* Return the distribution of a + b, which are dropped. */
static struct distribution *sum_of(struct lcm_run *run, struct distribution *a,
                                   struct distribution *b) {
  struct distribution *d = empty(run);
  add_up(d, a, b);
  drop(run, a);
  drop(run, b);
  return d;
}

/* Return what of the draws of "s" less than the part "p" is below. */
static double below(const struct lcm_spread *s, double p) {
  switch (s->draw->kind) {
  case LCM_DRAW_EXPONENTIAL:
    return -s->args[0] * log1p(-p);
  case LCM_DRAW_UNIFORM:
    return s->args[0] + p * (s->args[1] - s->args[0]);
  case LCM_DRAW_NORMAL:
    return s->args[0] + s->args[1] * lcm_chance_normal_inverse(p);
  case LCM_DRAW_PROB:
    return p >= 1 - s->args[0];
  case LCM_DRAW_RANDOM:
  case LCM_DRAW_COUNT:
    break;
  }
  return p;
}

/* Return the distribution of the time "s" of one draw: equally probable values,
 * brought to its mean. */
static struct distribution *bins_of(struct lcm_run *run,
                                    const struct lcm_spread *s) {
  struct distribution *d = empty(run);
  const bool event = s->draw->kind == LCM_DRAW_PROB;
  double mean = 0;
  if (event) {
    add(d, s->fixed, 1 - s->args[0]);
    add(d, s->fixed + s->scale, s->args[0]);
    return d;
  }
  for (int i = 0; i < MAX_BINS; i++)
    mean += below(s, (i + 0.5) / MAX_BINS) / MAX_BINS;
  const double off =
      (lcm_spread_mean(s) - s->fixed) / (s->scale * s->times) - mean;
  for (int i = 0; i < MAX_BINS; i++)
    add(d, s->fixed + s->scale * (below(s, (i + 0.5) / MAX_BINS) + off),
        1. / MAX_BINS);
  return d;
}

/* Return the mean of "d". */
static double mean_of(const struct distribution *d) {
  double mean = 0;
  for (size_t i = 0; i < d->n; i++)
    mean += d->value[i] * d->chance[i];
  return mean;
}

/* Return whether "a" and "b" are the same. */
static bool are_same(const struct distribution *a,
                     const struct distribution *b) {
  return a == b || (a->n == b->n &&
                    !memcmp(a->value, b->value, a->n * sizeof *a->value) &&
                    !memcmp(a->chance, b->chance, a->n * sizeof *a->chance));
}

/* Return a copy of "d". */
static struct distribution *copy_of(struct lcm_run *run,
                                    const struct distribution *d) {
  struct distribution *copy = empty(run);
  *copy = *d;
  return copy;
}

/* Return the distribution of the sum of "times" independent times like "one",
 * added up. */
static const struct distribution *add_repeated(struct lcm_run *run,
                                               const struct distribution *one,
                                               double times) {
  struct distribution two[2] = {{.n = 1, .chance = {1}}};
  size_t now = 0;
  for (double i = 0; i < times; i++, now = !now)
    add_up(&two[!now], &two[now], one);
  return copy_of(run, &two[now]);
}

/* As add_repeated; what is known is kept for all programs of the context. */
static const struct distribution *sum_repeated(struct lcm_run *run,
                                               const struct distribution *one,
                                               double times) {
  struct lcm_random_times *known = chances_of(run);
  for (size_t i = 0; i < known->n; i++)
    if (known->at[i].times == times && are_same(known->at[i].one, one))
      return known->at[i].sum;
  const struct repetition fresh = {copy_of(run, one), times,
                                   add_repeated(run, one, times)};
  known->at[known->next] = fresh;
  known->n += known->n < MAX_KEPT;
  known->next = (known->next + 1) % MAX_KEPT;
  return fresh.sum;
}

/* Return the distribution of the sum of "count" independent times like "one":
 * exact while they are few (MAX_EXACT of two values, less of more), then that
 * of so many with its mean and its spread brought to "count" (central limit
 * theorem). */
static struct distribution *
repeated(struct lcm_run *run, const struct distribution *one, double count) {
  const double most = fmax(MIN_EXACT, 2. * MAX_EXACT / (double)one->n);
  const double exact = fmin(count, fmin(MAX_EXACT, floor(most)));
  const double mean = mean_of(one);
  struct distribution *all = copy_of(run, sum_repeated(run, one, exact));
  for (size_t i = 0; i < all->n && count > exact; i++)
    all->value[i] = fmax(0, mean * count + (all->value[i] - mean * exact) *
                                               sqrt(count / exact));
  return all;
}

static struct distribution *distribution_of(struct lcm_run *run,
                                            const lcm_node *node);

/* Return the distribution of the time of the branch "node" by chance. */
static struct distribution *mixed(struct lcm_run *run, const lcm_node *node) {
  struct distribution *mix = empty(run);
  double left = 1;
  for (size_t i = 0; i < node->n_children; i++) {
    const double chance = fmin(left, lcm_run_chance(run, node, i));
    struct distribution *one = distribution_of(run, node->children[i]);
    for (size_t k = 0; k < one->n; k++)
      add(mix, one->value[k], one->chance[k] * chance);
    drop(run, one);
    left -= chance;
  }
  add(mix, 0, left);
  return mix;
}

/* Return the distribution of the time of the call "node". */
static struct distribution *called(struct lcm_run *run, const lcm_node *node) {
  struct lcm_run saved;
  const lcm_node *body = NULL;
  if (!lcm_run_enter(run, node, &saved, &body))
    return certain(run, 0);
  struct distribution *out = distribution_of(run, body);
  lcm_run_leave(run, &saved);
  return out;
}

/* Return the distribution of the time that "node" takes one processor, to be
 * given back by drop(). */
static struct distribution *distribution_of(struct lcm_run *run,
                                            const lcm_node *node) {
  struct lcm_spread s = {0};
  const bool drawn = lcm_run_traits(run, node)->random && node->n_models;
  if (drawn && find_spread(&s, run, node))
    return bins_of(run, &s);
  if (drawn)
    lcm_run_assume(run, "a cost that is not linear in one random quantity is "
                        "taken for its mean");
  if (!lcm_run_traits(run, node)->random || node->n_models)
    return certain(run, lcm_run_serial(run, node, 1).time);
  if (node->kind == LCM_NODE_BRANCH && node->u.branch.probabilities)
    return mixed(run, node);
  if (node->kind == LCM_NODE_CALL)
    return called(run, node);
  if (node->kind == LCM_NODE_LOOP && node->n_children &&
      lcm_run_is_uniform(run, node)) {
    struct distribution *one = distribution_of(run, node->children[0]);
    struct distribution *all =
        repeated(run, one, fmax(0, lcm_run_count(run, node)));
    drop(run, one);
    return all;
  }
  if (node->kind != LCM_NODE_SERIES)
    return certain(run, lcm_run_serial(run, node, 1).time);
  struct distribution *out = certain(run, 0);
  for (size_t i = 0; i < node->n_children; i++)
    out = sum_of(run, out, distribution_of(run, node->children[i]));
  return out;
}

/* Return the chance that "d" is at most "value". */
static double at_most(const struct distribution *d, double value) {
  double chance = 0;
  for (size_t i = 0; i < d->n && d->value[i] <= value; i++)
    chance += d->chance[i];
  return fmin(chance, 1);
}

/* What a run notes of what it executes, while it looks into what may happen. */
struct aside {
  const struct lcm_predict_options *options; /* that it had */
  struct lcm_predict_options quiet;          /* without nodes */
  struct lcm_journal *journal;
  struct lcm_demand *demands;
  size_t n;
  size_t cap;
};

/* Let "run" note nothing until step_back. */
static void step_aside(struct aside *a, struct lcm_run *run) {
  *a = (struct aside){.options = run->options,
                      .quiet = *run->options,
                      .journal = run->notes.journal,
                      .demands = run->notes.demands.at,
                      .n = run->notes.demands.n,
                      .cap = run->notes.demands.cap};
  a->quiet.nodes = false;
  run->options = &a->quiet;
  run->notes.journal = NULL;
  memset(&run->notes.demands, 0, sizeof run->notes.demands);
}

/* Let "run" note what it does again. */
static void step_back(struct lcm_run *run, const struct aside *a) {
  run->options = a->options;
  run->notes.journal = a->journal;
  run->notes.demands.at = a->demands;
  run->notes.demands.n = a->n;
  run->notes.demands.cap = a->cap;
}

/* As lcm_run_expected_max, which sees to it that nothing is noted. */
static double expected_max(struct lcm_run *run, const lcm_node *node,
                           const double *shares, size_t n, double *sum) {
  struct lcm_spread s = {0};
  *sum = 0;
  if (find_spread(&s, run, node)) {
    for (size_t m = 0; m < n; m++)
      *sum += lcm_spread_mean(&s) * shares[m];
    return lcm_spread_maximum(run->ctx, &s, shares, n);
  }
  struct distribution *one = distribution_of(run, node);
  struct distribution **of =
      LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), struct distribution *, n + 1);
  struct distribution points = {.n = 0};
  const double mean = mean_of(one);
  for (size_t m = 0; m < n; m++) {
    *sum += mean * shares[m];
    if (m && shares[m] == shares[m - 1])
      of[m] = of[m - 1];
    else
      of[m] = repeated(run, one, shares[m]);
    for (size_t i = 0; (!m || of[m] != of[m - 1]) && i < of[m]->n; i++)
      add(&points, of[m]->value[i], 1);
  }
  double expected = 0;
  double before = 0;
  for (size_t i = 0; i < points.n; i++) {
    double all = 1;
    for (size_t m = 0; m < n; m++)
      all *= at_most(of[m], points.value[i]);
    expected += points.value[i] * (all - before);
    before = all;
  }
  drop(run, one);
  for (size_t m = 0; m < n; m++)
    if (!m || of[m] != of[m - 1])
      drop(run, of[m]);
  return expected;
}

double lcm_run_expected_max(struct lcm_run *run, const lcm_node *node,
                            const double *shares, size_t n, double *sum) {
  struct aside aside;
  step_aside(&aside, run);
  const double expected = expected_max(run, node, shares, n, sum);
  step_back(run, &aside);
  return expected;
}

/* ---- chunks on demand --------------------------------------------------- */

/* A loop that is played with dice. */
struct play {
  const struct lcm_loop_schedule *of;
  /* spread, points: what an iteration takes: the second where the first does
   * not say */
  struct lcm_spread spread;
  const struct distribution *points;
  double mean; /* on average */
  double deviation;
  const struct lcm_chunk_taker *taking; /* how chunks are taken */
  double *clocks;                       /* of the members in the present play */
  struct lcm_random dice;
};

/* Return what the "n" iterations of a chunk take together. */
static double draw_chunk(struct play *p, double n) {
  double sum = 0;
  if (!p->points)
    return lcm_spread_draw(&p->spread, &p->dice, n);
  if (n > LCM_MAX_DRAWN)
    return fmax(
        0, lcm_random_normal(&p->dice, n * p->mean, sqrt(n) * p->deviation));
  for (double i = 0; i < n; i++) {
    double left = lcm_random_unit(&p->dice);
    size_t k = 0;
    while (k + 1 < p->points->n && left >= p->points->chance[k])
      left -= p->points->chance[k++];
    sum += p->points->value[k];
  }
  return sum;
}

/* Play the loop of "p" once: return when the last of the "k" members is done,
 * and put what all iterations took into "*work". */
static double play_once(struct play *p, size_t k, double *work) {
  double end = 0;
  double busy = 0;
  *work = 0;
  memcpy(p->clocks, p->taking->starts, k * sizeof *p->clocks);
  for (double from = 0; from < p->of->count;) {
    const double n = lcm_loop_schedule_next(p->of, from);
    const double time = draw_chunk(p, n);
    size_t first = 0;
    for (size_t m = 1; m < k; m++)
      first = p->clocks[m] < p->clocks[first] ? m : first;
    busy = fmax(busy, p->clocks[first]) + p->taking->counter;
    p->clocks[first] = fmax(p->clocks[first], busy) + p->taking->chunk + time;
    *work += time;
    from += n;
  }
  for (size_t m = 0; m < k; m++)
    end = fmax(end, p->clocks[m]);
  return end;
}

/* Put the mean and the deviation of an iteration of "node" into "p". */
static void find_times(struct play *p, struct lcm_run *run,
                       const lcm_node *node) {
  if (find_spread(&p->spread, run, node)) {
    p->mean = lcm_spread_mean(&p->spread);
    return;
  }
  struct distribution *points = distribution_of(run, node);
  p->points = points;
  p->mean = mean_of(points);
  for (size_t i = 0; i < points->n; i++)
    p->deviation += points->chance[i] * (points->value[i] - p->mean) *
                    (points->value[i] - p->mean);
  p->deviation = sqrt(p->deviation);
}

/* Return the expected end of "of", whose iterations are exponential, taken one
 * by one by members that begin at "start" with "p"; NaN where that is not so.
 * As long as there are enough, each is done after mean/members on average; the
 * last of those who are left after mean (1 + 1/2 + .. + 1/left). */
static double memoryless(const struct play *p, size_t k, double start) {
  const struct lcm_spread *s = &p->spread;
  const double left = fmin((double)k, p->of->count);
  double time = (p->of->count - left) / (double)k;
  if (p->points || s->draw->kind != LCM_DRAW_EXPONENTIAL || s->fixed > 0 ||
      s->times > 1 || p->taking->chunk > 0 || p->taking->counter > 0 ||
      p->of->chunk > 1 || p->of->way != LCM_ASSIGN_CHUNKS)
    return NAN;
  for (size_t m = 1; m < k; m++)
    if (p->taking->starts[m] != p->taking->starts[0])
      return NAN;
  for (double i = 1; i <= left; i++)
    time += 1 / i;
  return start + time * p->mean;
}

double lcm_run_expected_end(struct lcm_run *run,
                            const struct lcm_loop_schedule *of,
                            const struct lcm_chunk_taker *taking,
                            double *mean) {
  const size_t k = (size_t)of->members;
  struct play p = {.of = of, .taking = taking};
  double excess = 0;
  double start = 0;
  double work = 0;
  double n = 0;
  struct aside aside;
  step_aside(&aside, run);
  find_times(&p, run, lcm_loop_random_part(lcm_run_knowledge(run), of->node));
  step_back(run, &aside);
  *mean = p.mean;
  for (size_t m = 0; m < k; m++)
    start = fmax(start, taking->starts[m]);
  const double exact = memoryless(&p, k, start);
  if (!isnan(exact))
    return exact;
  p.clocks = LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), double, k + 1);
  lcm_random_seed(&p.dice, 1);
  while (n < MAX_PLAYS &&
         (n < MIN_PLAYS || n * of->count * (1 + (double)k / 16) < MAX_STEPS)) {
    const double end = play_once(&p, k, &work);
    excess += end - work / (double)k;
    n++;
  }
  return excess / n + of->count * p.mean / (double)k;
}

/* Return the only draw that "e" mentions, or NULL. */
static const struct lcm_draw *only_draw(const lcm_program *program,
                                        const lcm_expr *e) {
  const struct lcm_draw *found = NULL;
  for (size_t i = 0; i < program->n_draws; i++) {
    if (!lcm_expr_has(e, program->draws[i].name))
      continue;
    if (found)
      return NULL;
    found = &program->draws[i];
  }
  return found;
}

/* Return what "model" costs where the draw "name" is "value". */
static double price_at(struct lcm_run *run, const lcm_model *model,
                       const char *name, double value) {
  const size_t bound = run->env.n;
  lcm_run_bind(run, name, value);
  const struct lcm_price price = lcm_run_price(run, model, 1, false);
  run->env.n = bound;
  return price.cost + price.excess;
}

/* Take the time of "node", which a model that draws says, for "s"; false where
 * it is not linear in one draw. */
static bool take_model(struct lcm_spread *s, struct lcm_run *run,
                       const lcm_node *node) {
  const lcm_model *model = NULL;
  for (size_t i = 0; i < node->n_models; i++)
    if (lcm_expr_draws(run->program, node->models[i].expr)) {
      if (model)
        return false;
      model = &node->models[i];
    }
  const struct lcm_draw *draw =
      model ? only_draw(run->program, model->expr) : NULL;
  if (!draw || node->n_models > 1)
    return false;
  const double zero = price_at(run, model, draw->name, 1);
  const double one = price_at(run, model, draw->name, 2);
  const double two = price_at(run, model, draw->name, 3);
  s->scale = one - zero;
  s->fixed = zero - s->scale;
  s->draw = draw;
  s->times = 1;
  for (size_t i = 0; i < draw->n_args; i++)
    if (!lcm_run_derived(&s->args[i], run, draw->args[i]))
      return false;
  return !run->status && s->scale > 0 &&
         fabs(two - one - s->scale) <= 1e-9 * fabs(two);
}

/* Add the times of the children of the series "node" to "s"; false where more
 * than one of them is random. */
static bool take_series(struct lcm_spread *s, struct lcm_run *run,
                        const lcm_node *node) {
  double fixed = 0;
  bool found = false;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = node->children[i];
    if (!lcm_run_traits(run, child)->random) {
      fixed += lcm_run_serial(run, child, 1).time;
      continue;
    }
    if (found || !find_spread(s, run, child))
      return false;
    found = true;
  }
  s->fixed += fixed;
  return found;
}

/* ---- what one execution takes ------------------------------------------- */

static bool find_spread(struct lcm_spread *s, struct lcm_run *run,
                        const lcm_node *node) {
  struct lcm_run saved;
  const lcm_node *body = NULL;
  if (node->n_models)
    return take_model(s, run, node);
  if (node->kind == LCM_NODE_SERIES)
    return take_series(s, run, node);
  if (node->kind == LCM_NODE_CALL) {
    if (!lcm_run_enter(run, node, &saved, &body))
      return false;
    const bool found = find_spread(s, run, body);
    lcm_run_leave(run, &saved);
    return found;
  }
  if (node->kind != LCM_NODE_LOOP || !node->n_children ||
      !lcm_run_is_uniform(run, node))
    return false;
  const double count = lcm_run_count(run, node);
  if (count < 1 || !find_spread(s, run, node->children[0]))
    return false;
  s->fixed *= count;
  s->times *= count;
  return true;
}
