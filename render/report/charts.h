#pragma once

#include "render/report/internal.h"

/* Append charts; what processors do when (render/report/charts.c). */
void lcm_page_charts(struct lcm_page *page);
void lcm_page_timeline(struct lcm_page *page);
