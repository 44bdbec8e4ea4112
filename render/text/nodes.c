/* A prediction by node, as text. */
#include <math.h>
#include <string.h>

#include "render/text/nodes.h"

enum { INDENT = 2, NARROWEST = 24, DEEPEST = 20 };

/* Return whether "prediction" is of a model, of which nothing is lost. */
static bool is_bare(const lcm_prediction *prediction) {
  return prediction->is_model && prediction->bare;
}

/* Return the loss of occurrence "o": "1.2 s li". */
static const char *loss_text(lcm_ctx *ctx, const lcm_prediction *prediction,
                             const lcm_occurrence *o) {
  const struct lcm_loss loss = lcm_loss_of(prediction, o->cats);
  if (loss.most == SIZE_MAX)
    return "";
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s %s",
                          lcm_cell_time(ctx, loss.lost),
                          prediction->cat_names[loss.most]);
}

/* Return the title of "o", indented, in at most "width" characters; what is on
 * the critical path is marked. */
static const char *tree_text(lcm_ctx *ctx, const lcm_occurrence *o,
                             size_t width) {
  const unsigned depth = o->depth < DEEPEST ? o->depth : DEEPEST;
  const size_t indent = INDENT * (size_t)depth;
  const size_t room = width > indent + NARROWEST ? width - indent : NARROWEST;
  const char *title = lcm_node_title(ctx, o->node);
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%*s%s %s", (int)indent, "",
                          o->critical ? "*" : "-",
                          lcm_text_shorten(ctx, title, room));
}

/* Return the time of "o" as a cell. */
static const char *time_text(lcm_ctx *ctx, const lcm_prediction *prediction,
                             const lcm_occurrence *o) {
  lcm_buf buf = {0};
  lcm_put_seconds(&buf, prediction, o->time);
  return lcm_cell_take(ctx, &buf);
}

/* Add the row of "o". */
static void add_row(struct lcm_table *table, const lcm_prediction *prediction,
                    const lcm_occurrence *o, size_t width) {
  lcm_ctx *ctx = table->ctx;
  const lcm_look look = !(o->time > 0)    ? LCM_LOOK_DIM
                        : o->share >= 0.1 ? LCM_LOOK_BOLD
                                          : LCM_LOOK_PLAIN;
  lcm_table_look(table, time_text(ctx, prediction, o), look);
  lcm_table_look(table, lcm_cell_percent(ctx, o->share), look);
  if (!is_bare(prediction))
    lcm_table_look(table, loss_text(ctx, prediction, o), LCM_LOOK_BAD);
  lcm_table_look(table, tree_text(ctx, o, width), look);
  lcm_table_look(table, o->provenance, LCM_LOOK_DIM);
  lcm_table_look(table, lcm_text_place(ctx, o->node->loc), LCM_LOOK_DIM);
}

/* Return the characters that the tree may take beside the other columns. */
static size_t tree_width(lcm_ctx *ctx, const lcm_prediction *prediction,
                         size_t i, const struct lcm_style *style) {
  const size_t all = style && style->width ? style->width : 80;
  const lcm_point *point = &prediction->points[i];
  size_t lost = strlen("lost");
  size_t place = strlen("source");
  for (size_t k = 0; k < point->n_occurrences; k++) {
    const lcm_occurrence *o = &point->occurrences[k];
    const size_t l = lcm_text_width(loss_text(ctx, prediction, o));
    const size_t p = lcm_text_width(lcm_text_place(ctx, o->node->loc));
    lost = l > lost ? l : lost;
    place = p > place ? p : place;
  }
  const size_t others = 8 + 9 + lost + 9 + place + 5 * 2 + 2;
  return all > others + NARROWEST ? all - others : NARROWEST;
}

/* Append which of several points the table is of, and its time. */
static void put_title(lcm_buf *buf, const lcm_prediction *prediction, size_t i,
                      const struct lcm_style *style) {
  const lcm_point *point = &prediction->points[i];
  lcm_put_look(buf, style, LCM_LOOK_BOLD);
  if (is_bare(prediction))
    lcm_put_headline(buf, prediction, i);
  else {
    lcm_put_point(buf, prediction->grid, i, point->p);
    lcm_buf_puts(buf, ": ");
    lcm_put_time_is(buf, &prediction->basis);
    lcm_put_time(buf, point->time);
  }
  lcm_put_look(buf, style, LCM_LOOK_PLAIN);
  lcm_buf_puts(buf, "\n\n");
}

LCM_GIVE char *lcm_render_nodes(lcm_ctx *ctx, const lcm_prediction *prediction,
                                size_t i, const struct lcm_style *style) {
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = ctx};
  const lcm_point *point = &prediction->points[i];
  const size_t width = tree_width(ctx, prediction, i, style);
  if (prediction->grid->n_points > 1)
    put_title(&buf, prediction, i, style);
  if (is_bare(prediction))
    lcm_buf_puts(&buf, point->n_occurrences
                           ? "times without contention:\n\n"
                           : "no times of the nodes are known\n");
  if (is_bare(prediction) && !point->n_occurrences)
    return lcm_buf_take(&buf);
  lcm_table_numbers(&table, "time");
  lcm_table_numbers(&table, "share [%]");
  if (!is_bare(prediction))
    lcm_table_numbers(&table, "lost");
  lcm_table_texts(&table, "node (* on the critical path)");
  lcm_table_texts(&table, "cost");
  lcm_table_texts(&table, "source");
  for (size_t k = 0; k < point->n_occurrences; k++)
    if (!k || !lcm_node_is_idle(point->occurrences[k].node))
      add_row(&table, prediction, &point->occurrences[k], width);
  lcm_table_print(&buf, &table, LCM_FORMAT_TEXT, style);
  return lcm_buf_take(&buf);
}
