/* Text that grows on the heap, and numbers in it that no locale changes. */
#include "base/buf.h"

#include <float.h>
#include <langinfo.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Make room for "more" bytes and the NUL; 0 when there is none. */
static int buf_reserve(lcm_buf *buf, size_t more) {
  if (buf->failed)
    return 0;
  if (buf->cap - buf->len > more)
    return 1;
  size_t cap = buf->cap ? buf->cap * 2 : 256;
  while (cap - buf->len <= more)
    cap *= 2;
  char *text = realloc(buf->text, cap);
  if (!text) {
    buf->failed = 1;
    return 0;
  }
  buf->text = text;
  buf->cap = cap;
  return 1;
}

void lcm_buf_add(lcm_buf *buf, const char *text, size_t len) {
  if (!buf_reserve(buf, len))
    return;
  if (len)
    memcpy(buf->text + buf->len, text, len);
  buf->len += len;
  buf->text[buf->len] = '\0';
}

void lcm_buf_puts(lcm_buf *buf, const char *text) {
  lcm_buf_add(buf, text, strlen(text));
}

void lcm_buf_putc(lcm_buf *buf, char c) {
  if (!buf_reserve(buf, 1))
    return;
  buf->text[buf->len++] = c;
  buf->text[buf->len] = '\0';
}

void lcm_buf_whole(lcm_buf *buf, unsigned long long value) {
  char text[24];
  size_t at = sizeof text;
  do
    text[--at] = (char)('0' + value % 10);
  while (value /= 10);
  lcm_buf_add(buf, text + at, sizeof text - at);
}

void lcm_buf_printf(lcm_buf *buf, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  va_list again;
  va_copy(again, args);
  const size_t room = buf->failed ? 0 : buf->cap - buf->len;
  const int len =
      vsnprintf(room ? buf->text + buf->len : NULL, room, fmt, args);
  const size_t n = len > 0 ? (size_t)len : 0;
  if (n >= room && n && buf_reserve(buf, n))
    vsnprintf(buf->text + buf->len, n + 1, fmt, again);
  if (!buf->failed)
    buf->len += n;
  va_end(again);
  va_end(args);
}

/* Return the decimal mark of the locale: unlike localeconv(), for any thread.
 */
static const char *decimal_mark(void) { return nl_langinfo(RADIXCHAR); }

/* Replace the decimal mark of the locale in "text" by a point. */
static void use_point(char *text) {
  const char *mark = decimal_mark();
  char *at = mark[0] == '.' ? NULL : strstr(text, mark);
  if (!at)
    return;
  *at = '.';
  memmove(at + 1, at + strlen(mark), strlen(at + strlen(mark)) + 1);
}

void lcm_buf_short(lcm_buf *buf, double value, int digits) {
  char text[64];
  if (isnan(value)) {
    lcm_buf_puts(buf, "nan");
    return;
  }
  snprintf(text, sizeof text, "%.*g", digits, value);
  use_point(text);
  lcm_buf_puts(buf, text);
}

void lcm_buf_double(lcm_buf *buf, double value) {
  char text[64];
  const int first = fabs(value) < DBL_MIN ? 1 : DBL_DIG;
  for (int digits = first; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (digits == 17 || strtod(text, NULL) == value)
      break;
  }
  if (isnan(value))
    snprintf(text, sizeof text, "nan");
  use_point(text);
  lcm_buf_puts(buf, text);
}

LCM_GIVE char *lcm_buf_take(lcm_buf *buf) {
  lcm_buf_add(buf, "", 0);
  char *text = buf->failed ? NULL : buf->text;
  if (buf->failed)
    free(buf->text);
  *buf = (lcm_buf){0};
  return text;
}

void lcm_buf_free(lcm_buf *buf) {
  free(buf->text);
  *buf = (lcm_buf){0};
}

/* Return the length of the decimal number at the start of "text": digits, a
 * point, an exponent; 0 where none starts. */
static size_t number_length(const char *text) {
  size_t i = strspn(text, "0123456789");
  size_t digits = i;
  if (text[i] == '.') {
    const size_t more = strspn(text + i + 1, "0123456789");
    digits += more;
    i += 1 + more;
  }
  if (!digits)
    return 0;
  if (text[i] == 'e' || text[i] == 'E') {
    const size_t sign = text[i + 1] == '+' || text[i + 1] == '-';
    const size_t more = strspn(text + i + 1 + sign, "0123456789");
    if (more)
      i += 1 + sign + more;
  }
  return i;
}

const char *const lcm_terminal_codes[5] = {"\033[0m", "\033[1m", "\033[2m",
                                           "\033[1;36m", "\033[1;31m"};

size_t lcm_utf8_length(const char *text, size_t len) {
  static const unsigned LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *t = (const unsigned char *)text;
  const size_t n = !len                           ? 0
                   : t[0] < 0x80                  ? 1
                   : t[0] >= 0xc2 && t[0] < 0xe0  ? 2
                   : t[0] >= 0xe0 && t[0] < 0xf0  ? 3
                   : t[0] >= 0xf0 && t[0] <= 0xf4 ? 4
                                                  : 0;
  unsigned value = n > 1 ? t[0] & (0x7fU >> n) : 0;
  for (size_t i = 1; i < n; i++) {
    if (i == len || (t[i] & 0xc0) != 0x80)
      return 0;
    value = value << 6 | (t[i] & 0x3f);
  }
  const bool outside = n > 1 && (value < LEAST[n] || value > 0x10ffff ||
                                 (value >= 0xd800 && value < 0xe000) ||
                                 (value & 0xfffe) == 0xfffe);
  return outside ? 0 : n;
}

bool lcm_utf8_is_control(const char *text, size_t n) {
  const unsigned char *t = (const unsigned char *)text;
  if (n == 1)
    return t[0] < 0x20 || t[0] == 0x7f;
  if (n == 2)
    return t[0] == 0xc2 && t[1] < 0xa0;
  return n == 3 && t[0] == 0xe2 &&
         ((t[1] == 0x80 &&
           ((t[2] >= 0xaa && t[2] <= 0xae) || t[2] == 0x8e || t[2] == 0x8f)) ||
          (t[1] == 0x81 && t[2] >= 0xa6 && t[2] <= 0xa9));
}

/* Return the length of our own code for a colour at "text", 0 where there is
 * none. */
static size_t code_length(const char *text, size_t len) {
  for (size_t i = 0; i < 5; i++) {
    const size_t n = strlen(lcm_terminal_codes[i]);
    if (len >= n && !memcmp(text, lcm_terminal_codes[i], n))
      return n;
  }
  return 0;
}

/* Return how many of the "len" bytes at "text" may go to a terminal together,
 * 0 where the first may not. */
static size_t shown_length(const char *text, size_t len, const char *kept) {
  const size_t n = lcm_utf8_length(text, len);
  if (!n || !lcm_utf8_is_control(text, n))
    return n;
  if (n > 1 || !*text || !strchr(kept, *text))
    return 0;
  return *text == '\033' ? code_length(text, len)
         : *text == '\r' && (len < 2 || text[1] != '\n') ? 0
                                                         : 1;
}

void lcm_buf_shown(lcm_buf *buf, const char *text, size_t len,
                   const char *kept) {
  for (size_t i = 0; i < len;) {
    size_t n = shown_length(text + i, len - i, kept);
    if (n) {
      lcm_buf_add(buf, text + i, n);
      i += n;
      continue;
    }
    n = lcm_utf8_length(text + i, len - i);
    for (const size_t end = i + (n ? n : 1); i < end; i++)
      lcm_buf_printf(buf, "\\x%02x", (unsigned)(unsigned char)text[i]);
  }
}

double lcm_strtod(const char *text, const char **end) {
  const char *start = text + (*text == '-' || *text == '+');
  const size_t len = number_length(start);
  *end = len ? start + len : text;
  char local[512];
  const size_t n = (size_t)(*end - text);
  if (!len || n + 8 > sizeof local)
    return len ? NAN : 0;
  const char *mark = decimal_mark();
  const char *point = memchr(text, '.', n);
  const size_t before = point ? (size_t)(point - text) : n;
  const size_t behind = point ? n - before - 1 : 0;
  char *at = mempcpy(local, text, before);
  if (point) {
    at = mempcpy(at, mark, strnlen(mark, 7));
    at = mempcpy(at, point + 1, behind);
  }
  *at = '\0';
  return strtod(local, NULL);
}
