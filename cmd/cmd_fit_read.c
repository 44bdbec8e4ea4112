#include <string.h>

#include "base/fs.h"
#include "cmd/cmd_fit_read.h"
#include "cmd/options.h"
#include "model/measurement/read.h"

bool fit_format(lcm_measurement_format *out, const char *name) {
  static const char *const NAMES[] = {
      "", "jsonl", "pp", "extrap-text", "extrap-json", "extrap-jsonl"};
  for (int i = 1; i <= LCM_MEASURED_EXTRAP_JSONL; i++)
    if (!strcmp(name, NAMES[i])) {
      *out = (lcm_measurement_format)i;
      return true;
    }
  command_complain("measurements are in jsonl, pp, extrap-text, extrap-json or "
                   "extrap-jsonl, not '%s'",
                   name);
  return false;
}

/* Read the measurements in file "name" and append them to "all". */
static lcm_status read_file(lcm_measurements *all, struct command *command,
                            const char *name, lcm_measurement_format format) {
  char *text = NULL;
  size_t len = 0;
  lcm_measurements more = {NULL, 0};
  lcm_arena *arena = lcm_ctx_arena(command->ctx);
  lcm_status status = lcm_file_read(&text, &len, command->ctx, name);
  if (status)
    return status;
  status = lcm_measurements_parse(&more, command->ctx, name, text, len, format);
  lcm_measurement *joined =
      LCM_NEW_ARRAY(arena, lcm_measurement, all->n + more.n + 1);
  for (size_t i = 0; i < all->n; i++)
    joined[i] = all->at[i];
  for (size_t i = 0; i < more.n; i++)
    joined[all->n + i] = more.at[i];
  *all = (lcm_measurements){joined, all->n + more.n};
  return status;
}

lcm_status fit_read(lcm_measurements *out, struct command *command) {
  const char *from = command->values[OPT_READ_AS];
  const char *file = command->values[OPT_FILE];
  lcm_measurement_format format = LCM_MEASURED_ANY;
  lcm_status status = LCM_OK;
  *out = (lcm_measurements){NULL, 0};
  if (from && !fit_format(&format, from))
    return LCM_EUSAGE;
  if (file)
    return read_file(out, command, file, format);
  for (size_t i = 0; i < command->inputs.n; i++) {
    const lcm_status one =
        read_file(out, command, command->inputs.at[i], format);
    status = status == LCM_OK || one == LCM_EIO ? one : status;
  }
  return status == LCM_EPARSE && out->n ? LCM_OK : status;
}
