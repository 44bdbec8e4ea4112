/* The section of the report with the picture of the structure. */
#pragma once

#include "render/report/page.h"

/* Append the structure as a picture that can be folded. */
void lcm_page_picture(struct lcm_page *page);
