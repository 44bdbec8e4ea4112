/* Collecting the names that a model declares. */
#pragma once

#include "pamela/pamela_internal.h"

/* Collect the declared names of all texts. */
void pml_collect(struct pml *p);

/* Return whether a declaration or an equation begins at the token at hand. */
bool pml_at_item(const struct pml *p);

/* Return what the words of the language in front of "(" are: whether "name" is
 * the word of a statement. */
bool pml_is_statement(const char *name);

/* Report what stands behind the declaration read last, unless it ends there. */
void pml_end_item(struct pml *p);
