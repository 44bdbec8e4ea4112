/* Diagnostics: what is said to the user about the input. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/attributes.h"
#include "base/status.h"

typedef struct lcm_ctx lcm_ctx;

/* A place in a source text; {0} is "nowhere". */
typedef struct lcm_loc {
  const char *file; /* interned name as the user gave it; NULL when nowhere */
  unsigned line;    /* from 1; 0 when the place is the file as a whole */
  /* in bytes from 1; 0 when the place is the line as a whole */
  unsigned column;
  unsigned begin; /* offset of the first byte */
  unsigned end;   /* offset behind the last byte */
} lcm_loc;

typedef enum lcm_severity { LCM_NOTE, LCM_WARNING, LCM_ERROR } lcm_severity;

/* Every diagnostic there is: LCM_DIAG_<NAME> for each row of diags.def. */
typedef enum lcm_diag_id {
#define LCM_DIAG(name, id, severity, meaning) LCM_DIAG_##name,
#include "base/diags.def"
#undef LCM_DIAG
  LCM_DIAG_COUNT
} lcm_diag_id;

/* One diagnostic as issued. */
typedef struct lcm_diag {
  lcm_diag_id id;        /* which */
  lcm_severity severity; /* after the policy of the context was applied */
  lcm_loc at;            /* where */
  const char *message;   /* one line, no trailing stop */
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

/* Return the name of "status" as in the enumeration, for messages. */
const char *lcm_status_name(lcm_status status);
