/* What functions of the file return, in terms of what they are given. */
#include "analyzer/lower/values/result.h"

#include <string.h>

#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/local.h"
#include "annotations/annotations.h"

/* Return the number of the parameter of "result" called "name", or how many it
 * has. */
static size_t param_at(const struct lcm_result *result, const char *name) {
  size_t i = 0;
  while (i < result->n && strcmp(result->params[i], name) != 0)
    i++;
  return i;
}

/* Return what is known of the function "name", NULL for nothing. */
static const struct lcm_result *known_of(const struct lcm_lowering *l,
                                         const char *name) {
  size_t found = 0;
  return name && lcm_map_get(&l->globals.results, name, &found)
             ? (const struct lcm_result *)(uintptr_t)found
             : NULL;
}

/* Return "value" of "result" where the parameters are "args"; NULL where it
 * speaks of one that is not known, or of a variable at file scope that has the
 * name of one of the function that is read. */
static const lcm_expr *applied(struct lcm_lowering *l,
                               const struct lcm_result *result,
                               const lcm_expr *value,
                               const lcm_expr *const *args) {
  const char *const *names = NULL;
  struct lcm_subst substs[LCM_RESULT_ARGUMENTS];
  size_t used = 0;
  const size_t all = value ? lcm_expr_names(&names, l->ctx, value) : 0;
  if (!value)
    return NULL;
  for (size_t i = 0; i < all; i++) {
    const size_t k = param_at(result, names[i]);
    const char *plain = lcm_intern(l->ctx, lcm_name_plain(names[i]));
    if (k == result->n ? lcm_lower_local(l, plain) != NULL : !args[k])
      return NULL;
    if (k < result->n)
      substs[used++] = (struct lcm_subst){names[i], args[k]};
  }
  const lcm_expr *e =
      used ? lcm_expr_subst(l->ctx, value, substs, used) : value;
  return e && lcm_expr_weight(e, LCM_RESULT_WEIGHT) < LCM_RESULT_WEIGHT ? e
                                                                        : NULL;
}

/* Return whether "e" (may be NULL) is a number that is not below zero, or the
 * name of one, which sizes are not: casts round down what is made of it. */
static bool is_natural(const lcm_expr *e) {
  double number = 0;
  return e && (lcm_expr_is_number(e, &number) ? number >= 0
                                              : lcm_expr_name(e) != NULL);
}

/* Return "e", an argument of the type "type" where "l" reads, as a parameter of
 * the type "range" has it; NULL where that is not known. */
static const lcm_expr *passed(struct lcm_lowering *l, const lcm_expr *e,
                              unsigned char type, unsigned char range) {
  const struct lcm_expr_source source = {
      .natural = l->parsing.natural, .known = l->parsing.known, .user = l};
  double value = 0;
  if (!e || !range)
    return e;
  if (lcm_expr_is_number(e, &value))
    return lcm_cexpr_number(l->ctx, value, range);
  return lcm_ast_holds_range(range, type)
             ? e
             : lcm_cexpr_convert(l->ctx, &source, e, range);
}

/* Return what the call "call" returns by executing the function, NULL where
 * that is not known. */
static const lcm_expr *executed(struct lcm_lowering *l,
                                const struct lcm_expr_call *call) {
  return l->parsing.execute && !lcm_lower_local(l, call->name)
             ? l->parsing.execute(l->ctx, call, l)
             : NULL;
}

const lcm_expr *lcm_result_of(struct lcm_lowering *l,
                              const struct lcm_expr_call *call) {
  const struct lcm_result *result =
      lcm_lower_local(l, call->name) ? NULL : known_of(l, call->name);
  const lcm_expr *args[LCM_RESULT_ARGUMENTS] = {NULL};
  if (!result || !result->value || call->n != result->n)
    return executed(l, call);
  bool real = false;
  for (size_t k = 0; k < call->n; k++)
    real = real || result->reals[k];
  const lcm_expr *ran = real ? executed(l, call) : NULL;
  if (ran)
    return ran;
  for (size_t k = 0; k < call->n; k++)
    args[k] = (call->reals[k] && !result->reals[k]) ||
                      (result->reals[k] && !is_natural(call->args[k]))
                  ? NULL
                  : passed(l, call->args[k], call->types[k],
                           call->reals[k] ? 0 : result->ranges[k]);
  const lcm_expr *e = applied(l, result, result->value, args);
  return e ? e : executed(l, call);
}

bool lcm_result_is_set(const struct lcm_lowering *l, const lcm_ast *address) {
  const lcm_ast *call = address->parent;
  if (l->options->n_kept && lcm_syntax_in_loop(address))
    return false;
  const struct lcm_result *result = call && call->kind == LCM_AST_CALL &&
                                            call->is_function &&
                                            !call->is_system
                                        ? known_of(l, call->name)
                                        : NULL;
  const lcm_ast *at = result && call->first ? call->first->next : NULL;
  size_t k = 0;
  for (; at && at != address; at = at->next)
    k++;
  return at && call->n_args == result->n && k < result->n && result->sets[k];
}

const lcm_expr *lcm_result_set(struct lcm_lowering *l, const char *name,
                               size_t k, const lcm_expr *const *args,
                               size_t n) {
  const struct lcm_result *result = known_of(l, name);
  return result && n == result->n && k < n
             ? applied(l, result, result->sets[k], args)
             : NULL;
}

const lcm_expr *lcm_result_own(const struct lcm_lowering *l, const char *name) {
  const struct lcm_result *result = known_of(l, name);
  return result ? result->value : NULL;
}
