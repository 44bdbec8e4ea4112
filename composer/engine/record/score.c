/* Writes down what processors do one after the other, and cuts lanes for
 * schedules from it. */
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/record/score.h"
#include "model/results/results.h"

/* How far sums of the same may be apart, as a fraction. */
static const double NEAR = 1e-9;

/* Return the sum of "cats". */
static double cats_sum(const double *cats) {
  double sum = 0;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    sum += cats[c];
  return sum;
}

/* Return whether "w" processors can be told apart. */
static bool is_whole(double w) {
  return w >= 1 && fabs(w - floor(w + 0.5)) < 1e-9;
}

/* Return whether "a" and "b" are the same by category. */
static bool are_equal(const double *a, const double *b) {
  const double near = NEAR * (fabs(cats_sum(a)) + 1e-300);
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    if (fabs(a[c] - b[c]) > near)
      return false;
  return true;
}

/* Return a new element like "of", which stands behind its "before". */
static struct lcm_score *new_score(const struct lcm_score *of) {
  struct lcm_score *out = LCM_NEW(of->by->arena, struct lcm_score);
  *out = *of;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    out->cats[c] = of->own[c] + (of->before ? of->before->cats[c] : 0);
  return out;
}

/* Put what "outcome" spent beyond its score into "lag"; false, and nothing
 * known, where the score has more of anything. */
static bool find_lag(double lag[LCM_MAX_CATS],
                     const struct lcm_outcome *outcome) {
  const double *known = outcome->score ? outcome->score->cats : NULL;
  const double near = NEAR * cats_sum(outcome->cats);
  for (size_t c = 0; c < LCM_MAX_CATS; c++) {
    lag[c] = outcome->cats[c] - (known ? known[c] : 0);
    if (lag[c] < -near) {
      memcpy(lag, outcome->cats, LCM_MAX_CATS * sizeof *lag);
      return false;
    }
    lag[c] = fabs(lag[c]) <= 1e-3 * near ? 0 : fmax(lag[c], 0);
  }
  return true;
}

/* Let the score of "outcome", of a crew like that of "like", be complete; what
 * it lacks is of "node". */
static void complete(struct lcm_outcome *outcome, const struct lcm_score *like,
                     const lcm_node *node) {
  struct lcm_score leaf = {
      .kind = LCM_SCORE_LEAF, .by = like->by, .w = like->w, .node = node};
  if (!find_lag(leaf.own, outcome))
    outcome->score = NULL;
  leaf.before = outcome->score;
  if (cats_sum(leaf.own) > 0)
    outcome->score = new_score(&leaf);
}

/* Return whether the score of "outcome" says all of it. */
static bool is_complete(const struct lcm_outcome *outcome) {
  return outcome->score && are_equal(outcome->score->cats, outcome->cats) &&
         fabs(cats_sum(outcome->cats) - outcome->time * outcome->score->w) <=
             NEAR * fabs(cats_sum(outcome->cats));
}

void lcm_score_mute(struct lcm_run *run, bool muted) {
  if (run->notes.scoring)
    run->notes.scoring->muted = muted;
}

const struct lcm_score *lcm_score_leaf(const struct lcm_run *run,
                                       const lcm_node *node,
                                       const struct lcm_outcome *outcome,
                                       double w) {
  struct lcm_scoring *by = run->notes.scoring;
  if (!by || by->muted || !is_whole(w) || outcome->time <= 0 ||
      outcome->time * run->notes.scale < by->resolution ||
      fabs(cats_sum(outcome->cats) - outcome->time * w) >
          NEAR * outcome->time * w)
    return NULL;
  struct lcm_score leaf = {
      .kind = LCM_SCORE_LEAF, .by = by, .w = w, .node = node};
  memcpy(leaf.own, outcome->cats, sizeof leaf.own);
  return new_score(&leaf);
}

/* Let the score of "a", to which "b" is about to be added "times" over, say
 * so. */
static void score_add(struct lcm_outcome *a, const struct lcm_outcome *b,
                      double times) {
  const struct lcm_score *part = b->score;
  if (!part || part->by->muted || times <= 0 || !is_complete(b) ||
      (a->score && a->score->w != part->w))
    return;
  if (times == 1 && !a->score && cats_sum(a->cats) == 0) {
    a->score = part;
    return;
  }
  complete(a, part, NULL);
  struct lcm_score next = {.kind = LCM_SCORE_PART,
                           .by = part->by,
                           .w = part->w,
                           .before = a->score,
                           .part = part,
                           .times = times};
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    next.own[c] = b->cats[c] * times;
  a->score = new_score(&next);
}

void lcm_score_close(struct lcm_run *run, const lcm_node *node,
                     struct lcm_outcome *out, double w) {
  const struct lcm_score *leaf = lcm_score_leaf(run, node, out, w);
  if (!leaf || (out->score && out->score->w != w))
    out->score = leaf;
  if (!leaf || out->score == leaf)
    return;
  if (!out->score) {
    out->score = leaf;
    return;
  }
  complete(out, leaf, NULL);
  if (out->score->node == node && !out->score->before)
    return;
  struct lcm_score whole = {.kind = LCM_SCORE_PART,
                            .by = leaf->by,
                            .w = w,
                            .node = node,
                            .part = out->score,
                            .times = 1};
  memcpy(whole.own, out->score->cats, sizeof whole.own);
  out->score = new_score(&whole);
}

/* Return an element without a length for a crew of "w"; "by" is NULL where no
 * scores are written. */
static struct lcm_score element(const struct lcm_run *run, double w) {
  struct lcm_score out = {.w = w};
  if (run->notes.scoring && !run->notes.scoring->muted && is_whole(w))
    out.by = run->notes.scoring;
  return out;
}

void lcm_score_members(struct lcm_run *run, struct lcm_team *team,
                       const lcm_node *node) {
  const struct lcm_score like = element(run, team->weight);
  for (size_t m = 0; like.by && m < team->k; m++) {
    double lag[LCM_MAX_CATS];
    const bool ahead = find_lag(lag, &team->sums[m]);
    const double length = cats_sum(lag) / team->weight;
    if (!ahead || length * run->notes.scale >= like.by->resolution)
      complete(&team->sums[m], &like, node);
  }
}

void lcm_score_settle(struct lcm_run *run, struct lcm_outcome *sums, size_t n,
                      double w) {
  const struct lcm_score like = element(run, w);
  for (size_t i = 0; like.by && i < n; i++)
    complete(&sums[i], &like, NULL);
}

void lcm_score_mark(struct lcm_run *run, struct lcm_outcome *sums, size_t n,
                    double w) {
  struct lcm_score mark = element(run, w);
  lcm_score_settle(run, sums, n, w);
  mark.kind = LCM_SCORE_MARK;
  for (size_t i = 0; mark.by && i < n; i++) {
    mark.before = sums[i].score;
    sums[i].score = new_score(&mark);
  }
}

/* Let what the crew of "w" with the outcome "sum" does next be of the kind
 * "kind" with "sending". */
static void put_sending(struct lcm_run *run, struct lcm_outcome *sum, double w,
                        enum lcm_score_kind kind,
                        const struct lcm_sending *sending) {
  struct lcm_score next = element(run, w);
  lcm_score_settle(run, sum, 1, w);
  next.kind = kind;
  next.sending = sending;
  next.before = sum->score;
  sum->score = new_score(&next);
}

const struct lcm_sending *lcm_score_send(struct lcm_run *run,
                                         struct lcm_outcome *sum, double w,
                                         const struct lcm_sending *sending) {
  const struct lcm_score like = element(run, w);
  if (!like.by)
    return NULL;
  if (like.by->n_sent >= LCM_MOST_ARROWS) {
    like.by->cut = true;
    return NULL;
  }
  struct lcm_sending *kept = LCM_NEW(like.by->arena, struct lcm_sending);
  *kept = *sending;
  like.by->n_sent++;
  put_sending(run, sum, w, LCM_SCORE_SEND, kept);
  return kept;
}

void lcm_score_get(struct lcm_run *run, struct lcm_outcome *sum, double w,
                   const struct lcm_sending *sending) {
  if (sending && element(run, w).by)
    put_sending(run, sum, w, LCM_SCORE_GET, sending);
}

/* Return the TEAM that the "n" crews with the outcomes "sums" make, "w"
 * processors in all, "all" being what they spent together; NULL where that is
 * not known. */
static const struct lcm_score *new_team(struct lcm_scoring *by,
                                        const struct lcm_outcome *sums,
                                        size_t n, const struct lcm_outcome *all,
                                        double w) {
  const struct lcm_score **at =
      LCM_NEW_ARRAY(by->arena, const struct lcm_score *, n + 1);
  struct lcm_crews *crews = LCM_NEW(by->arena, struct lcm_crews);
  struct lcm_score team = {.kind = LCM_SCORE_TEAM, .by = by, .w = w};
  double rest = w;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_score *score = sums[i].score;
    if (!score || fabs(cats_sum(score->cats) - all->time * score->w) >
                      NEAR * all->time * score->w)
      return NULL;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      team.own[c] += score->cats[c];
    rest -= score->w;
    at[i] = score;
  }
  team.own[LCM_CAT_LI] += fmax(rest, 0) * all->time;
  *crews = (struct lcm_crews){at, n};
  team.crews = crews;
  return rest < -1e-9 || !are_equal(team.own, all->cats) ? NULL
                                                         : new_score(&team);
}

void lcm_score_team(struct lcm_run *run, struct lcm_team *team,
                    struct lcm_outcome *out, double w) {
  const struct lcm_score like = element(run, team->weight);
  if (!like.by || !is_whole(w) ||
      out->time * run->notes.scale < like.by->resolution)
    return;
  lcm_score_settle(run, team->sums, team->k, team->weight);
  out->score = new_team(like.by, team->sums, team->k, out, w);
}

/* ---- units side by side ------------------------------------------------- */

/* As lcm_score_lane, of the elements of "score" behind "since". */
static void add_chain(double cats[LCM_MAX_CATS], const struct lcm_score *score,
                      const struct lcm_score *since, size_t i, double times) {
  for (; score && score != since; score = score->before)
    lcm_score_lane(cats, score, i, times);
}

/* Return whether one processor of the crew of "leaf" works and the others are
 * idle. */
static bool is_serial(const struct lcm_score *leaf) {
  const double all = cats_sum(leaf->own);
  return leaf->w > 1 &&
         leaf->own[LCM_CAT_IP] >= (leaf->w - 1) / leaf->w * all * (1 - NEAR);
}

/* Add processor "i" of the crews of "team". */
static void add_crews(double cats[LCM_MAX_CATS], const struct lcm_score *team,
                      size_t i, double times) {
  for (size_t k = 0; k < team->crews->n; k++) {
    const struct lcm_score *crew = team->crews->at[k];
    if ((double)i < crew->w) {
      add_chain(cats, crew, NULL, i, times);
      return;
    }
    i -= (size_t)crew->w;
  }
  cats[LCM_CAT_LI] += cats_sum(team->own) / team->w * times;
}

void lcm_score_lane(double cats[LCM_MAX_CATS], const struct lcm_score *score,
                    size_t i, double times) {
  double own[LCM_MAX_CATS] = {0};
  switch (score->kind) {
  case LCM_SCORE_LEAF:
    if (is_serial(score))
      for (size_t c = 0; c < LCM_MAX_CATS; c++)
        own[c] = c == LCM_CAT_IP ? 0 : i ? 0 : score->own[c];
    else
      for (size_t c = 0; c < LCM_MAX_CATS; c++)
        own[c] = score->own[c] / score->w;
    if (is_serial(score))
      own[LCM_CAT_IP] =
          fmax(0, cats_sum(score->own) / score->w - cats_sum(own));
    break;
  case LCM_SCORE_PART:
    add_chain(own, score->part, score->since, i, score->times);
    for (size_t c = 0; score->fit && c < LCM_MAX_CATS; c++)
      own[c] *= score->fit[c];
    break;
  case LCM_SCORE_TEAM:
    add_crews(own, score, i, 1);
    break;
  case LCM_SCORE_SLICE:
    add_crews(own, score->part, score->first + i, 1);
    break;
  case LCM_SCORE_MARK:
  case LCM_SCORE_SEND:
  case LCM_SCORE_GET:
    return;
  }
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    cats[c] += own[c] * times;
}

bool lcm_score_units(struct lcm_run *run, struct lcm_team *team,
                     const struct lcm_units *units,
                     const struct lcm_outcome *all) {
  struct lcm_score slice = element(run, team->weight);
  const double w = (double)team->k * team->weight;
  if (!slice.by || !is_whole(w) ||
      all->time * run->notes.scale < slice.by->resolution)
    return false;
  for (size_t i = 0; i < units->n; i++) {
    const struct lcm_score like = {.by = slice.by, .w = units->weights[i]};
    const double wait = all->time - units->clocks[i];
    if (!is_whole(like.w))
      return false;
    units->sums[i].cats[LCM_CAT_LI] += wait * like.w;
    units->sums[i].time = all->time;
    complete(&units->sums[i], &like, units->nodes[i]);
  }
  slice.part = new_team(slice.by, units->sums, units->n, all, w);
  slice.kind = LCM_SCORE_SLICE;
  for (size_t m = 0; slice.part && m < team->k; m++) {
    struct lcm_outcome own = {.time = all->time};
    slice.first = m * (size_t)team->weight;
    for (size_t i = 0; i < (size_t)team->weight; i++)
      add_crews(own.cats, slice.part, slice.first + i, 1);
    memcpy(slice.own, own.cats, sizeof slice.own);
    own.score = new_score(&slice);
    team->clocks[m] += all->time;
    lcm_outcome_add(&team->sums[m], &own, 1);
  }
  return slice.part != NULL;
}

/* ---- what was done before ------------------------------------------------ */

void lcm_score_again(struct lcm_run *run, struct lcm_team *team,
                     const struct lcm_outcome *before, double times) {
  struct lcm_score again = element(run, team->weight);
  again.kind = LCM_SCORE_PART;
  again.times = times;
  for (size_t m = 0; again.by && m < team->k; m++) {
    struct lcm_outcome *sum = &team->sums[m];
    complete(sum, &again, NULL);
    again.before = again.part = sum->score;
    again.since = before[m].score;
    if (!again.part || again.part == again.since)
      continue;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      again.own[c] =
          (again.part->cats[c] - (again.since ? again.since->cats[c] : 0)) *
          times;
    sum->score = new_score(&again);
  }
}

void lcm_score_fit(struct lcm_outcome *out, const struct lcm_outcome *before,
                   const struct lcm_outcome *played) {
  if (!played->score || played->score->by->muted)
    return;
  struct lcm_outcome whole = *played;
  complete(&whole, played->score, NULL);
  double *fit = LCM_NEW_ARRAY(whole.score->by->arena, double, LCM_MAX_CATS);
  struct lcm_score part = {.kind = LCM_SCORE_PART,
                           .by = whole.score->by,
                           .w = whole.score->w,
                           .before = before->score,
                           .part = whole.score,
                           .since = before->score,
                           .times = 1,
                           .fit = fit};
  for (size_t c = 0; c < LCM_MAX_CATS; c++) {
    const double done =
        whole.cats[c] - (before->score ? before->score->cats[c] : 0);
    const double wanted =
        out->cats[c] - (before->score ? before->score->cats[c] : 0);
    fit[c] = done > 0 ? fmax(wanted, 0) / done : 1;
    part.own[c] = done > 0 ? fmax(wanted, 0) : 0;
  }
  out->score = new_score(&part);
}

void lcm_outcome_add(struct lcm_outcome *a, const struct lcm_outcome *b,
                     double times) {
  score_add(a, b, times);
  a->time += b->time * times;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    a->cats[c] += b->cats[c] * times;
}
