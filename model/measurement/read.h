/* Reading files of measurements in any of their formats. */
#pragma once

#include "model/measurement/types.h"

/* The languages in which measurements are written.
 * JSONL        lcm-measurement/1, JSON Lines
 * PP           one line a run of name=value pairs (Crovella 1994, figure 5.1)
 * EXTRAP_TEXT, EXTRAP_JSON, EXTRAP_JSONL   those of Extra-P */
typedef enum lcm_measurement_format {
  LCM_MEASURED_ANY,
  LCM_MEASURED_JSONL,
  LCM_MEASURED_PP,
  LCM_MEASURED_EXTRAP_TEXT,
  LCM_MEASURED_EXTRAP_JSON,
  LCM_MEASURED_EXTRAP_JSONL
} lcm_measurement_format;

/* Read the measurements in the "len" bytes at "text", named "file" in
 * diagnostics, into "*out"; LCM_MEASURED_ANY finds out which format it is.
 * A last line that was cut short is a warning and is left out; a record that is
 * malformed, or whose values are negative (rc may be: fewer cycles than on one
 * processor) or not finite, is a diagnostic at its line and column and is left
 * out; the rest stays usable.  A run whose categories do not add up to its
 * total is a warning.  LCM_EPARSE where nothing was. */
LCM_NODISCARD lcm_status lcm_measurements_parse(lcm_measurements *out,
                                                lcm_ctx *ctx, const char *file,
                                                const char *text, size_t len,
                                                lcm_measurement_format format);
