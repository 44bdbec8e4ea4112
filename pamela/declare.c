/* Reading declared params, decisions, resources and conditions. */
#include "pamela/declare.h"

#include <math.h>
#include <string.h>

#include "pamela/cursor.h"
#include "pamela/expression.h"
#include "pamela/names.h"

/* Read the ranges "a..b, c..d]" of subscripts into "*out", "*n" of them. */
static void read_ranges(struct pml *p, const struct lcm_range **out,
                        size_t *n) {
  LCM_LIST(struct lcm_range) ranges = {0};
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  do {
    const char *index = lcm_arena_printf(arena, "i%zu", ranges.n + 1);
    struct lcm_range range = {.index = lcm_intern(p->ctx, index)};
    range.from = pml_expression(p);
    (void)pml_expect(p, PML_TO, "'..'");
    range.to = pml_expression(p);
    LCM_LIST_ADD(arena, &ranges, range);
  } while (pml_accept(p, PML_COMMA));
  (void)pml_expect(p, PML_RIGHT, "',' or ']'");
  *out = ranges.at;
  *n = ranges.n;
}

/* Read the param "name". */
static void read_param(struct pml *p, const struct pml_name *name) {
  lcm_param param = {.name = name->name, .loc = name->loc};
  p->pure = "a param";
  if (pml_accept(p, PML_IS))
    param.value = pml_expression(p);
  pml_end_item(p);
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->params, param);
}

/* Read the decision "name": a param that is 0 or 1, 0 unless it says another,
 * with what it is about behind ":". */
static void read_decision(struct pml *p, const struct pml_name *name) {
  lcm_param param = {.name = name->name,
                     .value = lcm_expr_int(p->ctx, 0),
                     .low = lcm_expr_int(p->ctx, 0),
                     .high = lcm_expr_int(p->ctx, 1),
                     .loc = name->loc};
  p->pure = "a decision";
  if (pml_accept(p, PML_IS)) {
    const size_t start = p->at;
    param.value = pml_expression(p);
    if (!p->status && !lcm_expr_is_int(param.value, 0) &&
        !lcm_expr_is_int(param.value, 1))
      pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, pml_span(p, start),
                "a decision is 0 or 1");
  }
  if (pml_accept(p, PML_COLON)) {
    param.description = pml_here(p)->name;
    (void)pml_expect(p, PML_TEXT, "what it is about, in quotes");
  }
  pml_end_item(p);
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->params, param);
}

/* Report the multiplicity "e" at "loc" where it is a number that no resource
 * can have. */
static void check_multiplicity(struct pml *p, const lcm_expr *e, lcm_loc loc) {
  double value = 0;
  if (e && lcm_expr_is_number(e, &value) &&
      !(value >= 0 && value == floor(value)))
    pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, loc,
              "a multiplicity is a whole number, or inf");
}

/* Read the multiplicity behind "=". */
static const lcm_expr *read_multiplicity(struct pml *p) {
  const size_t start = p->at;
  if (pml_accept_word(p, "inf"))
    return NULL;
  const lcm_expr *e = pml_expression(p);
  check_multiplicity(p, e, pml_span(p, start));
  return e;
}

/* Read the time of a visit behind "service". */
static const lcm_expr *read_service(struct pml *p) {
  const size_t start = p->at;
  double value = 0;
  const lcm_expr *e = pml_expression(p);
  if (e && lcm_expr_is_number(e, &value) && !(value > 0))
    pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, pml_span(p, start),
              "a visit takes a time above 0");
  return e ? lcm_expr_mul(p->ctx, e, p->unit) : NULL;
}

/* Read the resource "name". */
static void read_resource(struct pml *p, struct pml_name *name) {
  lcm_resource resource = {.name = name->name, .loc = name->loc};
  p->pure = "a resource";
  if (pml_accept(p, PML_LEFT))
    read_ranges(p, &resource.ranges, &resource.n_ranges);
  resource.multiplicity =
      pml_accept(p, PML_IS) ? read_multiplicity(p) : lcm_expr_int(p->ctx, 1);
  while (!p->status)
    if (pml_accept_word(p, "ps"))
      resource.discipline = LCM_PS;
    else if (pml_accept_word(p, "fcfs"))
      resource.discipline = LCM_FCFS;
    else if (pml_accept_word(p, "service"))
      resource.service = read_service(p);
    else
      break;
  pml_end_item(p);
  name->ranges = resource.ranges;
  name->n = resource.n_ranges;
  name->discipline = resource.discipline;
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->resources, resource);
}

/* Read the condition "name". */
static void read_condition(struct pml *p, struct pml_name *name) {
  struct lcm_condition condition = {.name = name->name, .loc = name->loc};
  p->pure = "a condition";
  if (pml_accept(p, PML_LEFT))
    read_ranges(p, &condition.ranges, &condition.n_ranges);
  pml_end_item(p);
  name->ranges = condition.ranges;
  name->n = condition.n_ranges;
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->conditions, condition);
}

/* Return whether the default of "param" names one of p->params whose turn,
 * in "done", has not come. */
static bool waits(struct pml *p, const lcm_param *param, const bool *done) {
  const char *const *names = NULL;
  const size_t n =
      param->value ? lcm_expr_names(&names, p->ctx, param->value) : 0;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < p->params.n; k++)
      if (p->params.at[k].name == names[i] && !done[k])
        return true;
  return false;
}

/* Report a param whose default depends on itself. */
static void check_cycles(struct pml *p) {
  bool *done = LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), bool, p->params.n + 1);
  bool more = !p->status;
  while (more) {
    more = false;
    for (size_t i = 0; i < p->params.n; i++)
      if (!done[i] && !waits(p, &p->params.at[i], done))
        done[i] = more = true;
  }
  for (size_t i = 0; i < p->params.n && !p->status; i++)
    if (!done[i])
      pml_error(p, LCM_ESTRUCT, LCM_DIAG_RECURSION, p->params.at[i].loc,
                "param '%s' depends on itself", p->params.at[i].name);
}

void pml_declare(struct pml *p) {
  for (size_t i = 0; i < p->names.n && !p->status; i++) {
    struct pml_name *name = &p->names.at[i];
    pml_go_to(p, name);
    if (name->is == PML_IS_LIST)
      pml_read_list(p, name);
    else if (name->is == PML_IS_PARAM)
      read_param(p, name);
    else if (name->is == PML_IS_DECISION)
      read_decision(p, name);
    else if (name->is == PML_IS_RESOURCE)
      read_resource(p, name);
    else if (name->is == PML_IS_CONDITION)
      read_condition(p, name);
  }
  p->pure = NULL;
  check_cycles(p);
}
