/* JSON text to values, by jansson. */
#include <jansson.h>

#include "base/json_internal.h"
#include "base/json_parse.h"

static lcm_json *ours(json_t *value);

/* Return the array "value" as ours. */
static lcm_json *our_array(json_t *value) {
  lcm_json *array = lcm_json_array();
  for (size_t i = 0; i < json_array_size(value); i++)
    lcm_json_add(array, ours(json_array_get(value, i)));
  return array;
}

/* Return the object "value" as ours. */
static lcm_json *our_object(json_t *value) {
  lcm_json *object = lcm_json_object();
  for (void *at = json_object_iter(value); at;
       at = json_object_iter_next(value, at))
    lcm_json_set(object, json_object_iter_key(at),
                 ours(json_object_iter_value(at)));
  return object;
}

/* Return "value" as ours. */
static lcm_json *ours(json_t *value) {
  switch (json_typeof(value)) {
  case JSON_OBJECT:
    return our_object(value);
  case JSON_ARRAY:
    return our_array(value);
  case JSON_STRING:
    return lcm_json_string(json_string_value(value));
  case JSON_INTEGER:
  case JSON_REAL:
    return lcm_json_real(json_number_value(value));
  case JSON_TRUE:
  case JSON_FALSE:
    return lcm_json_bool(json_is_true(value));
  case JSON_NULL:
    break;
  }
  return lcm_json_null();
}

lcm_status lcm_json_parse(lcm_json **out, lcm_ctx *ctx, const char *file,
                          const char *text, size_t len) {
  json_error_t error;
  json_t *value =
      json_loadb(text, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
  if (value) {
    *out = ours(value);
    json_decref(value);
    return LCM_OK;
  }
  const lcm_loc at = {lcm_intern(ctx, file), (unsigned)error.line,
                      (unsigned)error.column, 0, 0};
  lcm_report(ctx, LCM_DIAG_SYNTAX, at, "%s", error.text);
  return LCM_EPARSE;
}
