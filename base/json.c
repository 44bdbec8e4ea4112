#include "base/json.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

LCM_GIVE char *lcm_json_print(LCM_TAKE lcm_json *value) {
  enum { MOST_INDENTED = 200 };
  const size_t flags = is_deep(value, MOST_INDENTED)
                           ? JSON_ENCODE_ANY | JSON_COMPACT
                           : JSON_ENCODE_ANY | JSON_INDENT(2);
  char *text = json_dumps(theirs(value), flags);
  lcm_json_free(value);
  if (!text)
    return NULL;
  const size_t len = strlen(text);
  char *line = realloc(text, len + 2);
  if (!line) {
    free(text);
    return NULL;
  }
  memcpy(line + len, "\n", 2);
  return line;
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
