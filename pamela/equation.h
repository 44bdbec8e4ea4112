/* Reading the equations of a model, each of which becomes a function. */
#pragma once

#include "pamela/pamela_internal.h"

/* Read all equations into p->functions. */
void pml_equations(struct pml *p);

/* Check that no equation calls itself for ever, and that every condition that
 * is waited for can be signalled. */
void pml_check(struct pml *p);
