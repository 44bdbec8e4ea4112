#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "analyzer/lower/control/branch.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/mpi/message.h"
#include "analyzer/lower/openmp/omp.h"
#include "analyzer/lower/threads/thread_flow.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/numbers.h"
#include "annotations/cexpr.h"
#include "annotations/mean.h"
#include "base/ctx.h"
#include "model/expr/build.h"
#include "model/expr/intern.h"
#include "model/machine/machine.h"
#include "model/structure/message.h"

/* Return the compound, loop or function that "ast" stands in directly. */
static const lcm_ast *home_of(const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  while (at && at->kind != LCM_AST_COMPOUND && at->kind != LCM_AST_FOR &&
         at->kind != LCM_AST_WHILE && at->kind != LCM_AST_DO &&
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

struct lcm_local *lcm_lower_local(struct lcm_lowering *l, const char *name) {
  size_t at = 0;
  return lcm_map_get(&l->local_by_name, name, &at) && at >= l->first_local
             ? &l->locals.at[at - l->first_local]
             : NULL;
}

struct lcm_local *lcm_lower_local_of(struct lcm_lowering *l, const char *key) {
  size_t at = 0;
  return lcm_map_get(&l->local_by_key, key, &at) && at >= l->first_local
             ? &l->locals.at[at - l->first_local]
             : NULL;
}

bool lcm_lower_says_static(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  if (!at || at->kind != LCM_AST_DECLSTMT || at->begin + 7 > l->len)
    return false;
  const char *text = l->text + at->begin;
  return !strncmp(text, "static", 6) && isspace((unsigned char)text[6]);
}

/* Add the variable "ast". */
static void add_local(struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_local local = {.key = ast->key,
                                  .name = ast->name,
                                  .sizes = ast->sizes,
                                  .begin = ast->begin,
                                  .is_static = lcm_lower_says_static(l, ast),
                                  .unstable = ast->is_pointer,
                                  .home = home_of(ast)};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t at = l->first_local + l->locals.n;
  LCM_LIST_ADD(arena, &l->locals, local);
  if (local.name)
    lcm_map_put(arena, &l->local_by_name, local.name, at);
  if (local.key)
    lcm_map_put(arena, &l->local_by_key, local.key, at);
}

/* Return the local variable that "target" refers to, or NULL. */
static struct lcm_local *target_of(struct lcm_lowering *l,
                                   const lcm_ast *target) {
  return target && target->kind == LCM_AST_REF
             ? lcm_lower_local(l, target->name)
             : NULL;
}

/* Note that "ast" gives "local" a value that cannot be followed: it may differ
 * each time where a loop inside the variable's home repeats it. */
static void mark(struct lcm_local *local, const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  local->changed = true;
  for (; at && at != local->home; at = at->parent)
    if (at->kind == LCM_AST_FOR || at->kind == LCM_AST_WHILE ||
        at->kind == LCM_AST_DO)
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
  return l->grids && ast->kind == LCM_AST_ADDRESS &&
         (lcm_numbers_answer(l, ast) || lcm_numbers_read(l, ast));
}

/* Note the members that "ast", an assignment or an address, may change, and
 * whether it changes a whole variable. */
static void note_target(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  if (ast->kind != LCM_AST_ASSIGN && ast->kind != LCM_AST_UPDATE &&
      ast->kind != LCM_AST_ADDRESS)
    return;
  if (lcm_external_reads(l, ast) || is_of_grid(l, ast))
    return;
  struct lcm_local *local = target_of(l, target);
  if (local)
    local->n_assigned++;
  if (target && target->kind == LCM_AST_MEMBER && target->name)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->moving, target->name, 1);
}

/* Note that the call in which "address" stands sets "local": a value that can
 * be followed where it is executed where the variable is at home. */
static void note_answer(struct lcm_local *local, const lcm_ast *address) {
  const lcm_ast *at = address;
  while (at->parent && at->parent != local->home &&
         at->parent->kind != LCM_AST_COMPOUND)
    at = at->parent;
  if (at->parent != local->home)
    mark(local, address);
  else
    local->n_values++;
}

/* Note what "ast", a change, does to a local. */
static void note_change(struct lcm_lowering *l, const lcm_ast *ast) {
  const bool header = in_header(ast);
  struct lcm_local *local = target_of(l, ast->first);
  note_target(l, ast);
  if (local && is_of_grid(l, ast))
    local->n_values += lcm_numbers_answer(l, ast);
  else if (ast->kind == LCM_AST_ADDRESS && local &&
           lcm_message_role(l, ast) == 'o')
    note_answer(local, ast);
  else if (ast->kind == LCM_AST_ADDRESS && local &&
           lcm_message_role(l, ast) != 'l' && !lcm_external_reads(l, ast))
    local->changed = true;
  else if (ast->kind == LCM_AST_UPDATE && local && !header)
    mark(local, ast);
  else if (local && header && is_beside(ast))
    local->changed = local->unstable = true;
  else if (ast->kind == LCM_AST_ASSIGN && local && !header &&
           !is_followed(ast, local->home))
    mark(local, ast);
}

/* Note the locals that "ast" and what is below it declare and change. */
static void walk(struct lcm_lowering *l, const lcm_ast *ast) {
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return;
  if (ast->kind == LCM_AST_VAR || ast->kind == LCM_AST_PARAM)
    add_local(l, ast);
  else if (ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE ||
           ast->kind == LCM_AST_ADDRESS)
    note_change(l, ast);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    walk(l, child);
}

/* Note which locals are assigned more than once and at least once what has no
 * model: no value may be taken for the last one. */
static void check_values(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_local *local = NULL;
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return;
  if (ast->kind == LCM_AST_ASSIGN && !in_header(ast))
    local = target_of(l, ast->first);
  else if (ast->kind == LCM_AST_VAR && ast->first)
    local = lcm_lower_local(l, ast->name);
  if (local && !local->changed) {
    const lcm_ast *branch = ast->parent;
    while (branch && branch->kind == LCM_AST_COMPOUND && branch != local->home)
      branch = branch->parent;
    const bool known =
        lcm_lower_value(l, ast) &&
        (ast->kind == LCM_AST_VAR || branch == local->home || !branch ||
         branch->kind != LCM_AST_IF || lcm_lower_condition(l, branch));
    local->n_values++;
    local->n_unknown += !known;
    local->changed = local->n_values > 1 && local->n_unknown;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    check_values(l, child);
}

/* Note the locals that clauses of tasks in "function" share. */
static void note_shared(struct lcm_lowering *l, const lcm_ast *function) {
  for (size_t i = 0; i < l->pragmas.n; i++) {
    const lcm_pragma *pragma = &l->pragmas.at[i];
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
  l->first_local += l->locals.n;
  l->locals.n = 0;
  l->moving = (lcm_map){0};
  l->last_index = (struct lcm_parsed){0};
  l->function = function;
  walk(l, function);
  lcm_numbers_find(l, function);
  check_values(l, function);
  note_shared(l, function);
  lcm_lower_seen(l, function);
}

/* A collection of names, "text" being what is found so far. */
struct naming {
  struct lcm_lowering *l;
  const char *seen[4];
  size_t n;
  const char *text;
};

/* Add the variables that "ast" reads to "names". */
static void add_names(struct naming *names, const lcm_ast *ast) {
  enum { MOST = sizeof names->seen / sizeof *names->seen };
  const bool variable =
      ast->kind == LCM_AST_REF && !ast->is_function && ast->name;
  bool known = !variable || names->n == MOST;
  for (size_t i = 0; i < names->n; i++)
    known = known || names->seen[i] == ast->name;
  if (!known) {
    lcm_arena *arena = lcm_ctx_arena(names->l->ctx);
    names->seen[names->n++] = ast->name;
    names->text =
        names->text ? lcm_arena_printf(arena, "%s, %s", names->text, ast->name)
                    : ast->name;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    add_names(names, child);
}

const char *lcm_lower_reads(struct lcm_lowering *l, const lcm_ast *ast) {
  struct naming names = {.l = l};
  if (ast)
    add_names(&names, ast);
  return names.text;
}

/* Return whether a param is called "name". */
static bool is_param(const struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->declared.params.n; i++)
    if (!strcmp(l->declared.params.at[i].name, name))
      return true;
  return false;
}

/* What is noted of a name that several members of structures have. */
enum { AMBIGUOUS = 1 };

/* Note the member of a structure that "ast" is. */
static void note_member(struct lcm_lowering *l, const lcm_ast *ast) {
  const size_t key = (size_t)(uintptr_t)ast->key;
  size_t known = 0;
  const bool found = lcm_map_get(&l->members, ast->name, &known);
  if (!found || known != key)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->members, ast->name,
                found ? AMBIGUOUS : key);
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
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->asked, target->key,
                (size_t)(uintptr_t)answer);
  else if (address && is_of_grid(l, ast)) {
    if (lcm_numbers_answer(l, ast))
      lcm_numbers_told(l, target);
  } else if ((ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE ||
              (address && !lcm_external_reads(l, ast))) &&
             target &&
             (target->kind == LCM_AST_REF || target->kind == LCM_AST_MEMBER) &&
             target->key)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->changing, target->key, 1);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_changes(l, child);
}

/* Note the variables that another file of the unit may change below "ast". */
static void note_changes_beside(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  const bool changes = ast->kind == LCM_AST_ASSIGN ||
                       ast->kind == LCM_AST_UPDATE ||
                       ast->kind == LCM_AST_ADDRESS;
  if (changes && target && target->key)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->changing, target->key, 1);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_changes_beside(l, child);
}

void lcm_lower_globals(struct lcm_lowering *l) {
  for (size_t i = 0; i < l->syntax->n_beside; i++)
    for (const lcm_ast *top = l->syntax->beside[i]->top; top; top = top->next)
      if (top->kind == LCM_AST_FUNCTION && l->syntax->beside[i] != l->syntax)
        note_changes_beside(l, top);
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      lcm_map_put(lcm_ctx_arena(l->ctx), &l->defined, top->name, 1);
  lcm_numbers_globals(l);
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      note_changes(l, top);
    else if (top->kind == LCM_AST_DECLARATION && top->name)
      lcm_map_put(lcm_ctx_arena(l->ctx), &l->declarations, top->name,
                  (size_t)(uintptr_t)top);
}

/* Return the constant called "name", or NULL. */
static const struct lcm_constant *find_constant(const struct lcm_lowering *l,
                                                const char *name) {
  size_t i = 0;
  return lcm_map_get(&l->syntax->by_name, name, &i)
             ? &l->syntax->constants.at[i]
             : NULL;
}

bool lcm_lower_is_given(const struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->options->n_given; i++)
    if (!strcmp(l->options->given[i], name))
      return true;
  return false;
}

/* Return the variable at file scope called "name" whose value nothing changes,
 * or NULL. */
static const lcm_ast *find_fixed(const struct lcm_lowering *l,
                                 const char *name) {
  size_t found = 0;
  size_t changing = 0;
  if (!lcm_map_get(&l->declarations, name, &found))
    return NULL;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  return top->has_value && (top->is_static || l->options->alone) &&
                 !lcm_map_get(&l->changing, top->key, &changing)
             ? top
             : NULL;
}

/* Return "rank" or "ranks" where the variable at file scope called "name" is
 * that and nothing else; NULL otherwise. */
static const char *find_asked(const struct lcm_lowering *l, const char *name) {
  size_t found = 0;
  size_t answer = 0;
  size_t changing = 0;
  if (!lcm_map_get(&l->declarations, name, &found))
    return NULL;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  return lcm_map_get(&l->asked, top->key, &answer) &&
                 !lcm_map_get(&l->changing, top->key, &changing)
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

/* Return the symbol for the param that the C variable "name" is tied to by
 * `param p := name`, NULL for none; for p the processors of the whole run. */
static const lcm_expr *tied_to(struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->declared.params.n; i++) {
    const lcm_param *param = &l->declared.params.at[i];
    const char *tie =
        param->tied && !param->value ? lcm_expr_name(param->tied) : NULL;
    if (!tie || (strcmp(tie, name) != 0 &&
                 (strncmp(tie, "c.", 2) != 0 || strcmp(tie + 2, name) != 0)))
      continue;
    const char *own = !strcmp(param->name, "p") ? "procs" : param->name;
    return lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, own), LCM_DIM_NONE);
  }
  return NULL;
}

/* Return the symbol, constant or machine value called "name". */
static const lcm_expr *known(struct lcm_lowering *l, const char *name) {
  const struct lcm_constant *constant = find_constant(l, name);
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
  const bool local = lcm_lower_local(l, name);
  const char *asked = local ? NULL : find_asked(l, name);
  if (asked)
    return lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, asked), LCM_DIM_NONE);
  const char *told = local || !l->grids ? NULL : lcm_numbers_global(l, name);
  if (told)
    return lcm_expr_symbol(l->ctx, told, LCM_DIM_NONE);
  const lcm_ast *fixed = local ? NULL : find_fixed(l, name);
  if (fixed)
    return lcm_expr_int(l->ctx, fixed->value);
  const bool plain = l->expanding || local;
  const lcm_expr *macro = plain ? NULL : macro_value(l, name);
  return macro ? macro : lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE);
}

/* Resolve a name in a comment: reserved names win over C's. */
static const lcm_expr *resolve_comment(lcm_ctx *ctx, const char *name,
                                       lcm_loc at, void *user) {
  struct lcm_lowering *l = user;
  if (lcm_name_is_reserved(name)) {
    if (lcm_lower_local(l, name))
      lcm_report(ctx, LCM_DIAG_RESERVED_NAME, at,
                 "'%s' is the reserved name here, not the variable", name);
    return lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  }
  return known(l, name);
}

const char *lcm_lower_name(struct lcm_lowering *l, const char *name) {
  if (!lcm_name_is_reserved(name) || !strcmp(name, "rank"))
    return name;
  return lcm_intern(l->ctx,
                    lcm_arena_printf(lcm_ctx_arena(l->ctx), "c.%s", name));
}

/* Return "rank" or "ranks" where every member of a structure that is called
 * "name" is that and nothing else; NULL otherwise. */
static const char *find_asked_member(const struct lcm_lowering *l,
                                     const char *name) {
  size_t key = 0;
  size_t answer = 0;
  size_t changing = 0;
  if (!lcm_map_get(&l->members, name, &key) || key == AMBIGUOUS)
    return NULL;
  const char *usr = (const char *)(uintptr_t)key;
  return lcm_map_get(&l->asked, usr, &answer) &&
                 !lcm_map_get(&l->changing, usr, &changing)
             ? (const char *)(uintptr_t)answer
             : NULL;
}

/* Return the value of "name", a member "a.b" of a variable; NULL where the
 * function that is lowered may change it. */
static const lcm_expr *resolve_member(struct lcm_lowering *l,
                                      const char *name) {
  size_t at = 0;
  const char *base = lcm_intern_n(l->ctx, name, strcspn(name, "."));
  const char *member = lcm_intern(l->ctx, strrchr(name, '.') + 1);
  const struct lcm_local *local = lcm_lower_local(l, base);
  if (!strcmp(member, "MPI_SOURCE"))
    return lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE);
  const char *asked = find_asked_member(l, member);
  if (asked)
    return lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, asked), LCM_DIM_NONE);
  if ((local && local->n_assigned) || lcm_map_get(&l->moving, member, &at))
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
  if (local && local->unstable && !l->unsettled && !is_param(l, name) &&
      !lcm_thread_is_number(l, local))
    return NULL;
  const lcm_macro *macro = !l->expanding && !local && !is_param(l, name) &&
                                   !lcm_lower_is_given(l, name)
                               ? macro_of(l, name)
                               : NULL;
  if (macro)
    return macro_number(l, macro);
  const char *value = local ? lcm_lower_name(l, name) : name;
  return value == name ? known(l, name)
                       : lcm_expr_symbol(ctx, value, LCM_DIM_NONE);
}

const long long *lcm_lower_declared(const char **key, struct lcm_lowering *l,
                                    const char *name) {
  size_t found = 0;
  if (!lcm_map_get(&l->declarations, name, &found))
    return NULL;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  *key = top->key;
  return top->sizes;
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

struct lcm_scope lcm_lower_c_scope(struct lcm_lowering *l) {
  return (struct lcm_scope){resolve_c, find_datum, l};
}

/* Return what a call of the function "name" returns: functions of MPI that they
 * have done what they do, 0; NULL for others. */
static const lcm_expr *find_result(lcm_ctx *ctx, const char *name, void *user) {
  const struct lcm_lowering *l = user;
  size_t defined = 0;
  const struct lcm_mpi_function *function =
      lcm_map_get(&l->defined, name, &defined) ? NULL : lcm_mpi_function(name);
  return function && function->returns_code ? lcm_expr_int(ctx, 0) : NULL;
}

/* Parse "text", in which no macro is expanded, as C. */
static const lcm_expr *parse_plain(struct lcm_lowering *l, const char *text,
                                   size_t len) {
  const struct lcm_expr_source source = {
      .text = text,
      .len = len,
      .resolve = resolve_c,
      .type = find_type,
      .element = l->grids ? lcm_numbers_element : NULL,
      .call = find_result,
      .members = true,
      .user = l};
  const lcm_expr *e = NULL;
  return lcm_cexpr_parse(&e, l->ctx, &source, true) ? NULL : e;
}

/* Return the macro "name" for an expansion, NULL where the user gives it a
 * value. */
static const lcm_macro *find_macro(void *user, const char *name) {
  const struct lcm_lowering *l = user;
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
        own ? LCM_NEW(&l->scratch, struct lcm_hidden) : NULL;
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
  const lcm_ast *function = last == &l->last_hidden ? l->function : NULL;
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
  if (is_known(l, &l->last_hidden, text, len))
    return l->last_hidden.text;
  lcm_tokens_read_in(&tokens, l->ctx, &l->scratch, text, len);
  if (hide_variables(l, &tokens) &&
      !lcm_macro_expand_in(&full, l->ctx, &l->scratch, &table, tokens.at,
                           tokens.n))
    l->last_hidden.text =
        full.n ? lcm_tokens_text(l->ctx, full.at, full.at + full.n) : "";
  lcm_arena_rewind(&l->scratch);
  return l->last_hidden.text;
}

const char *lcm_lower_preprocessed(struct lcm_lowering *l, size_t begin,
                                   size_t end) {
  lcm_token_list tokens = {0};
  lcm_token_list full = {0};
  struct lcm_expanded *last = &l->last_expanded;
  if (is_known(l, last, l->text + begin, end - begin))
    return last->text;
  lcm_tokens_read_in(&tokens, l->ctx, &l->scratch, l->text + begin,
                     end - begin);
  last->text = "";
  if (l->syntax->macros.find &&
      !lcm_macro_expand_in(&full, l->ctx, &l->scratch, &l->syntax->macros,
                           tokens.at, tokens.n) &&
      full.n)
    last->text = lcm_tokens_text(l->ctx, full.at, full.at + full.n);
  lcm_arena_rewind(&l->scratch);
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
  l->expanding = true;
  const lcm_expr *e = parse_plain(l, plain, strlen(plain));
  l->expanding = false;
  return e;
}

/* Parse "text" as C. */
static const lcm_expr *parse_c(struct lcm_lowering *l, const char *text,
                               size_t len) {
  const lcm_expr *e = parse_plain(l, text, len);
  return e || l->expanding ? e : parse_expanded(l, text, len);
}

const lcm_expr *lcm_lower_expr(struct lcm_lowering *l, size_t begin,
                               size_t end) {
  struct lcm_parsed *last = &l->last_parsed;
  if (begin >= end || end > l->len)
    return NULL;
  if (last->begin != begin || last->end != end)
    *last = (struct lcm_parsed){begin, end,
                                parse_c(l, l->text + begin, end - begin)};
  return last->expr;
}

const lcm_expr *lcm_lower_clause(struct lcm_lowering *l, const char *text) {
  return text ? parse_c(l, text, strlen(text)) : NULL;
}

const lcm_expr *lcm_lower_value(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *value = ast->last;
  const lcm_expr *given = lcm_thread_value(l, ast);
  if (given)
    return given;
  if (!value || (ast->kind == LCM_AST_ASSIGN && value == ast->first) ||
      value->begin <= ast->begin || value->begin > l->len)
    return NULL;
  size_t at = value->begin;
  while (at > ast->begin && l->text[at] != '=')
    at--;
  return l->text[at] == '=' ? lcm_lower_expr(l, at + 1, ast->end) : NULL;
}
