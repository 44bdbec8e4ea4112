/* Small arrays of numbers, such as the lengths of a grid of ranks and where in
 * it a rank is: each element is followed as a variable of its own, called
 * "a[0]", where functions of MPI and plain assignments alone change it. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/control/node.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/elements/elements.h"
#include "analyzer/lower/values/local.h"
#include "base/find.h"

unsigned lcm_elements_of(const long long *sizes) {
  if (!sizes || sizes[1] <= 0 || sizes[1] > 8 || sizes[2] || sizes[0] <= 0)
    return 0;
  const long long n = sizes[0] / sizes[1];
  return n <= LCM_ELEMENTS_MOST ? (unsigned)n : 0;
}

/* Return whether "role" is that of an array of numbers. */
static bool is_array_role(char role) {
  return role == 'N' || role == 'O' || role == 'B';
}

/* Return whether "ast" sets a variable by asking about a grid of ranks, or
 * MPI. */
static bool is_answer(const struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_mpi_function *function =
      ast->parent && ast->parent->kind == LCM_AST_CALL
          ? lcm_call_mpi(l, ast->parent)
          : NULL;
  return function && lcm_message_tells(function->kind) &&
         strchr("oOB", lcm_message_role(l, ast)) != NULL;
}

bool lcm_numbers_read(const struct lcm_lowering *l, const lcm_ast *address) {
  return address->parent && address->parent->kind == LCM_AST_CALL &&
         lcm_message_role(l, address) == 'N';
}

bool lcm_numbers_answer(const struct lcm_lowering *l, const lcm_ast *address) {
  return address->kind == LCM_AST_ADDRESS && is_answer(l, address);
}

/* Return whether the index of the element "ast" is a literal. */
static bool is_plain(const lcm_ast *ast) {
  return ast->last && ast->last != ast->first &&
         ast->last->kind == LCM_AST_LITERAL;
}

/* Return whether "ast", an array or an element of one, is used as what topology
 * functions read and set. */
static bool is_of_grid(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  if (!at)
    return false;
  if (at->kind == LCM_AST_CALL)
    return is_array_role(lcm_message_role(l, ast));
  return at->kind == LCM_AST_SUBSCRIPT && at->first == ast && is_plain(at) &&
         at->parent && at->parent->kind == LCM_AST_ADDRESS &&
         is_answer(l, at->parent);
}

/* Return the assignment to the element "ast", `a[0] = e`, or NULL. */
static const lcm_ast *assignment_to(const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  return at && at->kind == LCM_AST_ASSIGN && at->first == ast ? at : NULL;
}

/* Return the `for` that repeats the assignment "ast" and nothing else, or
 * NULL. */
static const lcm_ast *filling(const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  while (at && at->kind == LCM_AST_COMPOUND)
    at = at->parent;
  return at && at->kind == LCM_AST_FOR && ast->parent ? at : NULL;
}

/* Return whether the assignment "ast" to an element of "local" can be
 * followed: it is executed where the array is at home, or fills all of it. */
static bool is_straight(const lcm_ast *ast, const struct lcm_local *local) {
  const lcm_ast *home = ast->parent;
  const lcm_ast *loop = filling(ast);
  if (loop && loop->parent == local->home)
    return true;
  if (home != local->home && home && home->kind == LCM_AST_COMPOUND &&
      home->first == home->last)
    home = home->parent;
  if (home != local->home && home && home->kind == LCM_AST_IF &&
      home->first->next == home->last)
    home = home->parent;
  return home == local->home && (ast->parent == home || is_plain(ast->first));
}

/* Return whether "ast", the whole array "local" or its element, is used in a
 * way that cannot be followed; "local" is NULL for one at file scope. */
static bool is_odd(const struct lcm_lowering *l, const lcm_ast *ast,
                   const struct lcm_local *local) {
  const lcm_ast *at = ast->parent;
  if (!at || at->kind == LCM_AST_SIZEOF)
    return false;
  if (at->kind == LCM_AST_CALL) {
    const char role = lcm_message_role(l, ast);
    return !is_array_role(role) && role != 'l';
  }
  if (at->kind != LCM_AST_SUBSCRIPT || at->first != ast)
    return true;
  const lcm_ast *above = at->parent;
  if (above && assignment_to(at))
    return !local || !is_straight(above, local);
  if (above && above->kind == LCM_AST_ADDRESS)
    return !is_of_grid(l, ast);
  return above && above->kind == LCM_AST_UPDATE && above->first == at;
}

struct lcm_local *lcm_elements_local(struct lcm_lowering *l,
                                     const lcm_ast *ast) {
  return ast->kind == LCM_AST_REF && ast->is_array && ast->is_local && ast->name
             ? lcm_lower_local_of(l, ast->key)
             : NULL;
}

/* Note below "ast" which arrays of the function are of topologies. */
static bool find_arrays(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_local *local = lcm_elements_local(l, ast);
  bool any = false;
  if (local && !local->is_static && is_of_grid(l, ast)) {
    local->elements = lcm_elements_of(local->sizes);
    any = local->elements > 0;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    any |= find_arrays(l, child);
  return any;
}

/* Take those arrays out that are used below "ast" in another way. */
static void check_arrays(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_local *local = lcm_elements_local(l, ast);
  if (local && local->elements && is_odd(l, ast, local))
    local->elements = 0;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    check_arrays(l, child);
}

/* Let the elements of parameters that "function" only reads be followed. */
static void find_passed(struct lcm_lowering *l, const lcm_ast *function) {
  for (const lcm_ast *at = function->first; at && at->kind == LCM_AST_PARAM;
       at = at->next) {
    struct lcm_local *local =
        at->is_pointer ? lcm_lower_local_of(l, at->key) : NULL;
    if (local && lcm_elements_reader(l, function->name) == function)
      local->elements = lcm_elements_passed(l, function, at);
  }
}

void lcm_numbers_find(struct lcm_lowering *l, const lcm_ast *function) {
  find_passed(l, function);
  if (l->globals.grids && find_arrays(l, function))
    check_arrays(l, function);
}

/* Let "*n" be at least one more than the numbers with which "ast" and what is
 * below it subscripts the parameter "param"; false where that is used in
 * another way than to read whole numbers. */
static bool find_subscripts(unsigned *n, struct lcm_lowering *l,
                            const lcm_ast *ast, const lcm_ast *param) {
  const lcm_ast *at = ast->parent;
  char *end = NULL;
  if (ast->kind == LCM_AST_REF && ast->key == param->key) {
    if (!at || at->kind != LCM_AST_SUBSCRIPT || at->first != ast ||
        !at->range || at->is_atomic ||
        (lcm_ast_is_change(at->parent) && at->parent->first == at))
      return false;
    const char *index = l->text + at->last->begin;
    const unsigned long k =
        is_plain(at) && at->last->end <= l->len ? strtoul(index, &end, 10) : 0;
    if (end == l->text + at->last->end && k < LCM_ELEMENTS_MOST && k + 1 > *n)
      *n = (unsigned)k + 1;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (!find_subscripts(n, l, child, param))
      return false;
  return true;
}

/* Return whether the function "function" only reads whole numbers of its
 * parameter "param", a pointer; "*n" as of lcm_elements_passed. */
static bool is_read(unsigned *n, struct lcm_lowering *l,
                    const lcm_ast *function, const lcm_ast *param) {
  *n = 0;
  return function->kind == LCM_AST_FUNCTION && function->last &&
         param->kind == LCM_AST_PARAM && param->is_pointer && param->key &&
         param->name && *param->name &&
         find_subscripts(n, l, function->last, param);
}

unsigned lcm_elements_passed(struct lcm_lowering *l, const lcm_ast *function,
                             const lcm_ast *param) {
  unsigned n = 0;
  size_t known = 0;
  return param->kind == LCM_AST_PARAM && param->key &&
                 lcm_map_get(&l->globals.passed, param->key, &known) &&
                 is_read(&n, l, function, param)
             ? n
             : 0;
}

bool lcm_elements_read(unsigned *n, struct lcm_lowering *l,
                       const lcm_ast *row) {
  const lcm_ast *call = row->parent;
  const lcm_ast *function =
      call && call->kind == LCM_AST_CALL && call->is_function
          ? lcm_elements_reader(l, call->name)
          : NULL;
  const lcm_ast *param = function ? function->first : NULL;
  const lcm_ast *at = function ? call->first : NULL;
  for (at = at ? at->next : NULL; at && param && at != row; at = at->next)
    param = param->next;
  *n = 0;
  return at && param && is_read(n, l, function, param);
}

const lcm_ast *lcm_elements_reader(const struct lcm_lowering *l,
                                   const char *name) {
  size_t found = 0;
  return name && lcm_map_get(&l->globals.rows, name, &found)
             ? (const lcm_ast *)(uintptr_t)found
             : NULL;
}

/* Return the function called "name" that the file defines, or NULL. */
static const lcm_ast *function_of(const struct lcm_lowering *l,
                                  const char *name) {
  const lcm_ast *top = l->syntax->top;
  while (top &&
         (top->kind != LCM_AST_FUNCTION || top->name != name || !top->last))
    top = top->next;
  return top;
}

/* Return whether "ast" and what it calls may change whole numbers in memory
 * that others know: all that may be elements of an array at file scope. */
static bool may_change(const struct lcm_lowering *l, const lcm_ast *ast,
                       unsigned depth) {
  enum { DEEPEST = 3 };
  const lcm_ast *to = lcm_ast_is_change(ast) ? ast->first : NULL;
  const lcm_ast *base = to;
  while (base && base->kind == LCM_AST_SUBSCRIPT)
    base = base->first;
  if (to && to->kind != LCM_AST_REF && to->range &&
      !(base->kind == LCM_AST_REF && base->is_local && base->is_array))
    return true;
  if (ast->kind == LCM_AST_CALL && !ast->is_system) {
    const lcm_ast *function =
        ast->is_function && ast->name ? function_of(l, ast->name) : NULL;
    if (!function || depth > DEEPEST ||
        may_change(l, function->last, depth + 1))
      return true;
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (may_change(l, at, depth))
      return true;
  return false;
}

/* Return whether "ast" is an array at file scope or a row of one. */
static bool is_row(const lcm_ast *ast) {
  while (ast->kind == LCM_AST_SUBSCRIPT && ast->is_array)
    ast = ast->first;
  return ast->kind == LCM_AST_REF && ast->is_array && !ast->is_local;
}

/* Note for which parameters calls in and below "ast" give such rows. */
static void note_passed(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *function = ast->kind == LCM_AST_CALL && ast->is_function
                                ? lcm_elements_reader(l, ast->name)
                                : NULL;
  const lcm_ast *param = function ? function->first : NULL;
  const lcm_ast *row = function && ast->first ? ast->first->next : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_CALL) && ast->kind != LCM_AST_FUNCTION &&
      ast->kind != LCM_AST_CALL)
    return;
  for (; row && param && param->kind == LCM_AST_PARAM;
       row = row->next, param = param->next)
    if (param->key && is_row(row) && !may_change(l, function->last, 0))
      lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.passed, param->key, 1);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    note_passed(l, at);
}

/* Note the functions of the file that do no more with arrays they get than to
 * read elements. */
static void note_readers(struct lcm_lowering *l) {
  unsigned n = 0;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    for (const lcm_ast *at = top->kind == LCM_AST_FUNCTION ? top->first : NULL;
         at && at->kind == LCM_AST_PARAM; at = at->next)
      if (is_read(&n, l, top, at))
        lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.rows, top->name,
                    (size_t)(uintptr_t)top);
  for (const lcm_ast *top = l->globals.rows.n ? l->syntax->top : NULL; top;
       top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      note_passed(l, top);
}

/* Note how "ast", or something below it, uses variables at file scope. */
static void note_uses(struct lcm_lowering *l, const lcm_ast *ast) {
  size_t uses = 0;
  if (ast->kind == LCM_AST_REF && ast->is_array && !ast->is_local && ast->key) {
    (void)lcm_map_get(&l->globals.told, ast->key, &uses);
    uses |= !is_of_grid(l, ast)               ? 0
            : lcm_message_role(l, ast) == 'N' ? LCM_ELEMENTS_READ
                                              : LCM_ELEMENTS_TOLD;
    uses |= is_odd(l, ast, NULL) ? LCM_ELEMENTS_OTHERWISE : 0;
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.told, ast->key, uses);
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_uses(l, child);
}

/* Return whether the file says "word". */
static bool says(const struct lcm_lowering *l, const char *word) {
  return lcm_find(l->text, l->len, word) != NULL;
}

void lcm_numbers_globals(struct lcm_lowering *l) {
  note_readers(l);
  l->globals.grids =
      says(l, "MPI_") && (says(l, "MPI_Init") || says(l, "MPI_Final") ||
                          says(l, "MPI_Dist_graph") || says(l, "MPI_Cart") ||
                          says(l, "MPI_Dims") || says(l, "MPI_Neighbor") ||
                          says(l, "MPI_Ineighbor"));
  for (const lcm_ast *top = l->syntax->top; top && l->globals.grids;
       top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      note_uses(l, top);
}

void lcm_numbers_told(struct lcm_lowering *l, const lcm_ast *target) {
  if (target->kind == LCM_AST_REF && target->key)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.told, target->key,
                LCM_ELEMENTS_TOLD);
}

size_t lcm_elements_uses(const lcm_ast **top, const struct lcm_lowering *l,
                         const char *name) {
  size_t found = 0;
  size_t uses = 0;
  size_t changing = 0;
  if (!l->globals.grids || !lcm_map_get(&l->globals.declarations, name, &found))
    return 0;
  *top = (const lcm_ast *)(uintptr_t)found;
  (void)lcm_map_get(&l->globals.told, (*top)->key, &uses);
  return lcm_map_get(&l->globals.changing, (*top)->key, &changing)
             ? uses | LCM_ELEMENTS_OTHERWISE
             : uses;
}

const char *lcm_numbers_global(struct lcm_lowering *l, const char *name) {
  const lcm_ast *top = NULL;
  if ((lcm_elements_uses(&top, l, name) & ~(size_t)LCM_ELEMENTS_READ) !=
      LCM_ELEMENTS_TOLD)
    return NULL;
  const char *key = lcm_lower_key(l, name, top->is_static);
  return lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s%s",
                                             LCM_GLOBAL_PREFIX, key));
}

const lcm_expr *lcm_elements_symbol(lcm_ctx *ctx, const char *name, size_t k) {
  return lcm_expr_symbol(
      ctx,
      lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%s[%zu]", name, k)),
      LCM_DIM_NONE);
}

size_t lcm_numbers_length(struct lcm_lowering *l, const char *name) {
  const struct lcm_local *local = lcm_lower_local(l, name);
  const lcm_ast *top = NULL;
  if (local)
    return local->elements;
  const size_t uses = lcm_elements_uses(&top, l, name);
  return uses && !(uses & LCM_ELEMENTS_OTHERWISE) ? lcm_elements_of(top->sizes)
                                                  : 0;
}
