#include <math.h>

#include "render/picture_internal.h"

const char *lcm_colour_cat(size_t cat) {
  static const char *const COLOURS[] = {"#009E73", "#E69F00", "#F0E442",
                                        "#CC79A7", "#0072B2", "#555555",
                                        "#C4C4C4"};
  static const char *const MORE[] = {"#8C510A", "#56B4E9", "#000000"};
  if (cat < LCM_CAT_USER)
    return COLOURS[cat];
  return MORE[(cat - LCM_CAT_USER) % 3];
}

const char *lcm_colour_share(double share) {
  static const struct {
    double below;
    const char *colour;
  } RAMP[] = {{0.01, "#FFFFFF"},
              {0.05, "#E3ECF5"},
              {0.10, "#CFDFEE"},
              {0.25, "#B3CEE5"},
              {0.50, "#90B9D9"}};
  for (size_t i = 0; i < sizeof RAMP / sizeof *RAMP; i++)
    if (!(share >= RAMP[i].below))
      return RAMP[i].colour;
  return "#6AA0CC";
}

void lcm_put_cats(lcm_buf *buf, const lcm_prediction *prediction,
                  const double *cats, struct lcm_spot size) {
  const double total = lcm_loss_of(prediction, cats).total;
  const long width = lround(size.x);
  double sum = 0;
  long done = 0;
  lcm_buf_printf(buf,
                 "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" "
                 "CELLPADDING=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\"%ld\" "
                 "HEIGHT=\"%ld\"><TR>",
                 width, lround(size.y));
  for (size_t c = 0; c < prediction->n_cats && total > 0; c++) {
    sum += fmax(cats[c], 0);
    const long upto = lround(fmin(sum / total, 1) * (double)width);
    if (upto <= done)
      continue;
    lcm_buf_printf(buf,
                   "<TD FIXEDSIZE=\"TRUE\" WIDTH=\"%ld\" HEIGHT=\"%ld\" "
                   "BGCOLOR=\"%s\"></TD>",
                   upto - done, lround(size.y), lcm_colour_cat(c));
    done = upto;
  }
  if (!done)
    lcm_buf_printf(buf, "<TD WIDTH=\"%ld\"></TD>", width);
  lcm_buf_puts(buf, "</TR></TABLE>");
}
