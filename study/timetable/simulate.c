/* The schedule of a simulated run to rows of intervals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/timetable/arrow.h"
#include "study/timetable/simulate.h"
#include "study/timetable/state.h"

static const size_t NONE = (size_t)-1;

/* Processes that make no others, in the order in which they are in a row; "at"
 * of them have ended by where the row is. */
struct lives {
  LCM_LIST(const struct lcm_timeline_process *) all;
  size_t at;
};

/* Rows in which the processes of a simulation stand: those of one name share
 * one as long as one after the other is there. */
struct standing {
  struct lcm_score_sheet *sheet;
  const lcm_timeline *timeline;
  size_t *row_of;    /* of each process */
  bool *makes;       /* it makes others */
  double *free_from; /* when nobody is in the row any more */
  struct lives *lives;
  size_t n;
};

/* Return whether process "i" of "timeline" does anything itself. */
static bool does_anything(const lcm_timeline *timeline, const size_t *spans,
                          size_t i) {
  return spans[i] > 0 || timeline->n_processes == 1;
}

/* Give process "i" a row. */
static void place(struct standing *s, size_t i) {
  const struct lcm_timeline_process *process = &s->timeline->processes[i];
  size_t at = 0;
  while (at < s->n && (strcmp(s->sheet->rows[at].name, process->name) != 0 ||
                       s->free_from[at] > process->start))
    at++;
  if (at == s->n)
    s->sheet->rows[s->n++].name = process->name;
  s->row_of[i] = at;
  s->free_from[at] = process->end;
  if (!s->makes[i])
    LCM_LIST_ADD(lcm_ctx_arena(s->sheet->ctx), &s->lives[at].all, process);
}

/* Return how many spans each process of "timeline" has. */
static size_t *count_spans(lcm_ctx *ctx, const lcm_timeline *timeline) {
  size_t *n =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), size_t, timeline->n_processes + 1);
  for (size_t i = 0; i < timeline->n_spans; i++)
    n[timeline->spans[i].process]++;
  return n;
}

/* Return the category of what a process does. */
static size_t cat_of(enum lcm_activity activity) {
  switch (activity) {
  case LCM_ACTIVITY_COMPUTE:
  case LCM_ACTIVITY_USE:
    return LCM_CAT_PC;
  case LCM_ACTIVITY_MESSAGE:
    return LCM_CAT_CL;
  case LCM_ACTIVITY_QUEUE:
    return LCM_CAT_RC;
  case LCM_ACTIVITY_WAIT:
    return LCM_CAT_SL;
  }
  return LCM_CAT_PC;
}

/* Order spans by row, then by time; "row" was put in place of the process. */
static int by_row(const void *a, const void *b) {
  const struct lcm_activity_span *x = a;
  const struct lcm_activity_span *y = b;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return (x->end > y->end) - (x->end < y->end);
}

/* Append "cat" to row "row" of "s" until "until". */
static void fill(struct standing *s, size_t row, size_t cat, double until) {
  const struct lcm_piece_of of = {NULL, cat, 0};
  lcm_sheet_append(s->sheet, row, &of, until - s->sheet->rows[row].clock);
}

/* Append that nothing is done in row "row" until "until": a process that is
 * there has nothing to do, or none is there, or it waits for those that it
 * made. */
static void idle(struct standing *s, size_t row, double until) {
  struct lives *lives = &s->lives[row];
  for (; lives->at < lives->all.n; lives->at++) {
    const struct lcm_timeline_process *process = lives->all.at[lives->at];
    if (process->start >= until)
      break;
    fill(s, row, LCM_CAT_IP, process->start);
    fill(s, row, LCM_CAT_LI, fmin(process->end, until));
    if (process->end > until)
      break;
  }
  fill(s, row, LCM_CAT_IP, until);
}

/* Append the part of "span" that its row has not come to yet. */
static void put_span(struct standing *s, const struct lcm_activity_span *span) {
  struct lcm_score_sheet *sheet = s->sheet;
  const struct lcm_piece_of of = {span->node, cat_of(span->activity),
                                  lcm_sheet_state_around(sheet, span->node)};
  idle(s, span->process, span->start);
  lcm_sheet_append(sheet, span->process, &of,
                   span->end -
                       fmax(span->start, sheet->rows[span->process].clock));
}

/* Give the processes of "s" rows. */
static void place_all(struct standing *s) {
  const size_t n = s->timeline->n_processes;
  const size_t *counts = count_spans(s->sheet->ctx, s->timeline);
  for (size_t i = 0; i < n; i++)
    if (s->timeline->processes[i].parent != i)
      s->makes[s->timeline->processes[i].parent] = true;
  for (size_t i = 0; i < n; i++) {
    s->row_of[i] = NONE;
    if (does_anything(s->timeline, counts, i))
      place(s, i);
  }
  s->sheet->n_rows = s->n;
}

/* Arrows being gathered. */
typedef LCM_LIST(struct lcm_arrow) arrow_list;

/* Add the "n" messages at "all" between the rows of "s" to "arrows". */
static void add_messages(arrow_list *arrows, const struct standing *s,
                         const struct lcm_message *all, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const struct lcm_message *m = &all[i];
    const size_t from = s->row_of[m->from];
    const size_t to = s->row_of[m->to];
    if (from != NONE && to != NONE && from != to)
      LCM_LIST_ADD(lcm_ctx_arena(s->sheet->ctx), arrows,
                   ((struct lcm_arrow){.from = from,
                                       .to = to,
                                       .begin = m->sent,
                                       .end = fmax(m->sent, m->asked),
                                       .bytes = NAN,
                                       .label = m->what}));
  }
}

/* Set the arrows of the sheet of "s": what processes signal each other, and
 * what ranks receive. */
static void put_messages(struct standing *s) {
  arrow_list arrows = {0};
  add_messages(&arrows, s, s->timeline->messages, s->timeline->n_messages);
  add_messages(&arrows, s, s->timeline->received, s->timeline->n_received);
  lcm_sheet_set_arrows(s->sheet, arrows.at, arrows.n);
}

void lcm_sheet_simulate(struct lcm_score_sheet *sheet,
                        const lcm_timeline *timeline, double end) {
  lcm_arena *arena = lcm_ctx_arena(sheet->ctx);
  const size_t n = timeline->n_processes;
  struct standing s = {.sheet = sheet,
                       .timeline = timeline,
                       .row_of = LCM_NEW_ARRAY(arena, size_t, n + 1),
                       .makes = LCM_NEW_ARRAY(arena, bool, n + 1),
                       .free_from = LCM_NEW_ARRAY(arena, double, n + 1),
                       .lives = LCM_NEW_ARRAY(arena, struct lives, n + 1)};
  struct lcm_activity_span *spans =
      LCM_NEW_ARRAY(arena, struct lcm_activity_span, timeline->n_spans + 1);
  sheet->rows = LCM_NEW_ARRAY(arena, struct lcm_row, n + 1);
  sheet->schedule.time = end;
  place_all(&s);
  for (size_t i = 0; i < timeline->n_spans; i++) {
    spans[i] = timeline->spans[i];
    spans[i].process = s.row_of[spans[i].process];
  }
  if (timeline->n_spans > 1)
    qsort(spans, timeline->n_spans, sizeof *spans, by_row);
  for (size_t i = 0; i < timeline->n_spans; i++)
    put_span(&s, &spans[i]);
  for (size_t i = 0; i < s.n; i++)
    idle(&s, i, end);
  put_messages(&s);
}
