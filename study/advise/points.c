/* What findings gain at other points of the grid. */
#include <math.h>
#include <string.h>

#include "composer/predict/predict.h"
#include "study/advise/detect.h"
#include "study/advise/points.h"
#include "study/advise/try.h"

/* Points at which the gain of a finding is worked out at most. */
enum { MOST_POINTS = 256 };

/* Advice at several points being made. */
struct spreading {
  struct lcm_advising *a;
  const lcm_grid *grid; /* all points, of which the first "n" are looked at */
  size_t n;
  double *before;         /* the time at each */
  lcm_findings elsewhere; /* what is found at others than the point of "a" */
};

/* Put what "finding" gains at each point into it. */
static void spread(lcm_finding *finding, struct spreading *s) {
  lcm_arena *arena = lcm_ctx_arena(s->a->ctx);
  const double least = s->a->options->threshold;
  double *times = LCM_NEW_ARRAY(arena, double, s->n + 1);
  struct lcm_finding_at *all =
      LCM_NEW_ARRAY(arena, struct lcm_finding_at, s->n + 1);
  (void)lcm_advise_times(times, s->a, s->a->program, finding->edit, s->grid);
  if (lcm_ctx_is_stopped(s->a->ctx))
    return;
  for (size_t i = 0; i < s->n; i++) {
    const double gain = s->before[i] - times[i];
    all[i] = (struct lcm_finding_at){i, times[i], gain,
                                     gain > 0 && gain > least * s->before[i]};
  }
  finding->at_points = all;
  finding->n_at_points = s->n;
}

/* Return whether "all" has what "finding" is about, and that holds at its
 * point. */
static bool is_known(const lcm_finding *all, size_t n,
                     const lcm_finding *finding) {
  for (size_t i = 0; i < n; i++)
    if (all[i].kind == finding->kind && !strcmp(all[i].place, finding->place) &&
        all[i].at_points[finding->point].holds)
      return true;
  return false;
}

static double share(const lcm_finding *finding) {
  return finding->gain / (finding->time + finding->gain);
}

/* Put "finding" among those of other points where it belongs. */
static void insert(struct spreading *s, lcm_finding finding) {
  lcm_findings *all = &s->elsewhere;
  spread(&finding, s);
  if (lcm_ctx_is_stopped(s->a->ctx))
    return;
  LCM_LIST_ADD(lcm_ctx_arena(s->a->ctx), all, finding);
  for (size_t i = all->n - 1; i > 0; i--) {
    if (share(&all->at[i]) <= share(&all->at[i - 1]))
      return;
    const lcm_finding other = all->at[i - 1];
    all->at[i - 1] = all->at[i];
    all->at[i] = other;
  }
}

/* Look at point "i", and add what is not known yet. */
static void look_at(struct spreading *s, const lcm_findings *found, size_t i) {
  struct lcm_advising *a = s->a;
  struct lcm_advising there = {.ctx = a->ctx,
                               .program = a->program,
                               .grid = lcm_grid_at(a->ctx, s->grid, i),
                               .at = i,
                               .options = a->options,
                               .plain = a->plain,
                               .tries = a->tries};
  lcm_findings more = {0};
  const bool muted = lcm_ctx_mute(a->ctx, true);
  const lcm_status status = lcm_advise_find(&more, &there);
  (void)lcm_ctx_mute(a->ctx, muted);
  a->n_tried += there.n_tried;
  a->n_left += there.n_left;
  for (size_t k = 0; !status && k < more.n && !lcm_ctx_is_stopped(a->ctx); k++)
    if (!is_known(found->at, found->n, &more.at[k]) &&
        !is_known(s->elsewhere.at, s->elsewhere.n, &more.at[k]))
      insert(s, more.at[k]);
}

void lcm_advise_points(lcm_advice *out, struct lcm_advising *a,
                       const lcm_findings *found) {
  const lcm_grid *grid = out->grid;
  struct spreading s = {.a = a, .grid = grid, .n = grid->n_points};
  const size_t wanted =
      s.n < LCM_ADVISE_POINTS ? s.n : (size_t)LCM_ADVISE_POINTS;
  if (s.n < 2 || s.n > MOST_POINTS)
    return;
  s.before = LCM_NEW_ARRAY(lcm_ctx_arena(a->ctx), double, s.n);
  lcm_predict_times(s.before, a->ctx, a->program, grid, &a->plain);
  for (size_t i = 0; i < found->n; i++)
    spread(&found->at[i], &s);
  for (size_t k = 0; k < wanted && !lcm_advise_is_over(a); k++) {
    const size_t i = k * (s.n - 1) / (wanted - 1);
    if (i == a->at)
      continue;
    look_at(&s, found, i);
    out->n_looked++;
  }
  out->elsewhere = s.elsewhere.at;
  out->n_elsewhere = s.elsewhere.n;
}
