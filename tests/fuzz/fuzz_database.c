#include <string.h>
#include <unistd.h>

#include "analyzer/units/database.h"
#include "base/ctx.h"
#include "base/fs.h"
#include "tests/fuzz/fuzz.h"

/* Where the database lies. */
static char place[64];

/* Remove the folder with the database. */
static void clean_up(void) {
  char path[96];
  (void)snprintf(path, sizeof path, "%s/compile_commands.json", place);
  (void)unlink(path);
  (void)rmdir(place);
}

/* Write "data" as compile_commands.json into a folder of this process; return
 * the folder. */
static const char *put(lcm_ctx *ctx, const uint8_t *data, size_t len) {
  if (!*place) {
    (void)snprintf(place, sizeof place, P_tmpdir "/fuzz_database.XXXXXX");
    fuzz_require(mkdtemp(place) != NULL, "there is a folder");
    (void)atexit(clean_up);
  }
  const char *path =
      lcm_arena_printf(lcm_ctx_arena(ctx), "%s/compile_commands.json", place);
  FILE *file = fopen(path, "wb");
  fuzz_require(file && fwrite(data, 1, len, file) == len && !fclose(file),
               "the database is written");
  return place;
}

/* What is read has units with a file each, in order; otherwise an error is
 * reported. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const struct lcm_unit_input *inputs = NULL;
  size_t n = 0;
  const char *folder = put(ctx, data, len);
  const lcm_status status =
      lcm_compile_commands_read(&inputs, &n, ctx, folder, true);
  fuzz_require(!status || lcm_diag_count(ctx, LCM_ERROR) > 0,
               "an error is reported");
  for (size_t i = 0; !status && i < n; i++) {
    fuzz_require(inputs[i].file && *inputs[i].file, "a unit has a file");
    fuzz_require(!i || strcmp(inputs[i - 1].file, inputs[i].file) <= 0,
                 "units are in order");
    for (size_t k = 0; k < inputs[i].n_flags; k++)
      fuzz_require(inputs[i].flags[k] != NULL, "flags are words");
  }
  if (!status)
    lcm_compile_commands_note(ctx, inputs, n);
  lcm_ctx_free(ctx);
  return 0;
}
