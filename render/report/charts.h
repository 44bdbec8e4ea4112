/* The sections of the report with charts and the timeline. */
#pragma once

#include "render/report/page.h"

/* Append charts; what processors do when. */
void lcm_page_charts(struct lcm_page *page);
void lcm_page_timeline(struct lcm_page *page);
