/* Reading words, numbers, expressions and places of the text form. */
#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "model/lcs/read.h"
#include "model/lcs/text.h"

/* Return the byte at the current place, NUL at the end of the line. */
static char here(const struct lcs *l) {
  return l->at < l->stop ? l->text[l->at] : '\0';
}

/* Skip blanks; return the byte there. */
static char skip(struct lcs *l) {
  while (here(l) == ' ' || here(l) == '\t' || here(l) == '\r')
    l->at++;
  return here(l);
}

bool lcs_next_line(struct lcs *l) {
  while (!l->status && l->stop < l->len) {
    l->start = l->line ? l->stop + 1 : 0;
    l->line++;
    l->at = l->start;
    const char *end = l->start < l->len
                          ? memchr(l->text + l->start, '\n', l->len - l->start)
                          : NULL;
    l->stop = end ? (size_t)(end - l->text) : l->len;
    if (!lcs_at_end(l))
      return true;
  }
  return false;
}

lcm_loc lcs_place(const struct lcs *l, size_t at) {
  return (lcm_loc){l->file, l->line, (unsigned)(at - l->start) + 1,
                   (unsigned)at, (unsigned)at};
}

void lcs_fail(struct lcs *l, const char *expected) {
  enum { MOST = 20 };
  if (l->status)
    return;
  l->status = LCM_EPARSE;
  const size_t left = l->stop - l->at;
  const char *end = left ? memchr(l->text + l->at, '\0', left) : NULL;
  const size_t n = end ? (size_t)(end - (l->text + l->at)) : left;
  if (left)
    lcm_report(l->ctx, LCM_DIAG_SYNTAX, lcs_place(l, l->at),
               "expected %s before '%.*s'", expected,
               (int)(n < MOST ? n : MOST), l->text + l->at);
  else
    lcm_report(l->ctx, LCM_DIAG_SYNTAX, lcs_place(l, l->at),
               "expected %s at the end of the line", expected);
}

bool lcs_at_end(struct lcs *l) {
  const char c = skip(l);
  if (l->stop - l->at >= 2 && c == '/' && l->text[l->at + 1] == '/')
    l->at = l->stop;
  return l->at == l->stop;
}

void lcs_end(struct lcs *l) {
  if (!l->status && !lcs_at_end(l))
    lcs_fail(l, "the end of the line");
}

bool lcs_accept(struct lcs *l, char c) {
  if (l->status || skip(l) != c)
    return false;
  l->at++;
  return true;
}

bool lcs_expect(struct lcs *l, char c, const char *what) {
  const bool there = lcs_accept(l, c);
  if (!there)
    lcs_fail(l, what);
  return there;
}

/* Return the value of the hexadecimal digit "c", 16 for what is none. */
static unsigned hex_value(char c) {
  static const char DIGITS[] = "0123456789abcdef";
  const char *at = c ? strchr(DIGITS, tolower((unsigned char)c)) : NULL;
  return at ? (unsigned)(at - DIGITS) : 16;
}

/* Return the character for the escape behind a backslash; NUL for none. */
static char escaped(struct lcs *l) {
  const char c = here(l);
  l->at += l->at < l->stop;
  if (c == 'n' || c == 't' || c == 'r')
    return c == 'n' ? '\n' : c == 't' ? '\t' : '\r';
  if (c == '"' || c == '\\')
    return c;
  if (c != 'x' || l->stop - l->at < 2)
    return '\0';
  const unsigned high = hex_value(l->text[l->at]);
  const unsigned low = hex_value(l->text[l->at + 1]);
  l->at += 2;
  return high < 16 && low < 16 ? (char)(16 * high + low) : '\0';
}

/* Return the string behind its opening quote, interned. */
static const char *read_string(struct lcs *l) {
  lcm_buf buf = {0};
  const size_t start = l->at - 1;
  while (l->at < l->stop && here(l) && here(l) != '"') {
    const size_t at = l->at;
    char c = l->text[l->at++];
    if (c == '\\' && !(c = escaped(l))) {
      l->at = at;
      break;
    }
    lcm_buf_putc(&buf, c);
  }
  if (here(l) != '"') {
    l->at = here(l) == '\\' ? l->at : start;
    lcs_fail(l, l->at == start ? "a string that ends in '\"'"
                               : "one of the escapes \\\" \\\\ \\n \\t \\r "
                                 "\\xHH");
    lcm_buf_free(&buf);
    return NULL;
  }
  l->at++;
  const char *text = lcm_intern_n(l->ctx, buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return text;
}

const char *lcs_word_if(struct lcs *l) {
  if (l->status)
    return NULL;
  const char c = skip(l);
  const size_t start = l->at;
  if (c == '"') {
    l->at++;
    return read_string(l);
  }
  if (isdigit((unsigned char)c))
    return NULL;
  while (lcs_is_word_char(here(l)))
    l->at++;
  return l->at > start ? lcm_intern_n(l->ctx, l->text + start, l->at - start)
                       : NULL;
}

const char *lcs_word(struct lcs *l, const char *what) {
  const char *word = lcs_word_if(l);
  if (!word)
    lcs_fail(l, what);
  return word;
}

const lcm_expr *lcs_expr(struct lcs *l) {
  if (l->status)
    return NULL;
  (void)skip(l);
  const struct lcm_expr_source source = {.text = l->text + l->at,
                                         .len = l->stop - l->at,
                                         .at = lcs_place(l, l->at)};
  const lcm_expr *e = NULL;
  size_t used = 0;
  l->status = lcm_expr_parse_exact(&e, &used, l->ctx, &source);
  l->at += l->status ? 0 : used;
  return l->status ? NULL : e;
}

bool lcs_expr_or_none(struct lcs *l, const lcm_expr **out) {
  *out = lcs_accept(l, '?') ? NULL : lcs_expr(l);
  return !l->status;
}

const lcm_expr *lcs_group(struct lcs *l) {
  if (!lcs_expect(l, '(', "'('"))
    return NULL;
  const lcm_expr *e = lcs_expr(l);
  return lcs_expect(l, ')', "')'") ? e : NULL;
}

unsigned lcs_number(struct lcs *l, const char *what) {
  unsigned long long value = 0;
  const bool digit = !l->status && isdigit((unsigned char)skip(l));
  const size_t start = l->at;
  while (digit && isdigit((unsigned char)here(l)) && value <= UINT_MAX)
    value = 10 * value + (unsigned)(l->text[l->at++] - '0');
  if (digit && value <= UINT_MAX)
    return (unsigned)value;
  l->at = start;
  lcs_fail(l, what);
  return 0;
}

unsigned long long lcs_hash(struct lcs *l) {
  unsigned long long value = 0;
  (void)skip(l);
  const size_t start = l->at;
  while (!l->status && hex_value(here(l)) < 16 && l->at - start < 16)
    value = 16 * value + hex_value(l->text[l->at++]);
  if (l->at == start)
    lcs_fail(l, "a hexadecimal number");
  return value;
}

double lcs_real(struct lcs *l) {
  char digits[64];
  const char *end = digits;
  (void)skip(l);
  size_t n = 0;
  while (n + 1 < sizeof digits && l->at + n < l->stop && l->text[l->at + n]) {
    digits[n] = l->text[l->at + n];
    n++;
  }
  digits[n] = '\0';
  const double value = lcm_strtod(digits, &end);
  if (end == digits || value - value != 0)
    lcs_fail(l, "a number");
  l->at += l->status ? 0 : (size_t)(end - digits);
  return value;
}
