/* A measured run beside what is predicted. */
#pragma once

#include "render/report/page.h"

/* Set the measured run of "page", whose parts are there: what its intervals are
 * called is looked for among the nodes of the program. */
void lcm_page_run(struct lcm_page *page);

/* Append how long the run took beside what is predicted, and what makes the two
 * hard to compare. */
void lcm_page_run_heading(struct lcm_page *page);

/* Append what was predicted and measured by category and by part. */
void lcm_page_differences(struct lcm_page *page);
