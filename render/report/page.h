/* The page of a report being written, and what all its sections append: text,
 * bars, places. */
#pragma once

#include "render/picture/picture.h"
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

/* Append the beginning of the section "id" with the heading "title", and the
 * end of it. */
void lcm_page_begin(struct lcm_page *page, const char *id, const char *title);
void lcm_page_end(struct lcm_page *page);

/* Append "text" between the tags "open", as "p class=x", and its end. */
void lcm_page_text(struct lcm_page *page, const char *open, const char *text);

/* As lcm_page_bar, of "n" categories. */
void lcm_put_cats_bar(lcm_buf *buf, const double *cats, size_t n, double of);

/* Append a bar in which the categories "cats" take their parts of "of"
 * processor-seconds. */
void lcm_page_bar(struct lcm_page *page, const double *cats, double of);

/* Return "text" without the folder that all files of "page" are in. */
const char *lcm_page_short(const struct lcm_page *page, const char *text);
