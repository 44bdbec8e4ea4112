/* Numbers, times and shares for people, as text and as cells of tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/table/number.h"

struct lcm_time_unit lcm_time_unit_for(double seconds) {
  static const struct lcm_time_unit UNITS[] = {
      {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
  const double size = fabs(seconds);
  if (!(size > 0) || size >= HUGE_VAL)
    return UNITS[0];
  for (size_t i = 0; i < 3; i++)
    if (size >= 0.99995 * UNITS[i].seconds)
      return UNITS[i];
  return UNITS[3];
}

struct lcm_time_unit lcm_time_unit_between(double least, double most) {
  const struct lcm_time_unit none = {NULL, 1};
  return least > 0 && least < most * 1e-3 ? none : lcm_time_unit_for(most);
}

void lcm_put_time(lcm_buf *buf, double seconds) {
  if (isnan(seconds)) {
    lcm_buf_putc(buf, '-');
    return;
  }
  const struct lcm_time_unit unit = lcm_time_unit_for(seconds);
  lcm_buf_short(buf, seconds / unit.seconds, 4);
  lcm_buf_printf(buf, " %s", unit.name);
}

/* Append "value" rounded to one decimal. */
static void put_tenths(lcm_buf *buf, double value) {
  const long long tenths = llround(fabs(value) * 10);
  lcm_buf_printf(buf, "%s%lld.%lld", value < 0 && tenths ? "-" : "",
                 tenths / 10, tenths % 10);
}

/* Append the percentage "percent" with as many digits as it deserves. */
static void put_percentage(lcm_buf *buf, double percent) {
  const double size = fabs(percent);
  if (size < 9.95)
    lcm_buf_short(buf, percent, 2);
  else if (size > 99 && size < 99.95)
    put_tenths(buf, percent);
  else if (size < 1e6)
    lcm_buf_printf(buf, "%lld", llround(percent));
  else
    lcm_buf_short(buf, percent, 4);
}

void lcm_put_percent(lcm_buf *buf, double fraction) {
  const double percent = fraction * 100;
  if (isnan(percent)) {
    lcm_buf_putc(buf, '-');
    return;
  }
  if (percent != 0 && fabs(percent) < 0.01)
    lcm_buf_puts(buf, "< 0.01");
  else
    put_percentage(buf, percent);
  lcm_buf_puts(buf, " %");
}

const char *lcm_cell_take(lcm_ctx *ctx, lcm_buf *buf) {
  char *text = lcm_buf_take(buf);
  const char *kept = lcm_arena_strdup(lcm_ctx_arena(ctx), text ? text : "");
  free(text);
  return kept;
}

const char *lcm_cell_number(lcm_ctx *ctx, double value) {
  lcm_buf buf = {0};
  if (isnan(value))
    return "-";
  lcm_buf_short(&buf, value, 4);
  return lcm_cell_take(ctx, &buf);
}

const char *lcm_cell_in(lcm_ctx *ctx, double seconds,
                        struct lcm_time_unit unit) {
  return unit.name ? lcm_cell_number(ctx, seconds / unit.seconds)
                   : lcm_cell_time(ctx, seconds);
}

const char *lcm_heading_in(lcm_ctx *ctx, const char *name,
                           struct lcm_time_unit unit) {
  return unit.name
             ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s [%s]", name, unit.name)
             : name;
}

const char *lcm_cell_exact(lcm_ctx *ctx, double value) {
  lcm_buf buf = {0};
  if (isnan(value))
    return "";
  lcm_buf_double(&buf, value);
  return lcm_cell_take(ctx, &buf);
}

const char *lcm_cell_value(lcm_ctx *ctx, double value) {
  lcm_buf buf = {0};
  if (value == floor(value) || isnan(value))
    return lcm_cell_exact(ctx, value);
  lcm_buf_short(&buf, value, 6);
  return lcm_cell_take(ctx, &buf);
}

const char *lcm_cell_percent(lcm_ctx *ctx, double fraction) {
  lcm_buf buf = {0};
  if (isnan(fraction))
    return "-";
  if (fabs(fraction) < 1e7)
    put_tenths(&buf, fraction * 100);
  else
    lcm_buf_short(&buf, fraction * 100, 4);
  return lcm_cell_take(ctx, &buf);
}

const char *lcm_cell_time(lcm_ctx *ctx, double seconds) {
  lcm_buf buf = {0};
  lcm_put_time(&buf, seconds);
  return lcm_cell_take(ctx, &buf);
}

bool lcm_prediction_is_plain(const lcm_prediction *prediction) {
  return prediction->is_model && !prediction->unit;
}

void lcm_put_seconds(lcm_buf *buf, const lcm_prediction *prediction,
                     double seconds) {
  if (lcm_prediction_is_plain(prediction))
    lcm_buf_short(buf, seconds, 4);
  else
    lcm_put_time(buf, seconds);
}
