/* Finding the draws, functions and parameters that a program has.  Kinds of
 * random quantities and their means; which parameters are decisions. */
#include "model/structure/program.h"
#include "model/structure/spelling.h"

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

const struct lcm_draw *lcm_program_draw(const lcm_program *program,
                                        const char *name) {
  for (size_t i = 0; i < program->n_draws; i++)
    if (program->draws[i].name == name)
      return &program->draws[i];
  return NULL;
}

/* Return whether "section" may be of a parameter of "function": its key, where
 * that says of which function it is, says so. */
static bool is_of(const lcm_function *function, const lcm_section *section) {
  const char *at = section->key ? strstr(section->key, "@F@") : NULL;
  const char *name = function->name ? function->name : "";
  const size_t n = strlen(name);
  return !at || (!strncmp(at + 3, name, n) && at[3 + n] == '@');
}

size_t lcm_function_param(const lcm_function *function,
                          const lcm_section *section) {
  size_t i = 0;
  if (!is_of(function, section))
    return function->n_params;
  while (i < function->n_params &&
         strcmp(lcm_name_plain(function->params[i]), section->datum) != 0)
    i++;
  return i;
}

const lcm_function *lcm_program_function(const lcm_program *program,
                                         const char *key) {
  size_t low = 0;
  size_t high = program->n_functions;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int by = strcmp(program->functions[middle].key, key);
    if (!by)
      return &program->functions[middle];
    if (by < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}
