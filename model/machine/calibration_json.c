/* Writes the calibration of a machine as JSON: levels of memory, costs. */
#include <math.h>
#include <string.h>

#include "base/json_print.h"
#include "model/machine/calibration_internal.h"
#include "model/machine/calibration_json.h"

/* Return "value" with "digits" digits. */
static lcm_json *rounded(double value, int digits) {
  lcm_buf buf = {0};
  lcm_buf_short(&buf, value, digits);
  const char *end = NULL;
  lcm_json *out = lcm_json_real(buf.text ? lcm_strtod(buf.text, &end) : value);
  lcm_buf_free(&buf);
  return out;
}

/* Return the levels of "machine". */
static lcm_json *levels_json(const lcm_calibrated_machine *machine) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < machine->n_levels; i++) {
    const struct lcm_calibrated_level *level = &machine->levels[i];
    lcm_json *json = lcm_json_object();
    lcm_json *bandwidth = lcm_json_object();
    lcm_json_set(json, "name", lcm_json_string(level->name));
    if (level->size > 0) {
      lcm_json_set(json, "size", lcm_json_real(level->size));
      lcm_json_set(json, "shared_by", lcm_json_real(level->shared_by));
    }
    lcm_json_set(bandwidth, "core", rounded(level->core.value, 4));
    if (level->socket.value > 0)
      lcm_json_set(bandwidth, "socket", rounded(level->socket.value, 4));
    lcm_json_set(json, "bandwidth", bandwidth);
    lcm_json_add(list, json);
  }
  return list;
}

/* Return whether "text" is a number alone, which goes into "*value". */
static bool is_number(double *value, const char *text) {
  const char *end = NULL;
  *value = lcm_strtod(text, &end);
  return end != text && !*end;
}

/* Return the costs of "machine". */
static lcm_json *costs_json(const lcm_calibration *calibration,
                            const lcm_calibrated_machine *machine) {
  lcm_json *costs = lcm_json_object();
  for (size_t i = 0; i < machine->n_costs; i++) {
    const struct lcm_calibrated *cost = &machine->costs[i];
    double value = 0;
    if (!cost->tiny)
      lcm_json_set(costs, cost->name,
                   is_number(&value, cost->text) ? lcm_json_real(value)
                                                 : lcm_json_string(cost->text));
  }
  const double eager = lcm_calibration_number(calibration, "eager", -1);
  if (eager >= 0)
    lcm_json_set(costs, "eager", lcm_json_real(eager));
  return costs;
}

/* Put the error "of" a bandwidth of "level" into "errors". */
static void put_rate(lcm_json *errors, lcm_ctx *ctx, const char *level,
                     const char *what, const struct lcm_estimate *of) {
  if (of->value > 0)
    lcm_json_set(errors, LCM_INTERN_JOINED(ctx, level, ".", what),
                 rounded(of->half / of->value, 2));
}

/* Return the errors of what is in "machine", as shares. */
static lcm_json *errors_json(lcm_ctx *ctx,
                             const lcm_calibrated_machine *machine) {
  lcm_json *errors = lcm_json_object();
  for (size_t i = 0; i < machine->n_levels; i++) {
    const struct lcm_calibrated_level *level = &machine->levels[i];
    put_rate(errors, ctx, level->name, "bandwidth", &level->core);
    put_rate(errors, ctx, level->name, "socket", &level->socket);
  }
  for (size_t i = 0; i < machine->n_costs; i++)
    if (!machine->costs[i].tiny)
      lcm_json_set(errors, machine->costs[i].name,
                   rounded(machine->costs[i].error, 2));
  return errors;
}

/* Return the facts and measurements of "calibration". */
static lcm_json *evidence_json(lcm_calibration *calibration) {
  lcm_json *json = lcm_json_object();
  lcm_json *facts = lcm_json_object();
  lcm_json *points = lcm_json_array();
  size_t n = 0;
  const struct lcm_calibration_point *all =
      lcm_calibration_points(&n, calibration);
  for (size_t i = 0; i < calibration->facts.n; i++)
    lcm_json_set(facts, calibration->facts.at[i].name,
                 lcm_json_string(calibration->facts.at[i].value));
  for (size_t i = 0; i < n; i++) {
    lcm_json *point = lcm_json_object();
    lcm_json_set(point, "what", lcm_json_string(all[i].what));
    lcm_json_set(point, "p", lcm_json_real(all[i].p));
    lcm_json_set(point, "m", lcm_json_real(all[i].m));
    lcm_json_set(point, "value", rounded(all[i].is.value, 6));
    lcm_json_set(point, "half", rounded(all[i].is.half, 3));
    lcm_json_set(point, "samples", lcm_json_real((double)all[i].is.n));
    if (all[i].is.noisy)
      lcm_json_set(point, "noisy", lcm_json_bool(true));
    lcm_json_add(points, point);
  }
  lcm_json_set(json, "facts", facts);
  lcm_json_set(json, "points", points);
  return json;
}

/* Put the fact "name" into "document" as the number "key", if it is known. */
static void put_number(lcm_json *document, const lcm_calibration *calibration,
                       const char *key, const char *name) {
  const double value = lcm_calibration_number(calibration, name, -1);
  if (value >= 0)
    lcm_json_set(document, key, lcm_json_real(value));
}

/* Put the fact "key" into "document", if it is known. */
static void put_text(lcm_json *document, const lcm_calibration *calibration,
                     const char *key) {
  const char *text = lcm_calibration_fact(calibration, key);
  if (text)
    lcm_json_set(document, key, lcm_json_string(text));
}

LCM_GIVE char *lcm_calibration_to_json(lcm_calibration *calibration,
                                       const lcm_calibrated_machine *machine) {
  lcm_json *document = lcm_json_object();
  lcm_json_set(document, "schema", lcm_json_string("lcm-machine/1"));
  put_text(document, calibration, "name");
  put_number(document, calibration, "processors", "processors");
  put_number(document, calibration, "sockets", "sockets");
  put_number(document, calibration, "ranks_per_node", "ranks_per_node");
  put_text(document, calibration, "runtime");
  if (machine->n_levels)
    lcm_json_set(document, "levels", levels_json(machine));
  lcm_json_set(document, "costs", costs_json(calibration, machine));
  lcm_json_set(document, "errors", errors_json(calibration->ctx, machine));
  lcm_json_set(document, "calibration", evidence_json(calibration));
  return lcm_json_print(document);
}
