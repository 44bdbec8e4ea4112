/* What the script of the page knows: numbers and formulas. */
#pragma once

#include "render/report/page.h"

/* Append the statement that gives the script of "page" its data. */
void lcm_page_data(struct lcm_page *page);
