/* The call that a new thread begins with, with what it is given. */
#include <string.h>

#include "analyzer/lower/access/note.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_entry.h"
#include "analyzer/lower/threads/thread_param.h"
#include "analyzer/lower/threads/thread_value.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* What a thread is given a pointer to: the variable "key", or its element
 * "index" where that is an array; "direct": `&x` of a variable. */
struct given {
  const char *key;
  const lcm_ast *index;
  const lcm_ast *base;
  bool direct;
};

/* Return whether the source has a '+' between "left" and "right". */
static bool is_sum(const struct lcm_lowering *l, const lcm_ast *left,
                   const lcm_ast *right) {
  return left->end < right->begin && right->begin <= l->len &&
         memchr(l->text + left->end, '+', right->begin - left->end);
}

/* Put what the argument "ast" points to into "*out"; false where that is not
 * known. */
static bool read_given(struct given *out, const struct lcm_lowering *l,
                       const lcm_ast *ast) {
  const lcm_ast *at = lcm_thread_target(ast);
  *out = (struct given){.direct = at != ast};
  if (at && at->kind == LCM_AST_SUBSCRIPT && at->first &&
      at->first->kind == LCM_AST_REF && at->last != at->first) {
    out->index = at->last;
    out->base = at->first;
  } else if (at && at->kind == LCM_AST_OTHER && at->first &&
             at->first->kind == LCM_AST_REF && at->first->is_pointer &&
             at->first->next == at->last && at->last != at->first &&
             is_sum(l, at->first, at->last)) {
    out->index = at->last;
    out->base = at->first;
  } else if (at && at->kind == LCM_AST_REF)
    out->base = at;
  out->key = out->base ? out->base->key : NULL;
  return out->key != NULL;
}

/* Return the place of "given" that "target", the left side of an assignment,
 * is, or is the member "field" of; NULL where it is not. */
static const lcm_ast *place_in(const struct given *given, const lcm_ast *target,
                               const char *field) {
  const lcm_ast *place = target;
  if (field && (target->kind != LCM_AST_MEMBER || target->name != field))
    return NULL;
  place = field ? target->first : target;
  if (!place || (!field && target->kind == LCM_AST_MEMBER))
    return NULL;
  const lcm_ast *base = place->kind == LCM_AST_REF ? place : place->first;
  const bool indexed = place->kind == LCM_AST_SUBSCRIPT;
  return base && base->kind == LCM_AST_REF && base->key == given->key &&
                 indexed == (given->index != NULL)
             ? place
             : NULL;
}

/* A search for the value of a place: "n" assignments were met. */
struct search {
  struct lcm_lowering *l;
  const struct given *given;
  const char *field;
  const lcm_expr *value;
  unsigned n;
};

/* Take the assignment "ast" to "place": where it names another index, that is
 * the one that is looked for. */
static void take(struct search *s, const lcm_ast *ast, const lcm_ast *place) {
  lcm_ctx *ctx = s->l->ctx;
  s->n++;
  s->value = lcm_lower_value(s->l, ast);
  if (!s->given->index || !s->value)
    return;
  const lcm_expr *wanted = lcm_thread_expr(s->l, s->given->index);
  const lcm_expr *index = lcm_thread_expr(s->l, place->last);
  const char *name = index ? lcm_expr_name(index) : NULL;
  if (index == wanted && wanted)
    return;
  if (!name || !wanted) {
    s->value = NULL;
    return;
  }
  const struct lcm_subst subst = {name, wanted};
  s->value = lcm_expr_subst(ctx, s->value, &subst, 1);
}

/* Look for the assignment in and below "ast". */
static void look(struct search *s, const lcm_ast *ast) {
  const lcm_ast *place = ast->kind == LCM_AST_ASSIGN && ast->first
                             ? place_in(s->given, ast->first, s->field)
                             : NULL;
  if (place)
    take(s, ast, place);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    look(s, child);
}

/* Return the value of the member "field" (NULL: the whole) of what "value"
 * points to, NULL where that is not known. */
static const lcm_expr *value_at(struct lcm_lowering *l, const lcm_ast *value,
                                const char *field) {
  struct given given;
  if (!value || !read_given(&given, l, value))
    return NULL;
  struct search s = {l, &given, field, NULL, 0};
  if (!field && !given.index)
    return given.direct ? lcm_thread_expr(l, given.base) : NULL;
  look(&s, l->function);
  return s.n == 1 ? s.value : NULL;
}

/* Return the number that the argument "value" is cast from, NULL where it is
 * none. */
static const lcm_expr *number_of(struct lcm_lowering *l, const lcm_ast *value) {
  return !value || value->kind == LCM_AST_ADDRESS ||
                 (value->kind == LCM_AST_REF && value->is_pointer &&
                  value->name != l->threads->argument)
             ? NULL
             : lcm_thread_expr(l, value);
}

lcm_node *lcm_thread_entry(struct lcm_lowering *l, const lcm_ast *at,
                           const lcm_ast *routine, const lcm_ast *value) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *defined = lcm_thread_defined(l, routine->name);
  const lcm_thread_read_list hidden =
      defined ? lcm_thread_reads_of(l, defined) : (lcm_thread_read_list){0};
  lcm_node *node = lcm_lower_node(l, LCM_NODE_CALL, at);
  const lcm_expr **args = LCM_NEW_ARRAY(arena, const lcm_expr *, hidden.n + 1);
  lcm_section *places = LCM_NEW_ARRAY(arena, lcm_section, hidden.n + 1);
  args[0] = number_of(l, value);
  if (value && value->is_pointer)
    places[0] = lcm_lower_place(l, value);
  for (size_t i = 0; i < hidden.n; i++)
    args[i + 1] = value_at(l, value, hidden.at[i].field);
  node->label = lcm_arena_printf(arena, "%s()", routine->name);
  node->u.call.callee = lcm_lower_key(l, routine->name, routine->is_static);
  node->u.call.args = args;
  node->u.call.places = places;
  node->u.call.n_args = hidden.n + 1;
  return node;
}
