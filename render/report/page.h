/* The page of a report being written, and what all its sections append: text,
 * bars, places. */
#pragma once

#include "base/map.h"
#include "render/picture/picture.h"
#include "render/report/report.h"

/* Shapes that a line of source links to at most. */
enum { LCM_REPORT_LINKS = 4 };

/* A line of source that costs something or that the picture shows. */
struct lcm_report_line {
  unsigned line;
  const double *cats; /* processor-seconds by category */
  double cost;        /* their sum */
  /* ids of the first "n_shapes" shapes at it */
  unsigned shapes[LCM_REPORT_LINKS];
  size_t n_shapes;
  bool kept; /* something of that, or something is said of it elsewhere */
};

/* A file with such lines, in order. */
struct lcm_report_file {
  const char *name;
  const struct lcm_report_line *lines;
  size_t n;
  double cost;
  /* NULL where it is not at hand; "starts" are then NULL, else where its
   * "n_text" lines begin, and the end behind them */
  const char *text;
  const size_t *starts;
  size_t n_text;
};

/* A part of the run: a node as it occurs at the point of the page. */
struct lcm_report_part {
  const lcm_node *node;
  const lcm_occurrence *occurrence;
  size_t parent;     /* the number of the part that it is in; SIZE_MAX: none */
  const char *title; /* what it is called */
  double total;      /* processor-seconds, of the parts in it too */
  double *own;       /* those by category without the parts in it */
};

/* A page being written. */
struct lcm_page {
  lcm_ctx *ctx;
  lcm_buf *buf;
  const struct lcm_report *of;
  /* of the prediction that it is about; NULL: there is no prediction */
  const lcm_point *point;
  size_t n_cats; /* categories of that prediction */
  /* of each file the lines that the page lists, by number */
  bool **listed;
  const char *source; /* that listing */
  size_t n_folded;    /* folded nodes that the page names so far */
  /* the folder that all files are in, where they have full paths, with the
   * slash behind it; "" where not */
  const char *below;
  /* "n_files" of them, those that cost most first */
  const struct lcm_report_file *files;
  size_t n_files;
  double total; /* processor-seconds of the whole */
  const struct lcm_report_part
      *parts; /* "n_parts", those around others first */
  size_t n_parts;
  /* closed forms that parts are made of */
  const lcm_expr *const *part_forms;
  size_t n_part_forms;
  lcm_map part_of; /* of a node, the number of its first part */
  /* what was measured, with the nodes of the program that it names; NULL: there
   * is none */
  const lcm_timetable *run;
  struct lcm_picture picture; /* picture, layout: of the structure */
  const lcm_layout *layout;
};

/* Append the beginning of the section "id" with the heading "title", and the
 * end of it. */
void lcm_page_begin(struct lcm_page *page, const char *id, const char *title);
void lcm_page_end(struct lcm_page *page);

/* Append "text" between the tags "open", as "p class=x", and its end. */
void lcm_page_text(struct lcm_page *page, const char *open, const char *text);

/* Return the number of the colour of category "cat". */
size_t lcm_page_colour(size_t cat);

/* As lcm_page_bar, of "n" categories. */
void lcm_put_cats_bar(lcm_buf *buf, const double *cats, size_t n, double of);

/* Append a bar in which the categories "cats" take their parts of "of"
 * processor-seconds. */
void lcm_page_bar(struct lcm_page *page, const double *cats, double of);

/* Return "text" without the folder that all files of "page" are in. */
const char *lcm_page_short(const struct lcm_page *page, const char *text);

/* Append "text" as a string of JavaScript that may stand in a page. */
void lcm_put_script_text(lcm_buf *buf, const char *text);

/* Append the number "value" in "digits" digits, 0: so that it reads back;
 * null where it is none. */
void lcm_put_script_number(lcm_buf *buf, double value, int digits);

/* Append the variables of "grid" and the values of each as members of an object
 * of JavaScript, "names" and "columns". */
void lcm_put_script_grid(lcm_buf *buf, const lcm_grid *grid);

/* Append category "c" of "prediction" as an object of JavaScript: the number of
 * its colour, whether its time is lost, its title. */
void lcm_put_script_category(lcm_buf *buf, const lcm_prediction *prediction,
                             size_t c);
