/* Reading the texts that make one model. */
#include <string.h>

#include "pamela/cursor.h"
#include "pamela/declare.h"
#include "pamela/equation.h"
#include "pamela/names.h"
#include "pamela/read.h"
#include "pamela/token.h"

/* Take the texts apart. */
static void read_tokens(struct pml *p, const struct lcm_pamela_text *texts,
                        size_t n) {
  p->texts = LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), struct pml_text, n + 1);
  for (size_t i = 0; i < n && !p->status; i++)
    p->status = pml_tokens(&p->texts[p->n_texts++], p->ctx, &texts[i]);
}

/* Put the key of the function where the run begins into "*key". */
static void choose_entry(struct pml *p, const char **key,
                         const struct lcm_pamela_options *options) {
  const char *wanted = options->model ? options->model : "L";
  const struct pml_function *found = NULL;
  for (size_t i = 0; i < p->functions.n; i++)
    if (!strcmp(p->functions.at[i].function.key, wanted))
      found = &p->functions.at[i];
  *key = found ? found->function.key : NULL;
  const lcm_loc at = {.file = p->n_texts ? p->texts[0].file : NULL};
  if (!found && (options->model || !options->open))
    pml_error(p, LCM_EUNBOUND, LCM_DIAG_ENTRY, at,
              options->model ? "there is no equation '%s'"
                             : "there is no equation '%s'; choose one with "
                               "--model",
              wanted);
  else if (found && found->function.n_params)
    pml_error(p, LCM_EUNBOUND, LCM_DIAG_ENTRY, found->function.loc,
              "'%s' takes arguments, so it is no whole model", wanted);
}

/* Return all that was read as a program. */
static lcm_program *assemble(struct pml *p) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  lcm_program *out = LCM_NEW(arena, lcm_program);
  const char **files = LCM_NEW_ARRAY(arena, const char *, p->n_texts + 1);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, p->functions.n + 1);
  for (size_t i = 0; i < p->n_texts; i++)
    files[i] = p->texts[i].file;
  for (size_t i = 0; i < p->functions.n; i++)
    functions[i] = p->functions.at[i].function;
  *out = (lcm_program){.files = files,
                       .n_files = p->n_texts,
                       .functions = functions,
                       .n_functions = p->functions.n,
                       .params = p->params.at,
                       .n_params = p->params.n,
                       .resources = p->resources.at,
                       .n_resources = p->resources.n,
                       .conditions = p->conditions.at,
                       .n_conditions = p->conditions.n,
                       .draws = p->draws.at,
                       .n_draws = p->draws.n,
                       .is_model = true,
                       .unit = p->unit_name};
  return out;
}

lcm_status lcm_pamela_read_all(const lcm_program **out, lcm_ctx *ctx,
                               const struct lcm_pamela_text *texts, size_t n,
                               const struct lcm_pamela_options *options) {
  struct pml p = {.ctx = ctx};
  read_tokens(&p, texts, n);
  pml_collect(&p);
  p.unit =
      lcm_expr_unit(ctx, lcm_measure_find(p.unit_name ? p.unit_name : "s"));
  if (!p.status)
    pml_declare(&p);
  if (!p.status)
    pml_equations(&p);
  if (!p.status)
    pml_check(&p);
  if (p.status)
    return p.status;
  lcm_program *program = assemble(&p);
  choose_entry(&p, &program->entry, options);
  if (!p.status)
    p.status = lcm_program_finish(ctx, program);
  if (!p.status)
    *out = program;
  return p.status;
}

lcm_status lcm_pamela_read(const lcm_program **out, lcm_ctx *ctx,
                           const char *file, const char *text, size_t len,
                           const char *model) {
  const struct lcm_pamela_text one = {file, text, len};
  const struct lcm_pamela_options options = {.model = model};
  return lcm_pamela_read_all(out, ctx, &one, 1, &options);
}
