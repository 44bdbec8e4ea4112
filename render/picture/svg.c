/* Elements of SVG: the page, text, lines, boxes. */
#include <math.h>
#include <string.h>

#include "render/picture/svg.h"

/* Ink, dim ink, lines of the grid and paper, light and dark. */
static const char STYLE[] =
    "<style>.lcm-paper{fill:#fff}.lcm-ink{fill:#1f2328}.lcm-dim{fill:#59636e}"
    ".lcm-grid{stroke:#d8dee4}.lcm-axis{stroke:#818b98}.lcm-edge{stroke:#fff}"
    ".lcm-pen{stroke:#1f2328;fill:none}.lcm-arrow{stroke:#1f2328}"
    "@media (prefers-color-scheme:dark){.lcm-paper{fill:#0d1117}"
    ".lcm-ink{fill:#e6edf3}.lcm-dim{fill:#9198a1}.lcm-grid{stroke:#30363d}"
    ".lcm-axis{stroke:#6e7681}.lcm-edge{stroke:#0d1117}"
    ".lcm-pen,.lcm-arrow{stroke:#e6edf3}.lcm-deep{filter:brightness(1.6)}"
    ".lcm-curve{filter:brightness(1.35)}}"
    "@media print{.lcm-paper{fill:#fff}.lcm-ink{fill:#000}.lcm-dim{fill:#333}"
    ".lcm-pen,.lcm-arrow{stroke:#000}}</style>\n";

void lcm_svg_text(lcm_buf *buf, const char *text) {
  while (*text) {
    const size_t n = lcm_utf8_length(text, strnlen(text, 4));
    if (*text == '<')
      lcm_buf_puts(buf, "&lt;");
    else if (*text == '&')
      lcm_buf_puts(buf, "&amp;");
    else if (*text == '"')
      lcm_buf_puts(buf, "&quot;");
    else if (n && !lcm_utf8_is_control(text, n))
      lcm_buf_add(buf, text, n);
    else
      lcm_buf_putc(buf, n == 1 ? ' ' : '?');
    text += n ? n : 1;
  }
}

void lcm_svg_place(lcm_buf *buf, double value) {
  const double rounded = round(value * 100) / 100;
  lcm_buf_short(buf, rounded == 0 ? 0 : rounded, 7);
}

void lcm_svg_at(lcm_buf *buf, const char *name, double value) {
  lcm_buf_printf(buf, " %s=\"", name);
  lcm_svg_place(buf, value);
  lcm_buf_putc(buf, '"');
}

void lcm_svg_begin(lcm_buf *buf, const struct lcm_svg_page *page) {
  lcm_buf_puts(buf, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
  lcm_svg_at(buf, "width", page->width);
  lcm_svg_at(buf, "height", page->height);
  lcm_buf_puts(buf, " viewBox=\"0 0 ");
  lcm_svg_place(buf, page->width);
  lcm_buf_putc(buf, ' ');
  lcm_svg_place(buf, page->height);
  lcm_buf_printf(buf, "\" aria-labelledby=\"%s-title", page->id);
  if (page->about)
    lcm_buf_printf(buf, " %s-about", page->id);
  lcm_buf_printf(buf,
                 "\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n"
                 "<title id=\"%s-title\">",
                 page->id);
  lcm_svg_text(buf, page->title);
  lcm_buf_puts(buf, "</title>\n");
  if (page->about) {
    lcm_buf_printf(buf, "<desc id=\"%s-about\">", page->id);
    lcm_svg_text(buf, page->about);
    lcm_buf_puts(buf, "</desc>\n");
  }
  lcm_buf_puts(buf, STYLE);
  lcm_buf_puts(buf, "<rect class=\"lcm-paper\" width=\"100%\" height=\"100%\" "
                    "fill=\"#fff\"/>\n");
}

void lcm_svg_end(lcm_buf *buf) { lcm_buf_puts(buf, "</svg>\n"); }

void lcm_svg_label(lcm_buf *buf, const double at[2], const char *attributes,
                   const char *text) {
  lcm_buf_puts(buf, "<text");
  lcm_svg_at(buf, "x", at[0]);
  lcm_svg_at(buf, "y", at[1]);
  lcm_buf_printf(buf, "%s>", attributes);
  lcm_svg_text(buf, text);
  lcm_buf_puts(buf, "</text>\n");
}

void lcm_svg_line(lcm_buf *buf, const double ends[4], const char *attributes) {
  static const char *const NAMES[] = {"x1", "y1", "x2", "y2"};
  lcm_buf_puts(buf, "<line");
  for (size_t i = 0; i < 4; i++)
    lcm_svg_at(buf, NAMES[i], ends[i]);
  lcm_buf_printf(buf, "%s/>\n", attributes);
}

void lcm_svg_box(lcm_buf *buf, const double box[4], const char *attributes,
                 const char *title) {
  static const char *const NAMES[] = {"x", "y", "width", "height"};
  lcm_buf_puts(buf, "<rect");
  for (size_t i = 0; i < 4; i++)
    lcm_svg_at(buf, NAMES[i], box[i]);
  lcm_buf_puts(buf, attributes);
  if (!title) {
    lcm_buf_puts(buf, "/>\n");
    return;
  }
  lcm_buf_puts(buf, "><title>");
  lcm_svg_text(buf, title);
  lcm_buf_puts(buf, "</title></rect>\n");
}

const char *lcm_svg_colour(size_t i) {
  static const char *const COLOURS[] = {"#0072B2", "#D55E00", "#009E73",
                                        "#CC79A7", "#E69F00", "#56B4E9"};
  return COLOURS[i % (sizeof COLOURS / sizeof *COLOURS)];
}

/* Return the value of the hexadecimal digit "c". */
static int digit_of(char c) {
  static const char DIGITS[] = "0123456789abcdef";
  const char low = c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c;
  const char *at = low ? strchr(DIGITS, low) : NULL;
  return at ? (int)(at - DIGITS) : 0;
}

bool lcm_svg_is_dark(const char *colour) {
  double light = 0;
  static const double WEIGHTS[] = {0.2126, 0.7152, 0.0722};
  for (size_t i = 0; i < 3 && strlen(colour) == 7; i++) {
    const double value =
        (16 * digit_of(colour[1 + 2 * i]) + digit_of(colour[2 + 2 * i])) /
        255.0;
    light += WEIGHTS[i] * pow(value, 2.2);
  }
  return light < 0.18;
}

double lcm_svg_step(double range, int most) {
  const double least = range / most;
  const double power = pow(10, floor(log10(least)));
  const double lead = least / power;
  return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}
