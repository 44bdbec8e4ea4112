/* What processors do when, as data of the script. */
#pragma once

#include "render/report/page.h"

/* Append the timetable of "page", if there is one, as data of the script. */
void lcm_page_rows(struct lcm_page *page);
