/* The utilization of processors as a picture. */
#pragma once

#include "render/report/page.h"

/* Append the utilization of the timetable of "page" as a heat map: a row a
 * stage, a column a processor. */
void lcm_page_heat(struct lcm_page *page);
