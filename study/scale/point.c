/* Speedup, efficiency and its factors at a point. */
#include <math.h>
#include <string.h>

#include "study/scale/factor.h"
#include "study/scale/law.h"
#include "study/scale/point.h"
#include "study/scale/setting.h"

void lcm_scale_derive(struct lcm_scale_point *point) {
  const double p = point->p;
  point->speedup = point->time > 0 ? point->alone / point->time : NAN;
  point->efficiency = point->speedup / p;
  point->overhead = p * point->time - point->alone;
  point->relative = point->alone > 0 ? point->overhead / point->alone : NAN;
  point->karp_flatt = lcm_law_karp_flatt(point->speedup, p);
  point->core_hours = p * point->time / 3600;
}

/* ---- where the time goes ------------------------------------------------- */

/* Return what "run" has spent in category "c"; 0 where it has none of it. */
static double spent(const struct lcm_spent *run, size_t c) {
  return run->cats && c < run->n ? run->cats[c] : 0;
}

/* Return what "run" has spent in the categories of the user. */
static double own(const struct lcm_spent *run) {
  double sum = 0;
  for (size_t c = LCM_CAT_USER; c < run->n; c++)
    sum += spent(run, c);
  return sum;
}

/* Return what "run" computes: with what sharing the machine adds to it. */
static double computation(const struct lcm_spent *run) {
  return spent(run, LCM_CAT_PC) + spent(run, LCM_CAT_RC);
}

/* A factor and the processor-seconds that belong to it. */
struct part {
  lcm_factor_kind kind;
  double seconds;
};

/* Set the factors that synchronization loss is part of. */
static void attribute_waiting(lcm_factors *factors,
                              const struct lcm_spent *run) {
  const double loss = fmax(0, spent(run, LCM_CAT_SL));
  const double scheduling = fmin(loss, fmax(0, run->scheduling));
  if (run->told) {
    lcm_factors_give(factors, LCM_FACTOR_SCHEDULING, scheduling / run->time);
    lcm_factors_give(factors, LCM_FACTOR_CONTENTION,
                     (loss - scheduling) / run->time);
  } else {
    lcm_factors_within(factors, LCM_FACTOR_SCHEDULING, 0, loss / run->time);
    lcm_factors_within(factors, LCM_FACTOR_CONTENTION, 0, loss / run->time);
  }
}

/* Set the factors of "point" where all that "run" spends has its category: work
 * is what "alone" computes, and what "run" computes beyond that is superfluous
 * or due to what the machine shares. */
static void attribute(struct lcm_scale_point *point,
                      const struct lcm_spent *run,
                      const struct lcm_spent *alone) {
  const struct part parts[] = {
      {LCM_FACTOR_WORK, computation(alone)},
      {LCM_FACTOR_SERIALIZATION, spent(run, LCM_CAT_IP)},
      {LCM_FACTOR_IMBALANCE, spent(run, LCM_CAT_LI)},
      {LCM_FACTOR_OWN, own(run)},
      {LCM_FACTOR_COMMUNICATION, spent(run, LCM_CAT_CL)},
      {LCM_FACTOR_MEMORY, spent(run, LCM_CAT_RC) - spent(alone, LCM_CAT_RC)},
      {LCM_FACTOR_SUPERFLUOUS,
       spent(run, LCM_CAT_PC) - spent(alone, LCM_CAT_PC)}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    lcm_factors_give(&point->factors, parts[i].kind,
                     parts[i].seconds / run->time);
  attribute_waiting(&point->factors, run);
}

/* Categories of runs that are measured, as bits of a set. */
enum {
  PC = 1U << LCM_CAT_PC,
  LI = 1U << LCM_CAT_LI,
  IP = 1U << LCM_CAT_IP,
  SL = 1U << LCM_CAT_SL,
  CL = 1U << LCM_CAT_CL,
  RC = 1U << LCM_CAT_RC
};

/* What processor-seconds lie within; "measured": they are what was. */
struct range {
  double low;
  double high;
  bool measured;
};

/* Return what the seconds of the categories "set" of "run" together lie within,
 * a bit for each: what was measured of them, and of what no category has that
 * was, all if only they were not, else up to all. */
static struct range range_of(const struct lcm_spent *run, unsigned set) {
  double rest = run->time - own(run);
  double sum = 0;
  bool inside = false;
  bool outside = false;
  if (!run->cats)
    return (struct range){0, isnan(run->time) ? INFINITY : run->time, false};
  for (unsigned c = 0; c < LCM_CAT_UNSPLIT; c++) {
    const double seconds = run->cats[c];
    const bool asked = set >> c & 1;
    inside = inside || (asked && isnan(seconds));
    outside = outside || (!asked && isnan(seconds));
    rest -= isnan(seconds) ? 0 : seconds;
    sum += asked && !isnan(seconds) ? seconds : 0;
  }
  rest = inside ? fmax(0, rest) : 0;
  return (struct range){sum + (outside ? 0 : rest), sum + rest, !inside};
}

/* Return by how much "a" exceeds "b". */
static struct range difference(struct range a, struct range b) {
  return (struct range){a.low - b.high, a.high - b.low,
                        a.measured && b.measured};
}

/* Say that factor "kind" of "run" lies within "seconds". */
static void put_range(lcm_factors *factors, lcm_factor_kind kind,
                      const struct lcm_spent *run, struct range seconds) {
  lcm_factors_within(factors, kind, seconds.low / run->time,
                     seconds.high / run->time);
  if (factors->at[kind].source == LCM_FACTOR_GIVEN && !seconds.measured)
    factors->at[kind].source = LCM_FACTOR_INFERRED;
}

/* Return what "alone" computes, "shared" of it for what the machine shares: by
 * its computation where that was measured, else all of its time (Roth et al.
 * 2012, eq. 4) that is not known to be lost. */
static struct range work_of(const struct lcm_spent *alone,
                            struct range shared) {
  static const lcm_cat LOST[] = {LCM_CAT_LI, LCM_CAT_IP, LCM_CAT_SL,
                                 LCM_CAT_CL};
  double most = alone->time - own(alone);
  for (size_t i = 0; alone->cats && i < sizeof LOST / sizeof *LOST; i++)
    most -= isnan(alone->cats[LOST[i]]) ? 0 : alone->cats[LOST[i]];
  if (isnan(most))
    return (struct range){0, INFINITY, false};
  if (!alone->cats || isnan(alone->cats[LCM_CAT_PC]))
    return (struct range){most, most, true};
  const double computed = alone->cats[LCM_CAT_PC];
  const double high = computed + shared.high;
  return (struct range){computed + shared.low,
                        shared.measured ? high : fmin(high, most),
                        shared.measured};
}

/* Set what is known of the factors of "run" that its categories have, or are
 * parts of. */
static void attribute_losses(lcm_factors *factors,
                             const struct lcm_spent *run) {
  static const struct {
    lcm_factor_kind kind;
    unsigned set;
  } SAME[] = {{LCM_FACTOR_SERIALIZATION, IP},
              {LCM_FACTOR_IMBALANCE, LI},
              {LCM_FACTOR_COMMUNICATION, CL}};
  struct range waits = range_of(run, SL);
  const struct range idle = {range_of(run, LI | IP).low,
                             range_of(run, LI | IP | SL).high, false};
  for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++)
    put_range(factors, SAME[i].kind, run, range_of(run, SAME[i].set));
  lcm_factors_give(factors, LCM_FACTOR_OWN, own(run) / run->time);
  if (run->told || waits.high <= 0) {
    attribute_waiting(factors, run);
    return;
  }
  waits.low = 0;
  waits.measured = false;
  put_range(factors, LCM_FACTOR_SCHEDULING, run, waits);
  put_range(factors, LCM_FACTOR_CONTENTION, run, waits);
  put_range(factors, LCM_FACTOR_DISTRIBUTION, run, idle);
}

/* Set what is known of the factors of "point" where only some categories of
 * "run" were measured, or of "alone": each is what was measured, what is left,
 * or within what is left; the run on one processor has nothing beyond itself.
 */
static void attribute_some(struct lcm_scale_point *point,
                           const struct lcm_spent *run,
                           const struct lcm_spent *alone) {
  lcm_factors *factors = &point->factors;
  struct range shared = range_of(alone, RC);
  struct range computed = range_of(alone, PC);
  const struct range work = work_of(alone, shared);
  shared.high = fmin(shared.high, work.high);
  computed.low = fmax(computed.low, work.low - shared.high);
  computed.high = fmin(computed.high, work.high - shared.low);
  attribute_losses(factors, run);
  put_range(factors, LCM_FACTOR_WORK, run, work);
  if (point->p == 1 && alone->time == run->time) {
    lcm_factors_give(factors, LCM_FACTOR_MEMORY, 0);
    lcm_factors_give(factors, LCM_FACTOR_SUPERFLUOUS, 0);
    return;
  }
  put_range(factors, LCM_FACTOR_MEMORY, run,
            difference(range_of(run, RC), shared));
  put_range(factors, LCM_FACTOR_SUPERFLUOUS, run,
            difference(range_of(run, PC), computed));
  put_range(factors, LCM_FACTOR_HARDWARE, run,
            difference(range_of(run, CL | RC), shared));
  struct range software = difference(range_of(run, PC | SL), computed);
  software.low = range_of(run, PC).low - computed.high;
  software.low += own(run);
  software.high += own(run);
  software.measured = false;
  put_range(factors, LCM_FACTOR_SOFTWARE, run, software);
}

/* Set what is known of the factors of "point" where a part of what "run" spends
 * is not split into categories, or not all is known of one processor. */
static void attribute_part(struct lcm_scale_point *point,
                           const struct lcm_spent *run,
                           const struct lcm_spent *alone) {
  static const struct {
    lcm_factor_kind kind;
    lcm_cat cat;
  } IDLE[] = {{LCM_FACTOR_SERIALIZATION, LCM_CAT_IP},
              {LCM_FACTOR_IMBALANCE, LCM_CAT_LI}};
  static const lcm_factor_kind WAITING[] = {LCM_FACTOR_SCHEDULING,
                                            LCM_FACTOR_CONTENTION};
  lcm_factors *factors = &point->factors;
  const double hidden = fmax(0, spent(run, LCM_CAT_UNSPLIT)) / run->time;
  const double waits = spent(run, LCM_CAT_SL) / run->time;
  const double beside = spent(alone, LCM_CAT_UNSPLIT);
  if (run->cats && !(hidden > 0) && !(beside > 0)) {
    attribute_some(point, run, alone);
    return;
  }
  if (!isnan(alone->time))
    lcm_factors_give(factors, LCM_FACTOR_WORK, alone->time / run->time);
  for (size_t i = 0; run->cats && i < sizeof IDLE / sizeof *IDLE; i++) {
    const double share = spent(run, IDLE[i].cat) / run->time;
    lcm_factors_within(factors, IDLE[i].kind, share, share + hidden);
  }
  for (size_t i = 0; run->cats && hidden > 0 && i < 2; i++)
    lcm_factors_within(factors, WAITING[i], 0, waits + hidden);
  if (run->cats && !(hidden > 0))
    attribute_waiting(factors, run);
}

/* Return a / b, 1 for nothing over nothing. */
static double quotient(double a, double b) { return b > 0 ? a / b : 1; }

/* Set the efficiencies of "point", which are products of quotients of what
 * "run" spends and of what it computes. */
static void multiply(struct lcm_scale_point *point, const struct lcm_spent *run,
                     const struct lcm_spent *alone) {
  const double useful = computation(run);
  const double idle = spent(run, LCM_CAT_LI) + spent(run, LCM_CAT_IP);
  const double waits = spent(run, LCM_CAT_SL) + own(run);
  struct lcm_pop *pop = &point->pop;
  point->has_pop = true;
  pop->balance = quotient(useful, useful + idle);
  pop->serialization = quotient(useful + idle, useful + idle + waits);
  pop->transfer = quotient(useful + idle + waits, run->time);
  pop->parallel = quotient(useful, run->time);
  pop->computation = quotient(computation(alone), useful);
  pop->global = pop->parallel * pop->computation;
  pop->alone = quotient(computation(alone), alone->time);
}

void lcm_scale_attribute(struct lcm_scale_point *point, struct lcm_spent run,
                         struct lcm_spent alone) {
  point->factors = lcm_factors_unknown();
  point->has_pop = false;
  if (!(run.time > 0))
    return;
  const bool known = run.cats && alone.cats && !isnan(alone.time) &&
                     !run.partial && !alone.partial &&
                     spent(&run, LCM_CAT_UNSPLIT) <= 0 &&
                     spent(&alone, LCM_CAT_UNSPLIT) <= 0;
  if (known) {
    attribute(point, &run, &alone);
    multiply(point, &run, &alone);
  } else
    attribute_part(point, &run, &alone);
  if (!lcm_factors_infer(&point->factors))
    return;
  point->factors = lcm_factors_unknown();
  if (!isnan(alone.time))
    lcm_factors_give(&point->factors, LCM_FACTOR_WORK, alone.time / run.time);
}

/* ---- predictions --------------------------------------------------------- */

/* What is predicted of the points of a grid and of one processor. */
struct predicted {
  const lcm_prediction *all; /* at the points */
  /* on one processor; alone_of[i]: the number there of point i */
  const lcm_prediction *alone;
  size_t *alone_of;
  /* free, free_alone: the same where scheduling costs nothing; NULL: it does
   * not cost anything anyway */
  const lcm_prediction *free;
  const lcm_prediction *free_alone;
};

/* Put the prediction by "p" at the points of "grid" into "*out", NULL where
 * there is none; nothing is reported. */
static void predict(const lcm_prediction **out, struct lcm_predictor *p,
                    const lcm_grid *grid) {
  lcm_ctx *ctx = lcm_predictor_setup(p)->ctx;
  const bool muted = lcm_ctx_mute(ctx, true);
  if (lcm_predictor_run(out, p, grid))
    *out = NULL;
  (void)lcm_ctx_mute(ctx, muted);
}

/* Return whether the points "a" and "b" of "grid" are the same on one
 * processor. */
static bool is_alike(const struct lcm_scaling *s, const lcm_grid *grid,
                     size_t a, size_t b) {
  for (size_t j = 0; j < grid->n_names; j++)
    if (!lcm_scaling_counts(s, j) && grid->columns[j][a] != grid->columns[j][b])
      return false;
  return true;
}

/* Return the grid of what "grid" is on one processor, each point once, and put
 * the numbers there of its points into "alone_of". */
static const lcm_grid *grid_alone(size_t *alone_of, struct lcm_scaling *s,
                                  const lcm_grid *grid) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  lcm_grid *alone = LCM_NEW(arena, lcm_grid);
  double **columns = LCM_NEW_ARRAY(arena, double *, grid->n_names + 1);
  size_t *firsts = LCM_NEW_ARRAY(arena, size_t, grid->n_points + 1);
  size_t n = 0;
  for (size_t i = 0; i < grid->n_points; i++) {
    size_t k = 0;
    while (k < n && !is_alike(s, grid, firsts[k], i))
      k++;
    firsts[k] = k == n ? i : firsts[k];
    n += k == n;
    alone_of[i] = k;
  }
  for (size_t j = 0; j < grid->n_names; j++) {
    columns[j] = LCM_NEW_ARRAY(arena, double, n + 1);
    for (size_t k = 0; k < n; k++)
      columns[j][k] =
          lcm_scaling_counts(s, j) ? 1 : grid->columns[j][firsts[k]];
  }
  *alone = *grid;
  alone->columns = columns;
  alone->n_points = n;
  return alone;
}

/* Predict what "from" predicts on one processor and without the costs of
 * scheduling too. */
static void predict_rest(struct predicted *out, struct lcm_scaling *s,
                         const lcm_prediction *from) {
  *out = (struct predicted){.all = from};
  out->alone_of =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), size_t, from->grid->n_points + 1);
  const lcm_grid *alone = grid_alone(out->alone_of, s, from->grid);
  predict(&out->alone, s->predictor, alone);
  if (!s->free || !out->alone)
    return;
  predict(&out->free, s->free, from->grid);
  predict(&out->free_alone, s->free, alone);
}

/* Return what point "i" of "prediction" has spent on "p" processors, and how
 * much of that in scheduling, which "free" (may be NULL) is without. */
static struct lcm_spent spent_of(const lcm_prediction *prediction,
                                 const lcm_prediction *free, size_t i,
                                 double p) {
  const lcm_point *point = &prediction->points[i];
  struct lcm_spent run = {.cats = point->cats,
                          .n = prediction->n_cats,
                          .time = p * point->time,
                          .told = true};
  if (prediction->bare)
    run.cats = NULL;
  if (free && run.cats && free->points[i].cats)
    run.scheduling = point->cats[LCM_CAT_SL] - free->points[i].cats[LCM_CAT_SL];
  return run;
}

/* Set the fractions of "point" that its idle time beside serial code, "idle",
 * shows. */
static void derive_serial(struct lcm_scale_point *point, double idle) {
  const double seconds = idle / (point->p - 1);
  if (!(point->p > 1) || !(point->alone > 0))
    return;
  point->serial = seconds / point->alone;
  point->amdahl = lcm_law_amdahl(point->serial, point->p);
  point->fixed_time =
      lcm_law_fixed_time(fmin(seconds / point->time, 1), point->p);
}

/* Set what point "i" of "all" says of "point". */
static void fill_point(struct lcm_scale_point *point,
                       const struct lcm_scaling *s, struct predicted *all,
                       size_t i) {
  const lcm_prediction *from = all->all;
  const lcm_point *predicted = &from->points[i];
  const lcm_point *alone =
      all->alone ? &all->alone->points[all->alone_of[i]] : NULL;
  const bool model = s->program->is_model;
  double *values =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), double, from->grid->n_names + 1);
  for (size_t j = 0; j < from->grid->n_names; j++)
    values[j] = from->grid->columns[j][i];
  *point = (struct lcm_scale_point){.values = values,
                                    .p = model ? values[s->axis] : predicted->p,
                                    .time = predicted->time,
                                    .low = predicted->low,
                                    .high = predicted->high,
                                    .alone = !isnan(predicted->time1) || !model
                                                 ? predicted->time1
                                             : alone ? alone->time
                                                     : NAN,
                                    .serial = NAN,
                                    .amdahl = NAN,
                                    .fixed_time = NAN,
                                    .weak = NAN,
                                    .parallelism = NAN};
  if (predicted->span > 0 && !model)
    point->parallelism = point->alone / predicted->span;
  lcm_scale_derive(point);
  struct lcm_spent run = spent_of(from, all->free, i, point->p);
  struct lcm_spent one = {.time = point->alone, .told = true};
  if (alone && !isnan(point->alone) &&
      fabs(alone->time - point->alone) <= 1e-9 * point->alone)
    one = spent_of(all->alone, all->free_alone, all->alone_of[i], 1);
  lcm_scale_attribute(point, run, one);
  if (run.cats)
    derive_serial(point, run.cats[LCM_CAT_IP]);
}

lcm_status lcm_scaling_points(struct lcm_scale_point *points,
                              struct lcm_scaling *s,
                              const lcm_prediction *prediction) {
  struct predicted all;
  predict_rest(&all, s, prediction);
  for (size_t i = 0; i < prediction->grid->n_points; i++)
    fill_point(&points[i], s, &all, i);
  return LCM_OK;
}
