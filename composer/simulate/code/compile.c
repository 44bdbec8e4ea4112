/* Compiles nodes of models and programs into instructions. */
#include <string.h>

#include "composer/simulate/code/compile.h"
#include "composer/simulate/code/emit.h"
#include "composer/simulate/code/expr.h"
#include "composer/simulate/code/leaf.h"
#include "composer/simulate/names.h"
#include "composer/simulate/realm.h"
#include "composer/simulate/step.h"

/* Return the number of the instruction that comes next. */
static uint32_t here(const lcm_vm *vm) { return (uint32_t)vm->code.n; }

/* Append the instruction "code" with "a" and "b" for "node". */
static uint32_t emit(struct lcm_vm_scope *scope, enum lcm_vm_code code,
                     uint32_t a, uint32_t b, const lcm_node *node) {
  return lcm_vm_emit(
      scope->vm,
      (struct lcm_vm_instruction){.code = code, .a = a, .b = b, .node = node});
}

/* Append the instruction "code" with "more" for "node", of a program. */
static uint32_t emit_more(struct lcm_vm_scope *scope, enum lcm_vm_code code,
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

/* Compile the cost of getting the lock of "node", if it has one. */
static void compile_locked(struct lcm_vm_scope *scope, const lcm_node *node) {
  const struct lcm_cost *cost = lcm_machine_cost(
      scope->vm->run.machine, lcm_lock_cost(scope->vm->run.machine, node));
  if (cost && !lcm_expr_is_int(cost->expr, 0))
    emit_more(scope, LCM_VM_LOCKED, NULL, node);
}

/* ---- resources and conditions ---------------------------------------------
 */

/* Return the number of the array called "name", or LCM_VM_NONE. */
static uint32_t array_of(const lcm_vm *vm, const char *name, bool condition) {
  for (uint32_t i = 0; i < vm->arrays.n; i++)
    if (vm->arrays.at[i].condition == condition &&
        !strcmp(vm->arrays.at[i].name, name))
      return i;
  return LCM_VM_NONE;
}

/* Compile the reference "of"; return its number. */
static uint32_t compile_ref(struct lcm_vm_scope *scope,
                            const struct lcm_instance *of, bool condition,
                            lcm_loc at) {
  lcm_vm *vm = scope->vm;
  struct lcm_vm_ref ref = {.array = array_of(vm, of->name, condition),
                           .name = of->name,
                           .n_indices = of->n_indices};
  uint32_t *indices =
      LCM_NEW_ARRAY(lcm_ctx_arena(vm->ctx), uint32_t, of->n_indices + 1);
  for (size_t i = 0; i < of->n_indices; i++)
    indices[i] = lcm_vm_compile_expr(scope, of->indices[i], at);
  ref.indices = indices;
  if (of->n_indices > LCM_VM_MAX_SUBSCRIPTS ||
      (ref.array != LCM_VM_NONE &&
       vm->arrays.at[ref.array].n_subscripts != of->n_indices)) {
    lcm_report(vm->ctx, LCM_DIAG_STRUCTURE, at,
               "'%s' has another number of subscripts", of->name);
    lcm_vm_fail(vm, LCM_ESTRUCT);
    ref.n_indices = 0;
    ref.array = LCM_VM_NONE;
  }
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->refs, ref);
  return (uint32_t)vm->refs.n - 1;
}

/* Return whether the reference "index" has only constant subscripts. */
static bool is_fixed(const lcm_vm *vm, uint32_t index) {
  const struct lcm_vm_ref *ref = &vm->refs.at[index];
  bool fixed = ref->array != LCM_VM_NONE;
  for (size_t i = 0; i < ref->n_indices && fixed; i++)
    fixed = vm->exprs.at[ref->indices[i]].constant;
  return fixed;
}

/* Compile the resources of "node"; return the number of the claims. */
static uint32_t compile_claims(struct lcm_vm_scope *scope,
                               const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  lcm_arena *arena = lcm_ctx_arena(vm->ctx);
  const size_t n = node->u.resource.n_instances;
  uint32_t *refs = LCM_NEW_ARRAY(arena, uint32_t, n + 1);
  struct lcm_vm_claims all = {.refs = refs, .n = n};
  bool fixed = true;
  if (n > LCM_VM_MAX_CLAIMS && !vm->status) {
    lcm_report(vm->ctx, LCM_DIAG_BUDGET, node->loc,
               "more than %d resources at once", LCM_VM_MAX_CLAIMS);
    lcm_vm_fail(vm, LCM_EBUDGET);
  }
  for (size_t i = 0; i < n && !vm->status; i++) {
    refs[i] =
        compile_ref(scope, &node->u.resource.instances[i], false, node->loc);
    fixed = fixed && is_fixed(vm, refs[i]);
  }
  LCM_LIST_ADD(arena, &vm->claims, all);
  const uint32_t index = (uint32_t)vm->claims.n - 1;
  if (!fixed || vm->status)
    return index;
  struct lcm_claim *claims = LCM_NEW_ARRAY(arena, struct lcm_claim, n + 1);
  all.n_claims = lcm_vm_claim(vm, claims, index, NULL, node, LCM_VM_NONE);
  all.claims = claims;
  all.constant = true;
  vm->claims.at[index] = all;
  return index;
}

/* Append TURN with "what" for "node" where that is a part of an ordered loop;
 * return it, or LCM_VM_NONE. */
static uint32_t emit_turn(struct lcm_vm_scope *scope, const lcm_node *node,
                          uint32_t what) {
  if (scope->vm->program->is_model || !node->marks.ordered)
    return LCM_VM_NONE;
  return emit(scope, LCM_VM_TURN, what, 0, node);
}

/* Let the TURN "at", if there is one, lead to what comes next: in an ordered
 * loop the turn is as good as the lock. */
static void skip_to_here(lcm_vm *vm, uint32_t at) {
  if (at != LCM_VM_NONE)
    vm->code.at[at].c = here(vm);
}

/* Append "code", ACQUIRE or RELEASE, of "claims" for "node", kept from slot
 * "keep" on. */
static void emit_possession(struct lcm_vm_scope *scope, enum lcm_vm_code code,
                            uint32_t claims, uint32_t keep,
                            const lcm_node *node) {
  const uint32_t at = emit(scope, code, claims, keep, node);
  scope->vm->code.at[at].c = node->marks.nestable;
}

/* Compile the possession of resources by "node" (USING, or ACQUIRE and RELEASE
 * alone). */
static void compile_possession(struct lcm_vm_scope *scope,
                               const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  const uint32_t claims = compile_claims(scope, node);
  const uint32_t n = (uint32_t)node->u.resource.n_instances;
  uint32_t keep = LCM_VM_NONE;
  if (node->kind == LCM_NODE_USING && !vm->claims.at[claims].constant) {
    keep = scope->function->slots;
    scope->function->slots += n;
  }
  const uint32_t turn = emit_turn(scope, node, 0);
  if (node->kind != LCM_NODE_RELEASE)
    emit_possession(scope, LCM_VM_ACQUIRE, claims, keep, node);
  skip_to_here(vm, turn);
  if (node->kind != LCM_NODE_RELEASE && !vm->program->is_model)
    compile_locked(scope, node);
  if (node->kind == LCM_NODE_USING && node->n_children)
    lcm_vm_compile(scope, node->children[0]);
  const uint32_t leave = emit_turn(scope, node, 1);
  if (node->kind != LCM_NODE_ACQUIRE)
    emit_possession(scope, LCM_VM_RELEASE, claims, keep, node);
  skip_to_here(vm, leave);
}

/* ---- control ---------------------------------------------------------------
 */

/* Compile a loop over range "i" and the following ones of "node". */
static void compile_range(struct lcm_vm_scope *scope, const lcm_node *node,
                          size_t i) {
  lcm_vm *vm = scope->vm;
  if (i == node->u.loop.n_ranges) {
    if (node->n_children)
      lcm_vm_compile(scope, node->children[0]);
    return;
  }
  const lcm_iteration *range = &node->u.loop.ranges[i];
  const size_t names = scope->indices.n;
  const uint32_t from = lcm_vm_compile_expr(scope, range->from, node->loc);
  const uint32_t to = lcm_vm_compile_expr(scope, range->to, node->loc);
  const lcm_expr *by = range->factor ? range->factor : range->step;
  const uint32_t step =
      by ? lcm_vm_compile_expr(scope, by, node->loc) : lcm_vm_constant(vm, 1);
  const uint32_t index = lcm_vm_push_name(scope, range->index);
  const uint32_t limit = lcm_vm_new_slot(scope);
  emit(scope, LCM_VM_SET, limit, to, node);
  emit(scope, LCM_VM_SET, index, from, node);
  const uint32_t test = emit(scope, LCM_VM_TEST, index, limit, node);
  compile_range(scope, node, i + 1);
  const uint32_t next = emit(scope, LCM_VM_STEP, index, step, node);
  vm->code.at[next].c = test;
  vm->code.at[next].more = range->factor ? vm : NULL;
  vm->code.at[test].c = here(vm);
  scope->indices.n = names;
}

/* Compile the body of "node" as often as its count says. */
static void compile_count(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  const uint32_t count =
      lcm_vm_compile_expr(scope, node->u.loop.count, node->loc);
  const uint32_t left = lcm_vm_new_slot(scope);
  emit(scope, LCM_VM_SET, left, count, node);
  const uint32_t test = emit(scope, LCM_VM_COUNT, left, 0, node);
  if (node->n_children)
    lcm_vm_compile(scope, node->children[0]);
  emit(scope, LCM_VM_GOTO, test, 0, node);
  vm->code.at[test].b = here(vm);
}

/* Compile the loop "node". */
static void compile_loop(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  if (node->u.loop.condition) {
    const uint32_t start = here(vm);
    const uint32_t condition =
        lcm_vm_compile_expr(scope, node->u.loop.condition, node->loc);
    const uint32_t test = emit(scope, LCM_VM_UNLESS, 0, condition, node);
    if (node->n_children)
      lcm_vm_compile(scope, node->children[0]);
    emit(scope, LCM_VM_GOTO, start, 0, node);
    vm->code.at[test].a = here(vm);
  } else if (node->u.loop.count) {
    compile_count(scope, node);
  } else {
    compile_range(scope, node, 0);
  }
}

/* Compile the alternative "i" of "node", taken by condition or, with what is
 * left of the slot "roll", by chance; return the instruction that leads past
 * it, or LCM_VM_NONE. */
static uint32_t compile_guard(struct lcm_vm_scope *scope, const lcm_node *node,
                              size_t i, uint32_t roll) {
  const lcm_expr *condition =
      node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
  const lcm_expr *chance =
      node->u.branch.probabilities ? node->u.branch.probabilities[i] : NULL;
  if (condition)
    return emit(scope, LCM_VM_UNLESS, 0,
                lcm_vm_compile_expr(scope, condition, node->loc), node);
  if (chance)
    return emit(scope, LCM_VM_CHANCE, roll,
                lcm_vm_compile_expr(scope, chance, node->loc), node);
  return LCM_VM_NONE;
}

/* Compile a jump to the last alternative of "node" where its condition "i" is
 * not known and the branch leads out of something; return it, or
 * LCM_VM_NONE. */
static uint32_t compile_exit(struct lcm_vm_scope *scope, const lcm_node *node,
                             size_t i) {
  const lcm_expr *condition =
      node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
  if (!condition || scope->vm->program->is_model || !node->marks.exit)
    return LCM_VM_NONE;
  return emit(scope, LCM_VM_KNOWN, 0,
              lcm_vm_compile_expr(scope, condition, node->loc), node);
}

/* Compile the branch "node". */
static void compile_branch(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  LCM_LIST(uint32_t) ends = {0};
  LCM_LIST(uint32_t) exits = {0};
  uint32_t last = 0;
  uint32_t roll = LCM_VM_NONE;
  if (node->u.branch.probabilities) {
    vm->draws = true;
    roll = lcm_vm_new_slot(scope);
    const bool alike = scope->in_team && lcm_run_traits(&vm->run, node)->meets;
    emit(scope, LCM_VM_ROLL, roll, alike, node);
  }
  for (size_t i = 0; i < node->n_children; i++) {
    const uint32_t unknown = compile_exit(scope, node, i);
    const uint32_t guard = compile_guard(scope, node, i, roll);
    if (unknown != LCM_VM_NONE)
      LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &exits, unknown);
    last = here(vm);
    lcm_vm_compile(scope, node->children[i]);
    const uint32_t end = emit(scope, LCM_VM_GOTO, 0, 0, node);
    LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &ends, end);
    if (guard == LCM_VM_NONE)
      break;
    vm->code.at[guard].c = here(vm);
    if (vm->code.at[guard].code == LCM_VM_UNLESS)
      vm->code.at[guard].a = here(vm);
  }
  for (size_t i = 0; i < ends.n; i++)
    vm->code.at[ends.at[i]].a = here(vm);
  for (size_t i = 0; i < exits.n; i++)
    vm->code.at[exits.at[i]].c = last;
}

/* Compile "node" as what a process of its own does; names that it gives values
 * to are its own. */
static void compile_process(struct lcm_vm_scope *scope, const lcm_node *node) {
  const size_t lets = scope->lets.n;
  lcm_vm_compile(scope, node);
  emit(scope, LCM_VM_END, 0, 0, node);
  scope->lets.n = lets;
}

/* Compile the PARALLEL "node": a process for each child. */
static void compile_parallel(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  const uint32_t first = (uint32_t)vm->targets.n;
  for (size_t i = 0; i < node->n_children; i++)
    LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->targets, 0);
  emit(scope, LCM_VM_FORK, first, (uint32_t)node->n_children, node);
  const uint32_t join = emit(scope, LCM_VM_JOIN, 0, 0, node);
  for (size_t i = 0; i < node->n_children; i++) {
    vm->targets.at[first + i] = here(vm);
    compile_process(scope, node->children[i]);
  }
  vm->code.at[join].a = here(vm);
}

/* Compile the PARLOOP "node": a process for each iteration. */
static void compile_parloop(struct lcm_vm_scope *scope, const lcm_node *node,
                            size_t i) {
  lcm_vm *vm = scope->vm;
  const lcm_iteration *range = &node->u.loop.ranges[i];
  const size_t names = scope->indices.n;
  const uint32_t from = lcm_vm_compile_expr(scope, range->from, node->loc);
  const uint32_t to = lcm_vm_compile_expr(scope, range->to, node->loc);
  const uint32_t index = lcm_vm_push_name(scope, range->index);
  const uint32_t limit = lcm_vm_new_slot(scope);
  emit(scope, LCM_VM_SET, index, from, node);
  emit(scope, LCM_VM_SET, limit, to, node);
  const uint32_t fork = emit(scope, LCM_VM_FORK_RANGE, index, limit, node);
  const uint32_t join = emit(scope, LCM_VM_JOIN, 0, 0, node);
  vm->code.at[fork].c = here(vm);
  vm->code.at[fork].more = LCM_NEW(lcm_ctx_arena(vm->ctx), const char *);
  *(const char **)vm->code.at[fork].more = range->index;
  if (i + 1 < node->u.loop.n_ranges) {
    compile_parloop(scope, node, i + 1);
    emit(scope, LCM_VM_END, 0, 0, node);
  } else if (node->n_children) {
    compile_process(scope, node->children[0]);
  } else {
    emit(scope, LCM_VM_END, 0, 0, node);
  }
  vm->code.at[join].a = here(vm);
  scope->indices.n = names;
}

/* Compile the assignment "node". */
static void compile_let(struct lcm_vm_scope *scope, const lcm_node *node) {
  const char *name = node->u.let.name;
  const uint32_t value =
      lcm_vm_compile_expr(scope, node->u.let.value, node->loc);
  uint32_t slot = lcm_vm_slot_of(scope, name);
  if (slot == LCM_VM_NONE) {
    const struct lcm_vm_name entry = {name, lcm_vm_new_slot(scope)};
    LCM_LIST_ADD(lcm_ctx_arena(scope->vm->ctx), &scope->lets, entry);
    slot = entry.slot;
  }
  emit(scope, LCM_VM_SET, slot, value, node);
}

/* Compile the call "node". */
static void compile_call(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  const lcm_function *callee =
      lcm_program_function(vm->program, node->u.call.callee);
  if (!callee || !callee->body)
    return;
  const size_t hidden = vm->program->is_model ? 0 : LCM_VM_HIDDEN;
  uint32_t *args = LCM_NEW_ARRAY(lcm_ctx_arena(vm->ctx), uint32_t,
                                 callee->n_params + hidden + 1);
  for (size_t i = 0; i < callee->n_params; i++)
    args[i] = lcm_vm_compile_expr(scope, lcm_call_argument(node, i), node->loc);
  for (size_t i = 0; i < hidden; i++)
    args[callee->n_params + i] = lcm_vm_compile_expr(
        scope, lcm_expr_symbol(vm->ctx, lcm_vm_hidden(vm, i), LCM_DIM_NONE),
        node->loc);
  const uint32_t function = lcm_vm_function_of(vm, callee, scope->in_team);
  const uint32_t call = emit(scope, LCM_VM_CALL, function, 0, node);
  struct lcm_vm_call *more =
      LCM_NEW(lcm_ctx_arena(vm->ctx), struct lcm_vm_call);
  more->args = args;
  if (lcm_run_traits(&vm->run, callee->body)->depends)
    more->leaf = lcm_vm_new_leaf(scope, node);
  vm->code.at[call].more = more;
}

/* ---- loops of programs -------------------------------------------------- */

/* Compile the sequential loop "node". */
static void compile_times(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  const lcm_iteration *range =
      node->u.loop.n_ranges == 1 ? &node->u.loop.ranges[0] : NULL;
  const uint32_t left = lcm_vm_new_slot(scope);
  const uint32_t times =
      emit_more(scope, LCM_VM_TIMES, lcm_vm_new_leaf(scope, node), node);
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
  const uint32_t test = emit_more(scope, LCM_VM_COUNT, NULL, node);
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
  vm->code.at[test].b = here(scope->vm);
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
  lcm_vm_fill_leaf(&loop->leaf, scope, node);
  return loop;
}

/* Compile the worksharing loop "node" in a team. */
static void compile_share(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  struct lcm_vm_loop *loop = new_loop(scope, node);
  loop->way = lcm_loop_assignment(vm->run.machine, node).way;
  loop->tasks = loop->way == LCM_ASSIGN_TASKS;
  loop->demand = lcm_assign_has(loop->way, LCM_ASSIGN_ON_DEMAND);
  loop->uniform = is_uniform(vm, node);
  loop->plain = node->n_models || !node->n_children ||
                lcm_vm_is_plain(scope->vm, node->children[0]);
  loop->ordered = node->u.loop.ordered && !loop->plain;
  if (node->u.loop.n_ranges)
    loop->index = lcm_vm_push_name(scope, node->u.loop.ranges[0].index);
  emit_more(scope, LCM_VM_SHARE, loop, node);
  const uint32_t iterate = emit_more(scope, LCM_VM_ITERATE, loop, node);
  if (!loop->plain) {
    lcm_vm_compile(scope, node->children[0]);
    emit_goto(scope, iterate, node);
  }
  if (loop->tasks) {
    loop->finish = here(scope->vm);
    emit_more(scope, LCM_VM_FINISH, NULL, node);
    emit_more(scope, LCM_VM_END, NULL, node);
  }
  vm->code.at[iterate].c = here(scope->vm);
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
        emit_more(scope, LCM_VM_WEIGHT, lcm_vm_new_leaf(scope, child), node);
    vm->code.at[weight].a = (uint32_t)node->n_children;
  }
  const bool in_team = scope->in_team;
  lcm_vm_compile(scope, child);
  scope->in_team = in_team;
  if (parallel) {
    const uint32_t weight = emit_more(scope, LCM_VM_WEIGHT, NULL, node);
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
  emit_more(scope, LCM_VM_SHARE, loop, node);
  const uint32_t iterate = emit_more(scope, LCM_VM_ITERATE, loop, node);
  for (size_t i = 0; i < node->n_children; i++) {
    vm->targets.at[loop->targets + i] = here(scope->vm);
    compile_unit(scope, node, i);
    emit_goto(scope, iterate, node);
  }
  vm->code.at[iterate].c = here(scope->vm);
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
  const uint32_t join = emit_more(scope, LCM_VM_JOIN, NULL, node);
  for (size_t i = 0; i < node->n_children; i++) {
    const size_t lets = scope->lets.n;
    vm->targets.at[first + i] = here(scope->vm);
    emit_place(scope, turns ? 1 : 4, place, node);
    const uint32_t weight = emit_more(
        scope, LCM_VM_WEIGHT, lcm_vm_new_leaf(scope, node->children[i]), node);
    vm->code.at[weight].a = (uint32_t)node->n_children;
    lcm_vm_compile(scope, node->children[i]);
    if (turns)
      emit_place(scope, 2, place, node);
    emit_more(scope, LCM_VM_END, NULL, node);
    scope->lets.n = lets;
  }
  vm->code.at[join].a = here(scope->vm);
}

/* Compile "node" as a team: TEAM, or a loop that brings its own. */
static void compile_team(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  struct lcm_vm_team *team =
      LCM_NEW(lcm_ctx_arena(vm->ctx), struct lcm_vm_team);
  const bool outer = scope->in_team;
  const size_t lets = scope->lets.n;
  lcm_vm_fill_leaf(&team->leaf, scope, node);
  team->thread = lcm_vm_push_name(scope, vm->run.names->thread);
  team->size = lcm_vm_push_name(scope, vm->run.names->team);
  team->p = lcm_vm_push_name(scope, vm->run.names->p);
  const uint32_t at = emit_more(scope, LCM_VM_TEAM, team, node);
  scope->in_team = true;
  if (node->kind == LCM_NODE_PARLOOP)
    compile_share(scope, node);
  else if (node->n_children)
    lcm_vm_compile(scope, node->children[0]);
  const uint32_t last = emit_more(scope, LCM_VM_BARRIER, NULL, node);
  vm->code.at[last].a = 1;
  emit_more(scope, LCM_VM_END, NULL, node);
  vm->code.at[at].c = here(scope->vm);
  scope->in_team = outer;
  scope->lets.n = lets;
}

/* ---- tasks --------------------------------------------------------------- */

/* Compile the task "node" in a team. */
static void compile_task(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  const size_t lets = scope->lets.n;
  const uint32_t task =
      emit_more(scope, LCM_VM_TASK, lcm_vm_new_leaf(scope, node), node);
  emit_more(scope, LCM_VM_START, NULL, node);
  if (node->n_models)
    emit_more(scope, LCM_VM_LEAF, lcm_vm_new_leaf(scope, node), node);
  for (size_t i = 0; i < node->n_children && !node->n_models; i++)
    lcm_vm_compile(scope, node->children[i]);
  emit_more(scope, LCM_VM_FINISH, NULL, node);
  emit_more(scope, LCM_VM_END, NULL, node);
  vm->code.at[task].c = here(scope->vm);
  scope->lets.n = lets;
}

/* Compile the task group "node" in a team. */
static void compile_group(struct lcm_vm_scope *scope, const lcm_node *node) {
  emit_more(scope, LCM_VM_GROUP, NULL, node);
  for (size_t i = 0; i < node->n_children; i++)
    lcm_vm_compile(scope, node->children[i]);
  emit_more(scope, LCM_VM_UNGROUP, NULL, node);
}

/* ---- nodes of programs -------------------------------------------------- */

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

/* Compile the team of ranks "node". */
static void compile_ranks(struct lcm_vm_scope *scope, const lcm_node *node) {
  static const enum lcm_vm_code CODES[] = {LCM_VM_RANKS, LCM_VM_PLAY,
                                           LCM_VM_CARRY, LCM_VM_HAND};
  lcm_vm *vm = scope->vm;
  const uint32_t first = (uint32_t)vm->code.n;
  void *leaf = lcm_vm_new_leaf(scope, node);
  for (size_t i = 0; i < sizeof CODES / sizeof *CODES; i++)
    lcm_vm_emit(vm, (struct lcm_vm_instruction){
                        .code = CODES[i], .node = node, .more = leaf});
  vm->code.at[first].c = (uint32_t)vm->code.n;
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
  switch (node->kind) {
  case LCM_NODE_PARLOOP:
    compile_share(scope, node);
    return true;
  case LCM_NODE_PARALLEL:
    compile_sections(scope, node);
    return true;
  case LCM_NODE_BARRIER:
    emit_more(scope, LCM_VM_BARRIER, NULL, node);
    return true;
  case LCM_NODE_TASK:
    compile_task(scope, node);
    return true;
  case LCM_NODE_TASKWAIT:
    emit_more(scope, LCM_VM_TASKWAIT, NULL, node);
    return true;
  case LCM_NODE_TASKGROUP:
    compile_group(scope, node);
    return true;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_TEAM:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
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

/* Compile "node" where it means something of its own in a program; return
 * whether it does. */
static bool compile_program(struct lcm_vm_scope *scope, const lcm_node *node) {
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
    compile_ranks(scope, node);
    return true;
  }
  if (node->n_models && !share && !task) {
    emit_more(scope,
              scope->in_team && traits.shared ? LCM_VM_TOGETHER : LCM_VM_LEAF,
              lcm_vm_new_leaf(scope, node), node);
    return true;
  }
  if (lcm_vm_is_plain(scope->vm, node)) {
    emit_more(scope, LCM_VM_LEAF, lcm_vm_new_leaf(scope, node), node);
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

/* ---- nodes -----------------------------------------------------------------
 */

/* Compile a delay of "time", found at "node". */
static void compile_delay(struct lcm_vm_scope *scope, const lcm_node *node,
                          const lcm_expr *time) {
  emit(scope, LCM_VM_DELAY, lcm_vm_compile_expr(scope, time, node->loc), 0,
       node);
}

/* Compile "node" by its kind. */
static void compile_kind(struct lcm_vm_scope *scope, const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_SERIES:
    for (size_t i = 0; i < node->n_children; i++)
      lcm_vm_compile(scope, node->children[i]);
    return;
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    compile_loop(scope, node);
    return;
  case LCM_NODE_PARLOOP:
    if (node->u.loop.n_ranges)
      compile_parloop(scope, node, 0);
    return;
  case LCM_NODE_PARALLEL:
    compile_parallel(scope, node);
    return;
  case LCM_NODE_BRANCH:
    compile_branch(scope, node);
    return;
  case LCM_NODE_CALL:
    compile_call(scope, node);
    return;
  case LCM_NODE_LET:
    compile_let(scope, node);
    return;
  case LCM_NODE_USE: {
    const uint32_t claims = compile_claims(scope, node);
    emit(scope, LCM_VM_USE, claims,
         lcm_vm_compile_expr(scope, node->u.resource.time, node->loc), node);
    return;
  }
  case LCM_NODE_USING:
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
    compile_possession(scope, node);
    return;
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT: {
    const uint32_t ref =
        compile_ref(scope, &node->u.condition, true, node->loc);
    emit(scope, node->kind == LCM_NODE_WAIT ? LCM_VM_WAIT : LCM_VM_SIGNAL, ref,
         0, node);
    return;
  }
  case LCM_NODE_TEAM:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TASKS:
    for (size_t i = 0; i < node->n_children; i++)
      lcm_vm_compile(scope, node->children[i]);
    return;
  case LCM_NODE_FRAGMENT:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    return;
  }
}

void lcm_vm_compile(struct lcm_vm_scope *scope, const lcm_node *node) {
  lcm_vm *vm = scope->vm;
  const size_t names = scope->indices.n;
  if (vm->status || node->ignored)
    return;
  if (++scope->depth > LCM_MAX_DEPTH) {
    lcm_report(vm->ctx, LCM_DIAG_DEPTH, node->loc, "nested too deeply");
    lcm_vm_fail(vm, LCM_EDEPTH);
    return;
  }
  const lcm_model *time = lcm_node_model(node, "time");
  if (vm->program->is_model && time)
    compile_delay(scope, node, time->expr);
  else if (vm->program->is_model || !compile_program(scope, node))
    compile_kind(scope, node);
  scope->indices.n = names;
  scope->depth--;
}
