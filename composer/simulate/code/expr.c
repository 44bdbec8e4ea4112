/* Compiles expressions into operations on a stack, and runs these. */
#include <math.h>

#include "composer/simulate/code/emit.h"
#include "composer/simulate/code/expr.h"

static const double MAX_ITERATIONS = 1e8;

/* ---- compiling ----------------------------------------------------------- */

/* Append an operation that leaves the stack "by" deeper. */
static uint32_t append(struct lcm_vm_scope *scope, int by,
                       struct lcm_vm_operation operation) {
  lcm_vm *vm = scope->vm;
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->operations, operation);
  scope->stack += (size_t)by;
  if (scope->stack > vm->max_stack)
    vm->max_stack = scope->stack;
  return (uint32_t)vm->operations.n - 1;
}

/* Return whether "e" has a value that nothing local determines, in
 * "*value". */
static bool is_constant(double *value, const struct lcm_vm_scope *scope,
                        const lcm_expr *e) {
  lcm_vm *vm = scope->vm;
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, vm->ctx, e);
  for (size_t i = 0; i < n; i++)
    if (lcm_vm_slot_of(scope, names[i]) != LCM_VM_NONE ||
        lcm_program_draw(vm->program, names[i]))
      return false;
  return !lcm_expr_eval(value, e, vm->run.env.at, vm->run.env.n);
}

/* Report that nothing gives "name" a value. */
static void report_unbound(struct lcm_vm_scope *scope, const char *name) {
  lcm_vm *vm = scope->vm;
  if (!vm->status)
    lcm_report(vm->ctx, LCM_DIAG_UNBOUND,
               lcm_expr_name_place(vm->ctx, name, scope->at),
               "nothing gives '%s' a value: use -D %s=...", name, name);
  vm->status = vm->status ? vm->status : LCM_EUNBOUND;
}

static void compile(struct lcm_vm_scope *scope, const lcm_expr *e);

/* Compile the drawing of "draw". */
static void compile_draw(struct lcm_vm_scope *scope,
                         const struct lcm_draw *draw) {
  scope->vm->draws = true;
  for (size_t i = 0; i < draw->n_args; i++)
    compile(scope, draw->args[i]);
  append(scope, 1 - (int)draw->n_args,
         (struct lcm_vm_operation){.what = LCM_VM_DRAW,
                                   .a = (uint32_t)draw->kind});
}

/* Compile the name of "e". */
static void compile_name(struct lcm_vm_scope *scope, const lcm_expr *e) {
  lcm_vm *vm = scope->vm;
  const char *name = lcm_expr_name(e);
  const uint32_t slot = lcm_vm_slot_of(scope, name);
  const struct lcm_draw *draw = lcm_program_draw(vm->program, name);
  double value = NAN;
  if (slot != LCM_VM_NONE) {
    append(scope, 1, (struct lcm_vm_operation){.what = LCM_VM_SLOT, .a = slot});
    return;
  }
  if (draw) {
    compile_draw(scope, draw);
    return;
  }
  if (lcm_expr_eval(&value, e, vm->run.env.at, vm->run.env.n)) {
    value = NAN;
    if (vm->program->is_model)
      report_unbound(scope, name);
  }
  append(scope, 1, (struct lcm_vm_operation){.what = LCM_VM_CONST, .k = value});
}

/* Compile if(cond, yes, no): one of both is computed. */
static void compile_if(struct lcm_vm_scope *scope, const lcm_expr *e) {
  lcm_vm *vm = scope->vm;
  compile(scope, lcm_expr_arg(e, 0));
  const uint32_t over =
      append(scope, -1, (struct lcm_vm_operation){.what = LCM_VM_JUMP_UNLESS});
  compile(scope, lcm_expr_arg(e, 1));
  const uint32_t out =
      append(scope, -1, (struct lcm_vm_operation){.what = LCM_VM_JUMP});
  vm->operations.at[over].a = (uint32_t)vm->operations.n;
  compile(scope, lcm_expr_arg(e, 2));
  vm->operations.at[out].a = (uint32_t)vm->operations.n;
}

/* Compile a sum, product or maximum over a range. */
static void compile_over(struct lcm_vm_scope *scope, const lcm_expr *e) {
  lcm_vm *vm = scope->vm;
  const struct lcm_vm_name bound = {lcm_expr_name(e), lcm_vm_new_slot(scope)};
  compile(scope, lcm_expr_arg(e, 0));
  compile(scope, lcm_expr_arg(e, 1));
  const uint32_t over =
      append(scope, 0,
             (struct lcm_vm_operation){.what = LCM_VM_OVER,
                                       .a = (uint32_t)lcm_expr_kind_of(e),
                                       .b = bound.slot});
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &scope->indices, bound);
  compile(scope, lcm_expr_arg(e, 2));
  scope->indices.n--;
  scope->stack -= 2;
  vm->operations.at[over].c = (uint32_t)vm->operations.n;
}

/* Compile an operator all of whose operands are needed. */
static void compile_operator(struct lcm_vm_scope *scope, const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  const size_t n = lcm_expr_arity(e);
  struct lcm_vm_operation operation = {.a = (uint32_t)n};
  for (size_t i = 0; i < n; i++)
    compile(scope, lcm_expr_arg(e, i));
  if (kind == LCM_X_SUM_OF)
    operation.what = LCM_VM_SUM;
  else if (kind == LCM_X_MUL_OF) {
    operation.what = LCM_VM_MUL;
    operation.k = lcm_expr_factor(e);
  } else if (kind == LCM_X_MAX || kind == LCM_X_MIN)
    operation.what = kind == LCM_X_MAX ? LCM_VM_MAX : LCM_VM_MIN;
  else {
    operation.what = n == 1 ? LCM_VM_ONE : LCM_VM_TWO;
    operation.a = (uint32_t)kind;
  }
  append(scope, 1 - (int)n, operation);
}

/* Compile "e": its value is left on the stack. */
static void compile(struct lcm_vm_scope *scope, const lcm_expr *e) {
  double value = 0;
  if (is_constant(&value, scope, e)) {
    append(scope, 1,
           (struct lcm_vm_operation){.what = LCM_VM_CONST, .k = value});
    return;
  }
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (kind == LCM_X_SYMBOL || kind == LCM_X_INDEX || kind == LCM_X_COEF)
    compile_name(scope, e);
  else if (kind == LCM_X_IF)
    compile_if(scope, e);
  else if (kind == LCM_X_SUM || kind == LCM_X_PROD || kind == LCM_X_MAX_OVER)
    compile_over(scope, e);
  else
    compile_operator(scope, e);
}

/* Let each random quantity of "e" be drawn once, before the rest; return how
 * many names were added to the scope. */
static size_t draw_first(struct lcm_vm_scope *scope, const lcm_expr *e) {
  lcm_vm *vm = scope->vm;
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, vm->ctx, e);
  size_t added = 0;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_draw *draw = lcm_program_draw(vm->program, names[i]);
    if (!draw || lcm_vm_slot_of(scope, names[i]) != LCM_VM_NONE)
      continue;
    const struct lcm_vm_name name = {names[i], lcm_vm_new_slot(scope)};
    compile_draw(scope, draw);
    append(scope, -1,
           (struct lcm_vm_operation){.what = LCM_VM_STORE, .a = name.slot});
    LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &scope->indices, name);
    added++;
  }
  return added;
}

uint32_t lcm_vm_constant(lcm_vm *vm, double value) {
  const struct lcm_vm_expr expr = {.constant = true, .value = value};
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->exprs, expr);
  return (uint32_t)vm->exprs.n - 1;
}

uint32_t lcm_vm_compile_expr(struct lcm_vm_scope *scope, const lcm_expr *e,
                             lcm_loc at) {
  lcm_vm *vm = scope->vm;
  struct lcm_vm_expr expr = {.first = (uint32_t)vm->operations.n};
  double value = 0;
  scope->at = at;
  scope->stack = 0;
  if (!e || is_constant(&value, scope, e))
    return lcm_vm_constant(vm, e ? value : NAN);
  const bool lone = lcm_expr_kind_of(e) == LCM_X_SYMBOL;
  const size_t drawn = lone ? 0 : draw_first(scope, e);
  compile(scope, e);
  scope->indices.n -= drawn;
  expr.last = (uint32_t)vm->operations.n;
  expr.draws = drawn > 0;
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->exprs, expr);
  return (uint32_t)vm->exprs.n - 1;
}

/* ---- values ---------------------------------------------------------------
 */

double lcm_vm_draw(lcm_vm *vm, lcm_draw_kind kind, const double *args) {
  switch (kind) {
  case LCM_DRAW_EXPONENTIAL:
    return lcm_random_exponential(&vm->random, args[0]);
  case LCM_DRAW_UNIFORM:
    return lcm_random_uniform(&vm->random, args[0], args[1]);
  case LCM_DRAW_NORMAL:
    return lcm_random_normal(&vm->random, args[0], args[1]);
  case LCM_DRAW_RANDOM:
    return lcm_random_unit(&vm->random);
  case LCM_DRAW_PROB:
    return lcm_random_unit(&vm->random) < args[0];
  case LCM_DRAW_COUNT:
    break;
  }
  return NAN;
}

static double run_operations(lcm_vm *vm, uint32_t first, uint32_t last,
                             struct lcm_vm_frame *frame, double *top);

/* Return the sum, product or maximum "at" over a range, whose ends are in
 * ends[0] and ends[1]. */
static double value_over(lcm_vm *vm, uint32_t at, struct lcm_vm_frame *frame,
                         double *ends) {
  const struct lcm_vm_operation over = vm->operations.at[at];
  double all = over.a == LCM_X_PROD ? 1 : 0;
  if (!(ends[1] - ends[0] <= MAX_ITERATIONS))
    return ends[1] < ends[0] ? all : NAN;
  for (double i = ends[0]; i <= ends[1]; i++) {
    frame->slots[over.b] = i;
    const double value = run_operations(vm, at + 1, over.c, frame, ends + 2);
    if (over.a == LCM_X_SUM)
      all += value;
    else if (over.a == LCM_X_PROD)
      all *= value;
    else
      all = i == ends[0] ? value : fmax(all, value);
  }
  return all;
}

/* Return what "operation" makes of the operands at "args". */
static double combine(const struct lcm_vm_operation *operation,
                      const double *args) {
  double value = operation->what == LCM_VM_MUL ? operation->k : 0;
  if (operation->what == LCM_VM_MAX || operation->what == LCM_VM_MIN)
    value = args[0];
  for (uint32_t i = 0; i < operation->a; i++) {
    if (operation->what == LCM_VM_SUM)
      value += args[i];
    else if (operation->what == LCM_VM_MUL)
      value *= args[i];
    else
      value = lcm_expr_operate(operation->what == LCM_VM_MAX ? LCM_X_MAX
                                                             : LCM_X_MIN,
                               value, args[i]);
  }
  return value;
}

/* Return what "operation" makes of "a" and "b"; NaN where one is not known. */
static double operate(const struct lcm_vm_operation *operation, double a,
                      double b) {
  return isnan(a) || isnan(b)
             ? NAN
             : lcm_expr_operate((lcm_expr_kind)operation->a, a, b);
}

/* Run the operations of "expr" with the stack at "top"; return the value. */
static double run_operations(lcm_vm *vm, uint32_t first, uint32_t last,
                             struct lcm_vm_frame *frame, double *top) {
  for (uint32_t i = first; i < last; i++) {
    const struct lcm_vm_operation *o = &vm->operations.at[i];
    switch (o->what) {
    case LCM_VM_CONST:
      *top++ = o->k;
      break;
    case LCM_VM_SLOT:
      *top++ = frame->slots[o->a];
      break;
    case LCM_VM_STORE:
      frame->slots[o->a] = *--top;
      break;
    case LCM_VM_SUM:
    case LCM_VM_MUL:
    case LCM_VM_MAX:
    case LCM_VM_MIN:
      top -= o->a;
      *top = combine(o, top);
      top++;
      break;
    case LCM_VM_ONE:
      top[-1] = operate(o, top[-1], 0);
      break;
    case LCM_VM_TWO:
      top--;
      top[-1] = operate(o, top[-1], top[0]);
      break;
    case LCM_VM_JUMP_UNLESS:
      if (*--top == 0)
        i = o->a - 1;
      break;
    case LCM_VM_JUMP:
      i = o->a - 1;
      break;
    case LCM_VM_OVER:
      top[-2] = value_over(vm, i, frame, top - 2);
      top--;
      i = o->c - 1;
      break;
    case LCM_VM_DRAW:
      top -= lcm_draw_arity((lcm_draw_kind)o->a);
      *top = lcm_vm_draw(vm, (lcm_draw_kind)o->a, top);
      top++;
      break;
    }
  }
  return top[-1];
}

double lcm_vm_value(lcm_vm *vm, uint32_t index, struct lcm_vm_frame *frame) {
  const struct lcm_vm_expr *expr = &vm->exprs.at[index];
  return expr->constant
             ? expr->value
             : run_operations(vm, expr->first, expr->last, frame, vm->stack);
}
