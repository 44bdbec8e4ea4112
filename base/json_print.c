/* JSON values to text, indented so that short ones take one line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_internal.h"
#include "base/json_print.h"

/* How many columns a value may take on one line, how far lines are indented at
 * most, and how deep what has lines may be nested. */
enum { COLUMNS = 120, MOST_INDENT = 64, MOST_INDENTED = 200 };

/* Text being written; "indent" spaces a level, -1: all on one line. */
struct printing {
  lcm_buf buf;
  int indent;
};

/* Append the number "value" with no more digits than it takes to read it
 * back, and no more of its exponent than that needs. */
static void put_real(lcm_buf *buf, double value) {
  lcm_buf_double(buf, value);
  if (buf->failed)
    return;
  char *at = buf->text + buf->len;
  while (at > buf->text && (at[-1] == '+' || (at[-1] >= '0' && at[-1] <= '9')))
    at--;
  const bool minus = at > buf->text && at[-1] == '-';
  if (at - buf->text < 2 || at[-1 - minus] != 'e')
    return;
  const size_t more = strspn(at, "+0");
  memmove(at, at + more, strlen(at + more) + 1);
  buf->len -= more;
}

/* Append the number "value". */
static void put_number(lcm_buf *buf, double value) {
  if (value != floor(value) || fabs(value) >= 9007199254740992.0) {
    put_real(buf, value);
    return;
  }
  if (value < 0)
    lcm_buf_putc(buf, '-');
  lcm_buf_whole(buf, (unsigned long long)fabs(value));
}

/* Append the UTF-8 character of "n" bytes at "text" as \u and its number. */
static void put_number_of(lcm_buf *buf, const char *text, size_t n) {
  const unsigned char *t = (const unsigned char *)text;
  const unsigned value =
      n == 1   ? t[0]
      : n == 2 ? (t[0] & 0x1fU) << 6 | (t[1] & 0x3f)
               : (t[0] & 0x0fU) << 12 | (t[1] & 0x3fU) << 6 | (t[2] & 0x3f);
  lcm_buf_printf(buf, "\\u%04X", value);
}

/* Append the string "text" of "len" bytes in quotes. */
static void put_string(lcm_buf *buf, const char *text, size_t len) {
  static const char NAMED[] = "\"\\\b\f\n\r\t";
  static const char NAMES[] = "\"\\bfnrt";
  size_t start = 0;
  lcm_buf_putc(buf, '"');
  for (size_t i = 0; i < len; i++) {
    const char c = text[i];
    const size_t length = lcm_utf8_length(text + i, len - i);
    const size_t n = length ? length : 1;
    if (c != '"' && c != '\\' && !lcm_utf8_is_control(text + i, n))
      continue;
    const char *named = c ? strchr(NAMED, c) : NULL;
    lcm_buf_add(buf, text + start, i - start);
    start = i + n;
    if (named)
      lcm_buf_printf(buf, "\\%c", NAMES[named - NAMED]);
    else
      put_number_of(buf, text + i, n);
    i += n - 1;
  }
  lcm_buf_add(buf, text + start, len - start);
  lcm_buf_putc(buf, '"');
}

void lcm_json_put_string(lcm_buf *buf, const char *text) {
  lcm_json *value = lcm_json_string(text);
  if (value)
    put_string(buf, value->text, value->n);
  else
    buf->failed = 1;
  lcm_json_free(value);
}

void lcm_json_put_number(lcm_buf *buf, double value) {
  if (isfinite(value))
    put_number(buf, value);
  else
    lcm_buf_puts(buf, "null");
}

/* Return how far a line "depth" levels deep is indented. */
static size_t indent_of(const struct printing *p, size_t depth) {
  const size_t indent = depth * (size_t)p->indent;
  return indent < MOST_INDENT ? indent : MOST_INDENT;
}

/* Begin a line "depth" levels deep, where there are lines. */
static void put_line(struct printing *p, size_t depth) {
  static const char BLANKS[MOST_INDENT + 1] =
      "                                                                ";
  if (p->indent < 0)
    return;
  lcm_buf_putc(&p->buf, '\n');
  lcm_buf_add(&p->buf, BLANKS, indent_of(p, depth));
}

/* Return about how many columns the number "value" takes. */
static long columns_of(double value) {
  long columns = 1 + (value < 0);
  if (value != floor(value) || fabs(value) >= 9007199254740992.0)
    return 20;
  for (double rest = fabs(value); rest >= 10; rest /= 10)
    columns++;
  return columns;
}

/* Return "room" less the columns that "value" takes on one line, about;
 * negative where it takes more. */
static long room_after(const lcm_json *value, long room) {
  switch (value->kind) {
  case LCM_JSON_NULL:
  case LCM_JSON_FALSE:
  case LCM_JSON_TRUE:
    return room - 5;
  case LCM_JSON_NUMBER:
    return room - columns_of(value->number);
  case LCM_JSON_STRING:
    return room - (long)value->n - 2;
  case LCM_JSON_ARRAY:
  case LCM_JSON_OBJECT:
    break;
  }
  room -= 2;
  for (size_t i = 0; i < value->n && room >= 0; i++) {
    const lcm_json *item = value->items[i];
    room -= item->key ? 6 + (long)strlen(item->key) : 2;
    room = room_after(item, room);
  }
  return room;
}

static void put_value(struct printing *p, const lcm_json *value, size_t depth,
                      bool is_short);

/* Append the parts of the array or object "value", which stands "depth" levels
 * deep. */
static void put_parts(struct printing *p, const lcm_json *value, size_t depth,
                      bool is_short) {
  const bool lines = !is_short && p->indent >= 0;
  for (size_t i = 0; i < value->n; i++) {
    const lcm_json *item = value->items[i];
    if (i)
      lcm_buf_puts(&p->buf, is_short ? ", " : ",");
    if (lines)
      put_line(p, depth + 1);
    if (item->key) {
      put_string(&p->buf, item->key, strlen(item->key));
      lcm_buf_puts(&p->buf, p->indent < 0 ? ":" : ": ");
    }
    put_value(p, item, depth + 1, is_short);
  }
  if (lines && value->n)
    put_line(p, depth);
}

/* Return whether "value" goes on one line "depth" levels deep. */
static bool is_one_line(const struct printing *p, const lcm_json *value,
                        size_t depth) {
  return p->indent >= 0 && depth &&
         room_after(value, COLUMNS - (long)indent_of(p, depth)) >= 0;
}

/* Append "value", which is "depth" levels deep. */
static void put_value(struct printing *p, const lcm_json *value, size_t depth,
                      bool is_short) {
  const bool object = value->kind == LCM_JSON_OBJECT;
  switch (value->kind) {
  case LCM_JSON_ARRAY:
  case LCM_JSON_OBJECT:
    lcm_buf_putc(&p->buf, object ? '{' : '[');
    put_parts(p, value, depth, is_short || is_one_line(p, value, depth));
    lcm_buf_putc(&p->buf, object ? '}' : ']');
    return;
  case LCM_JSON_STRING:
    put_string(&p->buf, value->text, value->n);
    return;
  case LCM_JSON_NUMBER:
    put_number(&p->buf, value->number);
    return;
  case LCM_JSON_TRUE:
    lcm_buf_puts(&p->buf, "true");
    return;
  case LCM_JSON_FALSE:
    lcm_buf_puts(&p->buf, "false");
    return;
  case LCM_JSON_NULL:
    lcm_buf_puts(&p->buf, "null");
    return;
  }
}

/* Return whether "value" is nested at least "limit" deep. */
static bool is_deep(const lcm_json *value, unsigned limit) {
  for (size_t i = 0; limit && i < value->n && value->items; i++)
    if (is_deep(value->items[i], limit - 1))
      return true;
  return !limit;
}

LCM_GIVE char *lcm_json_print(LCM_TAKE lcm_json *value) {
  if (!value || value->failed) {
    lcm_json_free(value);
    return NULL;
  }
  struct printing p = {.indent = is_deep(value, MOST_INDENTED) ? -1 : 2};
  put_value(&p, value, 0, false);
  lcm_json_free(value);
  lcm_buf_putc(&p.buf, '\n');
  return lcm_buf_take(&p.buf);
}
