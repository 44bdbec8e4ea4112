/* The numbers that the script of the page works with: the points of the grid,
 * the parts at each of them. */
#include <math.h>

#include "render/report/data.h"
#include "render/report/lines.h"
#include "render/report/parts.h"
#include "render/report/rows.h"
#include "render/report/script.h"
#include "render/report/variants.h"
#include "render/table/table.h"

/* Points that the script has at most, digits of what parts take. */
enum { MOST_POINTS = 2000, DIGITS = 6 };

static const double MILLION = 1e6;

/* Return the prediction whose points the script has. */
static const lcm_prediction *told(const struct lcm_page *page) {
  return page->of->dense ? page->of->dense : page->of->prediction;
}

/* Append the values that variable "j" of "grid" has, each once. */
static void put_marks(lcm_buf *buf, const lcm_grid *grid, size_t j) {
  size_t step = 1;
  for (size_t k = j + 1; k < grid->n_names; k++)
    step *= grid->sizes[k] ? grid->sizes[k] : 1;
  for (size_t i = 0; i < grid->sizes[j]; i++) {
    lcm_buf_puts(buf, i ? "," : "");
    lcm_put_script_number(buf, grid->columns[j][i * step], 0);
  }
}

/* Append the values of the variables of the grid, and those that were asked
 * for, of "asked". */
static void put_grid(lcm_buf *buf, const lcm_grid *grid,
                     const lcm_grid *asked) {
  lcm_put_script_grid(buf, grid);
  lcm_buf_puts(buf, "\"sizes\":[");
  for (size_t j = 0; j < grid->n_names; j++)
    lcm_buf_printf(buf, "%s%zu", j ? "," : "", grid->sizes[j]);
  lcm_buf_puts(buf, "],\"shown\":[");
  for (size_t j = 0; j < grid->n_names; j++)
    lcm_buf_printf(buf, "%s%d", j ? "," : "",
                   !(grid->idle && grid->idle[j]) && grid->sizes[j] > 1);
  lcm_buf_puts(buf, "],\"marks\":[");
  for (size_t j = 0; j < asked->n_names; j++) {
    lcm_buf_puts(buf, j ? ",[" : "[");
    put_marks(buf, asked, j);
    lcm_buf_putc(buf, ']');
  }
  lcm_buf_puts(buf, "],\n");
}

/* Append the categories. */
static void put_categories(struct lcm_page *page) {
  lcm_buf *buf = page->buf;
  lcm_buf_puts(buf, "\"cats\":[");
  for (size_t c = 0; c < page->n_cats; c++) {
    lcm_buf_puts(buf, c ? "," : "");
    lcm_put_script_category(buf, page->of->prediction, c);
  }
  lcm_buf_puts(buf, "],\n");
}

/* Append what is known of "point". */
static void put_point(struct lcm_page *page, const lcm_point *point) {
  const double values[] = {point->time, point->time1, point->work, point->span,
                           point->low,  point->high,  point->p};
  lcm_buf *buf = page->buf;
  lcm_buf_puts(buf, "[");
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    lcm_put_script_number(buf, values[i], 0);
    lcm_buf_putc(buf, ',');
  }
  lcm_buf_putc(buf, '[');
  for (size_t c = 0; point->cats && c < page->n_cats; c++) {
    lcm_buf_puts(buf, c ? "," : "");
    lcm_put_script_number(buf, point->cats[c], 0);
  }
  lcm_buf_puts(buf, "]]");
}

/* Append all points. */
static void put_points(struct lcm_page *page) {
  const lcm_prediction *prediction = told(page);
  lcm_buf_puts(page->buf, "\"points\":[");
  for (size_t i = 0; i < prediction->grid->n_points; i++) {
    lcm_buf_puts(page->buf, i ? ",\n" : "");
    put_point(page, &prediction->points[i]);
  }
  lcm_buf_puts(page->buf, "],\n");
}

/* ---- parts --------------------------------------------------------------- */

/* Return the id of the shape that stands for "part", 0: none. */
static unsigned shape_of(const struct lcm_page *page,
                         const struct lcm_report_part *part) {
  const lcm_layout *layout = page->layout;
  for (size_t i = 0; i < layout->n_shapes; i++)
    if (layout->shapes[i]->occurrence == part->occurrence &&
        layout->shapes[i]->title.text)
      return layout->shapes[i]->id;
  return 0;
}

/* Append what "part" is: its name, what it is in, where it is. */
static void put_part(struct lcm_page *page,
                     const struct lcm_report_part *part) {
  lcm_buf *buf = page->buf;
  const lcm_loc loc = part->node->loc;
  const size_t file = lcm_page_file(page, loc);
  lcm_buf_puts(buf, "[");
  lcm_put_script_text(buf, part->title);
  if (part->parent == SIZE_MAX)
    lcm_buf_puts(buf, ",-1");
  else
    lcm_buf_printf(buf, ",%zu", part->parent);
  lcm_buf_printf(buf, ",%u,", shape_of(page, part));
  if (file != SIZE_MAX && page->listed[file][loc.line])
    lcm_buf_printf(buf, "\"l%zu-%u\",", file, loc.line);
  else
    lcm_buf_puts(buf, "\"\",");
  lcm_put_script_text(buf,
                      lcm_page_short(page, lcm_text_place(page->ctx, loc)));
  lcm_buf_printf(buf, ",%d,", part->occurrence->critical);
  lcm_put_script_text(buf, lcm_node_word(part->node->kind));
  lcm_buf_putc(buf, ']');
}

/* Occurrences of the parts at each point of the grid: part "i" at point "k" is
 * number i * n_points + k, NULL where it does not occur. */
static const lcm_occurrence **occurrences_of(struct lcm_page *page) {
  const lcm_prediction *prediction = told(page);
  const size_t n = prediction->grid->n_points;
  lcm_arena *arena = lcm_ctx_arena(page->ctx);
  const lcm_occurrence **all =
      LCM_NEW_ARRAY(arena, const lcm_occurrence *, page->n_parts *n + 1);
  lcm_map part_of = {0};
  size_t at = 0;
  for (size_t i = 0; i < page->n_parts; i++)
    lcm_map_put(arena, &part_of,
                lcm_intern(page->ctx, page->parts[i].occurrence->id), i);
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < prediction->points[k].n_occurrences; i++) {
      const lcm_occurrence *o = &prediction->points[k].occurrences[i];
      if (lcm_map_get(&part_of, lcm_intern(page->ctx, o->id), &at))
        all[at * n + k] = o;
    }
  return all;
}

/* Rows of numbers as they grow from point to point: those that grow alike are
 * one. */
struct growths {
  lcm_map known; /* of the text, its number in "all" */
  LCM_LIST(const char *) all;
};

/* Return what category "cat" (SIZE_MAX: the time) of "o" is; 0 of NULL. */
static double value_of(const lcm_occurrence *o, size_t cat) {
  return !o ? 0 : cat == SIZE_MAX ? o->time : o->cats[cat];
}

/* Return the number of the growth of category "cat" of the "n" occurrences
 * "all", which are "most" at most: the parts of that, in millionths. */
static size_t growth_of(struct lcm_page *page, struct growths *growths,
                        size_t cat, const lcm_occurrence *const *all,
                        double most) {
  const size_t n = told(page)->grid->n_points;
  lcm_buf text = {0};
  size_t at = growths->all.n;
  for (size_t k = 0; k < n; k++)
    lcm_buf_printf(&text, "%s%.0f", k ? "," : "",
                   most > 0 ? MILLION * value_of(all[k], cat) / most : 0);
  const char *key = lcm_intern(page->ctx, lcm_cell_take(page->ctx, &text));
  if (lcm_map_get(&growths->known, key, &at))
    return at;
  lcm_map_put(lcm_ctx_arena(page->ctx), &growths->known, key, at);
  LCM_LIST_ADD(lcm_ctx_arena(page->ctx), &growths->all, key);
  return at;
}

/* Append category "cat" (SIZE_MAX: the time, which comes first) of the
 * occurrences "all", unless it is nothing everywhere: its number, the most that
 * it is, its growth. */
static void put_row(struct lcm_page *page, struct growths *growths, size_t cat,
                    const lcm_occurrence *const *all) {
  const size_t n = told(page)->grid->n_points;
  double most = 0;
  for (size_t k = 0; k < n; k++)
    most = fmax(most, value_of(all[k], cat));
  if (cat != SIZE_MAX && !(most > page->total * 1e-9))
    return;
  if (cat != SIZE_MAX)
    lcm_buf_printf(page->buf, ",%zu,", cat);
  lcm_put_script_number(page->buf, most, DIGITS);
  lcm_buf_printf(page->buf, ",%zu", growth_of(page, growths, cat, all, most));
}

/* Append the growths. */
static void put_growths(lcm_buf *buf, const struct growths *growths) {
  lcm_buf_puts(buf, "\"growths\":[");
  for (size_t i = 0; i < growths->all.n; i++)
    lcm_buf_printf(buf, "%s[%s]", i ? ",\n" : "", growths->all.at[i]);
  lcm_buf_puts(buf, "],\n");
}

/* Append the parts, and what they take at each point. */
static void put_parts(struct lcm_page *page) {
  const size_t n = told(page)->grid->n_points;
  lcm_buf_puts(page->buf, "\"parts\":[");
  for (size_t i = 0; i < page->n_parts; i++) {
    lcm_buf_puts(page->buf, i ? ",\n" : "");
    put_part(page, &page->parts[i]);
  }
  lcm_buf_puts(page->buf, "],\n\"values\":[");
  const lcm_occurrence **all = occurrences_of(page);
  struct growths growths = {0};
  for (size_t i = 0; i < page->n_parts; i++) {
    lcm_buf_puts(page->buf, i ? ",\n[" : "[");
    put_row(page, &growths, SIZE_MAX, all + i * n);
    for (size_t c = 0; c < page->n_cats; c++)
      put_row(page, &growths, c, all + i * n);
    lcm_buf_putc(page->buf, ']');
  }
  lcm_buf_puts(page->buf, "],\n");
  put_growths(page->buf, &growths);
  lcm_page_part_forms(page);
}

void lcm_page_data(struct lcm_page *page) {
  const lcm_prediction *prediction = page->of->prediction;
  lcm_buf *buf = page->buf;
  lcm_buf_puts(buf, "var lcmData = {\n");
  if (prediction && !prediction->is_model && !prediction->bare &&
      told(page)->grid->n_points <= MOST_POINTS && page->total > 0) {
    put_grid(buf, told(page)->grid, prediction->grid);
    put_categories(page);
    put_points(page);
    put_parts(page);
    lcm_page_symbols(page);
  }
  lcm_page_rows(page);
  lcm_page_variants(page);
  lcm_buf_puts(buf, "\"end\":0};\n");
  lcm_page_forms(page);
}
