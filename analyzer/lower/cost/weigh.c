/* What operations weigh where a machine says so. */
#include "analyzer/lower/cost/weigh.h"

#include <math.h>
#include <string.h>

#include "analyzer/lower/values/names.h"

/* A multiplication and shifts stand for the division by a number. */
enum { BY_NUMBER = 3 };

/* Return what the division of whole numbers, or remainder, "ast" weighs. */
static double weigh_division(struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_weights *weights = l->options->weights;
  const lcm_ast *by = ast->last;
  double number = 0;
  const lcm_expr *e = by ? lcm_lower_expr(l, by->begin, by->end) : NULL;
  if (!e || !lcm_expr_is_number(e, &number))
    return weights->remainder;
  const bool power = number >= 1 && exp2(rint(log2(number))) == number;
  return (power ? 1 : BY_NUMBER) * weights->whole;
}

static bool divides(const lcm_ast *ast) {
  return ast->op == LCM_AST_OP_DIV || ast->op == LCM_AST_OP_REST;
}

/* Return what the operator "ast" weighs. */
static double weigh_operator(struct lcm_lowering *l, const lcm_ast *ast,
                             bool inside) {
  const struct lcm_weights *weights = l->options->weights;
  if (ast->kind == LCM_AST_UPDATE && ast->first && ast->first->is_atomic)
    return ast->is_real ? fmax(weights->atomic_real, 1) : weights->atomic;
  if (ast->flops)
    return divides(ast) ? ast->flops * weights->divide : ast->flops;
  if (ast->ops && divides(ast))
    return weigh_division(l, ast);
  const bool address = inside && ast->op != LCM_AST_OP_BITS;
  if (ast->ops)
    return address ? 0 : weights->whole;
  return ast->kind == LCM_AST_UPDATE ? weights->whole : 0;
}

double lcm_weigh(struct lcm_lowering *l, const lcm_ast *ast, bool inside) {
  const double whole = l->options->weights->whole;
  switch (ast->kind) {
  case LCM_AST_SUBSCRIPT:
    return ast->is_array ? 0 : whole;
  case LCM_AST_MEMBER:
    return ast->is_array || !ast->first || !ast->first->is_pointer ? 0 : whole;
  case LCM_AST_DEREF:
  case LCM_AST_IF:
  case LCM_AST_CONDITIONAL:
  case LCM_AST_AND:
  case LCM_AST_OR:
  case LCM_AST_FOR:
  case LCM_AST_WHILE:
  case LCM_AST_DO:
    return whole;
  case LCM_AST_OTHER:
  case LCM_AST_UPDATE:
    return weigh_operator(l, ast, inside);
  case LCM_AST_FUNCTION:
  case LCM_AST_PARAM:
  case LCM_AST_DECLARATION:
  case LCM_AST_COMPOUND:
  case LCM_AST_DECLSTMT:
  case LCM_AST_VAR:
  case LCM_AST_SWITCH:
  case LCM_AST_CASE:
  case LCM_AST_LABEL:
  case LCM_AST_RETURN:
  case LCM_AST_BREAK:
  case LCM_AST_CONTINUE:
  case LCM_AST_GOTO:
  case LCM_AST_ASM:
  case LCM_AST_NULL:
  case LCM_AST_CALL:
  case LCM_AST_REF:
  case LCM_AST_ASSIGN:
  case LCM_AST_ADDRESS:
  case LCM_AST_SIZEOF:
  case LCM_AST_LITERAL:
  case LCM_AST_BLOCK:
    return 0;
  }
  return 0;
}

/* What functions of the mathematical library take as long as; others are
 * SPECIAL, as an exponential and a logarithm.  Their names in double precision,
 * and, "single", whether that in single precision takes as long. */
static const struct {
  const char *name;
  enum { ROOT, POWER, TRIG } like;
  bool single;
} CLASSES[] = {
    {"sqrt", ROOT, true},   {"pow", POWER, false},   {"atan2", POWER, false},
    {"carg", POWER, false}, {"sin", TRIG, false},    {"cos", TRIG, false},
    {"tan", TRIG, true},    {"sincos", TRIG, false}, {"atan", TRIG, false},
    {"sinh", TRIG, true},   {"tanh", TRIG, true},    {"asinh", TRIG, true},
    {"acosh", TRIG, true},  {"atanh", TRIG, true},   {"cbrt", TRIG, true},
    {"cexp", TRIG, false},  {"csqrt", TRIG, false},  {"clog", TRIG, false},
    {"tgamma", TRIG, true}};

/* Return whether the function "name" is "base", which may be followed by the
 * letter of long double or, "single", by that of float. */
static bool is_function(const char *name, const char *base, bool single) {
  const size_t n = strlen(base);
  return !strncmp(name, base, n) &&
         (!name[n] ||
          (!name[n + 1] && (name[n] == 'l' || (single && name[n] == 'f'))));
}

double lcm_weigh_call(const struct lcm_weights *weights,
                      const struct lcm_external *external, double flops) {
  enum { ELEMENTARY = 10 };
  const double by[] = {weights->root, weights->power, weights->trig};
  double each = weights->special;
  for (size_t i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++)
    if (is_function(external->name, CLASSES[i].name, CLASSES[i].single))
      each = by[CLASSES[i].like];
  return flops < ELEMENTARY ? flops : flops / ELEMENTARY * each;
}

double lcm_weigh_delay(struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_weights *weights = l->options->weights;
  if (ast->flops)
    return divides(ast)                ? weights->divide + weights->mul_chain
           : ast->op == LCM_AST_OP_MUL ? weights->mul_chain
                                       : weights->add_chain;
  if (ast->ops && divides(ast))
    return fmax(weigh_division(l, ast), weights->whole_chain);
  if (ast->ops && ast->op == LCM_AST_OP_MUL)
    return weights->product_chain;
  if (ast->ops)
    return weights->whole_chain;
  if (ast->kind == LCM_AST_UPDATE)
    return ast->is_real ? weights->add_chain : weights->whole_chain;
  return 0;
}

const lcm_expr *lcm_weigh_expr(lcm_ctx *ctx, double weight) {
  enum { PARTS = 1000 };
  return lcm_expr_ratio(ctx, llrint(weight * PARTS), PARTS);
}
