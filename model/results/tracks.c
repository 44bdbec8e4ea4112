/* What actors do when, as a Chrome trace (JSON), or as chosen by name. */
#include "model/results/tracks.h"

#include <math.h>
#include <string.h>

#include "base/fs.h"
#include "base/json_print.h"
#include "model/results/flows.h"
#include "model/results/track_event.h"

uint64_t lcm_track_time(double seconds) {
  const double most = 9e18;
  const double ns = round(seconds * 1e9);
  return !(ns > 0) ? 0 : ns < most ? (uint64_t)ns : (uint64_t)most;
}

void lcm_tracks_add(lcm_tracks *tracks, lcm_ctx *ctx,
                    const struct lcm_track_slice *slice) {
  if (slice->end > slice->begin)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &tracks->slices, *slice);
}

bool lcm_tracks_is_perfetto(const char *file) {
  static const char *const ENDS[] = {".pftrace", ".perfetto-trace"};
  const size_t n = strlen(file);
  for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
    const size_t length = strlen(ENDS[i]);
    if (n > length && !strcmp(file + n - length, ENDS[i]))
      return true;
  }
  return false;
}

/* ---- Chrome trace --------------------------------------------------------
 */

/* Append "ns" nanoseconds as microseconds. */
static void put_time(lcm_buf *buf, uint64_t ns) {
  lcm_buf_whole(buf, ns / 1000);
  if (ns % 1000)
    lcm_buf_printf(buf, ".%03u", (unsigned)(ns % 1000));
}

/* Append the time from "from", in microseconds, to "end", in nanoseconds: so
 * that a viewer, which adds it to when the slice begins, comes to exactly when
 * the next one does, and draws that beside it and not in it; where no number
 * does that, to the last one before.  Return what it comes to. */
static double put_duration(lcm_buf *buf, double from, uint64_t begin,
                           uint64_t end) {
  enum { TRIES = 4 };
  const double to = (double)end / 1000;
  double length = (double)(end - begin) / 1000;
  if (from + length == to) {
    put_time(buf, end - begin);
    return to;
  }
  length = to - from;
  for (int i = 0; i < TRIES && from + length != to; i++)
    length = nextafter(length, from + length < to ? INFINITY : 0);
  if (from + length > to)
    length = nextafter(length, 0);
  lcm_buf_double(buf, length);
  return from + length;
}

/* Append what begins an event of kind "phase" in "row", "first" being whether
 * none comes before.  Processes and threads are numbered from 1 on: number 0 is
 * the idle one of the system. */
static void begin_event(lcm_buf *buf, bool *first, const char *phase,
                        const struct lcm_track *row) {
  lcm_buf_puts(buf, *first ? "\n" : ",\n");
  *first = false;
  lcm_buf_printf(buf, "{\"ph\": \"%s\", \"pid\": %zu, \"tid\": %zu", phase,
                 row->process + 1, row->number + 1);
}

/* Append the member "key" with "text" to an event. */
static void put_text(lcm_buf *buf, const char *key, const char *text) {
  lcm_buf_printf(buf, ", \"%s\": ", key);
  lcm_json_put_string(buf, text);
}

/* Append that "row", or its process, as "whose" says, is called "name" and is
 * shown as number "place". */
static void put_name(lcm_buf *buf, bool *first, const struct lcm_track *row,
                     const char *whose, const char *name, size_t place) {
  begin_event(buf, first, "M", row);
  lcm_buf_printf(buf, ", \"name\": \"%s_name\", \"args\": {\"name\": ", whose);
  lcm_json_put_string(buf, name);
  lcm_buf_puts(buf, "}}");
  begin_event(buf, first, "M", row);
  lcm_buf_printf(buf,
                 ", \"name\": \"%s_sort_index\", \"args\": {\"sort_index\": "
                 "%zu}}",
                 whose, place);
}

/* Append what the processes and rows of "tracks" are called, and their
 * order. */
static void put_names(lcm_buf *buf, bool *first, const lcm_tracks *tracks) {
  for (size_t i = 0; i < tracks->processes.n; i++)
    put_name(buf, first, &(struct lcm_track){.process = i}, "process",
             tracks->processes.at[i].name, i);
  for (size_t i = 0; i < tracks->rows.n; i++) {
    const struct lcm_track *row = &tracks->rows.at[i];
    if (row->name)
      put_name(buf, first, row, "thread", row->name, row->number);
  }
}

/* Append "slice" of "row", which begins at "from" microseconds; return when a
 * viewer lets it end. */
static double put_slice(lcm_buf *buf, bool *first, const struct lcm_track *row,
                        const struct lcm_track_slice *slice, double from) {
  const char *join = ", \"args\": {";
  begin_event(buf, first, "X", row);
  put_text(buf, "name", slice->name);
  put_text(buf, "cat", slice->category);
  lcm_buf_puts(buf, ", \"ts\": ");
  if (from == (double)slice->begin / 1000)
    put_time(buf, slice->begin);
  else
    lcm_buf_double(buf, from);
  lcm_buf_puts(buf, ", \"dur\": ");
  const double end = put_duration(buf, from, slice->begin, slice->end);
  for (size_t i = 0; i < LCM_TRACK_NOTES && slice->notes[i].key; i++) {
    lcm_buf_puts(buf, join);
    lcm_json_put_string(buf, slice->notes[i].key);
    lcm_buf_puts(buf, ": ");
    if (slice->notes[i].number)
      lcm_buf_puts(buf, slice->notes[i].text);
    else
      lcm_json_put_string(buf, slice->notes[i].text);
    join = ", ";
  }
  lcm_buf_puts(buf, slice->notes[0].key ? "}}" : "}");
  return end;
}

/* Append both ends of "flow", which has the number "id". */
static void put_flow(lcm_buf *buf, bool *first, const lcm_tracks *tracks,
                     const struct lcm_flow *flow, size_t id) {
  for (int comes = 0; comes < 2; comes++) {
    begin_event(buf, first, comes ? "f" : "s",
                &tracks->rows.at[comes ? flow->to : flow->from]);
    put_text(buf, "name", flow->name);
    put_text(buf, "cat", "message");
    lcm_buf_printf(buf, ", \"id\": %zu%s, \"ts\": ", id,
                   comes ? ", \"bp\": \"e\"" : "");
    put_time(buf, comes ? flow->end : flow->begin);
    lcm_buf_putc(buf, '}');
  }
}

/* Append "tracks" as a Chrome trace. */
static void put_chrome(lcm_buf *buf, const lcm_tracks *tracks) {
  bool first = true;
  lcm_buf_puts(buf, "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [");
  put_names(buf, &first, tracks);
  double end = 0;
  for (size_t i = 0; i < tracks->slices.n; i++) {
    const struct lcm_track_slice *slice = &tracks->slices.at[i];
    const bool follows =
        i && slice[-1].track == slice->track && slice[-1].end == slice->begin;
    end = put_slice(buf, &first, &tracks->rows.at[slice->track], slice,
                    follows ? end : (double)slice->begin / 1000);
  }
  for (size_t i = 0; i < tracks->flows.n; i++)
    put_flow(buf, &first, tracks, &tracks->flows.at[i], i + 1);
  lcm_buf_puts(buf, "\n]}\n");
}

lcm_status lcm_tracks_write(lcm_ctx *ctx, lcm_tracks *tracks,
                            const char *file) {
  lcm_buf buf = {0};
  lcm_tracks_bind(tracks, ctx);
  if (lcm_tracks_is_perfetto(file))
    lcm_put_track_events(&buf, tracks);
  else
    put_chrome(&buf, tracks);
  const lcm_status status =
      buf.failed ? LCM_ENOMEM
                 : lcm_file_write(ctx, file, buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return status;
}
