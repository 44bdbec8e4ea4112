/* Reading the parts of records of the text form: places, sections, ranges,
 * attributes. */
#pragma once

#include "model/lcs/fields.h"
#include "model/lcs/read.h"

/* A record whose attributes are read. */
struct lcs_record {
  const char *what;         /* for messages: "a loop" */
  struct lcs_fields fields; /* of "record" */
  struct lcs_fields more;   /* of "more_of"; may be empty */
  void *record;
  void *more_of;
  lcm_loc *loc; /* where to put its place */
  /* called for keys that are no fields, after the key (and `=` where one
   * stands); false where it does not know them; may be NULL */
  bool (*other)(struct lcs *l, const char *key, bool value, void *user);
  void *user; /* passed to "other" */
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
