/* Movement of data as text. */
#include <stdlib.h>
#include <string.h>

#include "render/text/data.h"

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
  static const char *const TITLES[] = {"type",    "from", "to",    "datum",
                                       "section", "kind", "bytes", "count",
                                       "lca",     "why"};
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
    lcm_table_cell(&table, m->why ? m->why : "");
  }
  lcm_table_print(&buf, &table, format, NULL);
  return lcm_buf_take(&buf);
}

/* Return the bytes of "m", "<= " before them where they are an upper bound. */
static const char *bytes_text(lcm_ctx *ctx, const lcm_movement *m) {
  if (!m->bytes)
    return "unknown";
  return m->why ? lcm_arena_printf(lcm_ctx_arena(ctx), "<= %s",
                                   lcm_text_expr(ctx, m->bytes))
                : lcm_text_expr(ctx, m->bytes);
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
  lcm_table_cell(table, bytes_text(ctx, m));
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

/* Append the table of movements and crossings. */
static void put_movements(lcm_buf *buf, lcm_ctx *ctx, const lcm_data *data,
                          const struct lcm_style *style) {
  static const char *const TITLES[] = {"data",  "from",  "to",    "kind",
                                       "bytes", "times", "inside"};
  struct lcm_table table = {.ctx = ctx};
  if (!data->n_movements)
    return;
  for (size_t k = 0; k < sizeof TITLES / sizeof *TITLES; k++)
    lcm_table_texts(&table, TITLES[k]);
  for (size_t i = 0; i < data->n_movements; i++)
    add_row(&table, &data->movements[i]);
  lcm_buf_putc(buf, '\n');
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Append why the bytes of movements are no more than upper bounds. */
static void put_reasons(lcm_buf *buf, const lcm_data *data) {
  for (size_t i = 0; i < data->n_movements; i++) {
    const char *why = data->movements[i].why;
    bool known = !why;
    for (size_t k = 0; k < i && !known; k++)
      known = data->movements[k].why && !strcmp(data->movements[k].why, why);
    if (!known)
      lcm_buf_printf(buf, "<=: %s\n", why);
  }
}

static bool same_touch(const lcm_touch *a, const lcm_touch *b) {
  return a->node == b->node && a->write == b->write &&
         a->section.datum == b->section.datum && a->section.why &&
         !strcmp(a->section.why, b->section.why);
}

/* Return whether touch number "i" of "data" is assumed, and the first that says
 * so. */
static bool is_news(const lcm_data *data, size_t i) {
  if (!data->touches[i].section.why || data->touches[i].section.maybe)
    return false;
  for (size_t k = 0; k < i; k++)
    if (data->touches[k].section.why &&
        same_touch(&data->touches[k], &data->touches[i]))
      return false;
  return true;
}

/* Append the table of accesses of which more is assumed than is touched. */
static void put_assumed(lcm_buf *buf, lcm_ctx *ctx, const lcm_data *data,
                        const struct lcm_style *style) {
  static const char *const TITLES[] = {"at most", "is", "by", "because"};
  struct lcm_table table = {.ctx = ctx};
  for (size_t k = 0; k < sizeof TITLES / sizeof *TITLES; k++)
    lcm_table_texts(&table, TITLES[k]);
  for (size_t i = 0; i < data->n_touches; i++) {
    const lcm_touch *touch = &data->touches[i];
    if (!is_news(data, i))
      continue;
    lcm_table_look(&table, lcm_text_section(ctx, &touch->section, LCM_READER),
                   LCM_LOOK_BOLD);
    lcm_table_cell(&table, touch->write ? "written" : "read");
    lcm_table_cell(&table, end_text(ctx, touch->node, touch->occurrence));
    lcm_table_cell(&table, touch->section.why);
  }
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Append how many accesses and dependences there are, and what is assumed. */
static void put_accesses(lcm_buf *buf, lcm_ctx *ctx, const lcm_data *data,
                         const struct lcm_style *style) {
  size_t exact = 0;
  size_t maybe = 0;
  size_t kinds[3] = {0};
  if (!data->n_touches)
    return;
  for (size_t i = 0; i < data->n_touches; i++) {
    maybe += data->touches[i].section.maybe;
    exact += !data->touches[i].section.why || data->touches[i].section.maybe;
  }
  for (size_t i = 0; i < data->n_dependences; i++)
    kinds[data->dependences[i].kind]++;
  lcm_buf_printf(
      buf,
      "\n%zu of %zu accesses to shared data are known exactly%s; "
      "dependences between fragments:\n%zu true, %zu anti, %zu "
      "output\n",
      exact, data->n_touches,
      maybe ? lcm_arena_printf(lcm_ctx_arena(ctx),
                               ", %zu of them if they happen at all", maybe)
            : "",
      kinds[LCM_DEP_TRUE], kinds[LCM_DEP_ANTI], kinds[LCM_DEP_OUTPUT]);
  if (exact < data->n_touches) {
    lcm_buf_putc(buf, '\n');
    put_assumed(buf, ctx, data, style);
  }
}

/* Append what functions do to their caller's data. */
static void put_effects(lcm_buf *buf, lcm_ctx *ctx, const lcm_data *data,
                        const struct lcm_style *style) {
  static const char *const TITLES[] = {"function", "does", "to", "through",
                                       "at most, because"};
  struct lcm_table table = {.ctx = ctx};
  if (!data->n_effects)
    return;
  for (size_t k = 0; k < sizeof TITLES / sizeof *TITLES; k++)
    lcm_table_texts(&table, TITLES[k]);
  for (size_t i = 0; i < data->n_effects; i++) {
    const lcm_effect *effect = &data->effects[i];
    const lcm_function *function = effect->function;
    const bool first = !i || data->effects[i - 1].function != function;
    lcm_table_cell(&table,
                   first ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s (%s)",
                                            function->name,
                                            lcm_text_place(ctx, function->loc))
                         : "");
    lcm_table_cell(&table, effect->write ? "writes" : "reads");
    lcm_table_look(&table, lcm_text_section(ctx, &effect->section, LCM_READER),
                   LCM_LOOK_BOLD);
    lcm_table_cell(&table,
                   effect->param < function->n_params ? "parameter" : "global");
    lcm_table_cell(&table, effect->section.why ? effect->section.why : "");
  }
  lcm_buf_puts(buf, "\nwhat functions do to their caller's data:\n\n");
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Append what is not followed at all. */
static void put_gaps(lcm_buf *buf, const lcm_data *data) {
  if (data->n_opaque)
    lcm_buf_printf(buf,
                   "\nnot known: what %zu opaque part%s touch%s (`lcm analyze` "
                   "says which)\n",
                   data->n_opaque, data->n_opaque == 1 ? "" : "s",
                   data->n_opaque == 1 ? "es" : "");
  if (data->is_cut)
    lcm_buf_puts(buf, "\nthe program is too large: not all of its calls are "
                      "followed\n");
}

LCM_GIVE char *lcm_render_data(lcm_ctx *ctx, const lcm_data *data,
                               lcm_format format,
                               const struct lcm_style *style) {
  if (format == LCM_FORMAT_CSV || format == LCM_FORMAT_TSV)
    return separated(ctx, data, format);
  lcm_buf buf = {0};
  put_summary(&buf, data);
  put_movements(&buf, ctx, data, style);
  put_reasons(&buf, data);
  put_accesses(&buf, ctx, data, style);
  put_effects(&buf, ctx, data, style);
  put_gaps(&buf, data);
  return lcm_buf_take(&buf);
}
