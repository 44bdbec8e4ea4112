/* The entries of a program of chares, as the tables of the file list them. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* Find what the file says of chares, before its functions are lowered. */
void lcm_chares_find(struct lcm_lowering *l);

/* Return the entry with the number "number", or that which the function called
 * "function" is; NULL for none. */
const struct lcm_chare_entry *lcm_chare_entry_at(const struct lcm_lowering *l,
                                                 long long number);
const struct lcm_chare_entry *lcm_chare_entry_of(const struct lcm_lowering *l,
                                                 const char *function);

/* Return the parameter of "function" that is the message where that is an
 * entry, else NULL. */
const lcm_ast *lcm_chare_message(const struct lcm_lowering *l,
                                 const lcm_ast *function);
