/* Stages: the stretches between moments at which all rows synchronize. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/timetable/stage.h"

/* ---- synchronizations ---------------------------------------------------- */

/* A moment at which a row may synchronize with all others. */
struct moment {
  double time;
  size_t row;
};

/* Order moments by time, then by row. */
static int by_time(const void *a, const void *b) {
  const struct moment *x = a;
  const struct moment *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

/* Moments being gathered. */
struct moments {
  lcm_arena *arena;
  LCM_LIST(struct moment) all;
};

/* Add the moment "time" of row "row". */
static void add_moment(struct moments *m, double time, size_t row) {
  LCM_LIST_ADD(m->arena, &m->all, (struct moment){time, row});
}

/* Add the marks of row "i" of "sheet"; where a simulation says no marks, the
 * ends of its waits. */
static void add_row(struct moments *m, const struct lcm_score_sheet *sheet,
                    size_t i) {
  const struct lcm_row *row = &sheet->rows[i];
  for (size_t k = 0; k < row->marks.n; k++)
    add_moment(m, row->marks.at[k].when, i);
  for (size_t k = 0; sheet->request->simulated && k < row->intervals.n; k++)
    if (lcm_cat_is_idle(row->intervals.at[k].cat))
      add_moment(m, row->intervals.at[k].end, i);
}

/* Return how many different rows the moments "from" to "to" - 1, which are
 * sorted by time only as far as "near", are of. */
static size_t count_rows(const struct moments *m, size_t from, size_t to,
                         size_t *seen) {
  size_t n = 0;
  for (size_t i = from; i < to; i++) {
    const size_t row = m->all.at[i].row;
    n += seen[row] != from + 1;
    seen[row] = from + 1;
  }
  return n;
}

/* Set when all rows of "sheet" synchronize, as far as these moments can be told
 * apart: of a simulation, when all but one have waited. */
static void set_syncs(struct lcm_score_sheet *sheet) {
  lcm_arena *arena = lcm_ctx_arena(sheet->ctx);
  lcm_timetable *s = &sheet->schedule;
  struct moments m = {.arena = arena};
  size_t *seen = LCM_NEW_ARRAY(arena, size_t, sheet->n_rows + 1);
  const double near = 1e-9 * s->time;
  const double apart = fmax(near, s->resolution);
  const size_t least = sheet->n_rows - (sheet->request->simulated ? 1 : 0);
  LCM_LIST(double) syncs = {0};
  LCM_LIST_ADD(arena, &syncs, 0.0);
  for (size_t i = 0; i < sheet->n_rows; i++)
    add_row(&m, sheet, i);
  if (m.all.n)
    qsort(m.all.at, m.all.n, sizeof *m.all.at, by_time);
  for (size_t i = 0; i < m.all.n;) {
    size_t end = i + 1;
    while (end < m.all.n && m.all.at[end].time <= m.all.at[i].time + near)
      end++;
    const double when = m.all.at[end - 1].time;
    if (when > syncs.at[syncs.n - 1] + apart && when < s->time - apart &&
        count_rows(&m, i, end, seen) >= least)
      LCM_LIST_ADD(arena, &syncs, when);
    i = end;
  }
  LCM_LIST_ADD(arena, &syncs, s->time);
  s->syncs = syncs.at;
  s->n_syncs = syncs.n;
}

/* ---- stages -------------------------------------------------------------- */

/* Seconds of work on a node. */
struct share {
  const lcm_interval *of;
  double seconds;
};

/* A stage being measured. */
struct measuring {
  double *busy; /* of each row; "any" of them is */
  bool any;
  LCM_LIST(struct share) shares; /* of what it works on */
};

/* Add "seconds" of "interval" to the shares of "m". */
static void add_share(lcm_arena *arena, struct measuring *m,
                      const lcm_interval *interval, double seconds) {
  size_t i = 0;
  while (i < m->shares.n && m->shares.at[i].of->node != interval->node)
    i++;
  if (i == m->shares.n)
    LCM_LIST_ADD(arena, &m->shares, (struct share){interval, 0});
  m->shares.at[i].seconds += seconds;
}

/* Measure the stage of "s" from "from" to "to" into "m"; "next" is where each
 * row is. */
static void measure(lcm_arena *arena, struct measuring *m,
                    const lcm_timetable *s, size_t *next,
                    const double range[2]) {
  for (size_t i = 0; i < s->n_processors; i++) {
    size_t k = next[i];
    for (; k < s->first[i + 1] && s->intervals[k].start < range[1]; k++) {
      const lcm_interval *interval = &s->intervals[k];
      const double seconds =
          fmin(interval->end, range[1]) - fmax(interval->start, range[0]);
      if (seconds <= 1e-9 * (range[1] - range[0]) ||
          !lcm_interval_is_busy(s, interval))
        continue;
      m->busy[i] += seconds;
      m->any = true;
      add_share(arena, m, interval, seconds);
    }
    next[i] = k > next[i] && s->intervals[k - 1].end > range[1] ? k - 1 : k;
  }
}

/* Return what "m" works on most; NULL for nothing. */
static const lcm_interval *most_of(const struct measuring *m) {
  size_t best = 0;
  for (size_t i = 1; i < m->shares.n; i++)
    if (m->shares.at[i].seconds > m->shares.at[best].seconds * (1 + 1e-9))
      best = i;
  return m->shares.n ? m->shares.at[best].of : NULL;
}

/* Stages in the order in which they are entered. */
typedef LCM_LIST(struct lcm_stage) stage_list;

/* Return the stage among "all" that is of "node", or a new one. */
static struct lcm_stage *stage_of(lcm_arena *arena, stage_list *all,
                                  const lcm_interval *of, double start,
                                  size_t n) {
  for (size_t i = 0; i < all->n; i++)
    if (all->at[i].node == of->node)
      return &all->at[i];
  const struct lcm_stage fresh = {.label = of->label,
                                  .place = of->place,
                                  .node = of->node,
                                  .start = start,
                                  .busy = LCM_NEW_ARRAY(arena, double, n + 1)};
  LCM_LIST_ADD(arena, all, fresh);
  return &all->at[all->n - 1];
}

/* Return the row that has done something, at "when" or last before, in
 * "schedule". */
static size_t last_row(const lcm_timetable *s, double when) {
  size_t best = 0;
  double latest = -1;
  for (size_t i = 0; i < s->n_processors; i++) {
    size_t k = s->first[i];
    double end = 0;
    for (; k < s->first[i + 1] && s->intervals[k].start < when; k++)
      if (!lcm_cat_is_idle(s->intervals[k].cat))
        end = fmin(s->intervals[k].end, when);
    if (end > latest + 1e-9 * s->time) {
      latest = end;
      best = i;
    }
  }
  return best;
}

/* Add the stage that "m" measured, over "range", to "all"; one without work is
 * part of the one before. */
static struct lcm_stage *add_stage(struct lcm_score_sheet *sheet,
                                   stage_list *all, struct lcm_stage *before,
                                   const struct measuring *m,
                                   const double range[2]) {
  lcm_arena *arena = lcm_ctx_arena(sheet->ctx);
  const size_t n = sheet->n_rows;
  const lcm_interval nothing = {.label = "(no work)", .place = ""};
  const lcm_interval *of = most_of(m);
  if (!of && before) {
    before->time += range[1] - range[0];
    return before;
  }
  struct lcm_stage *stage =
      stage_of(arena, all, of ? of : &nothing, range[0], n);
  double *busy = LCM_NEW_ARRAY(arena, double, n + 1);
  for (size_t i = 0; i < n; i++)
    busy[i] = stage->busy[i] + m->busy[i];
  if (!stage->count && n <= 1024)
    stage->chain = last_row(&sheet->schedule, range[1]);
  stage->busy = busy;
  stage->time += range[1] - range[0];
  stage->count++;
  return stage;
}

void lcm_sheet_stages(struct lcm_score_sheet *sheet) {
  lcm_arena *arena = lcm_ctx_arena(sheet->ctx);
  lcm_timetable *s = &sheet->schedule;
  stage_list all = {0};
  struct lcm_stage *before = NULL;
  size_t *next = LCM_NEW_ARRAY(arena, size_t, sheet->n_rows + 1);
  set_syncs(sheet);
  memcpy(next, s->first, sheet->n_rows * sizeof *next);
  for (size_t i = 0; i + 1 < s->n_syncs; i++) {
    const double range[2] = {s->syncs[i], s->syncs[i + 1]};
    struct measuring m = {.busy =
                              LCM_NEW_ARRAY(arena, double, sheet->n_rows + 1)};
    measure(arena, &m, s, next, range);
    before = add_stage(sheet, &all, before, &m, range);
  }
  s->stages = all.at;
  s->n_stages = all.n;
}
