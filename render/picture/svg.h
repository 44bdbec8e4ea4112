/* SVG: what charts and timelines are drawn with.  A picture stands alone or in
 * a page: its classes begin with "lcm-", its ids with what it is called. */
#pragma once

#include "base/buf.h"
#include <stdbool.h>

/* A picture. */
struct lcm_svg_page {
  double width; /* width, height: in pixels */
  double height;
  const char *id; /* begins the ids in it */
  /* title, about: what it is, in a few words and in a sentence, for who cannot
   * see it; "about" may be NULL */
  const char *title;
  const char *about;
};

/* Begin and end a picture: colours for light and dark, white or black paper
 * where it stands alone. */
void lcm_svg_begin(lcm_buf *buf, const struct lcm_svg_page *page);
void lcm_svg_end(lcm_buf *buf);

/* Append "text" as XML has it. */
void lcm_svg_text(lcm_buf *buf, const char *text);

/* Append a coordinate, rounded to hundredths. */
void lcm_svg_place(lcm_buf *buf, double value);

/* Append the attribute "name" of a coordinate. */
void lcm_svg_at(lcm_buf *buf, const char *name, double value);

/* Append "text" at "x", "y" with "attributes" (which begin with a blank). */
void lcm_svg_label(lcm_buf *buf, const double at[2], const char *attributes,
                   const char *text);

/* Append the line from ends[0], ends[1] to ends[2], ends[3]. */
void lcm_svg_line(lcm_buf *buf, const double ends[4], const char *attributes);

/* Append the rectangle at box[0], box[1] of the size box[2], box[3], and what
 * "title" (or NULL) tells who points at it. */
void lcm_svg_box(lcm_buf *buf, const double box[4], const char *attributes,
                 const char *title);

/* Return colour "i" for curves: those of Okabe and Ito, which people who do not
 * see all colours tell apart. */
const char *lcm_svg_colour(size_t i);

/* Return whether white is read better than black on "colour" ("#rrggbb"). */
bool lcm_svg_is_dark(const char *colour);

/* Return a round step that divides "range" into at most "most" parts. */
double lcm_svg_step(double range, int most);
