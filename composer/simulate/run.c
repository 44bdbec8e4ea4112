/* Simulates a program: replications until the mean is known, deadlocks and
 * budgets reported. */

#include <math.h>
#include <string.h>

#include "composer/gsl/gsl_chance.h"
#include "composer/simulate/code/emit.h"
#include "composer/simulate/code/prepare.h"
#include "composer/simulate/frame.h"
#include "composer/simulate/names.h"
#include "composer/simulate/ranks/rank.h"
#include "composer/simulate/realm.h"
#include "composer/simulate/run.h"
#include "composer/simulate/step.h"
#include "composer/simulate/trace_internal.h"
#include "composer/trace/trace.h"

static const size_t NONE = (size_t)-1;
enum { MAX_LISTED = 6 };

/* ---- deadlock ------------------------------------------------------------ */

/* Return what "process" waits for, as text; NULL for what explains nothing. */
static const char *wish_of(lcm_vm *vm, lcm_process *process) {
  lcm_sim_index index = 0;
  switch (lcm_process_waits(vm->sim, process, &index)) {
  case LCM_WAITING_RESOURCE:
    return lcm_vm_name_of(vm, index, false);
  case LCM_WAITING_CONDITION:
    return lcm_vm_name_of(vm, index, true);
  case LCM_WAITING_OWNER:
    return "the other members of its team";
  case LCM_WAITING_TIME:
  case LCM_WAITING_CHILDREN:
  case LCM_WAITING_NOTHING:
    break;
  }
  return NULL;
}

/* Report who waits for what. */
static void report_deadlock(lcm_vm *vm) {
  lcm_process **blocked;
  if (lcm_vm_ranks_deadlock(vm)) {
    lcm_vm_fail(vm, LCM_EDOMAIN);
    return;
  }
  if (lcm_vm_ranks_guessed(vm))
    return;
  const size_t n = lcm_sim_blocked(&blocked, vm->sim);
  lcm_buf text = {0};
  lcm_loc at = {0};
  size_t listed = 0;
  for (size_t i = 0; i < n && listed < MAX_LISTED; i++) {
    const struct lcm_vm_process *p = lcm_process_extra(blocked[i]);
    const char *wish = wish_of(vm, blocked[i]);
    const lcm_loc loc = vm->code.at[p->at].node->loc;
    if (!wish)
      continue;
    if (!listed++)
      at = loc;
    lcm_buf_printf(&text, "%s%s waits for %s", listed > 1 ? "; " : "",
                   lcm_vm_process_name(vm, blocked[i]), wish);
    if (listed > 1 && loc.line)
      lcm_buf_printf(&text, " (line %u)", (unsigned)loc.line);
  }
  if (n > listed)
    lcm_buf_printf(&text, "; and %zu more", n - listed);
  lcm_report(vm->ctx, LCM_DIAG_DEADLOCK, at, "deadlock at time %g: %s",
             lcm_sim_time(vm->sim), lcm_ctx_text(vm->ctx, &text));
  lcm_vm_fail(vm, LCM_EDOMAIN);
}

/* ---- one replication ----------------------------------------------------- */

/* Report that the budget is spent. */
static void report_budget(lcm_vm *vm) {
  lcm_report(vm->ctx, LCM_DIAG_BUDGET, vm->run.function->loc,
             "the simulation makes too many events or processes (%llu events "
             "to time %g)",
             lcm_sim_events(vm->sim), lcm_sim_time(vm->sim));
  lcm_vm_fail(vm, LCM_EBUDGET);
}

/* Make the kernel ready for a replication with "seed". */
static void begin(lcm_vm *vm, uint64_t seed, unsigned long long budget) {
  const struct lcm_simulate_options *o = vm->options;
  const struct lcm_sim_options options = {
      .step = lcm_vm_step,
      .user = vm,
      .extra = sizeof(struct lcm_vm_process),
      .ties = o->random_ties ? LCM_TIES_RANDOM : LCM_TIES_CREATION,
      .seed = seed + 1,
      .overtake = o->overtake,
      .visits = o->visits,
      .max_events = budget,
      .max_processes = o->max_processes ? o->max_processes : 1u << 21,
      .trace = vm->recorder ? lcm_vm_note_span : NULL,
      .trace_user = vm};
  lcm_vm_end_ranks(vm);
  lcm_arena_rewind(&vm->life);
  memset(&vm->instances, 0, sizeof vm->instances);
  memset(&vm->realms, 0, sizeof vm->realms);
  memset(&vm->holds, 0, sizeof vm->holds);
  vm->realm = 0;
  vm->crews = NULL;
  for (size_t i = 0; i < vm->functions.n; i++)
    vm->functions.at[i]->free = NULL;
  lcm_random_seed(&vm->random, seed);
  vm->sim = lcm_sim_new(&vm->life, &options);
  lcm_vm_make_declared(vm);
  lcm_vm_make_machine(vm);
}

/* Put the number of processors into the slot that the first function has for
 * it. */
static void bind_hidden(lcm_vm *vm, struct lcm_vm_frame *frame) {
  const size_t n = frame->function->function->n_params;
  for (size_t i = 0; !vm->program->is_model && i < LCM_VM_HIDDEN; i++)
    if (lcm_vm_hidden(vm, i) == vm->run.names->p)
      frame->slots[n + i] = vm->weight;
}

/* Run a replication with "seed"; return the time of its end, and add its events
 * to "*events". */
static double replicate(lcm_vm *vm, uint64_t seed, unsigned long long *events) {
  const unsigned long long most =
      vm->options->max_events ? vm->options->max_events : 1000000000;
  begin(vm, seed, most > *events ? most - *events : 1);
  if (vm->status)
    return 0;
  lcm_process *const first = lcm_sim_fork(vm->sim, NULL, 0, 1);
  struct lcm_vm_process *p = lcm_process_extra(first);
  memset(p, 0, sizeof *p);
  p->next = vm->functions.at[0]->entry;
  p->frame = lcm_vm_new_frame(vm, vm->functions.at[0]);
  p->weight = vm->weight;
  bind_hidden(vm, p->frame);
  if (vm->recorder)
    lcm_vm_note_begin(vm, first);
  enum lcm_sim_end end = lcm_sim_run(vm->sim);
  while (!vm->status && end == LCM_SIM_DEADLOCK && lcm_vm_ranks_give_way(vm))
    end = lcm_sim_run(vm->sim);
  if (!vm->status && end == LCM_SIM_BUDGET)
    report_budget(vm);
  if (!vm->status && end == LCM_SIM_DEADLOCK)
    report_deadlock(vm);
  *events += lcm_sim_events(vm->sim);
  return lcm_sim_time(vm->sim);
}

/* ---- replications -------------------------------------------------------- */

/* Repeat the random model until the mean is known well enough. */
static void repeat(lcm_vm *vm, struct lcm_simulation *out, uint64_t seed,
                   double first) {
  const struct lcm_simulate_options *o = vm->options;
  const size_t least = o->least > 1 ? o->least : 10;
  const size_t most = o->most ? o->most : 10000;
  const double precision = o->precision > 0 ? o->precision : 0.01;
  double mean = first;
  double squares = 0;
  size_t n = 1;
  double half = INFINITY;
  while ((n < least || half > precision * fabs(mean)) && n < most &&
         !vm->status) {
    const double time =
        replicate(vm, seed + n * 0x9e3779b97f4a7c15u, &out->events);
    const double off = time - mean;
    if (o->times)
      o->times[n] = time;
    n++;
    mean += off / (double)n;
    squares += off * (time - mean);
    half = n < 2 ? INFINITY
                 : lcm_student_two_sided(out->result.level, (double)n - 1) *
                       sqrt(squares / ((double)n - 1) / (double)n);
  }
  out->result.mean = mean;
  out->result.time = mean;
  out->result.low = mean - half;
  out->result.high = mean + half;
  out->result.replications = n;
}

/* Return whether "name" is bound in "run". */
static bool is_bound(const struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->env.n; i++)
    if (!strcmp(run->env.at[i].name, name))
      return true;
  return false;
}

/* Return on how many processors the program runs: as asked for, or p of "env",
 * or ranks times threads. */
static double processors_of(const lcm_vm *vm, const lcm_binding *env,
                            size_t n) {
  double product = 1;
  if (vm->options->processors > 0 || vm->program->is_model)
    return fmax(1, vm->options->processors);
  for (size_t i = 0; i < n; i++) {
    if (!strcmp(env[i].name, "p"))
      return env[i].value;
    if (!strcmp(env[i].name, "ranks") || !strcmp(env[i].name, "threads"))
      product *= env[i].value;
  }
  return product;
}

/* Let names that a param which is given stands for be worth what that is. */
static void bind_others(lcm_vm *vm) {
  for (size_t i = 0; i < vm->program->n_params; i++) {
    const lcm_param *param = &vm->program->params[i];
    const char *other = lcm_param_other(param);
    double value = 0;
    if (other && !is_bound(&vm->run, other) &&
        lcm_env_find(&value, &vm->run.env, param->name))
      lcm_run_bind(&vm->run, other, value);
  }
}

/* Bind what is given and the params that have a value. */
static void bind_globals(lcm_vm *vm, const lcm_binding *env, size_t n) {
  const lcm_program *program = vm->program;
  for (size_t i = 0; i < n; i++)
    lcm_run_bind(&vm->run, env[i].name, env[i].value);
  bind_others(vm);
  for (size_t round = 0; round <= program->n_params; round++)
    for (size_t i = 0; i < program->n_params; i++) {
      const lcm_param *param = &program->params[i];
      const lcm_expr *e = param->value ? param->value : param->tied;
      double value = 0;
      if (!is_bound(&vm->run, param->name) &&
          lcm_run_derived(&value, &vm->run, e))
        lcm_run_bind(&vm->run, param->name, value);
    }
  vm->run.globals = vm->run.env.n;
}

/* Set up "vm" with the "n" values of "env" for a model. */
static void begin_model(lcm_vm *vm, const lcm_binding *env, size_t n) {
  vm->run =
      (struct lcm_run){.ctx = vm->ctx,
                       .program = vm->program,
                       .path = "",
                       .notes = {.parent = NONE, .scale = 1, .spread = 1}};
  bind_globals(vm, env, n);
}

/* Set up "vm" with the "n" values of "env" for a program: as the engine would
 * run it at a point, from "setup". */
static lcm_status begin_program(lcm_vm *vm, struct lcm_setup *setup,
                                const lcm_binding *env, size_t n) {
  lcm_setup_begin(setup);
  lcm_setup_place(setup, env, n);
  const lcm_status status =
      lcm_machine_moves(setup->machine)
          ? lcm_data_trace(&setup->data, vm->ctx, vm->program)
          : LCM_OK;
  if (!status)
    lcm_run_begin(&vm->run, setup,
                  &(struct lcm_run_place){0, processors_of(vm, env, n), NULL});
  return status;
}

/* Run what "vm" has prepared into "*out". */
static lcm_status simulate(struct lcm_simulation *out, lcm_vm *vm) {
  const struct lcm_simulate_options *options = vm->options;
  const uint64_t seed = options->seed ? options->seed : 1;
  if (options->schedule)
    lcm_vm_record(vm);
  const double time = replicate(vm, seed, &out->events);
  out->schedule = vm->recorder ? lcm_vm_schedule(vm) : NULL;
  vm->recorder = NULL;
  out->result.time = out->result.mean = time;
  out->result.low = out->result.high = time;
  out->result.replications = 1;
  out->result.random = vm->draws || options->random_ties;
  if (options->times)
    options->times[0] = time;
  if (out->result.random && !vm->status)
    repeat(vm, out, seed, time);
  return vm->status ? vm->status : vm->run.status;
}

lcm_status lcm_simulate(struct lcm_simulation *out, lcm_ctx *ctx,
                        const lcm_program *program, const lcm_binding *env,
                        size_t n, const struct lcm_simulate_options *options) {
  const lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_predict_options plain = {.nesting_off = options->nesting_off};
  lcm_vm vm = {.ctx = ctx,
               .program = program,
               .options = options,
               .life = lcm_arena_like(arena)};
  struct lcm_setup setup = {.ctx = ctx,
                            .program = program,
                            .options = &plain,
                            .machine = options->machine};
  struct lcm_simulation result = {
      .result.level = options->level > 0 ? options->level : 0.90};
  lcm_status status = LCM_OK;
  if (program->is_model)
    begin_model(&vm, env, n);
  else if (program->entry)
    status = begin_program(&vm, &setup, env, n);
  vm.run.messages.told = &vm.told;
  vm.weight = processors_of(&vm, env, n);
  status = status ? status : lcm_vm_prepare(&vm);
  status = status ? status : simulate(&result, &vm);
  lcm_vm_end_ranks(&vm);
  lcm_arena_reset(&vm.life);
  if (!status)
    *out = result;
  return status;
}
