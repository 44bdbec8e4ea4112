/* Reading the files of a program into a handle. */
#include <string.h>

#include "api/load.h"
#include "api/program.h"
#include "api/request.h"

/* A program being loaded. */
struct loading {
  liblcm_program *out;
  const char *const *inputs;
  size_t n;
  const struct liblcm_load_options *options;
};

void lcm_api_load_options(struct lcm_load_options *out,
                          const char *const *inputs, size_t n,
                          const struct liblcm_load_options *options) {
  static const char *const ALL[] = {LCM_KEEP_LOOPS};
  static const struct liblcm_load_options DEFAULTS = {0};
  const struct liblcm_load_options *o = options ? options : &DEFAULTS;
  *out = (struct lcm_load_options){.inputs = inputs,
                                   .n_inputs = n,
                                   .flags = o->flags,
                                   .n_flags = o->n_flags,
                                   .entry = o->entry,
                                   .open = o->entry != NULL,
                                   .analyze = {.variant = o->variant,
                                               .kept = o->loops ? ALL : NULL,
                                               .n_kept = o->loops ? 1 : 0,
                                               .sidecars = o->models,
                                               .n_sidecars = o->n_models,
                                               .jobs = o->jobs,
                                               .seconds = o->seconds,
                                               .memory = o->memory}};
}

/* Return whether one of the "n" inputs is standard input, which is the
 * caller's. */
static bool has_standard_input(const char *const *inputs, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(inputs[i], "-"))
      return true;
  return false;
}

bool lcm_api_check_load(const char *const *inputs, size_t n,
                        const struct liblcm_load_options *options) {
  return n && lcm_api_check_texts(inputs, n) &&
         !has_standard_input(inputs, n) &&
         (!options ||
          (lcm_api_check_texts(options->flags, options->n_flags) &&
           lcm_api_check_texts(options->models, options->n_models)));
}

/* Load what "user" says. */
static lcm_status load(lcm_ctx *ctx, void *user) {
  struct loading *loading = user;
  struct lcm_load_options options;
  const lcm_program *program = NULL;
  lcm_api_load_options(&options, loading->inputs, loading->n, loading->options);
  const bool open = options.entry && !*options.entry;
  if (open)
    options.entry = NULL;
  options.apart = open;
  const lcm_status status = open ? lcm_load_joined(&program, ctx, &options)
                                 : lcm_load_program(&program, ctx, &options);
  return status ? status : lcm_api_keep_program(&loading->out, program);
}

liblcm_code liblcm_program_load(liblcm_program **out, const char *const *inputs,
                                size_t n,
                                const struct liblcm_load_options *options,
                                liblcm_log *log) {
  struct loading loading = {.inputs = inputs, .n = n, .options = options};
  if (!out || !lcm_api_check_load(inputs, n, options))
    return LIBLCM_ERROR_USAGE;
  const struct lcm_api_request request = {.body = load,
                                          .user = &loading,
                                          .log = log,
                                          .strict = options && options->strict};
  const liblcm_code code = lcm_api_run(NULL, &request);
  if (code)
    liblcm_program_free(loading.out);
  else
    *out = loading.out;
  return code;
}
