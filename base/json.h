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

/* Put "value" into "object" under "key", in which bytes that are no UTF-8
 * become '?', behind the keys before. */
void lcm_json_set(lcm_json *object, const char *key, LCM_TAKE lcm_json *value);

/* A member of an object; one without a key ends an array of them. */
typedef struct lcm_json_member {
  const char *key;
  lcm_json *value;
} lcm_json_member;

/* Put "members" into "object", as lcm_json_set does, and return it. */
lcm_json *lcm_json_put(lcm_json *object, const lcm_json_member *members);

/* Put members {"key", value} into "object"; into a new object. */
#define LCM_JSON_PUT(object, ...)                                              \
  lcm_json_put(object, (const lcm_json_member[]){__VA_ARGS__, {NULL, NULL}})
#define LCM_JSON_NEW(...) LCM_JSON_PUT(lcm_json_object(), __VA_ARGS__)

/* Return "of", a text, a number or a bool, as a value. */
#define LCM_JSON(of)                                                           \
  _Generic((of), char *                                                        \
           : lcm_json_string, const char *                                     \
           : lcm_json_string, bool                                             \
           : lcm_json_bool, double                                             \
           : lcm_json_real, unsigned                                           \
           : lcm_json_real, size_t                                             \
           : lcm_json_real)(of)

/* Return the value of what is "at". */
typedef lcm_json *lcm_json_of(const void *at);

/* Return the array of what "of" returns for each of the "n" elements of "size"
 * bytes "at", and of an array of structs. */
LCM_GIVE lcm_json *lcm_json_list(lcm_json_of *of, const void *at, size_t n,
                                 size_t size);
#define LCM_JSON_LIST(of, at, n) lcm_json_list(of, at, n, sizeof *(at))

/* Return the array of the "n" strings "at", of the "n" numbers "at". */
LCM_GIVE lcm_json *lcm_json_strings(const char *const *at, size_t n);
LCM_GIVE lcm_json *lcm_json_reals(const double *at, size_t n);

/* Append "value" to "array". */
void lcm_json_add(lcm_json *array, LCM_TAKE lcm_json *value);

/* Return a copy of "value"; null for NULL. */
LCM_GIVE lcm_json *lcm_json_copy(const lcm_json *value);

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
