/* Numbers, times and shares for people, as text and as cells of tables. */
#pragma once

#include "model/results/results.h"

/* A unit of time: its name and its length in seconds. */
struct lcm_time_unit {
  const char *name;
  double seconds;
};

/* Return the unit (s, ms, us, ns) in which "seconds" reads best. */
struct lcm_time_unit lcm_time_unit_for(double seconds);

/* Return the unit for a table of times between "least" and "most" seconds; one
 * without a name where no unit reads well for both: each time then has its
 * own. */
struct lcm_time_unit lcm_time_unit_between(double least, double most);

/* Append "seconds" with four digits and a unit: "12.3 ms"; "-" for NaN. */
void lcm_put_time(lcm_buf *buf, double seconds);

/* Append "fraction" in per cent for a sentence: "45 %", "0.25 %". */
void lcm_put_percent(lcm_buf *buf, double fraction);

/* Return "value" with four digits in memory of "ctx"; "-" for NaN. */
const char *lcm_cell_number(lcm_ctx *ctx, double value);

/* Return "value" so that it reads back exactly; "" for NaN. */
const char *lcm_cell_exact(lcm_ctx *ctx, double value);

/* Return the value of a variable: whole numbers exactly, others with six
 * digits. */
const char *lcm_cell_value(lcm_ctx *ctx, double value);

/* Return "fraction" in per cent with one decimal, without the sign. */
const char *lcm_cell_percent(lcm_ctx *ctx, double fraction);

/* Return "seconds" as lcm_put_time writes it, in memory of "ctx". */
const char *lcm_cell_time(lcm_ctx *ctx, double seconds);

/* Return "seconds" in "unit", or with a unit of its own where that has no
 * name. */
const char *lcm_cell_in(lcm_ctx *ctx, double seconds,
                        struct lcm_time_unit unit);

/* Return "name" as the heading of a column of times in "unit": "name [ms]". */
const char *lcm_heading_in(lcm_ctx *ctx, const char *name,
                           struct lcm_time_unit unit);

/* Move the text of "buf" to memory of "ctx"; "buf" is empty afterwards. */
const char *lcm_cell_take(lcm_ctx *ctx, lcm_buf *buf);

/* Return whether the times of "prediction" are numbers without a unit: those of
 * a model that declares none. */
bool lcm_prediction_is_plain(const lcm_prediction *prediction);

/* Append "seconds" with a unit, but for a model that declares none. */
void lcm_put_seconds(lcm_buf *buf, const lcm_prediction *prediction,
                     double seconds);
