/* Comments for lcm in a document: their words, and what can stand there. */
#include "lsp/comment.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/find.h"

/* A word of a comment for lcm. */
struct lcm_word {
  size_t line; /* from 0 */
  size_t at;   /* offset of its first byte in the line */
  size_t len;
  /* "keyword", "variable", "number", "string", "operator": a type of semantic
   * tokens */
  const char *type;
  bool first; /* it is the word of the directive */
};

/* The directives: word, example, meaning. */
static const struct {
  const char *word;
  const char *example;
  const char *meaning;
} DIRECTIVES[] = {
#define LCM_DIRECTIVE(name, word, example, meaning) {word, example, meaning},
#include "annotations/directives.def"
#undef LCM_DIRECTIVE
};
enum { N_DIRECTIVES = sizeof DIRECTIVES / sizeof *DIRECTIVES };

/* Words that stand behind some directives, with what they mean. */
static const struct {
  const char *after; /* the directive */
  const char *word;
  const char *meaning;
} WORDS[] = {{"model", "time = ", "elapsed time of the statement"},
             {"model", "work = ", "processor-seconds of all below"},
             {"model", "pc = ", "pure computation"},
             {"model", "li = ", "load imbalance"},
             {"model", "ip = ", "insufficient parallelism"},
             {"model", "sl = ", "synchronization loss"},
             {"model", "cl = ", "communication loss"},
             {"model", "rc = ", "resource contention"},
             {"expect", "time <= ", "a limit of the time at a point"},
             {"expect", "time = O(n)", "how the time grows"},
             {"expect", "speedup >= ", "a limit of the speedup"},
             {"expect", "efficiency >= ", "speedup over processors"},
             {"expect", "lost <= ", "share of the processors' time"},
             {"expect", "no race", "no two accesses collide"}};

static const char *const TYPES[] = {"keyword", "variable", "number", "string",
                                    "operator"};
enum { N_TYPES = sizeof TYPES / sizeof *TYPES };

/* Return the offset behind `lcm:` of a comment in the line of "len" bytes at
 * "at", 0 where there is none. */
static size_t start_in(const char *at, size_t len) {
  const char *lcm = lcm_find(at, len, "lcm:");
  const char *slashes = lcm ? lcm_find(at, (size_t)(lcm - at), "//") : NULL;
  const char *block = lcm ? lcm_find(at, (size_t)(lcm - at), "/*") : NULL;
  if (!lcm || (!slashes && !block))
    return 0;
  for (const char *c = (slashes ? slashes : block) + 2; c < lcm; c++)
    if (!isspace((unsigned char)*c))
      return 0;
  return (size_t)(lcm - at) + strlen("lcm:");
}

/* Return the offset in line "line" (from 0) of "text" behind `lcm:` of a
 * comment, 0 where there is none. */
static size_t start_of(const lcm_buf *text, size_t line) {
  size_t len = 0;
  const size_t start = lcm_document_line(&len, text, line);
  return text->text ? start_in(text->text + start, len) : 0;
}

/* Return whether "c" is a character of a name. */
static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Return how long the word at "at" is, of "len" bytes, and put its type into
 * "*type". */
static size_t word_at(const char **type, const char *at, size_t len) {
  size_t n = 1;
  *type = "operator";
  if (isdigit((unsigned char)*at) || *at == '.') {
    *type = "number";
    while (n < len && (is_name(at[n]) || at[n] == '.' ||
                       (strchr("+-", at[n]) && strchr("eE", at[n - 1]))))
      n++;
  } else if (is_name(*at)) {
    *type = "variable";
    while (n < len && is_name(at[n]))
      n++;
  } else if (*at == '"') {
    *type = "string";
    while (n < len && at[n] != '"')
      n++;
    n += n < len;
  }
  return n;
}

/* Call "each" for every word of line "line" of "text" from offset "from" on. */
static void words_of_line(const lcm_buf *text, size_t line, size_t from,
                          void (*each)(const struct lcm_word *, void *),
                          void *user) {
  size_t len = 0;
  const char *start = text->text + lcm_document_line(&len, text, line);
  bool first = true;
  for (size_t at = from; at < len;) {
    struct lcm_word word = {.line = line, .at = at, .first = first};
    if (isspace((unsigned char)start[at])) {
      at++;
      continue;
    }
    if (len - at >= 2 && !memcmp(start + at, "*/", 2))
      return;
    word.len = word_at(&word.type, start + at, len - at);
    if (first && !strcmp(word.type, "variable"))
      word.type = "keyword";
    each(&word, user);
    first = false;
    at += word.len;
  }
}

/* Call "each" for every word of the comments for lcm in "text", in order. */
static void words_of(const lcm_buf *text,
                     void (*each)(const struct lcm_word *word, void *user),
                     void *user) {
  size_t line = 0;
  const char *end = text->text ? text->text + text->len : NULL;
  for (const char *at = text->text; at && at < end; line++) {
    const char *next = memchr(at, '\n', (size_t)(end - at));
    const size_t len = (size_t)((next ? next : end) - at);
    const size_t from = start_in(at, len);
    if (from)
      words_of_line(text, line, from, each, user);
    at = next ? next + 1 : end;
  }
}

/* ---- semantic tokens ----------------------------------------------------- */

/* Tokens that are gathered, each relative to the one before. */
struct tokens {
  const lcm_buf *text;
  lcm_json *data;
  struct lcm_position last;
};

/* Add "word" to the tokens "user". */
static void add_token(const struct lcm_word *word, void *user) {
  struct tokens *t = user;
  size_t type = 0;
  const struct lcm_position from =
      lcm_document_position(t->text, word->line + 1, word->at + 1);
  const struct lcm_position to =
      lcm_document_position(t->text, word->line + 1, word->at + word->len + 1);
  while (type < N_TYPES && strcmp(TYPES[type], word->type) != 0)
    type++;
  const size_t numbers[] = {
      from.line - t->last.line,
      from.character - (from.line == t->last.line ? t->last.character : 0),
      to.character - from.character, type, 0};
  for (size_t i = 0; i < 5; i++)
    lcm_json_add(t->data, LCM_JSON(numbers[i]));
  t->last = from;
}

LCM_GIVE lcm_json *lcm_comment_tokens(const lcm_buf *text) {
  struct tokens t = {.text = text, .data = lcm_json_array()};
  words_of(text, add_token, &t);
  return LCM_JSON_NEW({"data", t.data});
}

LCM_GIVE lcm_json *lcm_comment_token_types(void) {
  return lcm_json_strings(TYPES, N_TYPES);
}

/* ---- what can stand there ------------------------------------------------ */

/* Return a completion "label" that inserts "text" and means "detail". */
static lcm_json *item(const char *label, const char *text, const char *detail) {
  enum { KEYWORD = 14 };
  return LCM_JSON_NEW(
      {"label", LCM_JSON(label)}, {"kind", lcm_json_real(KEYWORD)},
      {"detail", LCM_JSON(detail)}, {"insertText", LCM_JSON(text)});
}

LCM_GIVE lcm_json *lcm_comment_complete(const lcm_buf *text,
                                        struct lcm_position position) {
  lcm_json *out = lcm_json_array();
  const size_t from = start_of(text, position.line);
  size_t len = 0;
  const size_t start = lcm_document_line(&len, text, position.line);
  size_t at = lcm_document_offset(text, position) - start;
  size_t word = from;
  if (!from || at < from)
    return out;
  while (word < at && isspace((unsigned char)text->text[start + word]))
    word++;
  size_t n = 0;
  while (word + n < at && is_name(text->text[start + word + n]))
    n++;
  if (word + n == at) {
    for (size_t i = 0; i < N_DIRECTIVES; i++)
      lcm_json_add(out, item(DIRECTIVES[i].word, DIRECTIVES[i].example,
                             DIRECTIVES[i].meaning));
    return out;
  }
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strlen(WORDS[i].after) == n &&
        !memcmp(WORDS[i].after, text->text + start + word, n))
      lcm_json_add(out, item(WORDS[i].word, WORDS[i].word, WORDS[i].meaning));
  return out;
}

/* The word at a place that is looked for. */
struct seeking {
  size_t line;
  size_t at;
  struct lcm_word found;
};

/* Note "word" in "user" where it holds the place. */
static void seek(const struct lcm_word *word, void *user) {
  struct seeking *s = user;
  if (word->line == s->line && word->at <= s->at &&
      s->at <= word->at + word->len && !s->found.len)
    s->found = *word;
}

/* Return the word of a comment at "position" of "text", of no length where
 * there is none. */
static struct lcm_word word_of(const lcm_buf *text,
                               struct lcm_position position) {
  size_t len = 0;
  const size_t start = lcm_document_line(&len, text, position.line);
  struct seeking s = {.line = position.line,
                      .at = lcm_document_offset(text, position) - start};
  words_of(text, seek, &s);
  return s.found;
}

LCM_GIVE char *lcm_comment_hover(const lcm_buf *text,
                                 struct lcm_position position) {
  const struct lcm_word word = word_of(text, position);
  size_t len = 0;
  const size_t start = lcm_document_line(&len, text, word.line);
  lcm_buf out = {0};
  if (!word.len || !word.first)
    return NULL;
  for (size_t i = 0; i < N_DIRECTIVES; i++)
    if (strlen(DIRECTIVES[i].word) == word.len &&
        !memcmp(DIRECTIVES[i].word, text->text + start + word.at, word.len)) {
      lcm_buf_printf(&out, "**%s**: %s\n\n```c\n// lcm: %s\n```",
                     DIRECTIVES[i].word, DIRECTIVES[i].meaning,
                     DIRECTIVES[i].example);
      return lcm_buf_take(&out);
    }
  return NULL;
}

/* ---- renaming ------------------------------------------------------------ */

/* Edits that are gathered for words that read "name". */
struct renaming {
  const lcm_buf *text;
  const char *name;
  size_t len;
  const char *to;
  lcm_json *edits;
};

/* Add the edit of "word" where it is the name that "user" renames. */
static void rename_word(const struct lcm_word *word, void *user) {
  struct renaming *r = user;
  size_t len = 0;
  const size_t start = lcm_document_line(&len, r->text, word->line);
  if (strcmp(word->type, "variable") != 0 || word->len != r->len ||
      memcmp(r->text->text + start + word->at, r->name, r->len) != 0)
    return;
  lcm_json_add(
      r->edits,
      LCM_JSON_NEW(
          {"range",
           lcm_range_json(
               lcm_document_position(r->text, word->line + 1, word->at + 1),
               lcm_document_position(r->text, word->line + 1,
                                     word->at + 1 + word->len))},
          {"newText", LCM_JSON(r->to)}));
}

LCM_GIVE lcm_json *lcm_comment_rename(const lcm_buf *text,
                                      struct lcm_position position,
                                      const char *name) {
  const struct lcm_word word = word_of(text, position);
  size_t len = 0;
  const size_t start = lcm_document_line(&len, text, word.line);
  if (!word.len || strcmp(word.type, "variable") != 0)
    return NULL;
  struct renaming r = {text, text->text + start + word.at, word.len, name,
                       lcm_json_array()};
  words_of(text, rename_word, &r);
  return r.edits;
}
