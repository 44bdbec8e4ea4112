/* The heading of a picture: title, sentences, legend. */
#pragma once

#include "render/picture/layout.h"

/* Most lines of a heading below the title. */
enum { LCM_HEAD_LINES = 12 };

/* Append the label of the whole picture: title, sentence, how much "layout" has
 * folded, categories, what the colours mean; return the room that it takes. */
struct lcm_spot lcm_put_heading(lcm_buf *buf, lcm_ctx *ctx,
                                const struct lcm_picture *picture,
                                const lcm_layout *layout);

/* Return the title of "picture". */
const char *lcm_picture_title(lcm_ctx *ctx, const struct lcm_picture *picture);

/* Put the sentences on the point of "picture", and how much "layout" has
 * folded, into "lines"; return their number. */
size_t lcm_picture_lines(const char *lines[LCM_HEAD_LINES], lcm_ctx *ctx,
                         const struct lcm_picture *picture,
                         const lcm_layout *layout);
