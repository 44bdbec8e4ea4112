/* The sections of the report on extent, and on what is unknown or assumed. */
#pragma once

#include "render/report/page.h"

/* Append how much there is of the program, and how much of that is modelled. */
void lcm_page_extent(struct lcm_page *page);

/* Append what is not in the times and what they rest on. */
void lcm_page_unknown(struct lcm_page *page);
