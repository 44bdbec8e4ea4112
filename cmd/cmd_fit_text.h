#pragma once

#include "cmd/fit_internal.h"

/* Return the models of "f" as text, CSV or TSV, as the command line says. */
LCM_GIVE char *fit_text(struct fitting *f);

/* Say which points were used and which forms tried, on standard error. */
void fit_debug(const struct fitting *f);

/* Return the models of "f" as comments in "style"; NULL, and a message, where
 * there is no such style. */
LCM_GIVE char *fit_comments(const struct fitting *f, const char *style);
