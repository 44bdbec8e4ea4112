/* Whether what is predicted is within the limit of a contract, and why not. */
#include "study/contract/limit.h"

#include <math.h>
#include <string.h>

#include "render/table/table.h"
#include "study/contract/amount.h"

/* Return what "buf" holds in memory of "c", and empty it. */
static const char *taken(const struct lcm_checking *c, lcm_buf *buf) {
  return lcm_cell_take(c->ctx, buf);
}

/* Return how much of what "terms" speak of is in "one". */
static double part_of(const struct lcm_promise *terms,
                      const lcm_prediction *prediction,
                      const lcm_occurrence *one) {
  if (!strcmp(terms->quantity, "time") || !strcmp(terms->quantity, "work"))
    return one->time;
  return lcm_contract_lost(
      prediction, one->cats,
      lcm_contract_is_share(terms->quantity)
          ? lcm_contract_category(prediction, terms->quantity)
          : prediction->n_cats);
}

/* How much of the whole the part that is named has at least. */
static const double MOST_OF_IT = 0.4;

/* Return the innermost part of "point" with much of what "terms" speak of; NULL
 * where there is none. */
static const lcm_occurrence *main_part(const struct lcm_promise *terms,
                                       const lcm_prediction *prediction,
                                       const lcm_point *point) {
  const lcm_occurrence *best = NULL;
  double whole = 0;
  for (size_t i = 0; i < point->n_occurrences; i++)
    whole = fmax(whole, part_of(terms, prediction, &point->occurrences[i]));
  for (size_t i = 0; i < point->n_occurrences; i++) {
    const lcm_occurrence *one = &point->occurrences[i];
    if (whole > 0 && part_of(terms, prediction, one) >= MOST_OF_IT * whole &&
        one->node->loc.file && (!best || one->depth > best->depth))
      best = one;
  }
  return best;
}

/* Return the category in which "one" loses most; n_cats: it loses nothing. */
static size_t most_lost(const lcm_prediction *prediction,
                        const lcm_occurrence *one) {
  size_t best = prediction->n_cats;
  for (size_t k = 0; one->cats && k < prediction->n_cats; k++)
    if (k != LCM_CAT_PC && k != LCM_CAT_UNSPLIT && one->cats[k] > 0 &&
        (best == prediction->n_cats || one->cats[k] > one->cats[best]))
      best = k;
  return best;
}

/* Append "value" of "quantity". */
static void put_amount(lcm_buf *buf, const char *quantity, double value) {
  if (!strcmp(quantity, "time") || !strcmp(quantity, "work"))
    lcm_put_time(buf, value);
  else if (lcm_contract_is_share(quantity))
    lcm_put_percent(buf, value);
  else
    lcm_buf_printf(buf, "%.4g", value);
}

/* Return "value" of what "terms" speak of as a cell of a table. */
static const char *found_of(const struct lcm_checking *c,
                            const struct lcm_promise *terms, double value) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "");
  if (!isnan(value))
    put_amount(&buf, terms->quantity, value);
  return taken(c, &buf);
}

/* Append the values that point "i" of "grid" has. */
static void put_point(lcm_buf *buf, const struct lcm_checking *c,
                      const lcm_grid *grid, size_t i) {
  for (size_t k = 0; k < grid->n_names; k++)
    lcm_buf_printf(buf, "%s%s = %s", k ? ", " : " at ", grid->names[k],
                   lcm_cell_value(c->ctx, grid->columns[k][i]));
}

/* Append where "point" loses or spends most, and set the cause of "out" to
 * that. */
static void put_cause(lcm_buf *buf, struct lcm_contract_result *out,
                      const struct lcm_promise *terms,
                      const lcm_prediction *prediction,
                      const lcm_point *point) {
  const lcm_occurrence *one = main_part(terms, prediction, point);
  if (!one)
    return;
  const size_t c = most_lost(prediction, one);
  const bool timed =
      !strcmp(terms->quantity, "time") || !strcmp(terms->quantity, "work");
  out->cause = one->node->loc;
  lcm_buf_printf(buf, ", most of it at %s:%u", out->cause.file,
                 out->cause.line);
  if (timed) {
    lcm_buf_puts(buf, ", ");
    lcm_put_percent(buf, one->share);
    lcm_buf_puts(buf, " of the time");
  } else if (c < prediction->n_cats)
    lcm_buf_printf(buf, ", by %s", lcm_amount_title(prediction->cat_names[c]));
}

/* Return the part of "prediction" that would have to be known first; NULL where
 * all is. */
static const struct lcm_unknown *
first_unknown(const lcm_prediction *prediction) {
  const struct lcm_unknown *best = NULL;
  for (size_t i = 0; i < prediction->n_unknown; i++)
    if (!best || prediction->unknown[i].share > best->share)
      best = &prediction->unknown[i];
  return best;
}

/* Append how much what has no cost may take, where the time is within the limit
 * without that. */
static void put_room(lcm_buf *buf, const struct lcm_contract_result *out,
                     const struct lcm_promise *terms) {
  const double room = out->limit - out->value;
  if (terms->least || strcmp(terms->quantity, "time") != 0 || room <= 0)
    return;
  lcm_buf_puts(buf, "; it holds as long as that adds less than ");
  lcm_put_time(buf, room);
}

/* Append why it cannot be said, and set the cause of "out" to that. */
static void put_doubt(lcm_buf *buf, struct lcm_contract_result *out,
                      const struct lcm_promise *terms,
                      const lcm_prediction *prediction) {
  const struct lcm_unknown *unknown = first_unknown(prediction);
  if (isfinite(out->low) && isfinite(out->high)) {
    lcm_buf_puts(buf, ", and may be from ");
    put_amount(buf, terms->quantity, out->low);
    lcm_buf_puts(buf, " to ");
    put_amount(buf, terms->quantity, out->high);
  }
  if (prediction->basis.nominal)
    lcm_buf_puts(buf, ", for no machine: --machine says which");
  else if (unknown) {
    out->cause = unknown->loc;
    lcm_buf_printf(buf, ", but not all has a cost: %s (%s:%u)", unknown->reason,
                   unknown->loc.file ? unknown->loc.file : "",
                   unknown->loc.line);
    put_room(buf, out, terms);
  } else if (!isfinite(out->low) || !isfinite(out->high))
    lcm_buf_puts(buf, ", but much hangs on what is guessed");
}

/* Return the sentence on what is found at point "i" for "out". */
static const char *explain(const struct lcm_checking *c,
                           struct lcm_contract_result *out,
                           const struct lcm_promise *terms,
                           const lcm_prediction *prediction, size_t i) {
  lcm_buf buf = {0};
  if (isnan(out->value)) {
    lcm_buf_printf(&buf, "there is no %s of it", terms->quantity);
    return taken(c, &buf);
  }
  lcm_buf_printf(&buf, "%s is ",
                 lcm_contract_is_share(terms->quantity) &&
                         strcmp(terms->quantity, "lost") != 0
                     ? lcm_amount_title(terms->quantity)
                     : terms->quantity);
  put_amount(&buf, terms->quantity, out->value);
  put_point(&buf, c, prediction->grid, i);
  if (out->verdict == LCM_VERDICT_BROKEN)
    put_cause(&buf, out, terms, prediction, &prediction->points[i]);
  else if (out->verdict == LCM_VERDICT_OPEN)
    put_doubt(&buf, out, terms, prediction);
  return taken(c, &buf);
}

/* Return how bad "verdict" is. */
static int rank(lcm_verdict verdict) {
  return verdict == LCM_VERDICT_BROKEN ? 2 : verdict == LCM_VERDICT_OPEN;
}

lcm_status lcm_contract_limit(struct lcm_contract_result *out,
                              const struct lcm_checking *c,
                              const struct lcm_promise *terms) {
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  struct lcm_predict_options options = *c->options;
  options.nodes = options.intervals = options.hinges = true;
  lcm_status status = lcm_contract_grid(&grid, c, terms);
  status = status
               ? status
               : lcm_predict(&prediction, c->ctx, c->program, grid, &options);
  if (status)
    return status;
  if (lcm_contract_is_share(terms->quantity) &&
      strcmp(terms->quantity, "lost") != 0 &&
      lcm_contract_category(prediction, terms->quantity) ==
          prediction->n_cats) {
    lcm_report(c->ctx, LCM_DIAG_CONTRACT, out->of->loc,
               "there is no category '%s' of this program; besides "
               "categories, time, work, speedup, efficiency and lost can be "
               "limited",
               terms->quantity);
    return LCM_EPARSE;
  }
  out->limit = lcm_contract_number(terms->limit);
  for (size_t i = 0; i < grid->n_points; i++) {
    const struct lcm_contract_amount amount = lcm_contract_amount_at(
        prediction, &prediction->points[i], terms->quantity);
    const lcm_verdict verdict = lcm_contract_judge(terms, &amount, out->limit);
    if (i && rank(verdict) <= rank(out->verdict))
      continue;
    out->verdict = verdict;
    out->value = amount.value;
    out->low = amount.low;
    out->high = amount.high;
    out->found = found_of(c, terms, amount.value);
    out->why = explain(c, out, terms, prediction, i);
  }
  return LCM_OK;
}
