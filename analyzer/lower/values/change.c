/* Which variables change, and where their values can be followed. */
#include <string.h>

#include "analyzer/lower/access/seen.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/broadcast.h"
#include "analyzer/lower/mpi/message.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/openmp/clause.h"
#include "analyzer/lower/openmp/crew.h"
#include "analyzer/lower/values/change.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/cover.h"
#include "analyzer/lower/values/elements/elements.h"
#include "analyzer/lower/values/induction/induction.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/result.h"
#include "analyzer/lower/values/value.h"

/* Return the compound, loop or function that "ast" stands in directly. */
static const lcm_ast *home_of(const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  while (at && at->kind != LCM_AST_COMPOUND && !lcm_ast_is_loop(at) &&
         at->kind != LCM_AST_SWITCH && at->kind != LCM_AST_FUNCTION)
    at = at->parent;
  return at;
}

/* Return whether the assignment "ast" stands where "home" does, at most under
 * an `if` without else. */
static bool is_followed(const lcm_ast *ast, const lcm_ast *home) {
  const lcm_ast *at = ast->parent;
  if (at == home)
    return true;
  if (at && at->kind == LCM_AST_COMPOUND && at->first == at->last)
    at = at->parent;
  return at && at->kind == LCM_AST_IF && at->parent == home &&
         at->first->next == at->last;
}

/* Add the variable "ast". */
static void add_local(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_local local = {.key = ast->key,
                            .name = ast->name,
                            .sizes = ast->sizes,
                            .begin = ast->begin,
                            .range = ast->range,
                            .is_static = lcm_lower_says_static(l, ast),
                            .is_param = ast->kind == LCM_AST_PARAM,
                            .unstable = ast->is_pointer,
                            .is_pointer = ast->is_pointer,
                            .is_real = ast->is_real,
                            .begins = ast->kind == LCM_AST_VAR && ast->first,
                            .home = home_of(ast)};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t at = l->locals.first + l->locals.all.n;
  size_t before = 0;
  if (local.name && lcm_map_get(&l->locals.by_name, local.name, &before) &&
      before >= l->locals.first)
    local.before = before - l->locals.first + 1;
  LCM_LIST_ADD(arena, &l->locals.all, local);
  if (local.name)
    lcm_map_put(arena, &l->locals.by_name, local.name, at);
  if (local.key)
    lcm_map_put(arena, &l->locals.by_key, local.key, at);
}

/* Return the local variable that "target" refers to, or NULL. */
static struct lcm_local *target_of(struct lcm_lowering *l,
                                   const lcm_ast *target) {
  return target && target->kind == LCM_AST_REF
             ? lcm_lower_local_of(l, target->key)
             : NULL;
}

/* Return the offset behind the change "ast" of "local", or behind the outermost
 * loop inside its home that repeats it. */
static unsigned behind(const struct lcm_local *local, const lcm_ast *ast) {
  unsigned end = ast->end;
  for (const lcm_ast *at = ast->parent; at && at != local->home;
       at = at->parent)
    if (lcm_ast_is_loop(at))
      end = at->end;
  return end;
}

/* Let "*from" be the offset "at" if that comes first. */
static void note_from(unsigned *from, unsigned at) {
  if (!*from || at < *from)
    *from = at;
}

/* Note from where on the parameter "local" may hold what the change "ast" gives
 * it: one that can be "followed", or another one. */
static void note_param(struct lcm_local *local, const lcm_ast *ast,
                       bool followed) {
  if (local && local->is_param)
    note_from(followed ? &local->assigned_from : &local->changed_from,
              behind(local, ast));
}

/* Note that "ast" gives "local" a value that cannot be followed: it may differ
 * each time where a loop inside the variable's home repeats it, or the body of
 * a loop whose header is that. */
static void mark(struct lcm_local *local, const lcm_ast *ast) {
  const lcm_ast *at = ast;
  local->changed = true;
  for (; at && at->parent && at != local->home; at = at->parent)
    if ((at != ast && lcm_ast_is_loop(at)) ||
        (at->parent == local->home && at->parent->kind == LCM_AST_FOR &&
         at == at->parent->last))
      local->unstable = true;
}

/* Return whether "ast" stands in the header of a `for`, maybe beside others. */
static bool in_header(const lcm_ast *ast) {
  while (ast->parent && (ast->parent->kind == LCM_AST_OTHER ||
                         ast->parent->kind == LCM_AST_ASSIGN))
    ast = ast->parent;
  return ast->parent && ast->parent->kind == LCM_AST_FOR &&
         ast != ast->parent->last;
}

/* Return whether "ast" or something below it declares the variable called
 * "name", or refers to it. */
static bool speaks_of(const lcm_ast *ast, const char *name) {
  if ((ast->kind == LCM_AST_REF || ast->kind == LCM_AST_VAR) &&
      ast->name == name)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (speaks_of(child, name))
      return true;
  return false;
}

/* Return the first change in or below "step" of a variable of which "cond"
 * speaks, NULL for none. */
static const lcm_ast *counting_in(const lcm_ast *step, const lcm_ast *cond) {
  const lcm_ast *found = NULL;
  if ((step->kind == LCM_AST_UPDATE || step->kind == LCM_AST_ASSIGN) &&
      step->first && step->first->kind == LCM_AST_REF &&
      speaks_of(cond, step->first->name))
    return step;
  for (const lcm_ast *child = step->first; child && !found; child = child->next)
    found = counting_in(child, cond);
  return found;
}

/* Return whether "ast", a change in the header of a `for`, moves a variable
 * from round to round that is not the one the loop counts by. */
static bool is_beside(const lcm_ast *ast) {
  const lcm_ast *step = ast;
  const lcm_ast *cond = NULL;
  while (step->parent->kind != LCM_AST_FOR)
    step = step->parent;
  if (step->next != step->parent->last)
    return false;
  for (const lcm_ast *at = step->parent->first; at != step; at = at->next)
    cond = at;
  return cond && counting_in(step, cond) != ast;
}

/* Return whether "ast" is the address of what a topology of ranks reads or
 * sets. */
static bool is_of_grid(const struct lcm_lowering *l, const lcm_ast *ast) {
  return l->globals.grids && ast->kind == LCM_AST_ADDRESS &&
         (lcm_numbers_answer(l, ast) || lcm_numbers_read(l, ast));
}

/* Note that "ast" changes the member "name" of some structure. */
static void note_moving(struct lcm_lowering *l, const lcm_ast *ast,
                        const char *name) {
  size_t known = 0;
  const bool again = lcm_map_get(&l->locals.moving, name, &known);
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->locals.moving, name,
              again || ast->kind != LCM_AST_ASSIGN ? 1
                                                   : (size_t)(uintptr_t)ast);
}

/* Note that an element of the array that "target" is one of may change. */
static void note_array(struct lcm_lowering *l, const lcm_ast *target) {
  while (target && target->kind == LCM_AST_SUBSCRIPT)
    target = target->first;
  if (target && target->kind == LCM_AST_REF && target->name)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->locals.moving,
                LCM_INTERN_JOINED(l->ctx, target->name, "[]"), 1);
}

/* Note the members that "ast", an assignment or an address, may change, and
 * whether it changes a whole variable. */
static void note_target(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  if (!lcm_ast_is_change(ast))
    return;
  if (lcm_external_reads(l, ast) || is_of_grid(l, ast))
    return;
  struct lcm_local *local = target_of(l, target);
  if (local)
    local->n_assigned++;
  if (target && target->kind == LCM_AST_MEMBER && target->name)
    note_moving(l, ast, target->name);
  if (target && target->kind == LCM_AST_SUBSCRIPT)
    note_array(l, target);
}

/* Note that the call in which "address" stands sets "local": a value that can
 * be followed where it is executed where the variable is at home. */
static void note_answer(struct lcm_local *local, const lcm_ast *address) {
  const lcm_ast *at = address;
  while (at->parent && at->parent != local->home &&
         at->parent->kind != LCM_AST_COMPOUND)
    at = at->parent;
  if (lcm_outer_block(at->parent, local->home) == local->home) {
    local->n_values++;
    return;
  }
  if (at->parent != local->home)
    mark(local, address);
  else
    local->n_values++;
}

/* Return whether the address "ast" is only an argument of a call. */
static bool is_argument(const lcm_ast *ast) {
  const lcm_ast *above = ast->parent;
  while (above && above->kind == LCM_AST_OTHER)
    above = above->parent;
  return above && above->kind == LCM_AST_CALL;
}

/* Note that the address "ast" of "local" is taken. */
static void note_pointed(struct lcm_local *local, const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  while (at && !lcm_ast_is_loop(at))
    at = at->parent;
  local->n_taken++;
  local->is_stored = local->is_stored || !is_argument(ast);
  local->is_pointed = local->is_pointed || local->is_stored || at;
}

/* Return whether the call in which "address" stands sets the variable to what
 * is known, and nothing else does: there is no value that it has where that is
 * not known after all. */
static bool is_set_alone(const struct lcm_lowering *l, const lcm_ast *address) {
  const lcm_ast *by = NULL;
  return lcm_result_is_set(l, address) && l->function &&
         lcm_syntax_sets(&by, l, l->function, address->first->key) == 1;
}

/* Return whether "ast", a change in the header of a `for`, is one of a variable
 * that this declares. */
static bool is_own_loop(const struct lcm_local *local, const lcm_ast *ast) {
  while (ast->kind != LCM_AST_FOR)
    ast = ast->parent;
  return local->home == ast;
}

/* Note what "ast", a change, does to a local. */
static void note_change(struct lcm_lowering *l, const lcm_ast *ast) {
  const bool header = in_header(ast);
  struct lcm_local *local = target_of(l, ast->first);
  note_target(l, ast);
  if (local && header && !is_own_loop(local, ast))
    local->n_stepped++;
  if (ast->kind != LCM_AST_ADDRESS)
    note_param(local, ast, ast->kind == LCM_AST_ASSIGN && !header);
  if (local && is_of_grid(l, ast))
    local->n_values += lcm_numbers_answer(l, ast);
  else if (local && lcm_broadcast_gives(l, ast)) {
    local->n_sent++;
    note_answer(local, ast);
  } else if (ast->kind == LCM_AST_ADDRESS && local &&
             (lcm_message_role(l, ast) == 'o' || lcm_message_answer(l, ast) ||
              is_set_alone(l, ast)))
    note_answer(local, ast);
  else if (ast->kind == LCM_AST_ADDRESS && local &&
           lcm_message_role(l, ast) != 'l' && !lcm_external_reads(l, ast)) {
    local->changed = true;
    note_param(local, ast, false);
    note_pointed(local, ast);
  } else if (ast->kind == LCM_AST_UPDATE && local && !header)
    mark(local, ast);
  else if (local && header && is_beside(ast))
    local->changed = local->unstable = true;
  else if (ast->kind == LCM_AST_ASSIGN && local && !header &&
           !is_followed(ast, local->home) &&
           !lcm_omp_crew_is_told(l, ast, local->home))
    mark(local, ast);
}

/* Note the locals that "ast" and what is below it declare and change. */
static void walk(struct lcm_lowering *l, const lcm_ast *ast) {
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return;
  if (ast->kind == LCM_AST_VAR || ast->kind == LCM_AST_PARAM)
    add_local(l, ast);
  else if (lcm_ast_is_change(ast))
    note_change(l, ast);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    walk(l, child);
}

/* Return whether the conditions of all branches around "ast", which gives
 * "local" a value that is read behind them, have models. */
static bool is_decided(struct lcm_lowering *l, const lcm_ast *ast,
                       const struct lcm_local *local) {
  if (ast->kind == LCM_AST_VAR)
    return true;
  for (const lcm_ast *at = ast->parent; at && at != local->home;
       at = at->parent)
    if ((at->kind == LCM_AST_SWITCH || at->kind == LCM_AST_IF) &&
        !lcm_lower_condition(l, at) &&
        !(local->covered && !lcm_cover_leaks(l, local, at)))
      return false;
  return true;
}

/* Note whether the value is known that the broadcast gives to a local in which
 * "address" stands. */
static void check_sent(struct lcm_lowering *l, const lcm_ast *address) {
  struct lcm_local *local = target_of(l, address->first);
  if (!local || local->changed || !lcm_broadcast_gives(l, address) ||
      lcm_broadcast_value(l, address))
    return;
  local->n_unknown++;
  local->changed = local->n_values > 1;
}

/* Note which locals are assigned more than once and at least once what has no
 * model: no value may be taken for the last one. */
static void check_values(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_local *local = NULL;
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return;
  const bool updates = ast->kind == LCM_AST_UPDATE;
  if (ast->kind == LCM_AST_ADDRESS)
    check_sent(l, ast);
  if ((ast->kind == LCM_AST_ASSIGN || updates) && !in_header(ast))
    local = target_of(l, ast->first);
  else if (ast->kind == LCM_AST_VAR && ast->first)
    local = lcm_lower_local_of(l, ast->key);
  if (local && !local->changed && !(updates && !lcm_cover_follows(l, ast))) {
    const bool known =
        (updates ? lcm_lower_updated(l, ast) : lcm_lower_value(l, ast)) &&
        is_decided(l, ast, local);
    local->n_values++;
    local->n_unknown += !known;
    local->changed = local->n_values + local->is_param > 1 && local->n_unknown;
    local->unstable = local->unstable || (local->n_unknown && local->varies);
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    check_values(l, child);
}

/* Check the values of all variables of "function", and what loops make of them,
 * until none more is lost. */
static void check_all(struct lcm_lowering *l, const lcm_ast *function) {
  const size_t n = l->locals.all.n;
  unsigned *answers = LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), unsigned, n + 1);
  for (size_t i = 0; i < n; i++)
    answers[i] = l->locals.all.at[i].n_values;
  check_values(l, function);
  while (lcm_induction_check(l)) {
    for (size_t i = 0; i < n; i++) {
      l->locals.all.at[i].n_values = answers[i];
      l->locals.all.at[i].n_unknown = 0;
    }
    l->parsing.last = (struct lcm_parsed){0};
    check_values(l, function);
  }
}

/* Note which variables hold something else behind the header of a `for` than
 * what they are given elsewhere. */
static void note_stepped(struct lcm_lowering *l) {
  for (size_t i = 0; i < l->locals.all.n; i++) {
    struct lcm_local *local = &l->locals.all.at[i];
    if (local->n_stepped &&
        (local->begins || local->n_assigned > local->n_stepped))
      local->changed = true;
  }
}

/* Note which parameters that are assigned cannot be followed. */
static void note_lost(struct lcm_lowering *l) {
  for (size_t i = 0; i < l->locals.all.n; i++) {
    struct lcm_local *local = &l->locals.all.at[i];
    if (local->assigned_from && local->changed)
      note_from(&local->changed_from, local->assigned_from);
  }
}

/* Note the locals that clauses of tasks in "function" share. */
static void note_shared(struct lcm_lowering *l, const lcm_ast *function) {
  for (size_t i = 0; i < l->bound.pragmas.n; i++) {
    const lcm_pragma *pragma = &l->bound.pragmas.at[i];
    if (pragma->loc.begin < function->begin ||
        pragma->loc.begin >= function->end ||
        !strstr(pragma->construct, "task"))
      continue;
    for (size_t k = 0; k < pragma->n_clauses; k++)
      if (!strcmp(pragma->clauses[k].name, "shared"))
        lcm_omp_share(l, pragma->clauses[k].args);
  }
}

void lcm_lower_locals(struct lcm_lowering *l, const lcm_ast *function) {
  l->locals.first += l->locals.all.n;
  l->locals.all.n = 0;
  l->locals.moving = (lcm_map){0};
  l->locals.members = (lcm_map){0};
  l->locals.stories.n = 0;
  l->parsing.last_index = (struct lcm_parsed){0};
  l->function = function;
  const bool sealed = l->parsing.sealed;
  l->parsing.sealed = true;
  walk(l, function);
  note_stepped(l);
  lcm_numbers_find(l, function);
  lcm_cover_locals(l, function);
  check_all(l, function);
  note_lost(l);
  note_shared(l, function);
  lcm_lower_seen(l, function);
  l->parsing.sealed = sealed;
  l->parsing.last = (struct lcm_parsed){0};
}

/* Note the member of a structure that "ast" is. */
static void note_member(struct lcm_lowering *l, const lcm_ast *ast) {
  const size_t key = (size_t)(uintptr_t)ast->key;
  size_t known = 0;
  const bool found = lcm_map_get(&l->globals.members, ast->name, &known);
  if (!found || known != key)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.members, ast->name,
                found ? LCM_MEMBER_AMBIGUOUS : key);
  if (!ast->range || !lcm_map_get(&l->globals.whole_members, ast->name, &known))
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.whole_members, ast->name,
                ast->range ? 1 : 2);
}

/* Note that "ast" may change the variable at file scope with the key "key": it
 * itself where it is the only one, an assignment; else 1. */
static void note_changing(struct lcm_lowering *l, const char *key,
                          const lcm_ast *ast) {
  size_t known = 0;
  const bool again = lcm_map_get(&l->globals.changing, key, &known);
  const bool sets =
      !again && ast->kind == LCM_AST_ASSIGN && ast->first->kind == LCM_AST_REF;
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.changing, key,
              sets ? (size_t)(uintptr_t)ast : 1);
}

/* Return whether "address" is that of what a call of MPI sets to the rank in a
 * communicator, or to how many ranks that has, where ranks are followed. */
static bool asks_place(struct lcm_lowering *l, const lcm_ast *address) {
  const struct lcm_mpi_function *function =
      l->globals.grids && lcm_message_role(l, address) == 'o'
          ? lcm_call_mpi(l, address->parent)
          : NULL;
  return function && (function->kind == LCM_MESSAGE_RANK ||
                      function->kind == LCM_MESSAGE_SIZE);
}

/* Note the variables at file scope, and the members of structures, that "ast"
 * or something below it may change. */
static void note_changes(struct lcm_lowering *l, const lcm_ast *ast) {
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_MEMBER)))
    return;
  const lcm_ast *target = ast->first;
  const bool address = ast->kind == LCM_AST_ADDRESS && target && target->key;
  if (ast->kind == LCM_AST_MEMBER && ast->key && ast->name)
    note_member(l, ast);
  const char *answer = address ? lcm_message_answer(l, ast) : NULL;
  if (answer)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.asked, target->key,
                (size_t)(uintptr_t)answer);
  else if (address && (is_of_grid(l, ast) || asks_place(l, ast))) {
    if (!lcm_numbers_read(l, ast))
      lcm_numbers_told(l, target);
  } else if ((ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE ||
              (address && !lcm_external_reads(l, ast))) &&
             target &&
             (target->kind == LCM_AST_REF || target->kind == LCM_AST_MEMBER) &&
             target->key)
    note_changing(l, target->key, ast);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_changes(l, child);
}

/* Note the variables that another file of the unit may change below "ast". */
static void note_changes_beside(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  const bool changes = lcm_ast_is_change(ast);
  if (changes && target && target->key)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.changing, target->key, 1);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_changes_beside(l, child);
}

/* Note the functions of the other files of the unit, and what they change. */
static void note_beside(struct lcm_lowering *l) {
  for (size_t i = 0; i < l->syntax->n_beside; i++)
    for (const lcm_ast *top = l->syntax->beside[i]->top; top; top = top->next)
      if (top->kind == LCM_AST_FUNCTION && l->syntax->beside[i] != l->syntax) {
        lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.defined, top->name, 1);
        note_changes_beside(l, top);
      }
}

void lcm_lower_globals(struct lcm_lowering *l) {
  note_beside(l);
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.defined, top->name, 1);
  lcm_numbers_globals(l);
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      note_changes(l, top);
    else if (top->kind == LCM_AST_DECLARATION && top->name)
      lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.declarations, top->name,
                  (size_t)(uintptr_t)top);
}
