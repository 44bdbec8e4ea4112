#include <math.h>
#include <string.h>

#include "base/ctx.h"
#include "composer/engine/env.h"
#include "composer/scope/nodes.h"
#include "composer/simulate/compile.h"
#include "composer/simulate/expr.h"
#include "composer/simulate/program.h"
#include "composer/simulate/step.h"
#include "model/expr/eval.h"
#include "model/expr/intern.h"
#include "simulator/kernel.h"

/* ---- names and slots ------------------------------------------------------
 */

uint32_t lcm_vm_slot_of(const struct lcm_vm_scope *scope, const char *name) {
  for (size_t i = scope->indices.n; i-- > 0;)
    if (!strcmp(scope->indices.at[i].name, name))
      return scope->indices.at[i].slot;
  for (size_t i = scope->lets.n; i-- > 0;)
    if (!strcmp(scope->lets.at[i].name, name))
      return scope->lets.at[i].slot;
  return LCM_VM_NONE;
}

uint32_t lcm_vm_new_slot(struct lcm_vm_scope *scope) {
  return scope->function->slots++;
}

const char *lcm_vm_hidden(const lcm_vm *vm, size_t i) {
  const struct lcm_names *names = vm->run.names;
  const char *const hidden[LCM_VM_HIDDEN] = {names->thread, names->team,
                                             names->parts,  names->p,
                                             names->rank,   names->ranks};
  return hidden[i];
}

uint32_t lcm_vm_push_name(struct lcm_vm_scope *scope, const char *name) {
  const struct lcm_vm_name entry = {name, lcm_vm_new_slot(scope)};
  LCM_LIST_ADD(lcm_ctx_arena(scope->vm->ctx), &scope->indices, entry);
  return entry.slot;
}

void lcm_vm_fail(lcm_vm *vm, lcm_status status) {
  vm->status = vm->status ? vm->status : status;
  if (vm->sim)
    lcm_sim_stop(vm->sim);
}

uint32_t lcm_vm_emit(lcm_vm *vm, struct lcm_vm_instruction instruction) {
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->code, instruction);
  return (uint32_t)vm->code.n - 1;
}

/* Return the number of the instruction that comes next. */
static uint32_t here(const lcm_vm *vm) { return (uint32_t)vm->code.n; }

/* Append the instruction "code" with "a" and "b" for "node". */
static uint32_t emit(struct lcm_vm_scope *scope, enum lcm_vm_code code,
                     uint32_t a, uint32_t b, const lcm_node *node) {
  return lcm_vm_emit(
      scope->vm,
      (struct lcm_vm_instruction){.code = code, .a = a, .b = b, .node = node});
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
    lcm_vm_compile_locked(scope, node);
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
  case LCM_NODE_TASK:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_TASKGROUP:
    for (size_t i = 0; i < node->n_children; i++)
      lcm_vm_compile(scope, node->children[i]);
    return;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_MESSAGE:
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
  else if (vm->program->is_model || !lcm_vm_compile_program(scope, node))
    compile_kind(scope, node);
  scope->indices.n = names;
  scope->depth--;
}

uint32_t lcm_vm_function_of(lcm_vm *vm, const lcm_function *function,
                            bool in_team) {
  for (uint32_t i = 0; i < vm->functions.n; i++)
    if (vm->functions.at[i]->function == function &&
        !vm->functions.at[i]->apart && vm->functions.at[i]->in_team == in_team)
      return i;
  struct lcm_vm_function *fresh =
      LCM_NEW(lcm_ctx_arena(vm->ctx), struct lcm_vm_function);
  fresh->function = function;
  fresh->in_team = in_team;
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->functions, fresh);
  return (uint32_t)vm->functions.n - 1;
}

/* Return whether a param of "f" is called "name". */
static bool is_param(const lcm_function *f, const char *name) {
  for (size_t i = 0; i < f->n_params; i++)
    if (!strcmp(f->params[i], name))
      return true;
  return false;
}

/* Give the hidden names of the function of "scope" slots.  Those of ranks are
 * no others than params of that name. */
static void push_hidden(struct lcm_vm_scope *scope) {
  const struct lcm_names *names = scope->vm->run.names;
  for (size_t i = 0; i < LCM_VM_HIDDEN; i++) {
    const char *name = lcm_vm_hidden(scope->vm, i);
    const bool of_ranks = name == names->rank || name == names->ranks;
    if (of_ranks && is_param(scope->function->function, name))
      (void)lcm_vm_new_slot(scope);
    else
      (void)lcm_vm_push_name(scope, name);
  }
}

/* Compile the code of "function". */
static void compile_function(lcm_vm *vm, struct lcm_vm_function *function) {
  struct lcm_vm_scope scope = {
      .vm = vm, .function = function, .in_team = function->in_team};
  const lcm_function *f = function->function;
  const lcm_node *body = function->apart ? function->apart : f->body;
  for (size_t i = 0; i < function->n_names; i++)
    (void)lcm_vm_push_name(&scope, function->names[i]);
  for (size_t i = 0; i < f->n_params && !function->apart; i++)
    (void)lcm_vm_push_name(&scope, f->params[i]);
  if (!vm->program->is_model && !function->apart)
    push_hidden(&scope);
  function->entry = here(vm);
  lcm_vm_compile(&scope, body);
  emit(&scope, LCM_VM_END, 0, 0, body);
}

/* Compile the functions that have no code yet, and make room for what their
 * expressions need. */
static void compile_functions(lcm_vm *vm) {
  while (vm->compiled < vm->functions.n && !vm->status)
    compile_function(vm, vm->functions.at[vm->compiled++]);
  if (vm->stack && vm->room >= vm->max_stack)
    return;
  vm->room = vm->max_stack;
  vm->stack = LCM_NEW_ARRAY(lcm_ctx_arena(vm->ctx), double, vm->room + 8);
}

/* Return whether "function" is the code of "node" that sees the "n" names at
 * "names". */
static bool is_apart(const struct lcm_vm_function *function,
                     const lcm_node *node, const char *const *names, size_t n) {
  return function->apart == node && function->n_names == n &&
         !memcmp(function->names, names, n * sizeof *names);
}

struct lcm_vm_function *lcm_vm_compile_apart(lcm_vm *vm, const lcm_node *node,
                                             const char *const *names,
                                             size_t n) {
  lcm_arena *arena = lcm_ctx_arena(vm->ctx);
  for (size_t i = vm->functions.n; i-- > 0;)
    if (is_apart(vm->functions.at[i], node, names, n))
      return vm->functions.at[i];
  const size_t bound = vm->run.env.n;
  struct lcm_vm_function *fresh = LCM_NEW(arena, struct lcm_vm_function);
  const char **copy = LCM_NEW_ARRAY(arena, const char *, n + 1);
  memcpy(copy, names, n * sizeof *names);
  fresh->function = vm->run.function;
  fresh->apart = node;
  fresh->names = copy;
  fresh->n_names = n;
  LCM_LIST_ADD(arena, &vm->functions, fresh);
  vm->run.env.n = vm->run.globals;
  compile_functions(vm);
  vm->run.env.n = bound;
  return fresh;
}

/* ---- declarations ----------------------------------------------------------
 */

/* Put the value of "e", which must be a whole number not below "least", into
 * "*out"; "what" of "name" it is, for messages. */
static bool whole(double *out, lcm_vm *vm, const lcm_expr *e, lcm_loc at,
                  const char *what) {
  double value = 0;
  const lcm_status status =
      lcm_expr_eval(&value, e, vm->run.env.at, vm->run.env.n);
  if (!status && isfinite(value) && value == floor(value)) {
    *out = value;
    return true;
  }
  if (status == LCM_EUNBOUND)
    lcm_report(vm->ctx, LCM_DIAG_UNBOUND, at,
               "%s has a name without a value: use -D", what);
  else
    lcm_report(vm->ctx, LCM_DIAG_DOMAIN, at, "%s is %g, no whole number", what,
               value);
  lcm_vm_fail(vm, LCM_EDOMAIN);
  return false;
}

/* Most elements of an array that is made as a whole. */
enum { MAX_ELEMENTS = 10000000 };

/* Put the subscripts "ranges" into "array"; return how many elements it
 * has. */
static double set_subscripts(lcm_vm *vm, struct lcm_vm_array *array,
                             const struct lcm_range *ranges, size_t n,
                             lcm_loc at) {
  double size = 1;
  array->n_subscripts = n;
  if (n > LCM_VM_MAX_SUBSCRIPTS) {
    lcm_report(vm->ctx, LCM_DIAG_BUDGET, at, "'%s' has too many subscripts",
               array->name);
    lcm_vm_fail(vm, LCM_EBUDGET);
    return 0;
  }
  for (size_t i = 0; i < n; i++) {
    double to = 0;
    if (!whole(&array->from[i], vm, ranges[i].from, at, "a subscript") ||
        !whole(&to, vm, ranges[i].to, at, "a subscript"))
      return 0;
    array->extent[i] = fmax(0, to - array->from[i] + 1);
    size *= array->extent[i];
  }
  if (size <= MAX_ELEMENTS || array->condition)
    return size;
  lcm_report(vm->ctx, LCM_DIAG_BUDGET, at, "'%s' has %g elements", array->name,
             size);
  lcm_vm_fail(vm, LCM_EBUDGET);
  return 0;
}

/* Declare the resources and the conditions of the program.  Conditions of which
 * there may be more than MAX_ELEMENTS are made when they are first met. */
static void declare(lcm_vm *vm) {
  lcm_arena *arena = lcm_ctx_arena(vm->ctx);
  for (size_t i = 0; i < vm->program->n_resources && !vm->status; i++) {
    const lcm_resource *r = &vm->program->resources[i];
    struct lcm_vm_array array = {
        .name = r->name, .resource = r, .base = (lcm_sim_index)vm->n_resources};
    vm->n_resources +=
        (size_t)set_subscripts(vm, &array, r->ranges, r->n_ranges, r->loc);
    LCM_LIST_ADD(arena, &vm->arrays, array);
  }
  for (size_t i = 0; i < vm->program->n_conditions && !vm->status; i++) {
    const struct lcm_condition *c = &vm->program->conditions[i];
    struct lcm_vm_array array = {.name = c->name,
                                 .condition = true,
                                 .base = (lcm_sim_index)vm->n_conditions};
    const double size =
        set_subscripts(vm, &array, c->ranges, c->n_ranges, c->loc);
    if (size > MAX_ELEMENTS)
      continue;
    vm->n_conditions += (size_t)size;
    LCM_LIST_ADD(arena, &vm->arrays, array);
  }
}

lcm_status lcm_vm_prepare(lcm_vm *vm) {
  const lcm_function *entry =
      vm->program->entry ? lcm_program_function(vm->program, vm->program->entry)
                         : NULL;
  if (!entry || !entry->body) {
    lcm_report(vm->ctx, LCM_DIAG_ENTRY, (lcm_loc){0},
               "there is no function where the run begins");
    return LCM_EUSAGE;
  }
  vm->run.function = entry;
  declare(vm);
  (void)lcm_vm_function_of(vm, entry, false);
  compile_functions(vm);
  return vm->status;
}
