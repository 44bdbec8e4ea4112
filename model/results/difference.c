/* Two revisions of a program: what became of contracts, and JSON
 * (lcm-diff/1). */
#include "model/results/difference.h"

#include <math.h>

#include "base/json_print.h"
#include "model/results/prediction_internal.h"

lcm_fate lcm_contract_fate(const struct lcm_contract_change *contract) {
  const struct lcm_contract_result *old = contract->of[LCM_OLD];
  const struct lcm_contract_result *new = contract->of[LCM_NEW];
  if (!old || !new)
    return old ? LCM_FATE_GONE : LCM_FATE_NEW;
  if (old->verdict == new->verdict)
    return LCM_FATE_SAME;
  if (old->verdict == LCM_VERDICT_HOLDS)
    return new->verdict == LCM_VERDICT_BROKEN ? LCM_FATE_BREAKS
                                              : LCM_FATE_DOUBTS;
  return new->verdict == LCM_VERDICT_HOLDS ? LCM_FATE_MENDED : LCM_FATE_SAME;
}

const char *lcm_fate_name(lcm_fate fate) {
  static const char *const NAMES[] = {
      "broken now", "in doubt now", "new", "gone", "holds now", "as before"};
  return NAMES[fate];
}

size_t lcm_difference_fates(const lcm_difference *difference, lcm_fate fate) {
  size_t n = 0;
  for (size_t i = 0; i < difference->n_contracts; i++)
    n += lcm_contract_fate(&difference->contracts[i]) == fate;
  return n;
}

bool lcm_difference_is_worse(const lcm_difference *difference) {
  bool worse = lcm_difference_fates(difference, LCM_FATE_BREAKS) > 0;
  for (size_t i = 0; i < difference->n_growths; i++)
    worse = worse || difference->growths[i].worse;
  return worse;
}

double lcm_difference_at(const lcm_difference *difference, size_t i) {
  const lcm_comparison *c = difference->comparison;
  const double old = c->variants[LCM_OLD]->points[i].time;
  const double new = c->variants[LCM_NEW]->points[i].time;
  return new == old ? 0 : old > 0 ? (new - old) / old : NAN;
}

/* Return the place "at" as JSON, null where it is nowhere. */
static lcm_json *place(lcm_loc at) {
  return at.file ? LCM_JSON_NEW({"file", LCM_JSON(at.file)},
                                {"line", lcm_json_real(at.line)},
                                {"column", lcm_json_real(at.column)})
                 : lcm_json_null();
}

/* Return "part" as it is in revision "r" over "n" points; null where it is not
 * there. */
static lcm_json *side(const struct lcm_part_change *part, size_t r, size_t n) {
  const lcm_node *node = part->of[r];
  return node ? LCM_JSON_NEW(
                    {"at", place(node->loc)},
                    {"kind", LCM_JSON(lcm_node_word(node->kind))},
                    {"label", LCM_JSON(node->name ? node->name : node->label)},
                    {"times", lcm_json_reals(part->times[r], n)},
                    {"visits", lcm_json_reals(part->visits[r], n)})
              : lcm_json_null();
}

/* Return the parts of "d". */
static lcm_json *parts_json(const lcm_difference *d) {
  const size_t n = d->comparison->grid->n_points;
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < d->n_parts; i++) {
    const struct lcm_part_change *part = &d->parts[i];
    lcm_json_add(list, LCM_JSON_NEW({"function", LCM_JSON(part->function)},
                                    {"old", side(part, LCM_OLD, n)},
                                    {"new", side(part, LCM_NEW, n)},
                                    {"point", LCM_JSON(part->point)},
                                    {"change", LCM_JSON(part->share)}));
  }
  return list;
}

/* Return the growth "of" as JSON. */
static lcm_json *growth_json(const void *of) {
  const struct lcm_growth_change *growth = of;
  return LCM_JSON_NEW({"variable", LCM_JSON(growth->name)},
                      {"up_to", LCM_JSON(growth->upto)},
                      {"old", LCM_JSON(growth->exponents[LCM_OLD])},
                      {"new", LCM_JSON(growth->exponents[LCM_NEW])},
                      {"change", LCM_JSON(growth->worse    ? "worse"
                                          : growth->better ? "better"
                                                           : "none")},
                      {"cause", place(growth->cause)});
}

/* Return what is found of a contract; null where it is not there. */
static lcm_json *found(const struct lcm_contract_result *one) {
  return one ? LCM_JSON_NEW(
                   {"at", place(one->of->loc)},
                   {"verdict", LCM_JSON(lcm_verdict_name(one->verdict))},
                   {"value", LCM_JSON(one->value)}, {"why", LCM_JSON(one->why)},
                   {"cause", place(one->cause)})
             : lcm_json_null();
}

/* Return the contract "of" as JSON. */
static lcm_json *contract_json(const void *of) {
  const struct lcm_contract_change *one = of;
  const struct lcm_contract_result *any =
      one->of[LCM_NEW] ? one->of[LCM_NEW] : one->of[LCM_OLD];
  return LCM_JSON_NEW(
      {"contract", LCM_JSON(any->of->text)},
      {"change", LCM_JSON(lcm_fate_name(lcm_contract_fate(one)))},
      {"old", found(one->of[LCM_OLD])}, {"new", found(one->of[LCM_NEW])});
}

/* Return the points of "d". */
static lcm_json *points_json(const lcm_difference *d) {
  const lcm_comparison *c = d->comparison;
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < c->grid->n_points; i++)
    lcm_json_add(
        list,
        LCM_JSON_NEW({"env", lcm_point_env_json(c->grid, i)},
                     {"old", LCM_JSON(c->variants[LCM_OLD]->points[i].time)},
                     {"new", LCM_JSON(c->variants[LCM_NEW]->points[i].time)},
                     {"change", LCM_JSON(lcm_difference_at(d, i))}));
  return list;
}

/* Return the crossovers of "c". */
static lcm_json *crossovers_json(const lcm_comparison *c) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < c->n_crossovers; i++) {
    const lcm_crossover *x = &c->crossovers[i];
    lcm_json_add(list,
                 LCM_JSON_NEW({"variable", LCM_JSON(x->variable)},
                              {"value", LCM_JSON(x->value)},
                              {"from", LCM_JSON(c->variants[x->from]->name)},
                              {"to", LCM_JSON(c->variants[x->to]->name)}));
  }
  return list;
}

LCM_GIVE char *lcm_difference_to_json(const lcm_difference *d) {
  const lcm_comparison *c = d->comparison;
  lcm_json *document =
      LCM_JSON_NEW({"schema", LCM_JSON("lcm-diff/1")},
                   {"worse", LCM_JSON(lcm_difference_is_worse(d))});
  if (c->basis.told)
    lcm_json_set(document, "basis", lcm_basis_json(&c->basis));
  LCM_JSON_PUT(document, {"undecided", LCM_JSON(c->undecided)},
               {"points", points_json(d)},
               {"threshold", LCM_JSON(d->threshold)}, {"parts", parts_json(d)},
               {"growth", LCM_JSON_LIST(growth_json, d->growths, d->n_growths)},
               {"crossovers", crossovers_json(c)},
               {"complete", LCM_JSON(c->complete)},
               {"contracts",
                LCM_JSON_LIST(contract_json, d->contracts, d->n_contracts)});
  return lcm_json_print(document);
}
