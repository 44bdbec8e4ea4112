/* What happens in timesteps, for a browser: tables whose cells are shaded by
 * how much there is, so that they are heat maps as well (Sinha 1994, B.2). */
#include "trace/views/page.h"

#include <math.h>

#include "render/picture/picture.h"
#include "render/table/table.h"

/* Shades beside none; timesteps that have a column each at most. */
enum { SHADES = 5, MOST_COLUMNS = 200 };

/* What is shown of a step. */
enum what { BUSY, PARALLELISM, WAITING, CREATED, PROCESSED, NUMBERS };

static const char *const TITLES[NUMBERS] = {
    [BUSY] = "busy %",     [PARALLELISM] = "parallelism", [WAITING] = "waiting",
    [CREATED] = "created", [PROCESSED] = "processed",
};

/* Return number "what" of "step" in "t". */
static double number_of(const lcm_trace *t,
                        const struct lcm_trace_moments *step, unsigned what) {
  return what == BUSY          ? step->working / (double)t->n_actors
         : what == PARALLELISM ? step->working + step->waiting
         : what == WAITING     ? step->waiting
         : what == CREATED     ? step->created
                               : step->processed;
}

/* Return what the darkest shade of number "what" of "steps" is: all processors,
 * or the most of any step. */
static double most_of(const lcm_trace *t, const struct lcm_trace_moments *steps,
                      unsigned what) {
  double most = what == BUSY ? 1 : 0;
  for (size_t i = 0; what != BUSY && i < t->steps->n; i++)
    most = fmax(most, number_of(t, &steps[i], what));
  return most;
}

/* Append the cell of "value", shaded as its part of "most" is. */
static void put_cell(lcm_buf *buf, lcm_ctx *ctx, double value, double most,
                     unsigned what) {
  const double part = most > 0 ? value / most : 0;
  lcm_buf_printf(buf, "<td class=\"r%d\" data-v=\"",
                 (int)fmax(0, fmin(SHADES, ceil(part * SHADES))));
  lcm_buf_short(buf, value, 6);
  lcm_buf_printf(buf, "\">%s</td>",
                 what == BUSY ? lcm_cell_percent(ctx, value)
                              : lcm_cell_number(ctx, value));
}

/* Append the beginning of a table about "what", which can be scrolled by keys,
 * and the first cell of its head. */
static void begin_table(lcm_buf *buf, const char *what, const char *caption,
                        const char *first) {
  lcm_buf_printf(buf,
                 "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                 "aria-label=\"%s\"><table><caption>%s</caption>\n<thead><tr>"
                 "<th scope=\"col\">%s</th>",
                 what, caption, first);
}

/* Append what the shades mean. */
static void put_key(lcm_buf *buf) {
  lcm_buf_puts(buf, "<ul class=\"key\"><li><i class=\"r0\"></i>none</li>");
  for (int i = 1; i <= SHADES; i++)
    lcm_buf_printf(buf, "<li><i class=\"r%d\"></i>%sup to %d %%</li>", i,
                   i == 1 ? "more, " : "", i * 100 / SHADES);
  lcm_buf_puts(buf, "<li>of all processors (busy), else of the most in any "
                    "step</li></ul>\n");
}

/* Append the steps of the whole run: a row for each. */
static void put_all(lcm_buf *buf, lcm_ctx *ctx, const lcm_trace *t) {
  double most[NUMBERS];
  begin_table(buf, "timesteps of the run",
              "What all do: processors that work, work that there would be for "
              "processors, messages that wait, are created, are processed",
              "from");
  for (unsigned k = 0; k < NUMBERS; k++) {
    most[k] = most_of(t, t->steps->all, k);
    lcm_buf_printf(buf, "<th scope=\"col\">%s</th>", TITLES[k]);
  }
  lcm_buf_puts(buf, "</tr></thead>\n<tbody>");
  for (size_t i = 0; i < t->steps->n; i++) {
    lcm_buf_puts(buf, "\n<tr><th scope=\"row\">");
    lcm_put_time(buf, (double)i * t->steps->length);
    lcm_buf_puts(buf, "</th>");
    for (unsigned k = 0; k < NUMBERS; k++)
      put_cell(buf, ctx, number_of(t, &t->steps->all[i], k), most[k], k);
    lcm_buf_puts(buf, "</tr>");
  }
  lcm_buf_puts(buf, "\n</tbody></table></div>\n");
}

/* Append the row of number "what" of entry "e", if any step has some. */
static void put_entry(lcm_buf *buf, lcm_ctx *ctx, const lcm_trace *t, size_t e,
                      unsigned what) {
  const struct lcm_trace_moments *steps = t->steps->entries[e];
  double most = 0;
  for (size_t i = 0; i < t->steps->n; i++)
    most = fmax(most, number_of(t, &steps[i], what));
  if (!(most > 0))
    return;
  lcm_buf_puts(buf, "\n<tr><th scope=\"row\">");
  lcm_svg_text(buf, lcm_text_shorten(ctx, t->entries[e].name, 32));
  lcm_buf_printf(buf, ", %s</th>", TITLES[what]);
  for (size_t i = 0; i < t->steps->n; i++)
    put_cell(buf, ctx, number_of(t, &steps[i], what), what == BUSY ? 1 : most,
             what);
  lcm_buf_puts(buf, "</tr>");
}

/* Append the steps of "most" entries: a row for each number, a column for each
 * step. */
static void put_entries(lcm_buf *buf, lcm_ctx *ctx, const lcm_trace *t,
                        size_t most) {
  lcm_buf_puts(buf, "<h3>By entry</h3>\n");
  if (t->steps->n > MOST_COLUMNS) {
    lcm_buf_printf(buf,
                   "<p>Not shown: %zu steps are more than %d. "
                   "<code>--format csv</code> has all.</p>\n",
                   t->steps->n, MOST_COLUMNS);
    return;
  }
  begin_table(buf, "timesteps by entry",
              "The entries that take most time, in each step", "entry");
  for (size_t i = 0; i < t->steps->n; i++) {
    lcm_buf_puts(buf, "<th scope=\"col\">");
    lcm_put_time(buf, (double)i * t->steps->length);
    lcm_buf_puts(buf, "</th>");
  }
  lcm_buf_puts(buf, "</tr></thead>\n<tbody>");
  for (size_t e = 0; e < t->n_entries && e < most; e++)
    for (unsigned k = 0; k < NUMBERS; k++)
      if (k != PARALLELISM)
        put_entry(buf, ctx, t, e, k);
  lcm_buf_puts(buf, "\n</tbody></table></div>\n");
  if (t->n_entries > most)
    lcm_buf_printf(buf, "<p>and %zu more (--all)</p>\n", t->n_entries - most);
}

const char *lcm_trace_steps_page(lcm_ctx *ctx, const lcm_trace *trace,
                                 size_t most) {
  lcm_buf buf = {0};
  if (!trace->steps || !trace->n_actors)
    return NULL;
  lcm_buf_printf(&buf,
                 "<section aria-labelledby=\"timesteps\">\n"
                 "<h2 id=\"timesteps\">%zu %s of ",
                 trace->steps->n,
                 trace->steps->n > 1 ? "equal timesteps" : "timestep");
  lcm_put_time(&buf, trace->steps->length);
  lcm_buf_puts(&buf, "</h2>\n");
  put_key(&buf);
  put_all(&buf, ctx, trace);
  if (trace->n_entries)
    put_entries(&buf, ctx, trace, most);
  lcm_buf_puts(&buf, "</section>\n");
  return lcm_cell_take(ctx, &buf);
}
