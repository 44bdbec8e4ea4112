#include <string.h>

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/control/call.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/threads/thread.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_flow.h"
#include "analyzer/lower/threads/thread_wait.h"
#include "analyzer/lower/values/names.h"
#include "model/expr/change.h"
#include "model/expr/intern.h"

/* What a function that threads run reads of what its argument points to: the
 * member "field" (NULL: the whole) as the name "name". */
struct hidden {
  const char *name;
  const char *field;
};

typedef LCM_LIST(struct hidden) hidden_list;

/* Return the argument of "function" if threads may run it, else NULL. */
static const lcm_ast *argument_of(const struct lcm_lowering *l,
                                  const lcm_ast *function) {
  size_t at = 0;
  const lcm_ast *first = function->first;
  const bool only = first && first->kind == LCM_AST_PARAM && first->name &&
                    *first->name &&
                    (!first->next || first->next->kind != LCM_AST_PARAM);
  const bool started =
      lcm_map_get(&l->threads->routines, function->name, &at) ||
      (function->type && (!strcmp(function->type, "void *(void *)") ||
                          !strcmp(function->type, "int (void *)")));
  return only && started ? first : NULL;
}

/* Return the variable in and below "ast" with the identity "key" that is set to
 * the one with the identity "value" where it is declared, or NULL. */
static const lcm_ast *alias_in(const lcm_ast *ast, const char *key,
                               const char *value) {
  const lcm_ast *found = NULL;
  if (ast->kind == LCM_AST_VAR && ast->key == key)
    return ast->last && ast->last->kind == LCM_AST_REF &&
                   ast->last->key == value
               ? ast
               : NULL;
  for (const lcm_ast *child = ast->first; child && !found; child = child->next)
    found = alias_in(child, key, value);
  return found;
}

/* Return whether "ast" refers to what the argument "param" of "function" points
 * to. */
static bool is_alias(const lcm_ast *function, const lcm_ast *param,
                     const lcm_ast *ast) {
  return ast && ast->kind == LCM_AST_REF && ast->key && ast->is_pointer &&
         (ast->key == param->key || alias_in(function, ast->key, param->key));
}

/* Return whether the place "ast" is no value that a thread is given: it may
 * change it, or threads wait on it. */
static bool is_changed(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *above = ast->parent;
  return above->kind == LCM_AST_ADDRESS || lcm_thread_is_awaited(l, ast) ||
         ((above->kind == LCM_AST_ASSIGN || above->kind == LCM_AST_UPDATE) &&
          above->first == ast);
}

/* Return the name by which "ast" reads what the argument "param" of "function"
 * points to, and put the member into "*field"; NULL where it does not. */
static const char *hidden_name(const struct lcm_lowering *l,
                               const lcm_ast *function, const lcm_ast *param,
                               const lcm_ast *ast, const char **field) {
  const bool member = ast->kind == LCM_AST_MEMBER && !ast->is_pointer;
  if ((!member && ast->kind != LCM_AST_DEREF) || is_changed(l, ast) ||
      !is_alias(function, param, ast->first))
    return NULL;
  *field = member ? ast->name : NULL;
  return lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx),
                                             member ? "%s.%s" : "*%s",
                                             ast->first->name, ast->name));
}

/* Add what "ast" of "function" reads through its argument "param" to "out". */
static void find_hidden(hidden_list *out, const struct lcm_lowering *l,
                        const lcm_ast *function, const lcm_ast *param,
                        const lcm_ast *ast) {
  struct hidden hidden = {.name = NULL};
  hidden.name = hidden_name(l, function, param, ast, &hidden.field);
  for (size_t i = 0; hidden.name && i < out->n; i++)
    if (out->at[i].name == hidden.name)
      hidden.name = NULL;
  if (hidden.name)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), out, hidden);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    find_hidden(out, l, function, param, child);
}

/* Return what "function" reads through its argument. */
static hidden_list hidden_of(const struct lcm_lowering *l,
                             const lcm_ast *function) {
  hidden_list out = {0};
  const lcm_ast *param = argument_of(l, function);
  if (param)
    find_hidden(&out, l, function, param, function);
  return out;
}

const char *lcm_thread_hidden(const struct lcm_lowering *l,
                              const lcm_ast *function, size_t i) {
  const hidden_list hidden = hidden_of(l, function);
  return i < hidden.n ? hidden.at[i].name : NULL;
}

/* Return whether "ast" is the variable "key" cast to what is no pointer. */
static bool is_cast(const struct lcm_lowering *l, const lcm_ast *ast,
                    const char *key) {
  size_t at = ast->begin;
  if (ast->kind != LCM_AST_REF || ast->key != key || at >= l->len)
    return false;
  while (at && strchr(" \t\n(", l->text[at - 1]))
    at--;
  if (at < 2 || l->text[at - 1] != ')')
    return false;
  at--;
  while (at && strchr(" \t\n", l->text[at - 1]))
    at--;
  return at && l->text[at - 1] != '*' && l->text[at - 1] != ')';
}

/* Return whether the variable "key" is used as a number in or below "ast". */
static bool is_number_in(const struct lcm_lowering *l, const lcm_ast *ast,
                         const char *key) {
  if (is_cast(l, ast, key))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (is_number_in(l, child, key))
      return true;
  return false;
}

void lcm_thread_enter(struct lcm_lowering *l, const lcm_ast *function) {
  const lcm_ast *param = argument_of(l, function);
  l->threads->here =
      l->threads->creates && lcm_thread_does(l, function, LCM_THREAD_CREATE);
  l->threads->argument =
      param && is_number_in(l, function, param->key) ? param->name : NULL;
  l->threads->param = param;
}

bool lcm_thread_is_number(const struct lcm_lowering *l,
                          const struct lcm_local *local) {
  return local->name == l->threads->argument && !local->n_assigned;
}

/* Count the changes of the place called "name" in and below "ast": those that
 * count it up in "*ups", those that set it to 0 not at all, others in
 * "*others". */
static void count_changes(const struct lcm_lowering *l, const lcm_ast *ast,
                          const char *name, unsigned *ups, unsigned *others) {
  const bool assigns = ast->kind == LCM_AST_ASSIGN && ast->first;
  const bool updates = ast->kind == LCM_AST_UPDATE && ast->first;
  if ((assigns || updates) && ast->first->kind != LCM_AST_DEREF &&
      lcm_thread_name(l, ast->first) == name) {
    const size_t end = ast->end < l->len ? ast->end : l->len;
    const bool up = updates && ast->first == ast->last && ast->begin < end &&
                    memmem(l->text + ast->begin, end - ast->begin, "++", 2);
    const lcm_ast *value = assigns ? ast->last : NULL;
    const bool zero = value && value->end == value->begin + 1 &&
                      value->begin < l->len && l->text[value->begin] == '0';
    *ups += up;
    *others += !up && !zero;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    count_changes(l, child, name, ups, others);
}

/* Return the number of the thread where "place", which no function of the file
 * changes otherwise, is read and counted up once by each thread: the numbers
 * that threads give themselves; NULL elsewhere. */
static const lcm_expr *number_drawn(struct lcm_lowering *l,
                                    const lcm_ast *place) {
  unsigned own = 0;
  unsigned ups = 0;
  unsigned others = 0;
  size_t at = 0;
  if (!lcm_map_get(&l->threads->routines, l->function->name, &at) ||
      (place->kind != LCM_AST_REF && place->kind != LCM_AST_MEMBER) ||
      place->is_pointer || place->is_function ||
      (place->kind == LCM_AST_REF && place->is_local))
    return NULL;
  const char *name = lcm_thread_name(l, place);
  count_changes(l, l->function, name, &own, &others);
  if (own != 1)
    return NULL;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      count_changes(l, top, name, &ups, &others);
  return ups == 1 && !others
             ? lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "thread"),
                               LCM_DIM_NONE)
             : NULL;
}

const lcm_expr *lcm_thread_value(struct lcm_lowering *l, const lcm_ast *ast) {
  const char *field = NULL;
  const lcm_ast *value = ast->last;
  if (!l->threads->creates || !value ||
      (ast->kind == LCM_AST_ASSIGN && value == ast->first))
    return NULL;
  const bool updates = value->kind == LCM_AST_UPDATE && value->first &&
                       value->first == value->last &&
                       value->begin == value->first->begin;
  const lcm_expr *drawn = number_drawn(l, updates ? value->first : value);
  if (drawn)
    return drawn;
  if (!l->threads->param || value->kind != LCM_AST_DEREF)
    return NULL;
  const char *name =
      hidden_name(l, l->function, l->threads->param, value, &field);
  return name ? lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE) : NULL;
}

/* ---- what a thread is given -----------------------------------------------
 */

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
  const hidden_list hidden = defined ? hidden_of(l, defined) : (hidden_list){0};
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
