/* What a program does that gets no arguments. */
#include <string.h>

#include "analyzer/lower/values/argument.h"
#include "analyzer/lower/values/local.h"

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
  const struct lcm_subst none = {count->name, lcm_expr_int(l->ctx, 1)};
  e = lcm_expr_subst(l->ctx, e, &none, 1);
  return lcm_expr_is_number(e, &number) ? e : NULL;
}
