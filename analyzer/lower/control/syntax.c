/* Questions about a piece of syntax that nothing else has to answer. */
#include <string.h>

#include "analyzer/lower/control/syntax.h"

bool lcm_loop_runs_once(const lcm_ast *ast) {
  const lcm_ast *cond = ast->last;
  return ast->kind == LCM_AST_DO && cond != ast->first &&
         cond->kind == LCM_AST_LITERAL && cond->is_zero;
}

/* Return whether "ast" or something below it goes on with the condition of the
 * loop around. */
static bool continues(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_CONTINUE)
    return true;
  if (lcm_ast_is_loop(ast) || !(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (continues(at))
      return true;
  return false;
}

/* Let every `break` of the loop around "ast", in or below it, jump to the label
 * "name"; return whether there are some. */
static bool turn_breaks(lcm_ast *ast, const char *name) {
  bool found = ast->kind == LCM_AST_BREAK;
  if (found) {
    ast->kind = LCM_AST_GOTO;
    ast->name = name;
  }
  if (lcm_ast_is_loop(ast) || ast->kind == LCM_AST_SWITCH ||
      !(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return found;
  for (lcm_ast *at = ast->first; at; at = at->next)
    found = turn_breaks(at, name) || found;
  return found;
}

/* Add the label "name" behind the statements of "block". */
static void add_label(lcm_ctx *ctx, lcm_ast *block, const char *name) {
  lcm_ast *label = LCM_NEW(lcm_ctx_arena(ctx), lcm_ast);
  label->kind = LCM_AST_LABEL;
  label->name = name;
  label->begin = label->end =
      block->end > block->begin ? block->end - 1 : block->end;
  label->parent = block;
  label->holds = lcm_ast_holds_of(LCM_AST_LABEL);
  if (block->last)
    block->last->next = label;
  else
    block->first = label;
  block->last = label;
  for (lcm_ast *at = block; at; at = at->parent)
    at->holds |= label->holds;
}

void lcm_blocks_settle(lcm_ctx *ctx, lcm_ast *ast) {
  for (lcm_ast *at = ast->first; at; at = at->next)
    if (at->holds & LCM_AST_HOLDS_LOOP)
      lcm_blocks_settle(ctx, at);
  lcm_ast *body = ast->first;
  if (ast->kind != LCM_AST_DO || ast->anchor || !lcm_loop_runs_once(ast) ||
      body->kind != LCM_AST_COMPOUND || continues(body))
    return;
  const char *name = lcm_intern(
      ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "do@%u", ast->begin));
  ast->kind = LCM_AST_COMPOUND;
  ast->last = body;
  body->next = NULL;
  if (turn_breaks(body, name))
    add_label(ctx, body, name);
}

/* Return what the assignment "ast" gives several variables or elements, as in
 * `a = b = 0`: a number, or another variable; NULL where it gives one a
 * value, or what it gives is something else. */
static const lcm_ast *given_to_all(const lcm_ast *ast) {
  const lcm_ast *value = ast->last;
  while (value && value->kind == LCM_AST_ASSIGN && value->last != value->first)
    value = value->last;
  if (!value || value == ast->last ||
      (value->kind != LCM_AST_LITERAL && value->kind != LCM_AST_REF))
    return NULL;
  for (const lcm_ast *at = ast; at != value; at = at->last)
    if (!at->first || (value->key && at->first->key == value->key))
      return NULL;
  return value;
}

void lcm_chains_split(lcm_ctx *ctx, lcm_ast *ast) {
  for (lcm_ast *at = ast->first; at; at = at->next) {
    const lcm_ast *value = ast->kind == LCM_AST_COMPOUND &&
                                   at->kind == LCM_AST_ASSIGN && !at->anchor
                               ? given_to_all(at)
                               : NULL;
    if (!value) {
      if (at->holds & LCM_AST_HOLDS_CHANGE)
        lcm_chains_split(ctx, at);
      continue;
    }
    lcm_ast *inner = at->last;
    lcm_ast *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_ast);
    *copy = *value;
    copy->parent = at;
    copy->next = NULL;
    at->first->next = at->last = copy;
    inner->parent = ast;
    inner->next = at->next;
    at->next = inner;
    if (ast->last == at)
      ast->last = inner;
  }
}

const lcm_ast *lcm_outer_block(const lcm_ast *ast, const lcm_ast *home) {
  while (ast && ast != home && ast->kind == LCM_AST_COMPOUND && ast->parent) {
    const lcm_ast *around = ast->parent;
    if (around->kind == LCM_AST_DO && lcm_loop_runs_once(around))
      around = around->parent;
    if (!around || around->kind != LCM_AST_COMPOUND)
      break;
    ast = around;
  }
  return ast;
}

bool lcm_runs_always(const lcm_ast *ast) {
  const lcm_ast *at = ast;
  for (; at->parent && at->parent->kind != LCM_AST_COMPOUND; at = at->parent)
    if (lcm_ast_is_loop(at->parent) || at->parent->kind == LCM_AST_SWITCH ||
        (at->parent->kind == LCM_AST_IF && at != at->parent->first))
      return false;
  const lcm_ast *block = lcm_outer_block(at->parent, NULL);
  return block && block->parent && block->parent->kind == LCM_AST_FUNCTION;
}

bool lcm_call_is_project(const lcm_ast *ast) {
  return ast->kind == LCM_AST_CALL && ast->is_function && !ast->is_system &&
         ast->name && strncmp(ast->name, "__builtin", 9) != 0 &&
         strncmp(ast->name, "omp_", 4) != 0;
}

const lcm_ast *lcm_call_callback(const lcm_ast *ast) {
  const lcm_ast *argument = ast->first ? ast->first->next : NULL;
  if (ast->kind != LCM_AST_CALL || !ast->is_function || !ast->is_system)
    return NULL;
  for (; argument; argument = argument->next) {
    const lcm_ast *at =
        argument->kind == LCM_AST_ADDRESS ? argument->first : argument;
    if (at && at->kind == LCM_AST_REF && at->is_function && !at->is_system)
      return at;
  }
  return NULL;
}

bool lcm_asm_is_empty(const struct lcm_lowering *l, const lcm_ast *ast) {
  const char *quote =
      ast->end > ast->begin && ast->end <= l->len
          ? memchr(l->text + ast->begin, '"', ast->end - ast->begin)
          : NULL;
  return quote && quote[1] == '"';
}

const lcm_ast *lcm_syntax_arguments(const lcm_ast *ast) {
  return ast->first ? ast->first->next : NULL;
}

bool lcm_lower_is_statement(const lcm_ast *ast, const lcm_ast *child) {
  if (ast->kind == LCM_AST_DO)
    return child == ast->first;
  if (ast->kind == LCM_AST_IF)
    return child != ast->first;
  if (ast->kind == LCM_AST_FOR || ast->kind == LCM_AST_WHILE ||
      ast->kind == LCM_AST_SWITCH || ast->kind == LCM_AST_FUNCTION)
    return child == ast->last && child->kind != LCM_AST_PARAM;
  return ast->kind == LCM_AST_COMPOUND;
}

const lcm_ast *lcm_syntax_argument(const lcm_ast *ast, size_t i) {
  const lcm_ast *at = lcm_syntax_arguments(ast);
  while (at && i--)
    at = at->next;
  return at;
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

bool lcm_syntax_in_loop(const lcm_ast *ast) {
  while (ast && !lcm_ast_is_loop(ast))
    ast = ast->parent;
  return ast;
}

size_t lcm_syntax_sets(const lcm_ast **by, const struct lcm_lowering *l,
                       const lcm_ast *ast, const char *key) {
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return 0;
  const bool begins = ast->kind == LCM_AST_VAR && ast->key == key &&
                      ast->end <= l->len &&
                      memchr(l->text + ast->begin, '=', ast->end - ast->begin);
  const bool changes =
      lcm_ast_is_change(ast) && ast->first && ast->first->key == key;
  size_t n = begins || changes;
  *by = n ? ast : *by;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    n += lcm_syntax_sets(by, l, at, key);
  return n;
}

bool lcm_syntax_may_change(const lcm_ast *ast, const char *key) {
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return false;
  if (lcm_ast_is_change(ast) && ast->first && ast->first->kind == LCM_AST_REF &&
      ast->first->key == key)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (lcm_syntax_may_change(at, key))
      return true;
  return false;
}

bool lcm_syntax_refers(const lcm_ast *ast, const char *key) {
  if (ast->kind == LCM_AST_REF && ast->key == key)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (lcm_syntax_refers(at, key))
      return true;
  return false;
}

bool lcm_syntax_recasts(const lcm_ast *ast) {
  bool found = ast->is_recast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = lcm_syntax_recasts(at);
  return found;
}

const lcm_ast *lcm_syntax_at(const lcm_ast *ast, size_t at) {
  const lcm_ast *found = ast;
  for (const lcm_ast *next = ast; next;) {
    found = next;
    next = found->first;
    while (next && !(next->begin <= at && at < next->end))
      next = next->next;
  }
  return found;
}
