/* The command line of the program: its words with values for {NAME}, which of
 * them is the program. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/fs.h"
#include "measure/words.h"

/* Return how long the {NAME} at "text" is with its braces, 0 where none is
 * there. */
static size_t name_at(const char *text) {
  size_t n = 1;
  if (text[0] != '{' || !(isalpha((unsigned char)text[1]) || text[1] == '_'))
    return 0;
  while (isalnum((unsigned char)text[n]) || text[n] == '_')
    n++;
  return text[n] == '}' ? n + 1 : 0;
}

/* Return how long the {{NAME}} at "text" is, which stands for {NAME}; 0 where
 * none is there. */
static size_t literal_at(const char *text) {
  const size_t n = text[0] == '{' ? name_at(text + 1) : 0;
  return n && text[n + 1] == '}' ? n + 2 : 0;
}

bool profile_words_mention(const char *const *words, size_t n,
                           const char *name) {
  const size_t len = strlen(name);
  for (size_t i = 0; i < n; i++)
    for (const char *at = words[i]; *at;) {
      const size_t literal = literal_at(at);
      if (!literal && name_at(at) == len + 2 && !memcmp(at + 1, name, len))
        return true;
      at += literal ? literal : 1;
    }
  return false;
}

/* Values of names. */
struct profile_values {
  const lcm_binding *at;
  size_t n;
};

/* Append the value of the {NAME} of "len" bytes at "text" to "buf"; false, and
 * a diagnostic, where nothing gives it one. */
static bool put_value(lcm_buf *buf, lcm_ctx *ctx, const char *text, size_t len,
                      const struct profile_values *values) {
  const lcm_binding *params = values->at;
  for (size_t i = 0; i < values->n; i++)
    if (strlen(params[i].name) == len - 2 &&
        !memcmp(params[i].name, text + 1, len - 2)) {
      const double value = params[i].value;
      if (value == floor(value) && fabs(value) < 1e15)
        lcm_buf_printf(buf, "%.0f", value);
      else
        lcm_buf_double(buf, value);
      return true;
    }
  lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             "nothing gives '%.*s' a value: say -D %.*s=VALUES, or "
             "{%.*s} for the braces themselves",
             (int)len, text, (int)len - 2, text + 1, (int)len, text);
  return false;
}

/* Put "word" with the values of its names into "*out"; false, and a
 * diagnostic, where one has none. */
static bool fill_word(const char **out, lcm_ctx *ctx, const char *word,
                      const struct profile_values *values) {
  lcm_buf buf = {0};
  while (*word) {
    const size_t literal = literal_at(word);
    const size_t len = literal ? 0 : name_at(word);
    if (len && !put_value(&buf, ctx, word, len, values)) {
      lcm_buf_free(&buf);
      return false;
    }
    if (!len)
      lcm_buf_add(&buf, word + (literal > 0), literal ? literal - 2 : 1);
    word += len + literal ? len + literal : 1;
  }
  *out = lcm_ctx_text(ctx, &buf);
  return true;
}

lcm_status profile_words(const char *const **argv, lcm_ctx *ctx,
                         const char *const *words, size_t n,
                         const lcm_binding *params, size_t k) {
  const struct profile_values values = {params, k};
  const char **out = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, n + 1);
  for (size_t i = 0; i < n; i++)
    if (!fill_word(&out[i], ctx, words[i], &values))
      return LCM_EUSAGE;
  *argv = out;
  return LCM_OK;
}

/* Return the last part of the path "path". */
static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool profile_words_start_ranks(const char *const *words, size_t n) {
  static const char *const NAMES[] = {"mpirun", "mpiexec", "orterun", "prterun",
                                      "srun"};
  const char *name = n ? base_name(words[0]) : "";
  const size_t len = strcspn(name, ".");
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (strlen(NAMES[i]) == len && !memcmp(name, NAMES[i], len))
      return true;
  return false;
}

/* Return the path of the program "name" as execvp would find it, NULL where it
 * would not. */
static const char *find_program(lcm_ctx *ctx, const char *name) {
  const char *path = getenv("PATH");
  if (strchr(name, '/'))
    return !access(name, X_OK) && !lcm_path_is_directory(name) ? name : NULL;
  for (const char *at = path ? path : "/usr/bin:/bin"; *at;) {
    const size_t n = strcspn(at, ":");
    const char *file = lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s/%s", (int)n,
                                        n ? at : ".", name);
    if (!access(file, X_OK) && !lcm_path_is_directory(file))
      return file;
    at += n + (at[n] == ':');
  }
  return NULL;
}

/* Return the word of the "n" that is the program which is measured: the first,
 * or, where that starts ranks, the first path of an executable behind it. */
static size_t program_word(const char *const *words, size_t n) {
  if (!profile_words_start_ranks(words, n))
    return 0;
  for (size_t i = 1; i < n; i++)
    if (strchr(words[i], '/') && !access(words[i], X_OK) &&
        !lcm_path_is_directory(words[i]))
      return i;
  return 0;
}

/* Put what the "n" words, without names, run into "*out" and "*path" as
 * profile_words_program does. */
static lcm_status find_words(const char **out, const char **path, lcm_ctx *ctx,
                             const char *const *words, size_t n) {
  const size_t which = program_word(words, n);
  struct lcm_digest digest;
  const char *file = NULL;
  for (size_t i = 0; i <= which; i += which ? which : 1) {
    file = find_program(ctx, words[i]);
    if (!file || !lcm_digest_file(&digest, file)) {
      lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = words[i]},
                 strchr(words[i], '/') && lcm_path_exists(words[i])
                     ? "this is no program that may be run"
                     : "there is no such program");
      return LCM_EIO;
    }
  }
  *path = file;
  *out =
      lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%.16s",
                                       base_name(words[which]), digest.text));
  return LCM_OK;
}

lcm_status profile_words_program(const char **out, const char **path,
                                 lcm_ctx *ctx,
                                 const struct lcm_profile_options *options,
                                 const struct profile_point *point) {
  const char *const *argv = NULL;
  const lcm_status status =
      profile_words(&argv, ctx, options->words, options->n_words, point->params,
                    point->n_params);
  return status ? status : find_words(out, path, ctx, argv, options->n_words);
}

const char *profile_words_point(lcm_ctx *ctx, const lcm_binding *params,
                                size_t n) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < n; i++) {
    lcm_buf_printf(&buf, "%s%s = ", i ? ", " : "", params[i].name);
    lcm_buf_short(&buf, params[i].value, 6);
  }
  return lcm_ctx_text(ctx, &buf);
}
