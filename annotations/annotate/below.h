/* Which models a node, its descendants and its callees have. */
#pragma once

#include "annotations/annotate/internal.h"

/* Find out what all functions that are called have models of. */
void annotate_reach(struct annotate *a);

/* Return the category of the language that "name" of a fit is, interned with
 * the structures; NULL for none that is a cost of its own. */
const char *annotate_category(struct annotate *a, const char *name);

/* Return the name of the function with the key "key": "f", "file:f", "f[g]". */
const char *annotate_callee(struct annotate *a, const char *key);

/* Return whether "node" is code that one processor executes. */
bool annotate_is_statement(const lcm_node *node);

/* Return whether a team that executes "node" does so together. */
bool annotate_is_shared(const lcm_node *node);

/* Return whether the structure says how often the node number "at" of "file"
 * is executed. */
bool annotate_is_sure(const struct annotate_file *file, size_t at);

/* Return whether something below the node number "at" has a cost of its own in
 * "category". */
bool annotate_is_below(struct annotate *a, struct annotate_file *file,
                       size_t at, const char *category);

/* Return what "place" is to have in "category", or NULL. */
struct annotate_entry *annotate_entry_of(struct annotate_place *place,
                                         const char *category);

/* Return whether "place" is to have any comment. */
bool annotate_is_said(const struct annotate_place *place);

/* Return whether what is said of the node number "at" of "file" gives its cost
 * in "category": a model, or that it was measured to be nothing. */
bool annotate_gives(struct annotate *a, struct annotate_file *file, size_t at,
                    const char *category);

/* Return whether the author gives "node" a cost in "category". */
bool annotate_has_hand(const lcm_node *node, const char *category);

/* Return whether a call below the node number "at" leads to what has models. */
bool annotate_calls_below(struct annotate *a, struct annotate_file *file,
                          size_t at);
