/* What the directives at one place mean together: models, counts,
 * probabilities. */
#include <string.h>

#include "annotations/mean.h"
#include "annotations/section.h"

/* A meaning being put together. */
struct meaning_lists {
  LCM_LIST(lcm_model) models;
  LCM_LIST(struct lcm_assign) with;
  LCM_LIST(lcm_section) inputs;
  LCM_LIST(lcm_section) outputs;
  LCM_LIST(const char *) targets;
  LCM_LIST(const lcm_expr *) shares;
  LCM_LIST(const lcm_node *) uses;
  LCM_LIST(const lcm_node *) signals;
  LCM_LIST(const lcm_node *) waits;
  LCM_LIST(const char *) assumes;
  LCM_LIST(const lcm_directive *) measured;
};

/* Everything that the functions here pass on. */
struct work {
  lcm_ctx *ctx;
  const struct lcm_scope *scope;
  struct lcm_meaning *out;
  struct meaning_lists lists;
  /* of so many models it is known which `measured` speaks of them */
  size_t sourced;
};

/* Return the source of the expression "span" in the scope of "w". */
static struct lcm_expr_source source_of(const struct work *w,
                                        const struct lcm_directive_span *span) {
  return (struct lcm_expr_source){.text = span->text,
                                  .len = span->len,
                                  .at = span->at,
                                  .resolve =
                                      w->scope ? w->scope->resolve : NULL,
                                  .user = w->scope ? w->scope->user : NULL};
}

/* Parse "span" into "*out". */
static lcm_status parse(const lcm_expr **out, struct work *w,
                        const struct lcm_directive_span *span) {
  const struct lcm_expr_source source = source_of(w, span);
  return lcm_expr_parse(out, w->ctx, &source);
}

/* Parse "span", a pure number, into "*out". */
static lcm_status parse_pure(const lcm_expr **out, struct work *w,
                             const struct lcm_directive_span *span,
                             const char *what) {
  const lcm_expr *e = NULL;
  const lcm_status status = parse(&e, w, span);
  if (status)
    return status;
  if (!lcm_dim_equal(lcm_expr_dim(e), LCM_DIM_NONE)) {
    char text[64];
    lcm_dim_print(text, lcm_expr_dim(e));
    lcm_report(w->ctx, LCM_DIAG_UNIT, span->at, "%s is a pure number, not %s",
               what, text);
    return LCM_EUNIT;
  }
  *out = e;
  return LCM_OK;
}

/* Add the model of "d". */
static lcm_status mean_model(struct work *w, const lcm_directive *d) {
  lcm_model model = {.category = d->words[0],
                     .per = d->per,
                     .provenance = LCM_PROV_ANNOTATED,
                     .loc = d->loc};
  const lcm_status status = parse(&model.expr, w, &d->spans[0]);
  if (status)
    return status;
  if (!lcm_model_is_cost(model.expr)) {
    char text[64];
    lcm_dim_print(text, lcm_expr_dim(model.expr));
    lcm_report(w->ctx, LCM_DIAG_MODEL_DIMENSION, d->spans[0].at,
               "a model is a time (s), or flop or byte to be priced, not %s",
               text);
    return LCM_EUNIT;
  }
  for (size_t i = 0; i < w->lists.models.n; i++)
    if (w->lists.models.at[i].category == model.category) {
      lcm_report(w->ctx, LCM_DIAG_DUPLICATE_MODEL, d->loc,
                 "a second model of %s for the same statement", model.category);
      return LCM_EPARSE;
    }
  LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.models, model);
  return LCM_OK;
}

/* Add the assignments of "d". */
static lcm_status mean_with(struct work *w, const lcm_directive *d) {
  for (size_t i = 0; i < d->n_words; i++) {
    struct lcm_assign assign = {d->words[i], NULL};
    const lcm_status status =
        parse_pure(&assign.value, w, &d->spans[i], "an external variable");
    if (status)
      return status;
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.with, assign);
  }
  return LCM_OK;
}

/* Add the sections of "d". */
static lcm_status mean_sections(struct work *w, const lcm_directive *d) {
  for (size_t i = 0; i < d->n_spans; i++) {
    lcm_section section;
    const struct lcm_expr_source source = source_of(w, &d->spans[i]);
    const lcm_status status =
        lcm_section_parse(&section, w->ctx, &source, w->scope);
    if (status)
      return status;
    section.declared = true;
    if (d->kind == LCM_DIR_INPUT)
      LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.inputs, section);
    else
      LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.outputs, section);
  }
  return LCM_OK;
}

/* Parse the spans of "d" into a fresh array "*out". */
static lcm_status parse_all(const lcm_expr *const **out, struct work *w,
                            const lcm_directive *d, const char *what) {
  const lcm_expr **all =
      LCM_NEW_ARRAY(lcm_ctx_arena(w->ctx), const lcm_expr *, d->n_spans + 1);
  for (size_t i = 0; i < d->n_spans; i++) {
    const lcm_status status = parse_pure(&all[i], w, &d->spans[i], what);
    if (status)
      return status;
  }
  *out = all;
  return LCM_OK;
}

/* Add the condition of "d". */
static lcm_status mean_condition(struct work *w, const lcm_directive *d) {
  const bool signal = d->kind == LCM_DIR_SIGNAL;
  lcm_node *node =
      lcm_node_new(w->ctx, signal ? LCM_NODE_SIGNAL : LCM_NODE_WAIT, d->loc);
  node->u.condition.name = d->words[0];
  node->u.condition.n_indices = d->n_spans;
  const lcm_status status =
      parse_all(&node->u.condition.indices, w, d, "an index");
  if (status)
    return status;
  if (signal)
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.signals, node);
  else
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.waits, node);
  return LCM_OK;
}

/* Add the demand of "d". */
static lcm_status mean_use(struct work *w, const lcm_directive *d) {
  lcm_node *node = lcm_node_new(w->ctx, LCM_NODE_USE, d->loc);
  struct lcm_instance *instance =
      LCM_NEW(lcm_ctx_arena(w->ctx), struct lcm_instance);
  instance->name = d->words[0];
  node->u.resource.instances = instance;
  node->u.resource.n_instances = 1;
  const lcm_status status = parse(&node->u.resource.time, w, &d->spans[0]);
  if (status)
    return status;
  if (!lcm_dim_equal(lcm_expr_dim(node->u.resource.time), LCM_DIM_TIME) &&
      !lcm_expr_is_int(node->u.resource.time, 0)) {
    lcm_report(w->ctx, LCM_DIAG_UNIT, d->spans[0].at,
               "the demand on a resource is a time");
    return LCM_EUNIT;
  }
  LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.uses, node);
  return LCM_OK;
}

/* Parse "span", a probability, into "*out". */
static lcm_status parse_probability(const lcm_expr **out, struct work *w,
                                    const struct lcm_directive_span *span) {
  double value = 0;
  const lcm_status status = parse_pure(out, w, span, "a probability");
  if (!status && lcm_expr_is_number(*out, &value) &&
      !(value >= 0 && value <= 1)) {
    lcm_report(w->ctx, LCM_DIAG_DOMAIN, span->at,
               "a probability is between 0 and 1");
    return LCM_EDOMAIN;
  }
  return status;
}

/* Set the probability of "d". */
static lcm_status mean_prob(struct work *w, const lcm_directive *d) {
  return parse_probability(&w->out->probability, w, &d->spans[0]);
}

/* Add the functions, and their shares, of "d". */
static lcm_status mean_targets(struct work *w, const lcm_directive *d) {
  const lcm_expr *sum = lcm_expr_int(w->ctx, 0);
  double value = 0;
  for (size_t i = 0; i < d->n_words; i++) {
    const lcm_expr *share = NULL;
    const lcm_status status =
        i < d->n_spans ? parse_probability(&share, w, &d->spans[i]) : LCM_OK;
    if (status)
      return status;
    sum = share ? lcm_expr_add(w->ctx, sum, share) : sum;
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.targets, d->words[i]);
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.shares, share);
  }
  if (!sum || !lcm_expr_is_number(sum, &value) || value <= 1 + 1e-9)
    return LCM_OK;
  lcm_report(w->ctx, LCM_DIAG_DOMAIN, d->spans[0].at,
             "the shares are %g in sum, more than 1", value);
  return LCM_EDOMAIN;
}

/* Let the models that no `measured` speaks of yet come from where "measured"
 * says. */
static void set_source(struct work *w, const lcm_directive *measured) {
  for (; w->sourced < w->lists.models.n; w->sourced++) {
    w->lists.models.at[w->sourced].provenance = LCM_PROV_MEASURED;
    w->lists.models.at[w->sourced].source = measured->text;
  }
}

/* Add what "d" says. */
static lcm_status mean_one(struct work *w, const lcm_directive *d) {
  struct lcm_meaning *out = w->out;
  switch (d->kind) {
  case LCM_DIR_FRAGMENT:
  case LCM_DIR_BEGIN:
    out->name = d->words[0];
    return LCM_OK;
  case LCM_DIR_MODEL:
    return mean_model(w, d);
  case LCM_DIR_WITH:
    return mean_with(w, d);
  case LCM_DIR_INPUT:
  case LCM_DIR_OUTPUT:
    return mean_sections(w, d);
  case LCM_DIR_COUNT:
    return parse_pure(&out->count, w, &d->spans[0], "a count");
  case LCM_DIR_PROB:
    return mean_prob(w, d);
  case LCM_DIR_CALL:
    return mean_targets(w, d);
  case LCM_DIR_SIZE:
    out->size_of = d->words[0];
    out->n_sizes = d->n_spans;
    return parse_all(&out->sizes, w, d, "a size");
  case LCM_DIR_USE:
    return mean_use(w, d);
  case LCM_DIR_SIGNAL:
  case LCM_DIR_WAIT:
    return mean_condition(w, d);
  case LCM_DIR_PARALLEL:
  case LCM_DIR_SCHEDULE:
    if (d->kind == LCM_DIR_PARALLEL)
      out->read_as = "parallel";
    out->schedule = d->schedule;
    if (d->n_spans)
      return parse_pure(&out->chunk, w, &d->spans[0], "a chunk size");
    return LCM_OK;
  case LCM_DIR_SERIAL:
    out->read_as = "serial";
    return LCM_OK;
  case LCM_DIR_TEAM:
    out->read_as = "team";
    return parse_pure(&out->team, w, &d->spans[0], "a team size");
  case LCM_DIR_ASSUME:
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.assumes, d->text);
    return LCM_OK;
  case LCM_DIR_MEASURED:
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.measured, d);
    set_source(w, d);
    return LCM_OK;
  case LCM_DIR_STATE:
    out->state = d->words[0];
    out->colour = d->text;
    return LCM_OK;
  case LCM_DIR_IGNORE:
    out->ignored = true;
    return LCM_OK;
  case LCM_DIR_PARAM:
  case LCM_DIR_END:
  case LCM_DIR_COVARIANCE:
  case LCM_DIR_CORRELATION:
  case LCM_DIR_RESOURCE:
  case LCM_DIR_CATEGORY:
  case LCM_DIR_RANDOM:
  case LCM_DIR_EXTERNAL:
  case LCM_DIR_EXPECT:
  case LCM_N_DIRECTIVES:
    break;
  }
  return LCM_OK;
}

/* Return whether there is a model of "category" (interned). */
static bool has_model(const struct work *w, const char *category) {
  for (size_t i = 0; i < w->lists.models.n; i++)
    if (w->lists.models.at[i].category == category)
      return true;
  return false;
}

/* Add models of 0 for the categories that "measured" says are covered and that
 * have none: nothing was spent in them. */
static void cover(struct work *w, const lcm_directive *measured) {
  const char *at = strstr(measured->text, "covers=");
  if (!at || (at > measured->text && at[-1] != ' '))
    return;
  for (at += strlen("covers="); *at && *at != ' ';) {
    const size_t n = strcspn(at, ", ");
    const lcm_model model = {.category = lcm_intern_n(w->ctx, at, n),
                             .expr = lcm_expr_int(w->ctx, 0),
                             .loc = measured->loc};
    if (n && !has_model(w, model.category))
      LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->lists.models, model);
    at += n + (at[n] == ',');
  }
}

/* Hand the lists over to the meaning. */
static void finish(struct work *w) {
  struct lcm_meaning *out = w->out;
  const struct meaning_lists *l = &w->lists;
  if (l->measured.n)
    set_source(w, l->measured.at[l->measured.n - 1]);
  for (size_t i = 0; i < l->measured.n; i++) {
    cover(w, l->measured.at[i]);
    set_source(w, l->measured.at[i]);
  }
  out->models = l->models.at;
  out->n_models = l->models.n;
  out->with = l->with.at;
  out->n_with = l->with.n;
  out->inputs = l->inputs.at;
  out->n_inputs = l->inputs.n;
  out->outputs = l->outputs.at;
  out->n_outputs = l->outputs.n;
  out->targets = l->targets.at;
  out->shares = l->shares.at;
  out->n_targets = l->targets.n;
  out->uses = l->uses.at;
  out->n_uses = l->uses.n;
  out->signals = l->signals.at;
  out->n_signals = l->signals.n;
  out->waits = l->waits.at;
  out->n_waits = l->waits.n;
  out->assumes = l->assumes.at;
  out->n_assumes = l->assumes.n;
}

lcm_status lcm_directives_mean(struct lcm_meaning *out, lcm_ctx *ctx,
                               const lcm_directive *const *directives, size_t n,
                               const char *variant,
                               const struct lcm_scope *scope) {
  struct work w = {.ctx = ctx, .scope = scope, .out = out};
  lcm_status status = LCM_OK;
  memset(out, 0, sizeof *out);
  for (size_t i = 0; i < n; i++) {
    const lcm_directive *d = directives[i];
    if (d->variant && (!variant || strcmp(d->variant, variant) != 0))
      continue;
    const lcm_status own = mean_one(&w, d);
    status = status ? status : own;
  }
  finish(&w);
  return status;
}
