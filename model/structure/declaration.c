/* Kinds of random quantities and their means; which parameters are decisions.
 */
#include "model/structure/declaration.h"

#include <string.h>

const char *lcm_draw_word(lcm_draw_kind kind) {
  static const char *const WORDS[LCM_DRAW_COUNT + 1] = {
#define LCM_DRAW(name, text, arguments, meaning) text,
#include "model/structure/draws.def"
#undef LCM_DRAW
      ""};
  return WORDS[kind];
}

lcm_draw_kind lcm_draw_find(const char *word) {
  int kind = 0;
  while (kind < LCM_DRAW_COUNT &&
         strcmp(lcm_draw_word((lcm_draw_kind)kind), word) != 0)
    kind++;
  return (lcm_draw_kind)kind;
}

bool lcm_param_is_decision(const lcm_param *param) {
  return param->low && param->high && param->value &&
         lcm_expr_is_int(param->low, 0) && lcm_expr_is_int(param->high, 1) &&
         (lcm_expr_is_int(param->value, 0) || lcm_expr_is_int(param->value, 1));
}

size_t lcm_draw_arity(lcm_draw_kind kind) {
  static const size_t ARITIES[LCM_DRAW_COUNT + 1] = {
#define LCM_DRAW(name, text, arguments, meaning) arguments,
#include "model/structure/draws.def"
#undef LCM_DRAW
      0};
  return ARITIES[kind];
}

const lcm_expr *lcm_draw_mean(lcm_ctx *ctx, const struct lcm_draw *draw) {
  const lcm_expr *half = lcm_expr_ratio(ctx, 1, 2);
  switch (draw->kind) {
  case LCM_DRAW_EXPONENTIAL:
  case LCM_DRAW_NORMAL:
  case LCM_DRAW_PROB:
    return draw->args[0];
  case LCM_DRAW_UNIFORM:
    return lcm_expr_mul(ctx, half,
                        lcm_expr_add(ctx, draw->args[0], draw->args[1]));
  case LCM_DRAW_RANDOM:
  case LCM_DRAW_COUNT:
    break;
  }
  return half;
}
