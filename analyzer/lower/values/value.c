/* What declarations and assignments give to variables. */
#include "analyzer/lower/values/value.h"
#include "analyzer/lower/threads/thread_param.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/names.h"

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
  return l->text[at] == '='
             ? lcm_fits_value(l, value, lcm_lower_expr(l, at + 1, ast->end))
             : NULL;
}
