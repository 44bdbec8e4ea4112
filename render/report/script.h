/* The closed forms of the page as functions of its script. */
#pragma once

#include "render/report/page.h"

/* Append, as data of the script, the variables that the closed forms of "page"
 * are functions of. */
void lcm_page_symbols(struct lcm_page *page);

/* Find out which closed forms of parts the script gets, and append, as its
 * data, how each part is made of them: factor and form of its time, then for
 * each category number, factor and form; -1 for the form 1, -2 for none; 0 for
 * a part of which they are not known. */
void lcm_page_part_forms(struct lcm_page *page);

/* Append the statement that gives the script the closed forms of "page" and
 * of its parts. */
void lcm_page_forms(struct lcm_page *page);
