/* The names by which things are printed: no keyword, none twice. */
#pragma once

#include "pamela/print_internal.h"

/* Return how "name" of "space" is printed: the same wherever it stands. */
const char *pml_printed(struct pml_printer *p, enum pml_space space,
                        const char *name);

/* Return another name for the local "name" of the function at hand; it is
 * printed so until the shadow ends. */
const char *pml_renamed(struct pml_printer *p, const char *name);

/* Return how the local "name" of the function at hand is printed from here on:
 * under another name where a param or an argument has its own. */
const char *pml_local(struct pml_printer *p, const char *name);

/* Return a name like "base" that nothing else has. */
const char *pml_fresh(struct pml_printer *p, const char *base);

/* Say that "what" at "loc" is lost; once for each place. */
void pml_lost(struct pml_printer *p, lcm_loc loc, const char *fmt, ...)
    LCM_PRINTF(3, 4);

/* Note which functions need which numbers of their team as arguments. */
void pml_find_hidden(struct pml_printer *p);

/* Return name number "i" of PML_TEAM_NAMES: "rank", "thread", ... */
const char *pml_team_name(size_t i);

/* Return whether "node" or what is below it and counts asks for "name", which
 * is interned: the arguments of a call do where the callee asks for them. */
bool pml_asks(const struct pml_printer *p, const lcm_node *node,
              const char *name);

/* Note which functions use the values of which arguments. */
void pml_find_asked(struct pml_printer *p);

/* Return whether function number "at" of the program uses the value of its
 * argument number "i". */
bool pml_asks_for(const struct pml_printer *p, size_t at, size_t i);

/* Return the function called "key", or NULL; its number goes to "*at". */
const lcm_function *pml_function_at(const struct pml_printer *p,
                                    const char *key, size_t *at);

/* Return how function number "at" of the program is printed. */
const char *pml_function_name(struct pml_printer *p, size_t at);
