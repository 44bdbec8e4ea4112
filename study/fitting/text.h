/* What was fitted, as text. */
#pragma once

#include "fit/fit.h"
#include "render/table/table.h"

/* Return the models of "f" as text, CSV or TSV. */
LCM_GIVE char *lcm_fit_text(const struct lcm_fit_session *f, lcm_format format,
                            const struct lcm_style *style);

/* Return the models of "f" as comments in "style": "c", "c90" or "fortran";
 * NULL, and a diagnostic, where there is no such style. */
LCM_GIVE char *lcm_fit_comments(const struct lcm_fit_session *f,
                                const char *style);
