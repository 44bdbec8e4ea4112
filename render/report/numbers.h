#pragma once

#include "render/render_internal.h"
#include "render/report/internal.h"

/* Append "table" as one of HTML with the caption "caption". */
void lcm_table_html(lcm_buf *buf, const struct lcm_table *table,
                    const char *caption);

/* Append the headline, the table of points and the formula
 * (render/report/numbers.c). */
void lcm_page_numbers(struct lcm_page *page);
