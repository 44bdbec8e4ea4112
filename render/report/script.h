/* The closed forms of the page as functions of its script. */
#pragma once

#include "render/report/page.h"

/* Append, as data of the script, the variables that the closed forms of "page"
 * are functions of. */
void lcm_page_symbols(struct lcm_page *page);

/* Append the statement that gives the script the closed forms of "page". */
void lcm_page_forms(struct lcm_page *page);
