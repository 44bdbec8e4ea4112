/* The section of the report on what each part loses. */
#pragma once

#include "render/report/page.h"

/* Append the parts that take or lose most as a table. */
void lcm_page_losses(struct lcm_page *page);

/* Append what tuning fragments can gain at most, as bars. */
void lcm_page_ceilings(struct lcm_page *page);
