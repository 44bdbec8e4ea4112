/* The section of the report that compares variants. */
#include <math.h>
#include <string.h>

#include "render/chart/chart.h"
#include "render/report/numbers.h"
#include "render/report/winners.h"
#include "render/text/text.h"

/* ---- the map ------------------------------------------------------------- */

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
  lcm_put_html(page->buf,
               won ? lcm_variant_name(page->ctx, page->of->comparison, v)
                   : "none");
  lcm_buf_printf(page->buf, "\">%c</td>", letter);
}

/* Append the map of winners over the two variables "axes" as a table. */
static void put_cells(struct lcm_page *page, const size_t axes[2]) {
  const lcm_grid *grid = page->of->comparison->grid;
  const size_t columns = grid->sizes[axes[1]];
  lcm_buf_puts(page->buf, "<details><summary>The map as a table</summary>\n"
                          "<div class=\"scroll\"><table class=\"map\">"
                          "<caption>The fastest over ");
  lcm_put_html(page->buf, lcm_grid_label(grid, axes[0]));
  lcm_buf_puts(page->buf, " (down) and ");
  lcm_put_html(page->buf, lcm_grid_label(grid, axes[1]));
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
  lcm_buf_puts(page->buf, "</tbody></table></div></details>\n");
}

/* Append who wins where as a picture, and as a table; over one variable the
 * times. */
static void put_map(struct lcm_page *page) {
  const lcm_comparison *c = page->of->comparison;
  struct lcm_chart chart;
  const struct lcm_charts charts = {&chart, 1, "variants", false};
  size_t axes[2];
  if (lcm_comparison_axes(axes, c)) {
    lcm_buf_puts(page->buf, "<figure class=\"one\" tabindex=\"0\">\n");
    (void)lcm_put_winner_map(page->buf, page->ctx, c, "map");
    lcm_buf_puts(page->buf, "</figure>\n");
    put_cells(page, axes);
  } else if (lcm_chart_variants(&chart, page->ctx, c)) {
    lcm_buf_puts(page->buf, "<figure class=\"one\" tabindex=\"0\">\n");
    lcm_put_charts(page->buf, page->ctx, &charts);
    lcm_buf_puts(page->buf, "</figure>\n");
  }
}

/* ---- where the cycles of the variants go --------------------------------- */

/* Return the processor-seconds of variant "v" at the point of the page. */
static double total_of(struct lcm_page *page, size_t v) {
  const lcm_prediction *prediction = page->of->comparison->variants[v];
  return prediction->bare
             ? 0
             : lcm_loss_of(prediction,
                           prediction->points[page->picture.point].cats)
                   .total;
}

/* Append the row of variant "v"; the longest bar is "most". */
static void put_variant(struct lcm_page *page, size_t v, double most) {
  const lcm_prediction *prediction = page->of->comparison->variants[v];
  const lcm_point *point = &prediction->points[page->picture.point];
  const struct lcm_loss loss = lcm_loss_of(prediction, point->cats);
  lcm_buf *buf = page->buf;
  lcm_buf_puts(buf, "<tr><th scope=\"row\">");
  lcm_put_html(buf, lcm_variant_name(page->ctx, page->of->comparison, v));
  lcm_buf_puts(buf, "</th><td class=\"r\">");
  lcm_put_seconds(buf, prediction, point->time);
  lcm_buf_puts(buf, "</td><td class=\"r\">");
  if (loss.total > 0)
    lcm_put_percent(buf, loss.lost / loss.total);
  lcm_buf_puts(buf, "</td><td>");
  if (loss.most != SIZE_MAX) {
    lcm_put_html(buf, lcm_loss_title(prediction, loss.most));
    lcm_buf_putc(buf, ' ');
    lcm_put_percent(buf, point->cats[loss.most] / loss.total);
  }
  lcm_buf_puts(buf, "</td><td class=\"cost\">");
  lcm_put_cats_bar(buf, point->cats, prediction->n_cats, most);
  lcm_buf_puts(buf, "</td></tr>\n");
}

/* Append where the cycles of all variants go at the point of the page. */
static void put_variants(struct lcm_page *page) {
  const lcm_comparison *c = page->of->comparison;
  lcm_buf point = {0};
  double most = 0;
  for (size_t v = 0; v < c->n_variants; v++)
    most = fmax(most, total_of(page, v));
  if (!(most > 0))
    return;
  lcm_put_point(&point, c->grid, page->picture.point, page->point->p);
  lcm_buf_puts(page->buf, "<div class=\"scroll\" tabindex=\"0\" "
                          "role=\"region\" aria-label=\"where the cycles of "
                          "the variants go\"><table class=\"bars\"><caption>");
  lcm_put_html(page->buf,
               lcm_arena_printf(lcm_ctx_arena(page->ctx),
                                "Where the processor-time goes at %s",
                                lcm_cell_take(page->ctx, &point)));
  lcm_buf_puts(page->buf,
               "</caption>\n<thead><tr><th scope=\"col\">variant</th>"
               "<th scope=\"col\" class=\"r\">time</th>"
               "<th scope=\"col\" class=\"r\">lost</th>"
               "<th scope=\"col\">most of it to</th>"
               "<th scope=\"col\">processor-time by category</th></tr></thead>"
               "\n<tbody>\n");
  for (size_t v = 0; v < c->n_variants; v++)
    if (!c->variants[v]->bare)
      put_variant(page, v, most);
  lcm_buf_puts(page->buf, "</tbody></table></div>\n");
}

/* ---- what edits rest on -------------------------------------------------- */

void lcm_page_premises(struct lcm_page *page,
                       const struct lcm_premise *premises, size_t n) {
  lcm_buf *buf = page->buf;
  const char *edit = NULL;
  lcm_buf_puts(buf, n ? "<ul class=\"edits\">\n" : "");
  for (size_t i = 0; i < n; i++) {
    if (!edit || strcmp(edit, premises[i].edit) != 0) {
      lcm_buf_puts(buf, edit ? "</ul></li>\n<li><code>" : "<li><code>");
      lcm_put_html(buf, premises[i].edit);
      lcm_buf_puts(buf, "</code><ul>\n");
    }
    edit = premises[i].edit;
    lcm_buf_printf(buf, "<li><b class=\"%s\">%s</b> ",
                   premises[i].proved ? "proved" : "assumed",
                   premises[i].proved ? "proved" : "assumed");
    lcm_put_html(buf, premises[i].text);
    lcm_buf_puts(buf, "</li>\n");
  }
  lcm_buf_puts(buf, n ? "</ul></li></ul>\n" : "");
}

/* Append what the edits of all variants rest on. */
static void put_edits(struct lcm_page *page) {
  const lcm_comparison *c = page->of->comparison;
  for (size_t v = 0; v < c->n_variants; v++) {
    if (!c->variants[v]->n_premises)
      continue;
    lcm_page_text(
        page, "h3",
        lcm_arena_printf(lcm_ctx_arena(page->ctx), "What %s rests on",
                         lcm_variant_name(page->ctx, page->of->comparison, v)));
    lcm_page_premises(page, c->variants[v]->premises,
                      c->variants[v]->n_premises);
  }
}

void lcm_page_winners(struct lcm_page *page) {
  const lcm_comparison *c = page->of->comparison;
  struct lcm_table table = {.ctx = page->ctx};
  lcm_buf text = {0};
  lcm_put_winners(&text, page->ctx, c);
  lcm_page_text(page, "p", lcm_cell_take(page->ctx, &text));
  put_map(page);
  lcm_buf_puts(page->buf, "<div id=\"variants-view\"></div>\n");
  put_variants(page);
  lcm_comparison_table(&table, c);
  lcm_table_html(page->buf, &table, "Times, and who is the fastest");
  lcm_put_why(&text, c);
  if (text.len)
    lcm_page_text(page, "p class=\"hint\"", lcm_cell_take(page->ctx, &text));
  lcm_put_crossovers(&text, page->ctx, c);
  const char *all = lcm_cell_take(page->ctx, &text);
  lcm_page_text(page, "pre class=\"prose\"", all + strspn(all, "\n"));
  put_edits(page);
}
