/* Timelines and stages as text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/text/timeline.h"

/* Cells of a line, lines, processors with a column, links at most. */
enum { CELLS = 60, MOST_LINES = 32, MOST_COLUMNS = 8, MOST_LINKS = 12 };

/* Return the letter for state "i" of "t". */
static char letter_of(const lcm_timetable *t, size_t i) {
  static const char LETTERS[] = "#-.s+r=";
  static const char OWN[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (i < LCM_CAT_USER)
    return LETTERS[i];
  return i < t->n_cats ? (char)('a' + (i - LCM_CAT_USER) % 26)
                       : OWN[(i - t->n_cats) % 26];
}

/* Append row "i" of "t": in each cell the state that has most of it. */
static void put_line(lcm_buf *buf, lcm_ctx *ctx, const lcm_timetable *t,
                     size_t i) {
  double *seconds = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, t->n_states + 1);
  size_t k = t->first[i];
  lcm_buf_printf(buf, "%-14s ", lcm_text_shorten(ctx, t->names[i], 14));
  for (size_t cell = 0; cell < CELLS; cell++) {
    const double from = t->time * (double)cell / CELLS;
    const double to = t->time * (double)(cell + 1) / CELLS;
    size_t most = 0;
    memset(seconds, 0, t->n_states * sizeof *seconds);
    while (k < t->first[i + 1] && t->intervals[k].end <= from)
      k++;
    for (size_t j = k; j < t->first[i + 1] && t->intervals[j].start < to; j++)
      seconds[t->intervals[j].state] +=
          fmin(t->intervals[j].end, to) - fmax(t->intervals[j].start, from);
    for (size_t s = 1; s < t->n_states; s++)
      most = seconds[s] > seconds[most] * (1 + 1e-9) ? s : most;
    lcm_buf_putc(buf, letter_of(t, most));
  }
  lcm_buf_putc(buf, '\n');
}

/* Append what the letters mean, as far as they occur. */
static void put_letters(lcm_buf *buf, const lcm_timetable *t) {
  bool any = false;
  for (size_t s = 0; s < t->n_states; s++) {
    bool occurs = false;
    for (size_t k = 0; k < t->n_intervals && !occurs; k++)
      occurs = t->intervals[k].state == s;
    if (!occurs)
      continue;
    lcm_buf_printf(buf, "%s%c %s", any ? ", " : "", letter_of(t, s),
                   t->states[s].title);
    any = true;
  }
  lcm_buf_putc(buf, '\n');
}

/* Append "link" of "t", and what most of it is. */
static void put_link(lcm_buf *buf, lcm_ctx *ctx, const lcm_timetable *t,
                     const struct lcm_link *link) {
  const lcm_interval *most = lcm_link_longest(t, link);
  lcm_buf_printf(buf, "  %-14s from ",
                 lcm_text_shorten(ctx, t->names[link->processor], 14));
  lcm_put_time(buf, link->start);
  lcm_buf_puts(buf, " to ");
  lcm_put_time(buf, link->end);
  lcm_buf_printf(buf, "%s%s%s%s%s\n", *most->label ? ", mostly " : "",
                 most->label, *most->place ? " (" : "", most->place,
                 *most->place ? ")" : "");
}

/* Append the last-event chain, its last links where there are many. */
static void put_links(lcm_buf *buf, lcm_ctx *ctx, const lcm_timetable *t) {
  const size_t from = t->n_chain > MOST_LINKS ? t->n_chain - MOST_LINKS : 0;
  if (!t->n_chain)
    return;
  lcm_buf_printf(buf, "\nlast-event chain%s:\n", from ? ", its end" : "");
  for (size_t i = from; i < t->n_chain; i++)
    put_link(buf, ctx, t, &t->chain[i]);
}

/* Return the name of processor "i" of "t" as the heading of a column. */
static const char *column_name(lcm_ctx *ctx, const lcm_timetable *t, size_t i) {
  const char *name = t->names[i];
  return strncmp(name, "processor ", 10)
             ? lcm_text_shorten(ctx, name, 12)
             : lcm_arena_printf(lcm_ctx_arena(ctx), "P%s", name + 10);
}

/* Return the stage's mean utilization, its processors being all busy 1. */
static double mean_of(const lcm_timetable *t, const struct lcm_stage *stage) {
  double sum = 0;
  for (size_t i = 0; i < t->n_processors; i++)
    sum += stage->busy[i];
  return stage->time > 0 ? sum / stage->time / (double)t->n_processors : NAN;
}

/* Return "fraction" for a table in "format". */
static const char *share_cell(lcm_ctx *ctx, lcm_format format,
                              double fraction) {
  return format == LCM_FORMAT_TEXT ? lcm_cell_percent(ctx, fraction)
                                   : lcm_cell_exact(ctx, fraction);
}

/* Return "seconds" for a table in "format". */
static const char *time_cell(lcm_ctx *ctx, lcm_format format, double seconds) {
  return format == LCM_FORMAT_TEXT ? lcm_cell_time(ctx, seconds)
                                   : lcm_cell_exact(ctx, seconds);
}

void lcm_stages_table(struct lcm_table *rows, const lcm_timetable *table,
                      lcm_format format, size_t most) {
  lcm_ctx *ctx = rows->ctx;
  const bool text = format == LCM_FORMAT_TEXT;
  const size_t n = table->n_processors;
  const size_t columns = text && n > most ? 0 : n;
  lcm_table_texts(rows, "stage");
  lcm_table_texts(rows, "place");
  lcm_table_numbers(rows, "times");
  lcm_table_numbers(rows, "from");
  lcm_table_numbers(rows, "lasts");
  lcm_table_numbers(rows, text ? "busy %" : "busy");
  for (size_t i = 0; i < columns; i++)
    lcm_table_numbers(rows, column_name(ctx, table, i));
  for (size_t s = 0; s < table->n_stages; s++) {
    const struct lcm_stage *stage = &table->stages[s];
    lcm_table_cell(rows, text ? lcm_text_shorten(ctx, stage->label, 24)
                              : stage->label);
    lcm_table_cell(rows, stage->place);
    lcm_table_cell(rows, lcm_cell_value(ctx, (double)stage->count));
    lcm_table_cell(rows, time_cell(ctx, format, stage->start));
    lcm_table_cell(rows, time_cell(ctx, format, stage->time));
    lcm_table_cell(rows, share_cell(ctx, format, mean_of(table, stage)));
    for (size_t i = 0; i < columns; i++)
      lcm_table_cell(rows,
                     share_cell(ctx, format,
                                stage->time > 0 ? stage->busy[i] / stage->time
                                                : (double)NAN));
  }
}

char *lcm_render_stages(lcm_ctx *ctx, const lcm_timetable *table,
                        lcm_format format, const struct lcm_style *style) {
  struct lcm_table rows = {.ctx = ctx};
  lcm_buf buf = {0};
  lcm_stages_table(&rows, table, format, MOST_COLUMNS);
  lcm_table_print(&buf, &rows, format, style);
  return lcm_buf_take(&buf);
}

void lcm_put_timetable_heading(lcm_buf *buf, const lcm_timetable *table) {
  if (!table->grid) {
    lcm_buf_printf(buf, "%zu actors: ", table->n_processors);
    lcm_put_time(buf, table->time);
    lcm_buf_printf(buf, ", by %s", table->method);
    return;
  }
  const bool composed = strcmp(table->method, "simulation") != 0;
  if (composed || lcm_grid_has(table->grid, "p")) {
    lcm_put_point(buf, table->grid, table->point, (double)table->n_processors);
    lcm_buf_puts(buf, ": ");
  } else
    for (size_t j = 0; j < table->grid->n_names; j++) {
      lcm_buf_printf(buf, "%s = ", lcm_grid_label(table->grid, j));
      lcm_buf_short(buf, table->grid->columns[j][table->point], 6);
      lcm_buf_puts(buf, j + 1 < table->grid->n_names ? ", " : ": ");
    }
  lcm_put_time(buf, table->time);
  lcm_buf_printf(buf, ", by %s", table->method);
}

char *lcm_render_timeline(lcm_ctx *ctx, const lcm_timetable *table,
                          const struct lcm_style *style) {
  lcm_buf buf = {0};
  lcm_buf end = {0};
  const size_t n = table->n_processors;
  const size_t every = n > MOST_LINES ? (n + MOST_LINES - 1) / MOST_LINES : 1;
  lcm_put_timetable_heading(&buf, table);
  if (every > 1)
    lcm_buf_printf(&buf, "; every %zuth row", every);
  lcm_buf_puts(&buf, "\n\n");
  for (size_t i = 0; i < n; i += every)
    put_line(&buf, ctx, table, i);
  lcm_put_time(&end, table->time);
  const char *until = lcm_cell_take(ctx, &end);
  lcm_buf_printf(&buf, "%-14s 0%*s\n", "", CELLS - 1, until);
  put_letters(&buf, table);
  lcm_buf_puts(&buf, "\n");
  char *stages = lcm_render_stages(ctx, table, LCM_FORMAT_TEXT, style);
  lcm_buf_puts(&buf, stages ? stages : "");
  free(stages);
  put_links(&buf, ctx, table);
  return lcm_buf_take(&buf);
}
