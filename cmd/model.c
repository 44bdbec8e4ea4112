#include <string.h>

#include "base/fs.h"
#include "cmd/command.h"
#include "cmd/model.h"
#include "cmd/options.h"
#include "pamela/pamela.h"
#include "pamela/read.h"

bool command_is_model(const char *name) {
  const size_t n = strlen(name);
  return n >= 4 && !strcmp(name + n - 4, ".pam");
}

typedef LCM_LIST(struct lcm_pamela_text) text_list;

/* Add the text of the file "name" to "texts". */
static lcm_status add_text(text_list *texts, struct command *command,
                           const char *name) {
  char *text = NULL;
  size_t len = 0;
  const lcm_status status = lcm_file_read(&text, &len, command->ctx, name);
  const struct lcm_pamela_text one = {name, text, len};
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), texts, one);
  return status;
}

lcm_status command_model(const lcm_program **out, struct command *command,
                         const struct lcm_pamela_text *texts, size_t n,
                         bool open) {
  const struct lcm_pamela_options options = {
      .model = command->values[OPT_MODEL], .open = open};
  return lcm_pamela_read_all(out, command->ctx, texts, n, &options);
}

lcm_status command_models(const lcm_program **out, struct command *command,
                          struct command_span inputs, bool open) {
  text_list texts = {0};
  lcm_status status = LCM_OK;
  *out = NULL;
  for (size_t i = inputs.first; i < inputs.last && !status; i++)
    if (command_is_model(command->inputs.at[i]))
      status = add_text(&texts, command, command->inputs.at[i]);
  if (!status && command->given[OPT_MODEL] && !texts.n) {
    command_complain("--model chooses an equation of a model (.pam)");
    return LCM_EUSAGE;
  }
  return status || !texts.n
             ? status
             : command_model(out, command, texts.at, texts.n, open);
}
