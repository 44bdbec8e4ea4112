#include <stdlib.h>
#include <string.h>

#include "render/chart.h"
#include "render/report_internal.h"
#include "render/schedule.h"

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

/* Return the name of variant "v" of "c". */
static const char *name_of(struct lcm_page *page, size_t v) {
  const char *name = page->of->comparison->variants[v]->name;
  return name
             ? name
             : lcm_arena_printf(lcm_ctx_arena(page->ctx), "variant %zu", v + 1);
}

/* Append the colours and letters of the variants. */
static void put_names(struct lcm_page *page) {
  const lcm_comparison *c = page->of->comparison;
  lcm_buf_puts(page->buf, "<ul class=\"key\">\n");
  for (size_t v = 0; v < c->n_variants; v++) {
    lcm_buf_printf(page->buf, "<li><i class=\"v%zu\"></i>%c ", v % 6,
                   v < 26 ? (char)('A' + v) : '?');
    lcm_put_html(page->buf, name_of(page, v));
    lcm_buf_puts(page->buf, "</li>\n");
  }
  lcm_buf_puts(page->buf, "</ul>\n<p class=\"hint\">Small letters: the winner "
                          "is not clear, the interval of the difference holds "
                          "0. =: equally fast; -: not known.</p>\n");
}

/* Append the cell of point "i" of the map. */
static void put_cell(struct lcm_page *page, size_t i) {
  const lcm_comparison *c = page->of->comparison;
  const char letter = lcm_comparison_letter(c, i);
  const size_t v = c->winners[i];
  const bool won = letter != '=' && letter != '-';
  lcm_buf_puts(page->buf, "<td");
  if (won)
    lcm_buf_printf(page->buf, " class=\"v%zu%s\"", v % 6,
                   letter >= 'a' && letter <= 'z' ? " open" : "");
  lcm_buf_puts(page->buf, " title=\"");
  lcm_put_html(page->buf, won ? name_of(page, v) : "none");
  lcm_buf_printf(page->buf, "\">%c</td>", letter);
}

/* Append the map of winners over the two variables "axes". */
static void put_map(struct lcm_page *page, const size_t axes[2]) {
  const lcm_grid *grid = page->of->comparison->grid;
  const size_t columns = grid->sizes[axes[1]];
  lcm_buf_puts(page->buf, "<div class=\"scroll\"><table class=\"map\">"
                          "<caption>The fastest over ");
  lcm_put_html(page->buf, grid->names[axes[0]]);
  lcm_buf_puts(page->buf, " (down) and ");
  lcm_put_html(page->buf, grid->names[axes[1]]);
  lcm_buf_puts(page->buf, " (across)</caption>\n<thead><tr><td></td>");
  for (size_t k = 0; k < columns; k++)
    lcm_buf_printf(page->buf, "<th scope=\"col\">%s</th>",
                   lcm_cell_value(page->ctx, grid->columns[axes[1]][k]));
  lcm_buf_puts(page->buf, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < grid->sizes[axes[0]]; i++) {
    lcm_buf_printf(
        page->buf, "<tr><th scope=\"row\">%s</th>",
        lcm_cell_value(page->ctx, grid->columns[axes[0]][i * columns]));
    for (size_t k = 0; k < columns; k++)
      put_cell(page, i * columns + k);
    lcm_buf_puts(page->buf, "</tr>\n");
  }
  lcm_buf_puts(page->buf, "</tbody></table></div>\n");
}

void lcm_page_winners(struct lcm_page *page) {
  const lcm_comparison *c = page->of->comparison;
  struct lcm_table table = {.ctx = page->ctx};
  lcm_buf text = {0};
  size_t axes[2];
  lcm_put_winners(&text, page->ctx, c);
  lcm_page_text(page, "p", lcm_cell_take(page->ctx, &text));
  if (lcm_comparison_axes(axes, c)) {
    put_names(page);
    put_map(page, axes);
  }
  lcm_comparison_table(&table, c);
  lcm_table_html(page->buf, &table, "Times, and who is the fastest");
  lcm_put_crossovers(&text, page->ctx, c);
  const char *all = lcm_cell_take(page->ctx, &text);
  lcm_page_text(page, "pre class=\"prose\"", all + strspn(all, "\n"));
}
