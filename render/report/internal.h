/* The parts of a report. */
#pragma once

#include "render/picture/internal.h"
#include "render/report/report.h"

/* Shapes that a line of source links to at most. */
enum { LCM_REPORT_LINKS = 4 };

/* A line of source that costs something or that the picture shows.
 * cats    processor-seconds by category; cost: their sum
 * shapes  ids of the first "n_shapes" shapes at it
 * kept    something of that, or something is said of it elsewhere */
struct lcm_report_line {
  unsigned line;
  const double *cats;
  double cost;
  unsigned shapes[LCM_REPORT_LINKS];
  size_t n_shapes;
  bool kept;
};

/* A file with such lines, in order.
 * text  NULL where it is not at hand; "starts" are then NULL, else where its
 *       "n_text" lines begin, and the end behind them */
struct lcm_report_file {
  const char *name;
  const struct lcm_report_line *lines;
  size_t n;
  double cost;
  const char *text;
  const size_t *starts;
  size_t n_text;
};

/* A page being written.
 * point    of the prediction that it is about; NULL: there is no prediction
 * n_cats   categories of that prediction
 * files    "n_files" of them, those that cost most first
 * listed   of each file the lines that the page lists, by number; source: that
 *          listing
 * n_folded folded nodes that the page names so far
 * below    the folder that all files are in, where they have full paths, with
 *          the slash behind it; "" where not
 * total    processor-seconds of the whole
 * picture, layout   of the structure */
struct lcm_page {
  lcm_ctx *ctx;
  lcm_buf *buf;
  const struct lcm_report *of;
  const lcm_point *point;
  size_t n_cats;
  bool **listed;
  const char *source;
  size_t n_folded;
  const char *below;
  const struct lcm_report_file *files;
  size_t n_files;
  double total;
  struct lcm_picture picture;
  const lcm_layout *layout;
};

/* Fill in the files of "page", whose layout is there (render/report/lines.c). */
void lcm_page_files(struct lcm_page *page);

/* Return the number of the file of "loc" in "page" where its text has that
 * line; SIZE_MAX where it has not. */
size_t lcm_page_file(const struct lcm_page *page, lcm_loc loc);

/* Append the structure as a picture that can be folded (render/report/picture.c). */
void lcm_page_picture(struct lcm_page *page);

/* Append the headline, the table of points and the formula
 * (render/report/numbers.c). */
void lcm_page_numbers(struct lcm_page *page);

/* Append how much there is of the program, and how much of that is modelled
 * (render/report/unknown.c). */
void lcm_page_extent(struct lcm_page *page);

/* Append what is worth doing (render/report/advice.c). */
void lcm_page_advice(struct lcm_page *page);

/* Append a link to the line of "loc", or its name where the page does not list
 * that line (render/report/source.c). */
void lcm_page_place(struct lcm_page *page, lcm_loc loc);

/* Append charts; what processors do when (render/report/charts.c). */
void lcm_page_charts(struct lcm_page *page);
void lcm_page_timeline(struct lcm_page *page);

/* Append who wins where; the "n" premises of edits at "premises", by edit
 * (render/report/winners.c). */
void lcm_page_winners(struct lcm_page *page);
void lcm_page_premises(struct lcm_page *page,
                       const struct lcm_premise *premises, size_t n);

/* Append the source with the cost of its lines (render/report/source.c). */
void lcm_page_source(struct lcm_page *page);

/* Append what is not in the times and what they rest on (render/report/numbers.c). */
void lcm_page_unknown(struct lcm_page *page);

/* Append the beginning of the section "id" with the heading "title", and the
 * end of it. */
void lcm_page_begin(struct lcm_page *page, const char *id, const char *title);
void lcm_page_end(struct lcm_page *page);

/* Return "text" without the folder that all files of "page" are in. */
const char *lcm_page_short(const struct lcm_page *page, const char *text);

/* Append "text" between the tags "open", as "p class=x", and its end. */
void lcm_page_text(struct lcm_page *page, const char *open, const char *text);

/* Append a bar in which the categories "cats" take their parts of "of"
 * processor-seconds. */
void lcm_page_bar(struct lcm_page *page, const double *cats, double of);

/* As lcm_page_bar, of "n" categories. */
void lcm_put_cats_bar(lcm_buf *buf, const double *cats, size_t n, double of);
