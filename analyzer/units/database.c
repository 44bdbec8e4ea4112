/* Compilation databases: which units a program has, with their flags. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/units/database.h"
#include "base/fs.h"
#include "base/json_parse.h"
#include "base/list.h"

/* Split "text" into words as a shell does, quotes and backslashes honoured. */
static size_t split_words(const char *const **out, lcm_ctx *ctx,
                          const char *text) {
  LCM_LIST(const char *) words = {0};
  while (*text) {
    text += strspn(text, " \t\n");
    if (!*text)
      break;
    char *word = lcm_arena_alloc(lcm_ctx_arena(ctx), 1, strlen(text) + 1);
    size_t n = 0;
    char quote = '\0';
    for (; *text && (quote || !strchr(" \t\n", *text)); text++) {
      if (quote ? *text == quote : *text == '"' || *text == '\'')
        quote = quote ? '\0' : *text;
      else if (*text == '\\' && quote != '\'' && text[1])
        word[n++] = *++text;
      else
        word[n++] = *text;
    }
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &words, word);
  }
  *out = words.at;
  return words.n;
}

/* Return whether "file" is C source. */
static bool is_c(const char *file) {
  const size_t n = strlen(file);
  return n > 2 && !strcmp(file + n - 2, ".c");
}

static int input_order(const void *a, const void *b) {
  return strcmp(((const struct lcm_unit_input *)a)->file,
                ((const struct lcm_unit_input *)b)->file);
}

/* Read the entry "one" of a compilation database into "*out"; false where it
 * is no C file. */
static bool read_entry(struct lcm_unit_input *out, lcm_ctx *ctx,
                       const lcm_json *one) {
  LCM_LIST(const char *) flags = {0};
  const char *file = lcm_json_text(lcm_json_get(one, "file"));
  const char *directory = lcm_json_text(lcm_json_get(one, "directory"));
  const char *command = lcm_json_text(lcm_json_get(one, "command"));
  const lcm_json *arguments = lcm_json_get(one, "arguments");
  const char *const *words = NULL;
  size_t n = command ? split_words(&words, ctx, command) : 0;
  if (!file || !is_c(file))
    return false;
  for (size_t i = 1; i < (arguments ? lcm_json_size(arguments) : n); i++) {
    const char *word =
        arguments ? lcm_json_text(lcm_json_at(arguments, i)) : words[i];
    if (word && strcmp(word, file) != 0)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &flags, lcm_intern(ctx, word));
  }
  *out = (struct lcm_unit_input){.flags = flags.at, .n_flags = flags.n};
  out->directory = directory ? lcm_intern(ctx, directory) : NULL;
  out->file = lcm_intern(ctx, file[0] == '/' || !directory
                                  ? file
                                  : lcm_arena_printf(lcm_ctx_arena(ctx),
                                                     "%s/%s", directory, file));
  return true;
}

lcm_status lcm_compile_commands_read(const struct lcm_unit_input **inputs,
                                     size_t *n, lcm_ctx *ctx,
                                     const char *directory) {
  char *text = NULL;
  size_t len = 0;
  lcm_json *json = NULL;
  LCM_LIST(struct lcm_unit_input) found = {0};
  const char *path = lcm_arena_printf(lcm_ctx_arena(ctx),
                                      "%s/compile_commands.json", directory);
  lcm_status status = lcm_file_read(&text, &len, ctx, path);
  status = status ? status : lcm_json_parse(&json, ctx, path, text, len);
  if (status)
    return status;
  for (size_t i = 0; i < lcm_json_size(json); i++) {
    struct lcm_unit_input input;
    if (read_entry(&input, ctx, lcm_json_at(json, i)))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &found, input);
  }
  lcm_json_free(json);
  if (found.n)
    qsort(found.at, found.n, sizeof *found.at, input_order);
  *inputs = found.at;
  *n = found.n;
  return LCM_OK;
}
