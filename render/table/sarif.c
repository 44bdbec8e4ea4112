/* Diagnostics as SARIF, which editors and code hosts read. */
#include <stdlib.h>

#include "base/json_print.h"
#include "render/table/number.h"
#include "render/table/sarif.h"

/* Return a message of SARIF. */
static lcm_json *message(const char *text) {
  lcm_json *one = lcm_json_object();
  lcm_json_set(one, "text", lcm_json_string(text));
  return one;
}

/* Return all kinds of advice as rules. */
static lcm_json *rules(void) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < LCM_ADVICE_COUNT; i++) {
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "id", lcm_json_string(lcm_advice_id((lcm_advice_kind)i)));
    lcm_json_set(one, "shortDescription",
                 message(lcm_advice_title((lcm_advice_kind)i)));
    lcm_json_add(list, one);
  }
  return list;
}

/* Return the place "at" as a list of one location. */
static lcm_json *locations(lcm_loc at) {
  lcm_json *list = lcm_json_array();
  lcm_json *one = lcm_json_object();
  lcm_json *physical = lcm_json_object();
  lcm_json *artifact = lcm_json_object();
  lcm_json *region = lcm_json_object();
  lcm_json_set(artifact, "uri", lcm_json_string(at.file ? at.file : ""));
  lcm_json_set(region, "startLine", lcm_json_real(at.line ? at.line : 1));
  lcm_json_set(region, "startColumn", lcm_json_real(at.column ? at.column : 1));
  lcm_json_set(physical, "artifactLocation", artifact);
  lcm_json_set(physical, "region", region);
  lcm_json_set(one, "physicalLocation", physical);
  lcm_json_add(list, one);
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
  lcm_json *one = lcm_json_object();
  lcm_json *properties = lcm_json_object();
  lcm_json_set(properties, "edit", lcm_json_string(finding->edit));
  lcm_json_set(properties, "gainSeconds", lcm_json_real(finding->gain));
  lcm_json_set(properties, "timeSeconds", lcm_json_real(finding->time));
  lcm_json_set(one, "ruleId", lcm_json_string(lcm_advice_id(finding->kind)));
  lcm_json_set(one, "ruleIndex", lcm_json_real(finding->kind));
  lcm_json_set(one, "level", lcm_json_string("note"));
  lcm_json_set(one, "message", sentence(finding));
  lcm_json_set(one, "locations", locations(finding->at));
  lcm_json_set(one, "properties", properties);
  return one;
}

LCM_GIVE char *lcm_render_advice_sarif(const lcm_advice *advice,
                                       const char *version) {
  lcm_json *document = lcm_json_object();
  lcm_json *driver = lcm_json_object();
  lcm_json *tool = lcm_json_object();
  lcm_json *run = lcm_json_object();
  lcm_json *runs = lcm_json_array();
  lcm_json *results = lcm_json_array();
  lcm_json_set(driver, "name", lcm_json_string("lcm"));
  lcm_json_set(driver, "version", lcm_json_string(version));
  lcm_json_set(driver, "rules", rules());
  lcm_json_set(tool, "driver", driver);
  for (size_t i = 0; i < advice->n_findings; i++)
    lcm_json_add(results, result(&advice->findings[i]));
  lcm_json_set(run, "tool", tool);
  lcm_json_set(run, "results", results);
  lcm_json_add(runs, run);
  lcm_json_set(document, "$schema",
               lcm_json_string("https://json.schemastore.org/"
                               "sarif-2.1.0.json"));
  lcm_json_set(document, "version", lcm_json_string("2.1.0"));
  lcm_json_set(document, "runs", runs);
  return lcm_json_print(document);
}
