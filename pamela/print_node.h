/* Printing nodes as statements. */
#pragma once

#include "pamela/print_internal.h"

/* Append the body of "function". */
void pml_put_body(struct pml_printer *p, const lcm_function *function);

/* Append one statement: "node" or a group of it. */
void pml_put_statement(struct pml_printer *p, const lcm_node *node);

/* Append a line break and the indentation. */
void pml_put_line(struct pml_printer *p);
