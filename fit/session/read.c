/* Files of measurements, and the names of their formats. */
#include <string.h>

#include "base/fs.h"
#include "fit/session/read.h"

lcm_status lcm_fit_format(lcm_measurement_format *out, lcm_ctx *ctx,
                          const char *name) {
  static const char *const NAMES[] = {
      "", "jsonl", "pp", "extrap-text", "extrap-json", "extrap-jsonl"};
  for (int i = 1; i <= LCM_MEASURED_EXTRAP_JSONL; i++)
    if (!strcmp(name, NAMES[i])) {
      *out = (lcm_measurement_format)i;
      return LCM_OK;
    }
  lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             "measurements are in jsonl, pp, extrap-text, extrap-json or "
             "extrap-jsonl, not '%s'",
             name);
  return LCM_EUSAGE;
}

/* Read the measurements in file "name" and append them to "all". */
static lcm_status read_file(lcm_measurements *all, lcm_ctx *ctx,
                            const char *name, lcm_measurement_format format) {
  char *text = NULL;
  size_t len = 0;
  lcm_measurements more = {NULL, 0};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_status status = lcm_file_read(&text, &len, ctx, name);
  if (status)
    return status;
  status = lcm_measurements_parse(&more, ctx, name, text, len, format);
  lcm_measurement *joined =
      LCM_NEW_ARRAY(arena, lcm_measurement, all->n + more.n + 1);
  for (size_t i = 0; i < all->n; i++)
    joined[i] = all->at[i];
  for (size_t i = 0; i < more.n; i++)
    joined[all->n + i] = more.at[i];
  *all = (lcm_measurements){joined, all->n + more.n};
  return status;
}

lcm_status lcm_fit_read(lcm_measurements *out, lcm_ctx *ctx,
                        const char *const *files, size_t n,
                        lcm_measurement_format format) {
  lcm_status status = LCM_OK;
  *out = (lcm_measurements){NULL, 0};
  for (size_t i = 0; i < n; i++) {
    const lcm_status one = read_file(out, ctx, files[i], format);
    status = status == LCM_OK || one == LCM_EIO ? one : status;
  }
  return status == LCM_EPARSE && out->n ? LCM_OK : status;
}
