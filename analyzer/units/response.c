/* Words of command lines: response files take the place of their names. */
#include "analyzer/units/response.h"

#include <string.h>

#include "base/fs.h"

/* So deep may response files be nested, and so many may there be in one
 * command. */
enum { MAX_NESTING = 16, MAX_FILES = 256 };

void lcm_words_split(lcm_word_list *words, lcm_ctx *ctx, const char *text) {
  static const char BLANKS[] = " \t\r\n";
  while (*text) {
    text += strspn(text, BLANKS);
    if (!*text)
      break;
    char *word = lcm_arena_alloc(lcm_ctx_arena(ctx), 1, strlen(text) + 1);
    size_t n = 0;
    char quote = '\0';
    for (; *text && (quote || !strchr(BLANKS, *text)); text++) {
      if (quote ? *text == quote : *text == '"' || *text == '\'')
        quote = quote ? '\0' : *text;
      else if (*text == '\\' && quote != '\'' && text[1])
        word[n++] = *++text;
      else
        word[n++] = *text;
    }
    LCM_LIST_ADD(lcm_ctx_arena(ctx), words, word);
  }
}

/* Return "name", relative to "directory" (NULL or empty: the current one). */
static const char *inside(lcm_ctx *ctx, const char *directory,
                          const char *name) {
  return name[0] == '/' || !directory || !*directory
             ? name
             : lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s", directory, name);
}

/* Return the directory of the file "path"; NULL for the current one. */
static const char *directory_of(lcm_ctx *ctx, const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? lcm_intern_n(ctx, path, (size_t)(slash - path)) : NULL;
}

/* An expansion under way. */
struct expansion {
  lcm_ctx *ctx;
  lcm_word_list *out;
  const char *directory; /* of the command */
  lcm_loc at;
  unsigned files; /* how many were met */
};

/* Say that the response file "path" does not count, and why. */
static void report_file(struct expansion *e, const char *path,
                        const char *why) {
  lcm_report(e->ctx, LCM_DIAG_BUILD, e->at,
             "the response file '%s' %s: its flags are missing; build the "
             "program first, or give them behind '--'",
             path, why);
}

/* Add the words of the response file "name", which stands in the file "from"
 * (NULL: the command) at the depth "depth". */
static void add_file(struct expansion *e, const char *name, const char *from,
                     unsigned depth) {
  lcm_word_list words = {0};
  char *text = NULL;
  size_t len = 0;
  const char *path = inside(e->ctx, e->directory, name);
  if (from && !lcm_path_exists(path))
    path = inside(e->ctx, directory_of(e->ctx, from), name);
  if (e->files++ >= MAX_FILES) {
    if (e->files == MAX_FILES + 1)
      report_file(e, path, "is one too many");
    return;
  }
  if (depth == MAX_NESTING || !lcm_file_is_readable(path) ||
      lcm_file_read(&text, &len, e->ctx, path)) {
    if (!lcm_path_exists(path) || depth == MAX_NESTING)
      report_file(e, path,
                  depth == MAX_NESTING ? "is nested too deeply"
                                       : "is not there");
    return;
  }
  lcm_words_split(&words, e->ctx, text);
  for (size_t i = 0; i < words.n; i++)
    if (words.at[i][0] == '@' && words.at[i][1])
      add_file(e, words.at[i] + 1, path, depth + 1);
    else
      LCM_LIST_ADD(lcm_ctx_arena(e->ctx), e->out,
                   lcm_intern(e->ctx, words.at[i]));
}

void lcm_words_expand(lcm_word_list *out, lcm_ctx *ctx,
                      const char *const *words, size_t n, const char *directory,
                      lcm_loc at) {
  struct expansion e = {ctx, out, directory, at, 0};
  for (size_t i = 0; i < n; i++)
    if (words[i][0] == '@' && words[i][1])
      add_file(&e, words[i] + 1, NULL, 0);
    else
      LCM_LIST_ADD(lcm_ctx_arena(ctx), out, lcm_intern(ctx, words[i]));
}
