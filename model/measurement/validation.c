/* Predictions beside measurements, as JSON (lcm-validation/1). */
#include "model/measurement/validation.h"

#include "base/json_print.h"

/* Return the point "at". */
static lcm_json *point_json(const void *at) {
  const struct lcm_validation_point *point = at;
  lcm_json *env = lcm_json_object();
  for (size_t i = 0; i < point->n_params; i++)
    lcm_json_set(env, point->params[i].name,
                 lcm_json_real(point->params[i].value));
  return LCM_JSON_NEW(
      {"env", env}, {"runs", LCM_JSON(point->runs)},
      {"measured", LCM_JSON(point->measured)},
      {"least", LCM_JSON(point->least)}, {"most", LCM_JSON(point->most)},
      {"ignored", LCM_JSON(point->ignored)},
      {"predicted", LCM_JSON(point->predicted)},
      {"interval",
       LCM_JSON_NEW({"level", LCM_JSON(0.9)}, {"low", LCM_JSON(point->low)},
                    {"high", LCM_JSON(point->high)})},
      {"error", LCM_JSON(point->error)}, {"covered", LCM_JSON(point->covered)});
}

/* Return "row", which has values at "n" points. */
static lcm_json *row_json(const struct lcm_validation_row *row, size_t n) {
  return LCM_JSON_NEW(
      {"fragment", LCM_JSON(row->fragment)}, {"place", LCM_JSON(row->place)},
      {"label", LCM_JSON(row->label)},
      {"with", lcm_json_strings(row->with, row->n_with)},
      {"category", LCM_JSON(row->category)}, {"points", LCM_JSON(row->points)},
      {"share", LCM_JSON(row->share)}, {"error", LCM_JSON(row->error)},
      {"worst", LCM_JSON(row->worst)}, {"of_run", LCM_JSON(row->of_run)},
      {"intervals", LCM_JSON(row->intervals)},
      {"covered", LCM_JSON(row->covered)}, {"model", LCM_JSON(row->model)},
      {"measured", lcm_json_reals(row->measured, n)},
      {"predicted", lcm_json_reals(row->predicted, n)});
}

LCM_GIVE char *lcm_validation_to_json(const lcm_validation *validation) {
  lcm_json *rows = lcm_json_array();
  for (size_t i = 0; i < validation->n_rows; i++)
    lcm_json_add(rows, row_json(&validation->rows[i], validation->n_points));
  return lcm_json_print(
      LCM_JSON_NEW({"schema", LCM_JSON("lcm-validation/1")},
                   {"error", LCM_JSON(validation->error)},
                   {"worst", LCM_JSON(validation->worst)},
                   {"intervals", LCM_JSON(validation->intervals)},
                   {"covered", LCM_JSON(validation->covered)},
                   {"uncovered", LCM_JSON(validation->uncovered)},
                   {"ignored", LCM_JSON(validation->ignored)},
                   {"left_out", LCM_JSON(validation->left_out)},
                   {"points", LCM_JSON_LIST(point_json, validation->points,
                                            validation->n_points)},
                   {"rows", rows}));
}
