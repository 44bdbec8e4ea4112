/* Reading the parts of records of the text form: places, sections, ranges,
 * attributes. */
#pragma once

#include "model/lcs/fields.h"
#include "model/lcs/read.h"

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

/* Read `name[i, j]` into "*out". */
void lcs_instance(struct lcs *l, struct lcm_instance *out);

/* Read `i(from, to, step, *factor)` into "*out". */
void lcs_range(struct lcs *l, lcm_iteration *out);

/* Read a section with all its fields into "*out". */
void lcs_section(struct lcs *l, lcm_section *out);

/* Read attributes up to the end of the line or a brace. */
void lcs_attributes(struct lcs *l, const struct lcs_record *record);
