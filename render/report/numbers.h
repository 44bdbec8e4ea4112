/* The section of the report with numbers: figures, cycles, formula, tables. */
#pragma once

#include "render/report/page.h"
#include "render/table/table.h"

/* Append "table" as one of HTML with the caption "caption". */
void lcm_table_html(lcm_buf *buf, const struct lcm_table *table,
                    const char *caption);

/* Append the headline, the table of points and the formula. */
void lcm_page_numbers(struct lcm_page *page);
