/* Printing expressions, times and random quantities. */
#pragma once

#include "pamela/print_internal.h"

/* Append "e", a pure number in the model; "loc" is where it stands. */
void pml_put_expr(struct pml_printer *p, const lcm_expr *e, lcm_loc loc);

/* Append the time "e" in the unit of the model. */
void pml_put_time(struct pml_printer *p, const lcm_expr *e, lcm_loc loc);

/* Note that "name", where it is no param, index, argument or local, has no
 * value in the program. */
void pml_note_free(struct pml_printer *p, const char *name);
