/* What a sidecar file has of its author, and what lcm wrote into it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotations/annotate/kept.h"

/* Return "line" without the blanks before it. */
static const char *trimmed(const char *line) {
  while (isspace((unsigned char)*line))
    line++;
  return line;
}

/* Return the number behind " lines=" in "line", 0 where there is none. */
static size_t count_in(const char *line) {
  const char *at = strstr(line, " lines=");
  return at ? strtoul(at + 7, NULL, 10) : 0;
}

/* Return the function that "line", `at FUNCTION/KIND#N`, speaks of, with the
 * file where it names that; NULL where it is no such line. */
static const char *function_in(lcm_ctx *ctx, const char *line) {
  line = trimmed(line);
  if (strncmp(line, "at ", 3) != 0)
    return NULL;
  line = trimmed(line + 3);
  const char *colon = strrchr(line, ':');
  const char *name = colon ? colon + 1 : line;
  return lcm_intern_n(ctx, line,
                      (size_t)(name - line) + strcspn(name, "/ \t\r"));
}

/* Move the last "n" lines of "out" that are yours into a block of its own;
 * blanks stand where they stood. */
static void take_block(struct annotate_kept *out, lcm_ctx *ctx, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t all = out->yours.n;
  const size_t first = n < all ? all - n : 0;
  struct annotate_block block = {0};
  for (size_t i = first; i < all; i++) {
    const char *line = out->yours.at[i];
    out->yours.at[i] = NULL;
    if (line && !block.lines.n)
      block.function = function_in(ctx, line);
    if (line)
      LCM_LIST_ADD(arena, &block.lines, line);
  }
  LCM_LIST_ADD(arena, &out->blocks, block);
}

void annotate_keep(struct annotate_kept *out, lcm_ctx *ctx, const char *text) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  bool measured = false;
  *out = (struct annotate_kept){0};
  while (*text) {
    const size_t n = strcspn(text, "\n");
    const char *line = lcm_arena_strndup(arena, text, n);
    LCM_LIST_ADD(arena, &out->yours, line);
    measured = !strncmp(trimmed(line), "measured ", 9) ||
               (measured && !strncmp(trimmed(line), "...", 3));
    const size_t count = measured ? count_in(line) : 0;
    if (count)
      take_block(out, ctx, count);
    text += n + (text[n] == '\n');
  }
}

const char *annotate_yours(lcm_ctx *ctx, const struct annotate_kept *kept,
                           bool blanks) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < kept->yours.n; i++) {
    const char *line = kept->yours.at[i];
    if (line || blanks)
      lcm_buf_printf(&buf, "%s\n", line ? line : "");
  }
  return lcm_ctx_text(ctx, &buf);
}
