/* What all sections of the report append: headings, text, bars. */
#include "render/report/page.h"

#include <math.h>
#include <string.h>

#include "render/table/table.h"

void lcm_page_begin(struct lcm_page *page, const char *id, const char *title) {
  lcm_buf_printf(page->buf,
                 "<section id=\"%s\" aria-labelledby=\"%s-h\">\n"
                 "<h2 id=\"%s-h\">%s</h2>\n",
                 id, id, id, title);
}

void lcm_page_end(struct lcm_page *page) {
  lcm_buf_puts(page->buf, "</section>\n");
}

void lcm_page_text(struct lcm_page *page, const char *open, const char *text) {
  lcm_buf_printf(page->buf, "<%s>", open);
  for (const char *line = text; *line;) {
    const size_t n = strcspn(line, "\n");
    lcm_put_html(page->buf,
                 lcm_arena_strndup(lcm_ctx_arena(page->ctx), line, n));
    lcm_buf_puts(page->buf, line[n] ? "\n" : "");
    line += n + (line[n] != '\0');
  }
  lcm_buf_printf(page->buf, "</%.*s>\n", (int)strcspn(open, " "), open);
}

size_t lcm_page_colour(size_t cat) {
  return cat < LCM_CAT_USER ? cat : LCM_CAT_USER + (cat - LCM_CAT_USER) % 3;
}

void lcm_put_cats_bar(lcm_buf *buf, const double *cats, size_t n, double of) {
  lcm_buf_puts(buf, "<span class=\"bar\">");
  for (size_t c = 0; c < n && of > 0; c++) {
    const double part = round(fmax(cats[c], 0) / of * 1e6) / 1e4;
    if (!(part > 0))
      continue;
    lcm_buf_printf(buf, "<i class=\"c%zu\" style=\"width:", lcm_page_colour(c));
    lcm_buf_short(buf, part, 7);
    lcm_buf_puts(buf, "%\"></i>");
  }
  lcm_buf_puts(buf, "</span>");
}

void lcm_page_bar(struct lcm_page *page, const double *cats, double of) {
  lcm_put_cats_bar(page->buf, cats, page->n_cats, of);
}

/* Return where in "from", a part of "text", the name of a file begins with
 * "folder"; NULL: nowhere. */
static const char *find_folder(const char *text, const char *from,
                               const char *folder) {
  static const char NAME[] = "abcdefghijklmnopqrstuvwxyz0123456789_./-"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const char *at = *folder ? strstr(from, folder) : NULL;
  while (at && at > text && strchr(NAME, at[-1]))
    at = strstr(at + 1, folder);
  return at;
}

const char *lcm_page_short(const struct lcm_page *page, const char *text) {
  const size_t n = strlen(page->below);
  const char *const whole = text;
  lcm_buf buf = {0};
  const char *at = find_folder(whole, text, page->below);
  if (!at)
    return text;
  for (; at; at = find_folder(whole, text, page->below)) {
    lcm_buf_add(&buf, text, (size_t)(at - text));
    text = at + n;
  }
  lcm_buf_puts(&buf, text);
  return lcm_cell_take(page->ctx, &buf);
}

void lcm_put_script_text(lcm_buf *buf, const char *text) {
  lcm_buf_putc(buf, '"');
  while (*text) {
    const size_t n = lcm_utf8_length(text, strnlen(text, 4));
    const unsigned char c = (unsigned char)*text;
    if (!n || (lcm_utf8_is_control(text, n) && c != '\n') || n > 3)
      lcm_buf_putc(buf, '?');
    else if (n > 1)
      lcm_buf_add(buf, text, n);
    else if (c < 0x20 || strchr("<>&\"\\", c))
      lcm_buf_printf(buf, "\\u%04x", (unsigned)c);
    else
      lcm_buf_putc(buf, (char)c);
    text += n ? n : 1;
  }
  lcm_buf_putc(buf, '"');
}

void lcm_put_script_number(lcm_buf *buf, double value, int digits) {
  if (!isfinite(value))
    lcm_buf_puts(buf, "null");
  else if (digits)
    lcm_buf_short(buf, value, digits);
  else
    lcm_buf_double(buf, value);
}

void lcm_put_script_grid(lcm_buf *buf, const lcm_grid *grid) {
  lcm_buf_puts(buf, "\"names\":[");
  for (size_t j = 0; j < grid->n_names; j++) {
    lcm_buf_puts(buf, j ? "," : "");
    lcm_put_script_text(buf, grid->names[j]);
  }
  lcm_buf_puts(buf, "],\"columns\":[");
  for (size_t j = 0; j < grid->n_names; j++) {
    lcm_buf_puts(buf, j ? ",[" : "[");
    for (size_t i = 0; i < grid->n_points; i++) {
      lcm_buf_puts(buf, i ? "," : "");
      lcm_put_script_number(buf, grid->columns[j][i], 0);
    }
    lcm_buf_putc(buf, ']');
  }
  lcm_buf_puts(buf, "],\n");
}

void lcm_put_script_category(lcm_buf *buf, const lcm_prediction *prediction,
                             size_t c) {
  lcm_buf_printf(buf, "{\"c\":%zu,\"lost\":%d,\"title\":", lcm_page_colour(c),
                 c != LCM_CAT_PC && c != LCM_CAT_UNSPLIT);
  lcm_put_script_text(buf, lcm_loss_title(prediction, c));
  lcm_buf_putc(buf, '}');
}
