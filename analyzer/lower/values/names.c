/* Text of C as expressions: names, macros, constants and elements. */
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/told.h"
#include "analyzer/lower/threads/thread_param.h"
#include "analyzer/lower/values/elements/elements.h"
#include "analyzer/lower/values/elements/table.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/result.h"
#include "annotations/annotations.h"
#include "model/machine/machine.h"

/* Return whether a param is called "name". */
static bool is_param(const struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->declared.params.n; i++)
    if (!strcmp(l->declared.params.at[i].name, name))
      return true;
  return false;
}

/* Return the constant called "name" that is the variable "local" of the
 * function (NULL: there is none called so), or NULL. */
static const struct lcm_constant *find_constant(const struct lcm_lowering *l,
                                                const struct lcm_local *local,
                                                const char *name) {
  size_t i = 0;
  const char *key = local ? local->key : name;
  return key && lcm_map_get(&l->syntax->by_name, key, &i)
             ? &l->syntax->constants.at[i]
             : NULL;
}

/* Return the variable at file scope called "name" whose value nothing changes,
 * or NULL. */
static const lcm_ast *find_fixed(const struct lcm_lowering *l,
                                 const char *name) {
  size_t found = 0;
  size_t changing = 0;
  if (!lcm_map_get(&l->globals.declarations, name, &found))
    return NULL;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  return top->has_value && (top->is_static || l->options->alone) &&
                 !lcm_map_get(&l->globals.changing, top->key, &changing)
             ? top
             : NULL;
}

/* Return the value of the variable at file scope called "name", a real number
 * that nothing changes, as the text declares it; NULL for none. */
static const lcm_expr *find_real(const struct lcm_lowering *l,
                                 const char *name) {
  size_t found = 0;
  size_t changing = 0;
  if (!lcm_map_get(&l->globals.declarations, name, &found))
    return NULL;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  const char *from =
      top->is_real && !top->is_array && top->begin < top->end &&
              top->end <= l->len
          ? memchr(l->text + top->begin, '=', top->end - top->begin)
          : NULL;
  if (!from || (!top->is_static && !l->options->alone) ||
      lcm_map_get(&l->globals.changing, top->key, &changing))
    return NULL;
  char *end = NULL;
  const double value = strtod(from + 1, &end);
  end += end > from + 1 && (*end == 'f' || *end == 'F');
  return end == l->text + top->end && end > from + 1
             ? lcm_expr_real(l->ctx, value)
             : NULL;
}

/* Return "rank" or "ranks" where the variable at file scope called "name" is
 * that and nothing else; NULL otherwise. */
static const char *find_asked(const struct lcm_lowering *l, const char *name) {
  size_t found = 0;
  size_t answer = 0;
  size_t changing = 0;
  if (!lcm_map_get(&l->globals.declarations, name, &found))
    return NULL;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  return lcm_map_get(&l->globals.asked, top->key, &answer) &&
                 !lcm_map_get(&l->globals.changing, top->key, &changing)
             ? (const char *)(uintptr_t)answer
             : NULL;
}

static const lcm_expr *parse_expanded(struct lcm_lowering *l, const char *text,
                                      size_t len);

/* Return the macro called "name", or NULL. */
static const lcm_macro *macro_of(const struct lcm_lowering *l,
                                 const char *name) {
  const struct lcm_macro_table *macros = &l->syntax->macros;
  return macros->find ? macros->find(macros->user, name) : NULL;
}

/* Return the value of the macro "name", or NULL. */
static const lcm_expr *macro_value(struct lcm_lowering *l, const char *name) {
  const lcm_macro *macro = macro_of(l, name);
  if (!macro || macro->is_function || !macro->body.n)
    return NULL;
  return parse_expanded(l, name, strlen(name));
}

/* Return whether the comment of "param" speaks of a variable of the function it
 * stands in, and that is not the one that is lowered. */
static bool is_of_other(const struct lcm_lowering *l, const lcm_param *param) {
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && param->loc.begin >= top->begin &&
        param->loc.begin < top->end)
      return top != l->function;
  return false;
}

/* Return the symbol for the param that the C variable "name" is tied to by
 * `param p := name`, NULL for none; for p the processors of the whole run. */
static const lcm_expr *tied_to(struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->declared.params.n; i++) {
    const lcm_param *param = &l->declared.params.at[i];
    const char *tie =
        param->tied && !param->value ? lcm_expr_name(param->tied) : NULL;
    if (!tie || (strcmp(tie, name) != 0 &&
                 (!lcm_name_is_of_source(tie) || strcmp(tie + 2, name) != 0)))
      continue;
    if (lcm_lower_local(l, name) && is_of_other(l, param))
      continue;
    const char *own = !strcmp(param->name, "p") ? "procs" : param->name;
    return lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, own), LCM_DIM_NONE);
  }
  return NULL;
}

/* Return the symbol, constant or machine value called "name". */
static const lcm_expr *known(struct lcm_lowering *l, const char *name) {
  const struct lcm_local *local = lcm_lower_local(l, name);
  const struct lcm_constant *constant = find_constant(l, local, name);
  if (!strncmp(name, "machine.", 8))
    return lcm_expr_symbol(l->ctx, name, lcm_machine_dim(name));
  for (size_t i = 0; i < l->declared.params.n; i++) {
    const lcm_param *param = &l->declared.params.at[i];
    if (!strcmp(param->name, name) && param->value)
      return lcm_expr_symbol(l->ctx, name, lcm_expr_dim(param->value));
  }
  if (lcm_lower_is_given(l, name))
    return lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE);
  if (constant)
    return lcm_expr_int(l->ctx, constant->value);
  const char *asked = local ? NULL : find_asked(l, name);
  if (asked)
    return lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, asked), LCM_DIM_NONE);
  const char *told =
      local || !l->globals.grids ? NULL : lcm_numbers_global(l, name);
  if (told)
    return lcm_expr_symbol(l->ctx, told, LCM_DIM_NONE);
  const lcm_ast *fixed = local ? NULL : find_fixed(l, name);
  if (fixed)
    return lcm_expr_int(l->ctx, fixed->value);
  const lcm_expr *real = local ? NULL : find_real(l, name);
  if (real)
    return real;
  size_t once = 0;
  if (!local && lcm_map_get(&l->globals.once, name, &once))
    return (const lcm_expr *)(uintptr_t)once;
  const bool plain = l->parsing.expanding || local;
  const lcm_expr *macro = plain ? NULL : macro_value(l, name);
  return macro ? macro : lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE);
}

/* Resolve a name in a comment: reserved names win over C's. */
static const lcm_expr *resolve_comment(lcm_ctx *ctx, const char *name,
                                       lcm_loc at, void *user) {
  struct lcm_lowering *l = user;
  if (lcm_name_is_reserved(name)) {
    const struct lcm_local *local = lcm_lower_local(l, name);
    if (local && !local->is_rank)
      lcm_report(ctx, LCM_DIAG_RESERVED_NAME, at,
                 "'%s' is the reserved name here, not the variable", name);
    return lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  }
  return known(l, name);
}

/* Return whether what the variable "rank" holds is what MPI sets it to:
 * nothing else gives it a value. */
static bool is_rank_alone(const struct lcm_lowering *l) {
  const struct lcm_local *local =
      lcm_lower_last_local(l, lcm_intern(l->ctx, "rank"));
  for (; local; local = lcm_lower_local_before(l, local))
    if (local->n_assigned > 1)
      return false;
  return true;
}

const char *lcm_lower_name(struct lcm_lowering *l, const char *name) {
  if (!lcm_name_is_reserved(name) ||
      (!strcmp(name, "rank") && is_rank_alone(l)))
    return name;
  return lcm_name_of_source(l->ctx, name);
}

/* Return "rank" or "ranks" where every member of a structure that is called
 * "name" is that and nothing else; NULL otherwise. */
static const char *find_asked_member(const struct lcm_lowering *l,
                                     const char *name) {
  size_t key = 0;
  size_t answer = 0;
  size_t changing = 0;
  if (!lcm_map_get(&l->globals.members, name, &key) ||
      key == LCM_MEMBER_AMBIGUOUS)
    return NULL;
  const char *usr = (const char *)(uintptr_t)key;
  return lcm_map_get(&l->globals.asked, usr, &answer) &&
                 !lcm_map_get(&l->globals.changing, usr, &changing)
             ? (const char *)(uintptr_t)answer
             : NULL;
}

/* Return whether edits have to know that "local" is made anew each time that a
 * loop comes by. */
static bool is_made_anew(const struct lcm_lowering *l,
                         const struct lcm_local *local) {
  const lcm_ast *at = l->options->n_kept ? local->home : NULL;
  while (at && !lcm_ast_is_loop(at))
    at = at->parent;
  return at;
}

/* Return whether "set", as in the "moving" of lcm_locals, is the only change of
 * a member in the function, is executed once there, and stands before the
 * expression that is read. */
static bool is_behind(const struct lcm_lowering *l, size_t set) {
  const lcm_ast *ast = set > 1 ? (const lcm_ast *)(uintptr_t)set : NULL;
  const lcm_ast *at = ast ? ast->parent : NULL;
  while (at && at->kind == LCM_AST_COMPOUND)
    at = at->parent;
  return at && at->kind == LCM_AST_FUNCTION && ast->end <= l->parsing.at;
}

/* Return whether "ast" or something below it may change the variable "key"
 * before the expression that is read is evaluated the last time. */
static bool changes_before(const struct lcm_lowering *l, const lcm_ast *ast,
                           const char *key) {
  const lcm_ast *at = ast;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return false;
  if (lcm_ast_is_change(ast) && ast->first && ast->first->kind == LCM_AST_REF &&
      ast->first->key == key) {
    while (at && !(lcm_ast_is_loop(at) && at->begin <= l->parsing.at))
      at = at->parent;
    if (at || ast->begin <= l->parsing.at)
      return true;
  }
  for (at = ast->first; at; at = at->next)
    if (changes_before(l, at, key))
      return true;
  return false;
}

/* Return whether "local" may hold something else than what it begins with where
 * the expression stands that is read. */
static bool is_changed(const struct lcm_lowering *l,
                       const struct lcm_local *local) {
  return local->n_assigned &&
         (!l->function || !local->is_pointer ||
          (l->function->holds & LCM_AST_HOLDS_LABEL) || local->before ||
          !local->home || local->home->kind == LCM_AST_FUNCTION ||
          changes_before(l, l->function, local->key));
}

/* Return how often the address of the variable with the key "key" is an
 * argument of a call in or below "ast". */
static size_t passed_below(const lcm_ast *ast, const char *key) {
  size_t n = ast->kind == LCM_AST_ADDRESS && ast->first &&
             ast->first->kind == LCM_AST_REF && ast->first->key == key &&
             ast->parent && ast->parent->kind == LCM_AST_CALL;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return n;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    n += passed_below(at, key);
  return n;
}

/* Return whether nothing but calls that get its address may change "local", a
 * structure: its member "member", a whole number, is one of what a pointer
 * leads to then. */
static bool is_passed(const struct lcm_lowering *l,
                      const struct lcm_local *local, const char *member) {
  size_t whole = 0;
  return l->function && !local->is_pointer && !local->is_static &&
         lcm_map_get(&l->globals.whole_members, member, &whole) && whole == 1 &&
         local->n_assigned == passed_below(l->function, local->key);
}

/* Return whether a LET says what the member of "local" holds that "set", as
 * is_behind, sets, and always has been passed where the expression stands that
 * is read. */
static bool is_let(const struct lcm_lowering *l, const struct lcm_local *local,
                   size_t set) {
  const lcm_ast *ast = set > 1 ? (const lcm_ast *)(uintptr_t)set : NULL;
  size_t known = 0;
  return ast && local && l->parsing.exact &&
         lcm_map_get(&l->locals.members, ast, &known) &&
         ast->first->first->key == local->key && ast->end <= l->parsing.at &&
         l->parsing.at < ast->parent->end;
}

/* Return the value of "name", a member "a.b" of a variable; NULL where the
 * function that is lowered may change it. */
static const lcm_expr *resolve_member(struct lcm_lowering *l,
                                      const char *name) {
  size_t at = 0;
  const char *base = lcm_intern_n(l->ctx, name, strcspn(name, ".["));
  const char *member = lcm_intern(l->ctx, strrchr(name, '.') + 1);
  const struct lcm_local *local = lcm_lower_local(l, base);
  if (!strcmp(member, "MPI_SOURCE"))
    return lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE);
  const char *asked = find_asked_member(l, member);
  const char *told = asked ? NULL : lcm_told_member(l, member);
  if (asked || told)
    return lcm_expr_symbol(l->ctx, told ? told : lcm_intern(l->ctx, asked),
                           LCM_DIM_NONE);
  if (!l->parsing.members &&
      ((local && ((is_changed(l, local) && !is_passed(l, local, member)) ||
                  is_made_anew(l, local))) ||
       (lcm_map_get(&l->locals.moving, member, &at) && !is_behind(l, at) &&
        !is_let(l, local, at))))
    return NULL;
  return lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE);
}

static const lcm_expr *parse_plain(struct lcm_lowering *l, const char *text,
                                   size_t len);

/* Return the number that "macro" stands for, NULL where it is not just that:
 * the other ones take an expansion of the whole expression. */
static const lcm_expr *macro_number(struct lcm_lowering *l,
                                    const lcm_macro *macro) {
  if (macro->is_function || macro->body.n != 1 ||
      macro->body.at[0].kind != LCM_TOKEN_NUMBER)
    return NULL;
  return parse_plain(l, macro->body.at[0].text, macro->body.at[0].len);
}

/* Return whether a pointer may change "local" from one round of a loop, or one
 * member of a team, to the next where edits and races have to know that. */
static bool may_change_behind(const struct lcm_lowering *l,
                              const struct lcm_local *local) {
  const bool inside = l->region.begin && local->begin >= l->region.begin;
  return local->is_pointed && (l->options->n_kept || inside);
}

/* Return whether the parameter "local" may have another value where "l" reads
 * than the call gave it, one that is not followed. */
static bool is_lost(const struct lcm_lowering *l,
                    const struct lcm_local *local) {
  return local->changed_from && l->parsing.exact &&
         l->parsing.at >= local->changed_from;
}

/* Return what declares "local" in the header of a loop that counts by something
 * else, and does not change it; NULL where that is not so. */
static const lcm_ast *beside_index(const struct lcm_local *local) {
  const lcm_ast *loop = local->home;
  const lcm_ast *at =
      loop && loop->kind == LCM_AST_FOR && !local->n_assigned && local->begins
          ? loop->first
          : NULL;
  at = at && at->kind == LCM_AST_DECLSTMT ? at->first : NULL;
  while (at && at->key != local->key)
    at = at->next;
  return at;
}

/* Return whether "e", read before the loop "loop", says the same in it. */
static bool stays_in(struct lcm_lowering *l, const lcm_ast *loop,
                     const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, e);
  for (size_t i = 0; i < n; i++) {
    const char *plain = lcm_intern(l->ctx, lcm_name_plain(names[i]));
    const struct lcm_local *local = lcm_lower_last_local(l, plain);
    if (!local)
      return false;
    for (; local; local = lcm_lower_local_before(l, local))
      if ((local->begin >= loop->begin && local->begin < loop->end) ||
          lcm_syntax_may_change(loop, local->key))
        return false;
  }
  return true;
}

/* Return the value that "var", which beside_index has found, gives to its
 * variable; NULL where that is not known, or is being read. */
static const lcm_expr *value_beside(struct lcm_lowering *l,
                                    const lcm_ast *var) {
  const lcm_ast *loop = var->parent->parent;
  const struct lcm_parsing before = l->parsing;
  const bool inside = before.at >= var->begin && before.at < var->end;
  size_t at = var->begin;
  while (at < var->end && l->text[at] != '=')
    at++;
  if (inside || !var->last || var->is_real || at == var->end)
    return NULL;
  const lcm_expr *e = lcm_lower_expr(l, at + 1, var->end);
  l->parsing.at = before.at;
  l->parsing.exact = before.exact;
  l->parsing.expanding = before.expanding;
  l->parsing.last = before.last;
  double number = 0;
  if (e && lcm_expr_is_number(e, &number))
    return var->range ? lcm_cexpr_number(l->ctx, trunc(number), var->range) : e;
  return e && stays_in(l, loop, e) ? e : NULL;
}

/* Return the number that the variable "local", which loops change, is known to
 * be where "l" reads, behind these; NULL where it is not. */
static const lcm_expr *known_number(struct lcm_lowering *l,
                                    const struct lcm_local *local) {
  double value = 0;
  const lcm_expr *e =
      lcm_expr_symbol(l->ctx, lcm_lower_name(l, local->name), LCM_DIM_NONE);
  return !local->is_pointer && l->parsing.exact && l->parsing.known &&
                 l->parsing.known(&value, e, l)
             ? lcm_expr_real(l->ctx, value)
             : NULL;
}

/* Resolve a name in C source; NULL for variables that cannot be followed. */
static const lcm_expr *resolve_c(lcm_ctx *ctx, const char *name, lcm_loc at,
                                 void *user) {
  struct lcm_lowering *l = user;
  const struct lcm_local *local = lcm_lower_local(l, name);
  long long own = 0;
  (void)at;
  if (!local && lcm_mpi_value(&own, name))
    return lcm_expr_int(l->ctx, own);
  if (strchr(name, '.'))
    return resolve_member(l, name);
  const lcm_expr *tied = lcm_lower_is_given(l, name) ? NULL : tied_to(l, name);
  if (tied)
    return tied;
  const struct lcm_story *story =
      local ? NULL : lcm_lower_story(l, name, (unsigned)l->parsing.at);
  if (story && !lcm_lower_is_given(l, name))
    return l->parsing.exact ? story->value : NULL;
  const bool lost = local && (local->unstable || local->changed) &&
                    !l->parsing.unsettled && !is_param(l, name) &&
                    !lcm_thread_is_number(l, local);
  const lcm_expr *number = lost ? known_number(l, local) : NULL;
  if (number || (lost && local->unstable))
    return number;
  if (local && may_change_behind(l, local))
    return NULL;
  const lcm_ast *beside =
      local && l->parsing.exact ? beside_index(local) : NULL;
  const lcm_expr *fixed = beside ? value_beside(l, beside) : NULL;
  if (beside && (fixed || local->before))
    return fixed;
  if (local && is_lost(l, local) && !is_param(l, name))
    return lcm_expr_symbol(ctx, lcm_name_of_source(ctx, name), LCM_DIM_NONE);
  const lcm_macro *macro = !l->parsing.expanding && !local &&
                                   !is_param(l, name) &&
                                   !lcm_lower_is_given(l, name)
                               ? macro_of(l, name)
                               : NULL;
  if (macro)
    return macro_number(l, macro);
  const char *value = local ? lcm_lower_name(l, name) : name;
  return value == name ? known(l, name)
                       : lcm_expr_symbol(ctx, value, LCM_DIM_NONE);
}

/* Give the variable "name" of a section its identity and size. */
static lcm_status find_datum(lcm_section *section, const char *name,
                             void *user) {
  struct lcm_lowering *l = user;
  const struct lcm_local *local = lcm_lower_local(l, name);
  const long long *sizes =
      local ? local->sizes : lcm_lower_declared(&section->key, l, name);
  if (local)
    section->key = local->key;
  for (size_t i = 0; i < section->n_extents; i++)
    if (section->extents[i].field)
      return LCM_OK;
  if (sizes && section->datum == name && section->n_extents < 4 &&
      sizes[section->n_extents])
    section->element = lcm_expr_int(l->ctx, sizes[section->n_extents]);
  return LCM_OK;
}

struct lcm_scope lcm_lower_scope(struct lcm_lowering *l) {
  return (struct lcm_scope){resolve_comment, find_datum, l};
}

/* Find the type "name" of C. */
static bool find_type(long long *size, bool *is_real, const char *name,
                      void *user) {
  const struct lcm_lowering *l = user;
  size_t i = 0;
  if (!lcm_map_get(&l->syntax->type_by_name, name, &i))
    return false;
  *size = l->syntax->types.at[i].size;
  *is_real = l->syntax->types.at[i].is_real;
  return true;
}

/* Find the size of what "depth" subscripts leave of the variable "name". */
static bool find_size(long long *size, const char *name, size_t depth,
                      void *user) {
  struct lcm_lowering *l = user;
  const char *key = NULL;
  const struct lcm_local *local = lcm_lower_local(l, name);
  const long long *sizes =
      local ? local->sizes : lcm_lower_declared(&key, l, name);
  *size = sizes && depth < 4 ? sizes[depth] : 0;
  return *size > 0;
}

struct lcm_scope lcm_lower_c_scope(struct lcm_lowering *l) {
  return (struct lcm_scope){resolve_c, find_datum, l};
}

/* Return what "call" returns: functions of MPI that they have done what they
 * do, 0; those of chares where they run; those of the file what they make of
 * their arguments; NULL for others. */
static const lcm_expr *
find_result(lcm_ctx *ctx, const struct lcm_expr_call *call, void *user) {
  struct lcm_lowering *l = user;
  const char *name = call->name;
  size_t defined = 0;
  const lcm_expr *here = lcm_chare_result(l, name);
  if (!here)
    here = lcm_result_of(l, call);
  if (here)
    return here;
  const struct lcm_mpi_function *function =
      lcm_map_get(&l->globals.defined, name, &defined) ? NULL
                                                       : lcm_mpi_function(name);
  return function && function->returns_code ? lcm_expr_int(ctx, 0) : NULL;
}

/* Return element "index" of the array "name", NULL where it is not followed;
 * "user" is the lowering. */
static const lcm_expr *element_of(lcm_ctx *ctx, const char *name,
                                  const lcm_expr *index, void *user);

/* Return the type of the variable "name", or of what the function called so
 * returns. */
static unsigned char find_whole(const char *name, void *user) {
  struct lcm_lowering *l = user;
  const struct lcm_local *local = lcm_lower_local(l, name);
  size_t found = 0;
  if (local)
    return local->range;
  if (lcm_map_get(&l->globals.results, name, &found))
    return ((const struct lcm_result *)(uintptr_t)found)->range;
  return lcm_map_get(&l->globals.declarations, name, &found)
             ? ((const lcm_ast *)(uintptr_t)found)->range
             : 0;
}

/* Return what declares "local" in or below "ast", NULL for none. */
static const lcm_ast *declaration_of(const lcm_ast *ast,
                                     const struct lcm_local *local) {
  const lcm_ast *found =
      ast->kind == LCM_AST_VAR && ast->key == local->key ? ast : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_VARIABLE))
    return found;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = declaration_of(at, local);
  return found;
}

/* Return the string literals that the pointer "name" of the function, or of the
 * file, begins with where nothing changes it; an array where that is
 * constant. */
static const char *find_literal(const char *name, void *user) {
  struct lcm_lowering *l = user;
  const struct lcm_local *local = lcm_lower_local(l, name);
  size_t found = 0;
  const lcm_ast *ast =
      local ? (l->function ? declaration_of(l->function, local) : NULL)
      : lcm_map_get(&l->globals.declarations, name, &found)
          ? (const lcm_ast *)(uintptr_t)found
          : NULL;
  if (!ast || ast->end > l->len || ast->begin >= ast->end ||
      (local ? local->n_assigned || local->is_param
             : (!ast->is_static && !l->options->alone) ||
                   lcm_map_get(&l->globals.changing, ast->key, &found)))
    return NULL;
  const char *text = lcm_arena_strndup(
      lcm_ctx_arena(l->ctx), l->text + ast->begin, ast->end - ast->begin);
  const char *at = strchr(text, '=');
  const bool constant = strstr(text, "const ") && at > strstr(text, "const ");
  at = at ? at + 1 + strspn(at + 1, " \t\r\n") : NULL;
  return at && *at == '"' && (!ast->is_array || constant) ? at : NULL;
}

/* Parse "text", in which no macro is expanded, as C. */
static const lcm_expr *parse_plain(struct lcm_lowering *l, const char *text,
                                   size_t len) {
  const struct lcm_expr_source source = {.text = text,
                                         .len = len,
                                         .resolve = resolve_c,
                                         .type = find_type,
                                         .element = element_of,
                                         .call = find_result,
                                         .size = find_size,
                                         .natural = l->parsing.natural,
                                         .whole = find_whole,
                                         .known = l->parsing.known,
                                         .literal = find_literal,
                                         .members = true,
                                         .user = l};
  const lcm_expr *e = NULL;
  return lcm_cexpr_parse(&e, l->ctx, &source, true) ? NULL : e;
}

/* Return the macro "name" for an expansion, NULL where the user gives it a
 * value. */
static const lcm_macro *find_macro(void *user, const char *name) {
  struct lcm_lowering *l = user;
  return lcm_lower_is_given(l, name) ? NULL : macro_of(l, name);
}

/* Return whether "c" can stand in a name. */
static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' ||
         (unsigned char)c >= 0x80;
}

/* Return whether something in "text" may be the name of a macro; never false
 * where one is. */
static bool may_expand(struct lcm_lowering *l, const char *text, size_t len) {
  if (memchr(text, '\\', len))
    return true;
  for (size_t i = 0; i < len;) {
    const size_t from = i;
    while (i < len && is_word(text[i]))
      i++;
    if (i > from && macro_of(l, lcm_intern_n(l->ctx, text + from, i - from)))
      return true;
    i += i == from;
  }
  return false;
}

/* Hide the names of "tokens" that are variables here from expansion; return
 * whether a macro is left. */
static bool hide_variables(struct lcm_lowering *l, lcm_token_list *tokens) {
  bool macro = false;
  for (size_t i = 0; i < tokens->n; i++) {
    const char *name = tokens->at[i].text;
    if (tokens->at[i].kind != LCM_TOKEN_NAME)
      continue;
    const bool own = is_param(l, name) || lcm_lower_local(l, name) ||
                     lcm_lower_is_given(l, name);
    struct lcm_hidden *hidden =
        own ? LCM_NEW(&l->parsing.scratch, struct lcm_hidden) : NULL;
    if (own)
      hidden->name = name;
    tokens->at[i].hidden = hidden;
    macro = macro || (!own && macro_of(l, name));
  }
  return macro;
}

/* Return whether "last" holds the expansion of the "len" bytes at "text" in
 * "function"; if not, it will, where they lie in the file. */
static bool is_known(struct lcm_lowering *l, struct lcm_expanded *last,
                     const char *text, size_t len) {
  const lcm_ast *function =
      last == &l->parsing.last_hidden ? l->function : NULL;
  if (last->from == text && last->len == len && last->function == function)
    return true;
  const bool stays = text >= l->text && text < l->text + l->len;
  *last = (struct lcm_expanded){stays ? text : NULL, len, function, NULL};
  return false;
}

/* Return "text" with its macros expanded; NULL where there are none. */
static const char *expanded(struct lcm_lowering *l, const char *text,
                            size_t len) {
  const struct lcm_macro_table table = {find_macro, l};
  lcm_token_list tokens = {0};
  lcm_token_list full = {0};
  if (is_known(l, &l->parsing.last_hidden, text, len))
    return l->parsing.last_hidden.text;
  lcm_tokens_read_in(&tokens, l->ctx, &l->parsing.scratch, text, len);
  if (hide_variables(l, &tokens) &&
      !lcm_macro_expand_in(&full, l->ctx, &l->parsing.scratch, &table,
                           tokens.at, tokens.n))
    l->parsing.last_hidden.text =
        full.n ? lcm_tokens_text(l->ctx, full.at, full.at + full.n) : "";
  lcm_arena_rewind(&l->parsing.scratch);
  return l->parsing.last_hidden.text;
}

size_t lcm_lower_use_end(const struct lcm_lowering *l, size_t begin) {
  lcm_lexer lexer = {l->ctx, l->text, l->len, begin, 1};
  size_t end = lcm_lexer_next(&lexer).end;
  int nesting = 0;
  for (;;) {
    const lcm_token token = lcm_lexer_next(&lexer);
    nesting += lcm_token_is(&token, "(");
    if (!nesting || token.kind == LCM_TOKEN_END)
      return end;
    nesting -= lcm_token_is(&token, ")");
    end = token.end;
    if (!nesting)
      return end;
  }
}

const char *lcm_lower_preprocessed(struct lcm_lowering *l, size_t begin,
                                   size_t end) {
  lcm_token_list tokens = {0};
  lcm_token_list full = {0};
  struct lcm_expanded *last = &l->parsing.last_expanded;
  if (is_known(l, last, l->text + begin, end - begin))
    return last->text;
  lcm_tokens_read_in(&tokens, l->ctx, &l->parsing.scratch, l->text + begin,
                     end - begin);
  last->text = "";
  if (l->syntax->macros.find &&
      !lcm_macro_expand_in(&full, l->ctx, &l->parsing.scratch,
                           &l->syntax->macros, tokens.at, tokens.n) &&
      full.n)
    last->text = lcm_tokens_text(l->ctx, full.at, full.at + full.n);
  lcm_arena_rewind(&l->parsing.scratch);
  return last->text;
}

const char *lcm_lower_expansion(struct lcm_lowering *l, size_t begin,
                                size_t end) {
  return begin < end && end <= l->len
             ? expanded(l, l->text + begin, end - begin)
             : NULL;
}

/* Parse "text" as C with its macros expanded; NULL where there are none. */
static const lcm_expr *parse_expanded(struct lcm_lowering *l, const char *text,
                                      size_t len) {
  const char *plain = may_expand(l, text, len) ? expanded(l, text, len) : NULL;
  if (!plain)
    return NULL;
  l->parsing.expanding = true;
  const lcm_expr *e = parse_plain(l, plain, strlen(plain));
  l->parsing.expanding = false;
  return e;
}

/* Parse "text" as C. */
static const lcm_expr *parse_c(struct lcm_lowering *l, const char *text,
                               size_t len) {
  const lcm_expr *e = parse_plain(l, text, len);
  return e || l->parsing.expanding ? e : parse_expanded(l, text, len);
}

/* Return the expression "text", which has "len" bytes and stands at the offset
 * "at". */
static const lcm_expr *parse_at(struct lcm_lowering *l, const char *text,
                                size_t len, size_t at) {
  l->parsing.at = at;
  l->parsing.exact = true;
  const lcm_expr *e = parse_c(l, text, len);
  l->parsing.exact = false;
  return e;
}

const lcm_expr *lcm_lower_expr(struct lcm_lowering *l, size_t begin,
                               size_t end) {
  struct lcm_parsed *last = &l->parsing.last;
  if (begin >= end || end > l->len)
    return NULL;
  l->parsing.at = begin;
  if (last->begin != begin || last->end != end)
    *last = (struct lcm_parsed){
        begin, end, parse_at(l, l->text + begin, end - begin, begin)};
  return last->expr;
}

const lcm_expr *lcm_lower_text(struct lcm_lowering *l, const char *text,
                               size_t at) {
  return text ? parse_at(l, text, strlen(text), at) : NULL;
}

const lcm_expr *lcm_lower_clause(struct lcm_lowering *l, const char *text) {
  return text ? parse_c(l, text, strlen(text)) : NULL;
}

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

const lcm_expr *lcm_elements_first(struct lcm_lowering *l, const lcm_ast *ast,
                                   size_t k) {
  const char *list = list_of(l, ast);
  return list ? lcm_lower_clause(l, item_of(l, list, k)) : NULL;
}

/* Return element "k" of the array "name" at file scope, NULL where that is not
 * known. */
static const lcm_expr *global_element(struct lcm_lowering *l, const char *name,
                                      size_t k) {
  const lcm_ast *top = NULL;
  const size_t uses = lcm_elements_uses(&top, l, name);
  if (uses == 0 || (uses & LCM_ELEMENTS_OTHERWISE) ||
      k >= lcm_elements_of(top->sizes))
    return NULL;
  if ((uses & LCM_ELEMENTS_TOLD) && !l->globals.initial)
    return lcm_elements_symbol(l->ctx, lcm_numbers_global(l, name), k);
  return list_of(l, top) ? lcm_elements_first(l, top, k)
                         : lcm_expr_int(l->ctx, 0);
}

/* Return element "k" of the array "name". */
static const lcm_expr *element_at(struct lcm_lowering *l, const char *name,
                                  size_t k) {
  const struct lcm_local *local = lcm_lower_local(l, name);
  if (!local)
    return global_element(l, name, k);
  return k < local->elements ? lcm_elements_symbol(l->ctx, name, k) : NULL;
}

/* Return the range of the elements of "name", whole numbers, one of which "ast"
 * or something below it is; 0 where there is none. */
static unsigned char range_of(const lcm_ast *ast, const char *name) {
  const lcm_ast *base =
      ast->kind == LCM_AST_SUBSCRIPT && ast->range ? ast->first : NULL;
  while (base && base->kind == LCM_AST_SUBSCRIPT && base->is_array)
    base = base->first;
  if (base && base->kind == LCM_AST_REF && base->name == name)
    return ast->range;
  unsigned char found = 0;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = range_of(at, name);
  return found;
}

/* Return the symbol of element "index" of the array "name" at file scope, of
 * which no more is known than that it is a whole number; NULL where the
 * function that is lowered changes some, or it is another one each time. */
static const lcm_expr *named_element(struct lcm_lowering *l, const char *name,
                                     const lcm_expr *index) {
  double at = 0;
  size_t moving = 0;
  const char *base = lcm_intern_n(l->ctx, name, strcspn(name, "["));
  return !strchr(name, '.') && !lcm_lower_local(l, base) && l->function &&
                 lcm_expr_is_number(index, &at) && at >= 0 &&
                 at < LCM_ELEMENTS_MOST && at == (double)(size_t)at &&
                 !lcm_map_get(&l->locals.moving,
                              LCM_INTERN_JOINED(l->ctx, base, "[]"), &moving) &&
                 range_of(l->function, base)
             ? lcm_elements_symbol(l->ctx, name, (size_t)at)
             : NULL;
}

/* Return element "k" of the table that "ast" declares, NULL where the list it
 * begins with has no whole number for it. */
static const lcm_expr *table_number(struct lcm_lowering *l, const lcm_ast *ast,
                                    size_t k) {
  double number = 0;
  const lcm_expr *e = lcm_elements_first(l, ast, k);
  const unsigned char range = range_of(l->function, ast->name);
  return !e || !lcm_expr_is_number(e, &number) ? NULL
         : range ? lcm_cexpr_number(l->ctx, trunc(number), range)
         : number == trunc(number) && number >= 0 && number <= SCHAR_MAX ? e
                                                                         : NULL;
}

/* Return element "index" of the table "name"; NULL where there is no such one,
 * or too many to be alternatives in an expression. */
static const lcm_expr *table_element(struct lcm_lowering *l, const char *name,
                                     const lcm_expr *index) {
  enum { MOST_CHOICES = 32 };
  double at = 0;
  const lcm_ast *ast = index ? lcm_table_of(l, name) : NULL;
  const size_t n = ast ? lcm_table_length(ast) : 0;
  if (!n)
    return NULL;
  if (lcm_expr_is_number(index, &at))
    return at >= 0 && at < (double)n && at == (double)(size_t)at
               ? table_number(l, ast, (size_t)at)
               : NULL;
  const lcm_expr *all = n <= MOST_CHOICES ? table_number(l, ast, n - 1) : NULL;
  for (size_t k = n - 1; k-- > 0 && all;) {
    const lcm_expr *one = table_number(l, ast, k);
    const lcm_expr *is = lcm_expr_binary(l->ctx, LCM_X_EQ, index,
                                         lcm_expr_int(l->ctx, (long long)k));
    all = one ? lcm_expr_if(l->ctx, is, one, all) : NULL;
  }
  return all;
}

static const lcm_expr *element_of(lcm_ctx *ctx, const char *name,
                                  const lcm_expr *index, void *user) {
  struct lcm_lowering *l = user;
  const size_t n = lcm_numbers_length(l, name);
  double at = 0;
  const lcm_expr *told =
      n || lcm_lower_is_given(l, name) ? NULL : table_element(l, name, index);
  if (!n || lcm_lower_is_given(l, name))
    return told ? told : named_element(l, name, index);
  if (lcm_expr_is_number(index, &at))
    return at >= 0 && at < (double)n ? element_at(l, name, (size_t)at) : NULL;
  const struct lcm_local *local = lcm_lower_local(l, name);
  if (local && local->is_param)
    return NULL;
  const lcm_expr *all = element_at(l, name, n - 1);
  for (size_t k = n - 1; k-- > 0 && all;)
    all = lcm_expr_if(
        ctx,
        lcm_expr_binary(ctx, LCM_X_EQ, index, lcm_expr_int(ctx, (long long)k)),
        element_at(l, name, k), all);
  return all;
}
