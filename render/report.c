#include "render/report.h"

#include <math.h>
#include <string.h>

#include "render/report_internal.h"

extern const char lcm_report_css[];
extern const char lcm_report_js[];

/* Shapes of the picture: what does not fit is folded. */
enum { MOST_SHAPES = 300 };

/* Sections of the page: each is there where it has something to say. */
struct section {
  const char *id;
  const char *title;
  bool there;
  void (*put)(struct lcm_page *page);
};

void lcm_page_begin(struct lcm_page *page, const char *id, const char *title) {
  lcm_buf_printf(page->buf,
                 "<section id=\"%s\" aria-labelledby=\"%s-h\">\n"
                 "<h2 id=\"%s-h\">%s</h2>\n",
                 id, id, id, title);
}

void lcm_page_end(struct lcm_page *page) {
  lcm_buf_puts(page->buf, "</section>\n");
}

void lcm_page_text(struct lcm_page *page, const char *open, const char *text) {
  lcm_buf_printf(page->buf, "<%s>", open);
  for (const char *line = text; *line;) {
    const size_t n = strcspn(line, "\n");
    lcm_put_html(page->buf,
                 lcm_arena_strndup(lcm_ctx_arena(page->ctx), line, n));
    lcm_buf_puts(page->buf, line[n] ? "\n" : "");
    line += n + (line[n] != '\0');
  }
  lcm_buf_printf(page->buf, "</%.*s>\n", (int)strcspn(open, " "), open);
}

void lcm_page_bar(struct lcm_page *page, const double *cats, double of) {
  const lcm_prediction *prediction = page->of->prediction;
  lcm_buf_puts(page->buf, "<span class=\"bar\">");
  for (size_t c = 0; c < prediction->n_cats && of > 0; c++) {
    const double part = round(fmax(cats[c], 0) / of * 1e6) / 1e4;
    if (!(part > 0))
      continue;
    lcm_buf_printf(page->buf, "<i class=\"c%zu\" style=\"width:",
                   c < LCM_CAT_USER ? c
                                    : LCM_CAT_USER + (c - LCM_CAT_USER) % 3);
    lcm_buf_short(page->buf, part, 7);
    lcm_buf_puts(page->buf, "%\"></i>");
  }
  lcm_buf_puts(page->buf, "</span>");
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

/* Append the banner: the title, and links to the "n" sections. */
static void put_banner(struct lcm_page *page, const char *title,
                       const struct section *sections, size_t n) {
  lcm_buf headline = {0};
  lcm_put_headline(&headline, page->of->prediction, page->picture.point);
  lcm_buf_puts(page->buf, "<header>\n");
  lcm_page_text(page, "h1", title);
  lcm_page_text(page, "p class=\"headline\"",
                lcm_cell_take(page->ctx, &headline));
  lcm_put_doubt(&headline, page->of->prediction);
  if (headline.len)
    lcm_page_text(page, "p class=\"doubt\"",
                  lcm_cell_take(page->ctx, &headline));
  lcm_buf_puts(page->buf, "<nav aria-label=\"sections\"><ul>\n");
  for (size_t i = 0; i < n; i++)
    if (sections[i].there)
      lcm_buf_printf(page->buf, "<li><a href=\"#%s\">%s</a></li>\n",
                     sections[i].id, sections[i].title);
  lcm_buf_puts(page->buf, "</ul></nav>\n</header>\n<main id=\"main\">\n");
}

/* Return the picture of the last point of "report". */
static struct lcm_picture picture_of(const struct lcm_report *report) {
  const size_t point = report->prediction->grid->n_points - 1;
  return (struct lcm_picture){.program = report->program,
                              .prediction = report->prediction,
                              .point = point,
                              .most = MOST_SHAPES,
                              .unfold = report->unfold,
                              .n_unfold = report->n_unfold,
                              .title = report->title};
}

void lcm_put_report(lcm_buf *buf, lcm_ctx *ctx,
                    const struct lcm_report *report) {
  struct lcm_page page = {
      .ctx = ctx, .buf = buf, .of = report, .picture = picture_of(report)};
  const lcm_prediction *prediction = report->prediction;
  page.point = &prediction->points[page.picture.point];
  page.layout = lcm_layout_new(ctx, &page.picture);
  lcm_page_files(&page);
  const struct section sections[] = {
      {"numbers", "Numbers", true, lcm_page_numbers},
      {"structure", "Structure", true, lcm_page_picture},
      {"charts", "Over the grid", prediction->grid->n_points > 1,
       lcm_page_charts},
      {"winners", "Variants", report->comparison != NULL, lcm_page_winners},
      {"timeline", "Timeline", report->timetable != NULL, lcm_page_timeline},
      {"source", "Source", page.n_files > 0, lcm_page_source},
      {"unknown", "What is not known",
       prediction->n_unknown || prediction->n_assumptions ||
           prediction->n_premises,
       lcm_page_unknown}};
  const size_t n = sizeof sections / sizeof *sections;
  const char *title = lcm_picture_title(ctx, &page.picture);
  put_head(&page, title);
  put_banner(&page, title, sections, n);
  for (size_t i = 0; i < n; i++)
    if (sections[i].there) {
      lcm_page_begin(&page, sections[i].id, sections[i].title);
      sections[i].put(&page);
      lcm_page_end(&page);
    }
  lcm_buf_puts(buf, "</main>\n<script>\n");
  lcm_buf_puts(buf, lcm_report_js);
  lcm_buf_puts(buf, "</script>\n</body>\n</html>\n");
}
