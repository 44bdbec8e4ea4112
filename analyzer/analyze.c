/* The analysis of the units of a program: from the cache, in processes of their
 * own or here. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/analyze.h"
#include "analyzer/clang/clang.h"
#include "analyzer/units/units.h"
#include "base/fs.h"

/* Keep what "unit" is, of "input" and number "i", and the diagnostics of "ctx",
 * all of which are its. */
static void keep(struct lcm_cache *cache, const struct lcm_unit *unit,
                 lcm_ctx *ctx, const struct lcm_unit_input *input, size_t i) {
  size_t len = 0;
  char *text = lcm_unit_pack(&len, unit, ctx);
  if (text)
    lcm_cache_keep(cache, unit, input, i, text, len);
  free(text);
}

/* Analyse the "n" units at "inputs" into "units" in this process, those that
 * "cache" (NULL: none) has apart.  Of texts that are given what was understood
 * is kept. */
static void analyze_here(struct lcm_unit *units, lcm_ctx *ctx,
                         const struct lcm_unit_input *inputs, size_t n,
                         const struct lcm_analyze_options *options,
                         struct lcm_cache *cache) {
  struct lcm_progress progress = {.n = n};
  for (size_t i = 0; i < n; i++) {
    const bool silent = !lcm_diag_count(ctx, LCM_NOTE);
    const bool found = cache && lcm_cache_find(cache, &units[i], &inputs[i], i);
    if (!found && lcm_unit_analyze(&units[i], ctx, &inputs[i], options) &&
        !inputs[i].text)
      units[i].failed = true;
    if (!found && cache && silent)
      keep(cache, &units[i], ctx, &inputs[i], i);
    progress.done++;
    progress.cached += found;
    progress.file = inputs[i].file;
    if (options->progress)
      options->progress(options->user, &progress);
  }
}

/* Put those of the "n" files at "inputs" into "options" whose comments declare
 * functions from elsewhere, for all of the program.  What cannot be read is
 * reported where it is analysed. */
static void find_said(struct lcm_analyze_options *options, lcm_ctx *ctx,
                      const struct lcm_unit_input *inputs, size_t n) {
  LCM_LIST(struct lcm_included) said = {0};
  const bool muted = lcm_ctx_mute(ctx, true);
  for (size_t i = 0; i < n; i++) {
    char *text = NULL;
    size_t len = 0;
    if (inputs[i].text || lcm_file_read(&text, &len, ctx, inputs[i].file))
      continue;
    const struct lcm_included one = {lcm_printed_file(ctx, inputs[i].file),
                                     text, len};
    if (memmem(text, len, "lcm:", 4) && memmem(text, len, "external", 8))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &said, one);
  }
  (void)lcm_ctx_mute(ctx, muted);
  options->said = said.at;
  options->n_said = said.n;
}

lcm_status lcm_analyze(const struct lcm_unit **out, lcm_ctx *ctx,
                       const struct lcm_unit_input *inputs, size_t n,
                       const struct lcm_analyze_options *options) {
  struct lcm_unit *units =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_unit, n + 1);
  lcm_status status = LCM_OK;
  struct lcm_analyze_options own = *options;
  own.alone = n == 1 && !options->part;
  if (n > 1 && !own.constructs_only)
    find_said(&own, ctx, inputs, n);
  struct lcm_cache *cache = lcm_cache_open(ctx, n, &own);
  for (size_t i = 0; i < n; i++)
    units[i].file = lcm_intern(ctx, inputs[i].file);
  own.own_process = own.own_process && n == 1 && !cache;
  if (own.own_process)
    lcm_worker_become(ctx, inputs, &own);
  if (own.in_process || own.own_process)
    analyze_here(units, ctx, inputs, n, &own, cache);
  else
    status = lcm_workers_run(units, ctx, inputs, n, &own, cache);
  lcm_cache_close(cache);
  lcm_units_drop_repeated(units, n, ctx);
  lcm_units_set_apart(units, n, ctx);
  lcm_more_errors_join(ctx);
  *out = units;
  return status;
}

void lcm_analyze_prepare(void) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  if (ctx)
    (void)lcm_libclang_load(ctx);
  lcm_ctx_free(ctx);
}

lcm_status lcm_analyze_source(struct lcm_unit *out, lcm_ctx *ctx,
                              const struct lcm_unit_input *input,
                              const char *text, size_t len,
                              const struct lcm_analyze_options *options) {
  struct lcm_unit_input one = *input;
  const size_t errors = lcm_diag_count(ctx, LCM_ERROR);
  one.text = text;
  one.len = len;
  *out = (struct lcm_unit){.file = lcm_intern(ctx, input->file)};
  if (options->in_process)
    return lcm_unit_analyze(out, ctx, &one, options);
  const lcm_status status = lcm_workers_run(out, ctx, &one, 1, options, NULL);
  return !status && lcm_diag_count(ctx, LCM_ERROR) > errors ? LCM_EPARSE
                                                            : status;
}

lcm_status lcm_analyze_text(struct lcm_unit *out, lcm_ctx *ctx,
                            const char *name, const char *text,
                            const struct lcm_analyze_options *options) {
  const struct lcm_unit_input input = {
      .file = name, .flags = options->flags, .n_flags = options->n_flags};
  struct lcm_analyze_options own = *options;
  own.alone = true;
  own.in_process = true;
  return lcm_analyze_source(out, ctx, &input, text, strlen(text), &own);
}
