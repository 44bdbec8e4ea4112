/* The text form of a task structure: what its printer, its parser, the
 * comparison and the JSON form share.  docs/reference/lcs.md is the grammar. */
#pragma once

#include "base/buf.h"
#include "base/json.h"
#include "base/list.h"
#include "model/structure/structure.h"

/* What a field holds. */
enum lcs_type {
  LCS_TEXT, /* const char *, NULL when not there */
  LCS_EXPR, /* const lcm_expr *, NULL when not there */
  LCS_FLAG, /* bool */
  LCS_WORD  /* an enumeration */
};

/* A field of a record that stands as `key=value` (a flag: `key`).
 * offset     of the member in the record
 * words      of an enumeration, in the order of its values; else NULL
 * n_words    how many
 * otherwise  value of an enumeration that is not written */
struct lcs_field {
  const char *key;
  enum lcs_type type;
  size_t offset;
  const char *const *words;
  unsigned n_words;
  unsigned otherwise;
};

/* The "n" fields of a kind of record. */
struct lcs_fields {
  const struct lcs_field *at;
  size_t n;
};

/* Text being read, a line at a time.
 * file    interned, for diagnostics
 * home    file of the places that name none; NULL: they must
 * at      offset of the next byte; line and start: its line and where that
 *         begins
 * stop    offset of the end of the line
 * status  LCM_OK until something is wrong; then nothing more is read */
struct lcs {
  lcm_ctx *ctx;
  const char *file;
  const char *home;
  const char *text;
  size_t len;
  size_t at;
  unsigned line;
  size_t start;
  size_t stop;
  lcm_status status;
};

/* A record whose attributes are read.
 * what     for messages: "a loop"
 * fields   of "record"; more, may be empty, of "more_of"
 * loc      where to put its place
 * other    called for keys that are no fields, after the key (and `=` where
 *          one stands); false where it does not know them; may be NULL
 * user     passed to "other" */
struct lcs_record {
  const char *what;
  struct lcs_fields fields;
  struct lcs_fields more;
  void *record;
  void *more_of;
  lcm_loc *loc;
  bool (*other)(struct lcs *l, const char *key, bool value, void *user);
  void *user;
};

/* A function whose tree is read: the nodes that are open. */
struct lcs_tree;
