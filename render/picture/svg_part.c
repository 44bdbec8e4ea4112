/* Elements of structures as SVG: lengths, text, lines, their tips and labels.
 */
#include <math.h>

#include "render/picture/measures.h"
#include "render/picture/svg_part.h"
#include "render/picture/text.h"

/* Height of the tip of an arrow. */
enum { TIP = 6 };

void lcm_picture_length(lcm_buf *buf, double value) {
  lcm_buf_putc(buf, ' ');
  lcm_buf_short(buf, round(value * 10) / 10, 9);
}

void lcm_picture_at(lcm_buf *buf, const char *name, double value) {
  lcm_buf_printf(buf, " %s=\"", name);
  lcm_buf_short(buf, round(value * 10) / 10, 9);
  lcm_buf_putc(buf, '"');
}

void lcm_picture_text(lcm_buf *buf, struct lcm_spot at, const char *style,
                      const char *text) {
  lcm_buf_printf(buf, "<text class=\"%s\"", style);
  lcm_picture_at(buf, "x", at.x);
  lcm_picture_at(buf, "y", at.y);
  lcm_buf_putc(buf, '>');
  lcm_put_html(buf, text);
  lcm_buf_puts(buf, "</text>");
}

double lcm_picture_width(const struct lcm_wire *wire) {
  return wire->critical ? fmax(wire->width, 1.6) : wire->width;
}

void lcm_picture_tip(lcm_buf *buf, double width) {
  const double half = fmax(TIP / 2.0, 1.2 * width);
  lcm_buf_puts(buf, " l");
  lcm_picture_length(buf, -half);
  lcm_buf_printf(buf, " -%d h", TIP);
  lcm_picture_length(buf, 2 * half);
  lcm_buf_puts(buf, " z");
}

void lcm_picture_label(lcm_buf *buf, const struct lcm_wire *wire, double top) {
  const bool left = wire->tip.x < wire->spots[0].x;
  const struct lcm_spot at = {wire->tip.x +
                                  (left ? -LCM_PIC_MARGIN : LCM_PIC_MARGIN),
                              wire->tip.y + top - TIP / 2.0};
  if (wire->label)
    lcm_picture_text(buf, at, left ? "d e" : "d", wire->label);
}
