/* Structures (.lcs) among the inputs. */
#include <string.h>

#include "analyzer/load/structure.h"
#include "base/fs.h"
#include "model/lcs/lcs.h"
#include "pamela/pamela.h"

bool lcm_load_is_structure(const char *name) {
  const size_t n = strlen(name);
  return (n >= 4 && !strcmp(name + n - 4, ".lcs")) || !strcmp(name, "-");
}

lcm_status lcm_load_structure(const lcm_program **out, lcm_ctx *ctx,
                              const char *name,
                              const struct lcm_load_options *options) {
  const struct lcm_pamela_options how = {.model = options->model,
                                         .open = options->open};
  char *text = NULL;
  size_t len = 0;
  const lcm_status status = lcm_file_read(&text, &len, ctx, name);
  const bool is_lcs =
      strcmp(name, "-") != 0 || !len || (len >= 4 && !memcmp(text, "lcs ", 4));
  const struct lcm_pamela_text one = {name, text, len};
  if (status)
    return status;
  return is_lcs ? lcm_program_parse(out, ctx, name, text, len)
                : lcm_pamela_read_all(out, ctx, &one, 1, &how);
}
