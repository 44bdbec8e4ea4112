/* Diagnostics as SARIF, which editors and code hosts read. */
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_print.h"
#include "render/table/number.h"
#include "render/table/sarif.h"

/* Return a message of SARIF. */
static lcm_json *message(const char *text) {
  return LCM_JSON_NEW({"text", LCM_JSON(text)});
}

/* Return the name of the rule "id": that of false-sharing is FalseSharing. */
static lcm_json *rule_name(const char *id) {
  lcm_buf buf = {0};
  for (bool begins = true; *id; id++) {
    if (*id != '-')
      lcm_buf_putc(&buf, begins ? (char)toupper((unsigned char)*id) : *id);
    begins = *id == '-';
  }
  char *name = lcm_buf_take(&buf);
  lcm_json *out = LCM_JSON(name);
  free(name);
  return out;
}

/* Return the rule "id", which is about what "title" says.  It has no name where
 * that would be its id in other letters. */
static lcm_json *rule(const char *id, const char *title) {
  lcm_json *out =
      LCM_JSON_NEW({"id", LCM_JSON(id)}, {"shortDescription", message(title)},
                   {"help", message(title)});
  if (strchr(id, '-'))
    lcm_json_set(out, "name", rule_name(id));
  return out;
}

/* Return all kinds of advice as rules. */
static lcm_json *advice_rules(void) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < LCM_ADVICE_COUNT; i++)
    lcm_json_add(list, rule(lcm_advice_id((lcm_advice_kind)i),
                            lcm_advice_title((lcm_advice_kind)i)));
  return list;
}

/* Return all kinds of diagnostics as rules. */
static lcm_json *diag_rules(void) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < LCM_DIAG_COUNT; i++)
    lcm_json_add(list, rule(lcm_diag_name((lcm_diag_id)i),
                            lcm_diag_meaning((lcm_diag_id)i)));
  return list;
}

/* Return the extent that begins at "at". */
static lcm_json *region(lcm_loc at) {
  lcm_json *one =
      LCM_JSON_NEW({"startLine", LCM_JSON(at.line ? at.line : 1)},
                   {"startColumn", LCM_JSON(at.column ? at.column : 1)});
  if (at.end > at.begin) {
    lcm_json_set(one, "byteOffset", LCM_JSON(at.begin));
    lcm_json_set(one, "byteLength", LCM_JSON(at.end - at.begin));
  }
  return one;
}

/* Return the place "at" as a list of one location. */
static lcm_json *locations(lcm_loc at) {
  lcm_json *list = lcm_json_array();
  lcm_json *artifact = LCM_JSON_NEW({"uri", LCM_JSON(at.file ? at.file : "")});
  lcm_json_add(list, LCM_JSON_NEW({"physicalLocation",
                                   LCM_JSON_NEW({"artifactLocation", artifact},
                                                {"region", region(at)})}));
  return list;
}

/* Return what tells a result from others of its file when lines move: rule,
 * file and text without numbers, as an FNV-1a hash. */
static lcm_json *fingerprints(const char *id, lcm_loc at, const char *text) {
  const char *const parts[] = {id, at.file ? at.file : "", text};
  uint64_t hash = UINT64_C(14695981039346656037);
  lcm_buf buf = {0};
  for (size_t i = 0; i < 3; i++)
    for (const char *c = parts[i]; *c; c++)
      if (*c < '0' || *c > '9')
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
  lcm_buf_printf(&buf, "%016" PRIx64, hash);
  char *digits = lcm_buf_take(&buf);
  lcm_json *out = LCM_JSON_NEW({"lcm/v1", LCM_JSON(digits)});
  free(digits);
  return out;
}

/* Return the document with "results" of lcm "version", which break "rules". */
static char *document(lcm_json *rules, lcm_json *results, const char *version) {
  lcm_json *runs = lcm_json_array();
  lcm_json *driver = LCM_JSON_NEW(
      {"name", LCM_JSON("lcm")}, {"version", LCM_JSON(version)},
      {"fullName", LCM_JSON("lost cycles modeler")}, {"rules", rules});
  lcm_json_add(runs, LCM_JSON_NEW({"tool", LCM_JSON_NEW({"driver", driver})},
                                  {"results", results}));
  return lcm_json_print(
      LCM_JSON_NEW({"$schema", LCM_JSON("https://json.schemastore.org/"
                                        "sarif-2.1.0.json")},
                   {"version", LCM_JSON("2.1.0")}, {"runs", runs}));
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
      {"partialFingerprints",
       fingerprints(lcm_advice_id(finding->kind), finding->at, finding->edit)},
      {"properties", properties});
}

LCM_GIVE char *lcm_render_advice_sarif(const lcm_advice *advice,
                                       const char *version) {
  lcm_json *results = lcm_json_array();
  for (size_t i = 0; i < advice->n_findings; i++)
    lcm_json_add(results, result(&advice->findings[i]));
  return document(advice_rules(), results, version);
}

LCM_GIVE char *lcm_render_diags_sarif(const lcm_diag *all, size_t n,
                                      const char *version) {
  lcm_json *results = lcm_json_array();
  for (size_t i = 0; i < n; i++) {
    const char *id = lcm_diag_name(all[i].id);
    lcm_json_add(
        results,
        LCM_JSON_NEW({"ruleId", LCM_JSON(id)},
                     {"ruleIndex", lcm_json_real(all[i].id)},
                     {"level", LCM_JSON(lcm_severity_name(all[i].severity))},
                     {"message", message(all[i].message)},
                     {"locations", locations(all[i].at)},
                     {"partialFingerprints",
                      fingerprints(id, all[i].at, all[i].message)}));
  }
  return document(diag_rules(), results, version);
}

/* Return what is found of a contract as a result; what breaks it is related. */
static lcm_json *contract_result(const struct lcm_contract_result *one) {
  static const struct {
    lcm_diag_id rule;
    const char *kind;
    const char *level;
  } AS[] = {{LCM_DIAG_CONTRACT_HOLDS, "pass", "none"},
            {LCM_DIAG_CONTRACT_BROKEN, "fail", "error"},
            {LCM_DIAG_CONTRACT_OPEN, "open", "none"}};
  const char *id = lcm_diag_name(AS[one->verdict].rule);
  lcm_buf buf = {0};
  lcm_buf_printf(&buf, "%s: %s: %s", one->of->text,
                 lcm_verdict_name(one->verdict), one->why);
  char *text = lcm_buf_take(&buf);
  lcm_json *out = LCM_JSON_NEW(
      {"ruleId", LCM_JSON(id)},
      {"ruleIndex", lcm_json_real(AS[one->verdict].rule)},
      {"kind", LCM_JSON(AS[one->verdict].kind)},
      {"level", LCM_JSON(AS[one->verdict].level)}, {"message", message(text)},
      {"locations", locations(one->of->loc)},
      {"partialFingerprints", fingerprints(id, one->of->loc, one->of->text)});
  free(text);
  if (one->cause.file)
    lcm_json_set(out, "relatedLocations", locations(one->cause));
  return out;
}

LCM_GIVE char *lcm_render_contracts_sarif(const lcm_contract_results *results,
                                          const char *version) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < results->n; i++)
    lcm_json_add(list, contract_result(&results->at[i]));
  return document(diag_rules(), list, version);
}
