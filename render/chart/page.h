/* Pages for a browser with one picture, and maybe tables. */
#pragma once

#include "base/buf.h"

/* Append the beginning of a page called "title", with the styles of its text
 * and tables for light and dark: a cell of class "r0" to "r5" is shaded, the
 * more the darker (in dark themes, the lighter). */
void lcm_put_page_begin(lcm_buf *buf, const char *title);

/* Append the end of a page. */
void lcm_put_page_end(lcm_buf *buf);
