/* The section of the report on advice. */
#pragma once

#include "render/report/page.h"

/* Append what is worth doing. */
void lcm_page_advice(struct lcm_page *page);
