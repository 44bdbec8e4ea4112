/* Names of files: which belong to the project, and how they are printed. */
#include <string.h>

#include "analyzer/text/path.h"

bool lcm_is_project_file(const char *name) {
  static const char *const SYSTEM[] = {"/usr/", "/opt/", "/lib/", "<"};
  if (!name || !*name)
    return false;
  for (size_t i = 0; i < sizeof SYSTEM / sizeof *SYSTEM; i++)
    if (!strncmp(name, SYSTEM[i], strlen(SYSTEM[i])))
      return false;
  return true;
}

bool lcm_is_source_file(const char *name) {
  const size_t n = strlen(name);
  return n > 2 && !strcmp(name + n - 2, ".c");
}

/* Remove from the end of "out" the last component of its "n" bytes; return
 * what is left, or (size_t)-1 where `..` has nothing to remove. */
static size_t without_last(const char *out, size_t n) {
  if (!n || out[n - 1] != '/' || n == 1)
    return (size_t)-1;
  size_t start = n - 1;
  while (start && out[start - 1] != '/')
    start--;
  const size_t len = n - 1 - start;
  if (len == 2 && !memcmp(out + start, "..", 2))
    return (size_t)-1;
  return start;
}

const char *lcm_printed_file(lcm_ctx *ctx, const char *name) {
  char *out = lcm_arena_alloc(lcm_ctx_arena(ctx), 1, strlen(name) + 1);
  size_t n = 0;
  while (*name) {
    const size_t slash = strcspn(name, "/");
    const bool last = !name[slash];
    const size_t len = slash + !last;
    const size_t left = slash == 2 && !last && !memcmp(name, "..", 2)
                            ? without_last(out, n)
                            : (size_t)-1;
    const bool nothing = (slash == 1 && name[0] == '.' && !last) ||
                         (slash == 0 && n && out[n - 1] == '/');
    if (left != (size_t)-1)
      n = left;
    else if (!nothing) {
      memcpy(out + n, name, len);
      n += len;
    }
    name += len;
  }
  return lcm_intern_n(ctx, out, n);
}
