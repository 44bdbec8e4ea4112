/* The utilization of processors as a heat map: stages below each other,
 * processors side by side, alike neighbours as one box. */
#include <math.h>

#include "render/picture/picture.h"
#include "render/report/heat.h"
#include "render/table/table.h"

/* Sizes in pixels; stages and boxes that are drawn at most. */
enum {
  LEFT = 250,
  ROW = 22,
  WIDE = 720,
  TOP = 34,
  MOST_STAGES = 40,
  MOST_BOXES = 4000,
  STEPS = 5
};

/* A heat map being drawn. */
struct heat {
  struct lcm_page *page;
  const lcm_timetable *t;
  size_t boxes; /* so far */
};

/* Return the step of colour of processor "i" in "stage": 0 where it is idle to
 * STEPS where it is busy all the time. */
static int step_of(const struct lcm_stage *stage, size_t i) {
  const double busy = stage->time > 0 ? stage->busy[i] / stage->time : 0;
  return (int)fmax(0, fmin(STEPS, round(busy * STEPS)));
}

/* Return the processor behind those from "from" on that are as busy in
 * "stage". */
static size_t run_end(const struct heat *h, const struct lcm_stage *stage,
                      size_t from) {
  size_t to = from + 1;
  while (to < h->t->n_processors && step_of(stage, to) == step_of(stage, from))
    to++;
  return to;
}

/* Append the box of processors "from" to "to" - 1 in "stage", which is number
 * "row". */
static void put_run(struct heat *h, const struct lcm_stage *stage, size_t row,
                    const size_t range[2]) {
  lcm_buf *buf = h->page->buf;
  const double each = (double)WIDE / (double)h->t->n_processors;
  const size_t last = range[1] - 1;
  const double n = (double)(range[1] - range[0]);
  double busy = 0;
  for (size_t i = range[0]; i < range[1]; i++)
    busy += stage->time > 0 ? stage->busy[i] / stage->time / n : 0;
  lcm_buf_printf(buf, "<rect class=\"heat%d\"", step_of(stage, range[0]));
  lcm_svg_at(buf, "x", LEFT + each * (double)range[0]);
  lcm_svg_at(buf, "y", TOP + (double)row * ROW);
  lcm_svg_at(buf, "width", each * n);
  lcm_svg_at(buf, "height", ROW - 2);
  lcm_buf_puts(buf, "><title>");
  lcm_svg_text(buf, stage->label);
  lcm_buf_puts(buf, ", ");
  lcm_svg_text(buf, h->t->names[range[0]]);
  if (last > range[0]) {
    lcm_buf_puts(buf, " to ");
    lcm_svg_text(buf, h->t->names[last]);
  }
  lcm_buf_puts(buf, ": busy ");
  lcm_put_percent(buf, busy);
  lcm_buf_puts(buf, "</title></rect>\n");
  h->boxes++;
}

/* Append stage number "row". */
static void put_stage(struct heat *h, size_t row) {
  const struct lcm_stage *stage = &h->t->stages[row];
  lcm_buf *buf = h->page->buf;
  lcm_buf name = {0};
  const double y = TOP + (double)row * ROW + 14;
  lcm_buf_printf(&name, "%s, %zu x ",
                 lcm_text_shorten(h->page->ctx, stage->label, 20),
                 stage->count);
  lcm_put_time(&name, stage->count ? stage->time / (double)stage->count : 0);
  lcm_svg_label(buf, (const double[]){LEFT - 8, y},
                " class=\"lcm-ink\" text-anchor=\"end\"",
                lcm_cell_take(h->page->ctx, &name));
  for (size_t from = 0; from < h->t->n_processors && h->boxes < MOST_BOXES;) {
    const size_t to = run_end(h, stage, from);
    put_run(h, stage, row, (const size_t[]){from, to});
    from = to;
  }
}

/* Append what the shades mean. */
static void put_shades(struct heat *h) {
  lcm_buf *buf = h->page->buf;
  lcm_buf_puts(buf, "<ul class=\"key\">");
  for (int i = 0; i <= STEPS; i++)
    lcm_buf_printf(buf, "<li><i class=\"heat%d\"></i>%s%d %%</li>", i,
                   i ? "" : "busy ", i * 100 / STEPS);
  lcm_buf_puts(buf, "</ul>\n");
}

void lcm_page_heat(struct lcm_page *page) {
  struct heat h = {.page = page, .t = page->of->timetable};
  lcm_buf *buf = page->buf;
  const size_t n = h.t->n_stages < MOST_STAGES ? h.t->n_stages : MOST_STAGES;
  if (!n || !h.t->n_processors)
    return;
  lcm_buf_puts(buf, "<h3>Utilization by stage and processor</h3>\n");
  put_shades(&h);
  lcm_buf_puts(buf, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                    "aria-label=\"utilization\">\n");
  const struct lcm_svg_page picture = {
      LEFT + WIDE + 10, TOP + (double)n * ROW + 4, "heat",
      "utilization by stage and processor", NULL};
  lcm_svg_begin(buf, &picture);
  lcm_svg_label(buf, (const double[]){LEFT, 20}, " class=\"lcm-dim\"",
                h.t->names[0]);
  if (h.t->n_processors > 1)
    lcm_svg_label(buf, (const double[]){LEFT + WIDE, 20},
                  " class=\"lcm-dim\" text-anchor=\"end\"",
                  h.t->names[h.t->n_processors - 1]);
  for (size_t i = 0; i < n; i++)
    put_stage(&h, i);
  lcm_svg_end(buf);
  lcm_buf_puts(buf, "</div>\n");
  if (h.t->n_stages > n)
    lcm_buf_printf(buf, "<p>%zu more stages are not drawn.</p>\n",
                   h.t->n_stages - n);
}
