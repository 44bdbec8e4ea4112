/* The report: head, banner, and its sections in order; those with charts and
 * the timeline. */
#include "render/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/chart/chart.h"
#include "render/report/data.h"
#include "render/report/heat.h"
#include "render/report/hero.h"
#include "render/report/lines.h"
#include "render/report/losses.h"
#include "render/report/numbers.h"
#include "render/report/page.h"
#include "render/report/parts.h"
#include "render/report/picture.h"
#include "render/report/run.h"
#include "render/report/source.h"
#include "render/report/steps.h"
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

/* Append how much there is of the program, and how much of that is modelled. */
static void page_extent(struct lcm_page *page) {
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

/* Return whether one of the problems of "report" is a race. */
static bool has_race(const struct lcm_report *report) {
  for (size_t i = 0; i < report->n_problems; i++)
    if (report->problems[i].id == LCM_DIAG_RACE)
      return true;
  return false;
}

/* Append what was not read, or has no prediction, and races. */
static void put_problems(struct lcm_page *page) {
  const struct lcm_report *report = page->of;
  if (!report->n_problems)
    return;
  lcm_buf_printf(page->buf, "<h3>%s</h3>\n<ul class=\"problems\">\n",
                 has_race(report) ? "Races, and what was not read or predicted"
                                  : "Not read, or not predicted");
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

/* Append what is not in the times and what they rest on. */
static void page_unknown(struct lcm_page *page) {
  put_problems(page);
  if (!page->of->prediction) {
    put_gaps(page);
    return;
  }
  put_assumed(page);
  if (has_obstacles(page))
    put_coverage(page);
}

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

/* Append what is worth doing. */
static void page_advice(struct lcm_page *page) {
  const lcm_advice *advice = page->of->advice;
  lcm_buf text = {0};
  lcm_buf_puts(&text, "At ");
  lcm_put_point(&text, advice->grid, advice->point, advice->p);
  lcm_buf_puts(&text, ": ");
  lcm_put_time(&text, advice->time);
  if (advice->n_findings) {
    lcm_buf_puts(&text, "; the best advice gains ");
    lcm_put_percent(&text, advice->findings[0].gain / advice->time);
  } else
    lcm_put_no_advice(&text, advice);
  lcm_buf_putc(&text, '.');
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
  lcm_page_ceilings(page);
}

/* Processors with a column of their own at most. */
enum { MOST_COLUMNS = 8 };

/* Append "chart" with the ids "id". */
static void put_chart(struct lcm_page *page, const struct lcm_chart *chart,
                      const char *id) {
  const struct lcm_charts charts = {chart, 1, id, false};
  lcm_buf_puts(page->buf, "<figure tabindex=\"0\">\n");
  lcm_put_charts(page->buf, page->ctx, &charts);
  lcm_buf_puts(page->buf, "</figure>\n");
}

/* Append the charts. */
static void page_charts(struct lcm_page *page) {
  const struct lcm_charted of = {
      page->of->prediction, page->of->measured,
      page->point ? (size_t)(page->point - page->of->prediction->points) : 0};
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

/* Append what sets the time of the parts, and the roofline. */
static void page_limits(struct lcm_page *page) {
  const lcm_prediction *parts = page->of->parts;
  const lcm_point *point = &parts->points[0];
  struct lcm_table times = {.ctx = page->ctx};
  struct lcm_table counts = {.ctx = page->ctx};
  struct lcm_chart chart;
  lcm_buf text = {0};
  lcm_buf_puts(&text, "At ");
  lcm_put_point(&text, parts->grid, 0, point->p);
  lcm_buf_puts(&text, " the time is bound by ");
  lcm_put_limit_sums(&text, page->ctx, point->limits);
  lcm_buf_putc(&text, '.');
  lcm_page_text(page, "p", lcm_cell_take(page->ctx, &text));
  if (lcm_chart_roofline(&chart, page->ctx, parts, 0))
    put_chart(page, &chart, "chart-roofline");
  lcm_limits_table(&times, point->limits, point->limits->time);
  lcm_table_html(page->buf, &times,
                 "What binds the parts that take most, and what the whole "
                 "gains if that took nothing");
  if (lcm_counts_table(&counts, point->limits))
    lcm_table_html(page->buf, &counts,
                   "What they compute in all executions, and the bytes by "
                   "where they come from");
}

/* Return whether it is known what sets the times of "report". */
static bool has_limits(const struct lcm_report *report) {
  return report->parts && report->parts->points[0].limits &&
         report->parts->points[0].limits->n_parts;
}

/* Append the parts by processor-time, where there is a time, and beside or
 * above them the picture of the structure. */
static void page_structure(struct lcm_page *page) {
  if (page->n_parts)
    lcm_buf_puts(page->buf, "<div class=\"twin\">\n"
                            "<div id=\"icicle-view\"></div>\n<div>\n");
  lcm_page_picture(page);
  lcm_buf_puts(page->buf, page->n_parts ? "</div>\n</div>\n" : "");
}

/* Append "t" (NULL: nothing) as a small picture with the ids "id", called
 * "label", for who has no scripts. */
static void put_still(struct lcm_page *page, const lcm_timetable *t,
                      const char *id, const char *label) {
  if (!t)
    return;
  lcm_buf_printf(page->buf,
                 "<div class=\"scroll wide\" tabindex=\"0\" role=\"region\" "
                 "aria-label=\"%s\">\n",
                 label);
  lcm_put_timeline_small(page->buf, page->ctx, t, id);
  lcm_buf_puts(page->buf, "</div>\n");
}

/* Append what processors do when, predicted and measured. */
static void page_timeline(struct lcm_page *page) {
  const lcm_timetable *t = page->of->timetable;
  struct lcm_table rows = {.ctx = page->ctx};
  lcm_buf heading = {0};
  if (t) {
    lcm_put_timetable_heading(&heading, t);
    lcm_page_text(page, "p", lcm_cell_take(page->ctx, &heading));
  }
  if (page->run)
    lcm_page_run_heading(page);
  lcm_buf_puts(page->buf, "<div id=\"rows-view\"></div>\n<noscript>\n");
  put_still(page, t, "rows", "timeline");
  put_still(page, page->run, "run", "measured timeline");
  lcm_buf_puts(page->buf, "</noscript>\n");
  lcm_page_differences(page);
  lcm_page_steps(page);
  if (!t)
    return;
  lcm_page_heat(page);
  lcm_buf_puts(page->buf, "<details><summary>Stages as a table</summary>\n");
  lcm_stages_table(&rows, t, LCM_FORMAT_TEXT, MOST_COLUMNS);
  lcm_table_html(page->buf, &rows,
                 "Utilization in per cent, by stage and processor");
  lcm_buf_puts(page->buf, "</details>\n");
}

extern const char lcm_report_css[];
extern const char lcm_report_js[];
extern const char lcm_report_variants_js[];

/* Shapes of the picture: what does not fit is folded. */
enum { MOST_SHAPES = 300 };

/* Sections of the page: each is there where it has something to say; "put" is
 * NULL for the source, which is listed before; "work": what is shown beside the
 * panel that tells of the part chosen. */
struct section {
  bool work;
  const char *id;
  const char *title;
  bool there;
  void (*put)(struct lcm_page *page);
};

/* Return the folder that all files of "program" are in, with the slash behind
 * it; "" where there is none. */
static const char *folder_of(lcm_ctx *ctx, const lcm_program *program) {
  const char *first = program->n_files ? program->files[0] : "";
  const char *slash = strrchr(first, '/');
  size_t n = slash ? (size_t)(slash - first) + 1 : 0;
  for (size_t i = 1; i < program->n_files && n; i++)
    while (n && (strncmp(first, program->files[i], n) != 0))
      for (n--; n && first[n - 1] != '/'; n--)
        ;
  return lcm_arena_strndup(lcm_ctx_arena(ctx), first, n > 1 ? n : 0);
}

/* Return the title of the page. */
static const char *title_of(const struct lcm_page *page) {
  const lcm_program *program = page->of->program;
  const size_t n = strlen(page->below);
  size_t from = n ? n - 1 : 0;
  while (from && page->below[from - 1] != '/')
    from--;
  if (!page->of->title && n && program->n_files == 1)
    return program->files[0] + n;
  if (!page->of->title && n && page->below[from] != '.')
    return lcm_arena_printf(lcm_ctx_arena(page->ctx), "%.*s: %zu files",
                            (int)(n - 1 - from), page->below + from,
                            program->n_files);
  if (!page->of->title && !page->of->prediction && program->n_files > 1)
    return lcm_arena_printf(lcm_ctx_arena(page->ctx), "%zu files",
                            program->n_files);
  return lcm_picture_title(page->ctx, &page->picture);
}

/* Append the colours of the categories as names for the style sheet. */
static void put_colours(lcm_buf *buf) {
  lcm_buf_puts(buf, ":root{");
  for (size_t c = 0; c < LCM_CAT_USER + 3; c++)
    lcm_buf_printf(buf, "--c%zu:%s;", c, lcm_colour_cat(c));
  lcm_buf_puts(buf, "}\n");
}

/* Append what comes before the body of the page "title". */
static void put_head(struct lcm_page *page, const char *title) {
  lcm_buf_puts(
      page->buf,
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
      "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src "
      "data:\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n");
  lcm_page_text(
      page, "title",
      lcm_arena_printf(lcm_ctx_arena(page->ctx), "%s - lcm report", title));
  lcm_buf_puts(page->buf, "<style>\n");
  put_colours(page->buf);
  lcm_buf_puts(page->buf, lcm_report_css);
  lcm_buf_puts(page->buf, "</style>\n</head>\n<body>\n"
                          "<a class=\"skip\" href=\"#main\">to the text</a>\n");
}

/* Append what is to be seen first, without the folder that all files are in. */
static void put_hero(struct lcm_page *page) {
  lcm_buf *const whole = page->buf;
  lcm_buf text = {0};
  page->buf = &text;
  lcm_page_hero(page);
  page->buf = whole;
  lcm_buf_puts(whole, lcm_page_short(page, lcm_cell_take(page->ctx, &text)));
}

/* Append the banner: the title, and links to the "n" sections. */
static void put_banner(struct lcm_page *page, const char *title,
                       const struct section *sections, size_t n) {
  lcm_buf_puts(page->buf, "<header>\n");
  lcm_page_text(page, "h1", title);
  put_hero(page);
  lcm_buf_puts(page->buf, "<nav aria-label=\"sections\"><ul>\n");
  for (size_t i = 0; i < n; i++)
    if (sections[i].there)
      lcm_buf_printf(page->buf, "<li><a href=\"#%s\">%s</a></li>\n",
                     sections[i].id, sections[i].title);
  lcm_buf_puts(page->buf, "</ul></nav>\n</header>\n<main id=\"main\">\n");
}

/* Return the picture of the last point of "report". */
static struct lcm_picture picture_of(const struct lcm_report *report) {
  const lcm_prediction *prediction = report->prediction;
  return (struct lcm_picture){
      .program = report->program,
      .prediction = prediction,
      .point = prediction ? prediction->grid->n_points - 1 : 0,
      .most = MOST_SHAPES,
      .small = LCM_PIC_SMALL,
      .unfold = report->unfold,
      .n_unfold = report->n_unfold,
      .title = report->title};
}

/* Return whether something of "report" is not known, or assumed. */
static bool has_unknown(lcm_ctx *ctx, const struct lcm_report *report) {
  const lcm_prediction *prediction = report->prediction;
  const struct lcm_gap *gaps = NULL;
  return report->n_problems ||
         (!prediction && lcm_program_gaps(&gaps, ctx, report->program)) ||
         (prediction && (prediction->n_unknown || prediction->n_assumptions ||
                         prediction->n_premises));
}

/* Return the section "source" as text, so that what comes before it knows which
 * lines it has. */
static const char *source_of(struct lcm_page *page) {
  lcm_buf *const whole = page->buf;
  lcm_buf text = {0};
  page->buf = &text;
  lcm_page_source(page);
  page->buf = whole;
  return lcm_cell_take(page->ctx, &text);
}

/* Append the panel that tells of the part chosen. */
static void put_panel(lcm_buf *buf) {
  lcm_buf_puts(buf, "<div class=\"panel\" id=\"panel\" role=\"region\" "
                    "aria-label=\"the part chosen\" tabindex=\"0\">"
                    "<p class=\"hint\">Choose or point at a part, in any of "
                    "these views, to see its numbers, its formula and its "
                    "source here, and where it is in the others.</p></div>\n"
                    "</div>\n");
}

/* Append the "n" sections: the source as it is, the others without the folder
 * that all files are in. */
static void put_sections(struct lcm_page *page, const struct section *sections,
                         size_t n) {
  lcm_buf *const whole = page->buf;
  bool work = true;
  lcm_buf_puts(whole, "<div class=\"work\"><div>\n");
  for (size_t i = 0; i < n; i++) {
    if (work && !sections[i].work) {
      lcm_buf_puts(whole, "</div>\n");
      put_panel(whole);
    }
    work = sections[i].work;
    if (!sections[i].there)
      continue;
    lcm_buf text = {0};
    lcm_page_begin(page, sections[i].id, sections[i].title);
    page->buf = &text;
    if (sections[i].put)
      sections[i].put(page);
    page->buf = whole;
    lcm_buf_puts(whole,
                 sections[i].put
                     ? lcm_page_short(page, lcm_cell_take(page->ctx, &text))
                     : page->source);
    lcm_page_end(page);
  }
}

/* Append the script "text" without the spaces that its lines begin with and the
 * comments that are lines of their own, which are a fifth of it. */
static void put_script(lcm_buf *buf, const char *text) {
  while (*text) {
    text += strspn(text, " ");
    const bool comment = !strncmp(text, "/*", 2);
    const char *end = comment ? strstr(text, "*/") : text;
    end = strchr(end ? end : text, '\n');
    const size_t n = end ? (size_t)(end + 1 - text) : strlen(text);
    lcm_buf_add(buf, text, comment ? 0 : n);
    text += n;
  }
}

void lcm_put_report(lcm_buf *buf, lcm_ctx *ctx,
                    const struct lcm_report *report) {
  struct lcm_page page = {
      .ctx = ctx, .buf = buf, .of = report, .picture = picture_of(report)};
  const lcm_prediction *prediction = report->prediction;
  page.point = prediction ? &prediction->points[page.picture.point] : NULL;
  page.n_cats = prediction ? prediction->n_cats : 0;
  page.below = folder_of(ctx, report->program);
  page.layout = lcm_layout_new(ctx, &page.picture);
  lcm_page_files(&page);
  page.source = source_of(&page);
  lcm_page_parts(&page);
  lcm_page_run(&page);
  const bool parts = page.n_parts > 0;
  const struct section sections[] = {
      {true, "structure", prediction ? "Where the time goes" : "Structure",
       true, page_structure},
      {true, "timeline", "Timeline", report->timetable || report->run,
       page_timeline},
      {true, "losses", "Losses", parts, lcm_page_losses},
      {true, "source", "Source", page.n_files > 0, NULL},
      {false, "advice", "Advice", report->advice != NULL, page_advice},
      {false, "numbers", "Numbers", prediction != NULL, lcm_page_numbers},
      {false, "extent", "How much is modelled", !prediction, page_extent},
      {false, "charts", "Over the grid",
       prediction && prediction->grid->n_points > 1, page_charts},
      {false, "bounds", "What binds", has_limits(report), page_limits},
      {false, "winners", "Variants", report->comparison != NULL,
       lcm_page_winners},
      {false, "unknown", "What is not known", has_unknown(ctx, report),
       page_unknown}};
  const size_t n = sizeof sections / sizeof *sections;
  const char *title = title_of(&page);
  put_head(&page, title);
  put_banner(&page, title, sections, n);
  put_sections(&page, sections, n);
  lcm_buf_puts(buf, "</main>\n<script>\n\"use strict\";\n");
  lcm_page_data(&page);
  put_script(buf, lcm_report_js);
  if (report->comparison)
    put_script(buf, lcm_report_variants_js);
  lcm_buf_puts(buf, "</script>\n</body>\n</html>\n");
}
