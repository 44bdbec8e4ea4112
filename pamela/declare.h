#pragma once

#include "pamela/pamela_internal.h"

/* Read the params, lists, resources and conditions. */
void pml_declare(struct pml *p);

/* Read the list "name", unless that was done. */
void pml_read_list(struct pml *p, struct pml_name *name);
