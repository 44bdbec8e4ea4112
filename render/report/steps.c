/* What processors do in equal timesteps of a run: a row for each, with the
 * shares of their time, and a bar (Sinha 1994, B.2). */
#include "render/report/steps.h"

#include <math.h>

#include "render/table/table.h"

/* Steps where nobody says how many. */
enum { USUAL_STEPS = 10 };

static const char *const TITLES[LCM_USES] = {
    [LCM_USE_WORK] = "used %",         [LCM_USE_IMBALANCE] = "imbalance %",
    [LCM_USE_MESSAGES] = "messages %", [LCM_USE_SEQUENTIAL] = "sequential %",
    [LCM_USE_OTHER] = "other %",
};

/* The steps of a run. */
struct stepped {
  const lcm_timetable *t;
  size_t n;
  double length;
  /* processor-seconds of step i by category, from i * t->n_cats on */
  double *cats;
  /* of step i, from i * LCM_USES on, of all its processor-time */
  double *shares;
  bool others; /* a step has something else */
};

/* Return the step of "s" in which "time" is; the last one has its end. */
static size_t step_at(const struct stepped *s, double time) {
  const double at = floor(time / s->length);
  return at < 0 ? 0 : at >= (double)s->n ? s->n - 1 : (size_t)at;
}

/* Add "interval" to the steps in which it is. */
static void add_interval(struct stepped *s, const lcm_interval *interval) {
  const size_t last = step_at(s, interval->end);
  for (size_t i = step_at(s, interval->start); i <= last; i++) {
    const double from = fmax(interval->start, (double)i * s->length);
    const double to = fmin(interval->end, (double)(i + 1) * s->length);
    s->cats[i * s->t->n_cats + interval->cat] += fmax(0, to - from);
  }
}

/* Divide "t" into "n" steps. */
static struct stepped divide(lcm_ctx *ctx, const lcm_timetable *t, size_t n) {
  struct stepped s = {.t = t, .n = n, .length = t->time / (double)n};
  const double whole = s.length * (double)t->n_processors;
  s.cats = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, n * t->n_cats + 1);
  s.shares = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, n *LCM_USES);
  for (size_t k = 0; k < t->n_intervals; k++)
    add_interval(&s, &t->intervals[k]);
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < t->n_cats; c++) {
      const double part = s.cats[i * t->n_cats + c] / whole;
      s.shares[i * LCM_USES + lcm_cat_use(c)] += part;
      s.others = s.others || (lcm_cat_use(c) == LCM_USE_OTHER && part > 0);
    }
  return s;
}

/* Append the head of the table of "s". */
static void put_head(struct lcm_page *page, const struct stepped *s) {
  lcm_buf *buf = page->buf;
  lcm_buf_printf(buf,
                 "<h3>Timesteps</h3>\n<div class=\"scroll\" tabindex=\"0\" "
                 "role=\"region\" aria-label=\"timesteps of the measured run\">"
                 "<table class=\"bars\"><caption>What the processor-time of "
                 "the measured run goes to, in %zu %s of ",
                 s->n, s->n > 1 ? "equal timesteps" : "timestep");
  lcm_put_time(buf, s->length);
  lcm_buf_puts(buf, "</caption>\n<thead><tr><th scope=\"col\">from</th>");
  for (unsigned k = 0; k < LCM_USES; k++)
    if (k != LCM_USE_OTHER || s->others)
      lcm_buf_printf(buf, "<th scope=\"col\" class=\"r\">%s</th>", TITLES[k]);
  lcm_buf_puts(buf, "<th scope=\"col\">by category</th></tr></thead>\n<tbody>");
}

/* Append the row of step "i" of "s". */
static void put_step(struct lcm_page *page, const struct stepped *s, size_t i) {
  lcm_buf *buf = page->buf;
  lcm_buf_puts(buf, "\n<tr><th scope=\"row\">");
  lcm_put_time(buf, (double)i * s->length);
  lcm_buf_puts(buf, "</th>");
  for (unsigned k = 0; k < LCM_USES; k++) {
    const double share = s->shares[i * LCM_USES + k];
    if (k == LCM_USE_OTHER && !s->others)
      continue;
    lcm_buf_puts(buf, "<td class=\"r\" data-v=\"");
    lcm_buf_short(buf, share, 6);
    lcm_buf_printf(buf, "\">%s</td>", lcm_cell_percent(page->ctx, share));
  }
  lcm_buf_puts(buf, "<td class=\"cost\">");
  lcm_put_cats_bar(buf, s->cats + i * s->t->n_cats, s->t->n_cats,
                   s->length * (double)s->t->n_processors);
  lcm_buf_puts(buf, "</td></tr>");
}

void lcm_page_steps(struct lcm_page *page) {
  const size_t asked = page->of->run_steps;
  if (!page->run || !(page->run->time > 0) || !page->run->n_processors)
    return;
  const struct stepped s =
      divide(page->ctx, page->run, asked ? asked : USUAL_STEPS);
  put_head(page, &s);
  for (size_t i = 0; i < s.n; i++)
    put_step(page, &s, i);
  lcm_buf_puts(page->buf, "\n</tbody></table></div>\n");
}
