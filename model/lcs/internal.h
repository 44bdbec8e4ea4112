/* The text form of a task structure: what its printer, its parser, the
 * comparison and the JSON form share.  docs/lcs.md is the grammar. */
#pragma once

#include "base/buf.h"
#include "base/json.h"
#include "base/list.h"
#include "model/structure/structure.h"

/* ---- fields (model/lcs/fields.c) --------------------------------------------- */

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

extern const struct lcs_fields LCS_FUNCTION;
extern const struct lcs_fields LCS_PARAM;
extern const struct lcs_fields LCS_RESOURCE;
extern const struct lcs_fields LCS_DRAW;
extern const struct lcs_fields LCS_CATEGORY;
extern const struct lcs_fields LCS_COVARIANCE;
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

/* Put the "fields" of "record" that are there into "object". */
void lcs_fields_json(lcm_json *object, struct lcs_fields fields,
                     const void *record);

/* Return the list of instances of "node" (its resources or its condition) and
 * put their number into "*n"; 0 where the kind has none. */
const struct lcm_instance *lcs_node_instances(size_t *n, const lcm_node *node);

/* Return the expression number "i" of "list", NULL where "list" is. */
const lcm_expr *lcs_at(const lcm_expr *const *list, size_t i);

/* ---- pieces of text (model/lcs/text.c) --------------------------------------- */

/* Append "text" between quotes, with escapes. */
void lcs_put_string(lcm_buf *buf, const char *text);

/* Append "text" as a word where it is one, else between quotes. */
void lcs_put_word(lcm_buf *buf, const char *text);

/* Append "e" (NULL: "?"). */
void lcs_put_expr(lcm_buf *buf, const lcm_expr *e);

/* Append " @file:line:column:begin-end"; nothing for nowhere.  The file is left
 * out where it is "home", which may be NULL. */
void lcs_put_loc(lcm_buf *buf, lcm_loc loc, const char *home);

/* Append the fields of "record", each after a space. */
void lcs_put_fields(lcm_buf *buf, struct lcs_fields fields, const void *record);

/* Append `name[i, j]`. */
void lcs_put_instance(lcm_buf *buf, const struct lcm_instance *instance);

/* Append `[lower:length, .field, *]`; nothing where there are no extents. */
void lcs_put_extents(lcm_buf *buf, const lcm_section *section);

/* Append " KEY=i(from, to)". */
void lcs_put_range(lcm_buf *buf, const char *key, const lcm_iteration *range);

/* Return whether "a" and "b" are the same range. */
bool lcs_same_range(const lcm_iteration *a, const lcm_iteration *b);

/* Return whether "c" may stand in a word that needs no quotes. */
bool lcs_is_word_char(char c);

/* Return whether "c" may stand in a file name that needs no quotes. */
bool lcs_is_file_char(char c);

/* ---- reading pieces (model/lcs/read.c) ---------------------------------------- */

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

/* Go to the next line that holds anything; false at the end of the text. */
bool lcs_next_line(struct lcs *l);

/* Return the place of offset "at" of the current line. */
lcm_loc lcs_place(const struct lcs *l, size_t at);

/* Report that something else was expected at the current place. */
void lcs_fail(struct lcs *l, const char *expected);

/* Skip blanks; return whether nothing more stands on the line. */
bool lcs_at_end(struct lcs *l);

/* Report what stands on the rest of the line, if anything. */
void lcs_end(struct lcs *l);

/* Skip "c" where it stands next, after blanks. */
bool lcs_accept(struct lcs *l, char c);

/* As lcs_accept; anything else is reported as not "what". */
bool lcs_expect(struct lcs *l, char c, const char *what);

/* Return the word or string that stands next, interned; where none does, NULL
 * and "what" was expected. */
const char *lcs_word(struct lcs *l, const char *what);

/* Return the string or word that stands next, or NULL, nothing being said. */
const char *lcs_word_if(struct lcs *l);

/* Return the expression that stands next; NULL after an error. */
const lcm_expr *lcs_expr(struct lcs *l);

/* Put the expression that stands next into "*out", NULL for "?"; return false
 * after an error. */
bool lcs_expr_or_none(struct lcs *l, const lcm_expr **out);

/* Return the expression in parentheses that stands next. */
const lcm_expr *lcs_group(struct lcs *l);

/* Return the number below 2^32 that stands next. */
unsigned lcs_number(struct lcs *l, const char *what);

/* Return the hexadecimal number that stands next. */
unsigned long long lcs_hash(struct lcs *l);

/* Return the real number that stands next. */
double lcs_real(struct lcs *l);

/* ---- reading larger pieces (model/lcs/read_parts.c) -----------------------------
 */

/* Return the place behind an `@`. */
lcm_loc lcs_loc(struct lcs *l);

/* Read `name[i, j]` into "*out". */
void lcs_instance(struct lcs *l, struct lcm_instance *out);

/* Read `i(from, to, step, *factor)` into "*out". */
void lcs_range(struct lcs *l, lcm_iteration *out);

/* Read a section with all its fields into "*out". */
void lcs_section(struct lcs *l, lcm_section *out);

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

/* Read attributes up to the end of the line or a brace. */
void lcs_attributes(struct lcs *l, const struct lcs_record *record);

/* ---- nodes (model/lcs/node.c) -------------------------------------------------- */

/* A function whose tree is read: the nodes that are open. */
struct lcs_tree;

/* Return the reader of a tree. */
struct lcs_tree *lcs_tree_new(struct lcs *l);

/* Read the line at hand, which is inside the function. */
void lcs_tree_line(struct lcs_tree *tree);

/* Return whether the function's closing brace was read. */
bool lcs_tree_is_done(const struct lcs_tree *tree);

/* Return the tree, NULL where the braces were empty. */
const lcm_node *lcs_tree_root(const struct lcs_tree *tree);
