/* The heading of a picture: title, sentences, legend. */
#pragma once

#include "render/picture/layout.h"

/* Most lines of a heading below the title. */
enum { LCM_HEAD_LINES = 12 };

/* What the widths of lines mean. */
#define LCM_PIC_THICK "thicker: more of the time"

enum { LCM_SHARE_KEYS = 6 };

/* What a colour of leaves means: that they take this share of the time, or
 * more. */
extern const struct lcm_share_key {
  double share;
  const char *text;
} lcm_share_keys[LCM_SHARE_KEYS];

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
