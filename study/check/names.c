/* Names in models that nothing gives a value, and costs that make no sense. */
#include <math.h>
#include <string.h>

#include "annotations/annotations.h"
#include "study/check/names.h"

enum { MAX_SAMPLES = 4096, MAX_VALUES = 8, MAX_NAMES = 16 };

/* A name with the values at which models are tried. */
struct sampled {
  const char *name;
  double values[MAX_VALUES];
  size_t n;
};

/* Everything that the functions here pass on. */
struct lint_names {
  lcm_ctx *ctx;
  const struct lcm_unit *units;
  size_t n_units;
  LCM_LIST(struct sampled) samples;
  /* names that mean something in the function being looked at */
  LCM_LIST(const char *) inside;
};

/* Return the sampled name "name" of "l", or NULL. */
static struct sampled *find_sampled(const struct lint_names *l,
                                    const char *name) {
  for (size_t i = 0; i < l->samples.n; i++)
    if (!strcmp(l->samples.at[i].name, name))
      return &l->samples.at[i];
  return NULL;
}

/* Evaluate "e" with the first value of each sampled name; false where that
 * gives nothing. */
static bool evaluate(double *out, const struct lint_names *l,
                     const lcm_expr *e) {
  lcm_binding *env =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), lcm_binding, l->samples.n + 1);
  for (size_t i = 0; i < l->samples.n; i++)
    env[i] = (lcm_binding){l->samples.at[i].name, l->samples.at[i].values[0]};
  return e && !lcm_expr_eval(out, e, env, l->samples.n) && isfinite(*out);
}

/* Add "value" to "sampled" where it is new. */
static void add_value(struct sampled *sampled, double value) {
  for (size_t i = 0; i < sampled->n; i++)
    if (sampled->values[i] == value)
      return;
  if (sampled->n < MAX_VALUES)
    sampled->values[sampled->n++] = value;
}

/* Add both ends of low..high and some values between to "sampled", evenly
 * spread by their logarithms where they have some, whole between whole
 * ends. */
static void add_range(struct sampled *sampled, double low, double high) {
  enum { BETWEEN = 4 };
  const bool whole = low == floor(low) && high == floor(high);
  add_value(sampled, low);
  add_value(sampled, high);
  for (int i = 1; i < BETWEEN; i++) {
    const double share = (double)i / BETWEEN;
    const double value =
        low > 0 ? low * pow(high / low, share) : low + (high - low) * share;
    add_value(sampled, whole ? floor(value) : value);
  }
}

/* Add the values of "param", its default first, to those sampled; false where
 * they depend on what is not known yet. */
static bool add_param(struct lint_names *l, const lcm_param *param) {
  struct sampled sampled = {.name = param->name};
  double value = 0;
  double low = 0;
  double high = 0;
  if (param->value && !evaluate(&value, l, param->value))
    return false;
  if (param->value)
    add_value(&sampled, value);
  if (param->low && param->high) {
    if (!evaluate(&low, l, param->low) || !evaluate(&high, l, param->high) ||
        !(low <= high))
      return false;
    add_range(&sampled, low, high);
  }
  if (!sampled.n)
    return false;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->samples, sampled);
  return true;
}

/* Find the values at which models are tried: those of params, whose order does
 * not matter, and 1 to 16 processors where no param is called so. */
static void find_samples(struct lint_names *l) {
  static const char *const COUNTS[] = {"p",     "procs",   "T",
                                       "ranks", "threads", "team"};
  bool more = true;
  while (more) {
    more = false;
    for (size_t u = 0; u < l->n_units; u++)
      for (size_t i = 0;
           l->units[u].program && i < l->units[u].program->n_params; i++) {
        const lcm_param *param = &l->units[u].program->params[i];
        more = (!find_sampled(l, param->name) && add_param(l, param)) || more;
      }
  }
  for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++)
    if (!find_sampled(l, COUNTS[i])) {
      const struct sampled counts = {
          lcm_intern(l->ctx, COUNTS[i]), {1, 2, 4, 8, 16}, 5};
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->samples, counts);
    }
}

/* Return the point "env" of "n" names as text. */
static const char *point_text(lcm_ctx *ctx, const lcm_binding *env, size_t n) {
  const char *text = "";
  for (size_t i = 0; i < n; i++) {
    lcm_buf number = {0};
    lcm_buf_double(&number, env[i].value);
    text =
        lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s%s = %s", text, i ? ", " : "",
                         env[i].name, number.text ? number.text : "");
    lcm_buf_free(&number);
  }
  return text;
}

/* Report "model" where its value "value" at the point "env" of "n" names is
 * none that a cost can have; return whether it is. */
static bool report_value(struct lint_names *l, const lcm_model *model,
                         double value, const lcm_binding *env, size_t n) {
  const char *at = n ? point_text(l->ctx, env, n) : "every point";
  if (value >= 0 && isfinite(value))
    return false;
  if (isfinite(value))
    lcm_report(l->ctx,
               model->provenance == LCM_PROV_MEASURED ? LCM_DIAG_NEGATIVE_FIT
                                                      : LCM_DIAG_NEGATIVE_COST,
               model->loc, "the cost is negative (%g) at %s", value, at);
  else
    lcm_report(l->ctx, LCM_DIAG_DOMAIN, model->loc,
               "the cost is not a number at %s", at);
  return true;
}

/* Set "env" to point number "at" of the product of the values of the "n" names
 * in "names", at most "most" of each; false beyond the last. */
static bool set_point(lcm_binding *env, struct sampled *const *names, size_t n,
                      size_t most, size_t at) {
  for (size_t i = 0; i < n; i++) {
    const size_t size = names[i]->n < most ? names[i]->n : most;
    env[i] = (lcm_binding){names[i]->name, names[i]->values[at % size]};
    at /= size;
  }
  return at == 0;
}

/* Return how many values of each name can be tried without too many points. */
static size_t values_each(struct sampled *const *names, size_t n) {
  for (size_t most = MAX_VALUES; most > 1; most--) {
    size_t points = 1;
    for (size_t i = 0; i < n && points <= MAX_SAMPLES; i++)
      points *= names[i]->n < most ? names[i]->n : most;
    if (points <= MAX_SAMPLES)
      return most;
  }
  return 1;
}

/* Try "model" at points of the ranges that its params state; one whose names
 * have no known values is passed over. */
static void check_range(struct lint_names *l, const lcm_model *model) {
  struct sampled *sampled[MAX_NAMES];
  lcm_binding env[MAX_NAMES];
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, model->expr);
  if (n > MAX_NAMES)
    return;
  for (size_t i = 0; i < n; i++) {
    sampled[i] = find_sampled(l, names[i]);
    if (!sampled[i])
      return;
  }
  const size_t most = values_each(sampled, n);
  for (size_t at = 0; set_point(env, sampled, n, most, at); at++) {
    double value = 0;
    const lcm_status status = lcm_expr_eval(&value, model->expr, env, n);
    if (report_value(l, model, status ? NAN : value, env, n))
      return;
    if (!n)
      return;
  }
}

/* Return whether "name" means something in the function being looked at. */
static bool is_known(const struct lint_names *l, const char *name) {
  if (lcm_name_is_reserved(name) || !strncmp(name, "machine.", 8))
    return true;
  for (size_t i = 0; i < l->inside.n; i++)
    if (!strcmp(l->inside.at[i], name))
      return true;
  for (size_t u = 0; u < l->n_units; u++)
    for (size_t i = 0; l->units[u].program && i < l->units[u].program->n_params;
         i++)
      if (!strcmp(l->units[u].program->params[i].name, name))
        return true;
  for (size_t u = 0; u < l->n_units; u++)
    if (l->units[u].program && lcm_program_draw(l->units[u].program, name))
      return true;
  return false;
}

/* Report the names in "model" that nothing gives a value. */
static void check_names(struct lint_names *l, const lcm_model *model) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, model->expr);
  for (size_t i = 0; i < n; i++)
    if (!is_known(l, names[i]))
      lcm_report(l->ctx, LCM_DIAG_UNBOUND,
                 lcm_expr_name_place(l->ctx, names[i], model->loc),
                 "nothing gives '%s' a value: declare it with `// lcm: param "
                 "%s = ...`",
                 names[i], names[i]);
}

/* Add the names that "node" gives a meaning. */
static lcm_status add_names(const lcm_node *node, void *user) {
  struct lint_names *l = user;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  if (node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_PARLOOP ||
      node->kind == LCM_NODE_WHILE)
    for (size_t i = 0; i < node->u.loop.n_ranges; i++)
      LCM_LIST_ADD(arena, &l->inside, node->u.loop.ranges[i].index);
  if (node->kind == LCM_NODE_LET)
    LCM_LIST_ADD(arena, &l->inside, node->u.let.name);
  for (size_t i = 0; i < node->n_with; i++)
    LCM_LIST_ADD(arena, &l->inside, node->with[i].name);
  return LCM_OK;
}

/* Check the models of "node". */
static lcm_status check_node(const lcm_node *node, void *user) {
  struct lint_names *l = user;
  for (size_t i = 0; i < node->n_models; i++) {
    check_names(l, &node->models[i]);
    check_range(l, &node->models[i]);
  }
  return LCM_OK;
}

lcm_status lcm_check_names(lcm_ctx *ctx, const struct lcm_unit *units,
                           size_t n) {
  struct lint_names l = {.ctx = ctx, .units = units, .n_units = n};
  lcm_status status = LCM_OK;
  find_samples(&l);
  for (size_t u = 0; u < n; u++)
    for (size_t f = 0; units[u].program && f < units[u].program->n_functions;
         f++) {
      const lcm_function *function = &units[u].program->functions[f];
      if (!function->body)
        continue;
      l.inside.n = 0;
      for (size_t i = 0; i < function->n_params; i++)
        LCM_LIST_ADD(lcm_ctx_arena(l.ctx), &l.inside, function->params[i]);
      status = lcm_node_foreach(function->body, add_names, &l);
      status =
          status ? status : lcm_node_foreach(function->body, check_node, &l);
      if (status)
        return status;
    }
  return status;
}
