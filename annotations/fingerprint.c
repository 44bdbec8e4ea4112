/* Hashes of source without white space and comments, to tell whether code has
 * changed. */
#include <string.h>

#include "annotations/fingerprint.h"

static bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Return "hash" with "word" in it. */
static unsigned long long mixed(unsigned long long hash,
                                unsigned long long word) {
  hash = (hash ^ word) * 1099511628211ull;
  return hash ^ hash >> 32;
}

/* Return the offset behind the comment at "at" of the "len" bytes at "text";
 * "at" where none begins there. */
static size_t behind_comment(const char *text, size_t len, size_t at) {
  if (at + 1 >= len || (text[at + 1] != '/' && text[at + 1] != '*'))
    return at;
  const bool block = text[at + 1] == '*';
  for (size_t i = at + 2; i < len; i++) {
    if (block && text[i] == '/' && text[i - 1] == '*' && i > at + 2)
      return i + 1;
    if (!block && text[i] == '\n' && text[i - 1] != '\\')
      return i;
  }
  return len;
}

/* Where in a literal a text is being read. */
struct literal {
  char quote;   /* that ends it; NUL: in none */
  bool escaped; /* a backslash stands before */
};

/* Go on over "c". */
static void pass(struct literal *in, char c) {
  if (!in->quote)
    in->quote = c == '"' || c == '\'' ? c : '\0';
  else if (in->escaped)
    in->escaped = false;
  else if (c == '\\')
    in->escaped = true;
  else if (c == in->quote || c == '\n')
    in->quote = '\0';
}

unsigned long long lcm_fingerprint(const char *text, size_t len) {
  unsigned long long hash = 14695981039346656037ull;
  unsigned long long word = 1;
  struct literal in = {'\0', false};
  for (size_t i = 0; i < len; i++) {
    const char c = text[i];
    const size_t behind =
        c == '/' && !in.quote ? behind_comment(text, len, i) : i;
    if (behind > i) {
      i = behind - 1;
      continue;
    }
    if (in.quote || c == '"' || c == '\'')
      pass(&in, c);
    word = is_blank(c) ? word : word << 8 | (unsigned char)c;
    if (word >> 56) {
      hash = mixed(hash, word);
      word = 1;
    }
  }
  return mixed(hash, word);
}

unsigned lcm_fingerprint_code(const char *text, size_t len) {
  return (unsigned)(lcm_fingerprint(text, len) * 0x9e3779b97f4a7c15ull >> 32);
}

bool lcm_measured_code(unsigned *code, const char *measured) {
  const char *at = measured;
  for (; at; at = strchr(at, ' ')) {
    while (*at == ' ')
      at++;
    if (!strncmp(at, "code=", 5))
      break;
  }
  if (!at)
    return false;
  unsigned value = 0;
  size_t n = 0;
  for (at += 5; n < 8; n++, at++) {
    const char *const digits = "0123456789abcdef";
    const char *digit = *at ? strchr(digits, *at) : NULL;
    if (!digit)
      return false;
    value = value << 4 | (unsigned)(digit - digits);
  }
  *code = value;
  return !*at || *at == ' ';
}
