/* What each part takes and loses, as a table that can be sorted, and what
 * tuning a fragment can gain at most. */
#include <math.h>
#include <stdlib.h>

#include "render/report/losses.h"
#include "render/report/parts.h"
#include "render/report/source.h"
#include "render/table/table.h"

/* Rows at most; fragments of which it is said what tuning them can gain. */
enum { MOST_ROWS = 60, MOST_CEILINGS = 12 };

/* A part as it is ordered. */
struct ranked {
  size_t part;
  double lost; /* processor-seconds, its own */
  double own;
  bool several; /* its line has other parts as well, of other calls */
};

/* Order the parts at "a" and "b": those that lose more first, then those that
 * take more. */
static int compare_ranked(const void *a, const void *b) {
  const struct ranked *x = a;
  const struct ranked *y = b;
  if (x->lost < y->lost || x->lost > y->lost)
    return x->lost < y->lost ? 1 : -1;
  if (x->own < y->own || x->own > y->own)
    return x->own < y->own ? 1 : -1;
  return (x->part > y->part) - (x->part < y->part);
}

/* Append a cell of "value" seconds as its part of the whole. */
static void put_share(struct lcm_page *page, double value) {
  lcm_buf_puts(page->buf, "<td class=\"r\" data-v=\"");
  lcm_buf_short(page->buf, value > 0 ? value / page->total : 0, 6);
  lcm_buf_puts(page->buf, "\">");
  lcm_put_percent(page->buf, value > 0 ? value / page->total : 0);
  lcm_buf_puts(page->buf, "</td>");
}

/* Append where "part", or what it is in, is called. */
static void put_call(struct lcm_page *page,
                     const struct lcm_report_part *part) {
  while (part->node->kind != LCM_NODE_CALL) {
    if (part->parent == SIZE_MAX)
      return;
    part = &page->parts[part->parent];
  }
  lcm_buf_puts(page->buf, "<br>called at ");
  lcm_page_place(page, part->node->loc);
}

/* Append the row of "ranked". */
static void put_row(struct lcm_page *page, const struct ranked *ranked) {
  const struct lcm_report_part *part = &page->parts[ranked->part];
  double lost = 0;
  const size_t cat = lcm_part_loss(page, part, &lost);
  lcm_buf *buf = page->buf;
  lcm_buf_printf(buf, "<tr data-part=\"%zu\"><th scope=\"row\">", ranked->part);
  lcm_put_html(buf, part->title);
  lcm_buf_puts(buf, "</th>");
  put_share(page, lost);
  lcm_buf_puts(buf, "<td>");
  if (cat != SIZE_MAX) {
    lcm_buf_printf(buf, "<i class=\"dot c%zu\"></i>", lcm_page_colour(cat));
    lcm_put_html(buf, lcm_loss_title(page->of->prediction, cat));
  }
  lcm_buf_puts(buf, "</td>");
  put_share(page, ranked->own);
  lcm_buf_puts(buf, "<td class=\"r\" data-v=\"");
  lcm_buf_short(buf, part->occurrence->time, 6);
  lcm_buf_puts(buf, "\">");
  lcm_put_time(buf, part->occurrence->time);
  lcm_buf_puts(buf, "</td><td>");
  lcm_page_place(page, part->node->loc);
  if (ranked->several)
    put_call(page, part);
  lcm_buf_puts(buf, "</td></tr>\n");
}

/* Mark those of "all", by part, whose node other parts are of, too. */
static void mark_several(const struct lcm_page *page, struct ranked *all) {
  for (size_t i = 0; i < page->n_parts; i++) {
    const size_t first = lcm_page_part(page, page->parts[i].node);
    if (first < i)
      all[i].several = all[first].several = true;
  }
}

void lcm_page_losses(struct lcm_page *page) {
  struct ranked *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(page->ctx), struct ranked, page->n_parts + 1);
  for (size_t i = 0; i < page->n_parts; i++) {
    all[i].part = i;
    (void)lcm_part_loss(page, &page->parts[i], &all[i].lost);
    for (size_t c = 0; c < page->n_cats; c++)
      all[i].own += fmax(page->parts[i].own[c], 0);
  }
  mark_several(page, all);
  qsort(all, page->n_parts, sizeof *all, compare_ranked);
  lcm_buf_puts(
      page->buf,
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"losses "
      "by part\"><table class=\"sort\" id=\"losses-table\"><caption>Parts of "
      "all "
      "processor-time, at each part itself without those in it</caption>\n"
      "<thead><tr><th scope=\"col\">part</th><th scope=\"col\" class=\"r\">"
      "lost</th><th scope=\"col\">most to</th><th scope=\"col\" class=\"r\">"
      "takes</th><th scope=\"col\" class=\"r\">elapsed time</th><th "
      "scope=\"col\">source</th></tr></thead>\n<tbody>\n");
  size_t rows = 0;
  for (size_t i = 0; i < page->n_parts; i++)
    if (all[i].own > page->total * 1e-6 && rows++ < MOST_ROWS)
      put_row(page, &all[i]);
  lcm_buf_puts(page->buf, "</tbody></table></div>\n");
  if (rows > MOST_ROWS)
    lcm_buf_printf(page->buf,
                   "<p class=\"hint\">and %zu parts that lose less, or lose "
                   "nothing and take less</p>\n",
                   rows - MOST_ROWS);
}

void lcm_page_ceilings(struct lcm_page *page) {
  const lcm_advice *advice = page->of->advice;
  lcm_buf *buf = page->buf;
  if (!advice->n_ceilings)
    return;
  lcm_buf_puts(buf,
               "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
               "aria-label=\"ceilings\"><table class=\"gains\"><caption>"
               "What a fragment can gain at most, if it cost nothing"
               "</caption>\n<thead><tr><th scope=\"col\">without</th><th "
               "scope=\"col\" class=\"r\">gain</th><th scope=\"col\"><span "
               "class=\"sr\">as a bar</span></th><th scope=\"col\" "
               "class=\"r\">time</th><th scope=\"col\">source</th></tr>"
               "</thead>\n<tbody>\n");
  for (size_t i = 0; i < advice->n_ceilings && i < MOST_CEILINGS; i++) {
    const struct lcm_ceiling *ceiling = &advice->ceilings[i];
    lcm_buf_puts(buf, "<tr><th scope=\"row\">");
    lcm_put_html(buf, ceiling->title);
    lcm_buf_puts(buf, "</th><td class=\"r\">");
    lcm_put_percent(buf, ceiling->gain / advice->time);
    lcm_buf_puts(buf, "</td><td class=\"cost\"><span class=\"bar\"><i "
                      "class=\"gain\" style=\"width:");
    lcm_buf_short(buf, fmax(0, fmin(100, 100 * ceiling->gain / advice->time)),
                  4);
    lcm_buf_puts(buf, "%\"></i></span></td><td class=\"r\">");
    lcm_put_time(buf, ceiling->time);
    lcm_buf_puts(buf, "</td><td>");
    lcm_page_place(page, ceiling->at);
    lcm_buf_puts(buf, "</td></tr>\n");
  }
  lcm_buf_puts(buf, "</tbody></table></div>\n");
}
