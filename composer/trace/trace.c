/* Traces the data of a program: movements, crossings, dependences. */
#include "composer/trace/trace.h"
#include "composer/count/count.h"
#include "composer/trace/unite.h"
#include "composer/trace/walk.h"

/* Trace "program" into "*out"; "all" as in the tracer. */
static lcm_status trace(const lcm_data **out, lcm_ctx *ctx,
                        const lcm_program *program, bool all) {
  struct lcm_tracer tracer = {.ctx = ctx, .program = program, .all = all};
  const lcm_status status = lcm_trace_walk(&tracer);
  if (status)
    return status;
  for (size_t i = 0; i < tracer.dependences.n; i++)
    lcm_trace_unite(&tracer, &tracer.dependences.at[i], &tracer.parts.at[i]);
  lcm_data *data = LCM_NEW(lcm_ctx_arena(ctx), lcm_data);
  data->program = program;
  data->movements = tracer.movements.at;
  data->n_movements = tracer.movements.n;
  for (size_t i = 0; i < tracer.movements.n; i++)
    data->by_tasks = data->by_tasks || tracer.movements.at[i].n_tasks;
  data->dependences = tracer.dependences.at;
  data->n_dependences = tracer.dependences.n;
  data->touches = tracer.touches.at;
  data->n_touches = tracer.touches.n;
  data->n_opaque = tracer.n_opaque;
  data->is_cut = tracer.is_cut;
  if (all)
    data->effects = lcm_effects_find(&data->n_effects, ctx, program);
  *out = data;
  return LCM_OK;
}

/* Do what trace does; what has no value there, as the walk goes all ways that a
 * program may, is no error of the program. */
static lcm_status quietly(const lcm_data **out, lcm_ctx *ctx,
                          const lcm_program *program, bool all) {
  const bool was_muted = lcm_expr_mute(ctx, true);
  const lcm_status status = trace(out, ctx, program, all);
  (void)lcm_expr_mute(ctx, was_muted);
  return status;
}

lcm_status lcm_data_trace(const lcm_data **out, lcm_ctx *ctx,
                          const lcm_program *program) {
  return quietly(out, ctx, program, false);
}

lcm_status lcm_data_trace_all(const lcm_data **out, lcm_ctx *ctx,
                              const lcm_program *program) {
  return quietly(out, ctx, program, true);
}
