/* A trace as text: the answer first, then tables. */
#include <math.h>
#include <string.h>

#include "trace/text.h"
#include "trace/views/show.h"

/* Rows of tables, where not all are asked for. */
enum { MOST = 12 };

/* Text being written. */
struct text {
  lcm_buf *buf;
  lcm_ctx *ctx;
  const lcm_trace *t;
  const struct lcm_style *style;
  size_t most; /* rows */
};

/* Append "n" of "what", or of several of it. */
static void put_count(lcm_buf *buf, double n, const char *what) {
  lcm_buf_printf(buf, "%.0f %s%s", n, what, n == 1 ? "" : "s");
}

/* Append "bytes" with a unit. */
static void put_bytes(lcm_buf *buf, double bytes) {
  static const char *const UNITS[] = {"bytes", "kB", "MB", "GB", "TB"};
  size_t i = 0;
  for (; bytes >= 9999.5 && i + 1 < sizeof UNITS / sizeof *UNITS; i++)
    bytes /= 1000;
  lcm_buf_short(buf, bytes, 4);
  lcm_buf_printf(buf, " %s", UNITS[i]);
}

/* Append where the time goes. */
static void put_shares(struct text *x) {
  const lcm_trace *t = x->t;
  const double all = t->time * (double)t->n_actors;
  const char *join = "";
  for (size_t c = 0; c < t->n_cats && all > 0; c++) {
    if (t->by_cat[c] < 0.0005 * all)
      continue;
    lcm_buf_puts(x->buf, join);
    lcm_put_percent(x->buf, t->by_cat[c] / all);
    lcm_buf_printf(x->buf, " %s", t->titles[c]);
    join = ", ";
  }
}

/* Put the "n" amounts "parts" into "out" in thousandths of their sum, which are
 * rounded down, and those that lose most by that up, so that they are 1000
 * together. */
static void share_out(int *out, const double *parts, size_t n, double sum) {
  int left = 1000;
  for (size_t i = 0; i < n; i++)
    left -= out[i] = (int)floor(parts[i] / sum * 1000);
  for (; left > 0; left--) {
    size_t most = 0;
    for (size_t i = 1; i < n; i++)
      if (parts[i] / sum * 1000 - out[i] > parts[most] / sum * 1000 - out[most])
        most = i;
    out[most]++;
  }
}

/* Append to what the time of the processors goes: parts that together are
 * 100 %. */
static void put_use(struct text *x) {
  static const char *const WORDS[] = {
      [LCM_USE_WORK] = "used",
      [LCM_USE_IMBALANCE] = "imbalance (idle, work waits elsewhere)",
      [LCM_USE_MESSAGES] = "messages (waited for, dealt with)",
      [LCM_USE_SEQUENTIAL] = "sequential (idle, nothing to do)",
      [LCM_USE_OTHER] = "other"};
  int shares[LCM_USES];
  double sum = 0;
  for (size_t i = 0; i < LCM_USES; i++)
    sum += x->t->use[i];
  if (!(sum > 0))
    return;
  share_out(shares, x->t->use, LCM_USES, sum);
  lcm_buf_puts(x->buf, "processors' time: ");
  lcm_put_time(x->buf, sum);
  for (size_t i = 0; i < LCM_USES; i++)
    if (i != LCM_USE_OTHER || shares[i])
      lcm_buf_printf(x->buf, "%s%d.%d %% %s", i ? ", " : ", of which ",
                     shares[i] / 10, shares[i] % 10, WORDS[i]);
  lcm_buf_putc(x->buf, '\n');
}

/* Append that "share" of the time of the processors is work. */
static void put_working(struct text *x, double work, double all) {
  lcm_put_percent(x->buf, all > 0 ? work / all : 0);
}

/* Append what the replay took. */
static void put_replay(struct text *x) {
  const struct lcm_trace_replay *r = x->t->replay;
  if (!r)
    return;
  lcm_buf_puts(x->buf, "replay: ");
  lcm_put_time(x->buf, r->time);
  lcm_buf_puts(x->buf, " instead of ");
  lcm_put_time(x->buf, r->measured);
  lcm_buf_puts(x->buf, " (");
  lcm_put_percent(x->buf, r->measured > 0 ? r->time / r->measured : 0);
  lcm_buf_puts(x->buf, ") on ");
  put_count(x->buf, r->processors, "processor");
  lcm_buf_printf(x->buf, ", placement %s, queue %s, machine %s, latency ",
                 r->placement, r->queue, r->machine);
  lcm_put_time(x->buf, r->latency);
  lcm_buf_puts(x->buf, ": ");
  put_working(x, r->work, r->time * r->processors);
  lcm_buf_puts(x->buf, " of their time is work, before ");
  put_working(x, r->work, r->measured * (double)x->t->n_actors);
  lcm_buf_puts(x->buf, "; ");
  put_count(x->buf, r->tasks, "task");
  lcm_buf_puts(x->buf, ", ");
  put_count(x->buf, r->remote, "message");
  lcm_buf_puts(x->buf, " to another processor");
  if (r->scale)
    lcm_buf_printf(x->buf, "; work scaled: %s", r->scale);
  if (r->bytes != 1) {
    lcm_buf_puts(x->buf, "; messages ");
    lcm_buf_short(x->buf, r->bytes, 4);
    lcm_buf_puts(x->buf, " times as large");
  }
  lcm_buf_putc(x->buf, '\n');
  if (r->untriggered > 0) {
    put_count(x->buf, r->untriggered, "task");
    lcm_buf_puts(x->buf, " began the replay, as the trace does not say what "
                         "triggered them\n");
  }
  if (r->anywhere)
    lcm_buf_puts(x->buf, "that any processor can do any task is taken for "
                         "granted: the trace does not say where each may be "
                         "done\n");
}

/* Append the answer in a sentence. */
static void put_headline(struct text *x) {
  const lcm_trace *t = x->t;
  lcm_put_look(x->buf, x->style, LCM_LOOK_BOLD);
  lcm_put_time(x->buf, t->time);
  lcm_buf_puts(x->buf, " on ");
  put_count(x->buf, (double)t->n_actors, "actor");
  lcm_buf_puts(x->buf, ", ");
  put_count(x->buf, t->messages, "message");
  if (t->bytes > 0) {
    lcm_buf_puts(x->buf, " of ");
    put_bytes(x->buf, t->bytes);
  }
  lcm_buf_puts(x->buf, ": ");
  put_shares(x);
  lcm_put_look(x->buf, x->style, LCM_LOOK_PLAIN);
  lcm_buf_putc(x->buf, '\n');
  lcm_buf_printf(x->buf, "%s%s%s, ", t->program ? t->program : "",
                 t->program ? ": " : "", t->format);
  put_count(x->buf, t->events, "event");
  if (t->system > 0) {
    lcm_buf_puts(x->buf, "; beside that ");
    put_count(x->buf, t->system, "message");
    lcm_buf_puts(x->buf, " of the library");
  }
  lcm_buf_putc(x->buf, '\n');
}

/* Append "n" of "what" with "text", where there are any. */
static void put_doubt(struct text *x, double n, const char *what,
                      const char *text) {
  if (!(n > 0))
    return;
  put_count(x->buf, n, what);
  lcm_buf_printf(x->buf, " %s\n", text);
}

/* Append what makes the numbers doubtful. */
static void put_doubts(struct text *x) {
  const lcm_trace *t = x->t;
  put_doubt(x, t->tachyons, "message",
            "came before created (tachyons): clocks differ; --repair moves "
            "them");
  put_doubt(x, t->removed, "message",
            "came before created (tachyons): the clocks were repaired");
  put_doubt(x, t->orphans, "message", "came, but the trace has no creation");
  put_doubt(x, t->stray, "end", "without a begin left out");
  put_doubt(x, t->unended, "begin",
            "without an end: taken to last until the trace ends");
  put_doubt(x, t->crossed, "end",
            "of something that encloses others that go on");
  put_doubt(x, t->disorder, "event",
            "too far out of order, and left out: --memory MIB keeps "
            "more");
  put_doubt(x, t->ignored, "event", "of kinds that lcm has no use for");
}

/* Return whole number "n" as a cell; "-" for none. */
static const char *whole_cell(lcm_ctx *ctx, double n) {
  return n > 0 ? lcm_cell_value(ctx, n) : "-";
}

/* Append why actors of "s" are idle. */
static void put_idle(struct text *x, const struct lcm_trace_selected *s) {
  static const char *const WORDS[] = {
      [LCM_TRACE_IDLE_QUEUED] = "while messages wait in other queues",
      [LCM_TRACE_IDLE_EMPTY] = "while all queues are empty and others work",
      [LCM_TRACE_IDLE_ALL] = "while nobody works"};
  double sum = 0;
  for (size_t i = 0; i < LCM_TRACE_IDLES; i++)
    sum += s->idle[i];
  if (!s->queues || !(sum > 0))
    return;
  lcm_buf_puts(x->buf, "idle (li, ip) for ");
  lcm_put_time(x->buf, sum);
  for (size_t i = 0; i < LCM_TRACE_IDLES; i++) {
    lcm_buf_puts(x->buf, i ? ", " : ": ");
    lcm_put_time(x->buf, s->idle[i]);
    lcm_buf_printf(x->buf, " %s", WORDS[i]);
  }
  lcm_buf_putc(x->buf, '\n');
}

/* Append what the part of the run is that was asked for. */
static void put_selection(struct text *x, const struct lcm_trace_selected *s) {
  const double all = x->t->time * (double)x->t->n_actors;
  lcm_buf_puts(x->buf, "\npart: ");
  put_count(x->buf, (double)s->n_actors, "actor");
  if (s->names)
    lcm_buf_printf(x->buf, " in '%s'", s->names);
  lcm_buf_puts(x->buf, ", from ");
  lcm_put_time(x->buf, s->from);
  lcm_buf_puts(x->buf, " to ");
  lcm_put_time(x->buf, s->to);
  lcm_buf_puts(x->buf, ": ");
  lcm_put_time(x->buf, s->time);
  lcm_buf_puts(x->buf, ", ");
  lcm_put_percent(x->buf, all > 0 ? s->time / all : 0);
  lcm_buf_puts(x->buf, " of the processors' time\n");
}

/* Append the part of the run that was asked for, by actor and category. */
static void put_selected(struct text *x) {
  const lcm_trace *t = x->t;
  const struct lcm_trace_selected *s = t->selected;
  struct lcm_table rows = {.ctx = x->ctx};
  if (!s)
    return;
  put_selection(x, s);
  lcm_table_texts(&rows, "actor");
  lcm_table_numbers(&rows, "time");
  for (size_t c = 0; c < t->n_cats; c++)
    if (s->by_cat[c] > 0)
      lcm_table_numbers(&rows, t->cats[c]);
  for (size_t i = 0; i < s->n_actors && i < x->most; i++) {
    const double *cats = s->actors[i].cats;
    double sum = 0;
    for (size_t c = 0; c < t->n_cats; c++)
      sum += cats[c];
    lcm_table_cell(&rows, lcm_text_shorten(x->ctx, s->actors[i].name, 32));
    lcm_table_cell(&rows, lcm_cell_time(x->ctx, sum));
    for (size_t c = 0; c < t->n_cats; c++)
      if (s->by_cat[c] > 0)
        lcm_table_cell(&rows, lcm_cell_time(x->ctx, cats[c]));
  }
  lcm_table_print(x->buf, &rows, LCM_FORMAT_TEXT, x->style);
  if (s->n_actors > x->most)
    lcm_buf_printf(x->buf, "and %zu more (--all)\n", s->n_actors - x->most);
  put_idle(x, s);
}

/* Append the entries. */
static void put_entries(struct text *x) {
  static const char *const NUMBERS[] = {"calls", "time",  "%",        "longest",
                                        "sent",  "bytes", "received", "depth"};
  struct lcm_table rows = {.ctx = x->ctx};
  const lcm_trace *t = x->t;
  const double all = t->time * (double)t->n_actors;
  lcm_table_texts(&rows, "what");
  lcm_table_texts(&rows, "is");
  for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
    lcm_table_numbers(&rows, NUMBERS[i]);
  for (size_t i = 0; i < t->n_entries && i < x->most; i++) {
    const struct lcm_trace_entry *e = &t->entries[i];
    lcm_table_cell(&rows, lcm_text_shorten(x->ctx, e->name, 32));
    lcm_table_cell(&rows, e->cat);
    lcm_table_cell(&rows, lcm_cell_value(x->ctx, e->calls));
    lcm_table_cell(&rows, lcm_cell_time(x->ctx, e->time));
    lcm_table_cell(&rows,
                   lcm_cell_percent(x->ctx, all > 0 ? e->time / all : 0));
    lcm_table_cell(&rows, lcm_cell_time(x->ctx, e->longest));
    lcm_table_cell(&rows, whole_cell(x->ctx, e->sent));
    lcm_table_cell(&rows, whole_cell(x->ctx, e->bytes_sent));
    lcm_table_cell(&rows, whole_cell(x->ctx, e->received));
    lcm_table_cell(&rows, whole_cell(x->ctx, e->depth));
  }
  lcm_buf_putc(x->buf, '\n');
  lcm_table_print(x->buf, &rows, LCM_FORMAT_TEXT, x->style);
  if (t->n_entries > x->most)
    lcm_buf_printf(x->buf, "and %zu more (--all)\n", t->n_entries - x->most);
}

/* Append the phases, where there are several. */
static void put_phases(struct text *x) {
  const lcm_trace *t = x->t;
  struct lcm_table rows = {.ctx = x->ctx};
  if (t->n_phases < 2)
    return;
  lcm_table_texts(&rows, "phase");
  lcm_table_numbers(&rows, "from");
  lcm_table_numbers(&rows, "lasts");
  lcm_table_numbers(&rows, "tasks");
  lcm_table_numbers(&rows, "busy %");
  for (size_t i = 0; i < t->n_phases && i < x->most; i++) {
    const struct lcm_trace_phase *p = &t->phases[i];
    const double all = (p->end - p->begin) * (double)t->n_actors;
    lcm_table_cell(&rows,
                   p->name ? lcm_text_shorten(x->ctx, p->name, 32) : "-");
    lcm_table_cell(&rows, lcm_cell_time(x->ctx, p->begin));
    lcm_table_cell(&rows, lcm_cell_time(x->ctx, p->end - p->begin));
    lcm_table_cell(&rows, lcm_cell_value(x->ctx, p->tasks));
    lcm_table_cell(&rows,
                   lcm_cell_percent(x->ctx, all > 0 ? p->work / all : 0));
  }
  lcm_buf_printf(x->buf, "\n%zu phases between separation points:\n",
                 t->n_phases);
  lcm_table_print(x->buf, &rows, LCM_FORMAT_TEXT, x->style);
  if (t->n_phases > x->most)
    lcm_buf_printf(x->buf, "and %zu more (--all)\n", t->n_phases - x->most);
}

/* Append link number "i" of the chain. */
static void put_link(struct text *x, size_t i) {
  const struct lcm_trace_link *link = &x->t->chain[i];
  lcm_buf_printf(x->buf, "  %-14s from ",
                 lcm_text_shorten(x->ctx, link->actor, 14));
  lcm_put_time(x->buf, link->begin);
  lcm_buf_puts(x->buf, " to ");
  lcm_put_time(x->buf, link->end);
  if (link->name)
    lcm_buf_printf(x->buf, ": %s", lcm_text_shorten(x->ctx, link->name, 32));
  if (link->idle > 0) {
    lcm_buf_puts(x->buf, ", idle for ");
    lcm_put_time(x->buf, link->idle);
    lcm_buf_puts(x->buf, " of it");
  }
  if (!isnan(link->way)) {
    lcm_buf_puts(x->buf, "; its message is ");
    lcm_put_time(x->buf, link->way);
    lcm_buf_puts(x->buf, " on its way, waits ");
    lcm_put_time(x->buf, link->wait);
  }
  lcm_buf_putc(x->buf, '\n');
}

/* Append the last-event chain. */
static void put_chain(struct text *x) {
  const lcm_trace *t = x->t;
  const size_t from = t->n_chain > x->most ? t->n_chain - x->most : 0;
  if (!t->n_chain)
    return;
  lcm_buf_puts(x->buf, "\nlast-event chain: ");
  put_count(x->buf, (double)t->n_chain, "link");
  lcm_buf_puts(x->buf, ", ");
  lcm_put_time(x->buf, t->chain_work);
  lcm_buf_puts(x->buf, " on actors, ");
  if (t->chain_idle > 0) {
    lcm_put_time(x->buf, t->chain_idle);
    lcm_buf_puts(x->buf, " on idle ones, ");
  }
  lcm_put_time(x->buf, t->chain_way);
  lcm_buf_puts(x->buf, " on the way, ");
  lcm_put_time(x->buf, t->chain_wait);
  lcm_buf_printf(x->buf, " in queues%s\n", from ? "; its end:" : ":");
  for (size_t i = from; i < t->n_chain; i++)
    put_link(x, i);
}

/* Append the patterns of messages. */
static void put_patterns(struct text *x) {
  if (x->t->n_patterns)
    lcm_buf_puts(x->buf, "\npatterns of messages:\n");
  for (size_t i = 0; i < x->t->n_patterns; i++) {
    const struct lcm_trace_pattern *p = &x->t->patterns[i];
    lcm_buf_printf(x->buf, "  %s: %s, ", p->name, p->pattern);
    put_count(x->buf, p->messages, "message");
    lcm_buf_puts(x->buf, " in ");
    put_count(x->buf, (double)p->phases, "phase");
    lcm_buf_putc(x->buf, '\n');
  }
}

/* Append the findings. */
static void put_findings(struct text *x) {
  for (size_t i = 0; i < x->t->n_findings; i++) {
    const struct lcm_trace_finding *f = &x->t->findings[i];
    lcm_buf_printf(x->buf, "%s%zu. %s\n   gain: about ", i ? "" : "\n", i + 1,
                   f->text);
    lcm_put_time(x->buf, f->gain);
    lcm_buf_puts(x->buf, " (");
    lcm_put_percent(x->buf, x->t->time > 0 ? f->gain / x->t->time : 0);
    lcm_buf_puts(x->buf, " of the time)\n");
  }
}

char *lcm_render_trace(lcm_ctx *ctx, const lcm_trace *trace, bool all,
                       const struct lcm_style *style) {
  lcm_buf buf = {0};
  struct text x = {&buf, ctx, trace, style, all ? SIZE_MAX : MOST};
  put_headline(&x);
  put_use(&x);
  put_replay(&x);
  put_doubts(&x);
  put_selected(&x);
  put_findings(&x);
  put_entries(&x);
  put_phases(&x);
  if (trace->steps)
    trace_steps_show(&buf, ctx, trace, x.most, style);
  put_chain(&x);
  put_patterns(&x);
  return lcm_buf_take(&buf);
}
