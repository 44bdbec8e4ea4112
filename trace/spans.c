/* The timetable of a run: intervals of each actor, short ones gathered. */
#include "trace/spans.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/chain.h"

/* Intervals of less than so many parts of the whole are gathered. */
enum { PARTS = 20000 };

/* A row being made. */
struct row {
  LCM_LIST(lcm_interval) intervals;
  double end;
  double short_of[TRACE_CATS]; /* gathered, by category */
  double gathered;             /* their sum */
};

/* Rows being made. */
struct rows {
  lcm_ctx *ctx;
  const struct trace_log *log;
  struct row *at;
  double begin;      /* of the trace */
  double resolution; /* what is shorter is gathered */
  double gathered;
};

/* Return the state of category "cat": behind those of lcm there is that of time
 * that is not split. */
static size_t state_of(unsigned cat) {
  return cat < LCM_CAT_UNSPLIT ? cat : cat + 1;
}

/* Add to row "i" that it does "label" ("": what is not said) in category "cat"
 * for "length" more. */
static void extend(struct rows *rows, uint32_t i, const char *label,
                   const double length[1], unsigned cat) {
  struct row *row = &rows->at[i];
  const size_t state = state_of(cat);
  const double end = row->end + *length;
  lcm_interval *last =
      row->intervals.n ? &row->intervals.at[row->intervals.n - 1] : NULL;
  if (!(end > row->end))
    return;
  if (last && last->state == state && (last->label == label || !*label))
    last->end = end;
  else
    LCM_LIST_ADD(lcm_ctx_arena(rows->ctx), &row->intervals,
                 ((lcm_interval){.processor = i,
                                 .start = row->end,
                                 .end = end,
                                 .label = label,
                                 .place = "",
                                 .cat = state,
                                 .state = state}));
  row->end = end;
}

/* Add what was gathered to row "i". */
static void flush(struct rows *rows, uint32_t i) {
  struct row *row = &rows->at[i];
  for (unsigned c = 0; c < TRACE_CATS && row->gathered > 0; c++)
    extend(rows, i, "", &row->short_of[c], c);
  memset(row->short_of, 0, sizeof row->short_of);
  row->gathered = 0;
}

/* Return whether "row", of which nothing is gathered, ends with what "name" and
 * "cat" say. */
static bool goes_on(const struct row *row, const char *name, unsigned cat) {
  const lcm_interval *last =
      row->intervals.n ? &row->intervals.at[row->intervals.n - 1] : NULL;
  return last && !(row->gathered > 0) && last->state == state_of(cat) &&
         last->label == name;
}

/* Take an interval of actor "i". */
static void take(void *user, uint32_t i, const double between[2], uint32_t name,
                 unsigned cat) {
  struct rows *rows = user;
  struct row *row = &rows->at[i];
  const double length = between[1] - between[0];
  const char *label = name == TRACE_NONE ? "" : rows->log->names.at[name].text;
  if (length < rows->resolution && !goes_on(row, label, cat)) {
    row->short_of[cat] += length;
    row->gathered += length;
    rows->gathered += length;
    if (row->gathered >= rows->resolution)
      flush(rows, i);
    return;
  }
  flush(rows, i);
  extend(rows, i, label, &length, cat);
}

/* Return the states of "ctx". */
static struct lcm_state *states(lcm_ctx *ctx) {
  struct lcm_state *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_state, TRACE_CATS + 1);
  for (unsigned c = 0; c < TRACE_CATS; c++)
    all[state_of(c)] = (struct lcm_state){
        trace_category_word(c), trace_category_title(c), NULL, state_of(c)};
  all[LCM_CAT_UNSPLIT] =
      (struct lcm_state){lcm_cat_name(LCM_CAT_UNSPLIT),
                         lcm_cat_title(LCM_CAT_UNSPLIT), NULL, LCM_CAT_UNSPLIT};
  return all;
}

/* Put the chain of "walk" into "t". */
static void put_chain(lcm_timetable *t, const struct trace_walk *walk,
                      const size_t *rows) {
  struct trace_chain chain = {0};
  trace_chain_find(&chain, walk);
  struct lcm_link *links = LCM_NEW_ARRAY(lcm_ctx_arena(walk->log->ctx),
                                         struct lcm_link, chain.links.n + 1);
  for (size_t i = 0; i < chain.links.n; i++) {
    const struct trace_link *link = &chain.links.at[i];
    links[i] =
        (struct lcm_link){rows[link->actor], link->begin - walk->begin,
                          link->end - walk->begin, t->first[rows[link->actor]]};
  }
  t->chain = links;
  t->n_chain = chain.links.n;
}

/* Compare the arrows at "a" and "b" by when and where they begin. */
static int compare_arrows(const void *a, const void *b) {
  const struct lcm_arrow *x = a;
  const struct lcm_arrow *y = b;
  if (x->begin < y->begin || x->begin > y->begin)
    return x->begin < y->begin ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

/* Put the messages between rows of "t" that went forward in time into it. */
static void put_arrows(lcm_timetable *t, const struct trace_walk *walk,
                       const size_t *rows) {
  const struct trace_graph *graph = walk->graph;
  const struct trace_log *log = walk->log;
  LCM_LIST(struct lcm_arrow) all = {0};
  for (uint32_t i = 0; i < graph->receipts.n && !t->cut; i++) {
    const struct trace_receipt *receipt = trace_receipt_at(graph, i);
    const struct trace_message *message =
        trace_message_at(graph, receipt->message);
    if (message->actor == receipt->actor || message->time > receipt->time ||
        log->actors.at[message->actor].hidden ||
        log->actors.at[receipt->actor].hidden)
      continue;
    const struct lcm_arrow arrow = {
        .from = rows[message->actor],
        .to = rows[receipt->actor],
        .begin = message->time - walk->begin,
        .end = receipt->time - walk->begin,
        .bytes = message->bytes,
        .later = true,
        .label = message->name == TRACE_NONE
                     ? ""
                     : log->names.at[message->name].text};
    t->cut = all.n == LCM_MOST_ARROWS;
    if (!t->cut)
      LCM_LIST_ADD(lcm_ctx_arena(log->ctx), &all, arrow);
  }
  if (all.n)
    qsort(all.at, all.n, sizeof *all.at, compare_arrows);
  t->arrows = all.at;
  t->n_arrows = all.n;
}

/* Put the rows into "t", one behind the other; "place" says which row each
 * actor becomes. */
static void put_rows(lcm_timetable *t, struct rows *rows, size_t n,
                     size_t *place) {
  lcm_arena *arena = lcm_ctx_arena(rows->ctx);
  LCM_LIST(lcm_interval) all = {0};
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 1);
  size_t *first = LCM_NEW_ARRAY(arena, size_t, n + 2);
  double *cats = LCM_NEW_ARRAY(arena, double, TRACE_CATS + 1);
  for (uint32_t i = 0; i < n; i++) {
    if (rows->log->actors.at[i].hidden)
      continue;
    flush(rows, i);
    place[i] = t->n_processors;
    names[t->n_processors] = trace_actor_name(rows->log, i);
    first[t->n_processors++] = all.n;
    for (size_t k = 0; k < rows->at[i].intervals.n; k++) {
      lcm_interval interval = rows->at[i].intervals.at[k];
      interval.processor = place[i];
      cats[interval.cat] += interval.end - interval.start;
      LCM_LIST_ADD(arena, &all, interval);
    }
  }
  first[t->n_processors] = all.n;
  t->names = names;
  t->first = first;
  t->cats = cats;
  t->intervals = all.at;
  t->n_intervals = all.n;
}

const lcm_timetable *trace_timetable(const struct trace_walk *walk) {
  const struct trace_log *log = walk->log;
  lcm_arena *arena = lcm_ctx_arena(log->ctx);
  const double time = walk->end - walk->begin;
  struct rows rows = {log->ctx,
                      log,
                      LCM_NEW_ARRAY(arena, struct row, log->actors.n + 1),
                      walk->begin,
                      time / PARTS,
                      0};
  const struct trace_spans spans = {take, &rows};
  struct trace_walk again = {.log = walk->log, .spans = &spans};
  lcm_timetable *t = LCM_NEW(arena, lcm_timetable);
  double *syncs = LCM_NEW_ARRAY(arena, double, 2);
  size_t *place = LCM_NEW_ARRAY(arena, size_t, log->actors.n + 1);
  for (size_t i = 0; i < log->n; i++)
    trace_walk_take(&again, &log->events[i]);
  trace_walk_end(&again);
  trace_walk_free(&again);
  syncs[1] = time;
  t->time = time;
  t->method = "measurement";
  t->states = states(log->ctx);
  t->n_states = t->n_cats = TRACE_CATS + 1;
  t->syncs = syncs;
  t->n_syncs = 2;
  put_rows(t, &rows, log->actors.n, place);
  t->resolution = rows.resolution;
  t->gathered = rows.gathered;
  put_chain(t, walk, place);
  put_arrows(t, walk, place);
  return t;
}
