/* Assignments to variables whose values are followed, as LETs. */
#include <string.h>

#include "analyzer/lower/arguments/options.h"
#include "analyzer/lower/control/argument.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/let.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/openmp/behind.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/cover.h"
#include "analyzer/lower/values/elements/numbers.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/induction/induction.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/result.h"
#include "analyzer/lower/values/value.h"

bool lcm_let_follows(struct lcm_lowering *l, const char *name) {
  const struct lcm_local *local = name ? lcm_lower_local(l, name) : NULL;
  return local && !local->unstable && !local->changed;
}

/* Return "value" as the variable "local" holds it that "at" gives it to: a name
 * that nothing gives a value where it is not known to the last digit. */
static const lcm_expr *kept(struct lcm_lowering *l, const lcm_ast *at,
                            const struct lcm_local *local,
                            const lcm_expr *value) {
  const lcm_expr *held = lcm_fits_held(l, at, value, local->range);
  return held ? held
              : lcm_expr_symbol(l->ctx, lcm_name_of_source(l->ctx, local->name),
                                LCM_DIM_NONE);
}

lcm_node *lcm_lower_let(struct lcm_lowering *l, const lcm_ast *at,
                        const char *name, const lcm_expr *value) {
  const struct lcm_local *local = lcm_lower_local(l, name);
  if (!value || !local || local->unstable || local->changed ||
      lcm_lower_is_overridden(l, at, value))
    return NULL;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, at);
  node->u.let =
      (struct lcm_assign){lcm_lower_name(l, name), kept(l, at, local, value)};
  return node;
}

bool lcm_let_is_choice(struct lcm_lowering *l, const lcm_ast *value) {
  size_t asks = 0;
  if (value->kind == LCM_AST_CALL)
    return value->name && lcm_map_get(&l->globals.asking, value->name, &asks);
  return value->kind == LCM_AST_CONDITIONAL &&
         !lcm_lower_expr(l, value->begin, value->end);
}

void lcm_let_declare(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast) {
  for (const lcm_ast *var = ast->first; var; var = var->next) {
    if (var->kind == LCM_AST_VAR && var->is_array)
      lcm_numbers_declare(l, nodes, var);
    if (var->kind != LCM_AST_VAR || var->is_pointer)
      continue;
    const lcm_expr *value = lcm_lower_value(l, var);
    double number = 0;
    const bool choice = var->last && lcm_let_is_choice(l, var->last);
    if (value && lcm_expr_is_number(value, &number) &&
        (choice || lcm_options_give(l, var))) {
      lcm_options_default(l, lcm_lower_name(l, var->name), value,
                          lcm_lower_loc(l, var));
      continue;
    }
    lcm_node *node = lcm_lower_let(l, var, var->name, value);
    if (node && !lcm_expr_has(node->u.let.value, node->u.let.name))
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  }
}

/* Return whether another variable of the function is called as "var", which is
 * declared in the compound "home": what either holds is not to be taken for
 * what the other does. */
static bool is_hidden(struct lcm_lowering *l, const lcm_ast *home,
                      const lcm_ast *var) {
  const struct lcm_local *outer = lcm_lower_outer(l, home, var->name);
  const struct lcm_local *own = lcm_lower_local_of(l, var->key);
  bool other = false;
  if (outer)
    return !outer->is_pointer && !var->is_pointer;
  if (!own || own->is_pointer || own->unstable || !own->n_values)
    return false;
  for (const struct lcm_local *local = lcm_lower_last_local(l, var->name);
       local; local = lcm_lower_local_before(l, local))
    other = other || (local->begin >= home->end && local->home &&
                      local->home->kind == LCM_AST_COMPOUND);
  return other;
}

/* Return whether a variable called "name" is declared in "ast". */
static bool is_declared_in(const struct lcm_lowering *l, const lcm_ast *ast,
                           const char *name) {
  for (const struct lcm_local *local = lcm_lower_last_local(l, name); local;
       local = lcm_lower_local_before(l, local))
    if (ast->begin <= local->begin && local->begin < ast->end)
      return true;
  return false;
}

void lcm_let_hide(struct lcm_lowering *l, lcm_node_list *nodes,
                  const lcm_ast *home, bool ends) {
  for (const lcm_ast *at = home->first; at; at = at->next) {
    const lcm_ast *var = at->kind == LCM_AST_DECLSTMT ? at->first : NULL;
    for (; var; var = var->next) {
      if (var->kind != LCM_AST_VAR || !is_hidden(l, home, var))
        continue;
      const char *name = lcm_lower_name(l, var->name);
      const char *kept = LCM_INTERN_JOINED(l->ctx, name, ".outer");
      lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, var);
      node->u.let = (struct lcm_assign){
          ends ? name : kept,
          lcm_expr_symbol(l->ctx, ends ? kept : name, LCM_DIM_NONE)};
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
    }
  }
}

/* Return whether "ast" stands in no statement of the function but blocks: no
 * edit makes a part of a loop or of a region of it. */
static bool is_at_top(const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  while (at && at->kind == LCM_AST_COMPOUND)
    at = at->parent;
  return at && at->kind == LCM_AST_FUNCTION;
}

/* Return whether "ast", `a.b = e`, alone gives the member of a structure of the
 * function a value, and nothing else can get at that. */
static bool sets_member(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *to = ast->kind == LCM_AST_ASSIGN ? ast->first : NULL;
  const lcm_ast *base = to && to->kind == LCM_AST_MEMBER ? to->first : NULL;
  size_t set = 0;
  if (!base || base->kind != LCM_AST_REF || !base->is_record ||
      base->is_pointer || !to->range || to->is_union || to->is_atomic ||
      !to->name || (l->options->n_kept && !is_at_top(ast)) || l->region.begin ||
      ast->parent->kind != LCM_AST_COMPOUND ||
      (l->function->holds & LCM_AST_HOLDS_LABEL))
    return false;
  const struct lcm_local *local = lcm_lower_local_of(l, base->key);
  return local && !local->is_static && !local->n_assigned &&
         !local->is_pointed && lcm_lower_local(l, base->name) == local &&
         lcm_map_get(&l->locals.moving, to->name, &set) &&
         set == (size_t)(uintptr_t)ast;
}

/* Return whether the member "to" has one bit. */
static bool is_flag(const lcm_ast *to) {
  return to->is_bits && (to->range & LCM_RANGE_BITS) == 1;
}

/* Add the LET for `a.b = e`, where that can be followed. */
static void assign_member(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast) {
  const lcm_expr *value = sets_member(l, ast) ? lcm_lower_value(l, ast) : NULL;
  const char *name = value ? LCM_INTERN_JOINED(l->ctx, ast->first->first->name,
                                               ".", ast->first->name)
                           : NULL;
  double number = 0;
  if (!value ||
      (lcm_expr_is_number(value, &number) && lcm_lower_is_given(l, name)))
    return;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, ast);
  const lcm_expr *given = value;
  value = lcm_fits_held(l, ast, value, ast->first->range);
  if (is_flag(ast->first) && given != value)
    value = NULL;
  node->u.let = (struct lcm_assign){
      name, value ? value
                  : lcm_expr_symbol(l->ctx, lcm_name_of_source(l->ctx, name),
                                    LCM_DIM_NONE)};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->locals.members, ast, 1);
}

/* Return the assignment to a variable or an element that "ast" is, or is the
 * only branch of; NULL otherwise. */
static const lcm_ast *assignment_in(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_IF && ast->first && ast->first->next == ast->last)
    ast = ast->last;
  if (ast->kind == LCM_AST_COMPOUND && ast->first == ast->last && ast->first)
    ast = ast->first;
  const bool updates = ast->kind == LCM_AST_UPDATE;
  return (ast->kind == LCM_AST_ASSIGN || updates) && ast->first &&
                 (ast->first->kind == LCM_AST_REF ||
                  (ast->first->kind == LCM_AST_SUBSCRIPT && !updates))
             ? ast
             : NULL;
}

/* Return whether "ast" is what is left of an `if` of which arguments of the
 * program, or files, decide. */
static bool is_left(const struct lcm_lowering *l, const lcm_ast *ast) {
  if (ast->kind != LCM_AST_COMPOUND)
    ast = ast->parent;
  for (; ast && ast->kind == LCM_AST_COMPOUND; ast = ast->parent)
    if (ast->begin + 2 < l->len && !strncmp(l->text + ast->begin, "if", 2))
      return true;
  return false;
}

/* Return whether "value" is what "local", which arguments or files may give its
 * value, has where they do not: by "ast". */
static bool is_default(struct lcm_lowering *l, const lcm_ast *ast,
                       const struct lcm_local *local, const lcm_expr *value) {
  double number = 0;
  return local && value && lcm_expr_is_number(value, &number) &&
         !lcm_syntax_in_loop(ast) &&
         ((lcm_options_set(l, local->key) && is_left(l, ast)) ||
          (ast->kind == LCM_AST_ASSIGN && ast->last &&
           lcm_let_is_choice(l, ast->last)));
}

/* Return what "name" is called while others still need what it held. */
static const char *next_of(struct lcm_lowering *l, const char *name) {
  return LCM_INTERN_JOINED(l->ctx, name, ".next");
}

/* Return whether a value among the "n" at "held" but number "i" speaks of the
 * variable of that. */
static bool is_needed(const struct lcm_subst *held, size_t n, size_t i) {
  for (size_t k = 0; k < n; k++)
    if (k != i && held[k].by && lcm_expr_has(held[k].by, held[i].name))
      return true;
  return false;
}

/* Return whether "ast" or something below it assigns to the variable "key". */
static bool assigns_to(const lcm_ast *ast, const char *key) {
  if ((ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE) &&
      ast->first && ast->first->kind == LCM_AST_REF && ast->first->key == key)
    return true;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (assigns_to(at, key))
      return true;
  return false;
}

/* Return what "local" holds behind the directives "crowd" (NULL: none) around
 * what leaves "value" (NULL: not known) in it; NULL: nothing else than
 * before. */
static const lcm_expr *stays(struct lcm_lowering *l,
                             const struct lcm_omp_crowd *crowd,
                             const struct lcm_local *local,
                             const lcm_expr *value) {
  double number = 0;
  const enum lcm_omp_stays what =
      crowd ? lcm_omp_stays(l, *crowd, local) : LCM_OMP_STAYS_ALL;
  if (what == LCM_OMP_STAYS_OLD)
    return NULL;
  if (value &&
      (what == LCM_OMP_STAYS_ALL ||
       (what == LCM_OMP_STAYS_NUMBERS && lcm_expr_is_number(value, &number))))
    return value;
  return lcm_expr_symbol(l->ctx, lcm_name_of_source(l->ctx, local->name),
                         LCM_DIM_NONE);
}

/* Add LETs for what "ast" under the directives "crowd" (NULL: none) leaves in
 * variables. */
static void add_behind(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast, const struct lcm_omp_crowd *crowd) {
  const struct lcm_subst *held = NULL;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t n = lcm_leave_held(&held, l, ast);
  lcm_node_list late = {0};
  for (size_t i = 0; i < n; i++) {
    const char *called = lcm_intern(l->ctx, lcm_name_plain(held[i].name));
    const struct lcm_local *local = lcm_lower_outer(l, ast, called);
    const bool known = held[i].by && !is_declared_in(l, ast, called);
    if (!local || (!known && (!assigns_to(ast, local->key) ||
                              (lcm_ast_is_loop(ast) && !crowd))))
      continue;
    const lcm_expr *value = stays(l, crowd, local, known ? held[i].by : NULL);
    if (is_default(l, ast, local, value))
      lcm_options_default(l, lcm_lower_name(l, local->name), value,
                          lcm_lower_loc(l, ast));
    lcm_node *node = lcm_lower_let(l, ast, local->name, value);
    if (!node)
      continue;
    if (is_needed(held, n, i)) {
      const char *name = next_of(l, node->u.let.name);
      lcm_node *own = lcm_lower_node(l, LCM_NODE_LET, ast);
      own->u.let = (struct lcm_assign){
          node->u.let.name, lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE)};
      node->u.let.name = name;
      LCM_LIST_ADD(arena, &late, own);
    }
    LCM_LIST_ADD(arena, nodes, node);
  }
  for (size_t i = 0; i < late.n; i++)
    LCM_LIST_ADD(arena, nodes, late.at[i]);
}

/* Add LETs for the variables that the loop "loop" changes where it does not
 * count, but is executed as "ran" says: for what they hold behind it
 * ("behind"), or that this is not known in its rounds, but of the one by which
 * it counts. */
static void add_ran(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *loop, const struct lcm_ran *ran,
                    bool behind) {
  lcm_iteration range = {0};
  const char *index = !behind && lcm_header_ran(&range, l, loop, ran->trips)
                          ? range.index
                          : NULL;
  for (size_t i = 0; i < ran->held.n; i++) {
    const struct lcm_run_number *value = &ran->held.at[i].value;
    const struct lcm_local *local = lcm_lower_local_of(l, ran->held.at[i].key);
    if (!local || !lcm_let_follows(l, local->name) || local->is_pointer ||
        !lcm_syntax_may_change(loop, local->key))
      continue;
    const char *name = lcm_lower_name(l, local->name);
    if (name == index)
      continue;
    lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, loop);
    node->u.let = (struct lcm_assign){
        name,
        !behind || !value->known
            ? lcm_expr_symbol(l->ctx, lcm_name_of_source(l->ctx, local->name),
                              LCM_DIM_NONE)
        : value->is_real ? lcm_expr_real(l->ctx, value->real)
                         : lcm_expr_int(l->ctx, value->whole)};
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  }
}

/* Return whether the loop "loop" does not count, but is executed, which comes
 * to "*ran". */
static bool only_runs(struct lcm_ran *ran, struct lcm_lowering *l,
                      const lcm_ast *loop) {
  lcm_iteration range;
  return !lcm_lower_header(&range, l, loop) && lcm_leave_ran(ran, l, loop);
}

void lcm_let_behind(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast) {
  struct lcm_ran ran;
  add_behind(l, nodes, ast, NULL);
  if (lcm_ast_is_loop(ast) && only_runs(&ran, l, ast))
    add_ran(l, nodes, ast, &ran, true);
}

void lcm_let_construct(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast, struct lcm_omp_crowd crowd) {
  if (l->locals.all.n)
    add_behind(l, nodes, ast, &crowd);
}

/* Return what the name of the variable "name" is called that holds what that
 * had before the loop "loop": another one for each of several loops in one
 * another that move it. */
static const char *before_of(struct lcm_lowering *l, const char *name,
                             const lcm_ast *loop) {
  const struct lcm_subst *held = NULL;
  const char *out = LCM_INTERN_JOINED(l->ctx, name, ".before");
  for (loop = lcm_loop_around(loop); loop; loop = lcm_loop_around(loop)) {
    const size_t n = lcm_induction_held(&held, l, loop, false);
    for (size_t i = 0; i < n; i++)
      if (held[i].name == name)
        out = LCM_INTERN_JOINED(l->ctx, out, ".before");
  }
  return out;
}

void lcm_let_before(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *loop) {
  const struct lcm_subst *held = NULL;
  const size_t n = lcm_induction_held(&held, l, loop, false);
  for (size_t i = 0; i < n; i++) {
    lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, loop);
    node->u.let = (struct lcm_assign){
        before_of(l, held[i].name, loop),
        lcm_expr_symbol(l->ctx, held[i].name, LCM_DIM_NONE)};
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  }
}

void lcm_let_round(struct lcm_lowering *l, lcm_node_list *nodes,
                   const lcm_ast *loop) {
  const struct lcm_subst *held = NULL;
  const size_t n = lcm_induction_held(&held, l, loop, false);
  for (size_t i = 0; i < n; i++) {
    lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, loop);
    const struct lcm_subst by = {
        held[i].name, lcm_expr_symbol(l->ctx, before_of(l, held[i].name, loop),
                                      LCM_DIM_NONE)};
    node->u.let = (struct lcm_assign){
        held[i].name, lcm_expr_subst(l->ctx, held[i].by, &by, 1)};
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  }
  struct lcm_ran ran;
  if (only_runs(&ran, l, loop))
    add_ran(l, nodes, loop, &ran, false);
}

void lcm_let_assign(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast) {
  const lcm_ast *assign = assignment_in(ast);
  if (!assign)
    assign_member(l, nodes, ast);
  if (!assign)
    return;
  if (assign->first->kind == LCM_AST_SUBSCRIPT) {
    (void)lcm_numbers_assign(l, nodes, ast, assign,
                             assign == ast || !l->globals.grids
                                 ? NULL
                                 : lcm_lower_condition(l, ast));
    return;
  }
  const char *name = assign->first->name;
  const bool updates = assign->kind == LCM_AST_UPDATE;
  if (updates && !lcm_cover_follows(l, assign))
    return;
  const lcm_expr *value =
      updates ? lcm_lower_updated(l, assign) : lcm_lower_value(l, assign);
  const struct lcm_local *local = lcm_lower_local(l, name);
  if (local && local->n_sent && lcm_lower_is_overridden(l, assign, value))
    return;
  if (assign != ast && ast->kind == LCM_AST_IF)
    value = lcm_expr_if(
        l->ctx, lcm_lower_condition(l, ast), value,
        lcm_expr_symbol(l->ctx, lcm_lower_name(l, name), LCM_DIM_NONE));
  if (is_default(l, ast, local, value))
    lcm_options_default(l, lcm_lower_name(l, name), value,
                        lcm_lower_loc(l, ast));
  lcm_node *node = lcm_lower_let(l, ast, name, value);
  if (node)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

bool lcm_let_takes_time(struct lcm_lowering *l, const lcm_ast *ast) {
  const bool divides =
      l->options->weights && ast->ops && !ast->flops &&
      (ast->op == LCM_AST_OP_DIV || ast->op == LCM_AST_OP_REST) && ast->last &&
      ast->last->kind != LCM_AST_LITERAL;
  const struct lcm_external *called =
      ast->kind == LCM_AST_CALL && ast->is_system && ast->name
          ? lcm_external_of(l, ast->name)
          : NULL;
  if (ast->flops || divides ||
      (called && called->flops && !lcm_expr_is_int(called->flops, 0)))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (lcm_let_takes_time(l, at))
      return true;
  return false;
}

void lcm_let_codes(struct lcm_lowering *l, lcm_node_list *nodes,
                   const lcm_ast *ast) {
  const lcm_ast *at = ast->kind == LCM_AST_DECLSTMT ? ast->first : ast;
  for (; at; at = ast->kind == LCM_AST_DECLSTMT ? at->next : NULL) {
    const bool sets =
        at->kind == LCM_AST_VAR || (at->kind == LCM_AST_ASSIGN && at->first &&
                                    at->first->kind == LCM_AST_REF);
    if (!sets || !at->last || at->last->kind != LCM_AST_CALL ||
        !lcm_call_mpi(l, at->last))
      continue;
    lcm_node *node = lcm_lower_let(
        l, at, at->kind == LCM_AST_VAR ? at->name : at->first->name,
        lcm_lower_value(l, at));
    if (node)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  }
}

void lcm_let_set(struct lcm_lowering *l, lcm_node_list *nodes,
                 const lcm_ast *call) {
  const lcm_expr *args[LCM_RESULT_ARGUMENTS] = {NULL};
  lcm_text_list texts = {0};
  bool any = false;
  size_t k = 0;
  for (const lcm_ast *at = lcm_syntax_arguments(call); at; at = at->next)
    any = any || (at->kind == LCM_AST_ADDRESS && lcm_result_is_set(l, at));
  if (!any)
    return;
  lcm_call_texts(&texts, l, call);
  for (const lcm_ast *at = lcm_syntax_arguments(call);
       at && k < texts.n && k < LCM_RESULT_ARGUMENTS; at = at->next, k++)
    args[k] = at->is_real ? NULL : lcm_lower_text(l, texts.at[k], call->begin);
  k = 0;
  for (const lcm_ast *at = lcm_syntax_arguments(call); at; at = at->next, k++) {
    const bool variable = at->kind == LCM_AST_ADDRESS && at->first &&
                          at->first->kind == LCM_AST_REF;
    const lcm_expr *value =
        variable ? lcm_result_set(l, call->name, k, args, texts.n) : NULL;
    lcm_node *let =
        value ? lcm_lower_let(l, call, at->first->name, value) : NULL;
    if (let)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, let);
  }
}
