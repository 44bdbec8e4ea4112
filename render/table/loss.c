/* How many cycles a point loses, and to which category most. */
#include <math.h>
#include <string.h>

#include "render/table/loss.h"

struct lcm_loss lcm_loss_of(const lcm_prediction *prediction,
                            const double *cats) {
  struct lcm_loss loss = {.most = SIZE_MAX};
  for (size_t c = 0; c < prediction->n_cats; c++)
    loss.total += cats[c];
  for (size_t c = 0; c < prediction->n_cats; c++) {
    if (c == LCM_CAT_PC || c == LCM_CAT_UNSPLIT)
      continue;
    loss.lost += cats[c];
    if (cats[c] > (loss.most == SIZE_MAX ? loss.total * 1e-9 : cats[loss.most]))
      loss.most = c;
  }
  if (prediction->n_cats > LCM_CAT_UNSPLIT)
    loss.unsplit = cats[LCM_CAT_UNSPLIT];
  return loss;
}

const char *lcm_loss_title(const lcm_prediction *prediction, size_t cat) {
  if (cat < LCM_CAT_USER)
    return lcm_cat_title((lcm_cat)cat);
  const char *title = prediction->user_titles
                          ? prediction->user_titles[cat - LCM_CAT_USER]
                          : NULL;
  return title && *title ? title : prediction->cat_names[cat];
}

bool lcm_grid_has(const lcm_grid *grid, const char *name) {
  for (size_t j = 0; j < grid->n_names; j++)
    if (!strcmp(grid->names[j], name))
      return true;
  return false;
}

/* Return whether variable "j" of "grid" has more than one value. */
static bool varies(const lcm_grid *grid, size_t j) {
  for (size_t i = 1; i < grid->n_points; i++)
    if (grid->columns[j][i] != grid->columns[j][0])
      return true;
  return false;
}

bool lcm_grid_shows(const lcm_grid *grid, size_t j) {
  bool others = false;
  for (size_t k = 0; k < grid->n_names; k++)
    others = others || varies(grid, k);
  return !others || varies(grid, j);
}

void lcm_put_point(lcm_buf *buf, const lcm_grid *grid, size_t i, double p) {
  for (size_t j = 0; j < grid->n_names; j++) {
    lcm_buf_printf(buf, "%s%s = ", j ? ", " : "", grid->names[j]);
    lcm_buf_short(buf, grid->columns[j][i], 6);
  }
  if (!lcm_grid_has(grid, "p") && !isnan(p)) {
    lcm_buf_puts(buf, grid->n_names ? ", p = " : "p = ");
    lcm_buf_short(buf, p, 6);
  }
}
