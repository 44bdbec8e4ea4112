/* The C files among the inputs, with the flags that they are compiled with:
 * those of a compilation database, or those given. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/load/inputs.h"
#include "analyzer/load/model.h"
#include "analyzer/load/structure.h"
#include "analyzer/units/units.h"
#include "base/fs.h"
#include "base/list.h"

typedef LCM_LIST(struct lcm_unit_input) unit_list;

/* Return whether the input "name" is one C file. */
static bool is_c_file(const char *name) {
  return !lcm_path_is_directory(name) && !lcm_load_is_structure(name) &&
         !lcm_load_is_model(name);
}

/* Add the units of the compilation database of "directory": those of the file
 * "only", all of them for NULL. */
static lcm_status add_database(unit_list *units, lcm_ctx *ctx,
                               const char *directory, const char *only) {
  const struct lcm_unit_input *all = NULL;
  size_t n = 0;
  char *wanted = only ? realpath(only, NULL) : NULL;
  const lcm_status status = lcm_compile_commands_read(&all, &n, ctx, directory);
  for (size_t i = 0; !status && i < n; i++) {
    char *path = wanted ? realpath(all[i].file, NULL) : NULL;
    if (!only || (wanted && path && !strcmp(path, wanted)))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), units, all[i]);
    free(path);
  }
  free(wanted);
  return status;
}

/* Add the C file "name" with the flags that its compilation database has for
 * it, else with those of "options". */
static lcm_status add_file(unit_list *units, lcm_ctx *ctx,
                           const struct lcm_load_options *options,
                           const char *name) {
  const struct lcm_unit_input plain = {
      .file = name, .flags = options->flags, .n_flags = options->n_flags};
  const size_t before = units->n;
  const char *build = options->build;
  const lcm_status status =
      build ? add_database(units, ctx, build, name) : LCM_OK;
  if (!status && units->n == before)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), units, plain);
  return status;
}

lcm_status lcm_load_inputs(const struct lcm_unit_input **inputs, size_t *n,
                           lcm_ctx *ctx,
                           const struct lcm_load_options *options) {
  unit_list found = {0};
  lcm_status status = LCM_OK;
  bool files = options->continued;
  for (size_t i = 0; i < options->n_inputs && !status; i++) {
    const char *name = options->inputs[i];
    const bool is_file = is_c_file(name);
    files = files || is_file;
    if (is_file)
      status = add_file(&found, ctx, options, name);
    else if (lcm_path_is_directory(name))
      status = add_database(&found, ctx, name, NULL);
  }
  if (!status && !files && options->build)
    status = add_database(&found, ctx, options->build, NULL);
  *inputs = found.at;
  *n = found.n;
  return status;
}

lcm_status lcm_load_check(lcm_ctx *ctx,
                          const struct lcm_load_options *options) {
  for (size_t i = 0; i < options->n_inputs; i++) {
    const char *name = options->inputs[i];
    if (strcmp(name, "-") != 0 && !lcm_path_exists(name)) {
      lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = lcm_intern(ctx, name)},
                 "there is no such file");
      return LCM_EIO;
    }
  }
  return LCM_OK;
}

bool lcm_load_is_all_c(const struct lcm_load_options *options) {
  bool all = true;
  for (size_t i = 0; i < options->n_inputs && all; i++) {
    const char *name = options->inputs[i];
    all = !lcm_load_is_structure(name) && !lcm_load_is_model(name) &&
          lcm_path_exists(name);
  }
  return all;
}

bool lcm_load_has_database(const struct lcm_load_options *options) {
  bool found = options->build != NULL;
  for (size_t i = 0; i < options->n_inputs; i++)
    found = found || lcm_path_is_directory(options->inputs[i]);
  return found;
}
