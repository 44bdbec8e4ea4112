/* Finds the slices that send and receive messages. */
#include "model/results/flows.h"

#include <stdlib.h>

/* Nanoseconds by which moments may differ that are the same before they are
 * rounded: those of predictions, while events of traces are in order. */
enum { NEAR = 1 };

/* The slices of "tracks" by row, then by time: those of row i are from
 * first[i] to first[i + 1] - 1. */
struct slices {
  const struct lcm_track_slice **at;
  size_t *first;
};

/* An end of a flow. */
struct flow_end {
  size_t row;
  uint64_t at;
  const struct lcm_flow *flow;
  bool comes;
};

typedef LCM_LIST(struct flow_end) end_list;

/* Where an end of a flow may be: moments inside slices, the best first. */
struct places {
  uint64_t at[2];
  size_t n;
};

/* Order slices by row, then by time. */
static int by_row(const void *a, const void *b) {
  const struct lcm_track_slice *x = *(const struct lcm_track_slice *const *)a;
  const struct lcm_track_slice *y = *(const struct lcm_track_slice *const *)b;
  if (x->track != y->track)
    return x->track < y->track ? -1 : 1;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Return the slices of "tracks" (memory of "ctx"). */
static struct slices slices_of(const lcm_tracks *tracks, lcm_ctx *ctx) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = tracks->slices.n;
  struct slices out = {
      LCM_NEW_ARRAY(arena, const struct lcm_track_slice *, n + 1),
      LCM_NEW_ARRAY(arena, size_t, tracks->rows.n + 2)};
  for (size_t i = 0; i < n; i++) {
    out.at[i] = &tracks->slices.at[i];
    out.first[out.at[i]->track + 1]++;
  }
  for (size_t i = 0; i < tracks->rows.n; i++)
    out.first[i + 1] += out.first[i];
  if (n > 1)
    qsort(out.at, n, sizeof *out.at, by_row);
  return out;
}

/* Return whether "end", at which the slice "before" ends and "after" begins, is
 * of the later one.  What executes the send sends; else what works does, the
 * earlier one where both do.  What waits until then receives, or else what
 * works, the later one where both do. */
static bool is_later(const struct flow_end *end,
                     const struct lcm_track_slice *before,
                     const struct lcm_track_slice *after) {
  const void *what = end->comes ? NULL : end->flow->what;
  if (what && (before->what == what) != (after->what == what))
    return after->what == what;
  if (end->flow->later)
    return !after->waits;
  return !after->waits && before->waits != end->comes;
}

/* Return where "end" may be. */
static struct places places_of(const struct slices *slices,
                               const struct flow_end *end) {
  const size_t first = slices->first[end->row];
  const struct lcm_track_slice *before = NULL;
  const struct lcm_track_slice *after = NULL;
  const uint64_t near = end->flow->later ? 0 : NEAR;
  size_t low = first;
  size_t high = slices->first[end->row + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (slices->at[middle]->begin <= end->at + near)
      low = middle + 1;
    else
      high = middle;
  }
  if (low > first && slices->at[low - 1]->begin + near >= end->at)
    after = slices->at[--low];
  if (low > first && slices->at[low - 1]->end + near >= end->at)
    before = slices->at[low - 1];
  if (before && !after && before->end > end->at + near)
    return (struct places){{end->at, end->at - near}, 2};
  if (before && after) {
    const bool later = is_later(end, before, after);
    return (struct places){{later ? after->begin : before->end - 1,
                            later ? before->end - 1 : after->begin},
                           2};
  }
  return before  ? (struct places){{before->end - 1, 0}, 1}
         : after ? (struct places){{after->begin, 0}, 1}
                 : (struct places){{0, 0}, 0};
}

/* Return the ends of "flow". */
static void ends_of(struct flow_end out[2], const struct lcm_flow *flow) {
  out[0] = (struct flow_end){flow->from, flow->begin, flow, false};
  out[1] = (struct flow_end){flow->to, flow->end, flow, true};
}

/* Let "flow" begin and end where it may: at the best places of which the second
 * is not before the first; false where there are none. */
static bool bind(struct lcm_flow *flow, const struct slices *slices) {
  struct flow_end ends[2];
  ends_of(ends, flow);
  const struct places from = places_of(slices, &ends[0]);
  const struct places to = places_of(slices, &ends[1]);
  for (size_t i = 0; i < from.n; i++)
    for (size_t k = 0; k < to.n; k++)
      if (from.at[i] <= to.at[k]) {
        flow->begin = from.at[i];
        flow->end = to.at[k];
        return true;
      }
  return false;
}

/* Order ends by row, then by time. */
static int by_place(const void *a, const void *b) {
  const struct flow_end *x = a;
  const struct flow_end *y = b;
  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return (x->at > y->at) - (x->at < y->at);
}

/* Add a slice for each of the moments "ends" at which a row does nothing. */
static void add_moments(lcm_tracks *tracks, lcm_ctx *ctx, end_list *ends) {
  if (ends->n)
    qsort(ends->at, ends->n, sizeof *ends->at, by_place);
  for (size_t i = 0; i < ends->n; i++) {
    const struct flow_end *end = &ends->at[i];
    if (i && end->row == end[-1].row && end->at == end[-1].at)
      continue;
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &tracks->slices,
                 ((struct lcm_track_slice){.track = end->row,
                                           .begin = end->at,
                                           .end = end->at + 1,
                                           .name = end->flow->name,
                                           .category = "message"}));
  }
}

void lcm_tracks_bind(lcm_tracks *tracks, lcm_ctx *ctx) {
  struct slices slices = slices_of(tracks, ctx);
  end_list outside = {0};
  for (size_t i = 0; i < tracks->flows.n; i++) {
    struct flow_end ends[2];
    ends_of(ends, &tracks->flows.at[i]);
    for (size_t k = 0; k < 2; k++)
      if (!places_of(&slices, &ends[k]).n)
        LCM_LIST_ADD(lcm_ctx_arena(ctx), &outside, ends[k]);
  }
  add_moments(tracks, ctx, &outside);
  if (outside.n)
    slices = slices_of(tracks, ctx);
  const size_t n = tracks->flows.n;
  tracks->flows.n = 0;
  for (size_t i = 0; i < n; i++)
    if (bind(&tracks->flows.at[i], &slices))
      tracks->flows.at[tracks->flows.n++] = tracks->flows.at[i];
}
