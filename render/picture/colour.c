/* Colours of categories and of shares of the time. */
#include <math.h>

#include "render/picture/colour.h"
#include "render/table/table.h"

const char *lcm_colour_cat(size_t cat) {
  static const char *const COLOURS[] = {"#009E73", "#E69F00", "#F0E442",
                                        "#CC79A7", "#0072B2", "#555555",
                                        "#C4C4C4"};
  static const char *const MORE[] = {"#8C510A", "#56B4E9", "#000000"};
  if (cat < LCM_CAT_USER)
    return COLOURS[cat];
  return MORE[(cat - LCM_CAT_USER) % 3];
}

size_t lcm_colour_step(double share) {
  static const double BELOW[] = {0.01, 0.05, 0.10, 0.25, 0.50};
  const size_t n = sizeof BELOW / sizeof *BELOW;
  size_t i = 0;
  while (i < n && share >= BELOW[i])
    i++;
  return i;
}

const char *lcm_colour_share(double share) {
  static const char *const RAMP[] = {"#FFFFFF", "#E3ECF5", "#CFDFEE",
                                     "#B3CEE5", "#90B9D9", "#6AA0CC"};
  return RAMP[lcm_colour_step(share)];
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
