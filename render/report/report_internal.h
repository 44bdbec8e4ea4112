#pragma once

#include "render/report/internal.h"

/* Append the beginning of the section "id" with the heading "title", and the
 * end of it. */
void lcm_page_begin(struct lcm_page *page, const char *id, const char *title);
void lcm_page_end(struct lcm_page *page);

/* Return "text" without the folder that all files of "page" are in. */
const char *lcm_page_short(const struct lcm_page *page, const char *text);

/* Append "text" between the tags "open", as "p class=x", and its end. */
void lcm_page_text(struct lcm_page *page, const char *open, const char *text);

/* Append a bar in which the categories "cats" take their parts of "of"
 * processor-seconds. */
void lcm_page_bar(struct lcm_page *page, const double *cats, double of);

/* As lcm_page_bar, of "n" categories. */
void lcm_put_cats_bar(lcm_buf *buf, const double *cats, size_t n, double of);
