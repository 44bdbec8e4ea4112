/* Tables: columns and cells, printed aligned or separated. */
#include <string.h>

#include "render/table/table.h"

void lcm_table_numbers(struct lcm_table *table, const char *title) {
  LCM_LIST_ADD(lcm_ctx_arena(table->ctx), &table->columns,
               ((struct lcm_column){title, true}));
}

void lcm_table_texts(struct lcm_table *table, const char *title) {
  LCM_LIST_ADD(lcm_ctx_arena(table->ctx), &table->columns,
               ((struct lcm_column){title, false}));
}

void lcm_table_look(struct lcm_table *table, const char *text, lcm_look look) {
  LCM_LIST_ADD(lcm_ctx_arena(table->ctx), &table->cells,
               ((struct lcm_cell){text ? text : "", look}));
}

void lcm_table_cell(struct lcm_table *table, const char *text) {
  lcm_table_look(table, text, LCM_LOOK_PLAIN);
}

void lcm_put_look(lcm_buf *buf, const struct lcm_style *style, lcm_look look) {
  if (style && style->colour)
    lcm_buf_puts(buf, lcm_terminal_codes[look]);
}

/* Append "n" blanks. */
static void put_blanks(lcm_buf *buf, size_t n) {
  for (size_t i = 0; i < n; i++)
    lcm_buf_putc(buf, ' ');
}

/* Append "cell" of width "width" with "right" alignment. */
static void put_cell(lcm_buf *buf, struct lcm_cell cell, size_t width,
                     bool right, const struct lcm_style *style) {
  const size_t used = lcm_text_width(cell.text);
  const size_t blanks = width > used ? width - used : 0;
  const bool coloured = cell.look != LCM_LOOK_PLAIN && used;
  if (right)
    put_blanks(buf, blanks);
  if (coloured)
    lcm_put_look(buf, style, cell.look);
  lcm_buf_puts(buf, cell.text);
  if (coloured)
    lcm_put_look(buf, style, LCM_LOOK_PLAIN);
  if (!right)
    put_blanks(buf, blanks);
}

/* Return cell "c" of line "row"; line 0 is the titles. */
static struct lcm_cell cell_at(const struct lcm_table *table, size_t row,
                               size_t c) {
  if (!row)
    return (struct lcm_cell){table->columns.at[c].title, LCM_LOOK_BOLD};
  return table->cells.at[(row - 1) * table->columns.n + c];
}

/* Columns of a table that are printed beside each other, behind its "keys"
 * first ones: those from "from" up to before "to". */
struct block {
  size_t keys;
  size_t from;
  size_t to;
};

/* Append the lines of "block" of "table", whose columns are as wide as "widths"
 * says. */
static void print_block(lcm_buf *buf, const struct lcm_table *table,
                        const struct block *block, const size_t *widths,
                        const struct lcm_style *style) {
  const size_t rows = table->cells.n / table->columns.n + 1;
  for (size_t r = 0; r < rows; r++) {
    for (size_t c = 0; c < block->to; c++) {
      if (c >= block->keys && c < block->from)
        continue;
      if (c)
        put_blanks(buf, 2);
      put_cell(buf, cell_at(table, r, c), widths[c], table->columns.at[c].right,
               style);
    }
    while (buf->len && buf->text[buf->len - 1] == ' ')
      buf->text[--buf->len] = '\0';
    lcm_buf_putc(buf, '\n');
  }
}

/* Return how many of the first columns of "table" say what a line is about: up
 * to that of p, or one. */
static size_t keys_of(const struct lcm_table *table) {
  enum { MOST = 5 };
  for (size_t c = 0; c < table->columns.n && c < MOST; c++)
    if (!strcmp(table->columns.at[c].title, "p"))
      return c + 1;
  return 1;
}

/* Return the end of the columns of "table" from "from" on that fit beside its
 * "keys" first ones; one does in any case, and a text at the end, which the
 * terminal divides better. */
static size_t end_of(const struct lcm_table *table, size_t keys, size_t from,
                     const size_t *widths, const struct lcm_style *style) {
  const size_t n = table->columns.n;
  size_t width = 0;
  size_t c = from;
  for (size_t k = 0; k < keys; k++)
    width += widths[k] + 2;
  for (; c < n; c++) {
    width += widths[c] + 2;
    const bool text = c + 1 == n && !table->columns.at[c].right;
    if (style && style->fits && style->width && c > from && !text &&
        width - 2 > style->width)
      return c;
  }
  return c;
}

/* Append "table" with aligned columns, those that do not fit below the others,
 * with the first ones again. */
static void print_text(lcm_buf *buf, const struct lcm_table *table,
                       const struct lcm_style *style) {
  const size_t columns = table->columns.n;
  const size_t rows = table->cells.n / columns + 1;
  size_t *widths = LCM_NEW_ARRAY(lcm_ctx_arena(table->ctx), size_t, columns);
  struct block block = {.keys = keys_of(table)};
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      const size_t width = lcm_text_width(cell_at(table, r, c).text);
      widths[c] = width > widths[c] ? width : widths[c];
    }
  for (block.from = block.keys; block.from < columns || !block.to;
       block.from = block.to) {
    if (block.to)
      lcm_buf_putc(buf, '\n');
    block.to = end_of(table, block.keys, block.from, widths, style);
    print_block(buf, table, &block, widths, style);
  }
}

/* Append "text" as a field of CSV: quoted where it has to be. */
static void put_csv(lcm_buf *buf, const char *text) {
  if (!text[strcspn(text, ",\"\r\n")]) {
    lcm_buf_puts(buf, text);
    return;
  }
  lcm_buf_putc(buf, '"');
  for (; *text; text++) {
    if (*text == '"')
      lcm_buf_putc(buf, '"');
    lcm_buf_putc(buf, *text);
  }
  lcm_buf_putc(buf, '"');
}

/* Append "text" as a field of TSV: what separates becomes a blank. */
static void put_tsv(lcm_buf *buf, const char *text) {
  for (; *text; text++)
    lcm_buf_putc(buf, strchr("\t\r\n", *text) ? ' ' : *text);
}

/* Append "table" with separators between the columns. */
static void print_separated(lcm_buf *buf, const struct lcm_table *table,
                            bool comma) {
  const size_t rows = table->cells.n / table->columns.n + 1;
  for (size_t r = 0; r < rows; r++) {
    for (size_t c = 0; c < table->columns.n; c++) {
      if (c)
        lcm_buf_putc(buf, comma ? ',' : '\t');
      if (comma)
        put_csv(buf, cell_at(table, r, c).text);
      else
        put_tsv(buf, cell_at(table, r, c).text);
    }
    lcm_buf_putc(buf, '\n');
  }
}

void lcm_table_print(lcm_buf *buf, const struct lcm_table *table,
                     lcm_format format, const struct lcm_style *style) {
  if (!table->columns.n)
    return;
  if (format == LCM_FORMAT_CSV || format == LCM_FORMAT_TSV)
    print_separated(buf, table, format == LCM_FORMAT_CSV);
  else
    print_text(buf, table, style);
}
