/* Timetables of a run, by composition or by simulation. */
#include "study/timetable/schedule.h"

#include <math.h>
#include <string.h>

#include "composer/predict/predict.h"
#include "study/timetable/arrow.h"
#include "study/timetable/play.h"
#include "study/timetable/schedule_internal.h"
#include "study/timetable/sheet.h"
#include "study/timetable/simulate.h"
#include "study/timetable/stage.h"
#include "study/timetable/state.h"

static const size_t NONE = (size_t)-1;

/* Links of a chain at most. */
enum { MOST_LINKS = 100000 };

/* Return the interval of row "i" of "s" that ends at "when", give or take
 * "near"; NONE where none does. */
static size_t ending_at(const lcm_timetable *s, size_t i, double when,
                        double near) {
  size_t low = s->first[i];
  size_t high = s->first[i + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (s->intervals[middle].end < when - near)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s->first[i + 1] && s->intervals[low].end <= when + near ? low
                                                                       : NONE;
}

/* A moment in an interval. */
struct moment {
  size_t at;
  double when;
};

/* Return the interval of row "i" of "sheet" in which pieces meet at "when",
 * give or take "near"; NONE where none do. */
static size_t cut_at(const struct lcm_score_sheet *sheet, size_t i, double when,
                     double near) {
  const struct lcm_row *row = &sheet->rows[i];
  const lcm_timetable *s = &sheet->schedule;
  size_t low = 0;
  size_t high = row->cuts.n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (row->cuts.at[middle] < when - near)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == row->cuts.n || row->cuts.at[low] > when + near)
    return NONE;
  size_t at = s->first[i];
  while (at + 1 < s->first[i + 1] && s->intervals[at].end < when)
    at++;
  return at;
}

/* A moment until which row "row" waited, give or take "near", and the rows that
 * it may have waited for: those from "first" to "last" - 1. */
struct waiting {
  size_t row;
  double when;
  double near;
  size_t first;
  size_t last;
};

/* Return the interval of a row that "w" may have waited for that ends then, and
 * is work ("busy") or anything but waiting; the first of the rows, NONE for
 * none. */
static size_t ended_at(const lcm_timetable *s, const struct waiting *w,
                       bool busy) {
  for (size_t i = w->first; i < w->last; i++) {
    const size_t at = i == w->row ? NONE : ending_at(s, i, w->when, w->near);
    if (at != NONE && !lcm_cat_is_idle(s->intervals[at].cat) &&
        (!busy || lcm_interval_is_busy(s, &s->intervals[at])))
      return at;
  }
  return NONE;
}

/* Return the interval of a row that "w" may have waited for in which something
 * was done until then: work that ends then, else pieces of it that meet then,
 * else a transfer; NONE where there is none. */
static size_t done_at(const struct lcm_score_sheet *sheet,
                      const struct waiting *w) {
  const lcm_timetable *s = &sheet->schedule;
  size_t at = ended_at(s, w, true);
  for (size_t i = w->first; i < w->last && at == NONE; i++)
    at = i == w->row ? NONE : cut_at(sheet, i, w->when, w->near);
  return at == NONE ? ended_at(s, w, false) : at;
}

/* Return the rows that row "row" may have waited for until "when": those with
 * which it synchronizes next, at that moment or behind what that costs. */
static struct waiting waiting_of(const struct lcm_score_sheet *sheet,
                                 size_t row, double when) {
  const struct lcm_row *r = &sheet->rows[row];
  const double near = 1e-9 * sheet->schedule.time;
  struct waiting out = {row, when, near, 0, sheet->n_rows};
  size_t low = 0;
  size_t high = r->marks.n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (r->marks.at[middle].when < when - near)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == r->marks.n)
    return out;
  out.first = r->marks.at[low].first;
  out.last = r->marks.at[low].last;
  return out;
}

/* Return the interval that a wait until "from.when", its end, was for: that
 * itself where it is no wait, or nobody was waited for.  Contention is a wait
 * where somebody's work ends with it. */
static size_t cause_of(const struct lcm_score_sheet *sheet,
                       struct moment from) {
  const lcm_timetable *s = &sheet->schedule;
  const lcm_interval *interval = &s->intervals[from.at];
  const size_t row = interval->processor;
  const double near = 1e-9 * s->time;
  struct waiting w = waiting_of(sheet, row, from.when);
  size_t cause = NONE;
  for (int i = 0; i < 2 && cause == NONE; i++) {
    w.near = near;
    if (interval->cat == LCM_CAT_RC)
      cause = ended_at(s, &w, true);
    else if (lcm_cat_is_idle(interval->cat))
      cause = done_at(sheet, &w);
    w.near = s->resolution;
    if (cause == NONE && lcm_cat_is_idle(interval->cat) &&
        interval->cat != LCM_CAT_SL)
      cause = done_at(sheet, &w);
    w.first = 0;
    w.last = sheet->n_rows;
  }
  return cause == NONE ? from.at : cause;
}

/* Return the message, of the "arrivals" of "s", that a wait until "now" was
 * for; NULL where it is no wait, or for no message that was on its way. */
static const struct lcm_arrow *message_of(const lcm_timetable *s,
                                          const struct lcm_arrivals *arrivals,
                                          struct moment now) {
  const lcm_interval *interval = &s->intervals[now.at];
  return interval->cat == LCM_CAT_SL
             ? lcm_arrivals_find(arrivals, interval->processor, now.when,
                                 1e-9 * s->time)
             : NULL;
}

/* Return the interval in which something is done last, or a message comes, the
 * first of the rows where several are. */
static size_t last_done(const lcm_timetable *s,
                        const struct lcm_arrivals *arrivals) {
  size_t best = NONE;
  for (size_t i = 0; i < s->n_processors; i++) {
    size_t k = s->first[i + 1];
    while (k > s->first[i] && lcm_cat_is_idle(s->intervals[k - 1].cat) &&
           !message_of(s, arrivals,
                       (struct moment){k - 1, s->intervals[k - 1].end}))
      k--;
    if (k > s->first[i] &&
        (best == NONE ||
         s->intervals[k - 1].end > s->intervals[best].end + 1e-9 * s->time))
      best = k - 1;
  }
  return best;
}

/* Turn the "n" links at "links" round. */
static void turn(struct lcm_link *links, size_t n) {
  for (size_t i = 0; i < n / 2; i++) {
    const struct lcm_link first = links[i];
    links[i] = links[n - 1 - i];
    links[n - 1 - i] = first;
  }
}

typedef LCM_LIST(struct lcm_link) link_list;

/* Put the stretch from "start" to "now", which is in the row of its interval,
 * before the "links" of a chain. */
static void add_link(link_list *links, const struct lcm_score_sheet *sheet,
                     double start, struct moment now) {
  const size_t row = sheet->schedule.intervals[now.at].processor;
  struct lcm_link *last = links->n ? &links->at[links->n - 1] : NULL;
  if (last && last->processor == row)
    last->start = start;
  else
    LCM_LIST_ADD(lcm_ctx_arena(sheet->ctx), links,
                 ((struct lcm_link){row, start, now.when, now.at}));
}

/* Return where row "i" of "s" is just before "when": NONE at its beginning. */
static struct moment before(const lcm_timetable *s, size_t i, double when) {
  size_t low = s->first[i];
  size_t high = s->first[i + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (s->intervals[middle].start < when - 1e-9 * s->time)
      low = middle + 1;
    else
      high = middle;
  }
  return (struct moment){low > s->first[i] ? low - 1 : NONE, when};
}

/* Set the last-event chain of "sheet". */
static void sheet_chain(struct lcm_score_sheet *sheet) {
  lcm_timetable *s = &sheet->schedule;
  const struct lcm_arrivals arrivals = lcm_sheet_arrivals(sheet);
  link_list links = {0};
  struct moment now = {last_done(s, &arrivals), 0};
  now.when = now.at == NONE ? 0 : s->intervals[now.at].end;
  while (now.at != NONE && links.n < MOST_LINKS) {
    const struct lcm_arrow *message = message_of(s, &arrivals, now);
    if (message) {
      add_link(&links, sheet, message->begin, now);
      now = before(s, message->from, message->begin);
      continue;
    }
    now.at = cause_of(sheet, now);
    const lcm_interval *interval = &s->intervals[now.at];
    add_link(&links, sheet, interval->start, now);
    now.when = interval->start;
    now.at = now.at > s->first[interval->processor] ? now.at - 1 : NONE;
  }
  turn(links.at, links.n);
  s->chain = links.at;
  s->n_chain = links.n;
}

/* Pieces of a row, and of all rows together, that are told apart at most. */
static const double MOST_PIECES = 2000;
static const double MOST_IN_ALL = 400000;

/* Rows of a schedule at most. */
static const double MOST_ROWS = 65536;

/* Put the intervals of the rows of "sheet" into its schedule, one row after the
 * other; each ends with the run. */
static void collect(struct lcm_score_sheet *sheet) {
  lcm_arena *arena = lcm_ctx_arena(sheet->ctx);
  lcm_timetable *s = &sheet->schedule;
  size_t *first = LCM_NEW_ARRAY(arena, size_t, sheet->n_rows + 1);
  const char **names = LCM_NEW_ARRAY(arena, const char *, sheet->n_rows + 1);
  const char **actors = LCM_NEW_ARRAY(arena, const char *, sheet->n_rows + 1);
  double *cats = LCM_NEW_ARRAY(arena, double, s->n_cats + 1);
  LCM_LIST(lcm_interval) all = {0};
  for (size_t i = 0; i < sheet->n_rows; i++) {
    struct lcm_row *row = &sheet->rows[i];
    first[i] = all.n;
    names[i] = row->name;
    actors[i] = row->actor;
    for (size_t k = 0; k < row->intervals.n; k++) {
      lcm_interval *interval = &row->intervals.at[k];
      if (k + 1 == row->intervals.n &&
          fabs(interval->end - s->time) < 1e-9 * s->time)
        interval->end = s->time;
      cats[interval->cat] += interval->end - interval->start;
      LCM_LIST_ADD(arena, &all, *interval);
    }
  }
  first[sheet->n_rows] = all.n;
  s->first = first;
  s->names = names;
  s->actors = actors;
  s->n_processors = sheet->n_rows;
  s->cats = cats;
  s->intervals = all.at;
  s->n_intervals = all.n;
  s->states = sheet->states.at;
  s->n_states = sheet->states.n;
}

/* Return the schedule of "sheet", whose rows are full: intervals, sums,
 * synchronizations, stages, last-event chain. */
static const lcm_timetable *finish_sheet(struct lcm_score_sheet *sheet) {
  lcm_timetable *out = LCM_NEW(lcm_ctx_arena(sheet->ctx), lcm_timetable);
  collect(sheet);
  lcm_sheet_stages(sheet);
  sheet_chain(sheet);
  *out = sheet->schedule;
  return out;
}

/* ---- by composition ------------------------------------------------------ */

/* Let "sheet" have the rows of "n" processors. */
static void set_rows(struct lcm_score_sheet *sheet, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(sheet->ctx);
  sheet->n_rows = n;
  sheet->rows = LCM_NEW_ARRAY(arena, struct lcm_row, n + 1);
  for (size_t i = 0; i < n; i++)
    sheet->rows[i].name = lcm_arena_printf(arena, "processor %zu", i);
}

/* Let "p" execute its last point once more, and the rows of "sheet" be what its
 * processors do. */
static lcm_status compose(struct lcm_score_sheet *sheet,
                          struct lcm_predictor *p) {
  lcm_timetable *s = &sheet->schedule;
  const struct lcm_setup *setup = lcm_predictor_setup(p);
  struct lcm_run run;
  const double w = lcm_setup_processors(setup, s->point);
  if (!(w >= 1) || w > MOST_ROWS || fabs(w - floor(w + 0.5)) > 1e-9) {
    lcm_report(sheet->ctx, LCM_DIAG_DOMAIN, (lcm_loc){0},
               "p = %g: a timeline has whole processors, at most %g", w,
               MOST_ROWS);
    return LCM_EDOMAIN;
  }
  s->time = lcm_predictor_time(p, s->point);
  if (!isfinite(s->time))
    return LCM_EDOMAIN;
  s->resolution = sheet->request->resolution > 0
                      ? sheet->request->resolution
                      : fmax(s->time / MOST_PIECES, s->time * w / MOST_IN_ALL);
  struct lcm_scoring scoring = {.arena = lcm_ctx_arena(sheet->ctx),
                                .resolution = s->resolution};
  set_rows(sheet, (size_t)(w + 0.5));
  lcm_predictor_begin_run(p, &run, &(struct lcm_run_place){s->point, w, NULL});
  run.notes.scoring = &scoring;
  const struct lcm_outcome out = lcm_run_serial(&run, setup->entry->body, w);
  if (!run.status && out.score) {
    s->cut = scoring.cut;
    lcm_sheet_play(sheet, out.score);
    lcm_sheet_arrows(sheet);
  }
  return run.status;
}

/* ---- by simulation ------------------------------------------------------- */

/* Simulate the last point of the grid of "p", and let the rows of "sheet" be
 * what its processes do. */
static lcm_status simulate(struct lcm_score_sheet *sheet,
                           struct lcm_predictor *p) {
  const struct lcm_setup *setup = lcm_predictor_setup(p);
  const lcm_grid *grid = setup->grid;
  const size_t n = grid->n_names;
  lcm_binding *env =
      LCM_NEW_ARRAY(lcm_ctx_arena(sheet->ctx), lcm_binding, n + 1);
  struct lcm_simulate_options how = {0};
  struct lcm_simulation simulation;
  if (setup->options->simulate)
    how = *setup->options->simulate;
  for (size_t j = 0; j < n; j++) {
    env[j] =
        (lcm_binding){grid->names[j], grid->columns[j][sheet->schedule.point]};
    if (!strcmp(env[j].name, "p"))
      how.processors = env[j].value;
  }
  how.schedule = true;
  how.least = how.most = 1;
  how.machine = setup->options->machine;
  how.nesting_off = setup->options->nesting_off;
  const lcm_status status =
      lcm_simulate(&simulation, sheet->ctx, setup->program, env, n, &how);
  if (!status)
    lcm_sheet_simulate(sheet, simulation.schedule, simulation.result.time);
  return status;
}

lcm_status lcm_predict_timetable(const lcm_timetable **out, lcm_ctx *ctx,
                                 const lcm_program *program,
                                 const lcm_grid *grid,
                                 const struct lcm_predict_options *options,
                                 const struct lcm_timetable_request *request) {
  struct lcm_predictor *p = NULL;
  struct lcm_score_sheet sheet = {.ctx = ctx, .request = request};
  struct lcm_predict_options plain = *options;
  const bool simulated = request->simulated || program->is_model;
  plain.nodes = plain.formula = plain.recurrences = plain.thesis_li = false;
  plain.interpret = true;
  plain.methods = simulated ? LCM_METHOD_BOUND : LCM_METHOD_COMPOSE;
  const bool muted = lcm_ctx_mute(ctx, true);
  lcm_status status = lcm_predictor_new(&p, ctx, program, grid, &plain);
  (void)lcm_ctx_mute(ctx, muted);
  if (status)
    return status;
  const struct lcm_setup *setup = lcm_predictor_setup(p);
  sheet.program = setup->program;
  sheet.around = setup->entry->name;
  sheet.schedule.grid = grid;
  sheet.schedule.point = grid->n_points - 1;
  sheet.schedule.method = simulated ? "simulation" : "composition";
  lcm_sheet_states(&sheet, setup->cat_names, setup->n_cats);
  status = simulated ? simulate(&sheet, p) : compose(&sheet, p);
  if (status)
    return status;
  *out = finish_sheet(&sheet);
  return lcm_timetable_check(ctx, *out, NULL, (lcm_loc){0});
}
