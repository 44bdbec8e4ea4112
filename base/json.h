/* JSON documents (read by jansson). */
#pragma once

#include "base/ctx.h"

/* A JSON value on the heap.  A value that is put into another belongs to it
 * from then on; only the outermost is freed. */
typedef struct lcm_json lcm_json;

/* An empty object, an empty array. */
LCM_GIVE lcm_json *lcm_json_object(void);
LCM_GIVE lcm_json *lcm_json_array(void);

/* Return whether the string "text" is UTF-8. */
bool lcm_is_utf8(const char *text);

/* A string; NULL gives null, bytes that are no UTF-8 become '?'. */
LCM_GIVE lcm_json *lcm_json_string(const char *text);
/* A number; null where it is not finite, an integer where it is a whole number
 * below 2^53. */
LCM_GIVE lcm_json *lcm_json_real(double value);
LCM_GIVE lcm_json *lcm_json_bool(bool value);
LCM_GIVE lcm_json *lcm_json_null(void);

/* Put "value" into "object" under "key", behind the keys before. */
void lcm_json_set(lcm_json *object, const char *key, LCM_TAKE lcm_json *value);

/* Append "value" to "array". */
void lcm_json_add(lcm_json *array, LCM_TAKE lcm_json *value);

/* Free "value". */
void lcm_json_free(LCM_TAKE lcm_json *value);

/* Return whether "value" is an object, an array; NULL is neither. */
bool lcm_json_is_object(const lcm_json *value);
bool lcm_json_is_array(const lcm_json *value);

/* Return the member "key" of "object", element "i" of "array": borrowed, NULL
 * where there is none. */
const lcm_json *lcm_json_get(const lcm_json *object, const char *key);
const lcm_json *lcm_json_at(const lcm_json *array, size_t i);

/* Return the number of members or elements of "value". */
size_t lcm_json_size(const lcm_json *value);

/* Return key number "i" of "object", in the order of the text; NULL beyond. */
const char *lcm_json_key(const lcm_json *object, size_t i);

/* Return the string "value" (borrowed), NULL where it is none. */
const char *lcm_json_text(const lcm_json *value);

/* Return whether "value" is true; NULL is not. */
bool lcm_json_is_true(const lcm_json *value);

/* Put the number "value" into "*out"; false where it is none. */
bool lcm_json_number(double *out, const lcm_json *value);
