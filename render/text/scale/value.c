/* How something scales, as text: the variables and times in it. */
#include "render/text/scale/value.h"

#include <math.h>
#include <string.h>

const struct lcm_scale_line *lcm_scale_shown(const lcm_scalability *result) {
  return &result->lines[result->n_lines - 1];
}

bool lcm_scale_varies(const lcm_scalability *result, size_t j) {
  for (size_t i = 1; i < result->n_points; i++)
    if (result->points[i].values[j] != result->points[0].values[j])
      return true;
  return false;
}

size_t lcm_scale_variable(const lcm_scalability *result, const char *name) {
  size_t j = 0;
  while (j < result->n_names && strcmp(result->names[j], name) != 0)
    j++;
  return j;
}

bool lcm_scale_put_values(const struct lcm_scale_text *text,
                          const double *values, size_t except, bool all) {
  bool any = false;
  for (size_t j = 0; j < text->result->n_names; j++) {
    if (j == except || isnan(values[j]) ||
        !(all || lcm_scale_varies(text->result, j)))
      continue;
    lcm_buf_printf(text->buf, "%s%s = ", any ? ", " : "",
                   text->result->names[j]);
    lcm_buf_short(text->buf, values[j], 6);
    any = true;
  }
  return any;
}

void lcm_scale_put_time(const struct lcm_scale_text *text, double seconds) {
  if (text->result->plain)
    lcm_buf_short(text->buf, seconds, 4);
  else
    lcm_put_time(text->buf, seconds);
}
