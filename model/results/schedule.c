/* Checks timetables, and writes them as traces for browsers (JSON). */
#include "model/results/schedule.h"

#include <math.h>

#include "base/json_print.h"

bool lcm_cat_is_idle(size_t cat) {
  return cat == LCM_CAT_LI || cat == LCM_CAT_IP || cat == LCM_CAT_SL;
}

bool lcm_interval_is_busy(const lcm_timetable *schedule,
                          const lcm_interval *interval) {
  return interval->state >= schedule->n_cats || interval->cat == LCM_CAT_PC ||
         interval->cat == LCM_CAT_UNSPLIT;
}

const lcm_interval *lcm_link_longest(const lcm_timetable *t,
                                     const struct lcm_link *link) {
  const lcm_interval *best = &t->intervals[link->interval];
  double most = 0;
  for (size_t k = t->first[link->processor]; k < t->first[link->processor + 1];
       k++) {
    const lcm_interval *interval = &t->intervals[k];
    const double length =
        fmin(interval->end, link->end) - fmax(interval->start, link->start);
    if (length <= most)
      continue;
    best = interval;
    most = length;
  }
  return best;
}

/* ---- what must hold ------------------------------------------------------ */

/* Report that "what" does not hold for processor or category "which": it is
 * "value", not "wanted". */
static lcm_status broken(lcm_ctx *ctx, lcm_loc at, const char *what,
                         const double values[3]) {
  lcm_report(ctx, LCM_DIAG_INVARIANT, at, "schedule: %s %g: %.17g, not %.17g",
             what, values[0], values[1], values[2]);
  return LCM_ECHECK;
}

/* Check that the intervals of processor "i" of "schedule" cover 0 to the
 * end. */
static lcm_status check_row(lcm_ctx *ctx, const lcm_timetable *schedule,
                            size_t i, lcm_loc at) {
  const double near = 1e-9 * schedule->time;
  double end = 0;
  for (size_t k = schedule->first[i]; k < schedule->first[i + 1]; k++) {
    const lcm_interval *interval = &schedule->intervals[k];
    if (interval->processor != i || fabs(interval->start - end) > near ||
        !(interval->end > interval->start))
      return broken(ctx, at, "an interval begins at the wrong time, processor",
                    (const double[]){(double)i, interval->start, end});
    end = interval->end;
  }
  if (fabs(end - schedule->time) > near)
    return broken(ctx, at, "the end of processor",
                  (const double[]){(double)i, end, schedule->time});
  return LCM_OK;
}

lcm_status lcm_timetable_check(lcm_ctx *ctx, const lcm_timetable *schedule,
                               const lcm_point *point, lcm_loc at) {
  const double *wanted = point ? point->cats : schedule->cats;
  const double near =
      1e-9 * schedule->time * (double)schedule->n_processors + 1e-300;
  double *sums =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, schedule->n_cats + 1);
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < schedule->n_processors && !status; i++)
    status = check_row(ctx, schedule, i, at);
  for (size_t k = 0; k < schedule->n_intervals; k++)
    sums[schedule->intervals[k].cat] +=
        schedule->intervals[k].end - schedule->intervals[k].start;
  for (size_t c = 0; c < schedule->n_cats && !status; c++)
    if (!(fabs(sums[c] - wanted[c]) <= near))
      status = broken(ctx, at, "category",
                      (const double[]){(double)c, sums[c], wanted[c]});
  return status;
}

/* ---- Chrome trace -------------------------------------------------------- */

/* Add what the row "tid" is called to "events". */
static void add_name(lcm_json *events, size_t tid, const char *name) {
  lcm_json_add(events,
               LCM_JSON_NEW({"name", LCM_JSON("thread_name")},
                            {"ph", LCM_JSON("M")}, {"pid", lcm_json_real(0)},
                            {"tid", LCM_JSON(tid)},
                            {"args", LCM_JSON_NEW({"name", LCM_JSON(name)})}));
}

/* Return an event called "name" from "start" to "end" in row "tid". */
static lcm_json *new_event(const char *name, double start, double end,
                           size_t tid) {
  return LCM_JSON_NEW({"name", LCM_JSON(name)}, {"ph", LCM_JSON("X")},
                      {"ts", LCM_JSON(start * 1e6)},
                      {"dur", LCM_JSON((end - start) * 1e6)},
                      {"pid", lcm_json_real(0)}, {"tid", LCM_JSON(tid)});
}

/* Return the event of "interval": waiting is called what it is, anything else
 * by what is executed. */
static lcm_json *interval_event(const lcm_timetable *schedule,
                                const lcm_interval *interval) {
  const struct lcm_state *state = &schedule->states[interval->state];
  const bool idle = lcm_cat_is_idle(interval->cat);
  lcm_json *event =
      new_event(idle ? state->title : interval->label, interval->start,
                interval->end, interval->processor);
  lcm_json *args =
      LCM_JSON_NEW({"category", LCM_JSON(schedule->states[interval->cat].name)},
                   {"of", LCM_JSON(interval->label)});
  if (*interval->place)
    lcm_json_set(args, "place", lcm_json_string(interval->place));
  return LCM_JSON_PUT(event, {"cat", LCM_JSON(state->name)}, {"args", args});
}

char *lcm_timetable_to_trace(const lcm_timetable *schedule) {
  lcm_json *events = lcm_json_array();
  for (size_t i = 0; i < schedule->n_processors; i++)
    add_name(events, i, schedule->names[i]);
  add_name(events, schedule->n_processors, "last-event chain");
  for (size_t i = 0; i < schedule->n_intervals; i++)
    lcm_json_add(events, interval_event(schedule, &schedule->intervals[i]));
  for (size_t i = 0; i < schedule->n_chain; i++) {
    const struct lcm_link *link = &schedule->chain[i];
    lcm_json *event = new_event(schedule->names[link->processor], link->start,
                                link->end, schedule->n_processors);
    lcm_json_add(events, LCM_JSON_PUT(event, {"cat", LCM_JSON("chain")}));
  }
  return lcm_json_print(LCM_JSON_NEW({"displayTimeUnit", LCM_JSON("ms")},
                                     {"traceEvents", events}));
}
