/* Diagnostics as SARIF, which editors and code hosts read. */
#include <stdlib.h>

#include "base/json_print.h"
#include "render/table/number.h"
#include "render/table/sarif.h"

/* Return a message of SARIF. */
static lcm_json *message(const char *text) {
  return LCM_JSON_NEW({"text", LCM_JSON(text)});
}

/* Return all kinds of advice as rules. */
static lcm_json *rules(void) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < LCM_ADVICE_COUNT; i++) {
    lcm_json_add(
        list, LCM_JSON_NEW({"id", LCM_JSON(lcm_advice_id((lcm_advice_kind)i))},
                           {"shortDescription",
                            message(lcm_advice_title((lcm_advice_kind)i))}));
  }
  return list;
}

/* Return the place "at" as a list of one location. */
static lcm_json *locations(lcm_loc at) {
  lcm_json *list = lcm_json_array();
  lcm_json *artifact = LCM_JSON_NEW({"uri", LCM_JSON(at.file ? at.file : "")});
  lcm_json *region =
      LCM_JSON_NEW({"startLine", LCM_JSON(at.line ? at.line : 1)},
                   {"startColumn", LCM_JSON(at.column ? at.column : 1)});
  lcm_json_add(list, LCM_JSON_NEW({"physicalLocation",
                                   LCM_JSON_NEW({"artifactLocation", artifact},
                                                {"region", region})}));
  return list;
}

/* Return "finding" as a sentence: what is wrong, what to do, what that gains,
 * what is assumed. */
static lcm_json *sentence(const lcm_finding *finding) {
  const double before = finding->time + finding->gain;
  lcm_buf buf = {0};
  lcm_buf_printf(&buf, "%s; do: %s; gain ", finding->what, finding->edit);
  lcm_put_percent(&buf, finding->gain / before);
  for (size_t i = 0; i < finding->n_premises; i++)
    if (!finding->premises[i].proved)
      lcm_buf_printf(&buf, "; assumed: %s", finding->premises[i].text);
  char *text = lcm_buf_take(&buf);
  lcm_json *one = message(text);
  free(text);
  return one;
}

/* Return "finding" as a result, number "rank" of all. */
static lcm_json *result(const lcm_finding *finding) {
  lcm_json *properties = LCM_JSON_NEW({"edit", LCM_JSON(finding->edit)},
                                      {"gainSeconds", LCM_JSON(finding->gain)},
                                      {"timeSeconds", LCM_JSON(finding->time)});
  return LCM_JSON_NEW(
      {"ruleId", LCM_JSON(lcm_advice_id(finding->kind))},
      {"ruleIndex", lcm_json_real(finding->kind)}, {"level", LCM_JSON("note")},
      {"message", sentence(finding)}, {"locations", locations(finding->at)},
      {"properties", properties});
}

LCM_GIVE char *lcm_render_advice_sarif(const lcm_advice *advice,
                                       const char *version) {
  lcm_json *runs = lcm_json_array();
  lcm_json *results = lcm_json_array();
  lcm_json *driver =
      LCM_JSON_NEW({"name", LCM_JSON("lcm")}, {"version", LCM_JSON(version)},
                   {"rules", rules()});
  for (size_t i = 0; i < advice->n_findings; i++)
    lcm_json_add(results, result(&advice->findings[i]));
  lcm_json_add(runs, LCM_JSON_NEW({"tool", LCM_JSON_NEW({"driver", driver})},
                                  {"results", results}));
  return lcm_json_print(
      LCM_JSON_NEW({"$schema", LCM_JSON("https://json.schemastore.org/"
                                        "sarif-2.1.0.json")},
                   {"version", LCM_JSON("2.1.0")}, {"runs", runs}));
}
