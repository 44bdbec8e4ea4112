/* Checks timetables, and makes rows of them for viewers of traces. */
#include "model/results/schedule.h"

#include <math.h>

bool lcm_cat_is_idle(size_t cat) {
  return cat == LCM_CAT_LI || cat == LCM_CAT_IP || cat == LCM_CAT_SL;
}

enum lcm_use lcm_cat_use(size_t cat) {
  return cat == LCM_CAT_PC                        ? LCM_USE_WORK
         : cat == LCM_CAT_LI                      ? LCM_USE_IMBALANCE
         : cat == LCM_CAT_IP                      ? LCM_USE_SEQUENTIAL
         : cat == LCM_CAT_CL || cat == LCM_CAT_SL ? LCM_USE_MESSAGES
                                                  : LCM_USE_OTHER;
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

/* ---- trace --------------------------------------------------------------- */

/* Return what processor "i" of "schedule" is called in a trace: by what it
 * runs, where that is known. */
static const char *name_of(const lcm_timetable *schedule, size_t i) {
  const char *actor = schedule->actors ? schedule->actors[i] : NULL;
  return actor ? actor : schedule->names[i];
}

/* Return what the run of "schedule" is called, and that not all is there. */
static const char *run_name(lcm_arena *arena, const lcm_timetable *schedule) {
  return schedule->cut
             ? lcm_arena_printf(arena,
                                "run, by %s, with the first %d messages only",
                                schedule->method, (int)LCM_MOST_ARROWS)
             : lcm_arena_printf(arena, "run, by %s", schedule->method);
}

/* Return the slice of "interval": what is done is called by what is executed,
 * where that is known, and what is lost by the category of the loss. */
static struct lcm_track_slice slice_of(const lcm_timetable *schedule,
                                       const lcm_interval *interval) {
  const struct lcm_state *state = &schedule->states[interval->state];
  const bool busy = lcm_interval_is_busy(schedule, interval);
  struct lcm_track_slice slice = {
      .track = interval->processor,
      .begin = lcm_track_time(interval->start),
      .end = lcm_track_time(interval->end),
      .name = busy && *interval->label ? interval->label : state->title,
      .category = state->name,
      .what = interval->node,
      .waits = !busy,
      .notes = {{"category", schedule->states[interval->cat].name, false}}};
  size_t n = 1;
  if (*interval->label)
    slice.notes[n++] = (struct lcm_track_note){"of", interval->label, false};
  if (*interval->place)
    slice.notes[n] = (struct lcm_track_note){"place", interval->place, false};
  return slice;
}

/* Return what "arrow" is called. */
static const char *arrow_name(const struct lcm_arrow *arrow) {
  const char *name = arrow->label  ? arrow->label
                     : arrow->node ? lcm_node_label(arrow->node)
                                   : "";
  return *name ? name : "message";
}

/* Append the arrows of "schedule" to "tracks". */
static void add_arrows(lcm_tracks *tracks, lcm_ctx *ctx,
                       const lcm_timetable *schedule) {
  for (size_t i = 0; i < schedule->n_arrows; i++) {
    const struct lcm_arrow *arrow = &schedule->arrows[i];
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &tracks->flows,
                 ((struct lcm_flow){.name = arrow_name(arrow),
                                    .from = arrow->from,
                                    .begin = lcm_track_time(arrow->begin),
                                    .to = arrow->to,
                                    .end = lcm_track_time(arrow->end),
                                    .what = arrow->node,
                                    .later = arrow->later}));
  }
}

/* Append the last-event chain of "schedule" to "tracks", if there is one: it is
 * no processor, so that its row is a process of its own, behind the others. */
static void add_chain(lcm_tracks *tracks, lcm_ctx *ctx,
                      const lcm_timetable *schedule) {
  static const char NAME[] = "last-event chain";
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t row = tracks->rows.n;
  if (!schedule->n_chain)
    return;
  LCM_LIST_ADD(arena, &tracks->processes, (struct lcm_track_process){NAME});
  LCM_LIST_ADD(arena, &tracks->rows,
               ((struct lcm_track){NAME, tracks->processes.n - 1, 0}));
  for (size_t i = 0; i < schedule->n_chain; i++) {
    const struct lcm_link *link = &schedule->chain[i];
    lcm_tracks_add(
        tracks, ctx,
        &(struct lcm_track_slice){.track = row,
                                  .begin = lcm_track_time(link->start),
                                  .end = lcm_track_time(link->end),
                                  .name = name_of(schedule, link->processor),
                                  .category = "chain"});
  }
}

lcm_tracks lcm_timetable_to_tracks(lcm_ctx *ctx,
                                   const lcm_timetable *schedule) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_tracks tracks = {0};
  LCM_LIST_ADD(arena, &tracks.processes,
               ((struct lcm_track_process){run_name(arena, schedule)}));
  for (size_t i = 0; i < schedule->n_processors; i++)
    LCM_LIST_ADD(arena, &tracks.rows,
                 ((struct lcm_track){name_of(schedule, i), 0, i}));
  for (size_t i = 0; i < schedule->n_intervals; i++) {
    const struct lcm_track_slice slice =
        slice_of(schedule, &schedule->intervals[i]);
    lcm_tracks_add(&tracks, ctx, &slice);
  }
  add_chain(&tracks, ctx, schedule);
  add_arrows(&tracks, ctx, schedule);
  return tracks;
}
