/* The value of an expression at a point. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "model/expr/eval.h"
#include "model/expr/intern.h"
#include "model/expr/intern_internal.h"
#include "model/expr/many.h"
#include "model/expr/operate.h"
#include "model/expr/pieces/flat.h"
#include "model/expr/pieces/pieces.h"
#include "model/expr/pieces/smooth.h"

static const double MAX_ITERATIONS = 1e8;

/* Of more iterations the names are looked up once. */
static const double MANY = 4;

/* Sums of more are added up by pieces. */
static const double LONG = 48;

/* Sums that take more operations are added up from some of their addends. */
static const double LABORIOUS = 5e4;

/* What takes more operations is kept; among the values of the context if it
 * takes so many, and is not inside of something else. */
enum { WORTH_KEEPING = 100, WORTH_A_PLACE = 400 };

/* After so many other values of the leaves nothing is kept any more. */
enum { MOST_MISSED = 64 };

/* Expressions of so many levels, in one of at least so many, are looked up
 * before they are evaluated. */
enum { WORTH_KNOWING = 3, WORTH_A_TABLE = 10 };

/* Names and values, the newest last; "outer" holds the rest. */
struct scope {
  const lcm_binding *env;
  size_t n;
  const char *inner;
  double value;
  const struct scope *outer;
  unsigned long long *left; /* operations that may still be done */
  struct lcm_known *known;  /* NULL: there is none */
  /* the filter of names of the index where it is the body of an expression over
   * a range, else 0 */
  uint64_t index;
  const lcm_expr *over; /* that expression */
};

/* Let the index of "scope" have another value than before. */
static void renew(const struct scope *scope) {
  if (scope->known)
    lcm_known_change(scope->known, scope->index);
}

static lcm_status eval(double *out, const lcm_expr *e,
                       const struct scope *scope);

/* Put the value of "name" into "*out". */
static lcm_status look_up(double *out, const char *name,
                          const struct scope *scope) {
  for (; scope; scope = scope->outer) {
    if (scope->inner == name) {
      *out = scope->value;
      return LCM_OK;
    }
    for (size_t i = scope->n; i-- > 0;)
      if (scope->env[i].name == name) {
        *out = scope->env[i].value;
        return isnan(*out) ? LCM_EUNBOUND : LCM_OK;
      }
  }
  return LCM_EUNBOUND;
}

/* Return the filter of names of the index of "e", all of it where that is not
 * known; 0: the body of "e" does not depend on it. */
static uint64_t index_of(const lcm_expr *e) {
  const lcm_expr *body = e->args[2];
  for (size_t i = 0; i < body->n_leaves; i++)
    if (body->leaves[i]->name == e->name)
      return body->leaves[i]->mask;
  const bool found = body->mask && !body->leaves && lcm_expr_has(body, e->name);
  return found ? UINT64_MAX : 0;
}

/* Evaluate what is over "count" values of an index that its body does not
 * depend on. */
static lcm_status eval_repeated(double *out, const lcm_expr *e, double count,
                                const struct scope *scope) {
  double one = 0;
  *out = e->kind == LCM_X_PROD;
  if (!(count > 0))
    return LCM_OK;
  const lcm_status status = eval(&one, e->args[2], scope);
  *out = e->kind == LCM_X_SUM    ? one * count
         : e->kind == LCM_X_PROD ? pow(one, count)
                                 : one;
  return status;
}

/* Put the names in the body of "e" that have values in "scope" into "names";
 * return how many, as if all others had none. */
static size_t names_of_body(lcm_binding *names, const lcm_expr *e,
                            const struct scope *scope) {
  const lcm_expr *body = e->args[2];
  size_t n = 0;
  for (size_t i = 0; i < body->n_leaves; i++) {
    const char *name = body->leaves[i]->name;
    if (name != e->name && !look_up(&names[n].value, name, scope))
      names[n++].name = name;
  }
  return n;
}

/* Put the value of "e" where the index of the scope "user" is "x" into
 * "*out". */
static lcm_status eval_at(double *out, const lcm_expr *e, double x,
                          const void *user) {
  struct scope scope = *(const struct scope *)user;
  scope.value = x;
  renew(&scope);
  return eval(out, e, &scope);
}

/* Put what the body of the scope "user" comes to at the "n" places "xs" of its
 * index into "out"; false where they have to be evaluated one by one. */
static bool eval_many(double *out, const double *xs, size_t n,
                      const void *user) {
  const struct scope *scope = user;
  const lcm_expr *e = scope->over;
  struct lcm_expr_common *common = e->common;
  unsigned long long steps = 0;
  if (!common->many)
    common->many = LCM_NEW(common->values.arena, struct lcm_many);
  const struct lcm_many_of of = {e->args[2], e->name, eval_at, user};
  if (!lcm_expr_many(out, &steps, common->many, &of, xs, n) ||
      steps > *scope->left)
    return false;
  *scope->left -= steps;
  return true;
}

/* Put how many steps the body "e" takes at "x" in "inner" where nothing is
 * known into "*steps"; false where it has no value. */
static bool steps_at(unsigned long long *steps, const lcm_expr *e, double x,
                     const struct scope *inner) {
  struct lcm_expr_common *common = e->common;
  const unsigned long long before = *inner->left;
  struct scope scope = *inner;
  double value = 0;
  if (scope.known && !common->unknown)
    common->unknown = LCM_NEW(common->values.arena, struct lcm_known);
  if (scope.known) {
    scope.known = common->unknown;
    lcm_known_change(scope.known, UINT64_MAX);
  }
  const lcm_status status = eval_at(&value, e, x, &scope);
  *steps = before - *inner->left;
  return !status;
}

/* Return whether the sum "of", of the expression "e" with the scope "inner", is
 * smooth, and takes long. */
static bool is_worth_sampling(const lcm_expr *e, const struct lcm_pieces_of *of,
                              const struct scope *inner) {
  enum { UNKNOWN, SMOOTH, ROUGH };
  struct lcm_over_cache *kept = e->last;
  unsigned long long steps = 0;
  if (kept && kept->smooth == UNKNOWN)
    kept->smooth = lcm_expr_is_smooth(of) ? SMOOTH : ROUGH;
  return (kept ? kept->smooth == SMOOTH : lcm_expr_is_smooth(of)) &&
         steps_at(&steps, of->body, of->from + floor((of->to - of->from) / 2),
                  inner) &&
         (double)steps * (of->to - of->from) > LABORIOUS;
}

/* Evaluate the long sum or maximum "e" over "from" .. "to" by a few of its
 * operands, of which "inner" is the scope; false where that is not possible, or
 * does not pay. */
static bool eval_some(double *out, const lcm_expr *e, double from, double to,
                      const struct scope *inner) {
  const struct lcm_pieces_of of = {
      .body = e->args[2],
      .index = e->name,
      .from = from,
      .to = to,
      .longest = e->kind == LCM_X_MAX_OVER,
      .at = eval_at,
      .many = eval_many,
      .user = inner,
  };
  if (e->kind == LCM_X_PROD || !(to - from > LONG))
    return false;
  return lcm_expr_sum_pieces(out, &of) ||
         (is_worth_sampling(e, &of, inner) && lcm_expr_sum_smooth(out, &of)) ||
         lcm_expr_sum_flat(out, &of);
}

/* Return whether what is kept of "e" is the beginning of its range "from" ..
 * "to" in the scope "inner". */
static bool goes_on(const lcm_expr *e, double from, double to,
                    const struct scope *inner) {
  const struct lcm_over_cache *kept = e->last;
  if (!kept || !kept->added || !inner->env || kept->from != from ||
      kept->to > to || kept->n_names != inner->n || kept->added > *inner->left)
    return false;
  for (size_t i = 0; i < inner->n; i++)
    if (kept->names[i].name != inner->env[i].name ||
        kept->names[i].value != inner->env[i].value ||
        signbit(kept->names[i].value) != signbit(inner->env[i].value))
      return false;
  return true;
}

/* Keep in "e" that its addends from "from" to "to" come to "all" in the scope
 * "inner", in "steps" steps. */
static void keep_added(const lcm_expr *e, double from, double to, double all,
                       const struct scope *inner, unsigned long long steps) {
  struct lcm_over_cache *kept = e->last;
  if (!kept || !inner->env || !(to >= from))
    return;
  memcpy(kept->names, inner->env, inner->n * sizeof *inner->env);
  kept->n_names = inner->n;
  kept->from = from;
  kept->to = to;
  kept->sum = all;
  kept->added = steps;
}

/* Put what the addends of "e" from "from" to "to" come to, each evaluated in
 * "inner", into "*out"; it goes on behind those that it added up the last
 * time. */
static lcm_status add_each(double *out, const lcm_expr *e, double from,
                           double to, struct scope *inner) {
  const unsigned long long before = *inner->left;
  const bool known = goes_on(e, from, to, inner);
  double all = known ? e->last->sum : e->kind == LCM_X_PROD ? 1 : 0;
  lcm_status status = LCM_OK;
  double i = from;
  if (known) {
    *inner->left -= e->last->added;
    i = e->last->to + 1;
  }
  for (; i <= to && !status; i++) {
    double value = 0;
    inner->value = i;
    renew(inner);
    status = eval(&value, e->args[2], inner);
    if (e->kind == LCM_X_SUM)
      all += value;
    else if (e->kind == LCM_X_PROD)
      all *= value;
    else
      all = i == from ? value : fmax(all, value);
  }
  if (!status)
    keep_added(e, from, i - 1, all, inner, before - *inner->left);
  *out = all;
  return status;
}

/* Evaluate a sum, product or maximum over a range. */
static lcm_status eval_over(double *out, const lcm_expr *e,
                            const struct scope *scope) {
  double from = 0;
  double to = 0;
  lcm_status status = eval(&from, e->args[0], scope);
  status = status ? status : eval(&to, e->args[1], scope);
  if (status)
    return status;
  const uint64_t index = index_of(e);
  if (!index)
    return eval_repeated(out, e, floor(to - from) + 1, scope);
  lcm_binding names[LCM_MOST_LEAVES];
  struct scope inner = {.inner = e->name,
                        .outer = scope,
                        .index = index,
                        .over = e,
                        .left = scope->left,
                        .known = scope->known};
  if (to - from > MANY && e->args[2]->leaves) {
    inner.env = names;
    inner.n = names_of_body(names, e, scope);
    inner.outer = NULL;
  }
  if (eval_some(out, e, from, to, &inner))
    status = LCM_OK;
  else
    status = to - from > MAX_ITERATIONS ? LCM_EBUDGET
                                        : add_each(out, e, from, to, &inner);
  renew(&inner);
  return status;
}

/* Put what the leaves of "e" are worth into "values"; false where one of them
 * has no value. */
static bool leaves_of(double *values, const lcm_expr *e,
                      const struct scope *scope) {
  unsigned long long left = ULLONG_MAX;
  struct scope inner = *scope;
  inner.left = &left;
  for (size_t i = 0; i < e->n_leaves; i++)
    if (eval(&values[i], e->leaves[i], &inner))
      return false;
  return true;
}

/* Return whether "kept" has the "n" values at "leaves". */
static bool is_kept(const struct lcm_over_cache *kept, const double *leaves,
                    size_t n) {
  for (size_t i = 0; i < n; i++)
    if (kept->leaves[i] != leaves[i] ||
        signbit(kept->leaves[i]) != signbit(leaves[i]))
      return false;
  return true;
}

/* Return whether what "e", which is over a range in "scope", comes to is kept
 * among the values of the context. */
static bool has_place(const lcm_expr *e, const struct scope *scope) {
  return !scope->index && e->last && e->n_leaves <= LCM_MOST_KEPT_LEAVES;
}

/* Put what is kept of "e" in the values of the context into "*out"; false where
 * nothing is, for these values of its leaves. */
static bool find(double *out, const lcm_expr *e, const struct scope *scope) {
  double leaves[LCM_MOST_KEPT_LEAVES];
  if (e->last->took <= WORTH_A_PLACE || !leaves_of(leaves, e, scope))
    return false;
  const struct lcm_kept_value *kept =
      lcm_values_get(&e->common->values, e, leaves);
  if (!kept || kept->steps > *scope->left)
    return false;
  *scope->left -= kept->steps;
  *out = kept->value;
  return true;
}

/* Keep in the values of the context that "e" came to "out" in "steps" steps in
 * "scope". */
static void put(double out, const lcm_expr *e, const struct scope *scope,
                unsigned long long steps) {
  struct lcm_kept_value value = {.of = e, .value = out, .steps = steps};
  e->last->took = steps;
  if (steps > WORTH_A_PLACE && leaves_of(value.leaves, e, scope))
    lcm_values_put(&e->common->values, &value);
}

/* Put what "e", which is over a range, came to the last time into "*out";
 * false where nothing is kept, or its leaves were worth something else. */
static bool recall(double *out, const lcm_expr *e, const struct scope *scope) {
  struct lcm_over_cache *kept = e->last;
  double leaves[LCM_MOST_LEAVES];
  if (has_place(e, scope) && find(out, e, scope))
    return true;
  if (!kept || !kept->steps || kept->steps > *scope->left ||
      kept->missed > MOST_MISSED)
    return false;
  kept->missed++;
  if (!leaves_of(leaves, e, scope) || !is_kept(kept, leaves, e->n_leaves))
    return false;
  kept->missed = 0;
  *scope->left -= kept->steps;
  *out = kept->value;
  return true;
}

/* Evaluate "e", which is over a range; keep what that comes to where it takes
 * long. */
static lcm_status eval_kept(double *out, const lcm_expr *e,
                            const struct scope *scope) {
  const unsigned long long before = *scope->left;
  const lcm_status status = eval_over(out, e, scope);
  const unsigned long long steps = before - *scope->left;
  struct lcm_over_cache *kept = e->last;
  if (!status && has_place(e, scope))
    put(*out, e, scope, steps);
  if (!status && kept && kept->missed <= MOST_MISSED && steps > WORTH_KEEPING) {
    kept->value = *out;
    kept->steps = leaves_of(kept->leaves, e, scope) ? steps : 0;
  }
  return status;
}

/* Evaluate the product "e". */
static lcm_status eval_product(double *out, const lcm_expr *e,
                               const struct scope *scope) {
  const double bottom = lcm_expr_fraction(out, e);
  for (int divide = 0; divide < 2; divide++)
    for (size_t i = 0; i < e->n; i++) {
      const double k = lcm_expr_divisor(e->args[i]);
      double part = 0;
      if ((k != 0) != divide)
        continue;
      const lcm_status status =
          eval(&part, divide ? e->args[i]->args[0] : e->args[i], scope);
      if (status)
        return status;
      if (divide)
        *out /= k == 1 ? part : lcm_expr_power(part, k);
      else
        *out *= part;
    }
  *out /= bottom;
  return LCM_OK;
}

/* Evaluate `and` or `or`: an operand that decides is enough, even where
 * another has no value. */
static lcm_status eval_logic(double *out, const lcm_expr *e,
                             const struct scope *scope) {
  const bool decides = e->kind == LCM_X_OR;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < e->n; i++) {
    double part = 0;
    const lcm_status own = eval(&part, e->args[i], scope);
    status = status ? status : own ? own : isnan(part) ? LCM_EDOMAIN : LCM_OK;
    if (own || isnan(part) || (part != 0) != decides)
      continue;
    *out = decides;
    return LCM_OK;
  }
  *out = !decides;
  return status;
}

/* Evaluate an operator with one or more operands that are all needed. */
static lcm_status eval_operator(double *out, const lcm_expr *e,
                                const struct scope *scope) {
  double value = 0;
  for (size_t i = 0; i < e->n; i++) {
    double part = 0;
    const lcm_status status = eval(&part, e->args[i], scope);
    if (status)
      return status;
    if (e->kind == LCM_X_SUM_OF)
      value += part;
    else if (e->n == 1)
      value = lcm_expr_operate(e->kind, part, 0);
    else
      value = i ? lcm_expr_operate(e->kind, value, part) : part;
  }
  *out = value;
  return LCM_OK;
}

/* Evaluate "e", of any kind, into "*out". */
static lcm_status eval_kind(double *out, const lcm_expr *e,
                            const struct scope *scope) {
  if (e->kind == LCM_X_NUMBER) {
    *out = e->number;
    return LCM_OK;
  }
  if (e->kind == LCM_X_SYMBOL)
    return look_up(out, e->name, scope);
  if (e->kind == LCM_X_COEF) {
    if (look_up(out, e->name, scope))
      *out = e->coef->value;
    return LCM_OK;
  }
  if (e->kind == LCM_X_IF) {
    double cond = 0;
    const lcm_status status = eval(&cond, e->args[0], scope);
    if (status)
      return status;
    return eval(out, e->args[cond != 0 ? 1 : 2], scope);
  }
  if (e->kind == LCM_X_SUM || e->kind == LCM_X_PROD ||
      e->kind == LCM_X_MAX_OVER)
    return recall(out, e, scope) ? LCM_OK : eval_kept(out, e, scope);
  if (e->kind == LCM_X_AND || e->kind == LCM_X_OR)
    return eval_logic(out, e, scope);
  if (e->kind == LCM_X_MUL_OF)
    return eval_product(out, e, scope);
  return eval_operator(out, e, scope);
}

/* Evaluate "e" into "*out", which may become NaN. */
static lcm_status eval(double *out, const lcm_expr *e,
                       const struct scope *scope) {
  struct lcm_known *known = scope->known;
  if (!*scope->left)
    return LCM_EBUDGET;
  --*scope->left;
  if (!known || e->depth < WORTH_KNOWING)
    return eval_kind(out, e, scope);
  if (lcm_known_get(out, known, e))
    return LCM_OK;
  const lcm_status status = eval_kind(out, e, scope);
  if (!status)
    lcm_known_put(known, e, *out);
  return status;
}

/* Tell "known" what the leaves of "e" are worth in "scope". */
static void name_all(struct lcm_known *known, const lcm_expr *e,
                     const struct scope *scope) {
  unsigned long long left = ULLONG_MAX;
  struct scope inner = *scope;
  inner.left = &left;
  if (!e->leaves && e->mask)
    lcm_known_change(known, UINT64_MAX);
  for (size_t i = 0; i < e->n_leaves; i++) {
    double value = 0;
    if (eval(&value, e->leaves[i], &inner))
      value = NAN;
    lcm_known_name(known, e->leaves[i], value);
  }
}

/* Evaluate "e", which has many levels, in "scope". */
static lcm_status eval_deep(double *out, const lcm_expr *e,
                            const struct scope *scope) {
  struct lcm_expr_common *common = e->common;
  struct scope inner = *scope;
  if (!common->known)
    common->known = LCM_NEW(common->values.arena, struct lcm_known);
  name_all(common->known, e, scope);
  inner.known = common->known;
  return eval(out, e, &inner);
}

lcm_status lcm_expr_eval_within(double *out, const lcm_expr *e,
                                const lcm_binding *env, size_t n,
                                unsigned long long *steps) {
  const struct scope scope = {.env = env, .n = n, .left = steps};
  double value = 0;
  if (!e)
    return LCM_EBUDGET;
  const lcm_status status = e->depth < WORTH_A_TABLE
                                ? eval(&value, e, &scope)
                                : eval_deep(&value, e, &scope);
  if (status)
    return status;
  if (isnan(value))
    return LCM_EDOMAIN;
  *out = value;
  return LCM_OK;
}

lcm_status lcm_expr_eval(double *out, const lcm_expr *e, const lcm_binding *env,
                         size_t n) {
  unsigned long long steps = ULLONG_MAX;
  return lcm_expr_eval_within(out, e, env, n, &steps);
}
