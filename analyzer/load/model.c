/* PAMELA models among the inputs. */
#include <string.h>

#include "analyzer/load/model.h"
#include "base/fs.h"
#include "base/list.h"
#include "pamela/pamela.h"

bool lcm_load_is_model(const char *name) {
  const size_t n = strlen(name);
  return n >= 4 && !strcmp(name + n - 4, ".pam");
}

typedef LCM_LIST(struct lcm_pamela_text) text_list;

/* Add the text of the file "name" to "texts". */
static lcm_status add_text(text_list *texts, lcm_ctx *ctx, const char *name) {
  char *text = NULL;
  size_t len = 0;
  const lcm_status status = lcm_file_read(&text, &len, ctx, name);
  const struct lcm_pamela_text one = {name, text, len};
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), texts, one);
  return status;
}

lcm_status lcm_load_model(const lcm_program **out, lcm_ctx *ctx,
                          const struct lcm_load_options *options) {
  const struct lcm_pamela_options how = {.model = options->model,
                                         .open = options->open};
  text_list texts = {0};
  lcm_status status = LCM_OK;
  *out = NULL;
  for (size_t i = 0; i < options->n_inputs && !status; i++)
    if (lcm_load_is_model(options->inputs[i]))
      status = add_text(&texts, ctx, options->inputs[i]);
  if (!status && options->model && !texts.n) {
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "--model chooses an equation of a model (.pam)");
    return LCM_EUSAGE;
  }
  return status || !texts.n
             ? status
             : lcm_pamela_read_all(out, ctx, texts.at, texts.n, &how);
}
