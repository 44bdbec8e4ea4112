#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/team/team.h"
#include "composer/rules/level.h"
#include "composer/rules/price.h"
#include "composer/rules/schedule.h"
#include "composer/scope/levels.h"
#include "composer/scope/loops.h"
#include "composer/scope/nodes.h"
#include "composer/simulate/compile.h"
#include "composer/simulate/expr.h"
#include "composer/simulate/program.h"
#include "composer/simulate/rank.h"
#include "model/expr/intern.h"
#include "simulator/resource.h"

/* ---- leaves ----------------------------------------------------------------
 */

/* Return whether a `with` or a `size` clause in "node" mentions "name". */
static bool clauses_mention(const lcm_node *node, const char *name) {
  for (size_t i = 0; i < node->n_with; i++)
    if (lcm_expr_has(node->with[i].value, name))
      return true;
  for (size_t i = 0; node->kind == LCM_NODE_CALL && node->u.call.sizes &&
                     i < node->u.call.n_args;
       i++)
    if (node->u.call.sizes[i] && lcm_expr_has(node->u.call.sizes[i], name))
      return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (clauses_mention(node->children[i], name))
      return true;
  return false;
}

/* Return whether the cost of "node" may depend on the value of "name". */
static bool may_depend(const struct lcm_vm_scope *scope, const lcm_node *node,
                       const char *name) {
  lcm_vm *vm = scope->vm;
  if (name == vm->run.names->team || name == vm->run.names->parts)
    return true;
  if (name == vm->run.names->thread && lcm_run_traits(&vm->run, node)->thread)
    return true;
  return lcm_node_depends(node, name) || clauses_mention(node, name);
}

/* Fill in "leaf" with "node" and what is visible there. */
static void fill_leaf(struct lcm_vm_leaf *leaf, struct lcm_vm_scope *scope,
                      const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(scope->vm->ctx);
  const size_t n = scope->indices.n + scope->lets.n;
  struct lcm_vm_name *names = LCM_NEW_ARRAY(arena, struct lcm_vm_name, n + 1);
  uint32_t *keys = LCM_NEW_ARRAY(arena, uint32_t, n + 1);
  leaf->node = node;
  leaf->function = scope->function->function;
  leaf->drawn = scope->vm->program->n_draws > 0 &&
                lcm_run_traits(&scope->vm->run, node)->random;
  scope->vm->draws = scope->vm->draws || leaf->drawn;
  for (size_t i = 0; i < n; i++) {
    names[i] = i < scope->lets.n ? scope->lets.at[i]
                                 : scope->indices.at[i - scope->lets.n];
    if (may_depend(scope, node, names[i].name))
      keys[leaf->n_keys++] = names[i].slot;
  }
  leaf->names = names;
  leaf->n_names = n;
  leaf->keys = keys;
}

struct lcm_vm_leaf *lcm_vm_new_leaf(struct lcm_vm_scope *scope,
                                    const lcm_node *node) {
  struct lcm_vm_leaf *leaf =
      LCM_NEW(lcm_ctx_arena(scope->vm->ctx), struct lcm_vm_leaf);
  fill_leaf(leaf, scope, node);
  return leaf;
}

/* Append the instruction "code" with "more" for "node". */
static uint32_t emit(struct lcm_vm_scope *scope, enum lcm_vm_code code,
                     void *more, const lcm_node *node) {
  return lcm_vm_emit(scope->vm, (struct lcm_vm_instruction){
                                    .code = code, .node = node, .more = more});
}

/* Append a jump to instruction "to". */
static void emit_goto(struct lcm_vm_scope *scope, uint32_t to,
                      const lcm_node *node) {
  lcm_vm_emit(scope->vm, (struct lcm_vm_instruction){
                             .code = LCM_VM_GOTO, .a = to, .node = node});
}

/* Append slot "slot" = "value". */
static void emit_set(struct lcm_vm_scope *scope, uint32_t slot, double value,
                     const lcm_node *node) {
  lcm_vm_emit(scope->vm, (struct lcm_vm_instruction){
                             .code = LCM_VM_SET,
                             .a = slot,
                             .b = lcm_vm_constant(scope->vm, value),
                             .node = node});
}

/* Return the number of the instruction that comes next. */
static uint32_t here(const struct lcm_vm_scope *scope) {
  return (uint32_t)scope->vm->code.n;
}

/* Return whether "node", as far as its traits tell, only costs. */
static bool seems_plain(lcm_vm *vm, const lcm_node *node) {
  const struct lcm_traits *t = lcm_run_traits(&vm->run, node);
  return !t->parallel && !t->shared && !t->actor && !t->random && !t->tasks;
}

static bool calls_plain(lcm_vm *vm, const lcm_node *node);

/* Return whether "function" and all that it calls only cost.  One that is being
 * looked at is taken to; what was found with the help of that is forgotten
 * where it turns out not to. */
static bool function_is_plain(lcm_vm *vm, const lcm_function *function) {
  for (size_t i = 0; i < vm->known.n; i++)
    if (vm->known.at[i].function == function)
      return vm->known.at[i].plain;
  const size_t at = vm->known.n;
  const struct lcm_vm_known fresh = {function, true};
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->known, fresh);
  const bool plain =
      seems_plain(vm, function->body) && calls_plain(vm, function->body);
  if (!plain)
    vm->known.n = at + 1;
  vm->known.at[at].plain = plain;
  return plain;
}

/* Return whether what is called in "node" only costs. */
static bool calls_plain(lcm_vm *vm, const lcm_node *node) {
  if (node->kind == LCM_NODE_CALL && !node->n_models) {
    const lcm_function *callee =
        lcm_program_function(vm->program, node->u.call.callee);
    if (callee && callee->body && !function_is_plain(vm, callee))
      return false;
  }
  for (size_t i = 0; i < node->n_children; i++)
    if (!calls_plain(vm, node->children[i]))
      return false;
  return true;
}

/* The traits of recursive calls do not tell whether a node only costs. */
bool lcm_vm_is_plain(lcm_vm *vm, const lcm_node *node) {
  return seems_plain(vm, node) && calls_plain(vm, node);
}

/* ---- loops ------------------------------------------------------------------
 */

/* Compile the sequential loop "node". */
static void compile_times(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  const lcm_iteration *range =
      node->u.loop.n_ranges == 1 ? &node->u.loop.ranges[0] : NULL;
  const uint32_t left = lcm_vm_new_slot(scope);
  const uint32_t times =
      emit(scope, LCM_VM_TIMES, lcm_vm_new_leaf(scope, node), node);
  uint32_t index = LCM_VM_NONE;
  uint32_t by = 0;
  vm->code.at[times].a = left;
  if (range) {
    const lcm_expr *step = range->factor ? range->factor : range->step;
    const uint32_t from = lcm_vm_compile_expr(scope, range->from, node->loc);
    by = step ? lcm_vm_compile_expr(scope, step, node->loc)
              : lcm_vm_constant(vm, 1);
    index = lcm_vm_push_name(scope, range->index);
    lcm_vm_emit(vm,
                (struct lcm_vm_instruction){
                    .code = LCM_VM_SET, .a = index, .b = from, .node = node});
  }
  const uint32_t test = emit(scope, LCM_VM_COUNT, NULL, node);
  vm->code.at[test].a = left;
  if (node->n_children)
    lcm_vm_compile(scope, node->children[0]);
  if (range)
    lcm_vm_emit(vm,
                (struct lcm_vm_instruction){.code = LCM_VM_STEP,
                                            .a = index,
                                            .b = by,
                                            .c = test,
                                            .node = node,
                                            .more = range->factor ? vm : NULL});
  else
    emit_goto(scope, test, node);
  vm->code.at[test].b = here(scope);
}

/* Return whether the iterations of the worksharing loop "node" cost the
 * same. */
static bool is_uniform(lcm_vm *vm, const lcm_node *node) {
  if (node->u.loop.n_ranges != 1)
    return true;
  for (size_t i = 0; i < node->n_models; i++)
    if (node->models[i].per == LCM_PER_ITERATION &&
        lcm_expr_has(node->models[i].expr, node->u.loop.ranges[0].index))
      return false;
  return node->n_models || lcm_run_is_uniform(&vm->run, node);
}

/* Return the description of the worksharing loop or the sections "node". */
static struct lcm_vm_loop *new_loop(struct lcm_vm_scope *scope,
                                    const lcm_node *node) {
  struct lcm_vm_loop *loop =
      LCM_NEW(lcm_ctx_arena(scope->vm->ctx), struct lcm_vm_loop);
  loop->slot = scope->function->slots;
  scope->function->slots += LCM_VM_LOOP_SLOTS;
  loop->index = LCM_VM_NONE;
  fill_leaf(&loop->leaf, scope, node);
  return loop;
}

/* Compile the worksharing loop "node" in a team. */
static void compile_share(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  struct lcm_vm_loop *loop = new_loop(scope, node);
  loop->deal = lcm_loop_dealing(vm->run.machine, node).deal;
  loop->tasks = loop->deal == LCM_DEAL_TASKS;
  loop->demand = lcm_deal_has(loop->deal, LCM_DEAL_ON_DEMAND);
  loop->uniform = is_uniform(vm, node);
  loop->plain = node->n_models || !node->n_children ||
                lcm_vm_is_plain(scope->vm, node->children[0]);
  loop->ordered = node->u.loop.ordered && !loop->plain;
  if (node->u.loop.n_ranges)
    loop->index = lcm_vm_push_name(scope, node->u.loop.ranges[0].index);
  emit(scope, LCM_VM_SHARE, loop, node);
  const uint32_t iterate = emit(scope, LCM_VM_ITERATE, loop, node);
  if (!loop->plain) {
    lcm_vm_compile(scope, node->children[0]);
    emit_goto(scope, iterate, node);
  }
  if (loop->tasks) {
    loop->finish = here(scope);
    emit(scope, LCM_VM_FINISH, NULL, node);
    emit(scope, LCM_VM_END, NULL, node);
  }
  vm->code.at[iterate].c = here(scope);
  if (loop->tasks)
    emit(scope, LCM_VM_TASKWAIT, NULL, node);
}

/* Compile unit "i" of "node", that has processors of its own where it is
 * parallel itself. */
static void compile_unit(struct lcm_vm_scope *scope, const lcm_node *node,
                         size_t i) {
  lcm_vm *vm = scope->vm;
  const lcm_node *child = node->children[i];
  const bool parallel = lcm_run_traits(&vm->run, child)->parallel;
  if (parallel) {
    const uint32_t weight =
        emit(scope, LCM_VM_WEIGHT, lcm_vm_new_leaf(scope, child), node);
    vm->code.at[weight].a = (uint32_t)node->n_children;
  }
  const bool in_team = scope->in_team;
  lcm_vm_compile(scope, child);
  scope->in_team = in_team;
  if (parallel) {
    const uint32_t weight = emit(scope, LCM_VM_WEIGHT, NULL, node);
    vm->code.at[weight].b = 1;
  }
}

/* Let `T` be the number of units of "node" in what follows. */
static void set_parts(struct lcm_vm_scope *scope, const lcm_node *node) {
  emit_set(scope, lcm_vm_push_name(scope, scope->vm->run.names->parts),
           (double)node->n_children, node);
}

/* Compile the sections "node" in a team. */
static void compile_sections(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  set_parts(scope, node);
  struct lcm_vm_loop *loop = new_loop(scope, node);
  loop->targets = (uint32_t)vm->targets.n;
  loop->n_targets = (uint32_t)node->n_children;
  loop->blocks = lcm_units_are_blocks(scope->vm->run.machine, node);
  for (size_t i = 0; i < node->n_children; i++)
    LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->targets, 0);
  emit(scope, LCM_VM_SHARE, loop, node);
  const uint32_t iterate = emit(scope, LCM_VM_ITERATE, loop, node);
  for (size_t i = 0; i < node->n_children; i++) {
    vm->targets.at[loop->targets + i] = here(scope);
    compile_unit(scope, node, i);
    emit_goto(scope, iterate, node);
  }
  vm->code.at[iterate].c = here(scope);
}

/* ---- teams and threads --------------------------------------------------- */

/* Append PLACE with "what" for slot "slot" and "n" units. */
static void emit_place(struct lcm_vm_scope *scope, uint32_t what, uint32_t slot,
                       const lcm_node *node) {
  lcm_vm_emit(scope->vm,
              (struct lcm_vm_instruction){.code = LCM_VM_PLACE,
                                          .a = what,
                                          .b = slot,
                                          .c = (uint32_t)node->n_children,
                                          .node = node});
}

/* Compile the threads "node" outside a team. */
static void compile_threads(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  const uint32_t first = (uint32_t)vm->targets.n;
  const uint32_t place = lcm_vm_new_slot(scope);
  const bool turns = !lcm_run_traits(&vm->run, node)->actor;
  set_parts(scope, node);
  emit_place(scope, turns ? 0 : 3, place, node);
  for (size_t i = 0; i < node->n_children; i++)
    LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->targets, 0);
  lcm_vm_emit(vm, (struct lcm_vm_instruction){.code = LCM_VM_FORK,
                                              .a = first,
                                              .b = (uint32_t)node->n_children,
                                              .node = node});
  const uint32_t join = emit(scope, LCM_VM_JOIN, NULL, node);
  for (size_t i = 0; i < node->n_children; i++) {
    const size_t lets = scope->lets.n;
    vm->targets.at[first + i] = here(scope);
    emit_place(scope, turns ? 1 : 4, place, node);
    const uint32_t weight = emit(
        scope, LCM_VM_WEIGHT, lcm_vm_new_leaf(scope, node->children[i]), node);
    vm->code.at[weight].a = (uint32_t)node->n_children;
    lcm_vm_compile(scope, node->children[i]);
    if (turns)
      emit_place(scope, 2, place, node);
    emit(scope, LCM_VM_END, NULL, node);
    scope->lets.n = lets;
  }
  vm->code.at[join].a = here(scope);
}

/* Compile "node" as a team: TEAM, or a loop that brings its own. */
static void compile_team(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  struct lcm_vm_team *team =
      LCM_NEW(lcm_ctx_arena(vm->ctx), struct lcm_vm_team);
  const bool outer = scope->in_team;
  const size_t lets = scope->lets.n;
  fill_leaf(&team->leaf, scope, node);
  team->thread = lcm_vm_push_name(scope, vm->run.names->thread);
  team->size = lcm_vm_push_name(scope, vm->run.names->team);
  team->p = lcm_vm_push_name(scope, vm->run.names->p);
  const uint32_t at = emit(scope, LCM_VM_TEAM, team, node);
  scope->in_team = true;
  if (node->kind == LCM_NODE_PARLOOP)
    compile_share(scope, node);
  else if (node->n_children)
    lcm_vm_compile(scope, node->children[0]);
  const uint32_t last = emit(scope, LCM_VM_BARRIER, NULL, node);
  vm->code.at[last].a = 1;
  emit(scope, LCM_VM_END, NULL, node);
  vm->code.at[at].c = here(scope);
  scope->in_team = outer;
  scope->lets.n = lets;
}

/* ---- tasks --------------------------------------------------------------- */

/* Compile the task "node" in a team. */
static void compile_task(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  const size_t lets = scope->lets.n;
  const uint32_t task =
      emit(scope, LCM_VM_TASK, lcm_vm_new_leaf(scope, node), node);
  emit(scope, LCM_VM_START, NULL, node);
  if (node->n_models)
    emit(scope, LCM_VM_LEAF, lcm_vm_new_leaf(scope, node), node);
  for (size_t i = 0; i < node->n_children && !node->n_models; i++)
    lcm_vm_compile(scope, node->children[i]);
  emit(scope, LCM_VM_FINISH, NULL, node);
  emit(scope, LCM_VM_END, NULL, node);
  vm->code.at[task].c = here(scope);
  scope->lets.n = lets;
}

/* Compile the task group "node" in a team. */
static void compile_group(struct lcm_vm_scope *scope, const lcm_node *node) {
  emit(scope, LCM_VM_GROUP, NULL, node);
  for (size_t i = 0; i < node->n_children; i++)
    lcm_vm_compile(scope, node->children[i]);
  emit(scope, LCM_VM_UNGROUP, NULL, node);
}

/* ---- nodes --------------------------------------------------------------- */

/* Put what the `with` clauses of "node" say of other names than p into
 * slots. */
static void compile_with(struct lcm_vm_scope *scope, const lcm_node *node) {
  for (size_t i = 0; i < node->n_with; i++) {
    if (!strcmp(node->with[i].name, "p"))
      continue;
    const uint32_t value =
        lcm_vm_compile_expr(scope, node->with[i].value, node->loc);
    lcm_vm_emit(scope->vm, (struct lcm_vm_instruction){
                               .code = LCM_VM_SET,
                               .a = lcm_vm_push_name(scope, node->with[i].name),
                               .b = value,
                               .node = node});
  }
}

/* Return whether the worksharing loop "node" is divided although it has
 * models: they are of its computation. */
static bool is_divided(const lcm_node *node) {
  bool computation = true;
  for (size_t i = 0; i < node->n_models; i++)
    computation =
        computation && lcm_cat_find(node->models[i].category) == LCM_CAT_PC;
  return computation || lcm_model_is_divided(node);
}

/* Compile "node" by its kind in a team; return whether that is done. */
static bool compile_in_team(struct lcm_vm_scope *scope, const lcm_node *node) {
  switch ((int)node->kind) {
  case LCM_NODE_PARLOOP:
    compile_share(scope, node);
    return true;
  case LCM_NODE_PARALLEL:
    compile_sections(scope, node);
    return true;
  case LCM_NODE_BARRIER:
    emit(scope, LCM_VM_BARRIER, NULL, node);
    return true;
  case LCM_NODE_TASK:
    compile_task(scope, node);
    return true;
  case LCM_NODE_TASKWAIT:
    emit(scope, LCM_VM_TASKWAIT, NULL, node);
    return true;
  case LCM_NODE_TASKGROUP:
    compile_group(scope, node);
    return true;
  }
  return false;
}

/* Compile "node" by its kind outside a team; return whether that is done. */
static bool compile_outside(struct lcm_vm_scope *scope, const lcm_node *node) {
  if (node->kind == LCM_NODE_PARLOOP) {
    if (node->u.loop.worksharing)
      compile_times(scope, node);
    else
      compile_team(scope, node);
    return true;
  }
  if (node->kind == LCM_NODE_PARALLEL && !node->u.parallel.worksharing) {
    compile_threads(scope, node);
    return true;
  }
  if (node->kind == LCM_NODE_PARALLEL) {
    for (size_t i = 0; i < node->n_children; i++)
      lcm_vm_compile(scope, node->children[i]);
    return true;
  }
  return false;
}

bool lcm_vm_compile_program(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  if (node->kind == LCM_NODE_LET)
    return false;
  if (node->n_with)
    compile_with(scope, node);
  const struct lcm_traits traits = *lcm_run_traits(&vm->run, node);
  const bool share =
      scope->in_team && node->kind == LCM_NODE_PARLOOP && is_divided(node);
  const bool task = scope->in_team && node->kind == LCM_NODE_TASK;
  if (!node->n_models && traits.ranks && node->kind == LCM_NODE_TEAM &&
      node->n_children) {
    lcm_vm_compile_ranks(scope, node);
    return true;
  }
  if (node->n_models && !share && !task) {
    emit(scope, scope->in_team && traits.shared ? LCM_VM_TOGETHER : LCM_VM_LEAF,
         lcm_vm_new_leaf(scope, node), node);
    return true;
  }
  if (lcm_vm_is_plain(scope->vm, node)) {
    emit(scope, LCM_VM_LEAF, lcm_vm_new_leaf(scope, node), node);
    return true;
  }
  if (node->kind == LCM_NODE_TEAM) {
    compile_team(scope, node);
    return true;
  }
  if ((node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_WHILE) &&
      !node->u.loop.condition) {
    compile_times(scope, node);
    return true;
  }
  return scope->in_team ? compile_in_team(scope, node)
                        : compile_outside(scope, node);
}

void lcm_vm_compile_locked(struct lcm_vm_scope *scope, const lcm_node *node) {
  const struct lcm_cost *cost =
      lcm_machine_cost(scope->vm->run.machine, lcm_lock_cost(node));
  if (cost && !lcm_expr_is_int(cost->expr, 0))
    emit(scope, LCM_VM_LOCKED, NULL, node);
}

/* Make the resources that stand for the bandwidth of "level" on the sockets of
 * the machine; return the first. */
static lcm_sim_index make_bandwidth(lcm_vm *vm, const struct lcm_level *level) {
  const struct lcm_sim_resource bandwidth = {
      .units = 1,
      .shared = true,
      .capacity = fmax(1, level->socket / level->core)};
  lcm_sim_index first = LCM_VM_NONE;
  for (uint32_t i = 0; i < vm->sockets; i++) {
    const lcm_sim_index made = lcm_sim_add_resource(vm->sim, bandwidth);
    first = i ? first : made;
  }
  return first;
}

void lcm_vm_make_machine(lcm_vm *vm) {
  const lcm_machine *machine = vm->run.machine;
  const bool first = vm->realm == 0;
  bool any = false;
  for (size_t i = 0; machine && i < machine->n_levels; i++)
    any = any || lcm_level_is_shared(&machine->levels[i]);
  vm->sockets = any ? (uint32_t)fmin(fmax(1, machine->sockets), 1024) : 0;
  for (size_t i = 0; any && i < machine->n_levels; i++) {
    const lcm_sim_index made = lcm_level_is_shared(&machine->levels[i])
                                   ? make_bandwidth(vm, &machine->levels[i])
                                   : LCM_VM_NONE;
    vm->memory[i] = first ? made : vm->memory[i];
  }
}
