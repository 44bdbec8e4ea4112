/* What a function that threads run reads through its argument. */
#include <limits.h>
#include <string.h>

#include "analyzer/lower/chares/chare_find.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_param.h"
#include "analyzer/lower/threads/thread_spoil.h"
#include "analyzer/lower/threads/thread_steady.h"

/* Return the argument of "function" if threads may run it, or the message if it
 * is an entry; else NULL. */
static const lcm_ast *argument_of(const struct lcm_lowering *l,
                                  const lcm_ast *function) {
  size_t at = 0;
  const lcm_ast *message = lcm_chare_message(l, function);
  if (message)
    return message;
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

/* Return whether the variable "key" is set in or below "ast". */
static bool is_set(const lcm_ast *ast, const char *key) {
  return lcm_thread_changed(ast, key, 0, UINT_MAX);
}

/* Return the name by which "ast" reads what the argument "param" of "function"
 * points to, and put the key of the member into "*key"; NULL where it does not,
 * or the function may change that. */
static const char *hidden_name(const struct lcm_lowering *l,
                               const lcm_ast *function, const lcm_ast *param,
                               const lcm_ast *ast, const char **key) {
  const bool member = ast->kind == LCM_AST_MEMBER && !ast->is_pointer;
  if ((!member && ast->kind != LCM_AST_DEREF) || is_changed(l, ast) ||
      !is_alias(function, param, ast->first) || (member && ast->is_union) ||
      is_set(function, param->key) || is_set(function, ast->first->key))
    return NULL;
  *key = member ? ast->key : NULL;
  if (lcm_thread_spoils(l, function, param->key, *key))
    return NULL;
  return lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx),
                                             member ? "%s.%s" : "*%s",
                                             ast->first->name, ast->name));
}

/* Add what "ast" of "function" reads through its argument "param" to "out". */
static void find_hidden(lcm_thread_read_list *out, const struct lcm_lowering *l,
                        const lcm_ast *function, const lcm_ast *param,
                        const lcm_ast *ast) {
  struct lcm_thread_read hidden = {.name = NULL};
  hidden.name = hidden_name(l, function, param, ast, &hidden.key);
  for (size_t i = 0; hidden.name && i < out->n; i++)
    if (out->at[i].name == hidden.name)
      hidden.name = NULL;
  if (hidden.name)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), out, hidden);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    find_hidden(out, l, function, param, child);
}

lcm_thread_read_list lcm_thread_reads_by(const struct lcm_lowering *l,
                                         const lcm_ast *function,
                                         const lcm_ast *param) {
  lcm_thread_read_list out = {0};
  find_hidden(&out, l, function, param, function);
  return out;
}

lcm_thread_read_list lcm_thread_reads_of(const struct lcm_lowering *l,
                                         const lcm_ast *function) {
  const lcm_ast *param =
      lcm_chare_message(l, function) ? NULL : argument_of(l, function);
  return param ? lcm_thread_reads_by(l, function, param)
               : (lcm_thread_read_list){0};
}

bool lcm_thread_leads(const lcm_ast *function, const lcm_ast *param,
                      const lcm_ast *ast) {
  return is_alias(function, param, ast);
}

const char *lcm_thread_hidden(const struct lcm_lowering *l,
                              const lcm_ast *function, size_t i) {
  const lcm_thread_read_list hidden = lcm_thread_reads_of(l, function);
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
  if (!l->function ||
      !lcm_map_get(&l->threads->routines, l->function->name, &at) ||
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
  const char *key = NULL;
  const lcm_ast *value = ast->last;
  if ((!l->threads->creates && !l->chares) || !value ||
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
      hidden_name(l, l->function, l->threads->param, value, &key);
  return name ? lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE) : NULL;
}
