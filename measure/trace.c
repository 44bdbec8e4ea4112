/* The timeline of a run as a Chrome trace. */
#include <string.h>

#include "base/fs.h"
#include "base/json_print.h"
#include "measure/record.h"
#include "measure/trace.h"

/* A trace being written. */
struct tracing {
  lcm_buf buf;
  const char *const *names; /* of the categories */
  size_t n_names;
  bool any;
};

/* Begin another event. */
static void begin(struct tracing *t) {
  lcm_buf_puts(&t->buf, t->any ? ",\n" : "\n");
  t->any = true;
}

/* Append "ns" nanoseconds as microseconds. */
static void put_us(lcm_buf *buf, uint64_t ns) {
  lcm_buf_printf(buf, "%llu.%03u", (unsigned long long)(ns / 1000),
                 (unsigned)(ns % 1000));
}

/* Return the process that "raw" is in a trace. */
static int process_of(const lcm_raw_file *raw) {
  return raw->header->rank >= 0 ? raw->header->rank : 0;
}

/* Append the names of the process and threads of "raw". */
static void put_names(struct tracing *t, lcm_ctx *ctx,
                      const lcm_raw_file *raw) {
  for (size_t i = 0; i < raw->n_threads; i++) {
    if (!raw->threads[i] || raw->threads[i]->role == LCM_RAW_VACANT)
      continue;
    begin(t);
    lcm_buf_printf(&t->buf,
                   "{\"ph\": \"M\", \"pid\": %d, \"tid\": %zu, \"name\": "
                   "\"thread_name\", \"args\": {\"name\": ",
                   process_of(raw), i);
    lcm_json_put_string(&t->buf, profile_thread_name(ctx, raw, i));
    lcm_buf_puts(&t->buf, "}}");
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

/* Append "interval" of thread "thread" of "raw". */
static void put_interval(struct tracing *t, const lcm_raw_file *raw,
                         const profile_parts *parts, uint32_t thread,
                         const lcm_raw_interval *interval) {
  const struct profile_place *place =
      interval->site < raw->n_sites ? main_place(&parts[interval->site]) : NULL;
  const lcm_raw_site *site =
      interval->site < raw->n_sites ? raw->sites[interval->site] : NULL;
  const char *category =
      interval->category < t->n_names ? t->names[interval->category] : "?";
  begin(t);
  lcm_buf_puts(&t->buf, "{\"ph\": \"X\", \"name\": ");
  lcm_json_put_string(&t->buf, place && place->label ? place->label
                               : place               ? place->fragment
                                                     : "?");
  lcm_buf_puts(&t->buf, ", \"cat\": ");
  lcm_json_put_string(&t->buf, category);
  lcm_buf_printf(
      &t->buf, ", \"pid\": %d, \"tid\": %u, \"ts\": ", process_of(raw), thread);
  put_us(&t->buf, interval->begin_ns);
  lcm_buf_puts(&t->buf, ", \"dur\": ");
  put_us(&t->buf, interval->end_ns - interval->begin_ns);
  lcm_buf_puts(&t->buf, ", \"args\": {\"category\": ");
  lcm_json_put_string(&t->buf, category);
  lcm_buf_puts(&t->buf, ", \"construct\": ");
  lcm_json_put_string(&t->buf, site ? lcm_raw_site_kind(site->kind) : "?");
  if (place && place->place) {
    lcm_buf_puts(&t->buf, ", \"place\": ");
    lcm_json_put_string(&t->buf, place->place);
  }
  lcm_buf_puts(&t->buf, "}}");
}

lcm_status profile_trace(lcm_ctx *ctx, const struct profile_raws *raws,
                         const char *path) {
  struct tracing t = {0};
  t.names = profile_categories(&t.n_names, ctx, raws);
  lcm_buf_puts(&t.buf, "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [");
  for (size_t r = 0; r < raws->n; r++) {
    const lcm_raw_file *raw = &raws->at[r];
    put_names(&t, ctx, raw);
    for (size_t i = 0; i < raw->n_intervals; i++)
      for (size_t k = 0; k < raw->intervals[i]->n; k++)
        put_interval(&t, raw, raws->parts[r], raw->intervals[i]->thread,
                     &raw->intervals[i]->at[k]);
  }
  lcm_buf_puts(&t.buf, "\n]}\n");
  const lcm_status status =
      t.buf.failed ? LCM_ENOMEM
                   : lcm_file_write(ctx, path, t.buf.text, t.buf.len);
  lcm_buf_free(&t.buf);
  return status;
}
