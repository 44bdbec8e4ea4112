/* numbers, names, tables: what every output needs */
#pragma once

#include "render/table/basis.h"
#include "render/table/headline.h"
#include "render/table/name.h"
#include "render/table/number.h"
#include "render/table/outcome.h"
#include "render/table/sarif.h"
#include "render/table/style.h"
#include "render/table/types.h"
#include "render/table/winners.h"

/* Append what switches terminal colours to "look" where "style" has them. */
void lcm_put_look(lcm_buf *buf, const struct lcm_style *style, lcm_look look);

/* Add a column of numbers, of text. */
void lcm_table_numbers(struct lcm_table *table, const char *title);
void lcm_table_texts(struct lcm_table *table, const char *title);

/* Add the next cell; "text" outlives the table. */
void lcm_table_cell(struct lcm_table *table, const char *text);
void lcm_table_look(struct lcm_table *table, const char *text, lcm_look look);

/* Append "table" to "buf": aligned, or separated as "format" says. */
void lcm_table_print(lcm_buf *buf, const struct lcm_table *table,
                     lcm_format format, const struct lcm_style *style);
