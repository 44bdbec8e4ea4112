/* Reading the argument of an edit: an expression, or a schedule; what names in
 * it are. */
#include "model/edit/core/argument.h"

#include <string.h>

#include "model/machine/machine.h"

lcm_dim lcm_edit_dim(const lcm_program *program, const char *name) {
  for (size_t i = 0; i < program->n_params; i++) {
    const lcm_param *param = &program->params[i];
    if (!strcmp(param->name, name) && param->value)
      return lcm_expr_dim(param->value);
  }
  return LCM_DIM_NONE;
}

const lcm_expr *lcm_edit_resolve(lcm_ctx *ctx, const char *name, lcm_loc at,
                                 void *program) {
  (void)at;
  return lcm_expr_symbol(ctx, name,
                         strncmp(name, "machine.", 8)
                             ? lcm_edit_dim(program, name)
                             : lcm_machine_dim(name));
}

/* Parse "n" bytes of the argument of "e" from byte "from" on into "*out". */
static lcm_status parse_part(const lcm_expr **out, struct lcm_editing *e,
                             size_t from, size_t n) {
  const lcm_loc at = e->step->argument_at;
  const unsigned shift = (unsigned)from;
  const struct lcm_expr_source source = {
      .text =
          lcm_arena_strndup(lcm_ctx_arena(e->ctx), e->step->argument + from, n),
      .len = n,
      .at = {at.file, at.line, at.column + shift, at.begin + shift, at.end},
      .resolve = lcm_edit_resolve,
      .user = (void *)(uintptr_t)e->program};
  const lcm_status status = lcm_expr_parse(out, e->ctx, &source);
  if (status || lcm_dim_equal(lcm_expr_dim(*out), LCM_DIM_NONE))
    return status;
  lcm_report(e->ctx, LCM_DIAG_UNIT, source.at, "a pure number is wanted here");
  return LCM_EUNIT;
}

lcm_status lcm_edit_expression(const lcm_expr **out, struct lcm_editing *e,
                               size_t from) {
  return parse_part(out, e, from, strlen(e->step->argument) - from);
}

lcm_status lcm_edit_read_schedule(lcm_node *loop, struct lcm_editing *e) {
  const char *text = e->step->argument;
  const size_t n = strcspn(text, ", ");
  const size_t comma = n + strspn(text + n, " ");
  lcm_schedule schedule = LCM_SCHED_DEFAULT;
  if (lcm_schedule_find(&schedule, text, n, LCM_SCHED_IN_EDIT) &&
      (!text[comma] || text[comma] == ',')) {
    loop->u.loop.schedule = schedule;
    loop->u.loop.chunk = NULL;
    return text[comma] ? lcm_edit_expression(&loop->u.loop.chunk, e, comma + 1)
                       : LCM_OK;
  }
  lcm_report(e->ctx, LCM_DIAG_SYNTAX, e->step->argument_at,
             "expected %s, and maybe a comma and the size of chunks, instead "
             "of '%s'",
             lcm_schedule_list(lcm_ctx_arena(e->ctx), LCM_SCHED_IN_EDIT), text);
  return LCM_EPARSE;
}
