/* Lint of all that is named: each unit and structure by itself, what they
 * make together, and the model of the .pam files.  Lint of a model: unused
 * names, possession without end, deadlocks. */
#include "study/check/check.h"

#include <string.h>

#include "base/list.h"
#include "composer/simulate/simulate.h"
#include "model/edit/edit.h"
#include "model/link/link.h"
#include "study/check/names.h"

enum { MAX_EVENTS = 200000, MAX_PROCESSES = 20000 };

/* What a model does with a resource or a condition. */
struct usage {
  const char *name;
  lcm_loc loc;
  bool used; /* something does */
  /* taken, given: the first P and V, or wait and signal, or NULL */
  const lcm_node *taken;
  const lcm_node *given;
};

/* A model being checked. */
struct lint_model {
  lcm_ctx *ctx;
  const lcm_program *program;
  struct usage *resources; /* resources, conditions: as many as it declares */
  struct usage *conditions;
  bool *reached; /* functions that the run leads to */
  bool grew;     /* more than before */
};

/* Return the usage of "name" among the "n" at "all", or NULL. */
static struct usage *usage_of(struct usage *all, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(all[i].name, name))
      return &all[i];
  return NULL;
}

/* Note that "node" does something with "usage" (or NULL): "takes" by P or wait,
 * "gives" by V or signal. */
static void note(struct usage *usage, const lcm_node *node, bool takes,
                 bool gives) {
  if (!usage)
    return;
  usage->used = true;
  if (takes && !usage->taken)
    usage->taken = node;
  if (gives && !usage->given)
    usage->given = node;
}

/* Note what "node" does with resources and conditions. */
static lcm_status note_node(const lcm_node *node, void *user) {
  struct lint_model *l = user;
  const bool acts =
      node->kind == LCM_NODE_USE || node->kind == LCM_NODE_USING ||
      node->kind == LCM_NODE_ACQUIRE || node->kind == LCM_NODE_RELEASE;
  for (size_t i = 0; acts && i < node->u.resource.n_instances; i++)
    note(usage_of(l->resources, l->program->n_resources,
                  node->u.resource.instances[i].name),
         node, node->kind == LCM_NODE_ACQUIRE, node->kind == LCM_NODE_RELEASE);
  if (node->kind == LCM_NODE_SIGNAL || node->kind == LCM_NODE_WAIT)
    note(usage_of(l->conditions, l->program->n_conditions,
                  node->u.condition.name),
         node, node->kind == LCM_NODE_WAIT, node->kind == LCM_NODE_SIGNAL);
  if (node->kind == LCM_NODE_LET &&
      !lcm_program_uses(l->program, node->u.let.name))
    lcm_report(l->ctx, LCM_DIAG_UNUSED_NAME, node->loc,
               "nothing uses the local '%s'", node->u.let.name);
  return LCM_OK;
}

/* Note where the call "node" leads. */
static lcm_status reach(const lcm_node *node, void *user) {
  struct lint_model *l = user;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(l->program, node->u.call.callee)
          : NULL;
  if (!callee || l->reached[callee - l->program->functions])
    return LCM_OK;
  l->reached[callee - l->program->functions] = true;
  l->grew = true;
  return LCM_OK;
}

/* Report the equations that nothing leads to.  One without arguments may be
 * meant for --model. */
static lcm_status check_equations(struct lint_model *l) {
  const lcm_program *program = l->program;
  lcm_status status = LCM_OK;
  l->reached = LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), bool, program->n_functions);
  l->grew = true;
  for (size_t i = 0; i < program->n_functions; i++)
    l->reached[i] = !program->functions[i].n_params;
  while (l->grew && !status) {
    l->grew = false;
    for (size_t i = 0; i < program->n_functions && !status; i++)
      if (l->reached[i] && program->functions[i].body)
        status = lcm_node_foreach(program->functions[i].body, reach, l);
  }
  for (size_t i = 0; i < program->n_functions && !status; i++)
    if (!l->reached[i] && program->functions[i].body)
      lcm_report(l->ctx, LCM_DIAG_UNUSED_NAME, program->functions[i].loc,
                 "nothing uses the equation '%s'", program->functions[i].name);
  return status;
}

/* Report what is odd about the use of resources, conditions and params. */
static void check_usage(struct lint_model *l) {
  const lcm_program *program = l->program;
  for (size_t i = 0; i < program->n_params; i++)
    if (!lcm_program_uses(program, program->params[i].name))
      lcm_report(l->ctx, LCM_DIAG_UNUSED_NAME, program->params[i].loc,
                 "nothing uses the param '%s'", program->params[i].name);
  for (size_t i = 0; i < program->n_resources; i++) {
    const struct usage *of = &l->resources[i];
    if (!of->used)
      lcm_report(l->ctx, LCM_DIAG_UNUSED_NAME, of->loc,
                 "nothing uses the resource '%s'", of->name);
    else if (of->taken && !of->given)
      lcm_report(l->ctx, LCM_DIAG_UNBALANCED_P, of->taken->loc,
                 "P takes '%s', and no V gives it back", of->name);
    else if (of->given && !of->taken)
      lcm_report(l->ctx, LCM_DIAG_UNBALANCED_P, of->given->loc,
                 "V gives '%s', and no P takes it", of->name);
  }
  for (size_t i = 0; i < program->n_conditions; i++) {
    const struct usage *of = &l->conditions[i];
    if (!of->taken)
      lcm_report(l->ctx, LCM_DIAG_UNUSED_NAME, of->loc,
                 "nothing waits for the condition '%s'", of->name);
  }
}

/* Return whether every param of the model has a default. */
static bool has_defaults(const lcm_program *program) {
  for (size_t i = 0; i < program->n_params; i++)
    if (!program->params[i].value)
      return false;
  return true;
}

/* Execute the model with the defaults of its params, as far as that is quickly
 * done: subscripts, multiplicities and times out of their domains and deadlocks
 * are reported. */
static lcm_status try_defaults(struct lint_model *l) {
  const struct lcm_simulate_options options = {.least = 1,
                                               .most = 1,
                                               .max_events = MAX_EVENTS,
                                               .max_processes = MAX_PROCESSES};
  struct lcm_simulation simulation;
  const bool muted = lcm_ctx_mute(l->ctx, true);
  lcm_status status =
      lcm_simulate(&simulation, l->ctx, l->program, NULL, 0, &options);
  (void)lcm_ctx_mute(l->ctx, muted);
  if (!status || status == LCM_EBUDGET)
    return LCM_OK;
  return lcm_simulate(&simulation, l->ctx, l->program, NULL, 0, &options);
}

/* Check the model "program": names that nothing uses, possession without end,
 * waits that nothing ends, and, with the defaults of its params, values out of
 * their domains and deadlocks.  What is found is reported. */
static lcm_status lcm_check_model(lcm_ctx *ctx, const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lint_model l = {.ctx = ctx, .program = program};
  lcm_status status = LCM_OK;
  l.resources = LCM_NEW_ARRAY(arena, struct usage, program->n_resources + 1);
  l.conditions = LCM_NEW_ARRAY(arena, struct usage, program->n_conditions + 1);
  for (size_t i = 0; i < program->n_resources; i++) {
    l.resources[i].name = program->resources[i].name;
    l.resources[i].loc = program->resources[i].loc;
  }
  for (size_t i = 0; i < program->n_conditions; i++) {
    l.conditions[i].name = program->conditions[i].name;
    l.conditions[i].loc = program->conditions[i].loc;
  }
  for (size_t i = 0; i < program->n_functions && !status; i++)
    if (program->functions[i].body)
      status = lcm_node_foreach(program->functions[i].body, note_node, &l);
  if (status || !program->entry)
    return status;
  check_usage(&l);
  status = check_equations(&l);
  return !status && has_defaults(program) ? try_defaults(&l) : status;
}

/* Put the structures among the inputs behind the "*n" units at "*units".  What
 * is wrong with one is reported, and it has no program. */
static lcm_status add_structures(const struct lcm_unit **units, size_t *n,
                                 lcm_ctx *ctx,
                                 const struct lcm_load_options *options) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  LCM_LIST(struct lcm_unit) all = {0};
  for (size_t i = 0; i < *n; i++)
    LCM_LIST_ADD(arena, &all, (*units)[i]);
  for (size_t i = 0; i < options->n_inputs; i++) {
    struct lcm_unit one = {.file = options->inputs[i]};
    if (!lcm_load_is_structure(one.file))
      continue;
    const lcm_status status =
        lcm_load_structure(&one.program, ctx, one.file, options);
    if (status == LCM_ENOMEM || status == LCM_EIO)
      return status;
    one.failed = status != LCM_OK;
    LCM_LIST_ADD(arena, &all, one);
  }
  *units = all.at;
  *n = all.n;
  return LCM_OK;
}

/* Link the "n" units at "units", which are given together, into "*out": what is
 * said of calls that one of them resolves for another is taken back, as
 * `analyze` does. */
static lcm_status join_units(const lcm_program **out, lcm_ctx *ctx,
                             const struct lcm_unit *units, size_t n) {
  LCM_LIST(const lcm_program *) programs = {0};
  for (size_t i = 0; i < n; i++)
    if (units[i].program)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &programs, units[i].program);
  const lcm_status status =
      lcm_program_join(out, ctx, programs.at, programs.n, true);
  if (!status)
    (void)lcm_program_specialise(ctx, *out, false, false);
  return status;
}

/* Let "*program", which "options" name, say which loops under `simd` have
 * races: for that all is analysed again, with a node for each loop. */
static lcm_status check_simd(const lcm_program **program, lcm_ctx *ctx,
                             const struct lcm_load_options *options) {
  static const char *const ALL[] = {LCM_KEEP_LOOPS};
  struct lcm_load_options kept = *options;
  const struct lcm_unit *units = NULL;
  const lcm_program *looked = NULL;
  size_t n = 0;
  if (!*program || !lcm_simd_is_in(*program))
    return LCM_OK;
  kept.analyze.kept = ALL;
  kept.analyze.n_kept = 1;
  const bool muted = lcm_ctx_mute(ctx, true);
  lcm_status status = lcm_load_units(&units, &n, ctx, &kept);
  status = status ? status : join_units(&looked, ctx, units, n);
  (void)lcm_ctx_mute(ctx, muted);
  if (!status && looked)
    lcm_simd_check(program, ctx, looked);
  return status;
}

lcm_status lcm_check(const lcm_program **out, lcm_ctx *ctx,
                     const struct lcm_load_options *options) {
  struct lcm_load_options open = *options;
  const struct lcm_unit *units = NULL;
  const lcm_program *model = NULL;
  size_t n = 0;
  *out = NULL;
  open.open = true;
  lcm_status status = lcm_load_units(&units, &n, ctx, &open);
  status = status ? status : add_structures(&units, &n, ctx, &open);
  status = status ? status : lcm_check_names(ctx, units, n);
  status = status ? status : join_units(out, ctx, units, n);
  if (!status)
    lcm_races_check(out, ctx, NULL);
  status = status ? status : check_simd(out, ctx, &open);
  status = status ? status : lcm_load_model(&model, ctx, &open);
  return status || !model ? status : lcm_check_model(ctx, model);
}
