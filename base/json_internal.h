/* JSON values: what the files json*.c say to each other. */
#pragma once

#include "base/json.h"

/* What a value is. */
enum lcm_json_kind {
  LCM_JSON_NULL,
  LCM_JSON_FALSE,
  LCM_JSON_TRUE,
  LCM_JSON_NUMBER,
  LCM_JSON_STRING,
  LCM_JSON_ARRAY,
  LCM_JSON_OBJECT
};

/* A value. */
struct lcm_json {
  enum lcm_json_kind kind;
  bool failed; /* memory ran out while it was made */
  char own[23];
  char *key; /* under which it is in its object: in "own" where it fits there */
  size_t n;
  size_t cap;
  /* number, items, text: of a number; the "n" parts of an array or object, with
   * room for "cap"; the "n" bytes of a string */
  double number;
  lcm_json **items;
  char text[];
};
