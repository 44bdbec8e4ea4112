/* The section of the report on advice. */
#include "render/report/advice.h"
#include "render/report/numbers.h"
#include "render/report/source.h"

/* Fragments of which it is said at most what tuning them can gain. */
enum { MOST_CEILINGS = 12 };

/* Append "finding": what is wrong, what to do, what it gains of "time", what it
 * rests on. */
static void put_finding(struct lcm_page *page, const lcm_finding *finding,
                        double time) {
  lcm_buf *buf = page->buf;
  lcm_buf_puts(buf, "<li>\n<p><b>");
  lcm_put_html(buf, finding->what);
  lcm_buf_puts(buf, "</b> (");
  lcm_page_place(page, finding->at);
  lcm_buf_puts(buf, ")</p>\n<dl><dt>do</dt><dd><code>--edit '");
  lcm_put_html(buf, finding->edit);
  lcm_buf_puts(buf, "'</code></dd><dt>gain</dt><dd>");
  lcm_put_percent(buf, finding->gain / time);
  lcm_buf_puts(buf, ": ");
  lcm_put_time(buf, time);
  lcm_buf_puts(buf, " become ");
  lcm_put_time(buf, finding->time);
  lcm_buf_puts(buf, "</dd>");
  if (finding->n_premises)
    lcm_buf_puts(buf, "<dt>holds if</dt><dd><ul>");
  for (size_t i = 0; i < finding->n_premises; i++) {
    const struct lcm_premise *premise = &finding->premises[i];
    lcm_buf_printf(buf, "<li><b class=\"%s\">%s</b> ",
                   premise->proved ? "proved" : "assumed",
                   premise->proved ? "proved" : "assumed");
    lcm_put_html(buf, premise->text);
    lcm_buf_puts(buf, "</li>");
  }
  lcm_buf_puts(buf, finding->n_premises ? "</ul></dd>" : "");
  if (finding->n_explains)
    lcm_buf_puts(buf, "<dt>settles</dt><dd><ul>");
  for (size_t i = 0; i < finding->n_explains; i++)
    lcm_page_text(page, "li", finding->explains[i]);
  lcm_buf_puts(buf,
               finding->n_explains ? "</ul></dd></dl></li>\n" : "</dl></li>\n");
}

/* Append what tuning fragments can gain at most. */
static void put_ceilings(struct lcm_page *page) {
  const lcm_advice *advice = page->of->advice;
  lcm_ctx *ctx = page->ctx;
  struct lcm_table table = {.ctx = ctx};
  lcm_table_numbers(&table, "gain [%]");
  lcm_table_numbers(&table, "time");
  lcm_table_texts(&table, "without");
  lcm_table_texts(&table, "source");
  for (size_t i = 0; i < advice->n_ceilings && i < MOST_CEILINGS; i++) {
    const struct lcm_ceiling *ceiling = &advice->ceilings[i];
    lcm_table_cell(&table, lcm_cell_percent(ctx, ceiling->gain / advice->time));
    lcm_table_cell(&table, lcm_cell_time(ctx, ceiling->time));
    lcm_table_cell(&table, ceiling->title);
    lcm_table_cell(&table, lcm_text_place(ctx, ceiling->at));
  }
  if (advice->n_ceilings)
    lcm_table_html(page->buf, &table,
                   "What a fragment can gain at most, if it cost nothing");
}

void lcm_page_advice(struct lcm_page *page) {
  const lcm_advice *advice = page->of->advice;
  lcm_buf text = {0};
  lcm_buf_puts(&text, "At ");
  lcm_put_point(&text, advice->grid, advice->point, advice->p);
  lcm_buf_puts(&text, ": ");
  lcm_put_time(&text, advice->time);
  lcm_buf_puts(&text, advice->n_findings ? "; the best advice gains "
                                         : "; nothing that was tried gains ");
  lcm_put_percent(&text, advice->n_findings
                             ? advice->findings[0].gain / advice->time
                             : advice->threshold);
  lcm_buf_puts(&text, advice->n_findings ? "." : " or more.");
  lcm_page_text(page, "p", lcm_cell_take(page->ctx, &text));
  if (advice->n_findings)
    lcm_buf_puts(page->buf, "<ol class=\"advice\">\n");
  for (size_t i = 0; i < advice->n_findings; i++)
    put_finding(page, &advice->findings[i], advice->time);
  lcm_buf_puts(page->buf, advice->n_findings ? "</ol>\n" : "");
  if (advice->n_left)
    lcm_buf_printf(page->buf,
                   "<p>%zu more restructurings were not predicted: "
                   "<code>lcm advise</code> tries more.</p>\n",
                   advice->n_left);
  put_ceilings(page);
}
