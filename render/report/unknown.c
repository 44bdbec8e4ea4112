/* The sections of the report on extent, and on what is unknown or assumed. */
#include <stdlib.h>
#include <string.h>

#include "render/report/source.h"
#include "render/report/unknown.h"
#include "render/report/winners.h"
#include "render/text/text.h"

/* Problems that are listed at most. */
enum { MOST_PROBLEMS = 200 };

/* Append "table", which is taken, unless it is empty. */
static void put_table(struct lcm_page *page, LCM_TAKE char *table) {
  lcm_buf text = {0};
  lcm_buf_puts(&text, table ? table : "");
  free(table);
  const char *all = lcm_cell_take(page->ctx, &text);
  if (*all)
    lcm_page_text(page, "pre class=\"prose\"", all + strspn(all, "\n"));
}

/* Append the regions of the program that are not modelled in full. */
static void put_coverage(struct lcm_page *page) {
  const struct lcm_style style = {.width = 100};
  put_table(page, lcm_render_coverage(page->ctx, page->of->program, &style));
}

/* Append what of the program is not modelled, in regions or not. */
static void put_gaps(struct lcm_page *page) {
  const struct lcm_style style = {.width = 100};
  const struct lcm_gap *gaps = NULL;
  if (!lcm_program_gaps(&gaps, page->ctx, page->of->program))
    return;
  lcm_buf_puts(page->buf, "<h3>Not modelled</h3>\n");
  put_table(page, lcm_render_gaps(page->ctx, page->of->program, &style));
}

void lcm_page_extent(struct lcm_page *page) {
  const lcm_program *program = page->of->program;
  size_t functions = 0;
  for (size_t i = 0; i < program->n_functions; i++)
    functions += program->functions[i].body != NULL;
  lcm_buf_printf(page->buf,
                 "<p>There is no prediction: this page shows the structure of "
                 "%zu function%s in %zu file%s.</p>\n",
                 functions, functions == 1 ? "" : "s", program->n_files,
                 program->n_files == 1 ? "" : "s");
  if (!lcm_coverage_of(page->ctx, program).regions)
    lcm_buf_puts(page->buf, "<p>No parallel region is in them.</p>\n");
  put_coverage(page);
}

/* Append what was not read, or has no prediction. */
static void put_problems(struct lcm_page *page) {
  const struct lcm_report *report = page->of;
  if (!report->n_problems)
    return;
  lcm_buf_puts(page->buf, "<h3>Not read, or not predicted</h3>\n<ul "
                          "class=\"problems\">\n");
  for (size_t i = 0; i < report->n_problems && i < MOST_PROBLEMS; i++) {
    const lcm_diag *diag = &report->problems[i];
    lcm_buf_puts(page->buf, "<li>");
    if (diag->at.file) {
      lcm_page_place(page, diag->at);
      lcm_buf_puts(page->buf, ": ");
    }
    lcm_put_html(page->buf, diag->message);
    lcm_buf_puts(page->buf, "</li>\n");
  }
  if (report->n_problems > MOST_PROBLEMS)
    lcm_buf_printf(page->buf, "<li>and %zu more</li>\n",
                   report->n_problems - MOST_PROBLEMS);
  lcm_buf_puts(page->buf, "</ul>\n");
}

/* Append what the prediction does not know, or assumes. */
static void put_assumed(struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  const struct lcm_style style = {.width = 100};
  lcm_buf text = {0};
  lcm_put_unknown(&text, page->ctx, prediction, &style);
  if (prediction->n_assumptions)
    lcm_buf_puts(&text, "\nassumed:\n");
  for (size_t i = 0; i < prediction->n_assumptions; i++)
    lcm_buf_printf(&text, "  %s\n", prediction->assumptions[i]);
  const char *all = lcm_cell_take(page->ctx, &text);
  if (*all)
    lcm_page_text(page, "pre class=\"prose\"", all + strspn(all, "\n"));
  lcm_page_premises(page, prediction->premises, prediction->n_premises);
}

/* Return whether some parallel region is not modelled in full. */
static bool has_obstacles(struct lcm_page *page) {
  const lcm_coverage coverage = lcm_coverage_of(page->ctx, page->of->program);
  return coverage.complete < coverage.regions;
}

void lcm_page_unknown(struct lcm_page *page) {
  put_problems(page);
  if (!page->of->prediction) {
    put_gaps(page);
    return;
  }
  put_assumed(page);
  if (has_obstacles(page))
    put_coverage(page);
}
