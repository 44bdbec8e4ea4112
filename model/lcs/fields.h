/* The fields of each kind of node by their names in text and JSON. */
#pragma once

#include "model/structure/structure.h"

/* What a field holds. */
enum lcs_type {
  LCS_TEXT, /* const char *, NULL when not there */
  LCS_EXPR, /* const lcm_expr *, NULL when not there */
  LCS_FLAG, /* bool */
  LCS_WORD  /* an enumeration */
};

/* A field of a record that stands as `key=value` (a flag: `key`). */
struct lcs_field {
  const char *key;
  enum lcs_type type;
  size_t offset; /* of the member in the record */
  /* of an enumeration, in the order of its values; else NULL */
  const char *const *words;
  unsigned n_words;   /* how many */
  unsigned otherwise; /* value of an enumeration that is not written */
};

/* The "n" fields of a kind of record. */
struct lcs_fields {
  const struct lcs_field *at;
  size_t n;
};

extern const struct lcs_fields LCS_FUNCTION;
extern const struct lcs_fields LCS_PARAM;
extern const struct lcs_fields LCS_RESOURCE;
extern const struct lcs_fields LCS_DRAW;
extern const struct lcs_fields LCS_CATEGORY;
extern const struct lcs_fields LCS_COVARIANCE;
extern const struct lcs_fields LCS_CONTRACT;
extern const struct lcs_fields LCS_POINTER;
extern const struct lcs_fields LCS_MODEL;
extern const struct lcs_fields LCS_SECTION;

/* Return the fields that nodes of every kind have. */
struct lcs_fields lcs_common_fields(void);

/* Return the fields of "u" that only nodes of "kind" have, of what
 * lcs_kind_object returns. */
struct lcs_fields lcs_kind_fields(lcm_node_kind kind);

/* Return what the fields of the kind of "node" are fields of. */
void *lcs_kind_object(const lcm_node *node);

/* Return the address of "field" in "record". */
const void *lcs_field_get(const struct lcs_field *field, const void *record);

/* Return whether the "fields" of "a" and "b" are equal. */
bool lcs_fields_equal(struct lcs_fields fields, const void *a, const void *b);

/* Return the list of instances of "node" (its resources or its condition) and
 * put their number into "*n"; 0 where the kind has none. */
const struct lcm_instance *lcs_node_instances(size_t *n, const lcm_node *node);

/* Return the expression number "i" of "list", NULL where "list" is. */
const lcm_expr *lcs_at(const lcm_expr *const *list, size_t i);
