/* The table of diagnostics, and the words for severities and statuses. */
#include "base/diag.h"

#include <string.h>

/* A row of diags.def. */
struct row {
  const char *name;
  lcm_severity severity;
  const char *meaning;
};

static const struct row ROWS[LCM_DIAG_COUNT] = {
#define LCM_DIAG(name, id, severity, meaning) {id, severity, meaning},
#include "base/diags.def"
#undef LCM_DIAG
};

const char *lcm_diag_name(lcm_diag_id id) { return ROWS[id].name; }

lcm_severity lcm_diag_severity(lcm_diag_id id) { return ROWS[id].severity; }

const char *lcm_diag_meaning(lcm_diag_id id) { return ROWS[id].meaning; }

lcm_status lcm_diag_find(lcm_diag_id *out, const char *name) {
  for (size_t i = 0; i < LCM_DIAG_COUNT; i++)
    if (!strcmp(ROWS[i].name, name)) {
      *out = (lcm_diag_id)i;
      return LCM_OK;
    }
  return LCM_EUSAGE;
}

const char *lcm_severity_name(lcm_severity severity) {
  static const char *const NAMES[] = {"note", "warning", "error"};
  return NAMES[severity];
}

const char *lcm_status_name(lcm_status status) {
  static const char *const NAMES[] = {
      "ok",    "parse", "unit",  "unbound", "domain", "structure", "budget",
      "depth", "fit",   "check", "io",      "usage",  "memory"};
  return NAMES[status];
}
