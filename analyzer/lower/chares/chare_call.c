/* Calls of <lcmodel/md.h>: what they do, and with which arguments. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/threads/thread_call.h"

/* Return the function of <lcmodel/md.h> called "name", or NULL. */
static const struct lcm_chare_function *known(const char *name) {
  static const struct lcm_chare_function KNOWN[] = {
#define LCM_CHARE(name, act, target, entry, data, size, priority)              \
  {name, LCM_CHARE_##act, target, entry, data, size, priority},
#include "analyzer/text/chares.def"
#undef LCM_CHARE
  };
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
    if (!strcmp(KNOWN[i].name, name))
      return &KNOWN[i];
  return NULL;
}

const struct lcm_chare_function *lcm_chare_call(const struct lcm_lowering *l,
                                                const lcm_ast *ast) {
  if (!l->chares || ast->kind != LCM_AST_CALL || !ast->is_function ||
      !ast->name || strncmp(ast->name, "md_", 3) != 0 ||
      lcm_thread_defined(l, ast->name))
    return NULL;
  return known(ast->name);
}

bool lcm_chare_sends(const struct lcm_chare_function *function) {
  return function->entry >= 0 && function->act != LCM_CHARE_QUIESCENCE;
}

const lcm_ast *lcm_chare_argument(const lcm_ast *ast, int i) {
  return i < 0 ? NULL : lcm_syntax_argument(ast, (size_t)i);
}

bool lcm_chare_constant(long long *out, const struct lcm_lowering *l,
                        const lcm_ast *ast) {
  size_t at = 0;
  if (!ast)
    return false;
  if (ast->kind == LCM_AST_LITERAL && ast->begin < l->len) {
    char *end = NULL;
    *out = strtoll(l->text + ast->begin, &end, 0);
    return end != l->text + ast->begin;
  }
  if (ast->kind != LCM_AST_REF || !ast->name ||
      !lcm_map_get(&l->syntax->by_name, ast->name, &at))
    return false;
  *out = l->syntax->constants.at[at].value;
  return true;
}

bool lcm_chare_is_processor(const struct lcm_lowering *l,
                            const lcm_ast *param) {
  size_t at = param->begin;
  const char *const skipped[] = {"const ", "struct "};
  if (param->kind != LCM_AST_PARAM || !param->is_pointer)
    return false;
  for (size_t i = 0; i < 2; i++)
    if (at + 8 < l->len &&
        !strncmp(l->text + at, skipped[i], strlen(skipped[i])))
      at += strlen(skipped[i]);
  return at + 3 < l->len && !strncmp(l->text + at, "md", 2) &&
         (l->text[at + 2] == ' ' || l->text[at + 2] == '*');
}

const char *lcm_chare_processor(const struct lcm_lowering *l,
                                const lcm_ast *function) {
  for (const lcm_ast *at = function ? function->first : NULL;
       at && at->kind == LCM_AST_PARAM; at = at->next)
    if (lcm_chare_is_processor(l, at))
      return at->name;
  return NULL;
}

const lcm_expr *lcm_chare_result(const struct lcm_lowering *l,
                                 const char *name) {
  const char *symbol = NULL;
  if (!l->chares || lcm_thread_defined(l, lcm_intern(l->ctx, name)))
    return NULL;
  if (!strcmp(name, "md_processors"))
    symbol = lcm_intern(l->ctx, "procs");
  else if (!strcmp(name, "md_processor"))
    symbol = lcm_chare_processor(l, l->function);
  return symbol ? lcm_expr_symbol(l->ctx, symbol, LCM_DIM_NONE) : NULL;
}

bool lcm_chare_is_send(const struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_chare_function *call = lcm_chare_call(l, ast);
  return call && lcm_chare_sends(call);
}
