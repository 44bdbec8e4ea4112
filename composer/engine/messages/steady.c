/* Follows a few iterations of loops of ranks that go on alike, and finds what
 * all of them come to. */
#include "composer/engine/messages/steady.h"

#include <math.h>
#include <string.h>

#include "composer/engine/messages/steady_internal.h"
#include "composer/engine/record/record.h"

/* Times are equal that differ by so much of the clock, and amounts by so much
 * of themselves: what rounding makes of equal ones. */
static const double SAME_TIME = 1e-13;
static const double SAME_AMOUNT = 1e-10;

/* How far extents are followed at first, and where that does not settle; how
 * much of the whole the trials may take. */
static const double BASES[] = {2, 8, 32};
static const double MOST_SHARE = 0.3;

/* The trials, by how much further than at the base each extent is followed.
 * With one extent the first three do.  The last one has all there is. */
enum { N_TRIALS = 6, N_TRIALS_OF_ONE = 3 };
static const unsigned char FURTHER[N_TRIALS][LCM_MOST_EXTENTS] = {
    {0, 0}, {1, 0}, {2, 0}, {0, 1}, {0, 2}, {1, 1}};

/* What a trial came to. */
struct trial {
  double *numbers;
  size_t n;
  lcm_moment_list *moments;
};

/* Trials of what the ranks of "team" do in "body". */
struct trials {
  struct lcm_run *run;
  struct lcm_team *team;
  const lcm_node *body;
  lcm_steady_play *play;
  lcm_arena arena;
  struct lcm_noting noted; /* before all */
  struct lcm_steady steady;
  struct trial at[N_TRIALS];
};

/* ---- amounts ------------------------------------------------------------- */

/* Where the amounts lie that a trial comes to. */
typedef LCM_LIST(double *) amount_list;

/* Add the amounts of the record "r". */
static void add_record(lcm_arena *arena, amount_list *all,
                       struct lcm_record *r) {
  double *const own[] = {&r->visits, &r->time, &r->pending,
                         &r->busy,   &r->sum,  &r->until};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    LCM_LIST_ADD(arena, all, own[i]);
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    LCM_LIST_ADD(arena, all, &r->cats[c]);
}

/* Return all amounts that the present trial of "t" came to. */
static amount_list amounts_of(struct trials *t) {
  struct lcm_run *run = t->run;
  amount_list all = {0};
  for (size_t m = 0; m < t->team->k; m++) {
    struct lcm_outcome *sum = &t->team->sums[m];
    LCM_LIST_ADD(&t->arena, &all, &t->team->clocks[m]);
    LCM_LIST_ADD(&t->arena, &all, &sum->time);
    for (size_t c = 0; c < run->n_cats; c++)
      LCM_LIST_ADD(&t->arena, &all, &sum->cats[c]);
  }
  for (size_t i = 0; i < run->notes.records.n; i++)
    add_record(&t->arena, &all, &run->notes.records.at[i]);
  for (size_t i = 0; i < run->notes.demands.n; i++)
    LCM_LIST_ADD(&t->arena, &all, &run->notes.demands.at[i].time);
  return all;
}

/* ---- trials -------------------------------------------------------------- */

/* Let the run of "t" be as before all trials. */
static void go_back(struct trials *t) {
  lcm_run_note_back(t->run, &t->noted);
  memset(t->team->clocks, 0, t->team->k * sizeof *t->team->clocks);
  memset(t->team->sums, 0, t->team->k * sizeof *t->team->sums);
  if (t->team->trails)
    memset(t->team->trails, 0, t->team->k * sizeof *t->team->trails);
}

/* Execute trial number "i"; false where it shows that no trial is of use. */
static bool try(struct trials *t, size_t i) {
  struct lcm_steady *s = &t->steady;
  go_back(t);
  s->trial++;
  s->moments = LCM_NEW_ARRAY(&t->arena, lcm_moment_list, t->team->k + 1);
  t->play(t->run, t->team, t->body, s);
  s->settled = true;
  if (s->unfit || t->run->status)
    return false;
  const amount_list all = amounts_of(t);
  t->at[i] = (struct trial){LCM_NEW_ARRAY(&t->arena, double, all.n + 1), all.n,
                            s->moments};
  for (size_t k = 0; k < all.n; k++)
    t->at[i].numbers[k] = *all.at[k];
  return true;
}

/* Return by how much later a rank came to a mark, "a" in one trial and "b" in
 * the next; "*interface": by how much later the interface was free. */
static double more(double *interface, const struct lcm_moment *a,
                   const struct lcm_moment *b) {
  *interface = b->interface - a->interface;
  return b->clock - a->clock;
}

/* Return whether all ranks came to a mark by the same time later in each of the
 * trials "at": mark number "j" from the end where "last", else from the
 * beginning. */
static bool is_mark_steady(const struct trial *const at[3], size_t ranks,
                           size_t j, bool last) {
  double first = 0;
  for (size_t m = 0; m < ranks; m++) {
    const struct lcm_moment *moments[3];
    for (size_t k = 0; k < 3; k++) {
      const lcm_moment_list *list = &at[k]->moments[m];
      moments[k] = &list->at[last ? list->n - 1 - j : j];
    }
    const double most = SAME_TIME * moments[2]->interface;
    for (size_t k = 0; k < 2; k++) {
      double interface = 0;
      const double time = more(&interface, moments[k], moments[k + 1]);
      first = m || k ? first : time;
      if (!(fabs(time - first) <= most) || !(fabs(interface - first) <= most))
        return false;
    }
  }
  return true;
}

/* Return whether the trials "at", each of which follows one extent once more
 * than the one before, show that ranks go on alike. */
static bool are_marks_steady(const struct trial *const at[3], size_t ranks) {
  bool even = true;
  size_t n = at[0]->moments[0].n;
  for (size_t m = 0; m < ranks; m++)
    for (size_t k = 0; k < 3; k++) {
      even = even && at[k]->moments[m].n == n;
      if (!at[k]->moments[m].n)
        return false;
    }
  bool steady = true;
  for (size_t j = 0; j < (even ? n : 1) && steady; j++)
    steady = is_mark_steady(at, ranks, j, !even);
  return steady;
}

/* Return whether the amounts of the trials "at" grow evenly. */
static bool are_amounts_steady(const struct trial *const at[3]) {
  bool even = at[0]->n == at[1]->n && at[1]->n == at[2]->n;
  for (size_t k = 0; k < at[0]->n && even; k++) {
    const double *const n[] = {at[0]->numbers, at[1]->numbers, at[2]->numbers};
    even = fabs(n[2][k] - 2 * n[1][k] + n[0][k]) <= SAME_AMOUNT * fabs(n[2][k]);
  }
  return even;
}

/* Return whether the trials number "a", "b" and "c" of "t" show that ranks go
 * on alike. */
static bool are_steady(const struct trials *t, size_t a, size_t b, size_t c) {
  const struct trial *const at[] = {&t->at[a], &t->at[b], &t->at[c]};
  return are_amounts_steady(at) && are_marks_steady(at, t->team->k);
}

/* ---- all of it ----------------------------------------------------------- */

/* Return the share of the whole that the trials from "base" on take. */
static double share_of(const struct lcm_steady *s, double base) {
  const size_t n = s->n > 1 ? N_TRIALS : N_TRIALS_OF_ONE;
  double share = 0;
  for (size_t i = 0; i < n; i++) {
    double each = 1;
    for (size_t d = 0; d < s->n; d++)
      each *= (base + FURTHER[i][d]) / s->extents[d].full;
    share += each;
  }
  return share;
}

/* Set the amounts of the last trial of "t" to what all iterations come to: they
 * grow evenly with each extent. */
static void extend(struct trials *t, double base) {
  const struct lcm_steady *s = &t->steady;
  const amount_list all = amounts_of(t);
  const struct trial *at = t->at;
  const double first = s->extents[0].full - base;
  for (size_t k = 0; k < all.n; k++) {
    const double by_first = at[1].numbers[k] - at[0].numbers[k];
    double amount = at[0].numbers[k] + first * by_first;
    if (s->n > 1) {
      const double second = s->extents[1].full - base;
      const double by_second = at[3].numbers[k] - at[0].numbers[k];
      const double both = at[5].numbers[k] - at[3].numbers[k] - by_first;
      amount += second * by_second + first * second * both;
    }
    *all.at[k] = amount;
  }
}

/* Execute the trials from "base" on; the first is done where "begun".  Returns
 * whether ranks go on alike in all of them, and what all of it comes to is in
 * the run. */
static bool try_all(struct trials *t, double base, bool begun) {
  struct lcm_steady *s = &t->steady;
  const size_t n = s->n > 1 ? N_TRIALS : N_TRIALS_OF_ONE;
  for (size_t i = begun; i < n; i++) {
    for (size_t d = 0; d < s->n; d++)
      s->extents[d].now = base + FURTHER[i][d];
    if (!try(t, i))
      return false;
    if (i == 2 && !are_steady(t, 0, 1, 2))
      return false;
    if (i == 4 && !are_steady(t, 0, 3, 4))
      return false;
  }
  if (t->at[n - 1].n != t->at[0].n)
    return false;
  extend(t, base);
  return true;
}

/* Return whether loops may be cut short in "run": nobody asks when each thing
 * happens. */
static bool may_cut(const struct lcm_run *run) {
  return !run->messages.log && !run->messages.traffic && !run->notes.journal &&
         !run->notes.scoring && !run->notes.visits;
}

/* Return whether the trials of "t" have found what all of it comes to. */
static bool is_found(struct trials *t) {
  struct lcm_steady *s = &t->steady;
  const size_t n = sizeof BASES / sizeof *BASES;
  s->base = BASES[0];
  if (!try(t, 0) || !s->n)
    return t->run->status || (!s->n && !s->unfit);
  for (size_t i = 0; i < n; i++) {
    const double share = share_of(s, BASES[i]);
    if (share <= MOST_SHARE && try_all(t, BASES[i], !i))
      return true;
    if (t->run->status || s->unfit)
      return t->run->status != LCM_OK;
  }
  return false;
}

void lcm_steady_run(struct lcm_run *run, struct lcm_team *team,
                    const lcm_node *body, lcm_steady_play *play) {
  if (!may_cut(run)) {
    play(run, team, body, NULL);
    return;
  }
  struct trials t = {.run = run, .team = team, .body = body, .play = play};
  t.arena = lcm_arena_like(lcm_ctx_arena(run->ctx));
  t.steady.arena = &t.arena;
  t.noted = lcm_run_noting(run, &t.arena);
  if (!is_found(&t)) {
    go_back(&t);
    play(run, team, body, NULL);
  }
  lcm_arena_reset(&t.arena);
}
