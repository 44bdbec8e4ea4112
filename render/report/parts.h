/* The parts of the run that the page lets people explore. */
#pragma once

#include "render/report/page.h"

/* Fill in the parts of "page", whose picture is there: those that take
 * processor-time at its point, the largest where there are too many. */
void lcm_page_parts(struct lcm_page *page);

/* Return the number of the part of "page" that stands for "node", the first
 * one, or SIZE_MAX. */
size_t lcm_page_part(const struct lcm_page *page, const lcm_node *node);

/* Return the category that "part" of "page" itself loses most to, its own
 * losses in "*lost"; SIZE_MAX where it loses nothing. */
size_t lcm_part_loss(const struct lcm_page *page,
                     const struct lcm_report_part *part, double *lost);
