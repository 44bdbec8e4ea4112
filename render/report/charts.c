/* The sections of the report with charts and the timeline. */
#include <stdlib.h>
#include <string.h>

#include "render/chart/chart.h"
#include "render/report/charts.h"
#include "render/report/numbers.h"
#include "render/text/text.h"

/* Processors with a column of their own at most. */
enum { MOST_COLUMNS = 64 };

/* Append "chart" with the ids "id". */
static void put_chart(struct lcm_page *page, const struct lcm_chart *chart,
                      const char *id) {
  const struct lcm_charts charts = {chart, 1, id};
  lcm_buf_puts(page->buf, "<figure>\n");
  lcm_put_charts(page->buf, page->ctx, &charts);
  lcm_buf_puts(page->buf, "</figure>\n");
}

void lcm_page_charts(struct lcm_page *page) {
  const struct lcm_charted of = {page->of->prediction, page->of->measured};
  struct lcm_chart chart;
  lcm_buf_puts(page->buf, "<div class=\"charts\">\n");
  if (lcm_chart_lost(&chart, page->ctx, &of))
    put_chart(page, &chart, "chart-lost");
  if (lcm_chart_speedup(&chart, page->ctx, &of))
    put_chart(page, &chart, "chart-speedup");
  if (lcm_chart_time(&chart, page->ctx, &of))
    put_chart(page, &chart, "chart-time");
  lcm_buf_puts(page->buf, "</div>\n");
}

void lcm_page_timeline(struct lcm_page *page) {
  struct lcm_table rows = {.ctx = page->ctx};
  lcm_buf_puts(page->buf, "<div class=\"scroll wide\" tabindex=\"0\" "
                          "role=\"region\" aria-label=\"timeline\">\n");
  lcm_put_timeline(page->buf, page->ctx, page->of->timetable, "rows");
  lcm_buf_puts(page->buf, "</div>\n");
  lcm_stages_table(&rows, page->of->timetable, LCM_FORMAT_TEXT, MOST_COLUMNS);
  lcm_table_html(page->buf, &rows,
                 "Utilization in per cent, by stage and processor");
}
