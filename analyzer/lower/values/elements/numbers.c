/* Assignments to elements of small arrays of numbers, as LETs. */
#include <string.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/values/elements/elements.h"
#include "analyzer/lower/values/elements/numbers.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* Add that element "k" of "local" is "value" from "ast" on. */
static void add_let(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast, const struct lcm_local *local, size_t k,
                    const lcm_expr *value) {
  const unsigned char range =
      ast->first && ast->first->kind == LCM_AST_SUBSCRIPT ? ast->first->range
                                                          : 0;
  const lcm_expr *symbol = lcm_elements_symbol(l->ctx, local->name, k);
  value = range ? lcm_fits_held(l, ast, value, range) : value;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, ast);
  node->u.let = (struct lcm_assign){
      lcm_expr_name(symbol),
      value ? value
            : lcm_expr_symbol(l->ctx, lcm_name_of_source(l->ctx, "unknown"),
                              LCM_DIM_NONE)};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

void lcm_numbers_declare(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *var) {
  const struct lcm_local *local = lcm_lower_local_of(l, var->key);
  const size_t n = local && l->globals.grids ? local->elements : 0;
  for (size_t k = 0; k < n; k++) {
    const lcm_expr *value = lcm_elements_first(l, var, k);
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
  const struct lcm_local *local = base ? lcm_elements_local(l, base) : NULL;
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
  double to = LCM_ELEMENTS_MOST - 1;
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
                        one, lcm_elements_symbol(l->ctx, local->name, k));
    add_let(l, nodes, assign, local, k, one);
  }
}

void lcm_numbers_fill(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast) {
  const lcm_ast *assign = NULL;
  const lcm_ast *loop = l->globals.grids ? filling_loop(&assign, ast) : NULL;
  const struct lcm_local *local = loop ? filled_by(l, assign) : NULL;
  if (local)
    fill(l, nodes, loop, assign, local);
}

bool lcm_numbers_assign(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *ast, const lcm_ast *assign,
                        const lcm_expr *condition) {
  const struct lcm_local *local =
      l->globals.grids ? filled_by(l, assign) : NULL;
  const lcm_expr *index = local ? index_of(l, assign) : NULL;
  const lcm_expr *value = local ? lcm_lower_value(l, assign) : NULL;
  double at = 0;
  for (size_t k = 0; local && k < local->elements; k++) {
    const lcm_expr *old = lcm_elements_symbol(l->ctx, local->name, k);
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
