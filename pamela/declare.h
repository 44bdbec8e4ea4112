/* Reading declared params, decisions, resources and conditions. */
#pragma once

#include "pamela/pamela_internal.h"

/* Read the params, lists, resources and conditions. */
void pml_declare(struct pml *p);
