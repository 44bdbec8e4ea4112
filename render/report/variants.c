/* Variants for the script of the page: what each takes at each point of the
 * grid, and where they overtake each other. */
#include "render/report/variants.h"

#include <string.h>

#include "render/chart/chart.h"
#include "render/text/text.h"

/* Points of all variants together at most; digits of numbers. */
enum { MOST_POINTS = 6000, DIGITS = 6 };

/* Append what "variant" takes at "point": its time, then the categories of its
 * processor-time. */
static void put_point(lcm_buf *buf, const lcm_prediction *variant,
                      const lcm_point *point) {
  lcm_buf_putc(buf, '[');
  lcm_put_script_number(buf, point->time, DIGITS);
  for (size_t c = 0; !variant->bare && c < variant->n_cats; c++) {
    lcm_buf_putc(buf, ',');
    lcm_put_script_number(buf, point->cats[c], DIGITS);
  }
  lcm_buf_putc(buf, ']');
}

/* Append variant "v": its name, its colour, its categories, what it takes at
 * each point. */
static void put_variant(struct lcm_page *page, size_t v) {
  const lcm_comparison *c = page->of->comparison;
  const lcm_prediction *variant = c->variants[v];
  lcm_buf *buf = page->buf;
  lcm_buf_puts(buf, "{\"name\":");
  lcm_put_script_text(buf, lcm_variant_name(page->ctx, c, v));
  lcm_buf_printf(buf, ",\"colour\":\"%s\",\"cats\":[", lcm_winner_colour(v));
  for (size_t k = 0; !variant->bare && k < variant->n_cats; k++) {
    lcm_buf_puts(buf, k ? "," : "");
    lcm_put_script_category(buf, variant, k);
  }
  lcm_buf_puts(buf, "],\n\"points\":[");
  for (size_t i = 0; i < c->grid->n_points; i++) {
    lcm_buf_puts(buf, i ? "," : "");
    put_point(buf, variant, &variant->points[i]);
  }
  lcm_buf_puts(buf, "]}");
}

/* Append the crossovers: the number of the variable, its value, who wins below
 * and above, what it is in words, the values of all variables. */
static void put_crossovers(struct lcm_page *page) {
  const lcm_comparison *c = page->of->comparison;
  lcm_buf *buf = page->buf;
  lcm_buf_puts(buf, "\"crossovers\":[");
  for (size_t i = 0; i < c->n_crossovers; i++) {
    const lcm_crossover *x = &c->crossovers[i];
    size_t j = 0;
    lcm_buf text = {0};
    while (j < c->grid->n_names && strcmp(c->grid->names[j], x->variable) != 0)
      j++;
    lcm_put_crossover(&text, page->ctx, c, x);
    lcm_buf_printf(buf, "%s[%zu,", i ? ",\n" : "", j);
    lcm_put_script_number(buf, x->value, DIGITS);
    lcm_buf_printf(buf, ",%zu,%zu,", x->from, x->to);
    lcm_put_script_text(buf, lcm_cell_take(page->ctx, &text));
    for (size_t k = 0; x->others && k < c->grid->n_names; k++) {
      lcm_buf_putc(buf, ',');
      lcm_put_script_number(buf, x->others[k], 0);
    }
    lcm_buf_putc(buf, ']');
  }
  lcm_buf_puts(buf, "]");
}

void lcm_page_variants(struct lcm_page *page) {
  const lcm_comparison *c = page->of->comparison;
  if (!c || c->grid->n_points * c->n_variants > MOST_POINTS)
    return;
  lcm_buf_puts(page->buf, "\"variants\":{");
  lcm_put_script_grid(page->buf, c->grid);
  lcm_buf_printf(page->buf, "\"at\":%zu,\n\"all\":[", page->picture.point);
  for (size_t v = 0; v < c->n_variants; v++) {
    lcm_buf_puts(page->buf, v ? ",\n" : "");
    put_variant(page, v);
  }
  lcm_buf_puts(page->buf, "],\n");
  put_crossovers(page);
  lcm_buf_puts(page->buf, "},\n");
}
