/* JSON values: making them, asking them, and taking them apart. */
#include "base/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_internal.h"

/* Return a new value of "kind" with room for "n" bytes of text, NULL where
 * memory runs out. */
static lcm_json *new_value(enum lcm_json_kind kind, size_t n) {
  lcm_json *value = malloc(sizeof *value + n);
  if (!value)
    return NULL;
  *value = (lcm_json){.kind = kind};
  return value;
}

lcm_json *lcm_json_object(void) { return new_value(LCM_JSON_OBJECT, 0); }

lcm_json *lcm_json_array(void) { return new_value(LCM_JSON_ARRAY, 0); }

lcm_json *lcm_json_null(void) { return new_value(LCM_JSON_NULL, 0); }

lcm_json *lcm_json_bool(bool value) {
  return new_value(value ? LCM_JSON_TRUE : LCM_JSON_FALSE, 0);
}

lcm_json *lcm_json_real(double number) {
  lcm_json *value =
      new_value(isfinite(number) ? LCM_JSON_NUMBER : LCM_JSON_NULL, 0);
  if (value)
    value->number = number;
  return value;
}

/* Return how many bytes the UTF-8 character at "text" has, 0 where there is
 * none. */
static size_t character_length(const unsigned char *text) {
  static const unsigned long LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
  if (*text < 0x80)
    return 1;
  const size_t n = *text < 0xc2   ? 0
                   : *text < 0xe0 ? 2
                   : *text < 0xf0 ? 3
                   : *text < 0xf5 ? 4
                                  : 0;
  unsigned long code = n ? *text & (0xffu >> (n + 1)) : 0;
  for (size_t i = 1; i < n; i++) {
    if ((text[i] & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (text[i] & 0x3fu);
  }
  return code >= LEAST[n] && code <= 0x10ffff &&
                 !(code >= 0xd800 && code < 0xe000)
             ? n
             : 0;
}

bool lcm_is_utf8(const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  while (*at) {
    const size_t n = character_length(at);
    if (!n)
      return false;
    at += n;
  }
  return true;
}

/* Copy the "n" bytes of "text" and its end to "to"; where they are no UTF-8,
 * '?' stands for those that are not ASCII. */
static void copy_text(char *to, const char *text, size_t n) {
  memcpy(to, text, n + 1);
  if (!lcm_is_utf8(text))
    for (size_t i = 0; i < n; i++)
      if ((unsigned char)text[i] >= 0x80)
        to[i] = '?';
}

lcm_json *lcm_json_string(const char *text) {
  if (!text)
    return lcm_json_null();
  const size_t n = strlen(text);
  lcm_json *value = new_value(LCM_JSON_STRING, n + 1);
  if (!value)
    return NULL;
  value->n = n;
  copy_text(value->text, text, n);
  return value;
}

/* Append "value" to the array or object "all", whichever is NULL. */
static void append(lcm_json *all, LCM_TAKE lcm_json *value) {
  if (all && all->n == all->cap && value) {
    const size_t cap = all->cap ? 2 * all->cap : 4;
    lcm_json **items = realloc(all->items, cap * sizeof(lcm_json *));
    if (items) {
      all->items = items;
      all->cap = cap;
    }
  }
  if (all && value && all->n < all->cap) {
    all->failed = all->failed || value->failed;
    all->items[all->n++] = value;
    return;
  }
  if (all)
    all->failed = true;
  lcm_json_free(value);
}

/* Return the index of "key" in "object", or its number of members. */
static size_t index_of(const lcm_json *object, const char *key) {
  size_t i = 0;
  while (i < object->n && strcmp(object->items[i]->key, key) != 0)
    i++;
  return i;
}

void lcm_json_set(lcm_json *object, const char *key, LCM_TAKE lcm_json *value) {
  const size_t len = strlen(key);
  if (value)
    value->key = len < sizeof value->own ? value->own : malloc(len + 1);
  if (value && !value->key) {
    lcm_json_free(value);
    value = NULL;
  }
  if (value)
    copy_text(value->key, key, len);
  const size_t i = object && value ? index_of(object, value->key) : 0;
  if (!object || !value || i == object->n) {
    append(object, value);
    return;
  }
  lcm_json_free(object->items[i]);
  object->items[i] = value;
  object->failed = object->failed || value->failed;
}

lcm_json *lcm_json_put(lcm_json *object, const lcm_json_member *members) {
  for (; members->key; members++)
    lcm_json_set(object, members->key, members->value);
  return object;
}

void lcm_json_add(lcm_json *array, LCM_TAKE lcm_json *value) {
  append(array, value);
}

LCM_GIVE lcm_json *lcm_json_list(lcm_json_of *of, const void *at, size_t n,
                                 size_t size) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++)
    lcm_json_add(list, of((const char *)at + i * size));
  return list;
}

/* Return the string, the number "at". */
static lcm_json *string_at(const void *at) {
  return lcm_json_string(*(const char *const *)at);
}

static lcm_json *real_at(const void *at) {
  return lcm_json_real(*(const double *)at);
}

LCM_GIVE lcm_json *lcm_json_strings(const char *const *at, size_t n) {
  return LCM_JSON_LIST(string_at, at, n);
}

LCM_GIVE lcm_json *lcm_json_reals(const double *at, size_t n) {
  return LCM_JSON_LIST(real_at, at, n);
}

void lcm_json_free(LCM_TAKE lcm_json *value) {
  if (!value)
    return;
  for (size_t i = 0; value->items && i < value->n; i++)
    lcm_json_free(value->items[i]);
  free(value->items);
  if (value->key != value->own)
    free(value->key);
  free(value);
}

bool lcm_json_is_object(const lcm_json *value) {
  return value && value->kind == LCM_JSON_OBJECT;
}

bool lcm_json_is_array(const lcm_json *value) {
  return value && value->kind == LCM_JSON_ARRAY;
}

const lcm_json *lcm_json_get(const lcm_json *object, const char *key) {
  if (!lcm_json_is_object(object))
    return NULL;
  const size_t i = index_of(object, key);
  return i < object->n ? object->items[i] : NULL;
}

const lcm_json *lcm_json_at(const lcm_json *array, size_t i) {
  return lcm_json_is_array(array) && i < array->n ? array->items[i] : NULL;
}

size_t lcm_json_size(const lcm_json *value) {
  return lcm_json_is_object(value) || lcm_json_is_array(value) ? value->n : 0;
}

const char *lcm_json_key(const lcm_json *object, size_t i) {
  return lcm_json_is_object(object) && i < object->n ? object->items[i]->key
                                                     : NULL;
}

const char *lcm_json_text(const lcm_json *value) {
  return value && value->kind == LCM_JSON_STRING ? value->text : NULL;
}

bool lcm_json_is_true(const lcm_json *value) {
  return value && value->kind == LCM_JSON_TRUE;
}

bool lcm_json_number(double *out, const lcm_json *value) {
  if (!value || value->kind != LCM_JSON_NUMBER)
    return false;
  *out = value->number;
  return true;
}

LCM_GIVE lcm_json *lcm_json_copy(const lcm_json *value) {
  const char *text = lcm_json_text(value);
  double number = 0;
  lcm_json *out = NULL;
  if (text)
    return lcm_json_string(text);
  if (lcm_json_number(&number, value))
    return lcm_json_real(number);
  if (lcm_json_is_array(value)) {
    out = lcm_json_array();
    for (size_t i = 0; i < lcm_json_size(value); i++)
      lcm_json_add(out, lcm_json_copy(lcm_json_at(value, i)));
    return out;
  }
  if (lcm_json_is_object(value)) {
    out = lcm_json_object();
    for (size_t i = 0; i < lcm_json_size(value); i++)
      lcm_json_set(out, lcm_json_key(value, i),
                   lcm_json_copy(lcm_json_get(value, lcm_json_key(value, i))));
    return out;
  }
  return lcm_json_is_true(value) ? lcm_json_bool(true) : lcm_json_null();
}
