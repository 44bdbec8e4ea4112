/* Reading files of measurements in any of their formats. */
#pragma once

#include "model/measurement/foreign/given.h"
#include "model/measurement/types.h"

/* The languages in which measurements are written: LCM_MEASURED_<NAME> for each
 * row of formats.def; ANY stands for the one that the text is in. */
typedef enum lcm_measurement_format {
  LCM_MEASURED_ANY,
#define LCM_MEASURED(name, word, what, endings, keys, is, read, put)           \
  LCM_MEASURED_##name,
#include "model/measurement/formats.def"
#undef LCM_MEASURED
  LCM_MEASURED_COUNT
} lcm_measurement_format;

/* How files of measurements are to be read; {0}: as they say themselves. */
struct lcm_measured_as {
  lcm_measurement_format format;
  /* seconds that 1 stands for where the format does not say it; 0: as the page
   * of the formats has it */
  double unit;
  const struct lcm_measured_param *params;
  size_t n_params;
};

/* A file of measurements. */
struct lcm_measured_file {
  const char *name; /* in diagnostics; its NAME=NUMBER are params */
  const char *text;
  size_t len;
};

/* Read the measurements in "file" into "*out"; LCM_MEASURED_ANY finds out which
 * format it is.
 * A last line that was cut short is a warning and is left out; a record that is
 * malformed, or whose values are negative (rc may be: fewer cycles than on one
 * processor) or not finite, is a diagnostic at its line and column and is left
 * out; the rest stays usable.  A run whose categories do not add up to its
 * total is a warning.  LCM_EPARSE where nothing was. */
LCM_NODISCARD lcm_status lcm_measurements_read(
    lcm_measurements *out, lcm_ctx *ctx, const struct lcm_measured_file *file,
    const struct lcm_measured_as *as);

/* The same of the "len" bytes at "text", called "file", in "format". */
LCM_NODISCARD lcm_status lcm_measurements_parse(lcm_measurements *out,
                                                lcm_ctx *ctx, const char *file,
                                                const char *text, size_t len,
                                                lcm_measurement_format format);

/* Report, where the file "name" can only be one of measurements, or another
 * document (document.h), that it is not what is "wanted" ("a program"), and
 * which commands take it; return whether it is.  A file that is called as C is
 * ("x.c") never is one. */
LCM_NODISCARD bool lcm_measured_refuse(lcm_ctx *ctx, const char *name,
                                       const char *wanted);

/* Put the format called "name" into "*out", which has to be one that can be
 * written, too, where "written"; LCM_EUSAGE, and a diagnostic, where there is
 * none. */
LCM_NODISCARD lcm_status lcm_measured_format(lcm_measurement_format *out,
                                             lcm_ctx *ctx, const char *name,
                                             bool written);
