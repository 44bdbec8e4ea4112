/* The section of the report with the source beside its costs. */
#include <math.h>
#include <string.h>

#include "render/report/lines.h"
#include "render/report/source.h"
#include "render/table/table.h"

/* Lines around one that costs something; lines of a file that is shown whole;
 * lines and files that are shown at most; letters of a line. */
enum {
  AROUND = 3,
  WHOLE = 250,
  MOST_LINES = 4000,
  MOST_FILES = 60,
  WIDE = 240
};

/* A file being listed. */
struct listing {
  struct lcm_page *page;
  const struct lcm_report_file *file;
  size_t number;
  size_t at;   /* of its lines with something, the next one */
  size_t left; /* lines that may still be shown */
};

/* Return whether line "line" of the file is shown. */
static bool is_shown(const struct listing *l, unsigned line) {
  const struct lcm_report_file *file = l->file;
  if (file->n_text <= WHOLE && l->page->point)
    return true;
  for (size_t i = l->at ? l->at - 1 : 0; i < file->n; i++) {
    const unsigned other = file->lines[i].line;
    if (other > line + AROUND)
      return false;
    if (other + AROUND >= line)
      return true;
  }
  return false;
}

/* Append the text of line "line", which may be cut. */
static void put_text(struct listing *l, unsigned line) {
  const struct lcm_report_file *file = l->file;
  const size_t from = file->starts[line - 1];
  size_t n = file->starts[line] - from;
  while (n &&
         (file->text[from + n - 1] == '\n' || file->text[from + n - 1] == '\r'))
    n--;
  const size_t kept = n < WIDE ? n : WIDE;
  char *text =
      lcm_arena_strndup(lcm_ctx_arena(l->page->ctx), file->text + from, kept);
  for (char *c = text; *c; c++)
    *c = *c == '\t' ? ' ' : *c;
  lcm_put_html(l->page->buf, text);
  lcm_buf_puts(l->page->buf, n > kept ? "..." : "");
}

/* Append the cells of the cost of "here", NULL: there is none. */
static void put_cost(struct listing *l, const struct lcm_report_line *here) {
  lcm_buf *buf = l->page->buf;
  if (!here || !(here->cost > 0)) {
    lcm_buf_puts(buf, "<td></td><td></td>");
    return;
  }
  lcm_buf_puts(buf, "<td class=\"r\">");
  lcm_put_percent(buf, here->cost / l->page->total);
  lcm_buf_puts(buf, "</td><td class=\"share\">");
  lcm_page_bar(l->page, here->cats, l->page->total);
  lcm_buf_puts(buf, "</td>");
}

/* Append line "line". */
static void put_line(struct listing *l, unsigned line) {
  lcm_buf *buf = l->page->buf;
  const bool marked = l->at < l->file->n && l->file->lines[l->at].line == line;
  const struct lcm_report_line *here = marked ? &l->file->lines[l->at++] : NULL;
  lcm_buf_printf(buf, "<tr id=\"l%zu-%u\"%s><th scope=\"row\">%u</th>",
                 l->number, line, here ? " class=\"on\"" : "", line);
  put_cost(l, here);
  lcm_buf_puts(buf, "<td>");
  for (size_t i = 0; here && i < here->n_shapes; i++)
    lcm_buf_printf(buf,
                   "<a href=\"#n%u\" aria-label=\"line %u in the picture\">"
                   "\u25c6</a>",
                   here->shapes[i], line);
  lcm_buf_puts(buf, "</td><td><code>");
  put_text(l, line);
  lcm_buf_puts(buf, "</code></td></tr>\n");
}

/* Append the name of the file and its share. */
static void put_name(struct listing *l) {
  lcm_buf text = {0};
  lcm_buf_puts(&text, lcm_page_short(l->page, l->file->name));
  if (l->file->cost > 0 && l->page->total > 0) {
    lcm_buf_puts(&text, ": ");
    lcm_put_percent(&text, l->file->cost / l->page->total);
    lcm_buf_puts(&text, " of the processor-time");
  }
  lcm_page_text(l->page, "h3", lcm_cell_take(l->page->ctx, &text));
}

/* Append the lines of the file that are shown. */
static void put_file(struct listing *l) {
  lcm_buf *buf = l->page->buf;
  unsigned last = 0;
  put_name(l);
  lcm_buf_puts(buf, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                    "aria-label=\"lines of ");
  lcm_put_html(buf, lcm_page_short(l->page, l->file->name));
  lcm_buf_puts(buf, "\"><table class=\"source");
  lcm_buf_puts(buf, l->page->point ? "" : " bare");
  lcm_buf_puts(buf, "\"><thead><tr>"
                    "<th scope=\"col\">line</th><th scope=\"col\">cost</th>"
                    "<th scope=\"col\">by category</th><th scope=\"col\">node"
                    "</th><th scope=\"col\" class=\"l\">source</th></tr>"
                    "</thead>\n<tbody>\n");
  for (unsigned line = 1; line <= l->file->n_text && l->left; line++) {
    if (!is_shown(l, line))
      continue;
    if (line != last + 1)
      lcm_buf_printf(buf,
                     "<tr class=\"gap\"><td colspan=\"5\">lines %u to %u%s"
                     "</td></tr>\n",
                     last + 1, line - 1, l->page->point ? ": no cost" : "");
    put_line(l, line);
    l->page->listed[l->number][line] = true;
    last = line;
    l->left--;
  }
  lcm_buf_puts(buf, "</tbody></table></div>\n");
}

/* Append what of the files from number "from" on is not listed. */
static void put_rest(struct lcm_page *page, size_t from) {
  double cost = 0;
  for (size_t i = from; i < page->n_files; i++)
    cost += page->files[i].cost;
  if (from >= page->n_files)
    return;
  lcm_buf_printf(page->buf, "<p>%zu more file%s not listed",
                 page->n_files - from,
                 page->n_files - from == 1 ? " is" : "s are");
  if (page->total > 0) {
    lcm_buf_puts(page->buf, ", with ");
    lcm_put_percent(page->buf, cost / page->total);
    lcm_buf_puts(page->buf, " of the processor-time");
  }
  lcm_buf_puts(page->buf, ".</p>\n");
}

void lcm_page_source(struct lcm_page *page) {
  lcm_arena *arena = lcm_ctx_arena(page->ctx);
  size_t left = MOST_LINES;
  size_t i = 0;
  page->listed = LCM_NEW_ARRAY(arena, bool *, page->n_files + 1);
  for (size_t k = 0; k < page->n_files; k++)
    page->listed[k] = LCM_NEW_ARRAY(arena, bool, page->files[k].n_text + 1);
  if (page->total > 0)
    lcm_buf_puts(
        page->buf,
        "<p>Cost: the part of all processor-time, waiting included, that "
        "is spent at a line itself. What belongs to no line alone, as "
        "the end of a region, stands where that begins.</p>\n");
  if (*page->below)
    lcm_page_text(
        page, "p",
        lcm_arena_printf(arena, "%s in %s",
                         page->n_files == 1 ? "The file is" : "All files are",
                         page->below));
  for (; i < page->n_files && i < MOST_FILES && left; i++) {
    struct listing l = {
        .page = page, .file = &page->files[i], .number = i, .left = left};
    if (l.file->text)
      put_file(&l);
    else
      lcm_page_text(page, "p",
                    lcm_arena_printf(lcm_ctx_arena(page->ctx),
                                     "%s is not at hand.", l.file->name));
    left = l.left;
  }
  put_rest(page, i);
}

void lcm_page_place(struct lcm_page *page, lcm_loc loc) {
  const size_t file = lcm_page_file(page, loc);
  const bool listed = file != SIZE_MAX && page->listed[file][loc.line];
  if (listed)
    lcm_buf_printf(page->buf, "<a href=\"#l%zu-%u\">", file, loc.line);
  lcm_put_html(page->buf, lcm_text_place(page->ctx, loc));
  lcm_buf_puts(page->buf, listed ? "</a>" : "");
}
