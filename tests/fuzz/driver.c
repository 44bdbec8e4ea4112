/* Runs a fuzz target without libFuzzer: over the files in the folders that are
 * given, and over damaged copies of each, N where that is said.
 *
 * usage: fuzz_X [-n N] FOLDER... */
#include <dirent.h>
#include <string.h>

#include "base/fs.h"
#include "base/list.h"
#include "tests/fuzz/fuzz.h"

enum { DAMAGED_COPIES = 300 };

typedef LCM_LIST(const char *) path_list;

/* Order strings. */
static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Add the files in the folder "name" to "paths"; false where there is no such
 * folder. */
static bool list_files(path_list *paths, lcm_ctx *ctx, const char *name) {
  DIR *folder = opendir(name);
  if (!folder)
    return false;
  for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
    if (entry->d_name[0] != '.') {
      const char *path =
          lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", name, entry->d_name);
      LCM_LIST_ADD(lcm_ctx_arena(ctx), paths, path);
    }
  closedir(folder);
  return true;
}

/* Run the target on a heap copy of exactly the "len" bytes at "text". */
static void run(const char *text, size_t len) {
  uint8_t *copy = malloc(len ? len : 1);
  if (copy && len)
    memcpy(copy, text, len);
  if (copy)
    (void)LLVMFuzzerTestOneInput(copy, len);
  free(copy);
}

/* Return a number below "n", of the sequence that "seed" is in. */
static size_t draw(uint64_t *seed, size_t n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(*seed >> 33) % n;
}

/* Damage the "len" bytes at "text" in one place: a byte changed, a piece
 * repeated or taken out.  There is room for twice as much; return the new
 * length. */
static size_t damage(char *text, size_t len, uint64_t *seed) {
  static const char BYTES[] = "\0\n\t\"'{}()[]<>@#,;:*?/\\=+-^~`.09aZ_ \xff";
  const size_t at = draw(seed, len);
  const size_t left = len - at;
  const size_t n = draw(seed, left < 40 ? left : 40) + 1;
  switch (draw(seed, 4)) {
  case 0:
    memmove(text + at, text + at + n, left - n);
    return len - n;
  case 1:
    memmove(text + at + n, text + at, left);
    return len + n;
  default:
    text[at] = BYTES[draw(seed, sizeof BYTES - 1)];
    return len;
  }
}

/* Run the target on the file "path", on about "copies" beginnings of it and on
 * as many damaged copies. */
static void run_file(const char *path, size_t copies) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  char *text = NULL;
  size_t len = 0;
  uint64_t seed = 1;
  fuzz_require(!lcm_file_read(&text, &len, ctx, path), "a seed can be read");
  run(text, len);
  const size_t step = len / copies + 1;
  for (size_t n = 0; n < len; n += step)
    run(text, n);
  char *copy = malloc(2 * len + 200);
  for (size_t i = 0; copy && len && i < copies; i++) {
    size_t now = len;
    memcpy(copy, text, len);
    for (size_t k = draw(&seed, 3) + 1; k && now && now < 2 * len; k--)
      now = damage(copy, now, &seed);
    run(copy, now);
  }
  free(copy);
  lcm_ctx_free(ctx);
}

int main(int argc, char **argv) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  path_list paths = {0};
  const bool told = argc > 3 && !strcmp(argv[1], "-n");
  const size_t copies = told ? strtoul(argv[2], NULL, 10) : DAMAGED_COPIES;
  fuzz_require(copies > 0, "a number of copies follows -n");
  for (int i = told ? 3 : 1; i < argc; i++)
    fuzz_require(list_files(&paths, ctx, argv[i]), "the folder can be read");
  fuzz_require(paths.n > 0, "there are seeds");
  qsort(paths.at, paths.n, sizeof *paths.at, by_name);
  for (size_t i = 0; i < paths.n; i++)
    run_file(paths.at[i], copies);
  printf("%zu seeds\n", paths.n);
  lcm_ctx_free(ctx);
  return 0;
}
