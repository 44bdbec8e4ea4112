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
  const bool known = lcm_cost_value(&value, ctx, e, grid) && isfinite(value);
  return LCM_JSON_NEW(
      {"formula", lcm_expr_json(e)},
      {"value", known ? lcm_json_real(value) : lcm_json_null()});
}

/* Return "row". */
static lcm_json *row_json(lcm_ctx *ctx, const struct lcm_cost_row *row,
                          const lcm_grid *grid) {
  const lcm_node *node = row->node;
  lcm_json *json = LCM_JSON_NEW(
      {"kind", LCM_JSON(node ? lcm_node_word(node->kind) : "function")},
      {"id", node ? lcm_json_real(node->id) : lcm_json_null()},
      {"label", LCM_JSON(!node        ? NULL
                         : node->name ? node->name
                                      : node->label)},
      {"range", node ? lcm_loc_json(node->loc) : lcm_json_null()},
      {"depth", LCM_JSON(row->depth)},
      {"runs", amount_json(ctx, row->runs, grid)},
      {"trips", amount_json(ctx, row->trips, grid)});
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    lcm_json_set(json, lcm_cost_word((lcm_cost_kind)i),
                 amount_json(ctx, row->of[i], grid));
  LCM_JSON_PUT(json, {"bytes", amount_json(ctx, row->bytes, grid)},
               {"bytes_once", amount_json(ctx, row->once, grid)},
               {"moved", amount_json(ctx, row->moved, grid)},
               {"runs_estimate", LCM_JSON(row->guess)},
               {"trips_estimate", LCM_JSON(row->trips_guess)},
               {"estimate", LCM_JSON(row->about)},
               {"bytes_at_most", LCM_JSON(row->at_most)});
  return json;
}

/* Return the note "at". */
static lcm_json *note_json(const void *at) {
  const struct lcm_cost_note *note = at;
  return LCM_JSON_NEW({"range", lcm_loc_json(note->at)},
                      {"text", LCM_JSON(note->text)},
                      {"called", LCM_JSON(note->called)});
}

/* Return "function". */
static lcm_json *function_json(lcm_ctx *ctx,
                               const struct lcm_cost_function *function,
                               const lcm_grid *grid) {
  lcm_json *rows = lcm_json_array();
  for (size_t i = 0; i < function->n_rows; i++)
    lcm_json_add(rows, row_json(ctx, &function->rows[i], grid));
  return LCM_JSON_NEW(
      {"name", LCM_JSON(function->function->name)},
      {"range", lcm_loc_json(function->function->loc)}, {"rows", rows},
      {"notes", LCM_JSON_LIST(note_json, function->notes, function->n_notes)},
      {"notes_left_out", LCM_JSON(function->n_left_out)});
}

/* Return what the values of "costs" rest on: those of -D, and how many things
 * are estimated or left out.  No machine is asked. */
static lcm_json *basis_json(const lcm_costs *costs, const lcm_grid *grid) {
  lcm_json *values = lcm_json_object();
  size_t notes = 0;
  for (size_t j = 0; grid && grid->n_points && j < grid->n_names; j++)
    lcm_json_set(values, grid->names[j], lcm_json_real(grid->columns[j][0]));
  for (size_t i = 0; i < costs->n_functions; i++)
    notes += costs->functions[i].n_notes + costs->functions[i].n_left_out;
  return LCM_JSON_NEW({"machine", lcm_json_null()}, {"values", values},
                      {"estimated", LCM_JSON(notes)});
}

LCM_GIVE char *lcm_costs_to_json(lcm_ctx *ctx, const lcm_costs *costs,
                                 const lcm_grid *grid) {
  lcm_json *functions = lcm_json_array();
  for (size_t i = 0; i < costs->n_functions; i++)
    lcm_json_add(functions, function_json(ctx, &costs->functions[i], grid));
  return lcm_json_print(LCM_JSON_NEW({"schema", LCM_JSON("lcm-costs/1")},
                                     {"basis", basis_json(costs, grid)},
                                     {"functions", functions}));
}
