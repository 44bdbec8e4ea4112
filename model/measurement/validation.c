/* Predictions beside measurements, as JSON (lcm-validation/1). */
#include "model/measurement/validation.h"

#include "base/json_print.h"

/* Return the "n" values at "values" as an array; null for NAN. */
static lcm_json *numbers(const double *values, size_t n) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++)
    lcm_json_add(list, lcm_json_real(values[i]));
  return list;
}

/* Return the point "point". */
static lcm_json *point_json(const struct lcm_validation_point *point) {
  lcm_json *one = lcm_json_object();
  lcm_json *env = lcm_json_object();
  lcm_json *interval = lcm_json_object();
  for (size_t i = 0; i < point->n_params; i++)
    lcm_json_set(env, point->params[i].name,
                 lcm_json_real(point->params[i].value));
  lcm_json_set(interval, "level", lcm_json_real(0.9));
  lcm_json_set(interval, "low", lcm_json_real(point->low));
  lcm_json_set(interval, "high", lcm_json_real(point->high));
  lcm_json_set(one, "env", env);
  lcm_json_set(one, "runs", lcm_json_real((double)point->runs));
  lcm_json_set(one, "measured", lcm_json_real(point->measured));
  lcm_json_set(one, "least", lcm_json_real(point->least));
  lcm_json_set(one, "most", lcm_json_real(point->most));
  lcm_json_set(one, "ignored", lcm_json_real(point->ignored));
  lcm_json_set(one, "predicted", lcm_json_real(point->predicted));
  lcm_json_set(one, "interval", interval);
  lcm_json_set(one, "error", lcm_json_real(point->error));
  lcm_json_set(one, "covered", lcm_json_bool(point->covered));
  return one;
}

/* Return "row", which has values at "n" points. */
static lcm_json *row_json(const struct lcm_validation_row *row, size_t n) {
  lcm_json *one = lcm_json_object();
  lcm_json *with = lcm_json_array();
  for (size_t i = 0; i < row->n_with; i++)
    lcm_json_add(with, lcm_json_string(row->with[i]));
  lcm_json_set(one, "fragment", lcm_json_string(row->fragment));
  lcm_json_set(one, "place", lcm_json_string(row->place));
  lcm_json_set(one, "label", lcm_json_string(row->label));
  lcm_json_set(one, "with", with);
  lcm_json_set(one, "category", lcm_json_string(row->category));
  lcm_json_set(one, "points", lcm_json_real((double)row->points));
  lcm_json_set(one, "share", lcm_json_real(row->share));
  lcm_json_set(one, "error", lcm_json_real(row->error));
  lcm_json_set(one, "worst", lcm_json_real(row->worst));
  lcm_json_set(one, "of_run", lcm_json_real(row->of_run));
  lcm_json_set(one, "intervals", lcm_json_real((double)row->intervals));
  lcm_json_set(one, "covered", lcm_json_real((double)row->covered));
  lcm_json_set(one, "model", lcm_json_string(row->model));
  lcm_json_set(one, "measured", numbers(row->measured, n));
  lcm_json_set(one, "predicted", numbers(row->predicted, n));
  return one;
}

LCM_GIVE char *lcm_validation_to_json(const lcm_validation *validation) {
  lcm_json *document = lcm_json_object();
  lcm_json *points = lcm_json_array();
  lcm_json *rows = lcm_json_array();
  for (size_t i = 0; i < validation->n_points; i++)
    lcm_json_add(points, point_json(&validation->points[i]));
  for (size_t i = 0; i < validation->n_rows; i++)
    lcm_json_add(rows, row_json(&validation->rows[i], validation->n_points));
  lcm_json_set(document, "schema", lcm_json_string("lcm-validation/1"));
  lcm_json_set(document, "error", lcm_json_real(validation->error));
  lcm_json_set(document, "worst", lcm_json_real(validation->worst));
  lcm_json_set(document, "intervals",
               lcm_json_real((double)validation->intervals));
  lcm_json_set(document, "covered", lcm_json_real((double)validation->covered));
  lcm_json_set(document, "uncovered", lcm_json_real(validation->uncovered));
  lcm_json_set(document, "ignored", lcm_json_real(validation->ignored));
  lcm_json_set(document, "left_out",
               lcm_json_real((double)validation->left_out));
  lcm_json_set(document, "points", points);
  lcm_json_set(document, "rows", rows);
  return lcm_json_print(document);
}
