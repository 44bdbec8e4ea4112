/* Compilation databases: which units a program has, with their flags. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/lower.h"
#include "analyzer/units/database.h"
#include "analyzer/units/response.h"
#include "base/fs.h"
#include "base/json_parse.h"

/* A database being read. */
struct reading {
  lcm_ctx *ctx;
  const char *directory; /* where it lies */
  const char *path;
  lcm_word_list others; /* files that are no C */
};

/* Return "name" relative to "directory". */
static const char *inside(lcm_ctx *ctx, const char *directory,
                          const char *name) {
  return lcm_intern(ctx, name[0] == '/'
                             ? name
                             : lcm_arena_printf(lcm_ctx_arena(ctx), "%s/%s",
                                                directory, name));
}

/* Return "path" without what goes up again, where that is a file too. */
static const char *shortened(lcm_ctx *ctx, const char *path) {
  const char *printed = lcm_printed_file(ctx, path);
  return lcm_path_exists(printed) ? printed : path;
}

/* Return the value of the flag "name" among "words", joined or the next one;
 * NULL where it is not among them. */
static const char *value_of(const lcm_word_list *words, const char *name) {
  const size_t n = strlen(name);
  const char *value = NULL;
  for (size_t i = 0; i < words->n; i++)
    if (!strcmp(words->at[i], name) && i + 1 < words->n)
      value = words->at[i + 1];
    else if (!strncmp(words->at[i], name, n) && words->at[i][n])
      value = words->at[i] + n;
  return value;
}

/* Return whether "file", compiled with "words", is C source. */
static bool is_c(const char *file, const lcm_word_list *words) {
  const char *language = value_of(words, "-x");
  return lcm_is_source_file(file) || (language && !strcmp(language, "c"));
}

/* Return the last part of the path "path". */
static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Return the machine that the compiler "command" is for by its name, such as
 * aarch64-linux-gnu-gcc-12; NULL where that does not say it. */
static const char *target_of(lcm_ctx *ctx, const char *command) {
  static const char *const COMPILERS[] = {"-gcc", "-clang", "-cc", "-icx"};
  const char *name = base_of(command);
  for (size_t i = 0; i < sizeof COMPILERS / sizeof *COMPILERS; i++) {
    const char *at = strstr(name, COMPILERS[i]);
    const char *behind = at ? at + strlen(COMPILERS[i]) : "";
    if (at && memchr(name, '-', (size_t)(at - name)) &&
        (!*behind || *behind == '-'))
      return lcm_intern_n(ctx, name, (size_t)(at - name));
  }
  return NULL;
}

/* Return the compiler of the command "words": behind programs that start it and
 * variables of its environment. */
static const char *compiler_of(const lcm_word_list *words) {
  static const char *const STARTERS[] = {"ccache", "sccache", "distcc",
                                         "icecc",  "env",     "gomacc"};
  for (size_t i = 0; i < words->n; i++) {
    const char *name = base_of(words->at[i]);
    bool starts = strchr(words->at[i], '=') != NULL;
    for (size_t k = 0; k < sizeof STARTERS / sizeof *STARTERS; k++)
      starts = starts || !strcmp(name, STARTERS[k]);
    if (!starts)
      return words->at[i];
  }
  return "";
}

/* Return the words of the command of the entry "one". */
static lcm_word_list words_of(lcm_ctx *ctx, const lcm_json *one) {
  lcm_word_list words = {0};
  const char *command = lcm_json_text(lcm_json_get(one, "command"));
  const lcm_json *arguments = lcm_json_get(one, "arguments");
  if (!arguments && command)
    lcm_words_split(&words, ctx, command);
  for (size_t i = 0; arguments && i < lcm_json_size(arguments); i++) {
    const char *word = lcm_json_text(lcm_json_at(arguments, i));
    if (word)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &words, lcm_intern(ctx, word));
  }
  return words;
}

/* Read the entry "one" into "*out"; false where it is no C file. */
static bool read_entry(struct lcm_unit_input *out, struct reading *r,
                       const lcm_json *one) {
  lcm_ctx *ctx = r->ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_word_list all = {0};
  lcm_word_list flags = {0};
  const char *file = lcm_json_text(lcm_json_get(one, "file"));
  const char *directory = lcm_json_text(lcm_json_get(one, "directory"));
  const lcm_word_list words = words_of(ctx, one);
  if (!file)
    return false;
  if (!is_c(file, &words)) {
    LCM_LIST_ADD(arena, &r->others, lcm_intern(ctx, base_of(file)));
    return false;
  }
  directory = directory && strcmp(directory, ".") != 0
                  ? inside(ctx, r->directory, directory)
                  : r->directory;
  if (words.n)
    lcm_words_expand(&all, ctx, words.at + 1, words.n - 1, directory,
                     (lcm_loc){.file = r->path});
  const char *target = target_of(ctx, compiler_of(&words));
  if (target && !value_of(&all, "--target=") && !value_of(&all, "-target"))
    LCM_LIST_ADD(arena, &flags, LCM_INTERN_JOINED(ctx, "--target=", target));
  for (size_t i = 0; i < all.n; i++)
    if (strcmp(all.at[i], file) != 0)
      LCM_LIST_ADD(arena, &flags, all.at[i]);
  *out = (struct lcm_unit_input){
      .file = shortened(ctx, inside(ctx, directory, file)),
      .directory = directory,
      .compiler = base_of(compiler_of(&words)),
      .flags = flags.at,
      .n_flags = flags.n};
  return true;
}

/* Return the number of the flag of "input" from number "i" on that says more
 * than where output goes, the number of all where there is none. */
static size_t next_flag(const struct lcm_unit_input *input, size_t i) {
  static const char *const OUTPUTS[] = {"-o", "-MF", "-MT", "-MQ"};
  for (size_t k = 0; k < sizeof OUTPUTS / sizeof *OUTPUTS;)
    if (i < input->n_flags && !strcmp(input->flags[i], OUTPUTS[k])) {
      i += 2;
      k = 0;
    } else
      k++;
  return i < input->n_flags ? i : input->n_flags;
}

/* Return whether "a" and "b" are the same command, but for its output. */
static bool is_same(const struct lcm_unit_input *a,
                    const struct lcm_unit_input *b) {
  size_t i = next_flag(a, 0);
  size_t k = next_flag(b, 0);
  bool same = a->file == b->file && a->directory == b->directory;
  while (same && i < a->n_flags && k < b->n_flags) {
    same = !strcmp(a->flags[i], b->flags[k]);
    i = next_flag(a, i + 1);
    k = next_flag(b, k + 1);
  }
  return same && i == a->n_flags && k == b->n_flags;
}

/* An input and its number. */
struct numbered {
  struct lcm_unit_input input;
  size_t number;
};

typedef LCM_LIST(struct numbered) numbered_list;

/* Order inputs by their files, and equal ones by their numbers. */
static int numbered_order(const void *a, const void *b) {
  const struct numbered *x = a;
  const struct numbered *y = b;
  const int by = strcmp(x->input.file, y->input.file);
  return by ? by : (x->number > y->number) - (x->number < y->number);
}

/* Say which files of the database are left out, as no C. */
static void report_others(const struct reading *r) {
  enum { MOST = 4 };
  const char *list = "";
  for (size_t i = 0; i < r->others.n && i < MOST; i++)
    list = lcm_arena_printf(lcm_ctx_arena(r->ctx), "%s%s%s", list,
                            i ? ", " : "", r->others.at[i]);
  if (r->others.n)
    lcm_report(r->ctx, LCM_DIAG_BUILD, (lcm_loc){.file = r->path},
               "%zu file%s left out, being no C: %s%s", r->others.n,
               r->others.n == 1 ? " is" : "s are", list,
               r->others.n > MOST ? ", ..." : "");
}

lcm_status lcm_compile_commands_read(const struct lcm_unit_input **inputs,
                                     size_t *n, lcm_ctx *ctx,
                                     const char *directory, bool all) {
  char *text = NULL;
  size_t len = 0;
  lcm_json *json = NULL;
  numbered_list found = {0};
  LCM_LIST(struct lcm_unit_input) kept = {0};
  struct reading r = {.ctx = ctx, .directory = directory};
  r.path = inside(ctx, directory, "compile_commands.json");
  lcm_status status = lcm_file_read(&text, &len, ctx, r.path);
  status = status ? status : lcm_json_parse(&json, ctx, r.path, text, len);
  if (status)
    return status;
  for (size_t i = 0; i < lcm_json_size(json); i++) {
    struct numbered one = {.number = i};
    if (read_entry(&one.input, &r, lcm_json_at(json, i)))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &found, one);
  }
  lcm_json_free(json);
  if (all)
    report_others(&r);
  if (found.n)
    qsort(found.at, found.n, sizeof *found.at, numbered_order);
  for (size_t i = 0; i < found.n; i++) {
    size_t k = kept.n;
    while (k && kept.at[k - 1].file == found.at[i].input.file &&
           !is_same(&kept.at[k - 1], &found.at[i].input))
      k--;
    if (!k || kept.at[k - 1].file != found.at[i].input.file)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &kept, found.at[i].input);
  }
  *inputs = kept.at;
  *n = kept.n;
  return LCM_OK;
}

void lcm_compile_commands_note(lcm_ctx *ctx,
                               const struct lcm_unit_input *inputs, size_t n) {
  for (size_t i = 0; i < n;) {
    size_t k = i + 1;
    while (k < n && inputs[k].file == inputs[i].file)
      k++;
    if (k - i > 1)
      lcm_report(
          ctx, LCM_DIAG_BUILD, (lcm_loc){.file = inputs[i].file},
          "the build compiles it in %zu ways: of what they all define, the "
          "first one counts; flags behind '--' are added to each",
          k - i);
    i = k;
  }
}
