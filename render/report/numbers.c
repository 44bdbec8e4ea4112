/* The section of the report with numbers: figures, cycles, formula, tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/report/numbers.h"
#include "render/text/text.h"

/* Letters of a formula: read at once; shown at once; shown at all. */
enum { GLANCE = 160, OPEN_FORMULA = 600, MOST_FORMULA = 20000 };

void lcm_table_html(lcm_buf *buf, const struct lcm_table *table,
                    const char *caption) {
  static const char *const LOOKS[] = {"", " b", " dim", " good", " bad"};
  const size_t n = table->columns.n;
  lcm_buf_puts(buf, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                    "aria-label=\"");
  lcm_put_html(buf, caption);
  lcm_buf_puts(buf, "\"><table><caption>");
  lcm_put_html(buf, caption);
  lcm_buf_puts(buf, "</caption>\n<thead><tr>");
  for (size_t c = 0; c < n; c++) {
    lcm_buf_printf(buf, "<th scope=\"col\"%s>",
                   table->columns.at[c].right ? " class=\"r\"" : "");
    lcm_put_html(buf, table->columns.at[c].title);
    lcm_buf_puts(buf, "</th>");
  }
  lcm_buf_puts(buf, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; n && i < table->cells.n; i++) {
    const struct lcm_cell cell = table->cells.at[i];
    const size_t c = i % n;
    lcm_buf_printf(buf, "%s<td class=\"%s%s\">", c ? "" : "<tr>",
                   table->columns.at[c].right ? "r" : "l", LOOKS[cell.look]);
    lcm_put_html(buf, cell.text);
    lcm_buf_puts(buf, c + 1 == n ? "</td></tr>\n" : "</td>");
  }
  lcm_buf_puts(buf, "</tbody></table></div>\n");
}

/* Append one figure: "value" and what it is. */
static void put_figure(struct lcm_page *page, const char *what,
                       const char *value) {
  lcm_buf_puts(page->buf, "<div>");
  lcm_page_text(page, "dt", what);
  lcm_page_text(page, "dd", value);
  lcm_buf_puts(page->buf, "</div>");
}

/* Append the figures of the point. */
static void put_figures(struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  const lcm_point *point = page->point;
  const struct lcm_loss loss = lcm_loss_of(prediction, point->cats);
  lcm_buf text = {0};
  lcm_buf_puts(page->buf, "<dl class=\"figures\">");
  lcm_put_seconds(&text, prediction, point->time);
  put_figure(page, "time", lcm_cell_take(page->ctx, &text));
  if (point->low < point->high) {
    lcm_put_seconds(&text, prediction, point->low);
    lcm_buf_puts(&text, " to ");
    lcm_put_seconds(&text, prediction, point->high);
    put_figure(page, "90 % interval", lcm_cell_take(page->ctx, &text));
  }
  if (!isnan(point->speedup)) {
    put_figure(page, "speedup", lcm_cell_number(page->ctx, point->speedup));
    lcm_put_percent(&text, point->efficiency);
    put_figure(page, "efficiency", lcm_cell_take(page->ctx, &text));
  }
  if (loss.total > 0) {
    lcm_put_percent(&text, loss.lost / loss.total);
    put_figure(page, "cycles lost", lcm_cell_take(page->ctx, &text));
  }
  if (point->binding && point->bound > 0) {
    lcm_put_seconds(&text, prediction, point->bound);
    lcm_buf_printf(&text, ", %s", point->binding);
    put_figure(page, "bound, set by", lcm_cell_take(page->ctx, &text));
  }
  lcm_buf_puts(page->buf, "</dl>\n");
}

/* Append where the cycles of the point go: a bar, and what its colours mean. */
static void put_cycles(struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  if (!(page->total > 0))
    return;
  lcm_buf_puts(page->buf, "<div class=\"cycles\">");
  lcm_page_bar(page, page->point->cats, page->total);
  lcm_buf_puts(page->buf, "</div>\n<ul class=\"key\">\n");
  for (size_t c = 0; c < prediction->n_cats; c++) {
    if (!(page->point->cats[c] > page->total * 1e-9))
      continue;
    lcm_buf_printf(page->buf, "<li><i class=\"c%zu\"></i>", lcm_page_colour(c));
    lcm_put_html(page->buf, lcm_loss_title(prediction, c));
    lcm_buf_putc(page->buf, ' ');
    lcm_put_percent(page->buf, page->point->cats[c] / page->total);
    lcm_buf_puts(page->buf, "</li>\n");
  }
  lcm_buf_puts(page->buf, "</ul>\n");
}

/* Append why there is no closed form, where somebody says that. */
static void put_no_formula(struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  const char *place = lcm_text_place(page->ctx, prediction->no_formula_at);
  if (prediction->no_formula)
    lcm_page_text(page, "p",
                  lcm_arena_printf(lcm_ctx_arena(page->ctx),
                                   "No closed form: %s%s%s%s",
                                   prediction->no_formula, *place ? " (" : "",
                                   place, *place ? ")" : ""));
}

/* Return the closed form, with names for the parts that occur more than once
 * where it is long. */
static const char *formula_of(struct lcm_page *page) {
  const lcm_expr *e = page->of->prediction->formula;
  const struct lcm_shared *parts = NULL;
  size_t n = 0;
  lcm_buf buf = {0};
  const char *whole = lcm_text_expr(page->ctx, e);
  if (strlen(whole) <= GLANCE)
    return whole;
  e = lcm_expr_share(&parts, &n, page->ctx, e);
  lcm_buf_printf(&buf, "%s%s", lcm_text_expr(page->ctx, e), n ? "\nwhere" : "");
  for (size_t i = 0; i < n; i++)
    lcm_buf_printf(&buf, "\n  %s = %s", parts[i].name,
                   lcm_text_expr(page->ctx, parts[i].is));
  return lcm_cell_take(page->ctx, &buf);
}

/* Append the closed form, out of sight where it is long, or why there is
 * none. */
static void put_formula(struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  lcm_arena *arena = lcm_ctx_arena(page->ctx);
  if (!prediction->formula) {
    put_no_formula(page);
    return;
  }
  const char *formula = formula_of(page);
  const size_t n = strlen(formula);
  lcm_buf_printf(page->buf,
                 "<details%s><summary>Formula of the time</summary>\n",
                 n <= OPEN_FORMULA ? " open" : "");
  lcm_page_text(page, "pre class=\"formula\"",
                n <= MOST_FORMULA
                    ? formula
                    : "It is too long for a page: lcm predict --formula text");
  for (size_t i = 0; i < prediction->n_conditions; i++)
    lcm_page_text(
        page, "p",
        lcm_arena_printf(arena, "It holds where %s.",
                         lcm_text_expr(page->ctx, prediction->conditions[i])));
  lcm_buf_puts(page->buf, "</details>\n");
}

void lcm_page_numbers(struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  const struct lcm_style style = {0};
  struct lcm_table table = {.ctx = page->ctx};
  lcm_buf contention = {0};
  lcm_buf point = {0};
  lcm_put_point(&point, prediction->grid, page->picture.point, page->point->p);
  lcm_page_text(page, "p",
                lcm_arena_printf(lcm_ctx_arena(page->ctx),
                                 "At %s:", lcm_cell_take(page->ctx, &point)));
  put_figures(page);
  if (!prediction->bare) {
    put_cycles(page);
    lcm_prediction_table(&table, prediction);
    lcm_table_html(page->buf, &table,
                   "All points; categories in "
                   "processor-time");
  }
  lcm_put_contention(&contention, page->ctx, prediction, &style);
  if (contention.len)
    lcm_page_text(page, "pre tabindex=\"0\"",
                  lcm_cell_take(page->ctx, &contention));
  lcm_buf_free(&contention);
  put_formula(page);
}
