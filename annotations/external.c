#include <string.h>

#include "annotations/directive.h"

/* An entry being put together from "d".
 * first  index of the first word behind the parameters */
struct entry {
  lcm_ctx *ctx;
  const lcm_directive *d;
  struct lcm_external external;
  size_t first;
  lcm_status status;
};

/* Return the number of the parameter "name" of "of", or how many there are. */
static size_t parameter(const struct lcm_external *of, const char *name) {
  size_t i = 0;
  while (i < of->n_params && of->params[i] != name)
    i++;
  return i;
}

/* Return the symbol of the parameter "name"; NULL after a report where "user",
 * an entry, has none. */
static const lcm_expr *resolve(lcm_ctx *ctx, const char *name, lcm_loc at,
                               void *user) {
  struct entry *e = user;
  if (parameter(&e->external, lcm_intern(ctx, name)) < e->external.n_params)
    return lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  lcm_report(ctx, LCM_DIAG_EXTERNAL, at, "'%s' is no parameter of '%s'", name,
             e->d->words[0]);
  e->status = LCM_EPARSE;
  return NULL;
}

/* Return the span number "i" as a pure number, also where it is one of the unit
 * "unit" (NULL: none). */
static const lcm_expr *amount(struct entry *e, size_t i, const char *unit) {
  const struct lcm_span *span = &e->d->spans[i];
  const struct lcm_expr_source source = {.text = span->text,
                                         .len = span->len,
                                         .at = span->at,
                                         .resolve = resolve,
                                         .user = e};
  const lcm_expr *value = NULL;
  if (lcm_expr_parse(&value, e->ctx, &source)) {
    e->status = LCM_EPARSE;
    return NULL;
  }
  if (lcm_dim_equal(lcm_expr_dim(value), LCM_DIM_NONE))
    return value;
  const lcm_expr *one =
      unit ? lcm_expr_unit(e->ctx, lcm_measure_find(unit)) : NULL;
  if (one && lcm_dim_equal(lcm_expr_dim(value), lcm_expr_dim(one)))
    return lcm_expr_div(e->ctx, value, one);
  lcm_report(e->ctx, LCM_DIAG_EXTERNAL, span->at, "this is no number%s%s",
             unit ? " of " : "", unit ? unit : "");
  e->status = LCM_EPARSE;
  return NULL;
}

/* Take the parameters of the entry: the words between parentheses. */
static void take_parameters(struct entry *e) {
  const lcm_directive *d = e->d;
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  size_t from = 0;
  while (strcmp(d->words[from++], "(") != 0)
    continue;
  size_t end = from;
  while (strcmp(d->words[end], ")") != 0)
    end++;
  const char **params = LCM_NEW_ARRAY(arena, const char *, end - from + 1);
  bool *behind = LCM_NEW_ARRAY(arena, bool, end - from + 1);
  for (size_t i = from; i < end; i++) {
    behind[i - from] = *d->words[i] == '*';
    params[i - from] = lcm_intern(e->ctx, d->words[i] + (*d->words[i] == '*'));
  }
  e->external.params = params;
  e->external.behind = behind;
  e->external.n_params = end - from;
  e->first = end + 1;
}

/* Put the quantity number "i" of the entry where it belongs. */
static void take_quantity(struct entry *e, size_t i) {
  struct lcm_external *out = &e->external;
  const char *what = e->d->words[e->first + i];
  const char *callback = strncmp(what, "calls ", 6) ? NULL : what + 6;
  const bool flops = !strcmp(what, "flops");
  const lcm_expr **place = callback                 ? &out->calls
                           : flops                  ? &out->flops
                           : !strcmp(what, "reads") ? &out->reads
                                                    : &out->writes;
  const bool twice = *place != NULL;
  *place = amount(e, i, callback ? NULL : flops ? "flop" : "byte");
  out->callback =
      callback ? parameter(out, lcm_intern(e->ctx, callback)) : out->callback;
  if (!e->status && (twice || out->callback > out->n_params ||
                     (callback && out->callback == out->n_params))) {
    lcm_report(e->ctx, LCM_DIAG_EXTERNAL, e->d->spans[i].at,
               twice ? "a second value of '%s'" : "'%s' is no parameter",
               callback ? callback : what);
    e->status = LCM_EPARSE;
  }
}

/* Add what the directive "d" says to "out". */
static lcm_status declare(struct lcm_externals *out, lcm_ctx *ctx,
                          const lcm_directive *d) {
  struct entry e = {
      .ctx = ctx, .d = d, .external = {.unknown = d->text, .loc = d->loc}};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  take_parameters(&e);
  for (size_t i = 0; i < d->n_spans && !e.status; i++)
    take_quantity(&e, i);
  for (size_t i = 0; strcmp(d->words[i], "(") != 0 && !e.status; i++) {
    const struct lcm_external *known = lcm_externals_find(out, d->words[i]);
    e.external.name = d->words[i];
    if (known) {
      lcm_report(ctx, LCM_DIAG_EXTERNAL, d->loc, "'%s' has an entry at %s:%u",
                 d->words[i], known->loc.file, known->loc.line);
      return LCM_EPARSE;
    }
    LCM_LIST_ADD(arena, &out->list, e.external);
    lcm_map_put(arena, &out->by_name, d->words[i], out->list.n);
  }
  return e.status;
}

lcm_status lcm_externals_declare(struct lcm_externals *out, lcm_ctx *ctx,
                                 const lcm_directive *directives, size_t n,
                                 const char *variant) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n; i++) {
    const lcm_directive *d = &directives[i];
    if (d->kind != LCM_DIR_EXTERNAL ||
        (d->variant && (!variant || strcmp(d->variant, variant) != 0)))
      continue;
    const lcm_status own = declare(out, ctx, d);
    status = status ? status : own;
  }
  return status;
}

const struct lcm_external *lcm_externals_find(const struct lcm_externals *of,
                                              const char *name) {
  size_t at = 0;
  return of->list.n && lcm_map_get(&of->by_name, name, &at)
             ? &of->list.at[at - 1]
             : NULL;
}
