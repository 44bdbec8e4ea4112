/* How something scales, as text: the variables and times in it. */
#pragma once

#include "render/table/table.h"

/* Text that is being written of "result". */
struct lcm_scale_text {
  lcm_buf *buf;
  lcm_ctx *ctx;
  const lcm_scalability *result;
  const struct lcm_style *style;
};

/* Return the line that is shown in full. */
const struct lcm_scale_line *lcm_scale_shown(const lcm_scalability *result);

/* Return whether variable "j" of "result" has several values. */
bool lcm_scale_varies(const lcm_scalability *result, size_t j);

/* Return the number of the variable "name", n_names where there is none. */
size_t lcm_scale_variable(const lcm_scalability *result, const char *name);

/* Append the values "values" of the variables but for number "except" and those
 * that do not vary (unless "all"): "n = 64, p = 4"; return whether there were
 * any. */
bool lcm_scale_put_values(const struct lcm_scale_text *text,
                          const double *values, size_t except, bool all);

/* Append "seconds" with a unit, but where the times have none. */
void lcm_scale_put_time(const struct lcm_scale_text *text, double seconds);
