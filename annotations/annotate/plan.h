/* Decides which node has which of the fitted models. */
#pragma once

#include "annotations/annotate/internal.h"

/* Find out what all functions that are called have models of. */
void annotate_reach(struct annotate *a);

/* Let the nodes of "file" have what the fit says of them besides models. */
void annotate_see(struct annotate *a, struct annotate_file *file);

/* Decide what each node of "file" is to have. */
void annotate_plan(struct annotate *a, struct annotate_file *file);

/* Return the category of the language that "name" of a fit is, interned with
 * the structures; NULL for none that is a cost of its own. */
const char *annotate_category(struct annotate *a, const char *name);

/* Return the name of the function with the key "key": "f", "file:f", "f[g]". */
const char *annotate_callee(struct annotate *a, const char *key);

/* Return where "node" of "file" is, for messages. */
lcm_loc annotate_loc(struct annotate *a, const struct annotate_file *file,
                     const lcm_node *node);

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
