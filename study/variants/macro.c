/* Macros of a program that a name of -D may be meant for: lines of #define in
 * the files of the program and in those that they include by "...". */
#include "study/variants/macro.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/fs.h"

/* How deep files are followed that others include. */
enum { DEEPEST = 2 };

/* A search. */
struct seeking {
  lcm_ctx *ctx;
  const char *name;
  const char *found; /* NULL: not yet */
  lcm_loc at;
};

/* Return what stands behind the directive "word" in the line at "line"; NULL
 * where that is another line. */
static const char *behind(const char *line, const char *word) {
  line += strspn(line, " \t");
  if (*line != '#')
    return NULL;
  line += 1 + strspn(line + 1, " \t");
  const size_t n = strlen(word);
  if (strncmp(line, word, n) != 0 || !strchr(" \t\"", line[n]) || !line[n])
    return NULL;
  return line + n + strspn(line + n, " \t");
}

/* Return the length of the name at "at". */
static size_t name_length(const char *at) {
  size_t n = 0;
  while (isalnum((unsigned char)at[n]) || at[n] == '_')
    n++;
  return n;
}

/* Look for the macro in "file", which is included "depth" deep. */
static void seek(struct seeking *s, const char *file, int depth) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  char *text = NULL;
  size_t len = 0;
  unsigned number = 1;
  if (!lcm_file_is_readable(file) || lcm_file_read(&text, &len, s->ctx, file))
    return;
  for (const char *at = text; at && *at && !s->found; number++) {
    const char *name = behind(at, "define");
    const char *header = behind(at, "include");
    const size_t n = name ? name_length(name) : 0;
    if (name && n == strlen(s->name) && name[n] != '(' &&
        !strncasecmp(name, s->name, n)) {
      s->found = lcm_intern_n(s->ctx, name, n);
      s->at = (lcm_loc){.file = lcm_intern(s->ctx, file), .line = number};
    } else if (header && *header == '"' && depth < DEEPEST) {
      const char *slash = strrchr(file, '/');
      const int folder = slash ? (int)(slash + 1 - file) : 0;
      const int length = (int)strcspn(header + 1, "\"\n");
      seek(
          s,
          lcm_arena_printf(arena, "%.*s%.*s", folder, file, length, header + 1),
          depth + 1);
    }
    at = strchr(at, '\n');
    at = at ? at + 1 : NULL;
  }
}

const char *lcm_macro_like(lcm_loc *at, lcm_ctx *ctx,
                           const lcm_program *program, const char *name) {
  struct seeking s = {.ctx = ctx, .name = name};
  const bool muted = lcm_ctx_mute(ctx, true);
  for (size_t i = 0; i < program->n_files && !s.found; i++)
    seek(&s, program->files[i], 0);
  (void)lcm_ctx_mute(ctx, muted);
  *at = s.at;
  return s.found;
}
