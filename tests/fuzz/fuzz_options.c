#include <string.h>

#include "base/ctx.h"
#include "cmd/options.h"
#include "model/edit/edit.h"
#include "tests/fuzz/fuzz.h"

/* The most arguments of a command line. */
enum { ARGUMENTS = 64 };

/* Split the text at "copy" at the ends of lines into "argv", which ends with
 * NULL; return how many there are. */
static int split(char **argv, char *copy) {
  int n = 0;
  for (char *at = copy; at && n < ARGUMENTS; n++) {
    char *end = strchr(at, '\n');
    if (end)
      *end = '\0';
    argv[n] = at;
    at = end ? end + 1 : NULL;
  }
  argv[n] = NULL;
  return n;
}

/* Read the values that the options of "command" have in languages of their
 * own: grids and edits. */
static void read_values(lcm_ctx *ctx, const struct command *command) {
  const lcm_grid *grid = NULL;
  const lcm_restructuring *edits = NULL;
  const size_t before = lcm_diag_count(ctx, LCM_ERROR);
  if (lcm_grid_parse(&grid, ctx, command->defines.at, command->defines.n))
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > before,
                 "what is wrong with a grid is said");
  else
    fuzz_require(grid->n_points > 0, "a grid has points");
  for (size_t i = 0; i < command->edits.n; i++)
    if (!lcm_restructuring_parse(&edits, ctx, command->edits.at[i]))
      fuzz_require(edits != NULL, "edits that parse are there");
}

/* The first byte is the letter of a subcommand, each line an argument.  What
 * is given is in the command, in its order. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  char *argv[ARGUMENTS + 1];
  struct command command = {.ctx = ctx};
  const struct subcommand sub = {
      .name = "test", .letter = len && data[0] ? (char)data[0] : 'p'};
  char *copy = lcm_arena_strndup(
      lcm_ctx_arena(ctx), len ? (const char *)data + 1 : "", len ? len - 1 : 0);
  const int argc = split(argv, copy);
  if (command_parse(&command, &sub, argc, argv)) {
    for (size_t i = 0; i < OPT_COUNT; i++)
      fuzz_require(!command.values[i] || command.given[i],
                   "an option with a value is given");
    fuzz_require(command.inputs.n + command.n_flags <= (size_t)argc,
                 "inputs and flags are arguments");
    read_values(ctx, &command);
  }
  lcm_ctx_free(ctx);
  return 0;
}
