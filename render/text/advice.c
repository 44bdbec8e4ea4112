/* Advice as text: findings, steps, ceilings, phases, shared data. */
#include <stdlib.h>
#include <string.h>

#include "render/text/advice.h"
#include "render/text/timeline.h"
#include "render/text/unknown.h"

/* Points that are listed one by one. */
enum { MOST_LISTED = 8 };

/* Assumptions, and other findings, that are listed at most. */
enum { MOST_ASSUMED = 4, MOST_SETTLED = 3 };

/* What is assumed of a variable, behind its name. */
static const char PRIVATE[] = " is private or a reduction: the iterations of "
                              "the loop hand nothing on in it";

/* Return how long the name is that "premise" assumes to be private, quotes
 * among it; 0 where it assumes something else. */
static size_t private_name(const struct lcm_premise *premise) {
  const char *end = strstr(premise->text, PRIVATE);
  return end && !premise->proved ? (size_t)(end - premise->text) : 0;
}

/* Return whether nobody knows whether the program computes the same once
 * "finding" is followed. */
static bool is_open(const lcm_finding *finding) {
  bool open = false;
  for (size_t i = 0; i < finding->n_premises; i++)
    open = open || finding->premises[i].open;
  return open;
}

/* Append the names that "finding" assumes to be private, as one condition. */
static void put_private(lcm_buf *buf, const lcm_finding *finding) {
  size_t n = 0;
  for (size_t i = 0; i < finding->n_premises; i++) {
    const struct lcm_premise *premise = &finding->premises[i];
    const size_t length = private_name(premise);
    if (length)
      lcm_buf_printf(buf, "%s%.*s", n++ ? ", " : "", (int)length,
                     premise->text);
  }
  lcm_buf_puts(buf, n > 1 ? " are each thread's own or reductions: the "
                            "iterations of the loop hand nothing on in them"
                          : PRIVATE);
}

/* Return whether an earlier premise than number "i" of "finding" says the
 * same. */
static bool is_said(const lcm_finding *finding, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (!strcmp(finding->premises[k].text, finding->premises[i].text))
      return true;
  return false;
}

/* Append the preconditions of "finding": those that are proved, then what is
 * assumed. */
static void put_conditions(lcm_buf *buf, const lcm_finding *finding) {
  size_t shown = 0;
  size_t assumed = 0;
  bool names = false;
  for (size_t i = 0; i < 2 * finding->n_premises; i++) {
    const size_t k = i % finding->n_premises;
    const struct lcm_premise *premise = &finding->premises[k];
    const bool own = private_name(premise) > 0;
    if (premise->proved != (i < finding->n_premises) || (own && names) ||
        is_said(finding, k))
      continue;
    assumed += !premise->proved;
    if (assumed > MOST_ASSUMED)
      continue;
    lcm_buf_printf(buf, "   %s %s: ", shown++ ? "        " : "holds if:",
                   premise->proved ? "proved" : "assumed");
    if (own)
      put_private(buf, finding);
    else
      lcm_buf_puts(buf, premise->text);
    names = names || own;
    lcm_buf_putc(buf, '\n');
  }
  if (assumed > MOST_ASSUMED)
    lcm_buf_printf(buf,
                   "            and %zu more assumption%s (`lcm predict "
                   "--edit` lists them)\n",
                   assumed - MOST_ASSUMED,
                   assumed - MOST_ASSUMED == 1 ? "" : "s");
  if (is_open(finding))
    lcm_buf_puts(buf, "            where that is false, the program computes "
                      "something else: look first\n");
}

/* Append what else "finding" settles. */
static void put_settled(lcm_buf *buf, const lcm_finding *finding) {
  const size_t n = finding->n_explains;
  for (size_t i = 0; i < n && i < MOST_SETTLED; i++)
    lcm_buf_printf(buf, "   %s %s\n",
                   i ? "         " : "settles: ", finding->explains[i]);
  if (n > MOST_SETTLED)
    lcm_buf_printf(buf, "             and %zu more\n", n - MOST_SETTLED);
}

/* Append point "i" of the grid of "advice". */
static void put_at(lcm_buf *buf, const lcm_advice *advice, size_t i) {
  lcm_put_point(buf, advice->grid, i, lcm_grid_processors(advice->grid, i));
}

/* Append those points other than its own at which "finding" holds, or does
 * not; return how many these are. */
static size_t put_those(lcm_buf *buf, const lcm_advice *advice,
                        const lcm_finding *finding, bool holds) {
  size_t n = 0;
  for (size_t i = 0; i < finding->n_at_points; i++) {
    const struct lcm_finding_at *at = &finding->at_points[i];
    if (at->point == finding->point || at->holds != holds || n++ >= MOST_LISTED)
      continue;
    lcm_buf_puts(buf, n > 1 ? "; " : "");
    put_at(buf, advice, at->point);
    if (!holds)
      continue;
    lcm_buf_puts(buf, ": ");
    lcm_put_percent(buf, at->gain / (at->time + at->gain));
  }
  if (n > MOST_LISTED)
    lcm_buf_printf(buf, "; and at %zu more", n - MOST_LISTED);
  return n;
}

/* Append at which other points "finding" holds, and what it gains there. */
static void put_points(lcm_buf *buf, const lcm_advice *advice,
                       const lcm_finding *finding) {
  lcm_buf part = {0};
  if (put_those(&part, advice, finding, true))
    lcm_buf_printf(buf, "   also at:  %s\n", part.text);
  lcm_buf_free(&part);
  if (put_those(&part, advice, finding, false))
    lcm_buf_printf(buf, "   not at:   %s\n", part.text);
  lcm_buf_free(&part);
}

/* Append finding number "number": what is wrong, what to do, what it gains over
 * the time "before". */
static void put_finding(lcm_buf *buf, const lcm_advice *advice,
                        const struct lcm_style *style,
                        const lcm_finding *finding, size_t number) {
  const double before = finding->time + finding->gain;
  lcm_put_look(buf, style, LCM_LOOK_BOLD);
  lcm_buf_printf(buf, "%zu. %s:%u: %s\n", number,
                 finding->at.file ? finding->at.file : "?", finding->at.line,
                 finding->what);
  lcm_put_look(buf, style, LCM_LOOK_PLAIN);
  lcm_buf_printf(buf, "   do:       %s\n   gain:     ", finding->edit);
  lcm_put_percent(buf, finding->gain / before);
  lcm_buf_puts(buf, " (");
  lcm_put_time(buf, before);
  lcm_buf_puts(buf, " -> ");
  lcm_put_time(buf, finding->time);
  lcm_buf_puts(buf, ")");
  if (finding->point != advice->point) {
    lcm_buf_puts(buf, " at ");
    put_at(buf, advice, finding->point);
  }
  lcm_buf_puts(buf, "\n");
  put_points(buf, advice, finding);
  put_conditions(buf, finding);
  put_settled(buf, finding);
}

void lcm_put_no_advice(lcm_buf *buf, const lcm_advice *advice) {
  if (!advice->n_tried) {
    lcm_buf_puts(buf, "; there was no restructuring to try");
    return;
  }
  if (advice->n_tried == 1)
    lcm_buf_puts(buf,
                 "; the one restructuring that was tried gains less than ");
  else
    lcm_buf_printf(buf,
                   "; each of the %zu restructurings that were tried "
                   "gains less than ",
                   advice->n_tried);
  lcm_put_percent(buf, advice->threshold);
}

/* Append "p = 8: 120 ms, " and how many findings there are. */
static void put_heading(lcm_buf *buf, const lcm_advice *advice) {
  lcm_put_point(buf, advice->grid, advice->point, advice->p);
  lcm_buf_puts(buf, ": ");
  lcm_put_time_is(buf, &advice->prediction->basis);
  lcm_put_time(buf, advice->time);
  if (!advice->n_findings) {
    lcm_put_no_advice(buf, advice);
    lcm_buf_putc(buf, '\n');
    return;
  }
  lcm_buf_puts(buf, "; the best advice gains ");
  lcm_put_percent(buf, advice->findings[0].gain / advice->time);
  lcm_buf_puts(buf, lcm_basis_time_is(&advice->prediction->basis) ? " of that\n"
                                                                  : "\n");
}

/* Append the steps to be taken one after the other. */
static void put_steps(lcm_buf *buf, const lcm_advice *advice,
                      const struct lcm_style *style) {
  if (!advice->n_steps)
    return;
  lcm_buf_puts(buf, "\none after the other:\n");
  for (size_t i = 0; i < advice->n_steps; i++)
    put_finding(buf, advice, style, &advice->steps[i], i + 1);
  lcm_buf_puts(buf, "all of it: --edit '");
  for (size_t i = 0; i < advice->n_steps; i++)
    lcm_buf_printf(buf, "%s%s", i ? "; " : "", advice->steps[i].edit);
  lcm_buf_puts(buf, "'\n");
}

/* Append what is found at other points alone. */
static void put_elsewhere(lcm_buf *buf, const lcm_advice *advice,
                          const struct lcm_style *style) {
  if (advice->n_elsewhere)
    lcm_buf_puts(buf, "\nat other points only:\n");
  for (size_t i = 0; i < advice->n_elsewhere; i++)
    put_finding(buf, advice, style, &advice->elsewhere[i],
                advice->n_findings + i + 1);
  if ((advice->n_looked > 1 || advice->n_left) &&
      advice->n_looked < advice->grid->n_points)
    lcm_buf_printf(buf, "\n%zu of %zu points were looked at\n",
                   advice->n_looked, advice->grid->n_points);
}

/* Append what is known without an edit. */
static void put_notes(lcm_buf *buf, const lcm_advice *advice) {
  if (advice->n_notes)
    lcm_buf_puts(buf, "\nwithout an edit that could be predicted:\n");
  for (size_t i = 0; i < advice->n_notes; i++) {
    const struct lcm_advice_note *note = &advice->notes[i];
    lcm_buf_printf(buf, "- %s:%u: %s\n   %s\n",
                   note->at.file ? note->at.file : "?", note->at.line,
                   note->what, note->why);
  }
}

/* Append what each processor does when. */
static void put_timetable(lcm_buf *buf, lcm_ctx *ctx, const lcm_advice *advice,
                          const struct lcm_style *style) {
  if (!advice->timetable)
    return;
  char *text = lcm_render_timeline(ctx, advice->timetable, style);
  lcm_buf_printf(buf, "\nwhat each processor does when:\n%s", text);
  free(text);
}

/* Append a caveat where the machine knows nothing of what threads cost. */
static void put_caveat(lcm_buf *buf, const lcm_advice *advice) {
  if (advice->costless)
    lcm_buf_puts(buf,
                 "starting threads, handing out work, waiting and messages "
                 "cost nothing here:\n`--machine FILE` says what they cost, "
                 "and `lcm calibrate` measures it\n");
}

/* Append "table" under "title". */
static void put_table(lcm_buf *buf, const struct lcm_table *table,
                      const char *title, const struct lcm_style *style) {
  lcm_buf_printf(buf, "\n%s\n", title);
  lcm_table_print(buf, table, LCM_FORMAT_TEXT, style);
}

/* Append what fragments can gain at most. */
static void put_ceilings(lcm_buf *buf, lcm_ctx *ctx, const lcm_advice *advice,
                         const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  lcm_table_numbers(&table, "gain [%]");
  lcm_table_numbers(&table, "time");
  lcm_table_texts(&table, "without");
  lcm_table_texts(&table, "source");
  for (size_t i = 0; i < advice->n_ceilings; i++) {
    const struct lcm_ceiling *ceiling = &advice->ceilings[i];
    lcm_table_cell(&table, lcm_cell_percent(ctx, ceiling->gain / advice->time));
    lcm_table_cell(&table, lcm_cell_time(ctx, ceiling->time));
    lcm_table_cell(&table, ceiling->title);
    lcm_table_cell(&table, lcm_text_place(ctx, ceiling->at));
  }
  if (advice->n_ceilings)
    put_table(buf, &table, "what tuning a fragment can gain at most:", style);
}

/* Append how the phases use their processors. */
static void put_phases(lcm_buf *buf, lcm_ctx *ctx, const lcm_advice *advice,
                       const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  lcm_table_numbers(&table, "time");
  lcm_table_numbers(&table, "share [%]");
  lcm_table_numbers(&table, "used [%]");
  lcm_table_texts(&table, "lost most");
  lcm_table_texts(&table, "phase");
  lcm_table_texts(&table, "source");
  for (size_t i = 0; i < advice->n_phases; i++) {
    const struct lcm_phase *phase = &advice->phases[i];
    lcm_table_cell(&table, lcm_cell_time(ctx, phase->time));
    lcm_table_cell(&table, lcm_cell_percent(ctx, phase->share));
    lcm_table_cell(&table, lcm_cell_percent(ctx, phase->utilization));
    lcm_table_cell(&table,
                   phase->category
                       ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s %s %%",
                                          phase->category,
                                          lcm_cell_percent(ctx, phase->lost))
                       : "");
    lcm_table_cell(&table, phase->title);
    lcm_table_cell(&table, lcm_text_place(ctx, phase->at));
  }
  if (advice->n_phases)
    put_table(buf, &table,
              "how the parts of the run use the processors:", style);
}

/* Return what the kind of "datum" allows, and what that takes for granted. */
static const char *allowed(lcm_ctx *ctx, const struct lcm_shared_datum *datum) {
  const char *text = lcm_shared_allows(datum->kind);
  return datum->unless ? lcm_arena_printf(lcm_ctx_arena(ctx),
                                          "%s, if %s() does not write it", text,
                                          datum->unless)
                       : text;
}

/* Append the kinds of shared data. */
static void put_data(lcm_buf *buf, lcm_ctx *ctx, const lcm_advice *advice,
                     const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  lcm_table_texts(&table, "data");
  lcm_table_texts(&table, "kind");
  lcm_table_texts(&table, "what that allows");
  lcm_table_texts(&table, "source");
  for (size_t i = 0; i < advice->n_data; i++) {
    const struct lcm_shared_datum *datum = &advice->data[i];
    lcm_table_cell(&table, datum->datum);
    lcm_table_cell(&table, lcm_shared_name(datum->kind));
    lcm_table_cell(&table, allowed(ctx, datum));
    lcm_table_cell(&table, lcm_text_place(ctx, datum->at));
  }
  if (advice->n_data)
    put_table(buf, &table, "data that several processors use:", style);
}

/* Append the findings of "advice" as a table in "format". */
static void put_rows(lcm_buf *buf, lcm_ctx *ctx, const lcm_advice *advice,
                     lcm_format format, const struct lcm_style *style) {
  static const char *const TITLES[] = {"id",   "file", "line", "gain",
                                       "time", "edit", "what"};
  struct lcm_table table = {.ctx = ctx};
  for (size_t i = 0; i < sizeof TITLES / sizeof *TITLES; i++)
    lcm_table_texts(&table, TITLES[i]);
  for (size_t i = 0; i < advice->n_findings; i++) {
    const lcm_finding *finding = &advice->findings[i];
    lcm_table_cell(&table, lcm_advice_id(finding->kind));
    lcm_table_cell(&table, finding->at.file ? finding->at.file : "");
    lcm_table_cell(&table, lcm_cell_exact(ctx, finding->at.line));
    lcm_table_cell(&table, lcm_cell_exact(ctx, finding->gain));
    lcm_table_cell(&table, lcm_cell_exact(ctx, finding->time));
    lcm_table_cell(&table, finding->edit);
    lcm_table_cell(&table, finding->what);
  }
  lcm_table_print(buf, &table, format, style);
}

/* Append how many pieces of advice gain too little to be listed. */
static void put_below(lcm_buf *buf, const lcm_advice *advice) {
  if (!advice->n_below)
    return;
  lcm_buf_printf(buf, "\n%zu %s%s less than ", advice->n_below,
                 advice->n_findings ? "more " : "",
                 advice->n_below > 1 ? "changes gain" : "change gains");
  lcm_put_percent(buf, advice->threshold);
  lcm_buf_puts(buf, advice->n_below > 1 ? " each; --threshold 0 lists them\n"
                                        : "; --threshold 0 lists it\n");
}

LCM_GIVE char *lcm_render_advice(lcm_ctx *ctx, const lcm_advice *advice,
                                 lcm_format format,
                                 const struct lcm_style *style) {
  lcm_buf buf = {0};
  if (format != LCM_FORMAT_TEXT) {
    put_rows(&buf, ctx, advice, format, style);
    return lcm_buf_take(&buf);
  }
  put_heading(&buf, advice);
  lcm_put_basis(&buf, &advice->prediction->basis, true);
  lcm_put_doubt(&buf, advice->prediction, "see the end");
  put_caveat(&buf, advice);
  for (size_t i = 0; i < advice->n_findings; i++) {
    lcm_buf_putc(&buf, '\n');
    put_finding(&buf, advice, style, &advice->findings[i], i + 1);
  }
  put_elsewhere(&buf, advice, style);
  put_notes(&buf, advice);
  put_steps(&buf, advice, style);
  put_phases(&buf, ctx, advice, style);
  put_ceilings(&buf, ctx, advice, style);
  put_data(&buf, ctx, advice, style);
  put_timetable(&buf, ctx, advice, style);
  lcm_put_unknown(&buf, ctx, advice->prediction, style);
  put_below(&buf, advice);
  if (advice->n_left)
    lcm_buf_printf(&buf,
                   "\n%zu more restructurings were not predicted: --tries\n",
                   advice->n_left);
  return lcm_buf_take(&buf);
}
