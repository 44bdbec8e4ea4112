/* What sets the time of the parts of a program: tables and a sentence. */
#include "render/text/limits/limits.h"

#include <math.h>

/* How far times are apart that are the same. */
static const double SAME = 0.005;

/* The share of the time from which on something is named for the whole. */
static const double NAMED = 0.005;

/* Return what "part" is called. */
static const char *title_of(lcm_ctx *ctx, const struct lcm_limit_part *part) {
  enum { ROOM = 21 };
  return lcm_text_shorten(ctx, lcm_node_title(ctx, part->node), ROOM);
}

/* Return how many parts of "limits" are shown. */
static size_t shown(const struct lcm_limits *limits) {
  return limits->n_parts < LCM_MOST_PARTS ? limits->n_parts : LCM_MOST_PARTS;
}

/* Return what sets the time of "part" without what sets it now. */
static const char *next_of(lcm_ctx *ctx, const struct lcm_limit_part *part) {
  const bool other =
      part->next.limit != part->by.limit || part->next.level != part->by.level;
  return other ? lcm_limited_text(ctx, part->next) : "-";
}

void lcm_limits_table(struct lcm_table *table, const struct lcm_limits *limits,
                      double time) {
  lcm_ctx *ctx = table->ctx;
  lcm_table_numbers(table, "time");
  lcm_table_numbers(table, "share [%]");
  lcm_table_texts(table, "bound by");
  lcm_table_numbers(table, "gain [%]");
  lcm_table_texts(table, "next");
  lcm_table_texts(table, "part");
  lcm_table_texts(table, "source");
  for (size_t i = 0; i < shown(limits); i++) {
    const struct lcm_limit_part *part = &limits->parts[i];
    lcm_table_cell(table, lcm_cell_time(ctx, part->time));
    lcm_table_cell(table, lcm_cell_percent(ctx, part->share));
    lcm_table_look(table, lcm_limited_text(ctx, part->by), LCM_LOOK_BOLD);
    lcm_table_cell(table,
                   lcm_cell_percent(ctx, time > 0 ? part->gain / time : 0));
    lcm_table_cell(table, next_of(ctx, part));
    lcm_table_cell(table, title_of(ctx, part));
    lcm_table_look(table, lcm_text_place(ctx, part->node->loc), LCM_LOOK_DIM);
  }
}

size_t lcm_counts_table(struct lcm_table *table,
                        const struct lcm_limits *limits) {
  lcm_ctx *ctx = table->ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  size_t n = 0;
  lcm_table_numbers(table, "operations");
  for (size_t k = 0; k < limits->n_roofs; k++)
    lcm_table_numbers(table,
                      lcm_arena_printf(arena, "%s [B]", limits->roofs[k].name));
  lcm_table_texts(table, "part");
  lcm_table_texts(table, "source");
  for (size_t i = 0; i < shown(limits); i++) {
    const struct lcm_limit_part *part = &limits->parts[i];
    if (part->flops < 0)
      continue;
    n++;
    lcm_table_cell(table, lcm_cell_number(ctx, part->flops));
    for (size_t k = 0; k < limits->n_roofs; k++)
      lcm_table_cell(table, part->bytes[k] > 0
                                ? lcm_cell_number(ctx, part->bytes[k])
                                : "-");
    lcm_table_cell(table, title_of(ctx, part));
    lcm_table_look(table, lcm_text_place(ctx, part->node->loc), LCM_LOOK_DIM);
  }
  return n;
}

void lcm_put_limit_sums(lcm_buf *buf, lcm_ctx *ctx,
                        const struct lcm_limits *limits) {
  size_t n = 0;
  for (size_t i = 0; i < limits->n_sums; i++) {
    if (limits->sums[i].share < NAMED)
      continue;
    lcm_buf_printf(buf, "%s%s ", n++ ? ", " : "",
                   lcm_limited_text(ctx, limits->sums[i].by));
    lcm_put_percent(buf, limits->sums[i].share);
  }
  if (!n)
    lcm_buf_puts(buf, "nothing");
}

/* Append what the whole of "prediction" at point "i" is bound by. */
static void put_title(lcm_buf *buf, lcm_ctx *ctx,
                      const lcm_prediction *prediction, size_t i,
                      const struct lcm_style *style) {
  const lcm_point *point = &prediction->points[i];
  lcm_put_look(buf, style, LCM_LOOK_BOLD);
  if (prediction->grid->n_points > 1) {
    lcm_put_point(buf, prediction->grid, i, point->p);
    lcm_buf_puts(buf, ": ");
  }
  lcm_buf_puts(buf, "the time is bound by ");
  lcm_put_limit_sums(buf, ctx, point->limits);
  lcm_put_look(buf, style, LCM_LOOK_PLAIN);
  if (fabs(point->limits->time - point->time) > SAME * point->time) {
    lcm_buf_puts(buf, "\neach loop priced for itself, which comes to ");
    lcm_put_time(buf, point->limits->time);
  }
  lcm_buf_puts(buf, "\n\n");
}

/* Append what the columns say; "counted": there are operations and bytes. */
static void put_legend(lcm_buf *buf, bool counted) {
  lcm_buf_puts(buf, "gain: of the whole, if what binds the part took nothing; "
                    "what comes next\nwould bind it then\n");
  if (counted)
    lcm_buf_puts(buf, "operations and bytes: of all executions; an addition "
                      "is one operation, others\ncount by their prices; bytes "
                      "by where they come from\n");
}

LCM_GIVE char *lcm_render_limits(lcm_ctx *ctx, const lcm_prediction *prediction,
                                 size_t i, const struct lcm_style *style) {
  lcm_buf buf = {0};
  const lcm_point *point = &prediction->points[i];
  const struct lcm_limits *limits = point->limits;
  struct lcm_table times = {.ctx = ctx};
  struct lcm_table counts = {.ctx = ctx};
  lcm_buf_puts(&buf, "");
  if (!limits)
    return lcm_buf_take(&buf);
  put_title(&buf, ctx, prediction, i, style);
  lcm_limits_table(&times, limits, limits->time);
  lcm_table_print(&buf, &times, LCM_FORMAT_TEXT, style);
  if (limits->n_parts > LCM_MOST_PARTS)
    lcm_buf_printf(&buf, "%zu more: --format json lists all\n",
                   limits->n_parts - LCM_MOST_PARTS);
  const bool counted = lcm_counts_table(&counts, limits) > 0;
  if (counted) {
    lcm_buf_putc(&buf, '\n');
    lcm_table_print(&buf, &counts, LCM_FORMAT_TEXT, style);
  }
  if (i + 1 == prediction->grid->n_points)
    put_legend(&buf, counted);
  return lcm_buf_take(&buf);
}
