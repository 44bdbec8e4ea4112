/* Fitted models as text and tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/text/fit/fit.h"

/* Verdicts: up to which cross-validated error, in per cent, models are good,
 * fair. */
static const double GOOD = 5;
static const double FAIR = 15;

enum { MOST_SUGGESTIONS = 3 };

/* A table being made. */
struct making {
  lcm_ctx *ctx;
  const struct lcm_fit_view *view;
  const struct lcm_style *style;
};

/* The models of one fragment, from "first" to before "last". */
struct span {
  size_t first;
  size_t last;
  double total; /* what it spent in all categories */
  bool whole;   /* it is the whole run */
};

/* Return whether "model" is 0 everywhere. */
static bool is_zero(const lcm_fit_model *model) {
  double value = 1;
  return model->expr && lcm_expr_is_number(model->expr, &value) && value == 0;
}

/* Return in a few words how far "model" is to be trusted. */
static const char *verdict_of(const lcm_fit_model *model) {
  const struct lcm_fit_quality *q = &model->quality;
  if (!model->expr)
    return "no model";
  if (is_zero(model))
    return "none";
  if (!q->freedom || !model->n_variables)
    return "untested";
  if (5 * q->outliers > q->points || model->knee)
    return "weak";
  return q->cv_smape <= GOOD ? "good" : q->cv_smape <= FAIR ? "fair" : "weak";
}

static lcm_look look_of(const char *verdict) {
  return !strcmp(verdict, "good")       ? LCM_LOOK_GOOD
         : !strcmp(verdict, "none")     ? LCM_LOOK_DIM
         : !strcmp(verdict, "weak")     ? LCM_LOOK_BAD
         : !strcmp(verdict, "no model") ? LCM_LOOK_BAD
                                        : LCM_LOOK_PLAIN;
}

/* Return whether "model" is of a category that processors spend time in. */
static bool is_spent(const lcm_fit_model *model) {
  return strcmp(model->category, "time") != 0 &&
         strcmp(model->category, "tt") != 0 && model->unit &&
         !strcmp(model->unit, "s");
}

/* Return the span of models of the fragment that begins at "first". */
static struct span span_at(const struct lcm_fit_view *view, size_t first) {
  const lcm_fit *fit = view->fit;
  struct span span = {first, first, 0, !*fit->models[first].fragment};
  while (span.last < fit->n_models && !strcmp(fit->models[span.last].fragment,
                                              fit->models[first].fragment)) {
    const lcm_fit_model *model = &fit->models[span.last];
    if (model->selected && view->totals && is_spent(model))
      span.total += view->totals[span.last];
    span.last++;
  }
  return span;
}

/* Return "fraction" in per cent, without the sign; "-" where "none". */
static const char *percent(lcm_ctx *ctx, double fraction, bool none) {
  return none || !isfinite(fraction) ? "-" : lcm_cell_percent(ctx, fraction);
}

/* Return R2 with four decimals. */
static const char *r2_cell(lcm_ctx *ctx, const lcm_fit_model *model) {
  const bool none = !model->expr || !model->quality.freedom || is_zero(model);
  return none ? "-"
              : lcm_arena_printf(lcm_ctx_arena(ctx), "%.4f", model->quality.r2);
}

/* Return what "model" is, or why there is none. */
static const char *model_cell(lcm_ctx *ctx, const lcm_fit_model *model) {
  lcm_buf buf = {0};
  if (!model->expr)
    return model->no_model ? model->no_model : "";
  lcm_buf_puts(&buf, model->formula ? model->formula : "");
  if (model->quality.outliers)
    lcm_buf_printf(&buf, " (%zu outlier%s left out)", model->quality.outliers,
                   model->quality.outliers == 1 ? "" : "s");
  return lcm_cell_take(ctx, &buf);
}

/* Add the row of model "i". */
static void add_row(struct lcm_table *table, const struct making *m, size_t i,
                    const struct span *span) {
  const lcm_fit_model *model = &m->view->fit->models[i];
  const struct lcm_fit_quality *q = &model->quality;
  const bool none = !model->expr || !q->freedom || is_zero(model);
  const char *verdict = verdict_of(model);
  const double share = m->view->totals && span->total > 0 && is_spent(model)
                           ? m->view->totals[i] / span->total
                           : NAN;
  lcm_table_cell(table, model->category);
  lcm_table_cell(table, percent(m->ctx, share, false));
  lcm_table_cell(table, r2_cell(m->ctx, model));
  lcm_table_cell(table, percent(m->ctx, q->smape / 100, none));
  lcm_table_cell(table, percent(m->ctx, q->cv_smape / 100, none));
  lcm_table_cell(
      table, percent(m->ctx, m->view->widths ? m->view->widths[i] : NAN, none));
  lcm_table_look(table, verdict, look_of(verdict));
  lcm_table_cell(table, model_cell(m->ctx, model));
}

/* Append the ranges of the variables of "model". */
static void put_ranges(lcm_buf *buf, const lcm_fit_model *model) {
  for (size_t i = 0; i < model->n_variables; i++) {
    const struct lcm_fit_range *v = &model->variables[i];
    lcm_buf_puts(buf, !i                           ? " over "
                      : i + 1 < model->n_variables ? ", "
                                                   : " and ");
    lcm_buf_printf(buf, "%s = ", v->name);
    lcm_buf_short(buf, v->low, 6);
    if (v->high > v->low) {
      lcm_buf_puts(buf, "..");
      lcm_buf_short(buf, v->high, 6);
    }
  }
}

/* Return what was seen of fragment "name", or NULL. */
static const struct lcm_fit_fragment *seen_of(const lcm_fit *fit,
                                              const char *name) {
  for (size_t i = 0; i < fit->n_fragments; i++)
    if (!strcmp(fit->fragments[i].fragment, name))
      return &fit->fragments[i];
  return NULL;
}

/* Append how often a fragment is executed, or its loop runs: "value" or
 * "model"; nothing where that is not known. */
static void put_count(lcm_buf *buf, const char *what, double value,
                      const lcm_fit_model *model) {
  if (isnan(value) && (!model || !model->formula))
    return;
  lcm_buf_printf(buf, "; %s ", what);
  if (isnan(value))
    lcm_buf_puts(buf, model->formula + 2 * !strncmp(model->formula, "1*", 2));
  else
    lcm_buf_short(buf, value, 6);
}

/* Append the heading of the fragment of "span". */
static void put_heading(lcm_buf *buf, const struct making *m,
                        const struct span *span, double whole) {
  const lcm_fit_model *first = &m->view->fit->models[span->first];
  for (size_t i = span->first; i < span->last; i++)
    if (m->view->fit->models[i].quality.points > first->quality.points)
      first = &m->view->fit->models[i];
  const struct lcm_fit_fragment *seen = seen_of(m->view->fit, first->fragment);
  lcm_put_look(buf, m->style, LCM_LOOK_BOLD);
  lcm_buf_puts(buf, *first->fragment ? first->fragment : "the whole run");
  lcm_put_look(buf, m->style, LCM_LOOK_PLAIN);
  if (first->label)
    lcm_buf_printf(buf, " (%s)", first->label);
  if (first->place)
    lcm_buf_printf(buf, ", %s", first->place);
  lcm_buf_printf(buf, "\n%zu measurement%s", first->quality.points,
                 first->quality.points == 1 ? "" : "s");
  if (seen && seen->points && seen->points < first->quality.points)
    lcm_buf_printf(buf, " at %zu point%s", seen->points,
                   seen->points == 1 ? "" : "s");
  put_ranges(buf, first);
  if (whole > 0 && *first->fragment) {
    lcm_buf_puts(buf, "; ");
    lcm_put_percent(buf, span->total / whole);
    lcm_buf_puts(buf, " of the run");
  }
  if (seen) {
    put_count(buf, "visits", seen->visits, seen->calls);
    put_count(buf, "iterations", seen->iterations, seen->trips);
  }
  lcm_buf_putc(buf, '\n');
}

/* Return whether "a" and "b" are at the same point. */
static bool same_point(const struct lcm_fit_suggestion *a,
                       const struct lcm_fit_suggestion *b) {
  bool same = a->n == b->n;
  for (size_t i = 0; same && i < a->n; i++)
    same = !strcmp(a->at[i].name, b->at[i].name) &&
           a->at[i].value == b->at[i].value;
  return same;
}

/* Append the point of suggestion "s", for "category", and why it helps. */
static void put_suggestion(lcm_buf *buf, const char *category,
                           const struct lcm_fit_suggestion *s) {
  for (size_t i = 0; i < s->n; i++) {
    lcm_buf_printf(buf, "%s%s = ", i ? ", " : "", s->at[i].name);
    lcm_buf_short(buf, s->at[i].value, 6);
  }
  if (s->why)
    lcm_buf_printf(buf, " (%s: %s)", category, s->why);
  lcm_buf_putc(buf, '\n');
}

/* Append what would help the models of "span": a few points, each once. */
static void put_suggestions(lcm_buf *buf, const struct making *m,
                            const struct span *span) {
  const struct lcm_fit_suggestion *said[MOST_SUGGESTIONS];
  size_t n = 0;
  for (size_t i = span->first; i < span->last; i++) {
    const lcm_fit_model *model = &m->view->fit->models[i];
    for (size_t k = 0; model->selected && k < model->n_suggestions; k++) {
      bool known = n == MOST_SUGGESTIONS;
      for (size_t j = 0; j < n && !known; j++)
        known = same_point(said[j], &model->suggestions[k]);
      if (known)
        continue;
      lcm_buf_puts(buf, n ? "              " : "measure next: ");
      put_suggestion(buf, model->category, &model->suggestions[k]);
      said[n++] = &model->suggestions[k];
    }
  }
}

/* Append where the behaviour of categories of "span" changes, and what the
 * source says of them. */
static void put_regimes(lcm_buf *buf, const struct making *m,
                        const struct span *span) {
  for (size_t i = span->first; i < span->last; i++) {
    const lcm_fit_model *model = &m->view->fit->models[i];
    if (model->regime)
      lcm_buf_printf(buf, "%s: %s\n", model->category, model->regime);
    if (model->source.said)
      lcm_buf_printf(buf, "%s: %s\n", model->category, model->source.said);
  }
}

/* Add the columns of the table of the fragment of "span". */
static void add_columns(struct lcm_table *table, const struct making *m,
                        const struct span *span) {
  bool seconds = true;
  for (size_t i = span->first; i < span->last; i++)
    seconds = seconds && m->view->fit->models[i].unit;
  lcm_table_texts(table, "category");
  lcm_table_numbers(table, "share [%]");
  lcm_table_numbers(table, "R2");
  lcm_table_numbers(table, "error [%]");
  lcm_table_numbers(table, "cross [%]");
  lcm_table_numbers(table, "+/- [%]");
  lcm_table_texts(table, "verdict");
  lcm_table_texts(table, seconds ? "model [s]" : "model");
}

/* Append the time of the whole run, the sum of its categories over p, and what
 * it consists of in the run that took most. */
static void put_sum(lcm_buf *buf, const struct making *m) {
  const struct lcm_fit_sum *sum = m->view->fit->sum;
  if (sum && sum->missing)
    lcm_buf_printf(buf,
                   "time: no sum of the categories over p, as %s has no "
                   "model\n",
                   sum->missing);
  if (!sum || sum->missing || !(sum->time > 0))
    return;
  lcm_buf_printf(buf,
                 "time: the sum of the categories over p is %s s, %s %% from "
                 "the measured times\n",
                 sum->formula, lcm_cell_percent(m->ctx, sum->smape / 100));
  for (size_t i = 0; i < sum->n; i++) {
    lcm_buf_printf(buf, "%s%s = ", i ? ", " : "      at ", sum->at[i].name);
    lcm_buf_short(buf, sum->at[i].value, 6);
  }
  lcm_buf_puts(buf, sum->n ? ": " : "      ");
  lcm_put_time(buf, sum->time);
  for (size_t k = 0; k < sum->n_terms; k++)
    lcm_buf_printf(buf, "%s %s %% %s", k ? "," : ", of which",
                   lcm_cell_percent(m->ctx, sum->terms[k].value / sum->time),
                   sum->terms[k].category);
  lcm_buf_putc(buf, '\n');
}

/* Append the fragment of "span". */
static void put_fragment(lcm_buf *buf, const struct making *m,
                         const struct span *span, double whole) {
  struct lcm_table table = {.ctx = m->ctx};
  add_columns(&table, m, span);
  for (size_t i = span->first; i < span->last; i++)
    add_row(&table, m, i, span);
  put_heading(buf, m, span, whole);
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, m->style);
  if (span->whole)
    put_sum(buf, m);
  put_regimes(buf, m, span);
  put_suggestions(buf, m, span);
}

/* Order spans: the whole run first, then what takes more. */
static int by_total(const void *a, const void *b) {
  const struct span *x = a;
  const struct span *y = b;
  if (x->whole != y->whole)
    return x->whole ? -1 : 1;
  if (x->total != y->total)
    return x->total < y->total ? 1 : -1;
  return (x->first > y->first) - (x->first < y->first);
}

/* Append which quantity of "spans", all being "n", takes most of what was
 * measured, and its model; nothing where that is not known, or all is in one
 * quantity. */
static void put_largest(lcm_buf *buf, const struct making *m,
                        const struct span *spans, size_t n) {
  const lcm_fit *fit = m->view->fit;
  const lcm_fit_model *most = NULL;
  double largest = 0;
  double all = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t k = spans[i].first; k < spans[i].last; k++) {
      const lcm_fit_model *model = &fit->models[k];
      if ((spans[i].whole && n > 1) || !model->selected || !m->view->totals ||
          !is_spent(model))
        continue;
      all += m->view->totals[k];
      most = m->view->totals[k] > largest ? model : most;
      largest = fmax(largest, m->view->totals[k]);
    }
  if (!most || largest == all)
    return;
  lcm_buf_printf(buf, "; most is %s of %s, %s %%", most->category,
                 *most->fragment ? most->fragment : "the whole run",
                 lcm_cell_percent(m->ctx, largest / all));
  if (most->expr && most->formula)
    lcm_buf_printf(buf, ": %s s", most->formula);
}

/* Append how many models there are of which quality. */
static void put_summary(lcm_buf *buf, const lcm_fit *fit) {
  static const char *const VERDICTS[] = {"good", "fair",     "weak",
                                         "none", "untested", "no model"};
  static const char *const WORDS[] = {" good",     " fair",
                                      " weak",     " that are always 0",
                                      " untested", " without a model"};
  size_t counts[6] = {0};
  size_t all = 0;
  for (size_t i = 0; i < fit->n_models; i++)
    for (size_t k = 0; fit->models[i].selected && k < 6; k++)
      if (!strcmp(verdict_of(&fit->models[i]), VERDICTS[k])) {
        counts[k]++;
        all++;
      }
  lcm_buf_printf(buf, "%zu quantit%s of %zu fragment%s", all,
                 all == 1 ? "y" : "ies", fit->n_fragments,
                 fit->n_fragments == 1 ? "" : "s");
  const char *between = ": ";
  for (size_t k = 0; k < 6; k++)
    if (counts[k]) {
      lcm_buf_printf(buf, "%s%zu%s", between, counts[k], WORDS[k]);
      between = ", ";
    }
}

/* Append which measurement helps the prediction that was asked for. */
static void put_next(lcm_buf *buf, const lcm_fit *fit) {
  const struct lcm_fit_next *next = fit->next;
  if (!next)
    return;
  lcm_buf_printf(buf, "at %s the least certain is %s of %s, +/- ", next->wanted,
                 next->category,
                 *next->fragment ? next->fragment : "the whole run");
  lcm_buf_short(buf, next->half, 3);
  lcm_buf_puts(buf, " s: ");
  if (!next->n)
    lcm_buf_puts(buf, "no single run narrows that by much");
  else
    lcm_buf_puts(buf, "measure ");
  for (size_t i = 0; i < next->n; i++) {
    lcm_buf_printf(buf, "%s%s = ", i ? ", " : "", next->at[i].name);
    lcm_buf_short(buf, next->at[i].value, 6);
  }
  if (next->n) {
    lcm_buf_puts(buf, " next (");
    lcm_buf_short(buf, next->cost, 3);
    lcm_buf_puts(buf, " s a run)");
  }
  lcm_buf_putc(buf, '\n');
}

/* Append by how much runs are off from what the models add up to. */
static void put_common(lcm_buf *buf, lcm_ctx *ctx, const lcm_fit *fit) {
  if (fit->common > 0)
    lcm_buf_printf(buf,
                   "runs are within %s %% of what the models add up to (90 %%)"
                   "\n",
                   lcm_cell_percent(ctx, fit->common));
}

/* Append "view" as text. */
static void put_text(lcm_buf *buf, const struct making *m) {
  LCM_LIST(struct span) spans = {0};
  const lcm_fit *fit = m->view->fit;
  double whole = 0;
  for (size_t i = 0; i < fit->n_models;) {
    const struct span span = span_at(m->view, i);
    LCM_LIST_ADD(lcm_ctx_arena(m->ctx), &spans, span);
    i = span.last;
  }
  for (size_t i = 0; i < spans.n; i++)
    if (spans.at[i].whole)
      whole = spans.at[i].total;
  if (spans.n > 1)
    qsort(spans.at, spans.n, sizeof *spans.at, by_total);
  put_summary(buf, fit);
  put_largest(buf, m, spans.at, spans.n);
  lcm_buf_putc(buf, '\n');
  for (size_t i = 0; i < spans.n; i++) {
    lcm_buf_putc(buf, '\n');
    put_fragment(buf, m, &spans.at[i], whole);
  }
  if (fit->common > 0 || fit->next)
    lcm_buf_putc(buf, '\n');
  put_common(buf, m->ctx, fit);
  put_next(buf, fit);
}

/* Append "view" as one table of values that read back exactly. */
static void put_rows(lcm_buf *buf, const struct making *m, lcm_format format) {
  static const char *const TEXTS[] = {"fragment", "place", "label", "category",
                                      "unit"};
  static const char *const NUMBERS[] = {"r2",       "adjusted_r2", "smape",
                                        "cv_smape", "deviation",   "points",
                                        "freedom",  "outliers"};
  struct lcm_table table = {.ctx = m->ctx};
  for (size_t i = 0; i < 5; i++)
    lcm_table_texts(&table, TEXTS[i]);
  for (size_t i = 0; i < 8; i++)
    lcm_table_numbers(&table, NUMBERS[i]);
  lcm_table_texts(&table, "selected");
  lcm_table_texts(&table, "verdict");
  lcm_table_texts(&table, "formula");
  lcm_table_texts(&table, "no_model");
  for (size_t i = 0; i < m->view->fit->n_models; i++) {
    const lcm_fit_model *model = &m->view->fit->models[i];
    const struct lcm_fit_quality *q = &model->quality;
    const char *texts[] = {model->fragment, model->place, model->label,
                           model->category, model->unit};
    const double none = model->expr ? 0 : NAN;
    const double numbers[] = {q->r2 + none,        q->adjusted_r2 + none,
                              q->smape + none,     q->cv_smape + none,
                              q->deviation + none, (double)q->points,
                              (double)q->freedom,  (double)q->outliers};
    for (size_t k = 0; k < 5; k++)
      lcm_table_cell(&table, texts[k]);
    for (size_t k = 0; k < 8; k++)
      lcm_table_cell(&table, lcm_cell_exact(m->ctx, numbers[k]));
    lcm_table_cell(&table, model->selected ? "yes" : "no");
    lcm_table_cell(&table, verdict_of(model));
    lcm_table_cell(&table, model->formula);
    lcm_table_cell(&table, model->no_model);
  }
  lcm_table_print(buf, &table, format, m->style);
}

LCM_GIVE char *lcm_render_fit(lcm_ctx *ctx, const struct lcm_fit_view *view,
                              lcm_format format,
                              const struct lcm_style *style) {
  const struct making m = {ctx, view, style};
  lcm_buf buf = {0};
  if (format == LCM_FORMAT_CSV || format == LCM_FORMAT_TSV)
    put_rows(&buf, &m, format);
  else
    put_text(&buf, &m);
  return lcm_buf_take(&buf);
}
