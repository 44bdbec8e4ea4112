#include <stdlib.h>
#include <string.h>

#include "analyzer/flags_internal.h"
#include "analyzer/lower_internal.h"
#include "base/fs.h"
#include "base/json.h"

enum { PREPROCESSOR_SECONDS = 300 };

/* Put the pragmas of "input", whose text is "text", into "*out"; those of
 * headers into "headers" where asked for. */
static lcm_status find_pragmas(lcm_pragma_list *out, lcm_pragma_list *headers,
                               lcm_ctx *ctx, const struct lcm_unit_input *input,
                               const char *text, size_t len) {
  lcm_pragma_list active = {0};
  lcm_pragma_list raw = {0};
  char *output = NULL;
  size_t output_len = 0;
  int status = 0;
  const struct lcm_child child = {.argv = lcm_preprocess_command(ctx, input),
                                  .seconds = PREPROCESSOR_SECONDS};
  lcm_pragmas_of_source(&raw, ctx, input->file, text, len);
  const lcm_status run =
      lcm_child_run(&output, &output_len, &status, ctx, &child);
  if (run)
    return run;
  if (status && !output_len) {
    lcm_report(ctx, LCM_DIAG_NO_PREPROCESSOR,
               (lcm_loc){.file = lcm_intern(ctx, input->file)},
               "cc -E failed (status %d)", status);
    *out = raw;
    return LCM_OK;
  }
  if (memmem(output, output_len, "pragma", 6))
    lcm_pragmas_of_output(&active, headers, ctx, input->file, output,
                          output_len);
  if (status && active.n == 0)
    *out = raw;
  else
    lcm_pragmas_merge(out, ctx, &active, &raw, text, len);
  return LCM_OK;
}

/* Put the pragmas of "unit" that "options" asks for into its constructs. */
static void set_constructs(struct lcm_unit *unit, lcm_ctx *ctx,
                           const lcm_pragma_list *pragmas,
                           const lcm_pragma_list *headers,
                           const struct lcm_analyze_options *options) {
  lcm_construct *constructs = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_construct,
                                            pragmas->n + headers->n + 1);
  size_t n = 0;
  for (size_t i = 0; i < pragmas->n + headers->n; i++) {
    const lcm_pragma *pragma =
        i < pragmas->n ? &pragmas->at[i] : &headers->at[i - pragmas->n];
    if (pragma->inactive && !options->inactive)
      continue;
    constructs[n++] = (lcm_construct){pragma->loc, "openmp", pragma->construct,
                                      pragma->text, pragma->inactive};
  }
  lcm_constructs_sort(constructs, n);
  unit->constructs = constructs;
  unit->n_constructs = n;
}

/* Analyse the text "text" of "input" into "*out". */
static lcm_status analyze_unit(struct lcm_unit *out, lcm_ctx *ctx,
                               const struct lcm_unit_input *input,
                               const char *text, size_t len,
                               const struct lcm_analyze_options *options) {
  lcm_pragma_list pragmas = {0};
  lcm_pragma_list headers = {0};
  struct lcm_syntax *syntax = NULL;
  out->file = lcm_intern(ctx, input->file);
  lcm_status status = find_pragmas(&pragmas, options->headers ? &headers : NULL,
                                   ctx, input, text, len);
  if (status)
    return status;
  set_constructs(out, ctx, &pragmas, &headers, options);
  if (options->constructs_only)
    return LCM_OK;
  status = lcm_syntax_parse(&syntax, ctx, input, text, len);
  if (status) {
    out->failed = true;
    return LCM_OK;
  }
  out->failed = lcm_lower_unit(&out->program, ctx, options, input, syntax,
                               &pragmas, text, len) == LCM_ESTRUCT;
  return LCM_OK;
}

lcm_status lcm_analyze(const struct lcm_unit **out, lcm_ctx *ctx,
                       const struct lcm_unit_input *inputs, size_t n,
                       const struct lcm_analyze_options *options) {
  struct lcm_unit *units =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_unit, n + 1);
  for (size_t i = 0; i < n; i++) {
    char *text = NULL;
    size_t len = 0;
    units[i].file = inputs[i].file;
    units[i].failed = lcm_file_read(&text, &len, ctx, inputs[i].file) != 0;
    if (units[i].failed)
      continue;
    const lcm_status status =
        analyze_unit(&units[i], ctx, &inputs[i], text, len, options);
    if (status)
      return status;
  }
  *out = units;
  return LCM_OK;
}

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

/* Order inputs by file. */
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

lcm_status lcm_analyze_text(struct lcm_unit *out, lcm_ctx *ctx,
                            const char *name, const char *text,
                            const struct lcm_analyze_options *options) {
  const struct lcm_unit_input input = {
      .file = name, .flags = options->flags, .n_flags = options->n_flags};
  lcm_pragma_list raw = {0};
  lcm_pragma_list none = {0};
  struct lcm_syntax *syntax = NULL;
  const size_t len = strlen(text);
  memset(out, 0, sizeof *out);
  out->file = lcm_intern(ctx, name);
  lcm_pragmas_of_source(&raw, ctx, name, text, len);
  set_constructs(out, ctx, &raw, &none, options);
  lcm_status status = lcm_syntax_parse(&syntax, ctx, &input, text, len);
  if (!status)
    status = lcm_lower_unit(&out->program, ctx, options, &input, syntax, &raw,
                            text, len);
  return status;
}
