#include <stdlib.h>
#include <string.h>

#include "render/render_internal.h"

/* Return "e" in "notation", in memory of "ctx"; "" where it is NULL. */
static const char *expr_text(lcm_ctx *ctx, const lcm_expr *e,
                             lcm_notation notation) {
  char *text = e ? lcm_expr_to_str(e, notation) : NULL;
  const char *kept = lcm_arena_strdup(lcm_ctx_arena(ctx), text ? text : "");
  free(text);
  return kept;
}

/* Return the name of "kind" as documents spell it. */
static const char *kind_name(lcm_dependence kind) {
  static const char *const NAMES[] = {"true", "anti", "output"};
  return NAMES[kind];
}

/* Return "title (file:line)" of "node", or the occurrence "id". */
static const char *end_text(lcm_ctx *ctx, const lcm_node *node,
                            const char *id) {
  if (!node)
    return id ? id : "";
  const char *title = lcm_text_shorten(ctx, lcm_node_title(ctx, node), 24);
  const char *place = lcm_text_place(ctx, node->loc);
  return *place ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s (%s)", title, place)
                : title;
}

/* Return the table of "data" for programs. */
static char *separated(lcm_ctx *ctx, const lcm_data *data, lcm_format format) {
  static const char *const TITLES[] = {"type",  "from",    "to",
                                       "datum", "section", "kind",
                                       "bytes", "count",   "lca"};
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = ctx};
  for (size_t k = 0; k < sizeof TITLES / sizeof *TITLES; k++)
    lcm_table_texts(&table, TITLES[k]);
  for (size_t i = 0; i < data->n_movements; i++) {
    const lcm_movement *m = &data->movements[i];
    lcm_table_cell(&table, m->crossing ? "crossing" : "movement");
    lcm_table_cell(&table, m->from);
    lcm_table_cell(&table, m->to);
    lcm_table_cell(&table, m->section ? m->section->datum : "");
    lcm_table_cell(
        &table, m->section ? lcm_text_section(ctx, m->section, LCM_TEXT) : "");
    lcm_table_cell(&table, kind_name(m->kind));
    lcm_table_cell(&table, expr_text(ctx, m->bytes, LCM_TEXT));
    lcm_table_cell(&table, expr_text(ctx, m->count, LCM_TEXT));
    lcm_table_cell(&table, m->lca);
  }
  lcm_table_print(&buf, &table, format, NULL);
  return lcm_buf_take(&buf);
}

/* Add the row of "m" for people. */
static void add_row(struct lcm_table *table, const lcm_movement *m) {
  lcm_ctx *ctx = table->ctx;
  lcm_table_look(
      table, m->section ? lcm_text_section(ctx, m->section, LCM_READER) : "?",
      LCM_LOOK_BOLD);
  lcm_table_cell(table, end_text(ctx, m->from_node, m->from));
  lcm_table_cell(table, end_text(ctx, m->to_node, m->to));
  lcm_table_cell(table, m->crossing ? "crossing" : kind_name(m->kind));
  lcm_table_cell(table, m->bytes ? lcm_text_expr(ctx, m->bytes) : "unknown");
  lcm_table_cell(table, m->count ? lcm_text_expr(ctx, m->count) : "unknown");
  lcm_table_look(table, end_text(ctx, m->lca_node, m->lca), LCM_LOOK_DIM);
}

/* Append how many movements and crossings there are. */
static void put_summary(lcm_buf *buf, const lcm_data *data) {
  size_t crossings = 0;
  for (size_t i = 0; i < data->n_movements; i++)
    crossings += data->movements[i].crossing;
  const size_t moves = data->n_movements - crossings;
  lcm_buf_printf(buf,
                 "%zu movement%s between parallel parts, %zu crossing%s inside "
                 "teams\n",
                 moves, moves == 1 ? "" : "s", crossings,
                 crossings == 1 ? "" : "s");
}

LCM_GIVE char *lcm_render_data(lcm_ctx *ctx, const lcm_data *data,
                               lcm_format format,
                               const struct lcm_style *style) {
  static const char *const TITLES[] = {"data",  "from",  "to",    "kind",
                                       "bytes", "times", "inside"};
  if (format == LCM_FORMAT_CSV || format == LCM_FORMAT_TSV)
    return separated(ctx, data, format);
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = ctx};
  put_summary(&buf, data);
  if (!data->n_movements)
    return lcm_buf_take(&buf);
  for (size_t k = 0; k < sizeof TITLES / sizeof *TITLES; k++)
    lcm_table_texts(&table, TITLES[k]);
  for (size_t i = 0; i < data->n_movements; i++)
    add_row(&table, &data->movements[i]);
  lcm_buf_putc(&buf, '\n');
  lcm_table_print(&buf, &table, format, style);
  return lcm_buf_take(&buf);
}
