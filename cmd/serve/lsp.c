/* lcm lsp: a language server for editors. */
#include "cmd/serve/lsp.h"

#include <unistd.h>

#include "analyzer/analyzer.h"
#include "cmd/options.h"
#include "cmd/serve/look.h"

int run_lsp(struct command *command) {
  if (command->inputs.n) {
    command_complain("lsp takes no inputs: the editor opens files");
    return EXIT_USAGE;
  }
  lcm_analyze_prepare();
  return lcm_lsp_serve(STDIN_FILENO, STDOUT_FILENO, command_look, NULL);
}
