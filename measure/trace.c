/* The timeline of a run as a trace for viewers. */
#include "measure/trace.h"
#include "measure/record.h"
#include "model/results/results.h"

/* A trace being put together. */
struct tracing {
  lcm_ctx *ctx;
  lcm_tracks tracks;
  const char *const *names; /* of the categories */
  size_t n_names;
};

/* Return the process that "raw" is in a trace. */
static size_t process_of(const lcm_raw_file *raw) {
  return raw->header->rank >= 0 ? (size_t)raw->header->rank : 0;
}

/* Let the process of "raw" have a name, and all with lower numbers. */
static void name_process(struct tracing *t, const lcm_raw_file *raw) {
  lcm_arena *arena = lcm_ctx_arena(t->ctx);
  const bool ranked = raw->header->rank >= 0;
  while (t->tracks.processes.n <= process_of(raw)) {
    const char *name =
        ranked ? lcm_arena_printf(arena, "rank %zu", t->tracks.processes.n)
               : "run";
    LCM_LIST_ADD(arena, &t->tracks.processes, (struct lcm_track_process){name});
  }
}

/* Add a row for each thread of "raw", also for those that were never there, so
 * that rows have numbers. */
static void add_rows(struct tracing *t, const lcm_raw_file *raw) {
  for (size_t i = 0; i < raw->n_threads; i++) {
    const bool there =
        raw->threads[i] && raw->threads[i]->role != LCM_RAW_VACANT;
    LCM_LIST_ADD(
        lcm_ctx_arena(t->ctx), &t->tracks.rows,
        ((struct lcm_track){there ? profile_thread_name(t->ctx, raw, i) : NULL,
                            process_of(raw), i}));
  }
}

/* Return the part that has most of what its site spent, NULL for none. */
static const struct profile_place *main_place(const profile_parts *parts) {
  size_t best = 0;
  for (size_t i = 1; i < parts->n; i++)
    if (parts->at[i].share > parts->at[best].share)
      best = i;
  return parts->n ? &parts->at[best].place : NULL;
}

/* Return the slice of "interval" of "raw". */
static struct lcm_track_slice slice_of(const struct tracing *t,
                                       const lcm_raw_file *raw,
                                       const profile_parts *parts,
                                       const lcm_raw_interval *interval) {
  const bool known = interval->site < raw->n_sites;
  const struct profile_place *place =
      known ? main_place(&parts[interval->site]) : NULL;
  const lcm_raw_site *site = known ? raw->sites[interval->site] : NULL;
  const char *category =
      interval->category < t->n_names ? t->names[interval->category] : "?";
  const bool placed = place && place->place;
  return (struct lcm_track_slice){
      .begin = interval->begin_ns,
      .end = interval->end_ns,
      .name = place && place->label ? place->label
              : place               ? place->fragment
                                    : "?",
      .category = category,
      .waits = interval->category != LCM_RAW_PC,
      .notes = {
          {"category", category, false},
          {"construct", site ? lcm_raw_site_kind(site->kind) : "?", false},
          {placed ? "place" : NULL, placed ? place->place : NULL, false}}};
}

/* Add the intervals of "raw", whose threads have the rows from "first" on. */
static void add_slices(struct tracing *t, const lcm_raw_file *raw,
                       const profile_parts *parts, size_t first) {
  for (size_t i = 0; i < raw->n_intervals; i++)
    for (size_t k = 0; k < raw->intervals[i]->n; k++) {
      struct lcm_track_slice slice =
          slice_of(t, raw, parts, &raw->intervals[i]->at[k]);
      slice.track = first + raw->intervals[i]->thread;
      if (slice.track < t->tracks.rows.n)
        lcm_tracks_add(&t->tracks, t->ctx, &slice);
    }
}

lcm_status profile_trace(lcm_ctx *ctx, const struct profile_raws *raws,
                         const char *path) {
  struct tracing t = {.ctx = ctx};
  t.names = profile_categories(&t.n_names, ctx, raws);
  for (size_t r = 0; r < raws->n; r++) {
    const size_t first = t.tracks.rows.n;
    name_process(&t, &raws->at[r]);
    add_rows(&t, &raws->at[r]);
    add_slices(&t, &raws->at[r], raws->parts[r], first);
  }
  return lcm_tracks_write(ctx, &t.tracks, path);
}
