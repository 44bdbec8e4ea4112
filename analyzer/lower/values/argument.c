/* What a program does that gets no arguments. */
#include <string.h>

#include "analyzer/lower/values/argument.h"
#include "analyzer/lower/values/local.h"

const lcm_expr *lcm_argument_none(struct lcm_lowering *l, const lcm_expr *e,
                                  const char *count) {
  const struct lcm_subst none = {count, lcm_expr_int(l->ctx, 1)};
  double number = 0;
  const lcm_expr *value = e ? lcm_expr_subst(l->ctx, e, &none, 1) : NULL;
  return value && lcm_expr_is_number(value, &number) ? value : NULL;
}

const lcm_expr *lcm_argument_default(struct lcm_lowering *l,
                                     const lcm_expr *e) {
  const lcm_ast *count =
      l->function && l->function->name && !strcmp(l->function->name, "main")
          ? l->function->first
          : NULL;
  double number = 0;
  if (!e || !count || count->kind != LCM_AST_PARAM || !count->name ||
      lcm_lower_is_given(l, count->name) || lcm_expr_is_number(e, &number))
    return NULL;
  return lcm_argument_none(l, e, count->name);
}
