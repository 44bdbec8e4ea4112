/* How a program scales, as text: answers, growth, refinement, variance. */
#include <math.h>
#include <string.h>

#include "render/text/scale/answers.h"

/* ---- growth -------------------------------------------------------------- */

/* Append how "iso" says that the size grows. */
static void put_class(const struct lcm_scale_text *text,
                      const struct lcm_isoefficiency *iso) {
  lcm_buf *buf = text->buf;
  lcm_buf_puts(buf, "\nto keep the efficiency at ");
  lcm_put_percent(buf, iso->efficiency);
  lcm_buf_printf(buf, ", %s has to ", iso->name);
  if (!iso->growth)
    lcm_buf_puts(buf, "be");
  else if (!strcmp(iso->growth, "1"))
    lcm_buf_puts(buf, "stay, whatever p is");
  else
    lcm_buf_printf(buf, "grow as %s", iso->growth);
  if (iso->exact)
    lcm_buf_printf(buf, "%s %s%s", iso->growth ? ": it is" : "",
                   lcm_text_expr(text->ctx, iso->exact),
                   iso->divides ? ", where p divides it" : "");
  lcm_buf_putc(buf, '\n');
}

/* Return whether some row of "iso" has a size. */
static bool has_size(const struct lcm_isoefficiency *iso) {
  for (size_t i = 0; i < iso->n_rows; i++)
    if (!isnan(iso->rows[i].size))
      return true;
  return false;
}

/* Append the rows of "iso". */
static void put_rows(const struct lcm_scale_text *text,
                     const struct lcm_isoefficiency *iso) {
  struct lcm_table table = {.ctx = text->ctx};
  enum { MOST = 12 };
  const size_t n = iso->n_rows < MOST ? iso->n_rows : MOST;
  lcm_table_texts(&table, text->result->axis);
  for (size_t i = 0; i < n; i++)
    lcm_table_numbers(&table, lcm_cell_value(text->ctx, iso->rows[i].p));
  lcm_table_cell(&table, iso->name);
  for (size_t i = 0; i < n; i++)
    lcm_table_cell(&table, isnan(iso->rows[i].size)
                               ? "-"
                               : lcm_cell_value(text->ctx, iso->rows[i].size));
  lcm_table_print(text->buf, &table, LCM_FORMAT_TEXT, text->style);
}

void lcm_scale_put_growth(const struct lcm_scale_text *text) {
  const struct lcm_isoefficiency *iso = &text->result->iso;
  if (iso->reason || !iso->n_rows)
    return;
  if (has_size(iso)) {
    put_class(text, iso);
    put_rows(text, iso);
    return;
  }
  lcm_buf_puts(text->buf, "\nno ");
  lcm_buf_printf(text->buf, "%s up to ", iso->name);
  lcm_buf_short(text->buf, iso->high, 6);
  lcm_buf_puts(text->buf, " has the efficiency ");
  lcm_put_percent(text->buf, iso->efficiency);
  lcm_buf_puts(text->buf, " on several processors\n");
}

/* ---- answers ------------------------------------------------------------- */

/* Append "answer" as a sentence. */
static void put_answer(const struct lcm_scale_text *text,
                       const struct lcm_scale_answer *answer) {
  lcm_buf *buf = text->buf;
  const struct lcm_scale_point *point = &answer->point;
  const size_t variable = lcm_scale_variable(text->result, answer->variable);
  if (point->values &&
      lcm_scale_put_values(text, point->values, variable, false))
    lcm_buf_puts(buf, ": ");
  if (!answer->found) {
    lcm_buf_printf(buf, "%s for no %s from ", answer->condition,
                   answer->variable);
    lcm_buf_short(buf, answer->low, 6);
    lcm_buf_puts(buf, " to ");
    lcm_buf_short(buf, answer->high, 16);
    lcm_buf_putc(buf, '\n');
    return;
  }
  lcm_put_look(buf, text->style, LCM_LOOK_BOLD);
  lcm_buf_printf(buf, "%s %s = ", answer->most ? "at most" : "at least",
                 answer->variable);
  lcm_buf_short(buf, answer->value,
                answer->value == floor(answer->value) ? 16 : 6);
  lcm_put_look(buf, text->style, LCM_LOOK_PLAIN);
  lcm_buf_printf(buf, " for %s: ", answer->condition);
  lcm_scale_put_time(text, point->time);
  if (!isnan(point->speedup)) {
    lcm_buf_puts(buf, ", speedup ");
    lcm_buf_short(buf, point->speedup, 3);
    lcm_buf_puts(buf, ", efficiency ");
    lcm_put_percent(buf, point->efficiency);
  }
  if (!text->result->plain) {
    lcm_buf_puts(buf, ", ");
    lcm_buf_short(buf, point->core_hours, 3);
    lcm_buf_puts(buf, " core-hours");
  }
  if (!answer->steady)
    lcm_buf_printf(buf, "; not for every %s %s", answer->variable,
                   answer->most ? "below" : "above");
  lcm_buf_putc(buf, '\n');
}

/* Append the answers as a table. */
static void put_table(const struct lcm_scale_text *text) {
  const lcm_scalability *result = text->result;
  const char *name = result->answers[0].variable;
  const size_t variable = lcm_scale_variable(result, name);
  lcm_ctx *ctx = text->ctx;
  struct lcm_table table = {.ctx = ctx};
  lcm_buf_printf(text->buf, "the %s %s for which %s\n",
                 result->answers[0].most ? "largest" : "least", name,
                 result->answers[0].condition);
  for (size_t j = 0; j < result->n_names; j++)
    if (j != variable && lcm_scale_varies(result, j))
      lcm_table_numbers(&table, result->names[j]);
  lcm_table_numbers(&table, name);
  lcm_table_numbers(&table, "time");
  lcm_table_numbers(&table, "speedup");
  lcm_table_numbers(&table, "eff. [%]");
  lcm_table_numbers(&table, "core-hours");
  lcm_table_texts(&table,
                  result->answers[0].most ? "for all below" : "for all above");
  for (size_t i = 0; i < result->n_answers; i++) {
    const struct lcm_scale_answer *answer = &result->answers[i];
    const struct lcm_scale_point *point = &answer->point;
    const bool found = answer->found;
    for (size_t j = 0; j < result->n_names; j++)
      if (j != variable && lcm_scale_varies(result, j))
        lcm_table_cell(&table, lcm_cell_value(ctx, point->values[j]));
    lcm_table_look(&table, found ? lcm_cell_value(ctx, answer->value) : "-",
                   LCM_LOOK_BOLD);
    lcm_table_cell(&table, found ? result->plain
                                       ? lcm_cell_number(ctx, point->time)
                                       : lcm_cell_time(ctx, point->time)
                                 : "-");
    lcm_table_cell(&table, found ? lcm_cell_number(ctx, point->speedup) : "-");
    lcm_table_cell(&table,
                   found ? lcm_cell_percent(ctx, point->efficiency) : "-");
    lcm_table_cell(&table,
                   found ? lcm_cell_number(ctx, point->core_hours) : "-");
    lcm_table_cell(&table, !found ? "" : answer->steady ? "yes" : "no");
  }
  lcm_table_print(text->buf, &table, LCM_FORMAT_TEXT, text->style);
}

/* Return whether the values between were not all tried for some answer. */
static bool is_guessed(const lcm_scalability *result) {
  for (size_t i = 0; i < result->n_answers; i++)
    if (!result->answers[i].exact)
      return true;
  return false;
}

void lcm_scale_put_answers(const struct lcm_scale_text *text) {
  const lcm_scalability *result = text->result;
  if (!result->n_answers)
    return;
  if (result->n_answers == 1)
    put_answer(text, result->answers);
  else
    put_table(text);
  if (is_guessed(result))
    lcm_buf_puts(text->buf, "not every value was tried, only where it comes to "
                            "hold among some\n");
  lcm_buf_putc(text->buf, '\n');
}

/* ---- uncertainty --------------------------------------------------------- */

/* Append what coefficient "coef" is called. */
static void put_coef(lcm_buf *buf, const lcm_coef *coef) {
  lcm_buf_printf(buf, "%.*s", lcm_coef_length(coef->name), coef->name);
  if (!coef->anonymous)
    return;
  lcm_buf_puts(buf, " (");
  lcm_buf_short(buf, coef->value, 4);
  lcm_buf_putc(buf, ')');
}

void lcm_scale_put_variance(const struct lcm_scale_text *text) {
  static const double SMALL = 0.005;
  const lcm_scalability *result = text->result;
  lcm_buf *buf = text->buf;
  size_t shown = 0;
  if (!result->n_variance)
    return;
  lcm_buf_puts(buf, "\nthe uncertainty at ");
  (void)lcm_scale_put_values(text, result->points[result->variance_at].values,
                             SIZE_MAX, true);
  lcm_buf_puts(buf, " comes from\n");
  for (; shown < result->n_variance &&
         (!shown || result->variance[shown].share >= SMALL);
       shown++) {
    const struct lcm_variance_share *share = &result->variance[shown];
    lcm_buf_printf(buf, "  %5s %%  ",
                   lcm_cell_percent(text->ctx, share->share));
    if (!share->n)
      lcm_buf_puts(buf, "what runs of a size have in common");
    for (size_t k = 0; k < share->n; k++) {
      lcm_buf_puts(buf, k ? ", " : "");
      put_coef(buf, share->coefs[k]);
    }
    lcm_buf_puts(buf, share->n > 1 ? ", which are correlated\n" : "\n");
  }
  if (shown < result->n_variance)
    lcm_buf_printf(buf, "  and %zu more, less than 0.5 %% each\n",
                   result->n_variance - shown);
}

/* ---- refinement ---------------------------------------------------------- */

void lcm_scale_put_refinement(const struct lcm_scale_text *text) {
  const struct lcm_refinement *refinement = &text->result->refinement;
  struct lcm_table table = {.ctx = text->ctx};
  if (!refinement->name)
    return;
  lcm_buf_printf(
      text->buf, "\n%s, refined by its overhead and imbalance until %s:\n",
      refinement->name, refinement->settled ? "it stays" : "it comes back");
  lcm_table_numbers(&table, refinement->name);
  lcm_table_numbers(&table, "time");
  lcm_table_numbers(&table, "scheduling [%]");
  lcm_table_numbers(&table, "imbalance [%]");
  for (size_t i = 0; i < refinement->n; i++) {
    const struct lcm_refinement_step *step = &refinement->steps[i];
    lcm_table_look(&table, lcm_cell_value(text->ctx, step->size),
                   i == refinement->best ? LCM_LOOK_GOOD : LCM_LOOK_PLAIN);
    lcm_table_cell(&table, lcm_cell_time(text->ctx, step->time));
    lcm_table_cell(&table, lcm_cell_percent(text->ctx, step->scheduling));
    lcm_table_cell(&table, lcm_cell_percent(text->ctx, step->imbalance));
  }
  lcm_table_print(text->buf, &table, LCM_FORMAT_TEXT, text->style);
  lcm_buf_printf(text->buf, "the fastest: %s = ", refinement->name);
  lcm_buf_short(text->buf, refinement->steps[refinement->best].size, 16);
  lcm_buf_putc(text->buf, '\n');
}
