#include <stdint.h>
#include <string.h>

#include "analyzer/lower/control/call.h"
#include "analyzer/lower/control/loop.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/mpi/message.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/numbers.h"
#include "base/find.h"
#include "model/expr/build.h"
#include "model/expr/change.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/structure/message.h"

/* Small arrays of numbers, such as the lengths of a grid of ranks and where in
 * it a rank is: each element is followed as a variable of its own, called
 * "a[0]", where functions of MPI and plain assignments alone change it. */

/* Elements of the longest array that is followed. */
enum { MOST = 16 };

/* How a variable at file scope is used: topologies read it or set it, or
 * something else changes it. */
enum { READ = 1, TOLD = 2, OTHERWISE = 4 };

/* Return how many elements an array with the "sizes" of lcm_ast has, 0 where it
 * is not one of a few numbers. */
static unsigned elements_of(const long long *sizes) {
  if (!sizes || sizes[1] <= 0 || sizes[1] > 8 || sizes[2] || sizes[0] <= 0)
    return 0;
  const long long n = sizes[0] / sizes[1];
  return n <= MOST ? (unsigned)n : 0;
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

/* Return the followed local that "ast" refers to, or NULL. */
static struct lcm_local *array_of(struct lcm_lowering *l, const lcm_ast *ast) {
  return ast->kind == LCM_AST_REF && ast->is_array && ast->is_local && ast->name
             ? lcm_lower_local(l, ast->name)
             : NULL;
}

/* Note below "ast" which arrays of the function are of topologies. */
static bool find_arrays(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_local *local = array_of(l, ast);
  bool any = false;
  if (local && !local->is_static && is_of_grid(l, ast)) {
    local->elements = elements_of(local->sizes);
    any = local->elements > 0;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    any |= find_arrays(l, child);
  return any;
}

/* Take those arrays out that are used below "ast" in another way. */
static void check_arrays(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_local *local = array_of(l, ast);
  if (local && local->elements && is_odd(l, ast, local))
    local->elements = 0;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    check_arrays(l, child);
}

void lcm_numbers_find(struct lcm_lowering *l, const lcm_ast *function) {
  if (l->grids && find_arrays(l, function))
    check_arrays(l, function);
}

/* Note how "ast", or something below it, uses variables at file scope. */
static void note_uses(struct lcm_lowering *l, const lcm_ast *ast) {
  size_t uses = 0;
  if (ast->kind == LCM_AST_REF && ast->is_array && !ast->is_local && ast->key) {
    (void)lcm_map_get(&l->told, ast->key, &uses);
    uses |= !is_of_grid(l, ast)               ? 0
            : lcm_message_role(l, ast) == 'N' ? READ
                                              : TOLD;
    uses |= is_odd(l, ast, NULL) ? OTHERWISE : 0;
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->told, ast->key, uses);
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_uses(l, child);
}

/* Return whether the file says "word". */
static bool says(const struct lcm_lowering *l, const char *word) {
  return lcm_find(l->text, l->len, word) != NULL;
}

void lcm_numbers_globals(struct lcm_lowering *l) {
  l->grids =
      says(l, "MPI_") && (says(l, "MPI_Init") || says(l, "MPI_Final") ||
                          says(l, "MPI_Dist_graph") || says(l, "MPI_Cart") ||
                          says(l, "MPI_Dims") || says(l, "MPI_Neighbor") ||
                          says(l, "MPI_Ineighbor"));
  for (const lcm_ast *top = l->syntax->top; top && l->grids; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      note_uses(l, top);
}

void lcm_numbers_told(struct lcm_lowering *l, const lcm_ast *target) {
  if (target->kind == LCM_AST_REF && target->key)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->told, target->key, TOLD);
}

/* Return how the variable "name" at file scope is used; put what declares it
 * into "*top". */
static size_t uses_of(const lcm_ast **top, const struct lcm_lowering *l,
                      const char *name) {
  size_t found = 0;
  size_t uses = 0;
  size_t changing = 0;
  if (!l->grids || !lcm_map_get(&l->declarations, name, &found))
    return 0;
  *top = (const lcm_ast *)(uintptr_t)found;
  (void)lcm_map_get(&l->told, (*top)->key, &uses);
  return lcm_map_get(&l->changing, (*top)->key, &changing) ? uses | OTHERWISE
                                                           : uses;
}

const char *lcm_numbers_global(struct lcm_lowering *l, const char *name) {
  const lcm_ast *top = NULL;
  if ((uses_of(&top, l, name) & ~(size_t)READ) != TOLD)
    return NULL;
  const char *key = lcm_lower_key(l, name, top->is_static);
  return lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s%s",
                                             LCM_GLOBAL_PREFIX, key));
}

/* ---- values ------------------------------------------------------------- */

/* Return the text of item "k" of the list of initializers "list", "0" where
 * that has fewer. */
static const char *item_of(struct lcm_lowering *l, const char *list, size_t k) {
  const char *at = list + 1;
  for (; k; k--) {
    at += strcspn(at, ",}");
    if (*at != ',')
      return "0";
    at++;
  }
  const size_t length = strcspn(at, ",}");
  return strspn(at, " \t\r\n") >= length ? "0"
                                         : lcm_intern_n(l->ctx, at, length);
}

/* Return the list of initializers with which the declaration "ast" ends, from
 * its brace on; NULL where there is none that is plain. */
static const char *list_of(struct lcm_lowering *l, const lcm_ast *ast) {
  if (ast->end <= ast->begin || ast->end > l->len)
    return NULL;
  const size_t n = ast->end - ast->begin;
  const char *text =
      lcm_arena_strndup(lcm_ctx_arena(l->ctx), l->text + ast->begin, n);
  const char *list = text[n - 1] == '}' ? strrchr(text, '{') : NULL;
  const char *before = list;
  while (before && before > text && strchr(" \t\r\n", before[-1]))
    before--;
  return before && before > text && before[-1] == '=' && !strpbrk(list, ".[")
             ? list
             : NULL;
}

/* Return the value with which element "k" of the array that "ast" declares
 * begins, NULL where that is not known. */
static const lcm_expr *first_value(struct lcm_lowering *l, const lcm_ast *ast,
                                   size_t k) {
  const char *list = list_of(l, ast);
  return list ? lcm_lower_clause(l, item_of(l, list, k)) : NULL;
}

/* Return the symbol of element "k" of what goes by "name". */
static const lcm_expr *symbol_of(lcm_ctx *ctx, const char *name, size_t k) {
  return lcm_expr_symbol(
      ctx,
      lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%s[%zu]", name, k)),
      LCM_DIM_NONE);
}

/* Return element "k" of the array "name" at file scope, NULL where that is not
 * known. */
static const lcm_expr *global_element(struct lcm_lowering *l, const char *name,
                                      size_t k) {
  const lcm_ast *top = NULL;
  const size_t uses = uses_of(&top, l, name);
  if (uses == 0 || (uses & OTHERWISE) || k >= elements_of(top->sizes))
    return NULL;
  if ((uses & TOLD) && !l->initial)
    return symbol_of(l->ctx, lcm_numbers_global(l, name), k);
  return list_of(l, top) ? first_value(l, top, k) : lcm_expr_int(l->ctx, 0);
}

/* Return element "k" of the array "name". */
static const lcm_expr *element_at(struct lcm_lowering *l, const char *name,
                                  size_t k) {
  const struct lcm_local *local = lcm_lower_local(l, name);
  if (!local)
    return global_element(l, name, k);
  return k < local->elements ? symbol_of(l->ctx, name, k) : NULL;
}

/* Return how many elements of the array "name" are followed. */
static size_t length_of(struct lcm_lowering *l, const char *name) {
  const struct lcm_local *local = lcm_lower_local(l, name);
  const lcm_ast *top = NULL;
  if (local)
    return local->elements;
  const size_t uses = uses_of(&top, l, name);
  return uses && !(uses & OTHERWISE) ? elements_of(top->sizes) : 0;
}

const lcm_expr *lcm_numbers_element(lcm_ctx *ctx, const char *name,
                                    const lcm_expr *index, void *user) {
  struct lcm_lowering *l = user;
  const size_t n = length_of(l, name);
  double at = 0;
  if (!n || lcm_lower_is_given(l, name))
    return NULL;
  if (lcm_expr_is_number(index, &at))
    return at >= 0 && at < (double)n ? element_at(l, name, (size_t)at) : NULL;
  const lcm_expr *all = element_at(l, name, n - 1);
  for (size_t k = n - 1; k-- > 0 && all;)
    all = lcm_expr_if(
        ctx,
        lcm_expr_binary(ctx, LCM_X_EQ, index, lcm_expr_int(ctx, (long long)k)),
        element_at(l, name, k), all);
  return all;
}

size_t lcm_numbers_length(struct lcm_lowering *l, const char *name) {
  return length_of(l, name);
}

/* ---- statements --------------------------------------------------------- */

/* Add that element "k" of "local" is "value" from "ast" on. */
static void add_let(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast, const struct lcm_local *local, size_t k,
                    const lcm_expr *value) {
  const lcm_expr *symbol = symbol_of(l->ctx, local->name, k);
  lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, ast);
  node->u.let = (struct lcm_assign){
      lcm_expr_name(symbol),
      value ? value
            : lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "c.unknown"),
                              LCM_DIM_NONE)};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

void lcm_numbers_declare(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *var) {
  const struct lcm_local *local = lcm_lower_local(l, var->name);
  const size_t n = local && l->grids ? local->elements : 0;
  for (size_t k = 0; k < n; k++) {
    const lcm_expr *value = first_value(l, var, k);
    if (value)
      add_let(l, nodes, var, local, k, value);
  }
}

/* Return the loop that only fills the elements of an array, which "ast" is,
 * its assignment being "*assign"; NULL where it is none. */
static const lcm_ast *filling_loop(const lcm_ast **assign, const lcm_ast *ast) {
  const lcm_ast *at = ast->kind == LCM_AST_FOR ? ast->last : NULL;
  while (at && at->kind == LCM_AST_COMPOUND && at->first == at->last)
    at = at->first;
  *assign = at;
  return at && at->kind == LCM_AST_ASSIGN && at->first &&
                 at->first->kind == LCM_AST_SUBSCRIPT
             ? ast
             : NULL;
}

/* Return the followed array to an element of which "assign" assigns, or
 * NULL. */
static const struct lcm_local *filled_by(struct lcm_lowering *l,
                                         const lcm_ast *assign) {
  const lcm_ast *base = assign && assign->kind == LCM_AST_ASSIGN &&
                                assign->first &&
                                assign->first->kind == LCM_AST_SUBSCRIPT
                            ? assign->first->first
                            : NULL;
  const struct lcm_local *local = base ? array_of(l, base) : NULL;
  return local && local->elements ? local : NULL;
}

/* Return the value of the index of the element that "assign" sets, as an
 * expression; NULL where it has no model. */
static const lcm_expr *index_of(struct lcm_lowering *l, const lcm_ast *assign) {
  const lcm_ast *element = assign->first;
  if (element->first->end >= element->end || element->end > l->len)
    return NULL;
  const char *open = l->text + element->first->end;
  const size_t at = element->first->end + strspn(open, " \t\r\n");
  return l->text[at] == '[' ? lcm_lower_expr(l, at + 1, element->end - 1)
                            : NULL;
}

/* Add what the assignments of the loop "loop" do to the elements. */
static void fill(struct lcm_lowering *l, lcm_node_list *nodes,
                 const lcm_ast *loop, const lcm_ast *assign,
                 const struct lcm_local *local) {
  const lcm_expr *value = lcm_lower_value(l, assign);
  lcm_iteration range = {0};
  double from = 0;
  double to = MOST - 1;
  const bool known = lcm_lower_header(&range, l, loop) && !range.factor &&
                     lcm_expr_is_number(range.from, &from) &&
                     (!range.step || lcm_expr_is_int(range.step, 1));
  const lcm_expr *index = index_of(l, assign);
  const bool counts = known && index && lcm_expr_name(index) &&
                      !strcmp(lcm_expr_name(index), range.index);
  (void)(known && lcm_expr_is_number(range.to, &to));
  for (size_t k = 0; k < local->elements; k++) {
    const lcm_expr *at = lcm_expr_int(l->ctx, (long long)k);
    const lcm_expr *one = NULL;
    if (counts && ((double)k < from || (double)k > to))
      continue;
    const struct lcm_subst number = {range.index, at};
    if (counts && value)
      one = lcm_expr_subst(l->ctx, value, &number, 1);
    if (one && !lcm_expr_is_number(range.to, &to))
      one = lcm_expr_if(l->ctx, lcm_expr_binary(l->ctx, LCM_X_LE, at, range.to),
                        one, symbol_of(l->ctx, local->name, k));
    add_let(l, nodes, assign, local, k, one);
  }
}

void lcm_numbers_fill(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast) {
  const lcm_ast *assign = NULL;
  const lcm_ast *loop = l->grids ? filling_loop(&assign, ast) : NULL;
  const struct lcm_local *local = loop ? filled_by(l, assign) : NULL;
  if (local)
    fill(l, nodes, loop, assign, local);
}

bool lcm_numbers_assign(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *ast, const lcm_ast *assign,
                        const lcm_expr *condition) {
  const struct lcm_local *local = l->grids ? filled_by(l, assign) : NULL;
  const lcm_expr *index = local ? index_of(l, assign) : NULL;
  const lcm_expr *value = local ? lcm_lower_value(l, assign) : NULL;
  double at = 0;
  for (size_t k = 0; local && k < local->elements; k++) {
    const lcm_expr *old = symbol_of(l->ctx, local->name, k);
    const bool number = index && lcm_expr_is_number(index, &at);
    const lcm_expr *one = index ? value : NULL;
    if (number && (size_t)at != k)
      continue;
    if (one && !number)
      one = lcm_expr_if(l->ctx,
                        lcm_expr_binary(l->ctx, LCM_X_EQ, index,
                                        lcm_expr_int(l->ctx, (long long)k)),
                        one, old);
    if (one && ast->kind == LCM_AST_IF)
      one = condition ? lcm_expr_if(l->ctx, condition, one, old) : NULL;
    add_let(l, nodes, ast, local, k, one);
  }
  return local != NULL;
}
