/* What happens in timesteps, for people and for programs. */
#include "trace/views/show.h"

/* What is shown of a step. */
enum { WORKING, WAITING, CREATED, PROCESSED, NUMBERS };

static const char *const TITLES[] = {"working", "waiting", "created",
                                     "processed"};

/* Return number "what" of "step". */
static double number_of(const struct lcm_trace_moments *step, unsigned what) {
  return what == WORKING   ? step->working
         : what == WAITING ? step->waiting
         : what == CREATED ? step->created
                           : step->processed;
}

/* Append the steps of the whole run: on how many actors it works, for how many
 * there would be work, ... */
static void show_all(lcm_buf *buf, lcm_ctx *ctx, const lcm_trace *t,
                     const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  lcm_table_numbers(&table, "from");
  lcm_table_numbers(&table, "busy %");
  lcm_table_numbers(&table, "parallelism");
  for (unsigned k = 0; k < NUMBERS; k++)
    lcm_table_numbers(&table, TITLES[k]);
  for (size_t i = 0; i < t->steps->n; i++) {
    const struct lcm_trace_moments *s = &t->steps->all[i];
    lcm_table_cell(&table, lcm_cell_time(ctx, (double)i * t->steps->length));
    lcm_table_cell(&table,
                   lcm_cell_percent(ctx, s->working / (double)t->n_actors));
    lcm_table_cell(&table, lcm_cell_number(ctx, s->working + s->waiting));
    for (unsigned k = 0; k < NUMBERS; k++)
      lcm_table_cell(&table, lcm_cell_number(ctx, number_of(s, k)));
  }
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Return whether "steps", "n" of them, have any of what "what" is. */
static bool has(const struct lcm_trace_moments *steps, size_t n,
                unsigned what) {
  bool any = false;
  for (size_t i = 0; i < n; i++)
    any = any || number_of(&steps[i], what) > 0;
  return any;
}

/* Append the steps of "most" entries: a row for each number, a column for each
 * step. */
static void show_entries(lcm_buf *buf, lcm_ctx *ctx, const lcm_trace *t,
                         size_t most, const struct lcm_style *style) {
  const struct lcm_trace_steps *steps = t->steps;
  struct lcm_table table = {.ctx = ctx};
  lcm_table_texts(&table, "what");
  lcm_table_texts(&table, "step");
  for (size_t i = 0; i < steps->n; i++)
    lcm_table_numbers(&table, lcm_cell_value(ctx, (double)i + 1));
  for (size_t e = 0; e < t->n_entries && e < most; e++)
    for (unsigned k = 0; k < NUMBERS; k++) {
      if (!has(steps->entries[e], steps->n, k))
        continue;
      lcm_table_cell(&table, lcm_text_shorten(ctx, t->entries[e].name, 32));
      lcm_table_cell(&table, TITLES[k]);
      for (size_t i = 0; i < steps->n; i++)
        lcm_table_cell(
            &table, lcm_cell_number(ctx, number_of(&steps->entries[e][i], k)));
    }
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

void trace_steps_show(lcm_buf *buf, lcm_ctx *ctx, const lcm_trace *trace,
                      size_t most, const struct lcm_style *style) {
  lcm_buf_printf(buf, "\n%zu steps of ", trace->steps->n);
  lcm_put_time(buf, trace->steps->length);
  lcm_buf_puts(buf, ":\n");
  show_all(buf, ctx, trace, style);
  lcm_buf_putc(buf, '\n');
  show_entries(buf, ctx, trace, most, style);
}

/* Add the row of step "i", as it is in "step", of "entry". */
static void add_row(struct lcm_table *table, lcm_ctx *ctx, const lcm_trace *t,
                    size_t i, const char *entry,
                    const struct lcm_trace_moments *step) {
  lcm_table_cell(table, lcm_cell_exact(ctx, (double)i + 1));
  lcm_table_cell(table, lcm_cell_exact(ctx, (double)i * t->steps->length));
  lcm_table_cell(table, entry);
  for (unsigned k = 0; k < NUMBERS; k++)
    lcm_table_cell(table, lcm_cell_exact(ctx, number_of(step, k)));
}

char *lcm_trace_steps_rows(lcm_ctx *ctx, const lcm_trace *trace,
                           lcm_format format, const struct lcm_style *style) {
  const struct lcm_trace_steps *steps = trace->steps;
  struct lcm_table table = {.ctx = ctx};
  lcm_buf buf = {0};
  lcm_table_numbers(&table, "step");
  lcm_table_numbers(&table, "from");
  lcm_table_texts(&table, "what");
  for (unsigned k = 0; k < NUMBERS; k++)
    lcm_table_numbers(&table, TITLES[k]);
  for (size_t i = 0; steps && i < steps->n; i++) {
    add_row(&table, ctx, trace, i, "", &steps->all[i]);
    for (size_t e = 0; e < trace->n_entries; e++)
      add_row(&table, ctx, trace, i, trace->entries[e].name,
              &steps->entries[e][i]);
  }
  lcm_table_print(&buf, &table, format, style);
  return lcm_buf_take(&buf);
}
