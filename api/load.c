#include <string.h>

#include "analyzer/analyze.h"
#include "analyzer/analyzer.h"
#include "analyzer/lower/control/sidecar.h"
#include "analyzer/units/database.h"
#include "api/api_internal.h"
#include "base/ctx.h"
#include "base/fs.h"
#include "base/list.h"
#include "model/lcs/parse.h"
#include "model/link/link.h"
#include "pamela/pamela.h"
#include "pamela/read.h"

/* A program being loaded. */
struct loading {
  liblcm_program *out;
  const char *const *inputs;
  size_t n;
  struct liblcm_load_options options;
};

/* What the inputs are made of: units still to be analysed, texts of one model,
 * and structures.
 * mixed  the units may belong to several programs */
struct pieces {
  bool mixed;
  LCM_LIST(struct lcm_pamela_text) texts;
  LCM_LIST(struct lcm_unit_input) units;
  LCM_LIST(const lcm_program *) programs;
};

/* Return whether "name" ends in "suffix", of four characters. */
static bool ends_in(const char *name, const char *suffix) {
  const size_t n = strlen(name);
  return n > 4 && !strcmp(name + n - 4, suffix);
}

/* Add the text of the model in the file "name". */
static lcm_status add_text(struct pieces *pieces, lcm_ctx *ctx,
                           const char *name) {
  char *text = NULL;
  size_t len = 0;
  const lcm_status status = lcm_file_read(&text, &len, ctx, name);
  const struct lcm_pamela_text one = {name, text, len};
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &pieces->texts, one);
  return status;
}

/* Read the texts of "pieces", if any, as one model whose whole is the equation
 * L, or what "entry" says. */
static lcm_status read_texts(struct pieces *pieces, lcm_ctx *ctx,
                             const char *entry) {
  const struct lcm_pamela_options options = {.open = entry != NULL};
  const lcm_program *program = NULL;
  if (!pieces->texts.n)
    return LCM_OK;
  const lcm_status status = lcm_pamela_read_all(&program, ctx, pieces->texts.at,
                                                pieces->texts.n, &options);
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &pieces->programs, program);
  return status;
}

/* Add the structure in the file "name". */
static lcm_status add_structure(struct pieces *pieces, lcm_ctx *ctx,
                                const char *name) {
  const lcm_program *program = NULL;
  char *text = NULL;
  size_t len = 0;
  lcm_status status = lcm_file_read(&text, &len, ctx, name);
  status = status ? status : lcm_program_parse(&program, ctx, name, text, len);
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &pieces->programs, program);
  return status;
}

/* Add the units of the build directory "name". */
static lcm_status add_build(struct pieces *pieces, lcm_ctx *ctx,
                            const char *name) {
  const struct lcm_unit_input *units = NULL;
  size_t n = 0;
  const lcm_status status = lcm_compile_commands_read(&units, &n, ctx, name);
  for (size_t i = 0; i < n && !status; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &pieces->units, units[i]);
  pieces->mixed = true;
  return status;
}

/* Add the input "text". */
static lcm_status add_input(struct pieces *pieces, lcm_ctx *ctx,
                            const char *text,
                            const struct liblcm_load_options *options) {
  const char *name = lcm_intern(ctx, text);
  const struct lcm_unit_input unit = {
      .file = name, .flags = options->flags, .n_flags = options->n_flags};
  if (!lcm_path_exists(name)) {
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = name},
               "there is no such file");
    return LCM_EIO;
  }
  if (lcm_path_is_directory(name))
    return add_build(pieces, ctx, name);
  if (ends_in(name, ".lcs"))
    return add_structure(pieces, ctx, name);
  if (ends_in(name, ".pam"))
    return add_text(pieces, ctx, name);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &pieces->units, unit);
  return LCM_OK;
}

/* Analyse the units of "pieces"; their structures come behind the others. */
static lcm_status analyse(struct pieces *pieces, lcm_ctx *ctx,
                          const struct liblcm_load_options *options) {
  static const char *const ALL[] = {LCM_KEEP_LOOPS};
  const struct lcm_analyze_options how = {.variant = options->variant,
                                          .kept = options->loops ? ALL : NULL,
                                          .n_kept = options->loops ? 1 : 0,
                                          .sidecars = options->models,
                                          .n_sidecars = options->n_models,
                                          .jobs = options->jobs,
                                          .seconds = options->seconds,
                                          .memory = options->memory};
  const struct lcm_unit *units = NULL;
  lcm_status status =
      lcm_analyze(&units, ctx, pieces->units.at, pieces->units.n, &how);
  status =
      status ? status : lcm_sidecars_check(ctx, units, pieces->units.n, &how);
  for (size_t i = 0; i < pieces->units.n && !status; i++)
    if (units[i].program)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &pieces->programs, units[i].program);
  return !status && lcm_diag_count(ctx, LCM_ERROR) ? LCM_EPARSE : status;
}

/* Load what "user" says. */
static lcm_status load(lcm_ctx *ctx, void *user) {
  struct loading *loading = user;
  const struct liblcm_load_options *options = &loading->options;
  struct pieces pieces = {0};
  const lcm_program *program = NULL;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < loading->n && !status; i++)
    status = add_input(&pieces, ctx, loading->inputs[i], options);
  status = status ? status : read_texts(&pieces, ctx, options->entry);
  status = status ? status : analyse(&pieces, ctx, options);
  if (status)
    return status;
  if (options->entry && !*options->entry)
    status = lcm_program_join(&program, ctx, pieces.programs.at,
                              pieces.programs.n, false);
  else
    status = lcm_program_link(&program, ctx, pieces.programs.at,
                              pieces.programs.n, options->entry, !pieces.mixed);
  return status ? status : lcm_api_keep_program(&loading->out, program);
}

liblcm_code liblcm_program_load(liblcm_program **out, const char *const *inputs,
                                size_t n,
                                const struct liblcm_load_options *options,
                                liblcm_log *log) {
  struct loading loading = {.inputs = inputs, .n = n};
  if (options)
    loading.options = *options;
  if (!out || !n || !lcm_api_check_texts(inputs, n) ||
      !lcm_api_check_texts(loading.options.flags, loading.options.n_flags) ||
      !lcm_api_check_texts(loading.options.models, loading.options.n_models))
    return LIBLCM_ERROR_USAGE;
  const struct lcm_api_request request = {.body = load,
                                          .user = &loading,
                                          .log = log,
                                          .strict = loading.options.strict};
  const liblcm_code code = lcm_api_run(NULL, &request);
  if (code)
    liblcm_program_free(loading.out);
  else
    *out = loading.out;
  return code;
}
