#include "base/json.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* Return "value" as ours. */
static lcm_json *ours(json_t *value) { return (lcm_json *)value; }

/* Return "value" as jansson's. */
static json_t *theirs(const lcm_json *value) {
  union {
    const lcm_json *from;
    json_t *to;
  } both = {.from = value};
  return both.to;
}

lcm_json *lcm_json_object(void) { return ours(json_object()); }

lcm_json *lcm_json_array(void) { return ours(json_array()); }

lcm_json *lcm_json_null(void) { return ours(json_null()); }

lcm_json *lcm_json_bool(bool value) { return ours(json_boolean(value)); }

lcm_json *lcm_json_string(const char *text) {
  if (!text)
    return lcm_json_null();
  json_t *value = json_string(text);
  if (value)
    return ours(value);
  char *copy = strdup(text);
  for (char *c = copy; copy && *c; c++)
    if ((unsigned char)*c >= 0x80)
      *c = '?';
  value = copy ? json_string(copy) : NULL;
  free(copy);
  return ours(value);
}

lcm_json *lcm_json_real(double value) {
  if (!isfinite(value))
    return lcm_json_null();
  if (value == floor(value) && fabs(value) < 9007199254740992.0)
    return ours(json_integer((json_int_t)value));
  return ours(json_real(value));
}

void lcm_json_set(lcm_json *object, const char *key, LCM_TAKE lcm_json *value) {
  (void)json_object_set_new(theirs(object), key, theirs(value));
}

void lcm_json_add(lcm_json *array, LCM_TAKE lcm_json *value) {
  (void)json_array_append_new(theirs(array), theirs(value));
}

/* Return whether "value" is nested at least "limit" deep. */
static bool is_deep(const lcm_json *value, unsigned limit) {
  json_t *object = theirs(value);
  if (!limit)
    return true;
  for (void *at = json_object_iter(object); at;
       at = json_object_iter_next(object, at))
    if (is_deep(ours(json_object_iter_value(at)), limit - 1))
      return true;
  for (size_t i = 0; i < json_array_size(object); i++)
    if (is_deep(ours(json_array_get(object, i)), limit - 1))
      return true;
  return false;
}

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

/* Append the string "text" of "len" bytes in quotes. */
static void put_string(lcm_buf *buf, const char *text, size_t len) {
  static const char NAMED[] = "\"\\\b\f\n\r\t";
  static const char NAMES[] = "\"\\bfnrt";
  size_t start = 0;
  lcm_buf_putc(buf, '"');
  for (size_t i = 0; i < len; i++) {
    const unsigned char c = (unsigned char)text[i];
    const char *named = c ? strchr(NAMED, c) : NULL;
    if (!named && c >= 0x20)
      continue;
    lcm_buf_add(buf, text + start, i - start);
    start = i + 1;
    if (named)
      lcm_buf_printf(buf, "\\%c", NAMES[named - NAMED]);
    else
      lcm_buf_printf(buf, "\\u%04X", c);
  }
  lcm_buf_add(buf, text + start, len - start);
  lcm_buf_putc(buf, '"');
}

/* Begin a line "depth" levels deep, where there are lines. */
static void put_line(struct printing *p, size_t depth) {
  if (p->indent < 0)
    return;
  lcm_buf_putc(&p->buf, '\n');
  for (size_t i = 0; i < depth * (size_t)p->indent; i++)
    lcm_buf_putc(&p->buf, ' ');
}

static void put_value(struct printing *p, json_t *value, size_t depth);

/* Append the object "object". */
static void put_object(struct printing *p, json_t *object, size_t depth) {
  size_t n = 0;
  lcm_buf_putc(&p->buf, '{');
  for (void *at = json_object_iter(object); at;
       at = json_object_iter_next(object, at)) {
    const char *key = json_object_iter_key(at);
    if (n++)
      lcm_buf_putc(&p->buf, ',');
    put_line(p, depth + 1);
    put_string(&p->buf, key, strlen(key));
    lcm_buf_puts(&p->buf, p->indent < 0 ? ":" : ": ");
    put_value(p, json_object_iter_value(at), depth + 1);
  }
  if (n)
    put_line(p, depth);
  lcm_buf_putc(&p->buf, '}');
}

/* Append the array "array". */
static void put_array(struct printing *p, json_t *array, size_t depth) {
  const size_t n = json_array_size(array);
  lcm_buf_putc(&p->buf, '[');
  for (size_t i = 0; i < n; i++) {
    if (i)
      lcm_buf_putc(&p->buf, ',');
    put_line(p, depth + 1);
    put_value(p, json_array_get(array, i), depth + 1);
  }
  if (n)
    put_line(p, depth);
  lcm_buf_putc(&p->buf, ']');
}

/* Append "value", which is "depth" levels deep. */
static void put_value(struct printing *p, json_t *value, size_t depth) {
  switch (json_typeof(value)) {
  case JSON_OBJECT:
    put_object(p, value, depth);
    return;
  case JSON_ARRAY:
    put_array(p, value, depth);
    return;
  case JSON_STRING:
    put_string(&p->buf, json_string_value(value), json_string_length(value));
    return;
  case JSON_INTEGER:
    lcm_buf_printf(&p->buf, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return;
  case JSON_REAL:
    put_real(&p->buf, json_real_value(value));
    return;
  case JSON_TRUE:
    lcm_buf_puts(&p->buf, "true");
    return;
  case JSON_FALSE:
    lcm_buf_puts(&p->buf, "false");
    return;
  case JSON_NULL:
    lcm_buf_puts(&p->buf, "null");
    return;
  }
}

LCM_GIVE char *lcm_json_print(LCM_TAKE lcm_json *value) {
  enum { MOST_INDENTED = 200 };
  if (!value)
    return NULL;
  struct printing p = {.indent = is_deep(value, MOST_INDENTED) ? -1 : 2};
  put_value(&p, theirs(value), 0);
  lcm_json_free(value);
  lcm_buf_putc(&p.buf, '\n');
  return lcm_buf_take(&p.buf);
}

void lcm_json_free(LCM_TAKE lcm_json *value) { json_decref(theirs(value)); }

lcm_status lcm_json_parse(lcm_json **out, lcm_ctx *ctx, const char *file,
                          const char *text, size_t len) {
  json_error_t error;
  json_t *value =
      json_loadb(text, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
  if (value) {
    *out = ours(value);
    return LCM_OK;
  }
  const lcm_loc at = {lcm_intern(ctx, file), (unsigned)error.line,
                      (unsigned)error.column, 0, 0};
  lcm_report(ctx, LCM_DIAG_SYNTAX, at, "%s", error.text);
  return LCM_EPARSE;
}

bool lcm_json_is_object(const lcm_json *value) {
  return json_is_object(theirs(value));
}

bool lcm_json_is_array(const lcm_json *value) {
  return json_is_array(theirs(value));
}

const lcm_json *lcm_json_get(const lcm_json *object, const char *key) {
  return ours(json_object_get(theirs(object), key));
}

const lcm_json *lcm_json_at(const lcm_json *array, size_t i) {
  return ours(json_array_get(theirs(array), i));
}

size_t lcm_json_size(const lcm_json *value) {
  return json_is_object(theirs(value)) ? json_object_size(theirs(value))
                                       : json_array_size(theirs(value));
}

const char *lcm_json_key(const lcm_json *object, size_t i) {
  void *at = json_object_iter(theirs(object));
  for (; at && i; i--)
    at = json_object_iter_next(theirs(object), at);
  return at ? json_object_iter_key(at) : NULL;
}

const char *lcm_json_text(const lcm_json *value) {
  return json_string_value(theirs(value));
}

bool lcm_json_number(double *out, const lcm_json *value) {
  if (!json_is_number(theirs(value)))
    return false;
  *out = json_number_value(theirs(value));
  return true;
}
