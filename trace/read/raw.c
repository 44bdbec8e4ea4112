/* Reads the raw files of the profiler: the timelines in them. */
#include "trace/read/raw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "profiler/raw/raw.h"
#include "trace/category.h"

/* Return what site number "i" of "raw" is called. */
static const char *site_name(lcm_ctx *ctx, const lcm_raw_file *raw,
                             uint32_t i) {
  const lcm_raw_site *site = i < raw->n_sites ? raw->sites[i] : NULL;
  if (!site)
    return "?";
  const char *kind = lcm_raw_site_kind(site->kind);
  return site->name_length
             ? lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s",
                                (int)site->name_length, site->name)
             : lcm_arena_printf(lcm_ctx_arena(ctx), "%s #%u", kind, i);
}

/* Add an actor for each thread of "raw"; "actors" are their numbers. */
static void add_threads(struct trace_log *log, const lcm_raw_file *raw,
                        uint32_t *actors) {
  for (size_t i = 0; i < raw->n_threads; i++) {
    const lcm_raw_thread *thread = raw->threads[i];
    actors[i] = TRACE_NONE;
    if (thread && thread->role != LCM_RAW_VACANT)
      actors[i] = trace_actor_add(
          log, lcm_arena_printf(lcm_ctx_arena(log->ctx), "%s %zu",
                                lcm_raw_role(thread->role), i));
  }
}

/* Add "interval" of the actor "actor". */
static void add_interval(struct trace_log *log, const lcm_raw_file *raw,
                         const lcm_raw_interval *interval, uint32_t actor) {
  const unsigned cat =
      interval->category < TRACE_CATS ? interval->category : LCM_RAW_PC;
  struct trace_event e = {
      .time = (double)interval->begin_ns * 1e-9,
      .actor = actor,
      .value = (double)interval->end_ns * 1e-9,
      .kind = TRACE_BEGIN,
      .rank = 1,
      .name = trace_name_of(log, site_name(log->ctx, raw, interval->site),
                            TRACE_FIXED, cat)};
  trace_add(log, &e);
  e.value = e.time;
  e.time = (double)interval->end_ns * 1e-9;
  e.kind = TRACE_END;
  e.rank = interval->end_ns > interval->begin_ns ? 0 : 3;
  trace_add(log, &e);
}

/* Add the timelines of "raw"; return how many intervals they have. */
static size_t add_intervals(struct trace_log *log, const lcm_raw_file *raw,
                            const uint32_t *actors) {
  size_t n = 0;
  for (size_t i = 0; i < raw->n_intervals; i++) {
    const lcm_raw_intervals *some = raw->intervals[i];
    if (some->thread >= raw->n_threads || actors[some->thread] == TRACE_NONE)
      continue;
    for (uint32_t k = 0; k < some->n; k++)
      if (some->at[k].end_ns >= some->at[k].begin_ns)
        add_interval(log, raw, &some->at[k], actors[some->thread]);
    n += some->n;
  }
  return n;
}

lcm_status trace_read_raw(struct trace_log *log, const char *file) {
  const lcm_loc at = {.file = lcm_intern(log->ctx, file)};
  lcm_raw_file raw = {0};
  char *wrong = lcm_raw_open(&raw, file);
  log->format = "raw file of the profiler";
  log->raw = true;
  if (wrong) {
    lcm_report(log->ctx, LCM_DIAG_MEASUREMENT, at, "%s", wrong);
    free(wrong);
    return LCM_EPARSE;
  }
  uint32_t *actors =
      LCM_NEW_ARRAY(lcm_ctx_arena(log->ctx), uint32_t, raw.n_threads + 1);
  add_threads(log, &raw, actors);
  const size_t n = add_intervals(log, &raw, actors);
  if (raw.cut)
    lcm_report(log->ctx, LCM_DIAG_CUT, at,
               "the file is cut: what there is of it is shown");
  lcm_raw_close(&raw);
  if (n)
    return LCM_OK;
  lcm_report(log->ctx, LCM_DIAG_MEASUREMENT, at,
             "no timeline is in this raw file: `lcm profile --trace FILE` has "
             "one recorded");
  return LCM_EPARSE;
}
