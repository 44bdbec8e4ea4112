/* Putting single values together to measurements of a fragment at a point. */
#include <math.h>
#include <string.h>

#include "model/measurement/gather.h"
#include "model/structure/structure.h"

bool lcm_metric_is_time(const char *metric) {
  return lcm_amount_traits(metric) & LCM_OF_SECONDS;
}

/* Return the interned text that stands for the cell of "value". */
static const char *cell_key(lcm_ctx *ctx, const struct lcm_value *value) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, value->fragment);
  for (size_t i = 0; i < value->n_params; i++) {
    lcm_buf_putc(&buf, '\n');
    lcm_buf_puts(&buf, value->params[i].name);
    lcm_buf_putc(&buf, '=');
    lcm_buf_double(&buf, value->params[i].value);
  }
  const char *key = lcm_intern_n(ctx, buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return key;
}

/* Return the cell of "value". */
static struct lcm_cell_of_values *cell_of(struct lcm_gathering *gathering,
                                          const struct lcm_value *value) {
  lcm_ctx *ctx = gathering->reading->ctx;
  struct lcm_value sorted = *value;
  sorted.params = lcm_bindings_keep(ctx, value->params, value->n_params, true);
  const char *key = cell_key(ctx, &sorted);
  size_t i = gathering->cells.n;
  if (!lcm_map_get(&gathering->index, key, &i)) {
    lcm_map_put(lcm_ctx_arena(ctx), &gathering->index, key, i);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &gathering->cells,
                 ((struct lcm_cell_of_values){0}));
  }
  return &gathering->cells.at[i];
}

/* Return how many values of "metric" there are in "cell" before this one, which
 * is counted. */
static size_t count(lcm_ctx *ctx, struct lcm_cell_of_values *cell,
                    const char *metric) {
  for (size_t i = 0; i < cell->counts.n; i++)
    if (cell->counts.at[i].metric == metric)
      return cell->counts.at[i].n++;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &cell->counts,
               ((struct lcm_metric_count){metric, 1}));
  return 0;
}

/* Return repetition "i" of "cell", which is new where "value" is its first. */
static lcm_measurement *repetition(struct lcm_gathering *gathering,
                                   struct lcm_cell_of_values *cell, size_t i,
                                   const struct lcm_value *value) {
  struct lcm_reading *reading = gathering->reading;
  if (i == cell->records.n) {
    lcm_measurement one = lcm_measured_nothing(reading, value->line);
    if (strcmp(value->fragment, "<root>") != 0)
      one.fragment = value->fragment;
    one.params = value->params;
    one.n_params = value->n_params;
    one.repetition = (double)i;
    LCM_LIST_ADD(lcm_ctx_arena(reading->ctx), &cell->records, reading->all.n);
    lcm_measured_add(reading, one);
  }
  return &reading->all.at[cell->records.at[i]];
}

static double *field_of(lcm_measurement *one, const char *metric) {
  return !strcmp(metric, "elapsed")      ? &one->elapsed
         : !strcmp(metric, "processors") ? &one->processors
         : !strcmp(metric, "visits")     ? &one->visits
         : !strcmp(metric, "iterations") ? &one->iterations
                                         : NULL;
}

void lcm_gather(struct lcm_gathering *gathering,
                const struct lcm_value *value) {
  lcm_ctx *ctx = gathering->reading->ctx;
  struct lcm_cell_of_values *cell = cell_of(gathering, value);
  const size_t i = count(ctx, cell, value->metric);
  lcm_measurement *one = repetition(gathering, cell, i, value);
  double *field = field_of(one, value->metric);
  if (field) {
    *field = value->value;
    return;
  }
  lcm_binding *more =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, one->n_categories + 1);
  for (size_t k = 0; k < one->n_categories; k++)
    more[k] = one->categories[k];
  more[one->n_categories++] = (lcm_binding){value->metric, value->value};
  one->categories = more;
  one->foreign = one->foreign || !lcm_metric_is_time(value->metric);
}
