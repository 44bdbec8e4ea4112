/* Counted costs as JSON (lcm-costs/1). */
#include <math.h>

#include "base/json_print.h"
#include "model/lcs/lcs.h"
#include "model/results/costs_json.h"

const char *lcm_cost_word(lcm_cost_kind kind) {
  static const char *const WORDS[] = {
#define LCM_COST(name, text, meaning) text,
#include "model/structure/costs.def"
#undef LCM_COST
  };
  return WORDS[kind];
}

bool lcm_cost_value(double *out, lcm_ctx *ctx, const lcm_expr *e,
                    const lcm_grid *grid) {
  const size_t n = grid && grid->n_points ? grid->n_names : 0;
  lcm_binding *env = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, n + 1);
  for (size_t i = 0; i < n; i++)
    env[i] = (lcm_binding){grid->names[i], grid->columns[i][0]};
  if (!e || lcm_expr_eval(out, e, env, n))
    return false;
  const double whole = round(*out);
  if (fabs(*out - whole) <= 1e-9 * fmax(1, fabs(whole)))
    *out = whole + 0.0;
  return true;
}

/* Return the formula "e" with its value; null where there is none. */
static lcm_json *amount_json(lcm_ctx *ctx, const lcm_expr *e,
                             const lcm_grid *grid) {
  double value = 0;
  if (!e)
    return lcm_json_null();
  lcm_json *json = lcm_json_object();
  const bool known = lcm_cost_value(&value, ctx, e, grid) && isfinite(value);
  lcm_json_set(json, "formula", lcm_expr_json(e));
  lcm_json_set(json, "value", known ? lcm_json_real(value) : lcm_json_null());
  return json;
}

/* Return "row". */
static lcm_json *row_json(lcm_ctx *ctx, const struct lcm_cost_row *row,
                          const lcm_grid *grid) {
  lcm_json *json = lcm_json_object();
  const lcm_node *node = row->node;
  lcm_json_set(json, "kind",
               lcm_json_string(node ? lcm_node_word(node->kind) : "function"));
  lcm_json_set(json, "id", node ? lcm_json_real(node->id) : lcm_json_null());
  lcm_json_set(json, "label",
               lcm_json_string(!node        ? NULL
                               : node->name ? node->name
                                            : node->label));
  lcm_json_set(json, "range", node ? lcm_loc_json(node->loc) : lcm_json_null());
  lcm_json_set(json, "depth", lcm_json_real(row->depth));
  lcm_json_set(json, "runs", amount_json(ctx, row->runs, grid));
  lcm_json_set(json, "trips", amount_json(ctx, row->trips, grid));
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    lcm_json_set(json, lcm_cost_word((lcm_cost_kind)i),
                 amount_json(ctx, row->of[i], grid));
  lcm_json_set(json, "bytes", amount_json(ctx, row->bytes, grid));
  lcm_json_set(json, "bytes_once", amount_json(ctx, row->once, grid));
  lcm_json_set(json, "moved", amount_json(ctx, row->moved, grid));
  lcm_json_set(json, "runs_estimate", lcm_json_bool(row->guess));
  lcm_json_set(json, "trips_estimate", lcm_json_bool(row->trips_guess));
  lcm_json_set(json, "estimate", lcm_json_bool(row->about));
  lcm_json_set(json, "bytes_at_most", lcm_json_bool(row->at_most));
  return json;
}

/* Return "function". */
static lcm_json *function_json(lcm_ctx *ctx,
                               const struct lcm_cost_function *function,
                               const lcm_grid *grid) {
  lcm_json *json = lcm_json_object();
  lcm_json *rows = lcm_json_array();
  lcm_json *notes = lcm_json_array();
  for (size_t i = 0; i < function->n_rows; i++)
    lcm_json_add(rows, row_json(ctx, &function->rows[i], grid));
  for (size_t i = 0; i < function->n_notes; i++) {
    lcm_json *note = lcm_json_object();
    lcm_json_set(note, "range", lcm_loc_json(function->notes[i].at));
    lcm_json_set(note, "text", lcm_json_string(function->notes[i].text));
    lcm_json_set(note, "called", lcm_json_bool(function->notes[i].called));
    lcm_json_add(notes, note);
  }
  lcm_json_set(json, "name", lcm_json_string(function->function->name));
  lcm_json_set(json, "range", lcm_loc_json(function->function->loc));
  lcm_json_set(json, "rows", rows);
  lcm_json_set(json, "notes", notes);
  lcm_json_set(json, "notes_left_out",
               lcm_json_real((double)function->n_left_out));
  return json;
}

LCM_GIVE char *lcm_costs_to_json(lcm_ctx *ctx, const lcm_costs *costs,
                                 const lcm_grid *grid) {
  lcm_json *document = lcm_json_object();
  lcm_json *functions = lcm_json_array();
  for (size_t i = 0; i < costs->n_functions; i++)
    lcm_json_add(functions, function_json(ctx, &costs->functions[i], grid));
  lcm_json_set(document, "schema", lcm_json_string("lcm-costs/1"));
  lcm_json_set(document, "functions", functions);
  return lcm_json_print(document);
}
