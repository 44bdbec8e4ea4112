#include <stdint.h>
#include <string.h>

#include "analyzer/lower_internal.h"
#include "model/machine.h"

static const size_t NONE = (size_t)-1;

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
  for (size_t i = l->locals.n; i-- > 0;)
    if (l->locals.at[i].name == name)
      return &l->locals.at[i];
  return NULL;
}

/* Add the variable "ast". */
static void add_local(struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_local local = {.key = ast->key,
                                  .name = ast->name,
                                  .begin = ast->begin,
                                  .unstable = ast->is_pointer,
                                  .home = home_of(ast)};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->locals, local);
}

/* Mark the variable that "target" refers to as one that cannot be followed. */
static void mark(struct lcm_lowering *l, const lcm_ast *target) {
  struct lcm_local *local = target && target->kind == LCM_AST_REF
                                ? lcm_lower_local(l, target->name)
                                : NULL;
  if (local)
    local->unstable = true;
}

/* Note the locals and assignments below "ast". */
static void walk(struct lcm_lowering *l, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_VAR || ast->kind == LCM_AST_PARAM)
    add_local(l, ast);
  if (ast->kind == LCM_AST_ADDRESS ||
      (ast->kind == LCM_AST_UPDATE &&
       !(ast->parent && ast->parent->kind == LCM_AST_FOR)))
    mark(l, ast->first);
  if (ast->kind == LCM_AST_ASSIGN && ast->first &&
      ast->first->kind == LCM_AST_REF) {
    const struct lcm_local *local = lcm_lower_local(l, ast->first->name);
    const bool header = ast->parent && ast->parent->kind == LCM_AST_FOR;
    if (local && !header && !is_followed(ast, local->home))
      mark(l, ast->first);
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    walk(l, child);
}

void lcm_lower_locals(struct lcm_lowering *l, const lcm_ast *function) {
  l->locals.n = 0;
  l->function = function;
  walk(l, function);
}

/* Note the macro whose definition begins at "at", behind `#define`. */
static void note_macro(struct lcm_lowering *l, const char *at) {
  static const char WORD[] = "abcdefghijklmnopqrstuvwxyz_0123456789"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  at += strspn(at, " \t");
  const size_t n = strspn(at, WORD);
  if (!n || (at[n] != ' ' && at[n] != '\t'))
    return;
  const char *name = lcm_intern_n(l->ctx, at, n);
  const struct lcm_define define = {(size_t)(at + n - l->text), NONE};
  size_t last = 0;
  if (lcm_map_get(&l->by_name, name, &last)) {
    while (l->defines.at[last].next != NONE)
      last = l->defines.at[last].next;
    l->defines.at[last].next = l->defines.n;
  } else
    lcm_map_put(arena, &l->by_name, name, l->defines.n);
  LCM_LIST_ADD(arena, &l->defines, define);
}

void lcm_lower_globals(struct lcm_lowering *l) {
  for (const char *at = l->text;
       (at = memmem(at, l->len - (size_t)(at - l->text), "#define", 7));) {
    at += 7;
    note_macro(l, at);
  }
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_DECLARATION && top->name)
      lcm_map_put(lcm_ctx_arena(l->ctx), &l->declarations, top->name,
                  (size_t)(uintptr_t)top->key);
}

/* Return the constant called "name", or NULL. */
static const struct lcm_constant *find_constant(const struct lcm_lowering *l,
                                                const char *name) {
  size_t i = 0;
  return lcm_map_get(&l->syntax->by_name, name, &i)
             ? &l->syntax->constants.at[i]
             : NULL;
}

/* Return the value of the macro `#define name value` of the file, or NULL. */
static const lcm_expr *macro_value(struct lcm_lowering *l, const char *name) {
  size_t i = 0;
  if (!lcm_map_get(&l->by_name, name, &i))
    return NULL;
  for (; i != NONE; i = l->defines.at[i].next) {
    const char *value = l->text + l->defines.at[i].offset;
    const struct lcm_expr_source source = {.text = value,
                                           .len = strcspn(value, "\n\\/")};
    const lcm_expr *e = NULL;
    if (!lcm_cexpr_parse(&e, l->ctx, &source, true))
      return e;
  }
  return NULL;
}

/* Return the symbol, constant or machine value called "name". */
static const lcm_expr *known(struct lcm_lowering *l, const char *name) {
  const struct lcm_constant *constant = find_constant(l, name);
  if (!strncmp(name, "machine.", 8))
    return lcm_expr_symbol(l->ctx, name, lcm_machine_dim(name));
  if (constant)
    return lcm_expr_int(l->ctx, constant->value);
  for (size_t i = 0; i < l->declared.params.n; i++) {
    const lcm_param *param = &l->declared.params.at[i];
    if (!strcmp(param->name, name) && param->value)
      return lcm_expr_symbol(l->ctx, name, lcm_expr_dim(param->value));
  }
  const lcm_expr *macro = macro_value(l, name);
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

/* Return whether a param is called "name". */
static bool is_param(const struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->declared.params.n; i++)
    if (!strcmp(l->declared.params.at[i].name, name))
      return true;
  return false;
}

const char *lcm_lower_name(struct lcm_lowering *l, const char *name) {
  if (!lcm_name_is_reserved(name) || !strcmp(name, "rank"))
    return name;
  return lcm_intern(l->ctx,
                    lcm_arena_printf(lcm_ctx_arena(l->ctx), "c.%s", name));
}

/* Resolve a name in C source; NULL for variables that cannot be followed. */
static const lcm_expr *resolve_c(lcm_ctx *ctx, const char *name, lcm_loc at,
                                 void *user) {
  struct lcm_lowering *l = user;
  const struct lcm_local *local = lcm_lower_local(l, name);
  (void)at;
  if (local && local->unstable && !is_param(l, name))
    return NULL;
  const char *value = local ? lcm_lower_name(l, name) : name;
  return value == name ? known(l, name)
                       : lcm_expr_symbol(ctx, value, LCM_DIM_NONE);
}

/* Give the variable "name" of a section its identity and size. */
static lcm_status find_datum(lcm_section *section, const char *name,
                             void *user) {
  struct lcm_lowering *l = user;
  const struct lcm_local *local = lcm_lower_local(l, name);
  size_t key = 0;
  if (local)
    section->key = local->key;
  else if (lcm_map_get(&l->declarations, name, &key))
    section->key = (const char *)(uintptr_t)key;
  return LCM_OK;
}

struct lcm_scope lcm_lower_scope(struct lcm_lowering *l) {
  return (struct lcm_scope){resolve_comment, find_datum, l};
}

/* Parse "text" as C. */
static const lcm_expr *parse_c(struct lcm_lowering *l, const char *text,
                               size_t len) {
  const struct lcm_expr_source source = {
      .text = text, .len = len, .resolve = resolve_c, .user = l};
  const lcm_expr *e = NULL;
  return lcm_cexpr_parse(&e, l->ctx, &source, true) ? NULL : e;
}

const lcm_expr *lcm_lower_expr(struct lcm_lowering *l, size_t begin,
                               size_t end) {
  if (begin >= end || end > l->len)
    return NULL;
  return parse_c(l, l->text + begin, end - begin);
}

const lcm_expr *lcm_lower_clause(struct lcm_lowering *l, const char *text) {
  return text ? parse_c(l, text, strlen(text)) : NULL;
}
