/* Names for how often loops run where the source does not say that. */
#include <string.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/rounds.h"
#include "analyzer/lower/values/local.h"
#include "model/structure/structure.h"

/* A loop that gets a name. */
struct naming {
  struct lcm_lowering *l;
  const lcm_ast *loop;
  const char *index; /* the variable that a `for` steps; NULL for none */
};

/* Return the child of the loop of "n" that is its condition, NULL for none;
 * note the index of a `for`. */
static const lcm_ast *condition_of(struct naming *n) {
  struct lcm_header h = {.raw = false};
  const lcm_ast *loop = n->loop;
  if (loop->kind != LCM_AST_FOR)
    return loop->kind == LCM_AST_DO ? loop->last : loop->first;
  if (!lcm_header_read(&h, n->l, loop))
    return NULL;
  if (lcm_header_index(&h, n->l))
    n->index = h.index;
  for (const lcm_ast *at = loop->first; at != loop->last; at = at->next)
    if (lcm_header_part(&h, loop, at) == 1)
      return at;
  return NULL;
}

/* Return the first assignment in or below "ast" that gives the pointer "key"
 * another value, NULL for none. */
static const lcm_ast *step_of(const lcm_ast *ast, const char *key) {
  const lcm_ast *found = NULL;
  if (ast->kind == LCM_AST_ASSIGN && ast->first &&
      ast->first->kind == LCM_AST_REF && ast->first->key == key)
    return ast;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = step_of(at, key);
  return found;
}

/* Return "name" behind the name of the structure in "key", that of a member;
 * alone where the structure has none. */
static const char *in_record(struct lcm_lowering *l, const char *key,
                             const char *name) {
  const char *end = key ? strstr(key, "@FI@") : NULL;
  const char *begin = end;
  while (begin && begin > key && begin[-1] != '@')
    begin--;
  const bool plain =
      begin && end > begin && !memchr(begin, '.', (size_t)(end - begin));
  return plain ? LCM_INTERN_JOINED(
                     l->ctx, lcm_intern_n(l->ctx, begin, (size_t)(end - begin)),
                     ".", name)
               : name;
}

/* Return the name of what leads from one element of a list to the next where
 * the pointer "ref" goes through one in the loop: a member or a function; NULL
 * for other pointers. */
static const char *link_of(const struct naming *n, const lcm_ast *ref) {
  const lcm_ast *body = lcm_loop_body(n->loop);
  const lcm_ast *step = body ? step_of(body, ref->key) : NULL;
  for (const lcm_ast *at = n->loop->first; at && !step; at = at->next)
    step = step_of(at, ref->key);
  const lcm_ast *value = step && step->last != step->first ? step->last : NULL;
  while (value && value->kind == LCM_AST_OTHER && value->first &&
         value->first == value->last)
    value = value->first;
  if (!value || !value->name || !lcm_syntax_refers(value, ref->key))
    return NULL;
  if (value->kind == LCM_AST_MEMBER)
    return in_record(n->l, value->key, value->name);
  return value->kind == LCM_AST_CALL && value->is_function ? value->name : NULL;
}

/* Return the first pointer in or below "ast" that goes through a list, its name
 * in "*name"; NULL for none. */
static const char *find_link(const struct naming *n, const lcm_ast *ast) {
  const char *found = ast->kind == LCM_AST_REF && ast->key && ast->is_pointer &&
                              !ast->is_array && !ast->is_function
                          ? link_of(n, ast)
                          : NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_link(n, at);
  return found;
}

/* Return whether the element "ast" of an array is the same each time: numbers
 * are written behind that. */
static bool is_fixed(const struct lcm_lowering *l, const lcm_ast *ast) {
  for (; ast->kind == LCM_AST_SUBSCRIPT && ast->first; ast = ast->first)
    if (ast->last->kind != LCM_AST_LITERAL || ast->last->end > l->len)
      return false;
  return true;
}

/* Return the name of the array of which "ast" is an element, or the element of
 * one, with the numbers behind where it is "fixed"; NULL where it is none. */
static const char *array_of(struct lcm_lowering *l, const lcm_ast *ast,
                            bool fixed) {
  if (!ast || ast->kind != LCM_AST_SUBSCRIPT)
    return ast && (ast->kind == LCM_AST_REF || ast->kind == LCM_AST_MEMBER) &&
                   ast->name && *ast->name
               ? ast->name
               : NULL;
  const char *name = array_of(l, ast->first, fixed);
  const lcm_ast *index = ast->last;
  return name && fixed
             ? LCM_INTERN_JOINED(l->ctx, name, "[",
                                 lcm_intern_n(l->ctx, l->text + index->begin,
                                              index->end - index->begin),
                                 "]")
             : name;
}

/* Return the name of the first element of an array ("elements") or member of a
 * structure in or below "ast" that is a number, NULL for none. */
static const char *find_place(struct lcm_lowering *l, const lcm_ast *ast,
                              bool elements) {
  const char *found = NULL;
  const bool number = ast->range || ast->is_real;
  if (number && elements && ast->kind == LCM_AST_SUBSCRIPT)
    found = array_of(l, ast, is_fixed(l, ast));
  else if (number && !elements && ast->kind == LCM_AST_MEMBER && ast->name &&
           *ast->name)
    found = in_record(l, ast->key, ast->name);
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_place(l, at, elements);
  return found;
}

/* Return the first variable in or below "ast" that is called otherwise than
 * "but", NULL for none. */
static const char *find_variable(const lcm_ast *ast, const char *but) {
  const char *found = ast->kind == LCM_AST_REF && ast->key && ast->name &&
                              !ast->is_function && ast->name != but
                          ? ast->name
                          : NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_variable(at, but);
  return found;
}

/* Return the condition of the first `if` in or below "ast" that leaves the
 * loop, NULL for none. */
static const lcm_ast *exit_in(const lcm_ast *ast) {
  const lcm_ast *found = NULL;
  if (lcm_ast_is_loop(ast) || !(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return NULL;
  for (const lcm_ast *arm = ast->kind == LCM_AST_IF ? ast->first->next : NULL;
       arm; arm = arm->next) {
    const lcm_ast *last = arm;
    while (last && last->kind == LCM_AST_COMPOUND)
      last = last->last;
    if (last && (last->kind == LCM_AST_BREAK || last->kind == LCM_AST_RETURN))
      return ast->first;
  }
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = exit_in(at);
  return found;
}

/* Return the name of what decides the condition "cond" of the loop of "n", NULL
 * where it says nothing. */
static const char *decider_of(const struct naming *n, const lcm_ast *cond) {
  const char *name = find_link(n, cond);
  name = name ? name : find_place(n->l, cond, true);
  name = name ? name : find_place(n->l, cond, false);
  if (name)
    return name;
  name = find_variable(cond, n->index);
  name = name ? name : find_variable(cond, NULL);
  return name && n->l->function
             ? LCM_INTERN_JOINED(n->l->ctx, n->l->function->name, ".", name)
             : name;
}

/* Return the name for how often the loop "loop" runs each time, after what
 * decides that: the function or member that leads to the next element of a
 * list, an array, a member of a structure, or a variable of the function, with
 * LCM_ROUNDS behind it.  Loops that the same decides have the same name. */
static const char *name_of(struct lcm_lowering *l, const lcm_ast *loop) {
  struct naming n = {.l = l, .loop = loop};
  const lcm_ast *cond = condition_of(&n);
  const char *name = cond ? decider_of(&n, cond) : NULL;
  if (!name) {
    cond = exit_in(lcm_loop_body(loop));
    name = cond ? decider_of(&n, cond) : NULL;
  }
  if (!name && l->function)
    name = l->function->name;
  return LCM_INTERN_JOINED(l->ctx, name ? name : "", LCM_ROUNDS);
}

const lcm_expr *lcm_rounds_trips(struct lcm_lowering *l, const lcm_ast *loop) {
  const char *line = lcm_arena_printf(lcm_ctx_arena(l->ctx), "trips_%u",
                                      lcm_lower_loc(l, loop).line);
  return lcm_expr_symbol(l->ctx,
                         lcm_lower_is_given(l, line) ? lcm_intern(l->ctx, line)
                                                     : name_of(l, loop),
                         LCM_DIM_NONE);
}
