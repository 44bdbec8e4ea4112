/* The section of the report with the source beside its costs. */
#pragma once

#include "render/report/page.h"

/* Append a link to the line of "loc", or its name where the page does not list
 * that line. */
void lcm_page_place(struct lcm_page *page, lcm_loc loc);

/* Append the source with the cost of its lines. */
void lcm_page_source(struct lcm_page *page);
