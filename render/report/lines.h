/* Which lines of which files the report lists, and what they cost. */
#pragma once

#include "render/report/page.h"

/* Fill in the files of "page", whose layout is there. */
void lcm_page_files(struct lcm_page *page);

/* Return the number of the file of "loc" in "page" where its text has that
 * line; SIZE_MAX where it has not. */
size_t lcm_page_file(const struct lcm_page *page, lcm_loc loc);
