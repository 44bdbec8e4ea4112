/* Pages for a browser with one picture, and maybe tables. */
#include "render/chart/page.h"

#include "render/picture/picture.h"

extern const char lcm_page_css[];

void lcm_put_page_begin(lcm_buf *buf, const char *title) {
  lcm_buf_puts(buf, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                    "<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, "
                    "initial-scale=1\">\n"
                    "<meta name=\"color-scheme\" content=\"light dark\">\n"
                    "<title>");
  lcm_svg_text(buf, title);
  lcm_buf_puts(buf, "</title>\n<style>\n");
  lcm_buf_puts(buf, lcm_page_css);
  lcm_buf_puts(buf, "</style>\n</head>\n<body>\n");
}

void lcm_put_page_end(lcm_buf *buf) { lcm_buf_puts(buf, "</body>\n</html>\n"); }
