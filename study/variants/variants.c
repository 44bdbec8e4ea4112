/* Loads what is to be compared: each input, or all of them in each variant that
 * the user names, and what edits make of them. */
#include <string.h>

#include "study/variants/variants.h"

const char *lcm_variants_name(lcm_ctx *ctx, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  return lcm_intern_n(ctx, name,
                      dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

/* Load one variant for each input of "options". */
static lcm_status load_inputs(lcm_variants *variants, lcm_ctx *ctx,
                              const struct lcm_load_options *options) {
  struct lcm_load_options one = *options;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < options->n_inputs && !status; i++) {
    struct lcm_variant variant = {lcm_variants_name(ctx, options->inputs[i]),
                                  NULL};
    one.inputs = &options->inputs[i];
    one.n_inputs = 1;
    one.continued = i > 0;
    status = lcm_load_program(&variant.program, ctx, &one);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), variants, variant);
  }
  return status;
}

/* Load the program of all inputs once for each of the variants that "options"
 * list. */
static lcm_status load_variants(lcm_variants *variants, lcm_ctx *ctx,
                                const struct lcm_load_options *options) {
  struct lcm_load_options one = *options;
  const char *names = options->analyze.variant;
  lcm_status status = LCM_OK;
  while (*names && !status) {
    const size_t n = strcspn(names, ",");
    struct lcm_variant variant = {lcm_intern_n(ctx, names, n), NULL};
    one.analyze.variant = variant.name;
    status = lcm_load_program(&variant.program, ctx, &one);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), variants, variant);
    names += n + (names[n] == ',');
  }
  return status;
}

lcm_status lcm_variants_load(lcm_variants *variants, lcm_ctx *ctx,
                             const struct lcm_load_options *options,
                             const struct lcm_edits *edits) {
  const char *names = options->analyze.variant;
  const bool several = names && strchr(names, ',');
  const bool alone = names && !several && options->n_inputs == 1;
  struct lcm_load_options each = *options;
  lcm_status status = LCM_OK;
  if (alone)
    each.analyze.variant = NULL;
  if (!several)
    status = load_inputs(variants, ctx, &each);
  if (!status && (alone || several))
    status = load_variants(variants, ctx, options);
  status = status ? status : lcm_edits_add_variants(variants, ctx, edits);
  if (status || variants->n > 1)
    return status;
  lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             "compare needs two inputs, --variant A,B or --edit");
  return LCM_EUSAGE;
}

const lcm_program *const *lcm_variants_programs(lcm_ctx *ctx,
                                                const lcm_variants *variants) {
  const lcm_program **programs =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_program *, variants->n + 1);
  for (size_t i = 0; i < variants->n; i++)
    programs[i] = variants->at[i].program;
  return programs;
}

bool lcm_variants_sweep(const lcm_variants *variants) {
  for (size_t i = 0; i < variants->n; i++)
    if (!variants->at[i].program->is_model)
      return true;
  return false;
}
