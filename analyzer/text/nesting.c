/* Statements that are nested too deeply to be given to libclang. */
#include "analyzer/text/nesting.h"

#include <string.h>

#include "base/status.h"

/* How deeply libclang lets braces be nested, and the fewest bytes that hold too
 * many statements: of so many, a whole step lies inside. */
enum { MAX_BRACES = 256, LEAST = 3 * LCM_MAX_DEPTH, STEP = LEAST / 2 };

/* What is around a block. */
struct level {
  unsigned run; /* statements that have begun and not ended */
  /* how many had when the last one ended: an `else` goes on with them */
  unsigned ended;
  unsigned parens; /* parentheses that are open */
};

/* A text being read, with the blocks around "at". */
struct scan {
  const char *text;
  size_t len;
  size_t at;
  struct level levels[MAX_BRACES + 1];
  size_t depth;
};

/* Return whether "c" can stand in a name. */
static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

/* Go behind the literal that begins with the quote at hand, or to the end of
 * its line. */
static void skip_literal(struct scan *s) {
  const char quote = s->text[s->at++];
  while (s->at < s->len && s->text[s->at] != quote && s->text[s->at] != '\n')
    s->at += s->text[s->at] == '\\' ? 2 : 1;
  s->at++;
}

/* Go to the end of the logical line. */
static void skip_line(struct scan *s) {
  for (; s->at < s->len; s->at++) {
    const char *feed = memchr(s->text + s->at, '\n', s->len - s->at);
    s->at = feed ? (size_t)(feed - s->text) : s->len;
    size_t last = s->at;
    while (last && s->text[last - 1] == '\r')
      last--;
    if (!last || s->text[last - 1] != '\\')
      return;
  }
}

/* Go behind the slash at hand, with the comment that it may begin. */
static void skip_slash(struct scan *s) {
  const char next = s->at + 1 < s->len ? s->text[s->at + 1] : 0;
  if (next == '/') {
    skip_line(s);
    return;
  }
  s->at++;
  if (next != '*')
    return;
  for (s->at++; s->at < s->len; s->at++) {
    const char *slash = memchr(s->text + s->at, '/', s->len - s->at);
    s->at = slash ? (size_t)(slash - s->text) : s->len;
    if (slash && slash[-1] == '*')
      break;
  }
  s->at++;
}

/* Read the name or number at hand. */
static void read_word(struct scan *s) {
  static const char *const HEADS[] = {"if", "for", "while", "do", "switch"};
  struct level *level = &s->levels[s->depth];
  const char *word = s->text + s->at;
  size_t n = 1;
  while (s->at + n < s->len && is_word(word[n]))
    n++;
  s->at += n;
  if (n < 2 || n > 6 || !strchr("iefwds", *word))
    return;
  if (n == 4 && !memcmp(word, "else", 4))
    level->run = level->ended;
  for (size_t i = 0; i < sizeof HEADS / sizeof *HEADS; i++)
    level->run += strlen(HEADS[i]) == n && !memcmp(word, HEADS[i], n);
}

/* Note that the innermost statement ends, and with it those around it that
 * nothing else belongs to. */
static void end_statement(struct level *level) {
  level->ended = level->run;
  level->run = 0;
}

/* Read the character at hand, which begins neither a word nor what is passed
 * over; false where there are too many braces. */
static bool read_mark(struct scan *s) {
  struct level *level = &s->levels[s->depth];
  switch (s->text[s->at++]) {
  case '(':
    level->parens++;
    break;
  case ')':
    level->parens -= level->parens > 0;
    break;
  case ';':
    if (!level->parens)
      end_statement(level);
    break;
  case '{':
    if (s->depth == MAX_BRACES)
      return false;
    s->levels[++s->depth] = (struct level){0};
    break;
  case '}':
    s->depth -= s->depth > 0;
    if (!s->levels[s->depth].parens)
      end_statement(&s->levels[s->depth]);
    break;
  }
  return true;
}

/* As lcm_nesting_is_deep, whatever it costs. */
static bool scan(size_t *at, const char *text, size_t len) {
  struct scan s = {.text = text, .len = len};
  while (s.at < len) {
    const char c = text[s.at];
    *at = s.at;
    if (is_word(c)) {
      read_word(&s);
      if (s.levels[s.depth].run > LCM_MAX_DEPTH)
        return true;
    } else if (c == '"' || c == '\'')
      skip_literal(&s);
    else if (c == '#')
      skip_line(&s);
    else if (c == '/')
      skip_slash(&s);
    else if (!read_mark(&s))
      return false;
  }
  return false;
}

/* Return the most statements that "text" can nest: each has a parenthesis or
 * is a `do`.  (Such loops over all of a file are cheap as long as they are
 * plain.) */
static size_t most_heads(const char *text, size_t len) {
  size_t n = 0;
  for (size_t i = 0; i < len; i++)
    n += (text[i] == '(') + (text[i] == 'd');
  return n;
}

/* Return how often "else" stands in the "n" places from "text" on, at most 255,
 * in a way that compilers turn into few instructions. */
static unsigned char count_few(const char *text, size_t n) {
  unsigned char found = 0;
  for (size_t i = 0; i < n; i++)
    found += (unsigned char)((text[i] == 'e') & (text[i + 1] == 'l') &
                             (text[i + 2] == 's') & (text[i + 3] == 'e'));
  return found;
}

/* Return how often "else" stands in "text". */
static size_t count_others(const char *text, size_t len) {
  const size_t last = len > 3 ? len - 3 : 0;
  size_t n = 0;
  for (size_t at = 0; at < last; at += 255)
    n += count_few(text + at, last - at < 255 ? last - at : 255);
  return n;
}

/* Return whether what stands around "at", up to the next "}" on both sides,
 * holds what is looked for; put the place of the one behind into "*behind". */
static bool is_deep_around(size_t *behind, const char *text, size_t len,
                           size_t at) {
  size_t unused = 0;
  const char *before = memrchr(text, '}', at);
  const char *brace = memchr(text + at, '}', len - at);
  const size_t from = before ? (size_t)(before - text) + 1 : 0;
  *behind = brace ? (size_t)(brace - text) : len;
  const size_t n = *behind - from;
  return n >= LEAST && most_heads(text + from, n) >= LCM_MAX_DEPTH &&
         scan(&unused, text + from, n);
}

/* Return whether the text may hold what is looked for: much of it between two
 * "}", so that a whole step has none, or many an `else`. */
static bool is_suspect(const char *text, size_t len) {
  for (size_t at = 0; at < len; at += STEP) {
    const size_t n = len - at < STEP ? len - at : STEP;
    size_t behind = at;
    if (memchr(text + at, '}', n))
      continue;
    if (is_deep_around(&behind, text, len, at))
      return true;
    at = behind > at ? behind - (behind - at) % STEP : at;
  }
  return count_others(text, len) >= LCM_MAX_DEPTH;
}

bool lcm_nesting_is_deep(size_t *at, const char *text, size_t len) {
  return len >= LEAST && is_suspect(text, len) && scan(at, text, len);
}
