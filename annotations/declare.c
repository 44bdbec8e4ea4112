/* What declaring directives add to a program: params, resources, categories,
 * random quantities. */
#include <string.h>

#include "annotations/cexpr.h"
#include "annotations/declare.h"

/* Parse "span" in "scope" into "*out"; an empty one gives NULL. */
static lcm_status parse(const lcm_expr **out, lcm_ctx *ctx,
                        const struct lcm_directive_span *span,
                        const struct lcm_scope *scope) {
  const struct lcm_expr_source source = {.text = span->text,
                                         .len = span->len,
                                         .at = span->at,
                                         .resolve =
                                             scope ? scope->resolve : NULL,
                                         .user = scope ? scope->user : NULL};
  *out = NULL;
  return span->len ? lcm_expr_parse(out, ctx, &source) : LCM_OK;
}

/* Return LCM_OK unless the range of "param", which "d" declares, is known to be
 * empty, which is reported. */
static lcm_status check_range(lcm_ctx *ctx, const lcm_param *param,
                              const lcm_directive *d) {
  double low = 0;
  double high = 0;
  if (!param->low || !param->high || !lcm_expr_is_number(param->low, &low) ||
      !lcm_expr_is_number(param->high, &high) || low <= high)
    return LCM_OK;
  lcm_report(ctx, LCM_DIAG_EMPTY_RANGE, d->spans[1].at,
             "the range of '%s' is empty: %g is above %g", param->name, low,
             high);
  return LCM_EPARSE;
}

/* Declare the param of "d". */
static lcm_status declare_param(struct lcm_declarations *out, lcm_ctx *ctx,
                                const lcm_directive *d,
                                const struct lcm_scope *scope) {
  lcm_param param = {
      .name = d->words[0], .description = d->text, .loc = d->loc};
  const bool tied = !strcmp(d->words[1], ":=");
  lcm_status status = LCM_OK;
  if (tied) {
    const struct lcm_expr_source source = {.text = d->spans[0].text,
                                           .len = d->spans[0].len,
                                           .at = d->spans[0].at,
                                           .resolve =
                                               scope ? scope->resolve : NULL,
                                           .user = scope ? scope->user : NULL};
    status = lcm_cexpr_parse(&param.tied, ctx, &source, false);
  } else
    status = parse(&param.value, ctx, &d->spans[0], scope);
  if (!status && d->n_spans > 2) {
    status = parse(&param.low, ctx, &d->spans[1], scope);
    status = status ? status : parse(&param.high, ctx, &d->spans[2], scope);
    status = status ? status : check_range(ctx, &param, d);
  }
  for (size_t i = 0; i < out->params.n && !status; i++) {
    lcm_param *known = &out->params.at[i];
    if (known->name != param.name)
      continue;
    if (lcm_param_join(known, &param))
      return LCM_OK;
    lcm_report(ctx, LCM_DIAG_DUPLICATE_PARAM, d->loc,
               "param '%s' has another value at %s:%u", param.name,
               known->loc.file, known->loc.line);
    status = LCM_EPARSE;
  }
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->params, param);
  return status;
}

/* Declare the resource of "d". */
static lcm_status declare_resource(struct lcm_declarations *out, lcm_ctx *ctx,
                                   const lcm_directive *d,
                                   const struct lcm_scope *scope) {
  const size_t n = (d->n_spans - 2) / 2;
  struct lcm_range *ranges =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_range, n + 1);
  lcm_resource resource = {.name = d->words[0],
                           .discipline = d->discipline,
                           .ranges = ranges,
                           .n_ranges = n,
                           .description = d->text,
                           .loc = d->loc};
  lcm_status status = parse(&resource.multiplicity, ctx, &d->spans[0], scope);
  if (!status && !d->spans[0].len)
    resource.multiplicity = lcm_expr_int(ctx, 1);
  status = status ? status : parse(&resource.service, ctx, &d->spans[1], scope);
  for (size_t i = 0; i < n && !status; i++) {
    ranges[i].index = "";
    status = parse(&ranges[i].from, ctx, &d->spans[2 + 2 * i], scope);
    status = status ? status
                    : parse(&ranges[i].to, ctx, &d->spans[3 + 2 * i], scope);
  }
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->resources, resource);
  return status;
}

/* Return whether the draws "a" and "b" are equal, places aside. */
static bool same_draw(const struct lcm_draw *a, const struct lcm_draw *b) {
  bool same = a->kind == b->kind && a->n_args == b->n_args;
  for (size_t i = 0; same && i < a->n_args; i++)
    same = a->args[i] == b->args[i];
  return same;
}

/* Declare the random quantity of "d". */
static lcm_status declare_random(struct lcm_declarations *out, lcm_ctx *ctx,
                                 const lcm_directive *d,
                                 const struct lcm_scope *scope) {
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, d->n_spans + 1);
  const struct lcm_draw draw = {.name = d->words[0],
                                .kind = lcm_draw_find(d->words[1]),
                                .args = args,
                                .n_args = d->n_spans,
                                .loc = d->loc};
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < d->n_spans && !status; i++) {
    status = parse(&args[i], ctx, &d->spans[i], scope);
    if (!status && !lcm_dim_equal(lcm_expr_dim(args[i]), LCM_DIM_NONE)) {
      lcm_report(ctx, LCM_DIAG_MODEL_DIMENSION, d->spans[i].at,
                 "random quantities are pure numbers: give the unit where '%s' "
                 "stands",
                 draw.name);
      status = LCM_EUNIT;
    }
  }
  for (size_t i = 0; i < out->draws.n && !status; i++) {
    const struct lcm_draw *known = &out->draws.at[i];
    if (known->name != draw.name)
      continue;
    if (same_draw(known, &draw))
      return LCM_OK;
    lcm_report(ctx, LCM_DIAG_DUPLICATE_PARAM, d->loc,
               "'%s' is declared otherwise at %s:%u", draw.name,
               known->loc.file, known->loc.line);
    status = LCM_EPARSE;
  }
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->draws, draw);
  return status;
}

/* Declare what the directive "d" declares, if anything. */
static lcm_status declare(struct lcm_declarations *out, lcm_ctx *ctx,
                          const lcm_directive *d,
                          const struct lcm_scope *scope) {
  switch (d->kind) {
  case LCM_DIR_PARAM:
    return declare_param(out, ctx, d, scope);
  case LCM_DIR_RESOURCE:
    return declare_resource(out, ctx, d, scope);
  case LCM_DIR_CATEGORY: {
    const lcm_category category = {d->words[0], d->text, d->loc};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->categories, category);
    return LCM_OK;
  }
  case LCM_DIR_RANDOM:
    return declare_random(out, ctx, d, scope);
  case LCM_DIR_COVARIANCE:
  case LCM_DIR_CORRELATION: {
    const struct lcm_covariance covariance = {
        d->words[0], d->words[1], d->value, d->kind == LCM_DIR_CORRELATION,
        d->loc};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->covariances, covariance);
    return LCM_OK;
  }
  case LCM_DIR_EXPECT: {
    const lcm_contract contract = {d->text, d->loc};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->contracts, contract);
    return LCM_OK;
  }
  case LCM_DIR_FRAGMENT:
  case LCM_DIR_BEGIN:
  case LCM_DIR_END:
  case LCM_DIR_MODEL:
  case LCM_DIR_WITH:
  case LCM_DIR_INPUT:
  case LCM_DIR_OUTPUT:
  case LCM_DIR_COUNT:
  case LCM_DIR_PROB:
  case LCM_DIR_CALL:
  case LCM_DIR_SIZE:
  case LCM_DIR_USE:
  case LCM_DIR_SIGNAL:
  case LCM_DIR_WAIT:
  case LCM_DIR_PARALLEL:
  case LCM_DIR_SERIAL:
  case LCM_DIR_SCHEDULE:
  case LCM_DIR_TEAM:
  case LCM_DIR_EXTERNAL:
  case LCM_DIR_ASSUME:
  case LCM_DIR_MEASURED:
  case LCM_DIR_STATE:
  case LCM_DIR_IGNORE:
  case LCM_N_DIRECTIVES:
    break;
  }
  return LCM_OK;
}

lcm_status lcm_directives_declare(struct lcm_declarations *out, lcm_ctx *ctx,
                                  const lcm_directive *directives, size_t n,
                                  const char *variant,
                                  const struct lcm_scope *scope) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n; i++) {
    const lcm_directive *d = &directives[i];
    if (d->variant && (!variant || strcmp(d->variant, variant) != 0))
      continue;
    const lcm_status own = declare(out, ctx, d, scope);
    status = status ? status : own;
  }
  return status;
}
