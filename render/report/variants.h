/* Variants for the script of the page. */
#pragma once

#include "render/report/page.h"

/* Append what the script shows of the variants side by side: their times and
 * categories at each point, and where they overtake each other; nothing where
 * there are none, or that is too much. */
void lcm_page_variants(struct lcm_page *page);
