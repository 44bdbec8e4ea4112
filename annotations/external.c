/* The directive `external`: what functions from elsewhere cost. */
#include <string.h>

#include "annotations/external.h"

/* An entry being put together from "d". */
struct entry {
  lcm_ctx *ctx;
  const lcm_directive *d;
  struct lcm_external external;
  struct lcm_external later; /* what calling its result costs */
  size_t first;              /* index of the first word behind the parameters */
  lcm_status status;
};

/* Return the number of the parameter "name" of "of", or how many there are. */
static size_t parameter(const struct lcm_external *of, const char *name) {
  size_t i = 0;
  while (i < of->n_params && of->params[i] != name)
    i++;
  return i;
}

/* Return the symbol of the parameter "name", or of the length of the text that
 * it is, "NAME.length"; NULL after a report where "user", an entry, has
 * none. */
static const lcm_expr *resolve(lcm_ctx *ctx, const char *name, lcm_loc at,
                               void *user) {
  struct entry *e = user;
  const char *end = strrchr(name, '.');
  const char *plain = end && !strcmp(end, LCM_EXTERNAL_LENGTH)
                          ? lcm_intern_n(ctx, name, (size_t)(end - name))
                          : lcm_intern(ctx, name);
  if (parameter(&e->external, plain) < e->external.n_params)
    return lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  lcm_report(ctx, LCM_DIAG_EXTERNAL, at, "'%s' is no parameter of '%s'", name,
             e->d->words[0]);
  e->status = LCM_EPARSE;
  return NULL;
}

/* Return the span number "i" as a pure number, also where it is one of the unit
 * "unit" (NULL: none). */
static const lcm_expr *amount(struct entry *e, size_t i, const char *unit) {
  const struct lcm_directive_span *span = &e->d->spans[i];
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

/* Return where the quantity "what" of "out" belongs. */
static const lcm_expr **place_of(struct lcm_external *out, const char *what) {
  static const char *const KINDS[] = {"add", "mul", "div"};
  for (size_t k = 0; k < 3; k++)
    if (!strcmp(what, KINDS[k]))
      return &out->kinds[k];
  return !strcmp(what, "flops")    ? &out->flops
         : !strcmp(what, "reads")  ? &out->reads
         : !strcmp(what, "writes") ? &out->writes
         : !strcmp(what, "scans")  ? &out->scans
                                   : &out->fills;
}

/* Return what calling the result of the entry later costs. */
static struct lcm_external *later_of(struct entry *e) {
  struct lcm_external *later = &e->later;
  later->params = e->external.params;
  later->behind = e->external.behind;
  later->n_params = later->runs = e->external.n_params;
  later->loc = e->external.loc;
  return later;
}

/* Put the quantity number "i" of the entry where it belongs. */
static void take_quantity(struct entry *e, size_t i) {
  const char *word = e->d->words[e->first + i];
  const bool is_later = !strncmp(word, "later ", 6);
  struct lcm_external *out = is_later ? later_of(e) : &e->external;
  const char *what = word + (is_later ? 6 : 0);
  const char *callback = strncmp(what, "calls ", 6) ? NULL : what + 6;
  const lcm_expr **place = callback ? &out->calls : place_of(out, what);
  const bool bytes = place == &out->reads || place == &out->writes ||
                     place == &out->scans || place == &out->fills;
  const bool twice = *place != NULL;
  *place = amount(e, i, callback ? NULL : bytes ? "byte" : "flop");
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

/* Let the operations of "of" be the sum of their kinds where these are said;
 * both are an error. */
static void add_kinds(struct entry *e, struct lcm_external *of) {
  const lcm_expr *sum = NULL;
  for (size_t k = 0; k < 3; k++)
    if (of->kinds[k])
      sum = sum ? lcm_expr_add(e->ctx, sum, of->kinds[k]) : of->kinds[k];
  if (sum && of->flops && !e->status) {
    lcm_report(e->ctx, LCM_DIAG_EXTERNAL, e->d->loc,
               "'flops' are the sum of 'add', 'mul' and 'div' where these are "
               "given");
    e->status = LCM_EPARSE;
  }
  of->flops = sum ? sum : of->flops;
}

/* Take the parameter that the entry runs. */
static void take_run(struct entry *e) {
  const char *name = e->d->words[e->first + 1];
  e->external.runs = parameter(&e->external, lcm_intern(e->ctx, name));
  if (e->external.runs < e->external.n_params)
    return;
  lcm_report(e->ctx, LCM_DIAG_EXTERNAL, e->d->loc,
             "'%s' is no parameter of '%s'", name, e->d->words[0]);
  e->status = LCM_EPARSE;
}

/* Take what the entry says of costs. */
static void take_costs(struct entry *e) {
  const lcm_directive *d = e->d;
  e->external.runs = e->external.n_params;
  if (!d->n_spans && d->n_words > e->first + 1)
    take_run(e);
  for (size_t i = 0; i < d->n_spans && !e->status; i++)
    take_quantity(e, i);
  add_kinds(e, &e->external);
  add_kinds(e, &e->later);
  if (!e->later.params)
    return;
  struct lcm_external *later =
      LCM_NEW(lcm_ctx_arena(e->ctx), struct lcm_external);
  *later = e->later;
  e->external.later = later;
}

/* Add what the directive "d" says to "out". */
static lcm_status declare(struct lcm_externals *out, lcm_ctx *ctx,
                          const lcm_directive *d) {
  struct entry e = {
      .ctx = ctx,
      .d = d,
      .external = {.unknown = d->text, .shared = d->shared, .loc = d->loc}};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  take_parameters(&e);
  take_costs(&e);
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
