/* Diagnostics: what is said to the user about the input. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/attributes.h"
#include "base/status.h"

typedef struct lcm_ctx lcm_ctx;

/* A place in a source text; {0} is "nowhere".
 * file    interned name as the user gave it; NULL when nowhere
 * line    from 1; 0 when the place is the file as a whole
 * column  in bytes from 1; 0 when the place is the line as a whole
 * begin   offset of the first byte
 * end     offset behind the last byte */
typedef struct lcm_loc {
  const char *file;
  unsigned line;
  unsigned column;
  unsigned begin;
  unsigned end;
} lcm_loc;

typedef enum lcm_severity { LCM_NOTE, LCM_WARNING, LCM_ERROR } lcm_severity;

/* Every diagnostic there is: LCM_DIAG_<NAME> for each row of diags.def. */
typedef enum lcm_diag_id {
#define LCM_DIAG(name, id, severity, meaning) LCM_DIAG_##name,
#include "base/diags.def"
#undef LCM_DIAG
  LCM_DIAG_COUNT
} lcm_diag_id;

/* One diagnostic as issued.
 * id        which
 * severity  after the policy of the context was applied
 * at        where
 * message   one line, no trailing stop */
typedef struct lcm_diag {
  lcm_diag_id id;
  lcm_severity severity;
  lcm_loc at;
  const char *message;
} lcm_diag;

/* Return the stable identifier of "id", such as "unbound-name". */
const char *lcm_diag_name(lcm_diag_id id);

/* Return the default severity of "id". */
lcm_severity lcm_diag_severity(lcm_diag_id id);

/* Return one sentence on what "id" means, for the documentation. */
const char *lcm_diag_meaning(lcm_diag_id id);

/* Put the id called "name" into "*out"; LCM_EUSAGE where there is none. */
LCM_NODISCARD lcm_status lcm_diag_find(lcm_diag_id *out, const char *name);

/* Return "error", "warning" or "note". */
const char *lcm_severity_name(lcm_severity severity);

/* Issue diagnostic "id" for the source range "at"; the message is copied. */
void lcm_report(lcm_ctx *ctx, lcm_diag_id id, lcm_loc at, const char *fmt, ...)
    LCM_PRINTF(4, 5);

/* Return how many diagnostics of at least "severity" were issued in "ctx"
 * and its finished child contexts. */
size_t lcm_diag_count(const lcm_ctx *ctx, lcm_severity severity);

/* Take back the diagnostics "id" at "at", which turned out not to hold; return
 * whether there were any. */
bool lcm_diag_withdraw(lcm_ctx *ctx, lcm_diag_id id, lcm_loc at);

/* Return whether "message" was said of the file "file" as diagnostic "id",
 * wherever in it. */
bool lcm_diag_is_said(const lcm_ctx *ctx, lcm_diag_id id, const char *file,
                      const char *message);

/* Sort the diagnostics of "ctx" by file, line, column and id, drop exact
 * repetitions, and return them; "*n" receives their number.  The array stays
 * valid until the next report. */
const lcm_diag *lcm_diag_all(lcm_ctx *ctx, size_t *n);

/* Return "file:line:col: severity: message [id]" in memory of "ctx". */
const char *lcm_diag_format(lcm_ctx *ctx, const lcm_diag *diag);
