/* Whether the contracts of a program hold: verdicts, and all of it as JSON. */
#include "model/results/contracts.h"
#include "base/json_print.h"

const char *lcm_verdict_name(lcm_verdict verdict) {
  static const char *const NAMES[] = {"holds", "broken", "cannot be said"};
  return NAMES[verdict];
}

size_t lcm_contracts_count(const lcm_contract_results *results,
                           lcm_verdict verdict) {
  size_t n = 0;
  for (size_t i = 0; i < results->n; i++)
    n += results->at[i].verdict == verdict;
  return n;
}

/* Return the place "at" as JSON, null where it is nowhere. */
static lcm_json *place(lcm_loc at) {
  return at.file ? LCM_JSON_NEW({"file", LCM_JSON(at.file)},
                                {"line", lcm_json_real(at.line)},
                                {"column", lcm_json_real(at.column)})
                 : lcm_json_null();
}

/* Return "one" as JSON. */
static lcm_json *result(const struct lcm_contract_result *one) {
  return LCM_JSON_NEW(
      {"contract", LCM_JSON(one->of->text)}, {"at", place(one->of->loc)},
      {"verdict", LCM_JSON(lcm_verdict_name(one->verdict))},
      {"value", LCM_JSON(one->value)}, {"low", LCM_JSON(one->low)},
      {"high", LCM_JSON(one->high)}, {"limit", LCM_JSON(one->limit)},
      {"why", LCM_JSON(one->why)}, {"cause", place(one->cause)});
}

LCM_GIVE char *lcm_contracts_to_json(const lcm_contract_results *results) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < results->n; i++)
    lcm_json_add(list, result(&results->at[i]));
  return lcm_json_print(
      LCM_JSON_NEW({"schema", LCM_JSON("lcm-expect/1")}, {"contracts", list}));
}
