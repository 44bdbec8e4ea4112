/* Advice on a program: looks at the point with most processors, ranks findings,
 * adds tables. */
#include "study/advise/advising.h"
#include "study/advise/ceiling.h"
#include "study/advise/data.h"
#include "study/advise/detect.h"
#include "study/advise/note.h"
#include "study/advise/phase.h"
#include "study/advise/points.h"
#include "study/advise/search.h"
#include "study/timetable/timetable.h"

#include <string.h>

/* ---- the point ----------------------------------------------------------- */

/* Return the point of "grid" with the most processors, of several the last. */
static size_t largest(const lcm_grid *grid) {
  size_t best = 0;
  for (size_t i = 1; i < grid->n_points; i++)
    if (lcm_grid_processors(grid, i) >= lcm_grid_processors(grid, best))
      best = i;
  return best;
}

/* Return whether nothing that threads and ranks do besides their work costs
 * anything on "machine" (NULL: the default). */
static bool is_costless(const lcm_machine *machine) {
  static const char *const COSTS[] = {"fork", "barrier", "chunk",
                                      "task", "lock",    "transfer"};
  bool free_of_charge = true;
  for (size_t i = 0; machine && i < sizeof COSTS / sizeof *COSTS; i++) {
    const struct lcm_cost *cost = lcm_machine_cost(machine, COSTS[i]);
    free_of_charge =
        free_of_charge && (!cost || lcm_expr_is_int(cost->expr, 0));
  }
  return free_of_charge;
}

/* ---- all of it ----------------------------------------------------------- */

/* Put the timetable of the run into "out", where there is one. */
static void add_timetable(lcm_advice *out, struct lcm_advising *a) {
  const struct lcm_timetable_request request = {.simulated = false};
  const bool muted = lcm_ctx_mute(a->ctx, true);
  const lcm_status status = lcm_predict_timetable(
      &out->timetable, a->ctx, a->program, a->grid, &a->plain, &request);
  (void)lcm_ctx_mute(a->ctx, muted);
  if (status)
    out->timetable = NULL;
}

/* Put the tables that were asked for into "out". */
static lcm_status add_tables(lcm_advice *out, struct lcm_advising *a) {
  if (a->options->ceilings)
    lcm_advise_ceilings(out, a);
  if (a->options->phases)
    lcm_advise_phases(out, a);
  if (a->options->chain)
    add_timetable(out, a);
  return a->options->data ? lcm_advise_data(out, a) : LCM_OK;
}

lcm_status lcm_advise(const lcm_advice **out, lcm_ctx *ctx,
                      const lcm_program *program, const lcm_grid *grid,
                      const struct lcm_advise_options *options) {
  const size_t at = largest(grid);
  lcm_advice *advice = LCM_NEW(lcm_ctx_arena(ctx), lcm_advice);
  lcm_findings found = {0};
  lcm_findings steps = {0};
  struct lcm_advising a = {.ctx = ctx,
                           .program = program,
                           .grid = lcm_advise_only(ctx, grid, at),
                           .at = at,
                           .options = options,
                           .plain = *options->predict};
  a.plain.nodes = a.plain.formula = a.plain.recurrences = false;
  lcm_status status = lcm_advise_find(&found, &a);
  if (!status && options->steps)
    status = lcm_advise_search(&steps, &a, &found);
  if (status)
    return status;
  *advice = (lcm_advice){.grid = grid,
                         .point = at,
                         .p = a.point->p,
                         .time = a.point->time,
                         .prediction = a.prediction,
                         .costless = is_costless(options->predict->machine),
                         .n_looked = 1,
                         .threshold = options->threshold,
                         .findings = found.at,
                         .n_findings = found.n,
                         .steps = steps.at,
                         .n_steps = steps.n};
  lcm_advise_notes(advice, &a);
  if (options->points)
    lcm_advise_points(advice, &a, &found);
  status = add_tables(advice, &a);
  advice->n_tried = a.n_tried;
  advice->n_left = a.n_left;
  *out = advice;
  return status;
}
