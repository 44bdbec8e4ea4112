/* Writes what the ranks of a program do in GOAL, without simulating them. */
#include <math.h>
#include <stdlib.h>

#include "composer/predict/goal.h"
#include "composer/predict/internal.h"
#include "composer/predict/predictor.h"
#include "composer/predict/runs.h"

/* A communicator and a tag, told apart from others by the number "is". */
struct tag {
  size_t space;
  bool together;
  double tag;
  size_t is;
};

/* A rank being written. */
struct writing {
  lcm_ctx *ctx;
  const struct lcm_queue_log *log;
  lcm_buf buf;
  size_t label;   /* of its last operation; 0: none */
  size_t *labels; /* of the events of the log */
  /* operations that have to be done before the next begins */
  LCM_LIST(size_t) full;
  /* the last operation that has to have begun; 0: none */
  size_t begun;
  double clock;              /* up to where its time was written */
  LCM_LIST(struct tag) tags; /* as told apart */
  size_t next;               /* a number that no message has */
};

/* Return the number for the tag of "event": of messages between all ranks, its
 * own. */
static size_t tag_of(struct writing *w, const struct lcm_queue_event *event) {
  const bool own = event->space == w->log->world && !event->together &&
                   event->tag >= 0 && event->tag < 2147483648.0;
  if (own)
    return (size_t)event->tag;
  for (size_t i = 0; i < w->tags.n; i++)
    if (w->tags.at[i].space == event->space &&
        w->tags.at[i].together == event->together &&
        w->tags.at[i].tag == event->tag)
      return w->tags.at[i].is;
  const struct tag fresh = {event->space, event->together, event->tag,
                            w->next++};
  LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->tags, fresh);
  return fresh.is;
}

/* Append what the operation that was just written has to wait for; "works": the
 * next waits for its end, else for its beginning. */
static void chain(struct writing *w, bool works) {
  w->label++;
  for (size_t i = 0; i < w->full.n; i++)
    lcm_buf_printf(&w->buf, "l%zu requires l%zu\n", w->label, w->full.at[i]);
  if (w->begun)
    lcm_buf_printf(&w->buf, "l%zu irequires l%zu\n", w->label, w->begun);
  w->full.n = 0;
  w->begun = works ? 0 : w->label;
  if (works)
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->full, w->label);
}

/* Append "seconds" of computing. */
static void put_work(struct writing *w, double seconds) {
  const long long time = llround(seconds * 1e9);
  if (time <= 0)
    return;
  lcm_buf_printf(&w->buf, "l%zu: calc %lld\n", w->label + 1, time);
  chain(w, true);
}

/* Append the beginning of a message, event number "i" of the log. */
static void put_message(struct writing *w, size_t i) {
  const struct lcm_queue_event *event = &w->log->all.at[i];
  const bool sends = event->kind == LCM_LOG_SEND;
  if (!sends && !event->matched)
    return;
  lcm_buf_printf(&w->buf, "l%zu: %s %.0fb %s %zu tag %zu\n", w->label + 1,
                 sends ? "send" : "recv", event->bytes, sends ? "to" : "from",
                 event->peer, tag_of(w, event));
  chain(w, false);
  w->labels[i] = w->label;
}

/* Let what follows wait for the message that is event "of" of the log, counted
 * from 1. */
static void put_wait(struct writing *w, size_t of) {
  const size_t label = of ? w->labels[of - 1] : 0;
  if (!label)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->full, label);
  w->begun = w->begun == label ? 0 : w->begun;
}

/* Append event number "i" of the log. */
static void put_event(struct writing *w, size_t i) {
  const struct lcm_queue_event *event = &w->log->all.at[i];
  const bool timed = event->span.begin != 0 || event->span.end != 0;
  if (event->kind == LCM_LOG_WORK) {
    put_work(w, event->span.end);
    return;
  }
  if (timed) {
    put_work(w, event->span.begin - w->clock);
    w->clock = event->span.end;
  }
  if (event->kind == LCM_LOG_WAIT)
    put_wait(w, event->of);
  else
    put_message(w, i);
}

/* Append what rank "rank" does. */
static void put_rank(struct writing *w, size_t rank) {
  w->label = w->begun = 0;
  w->full.n = 0;
  w->clock = 0;
  lcm_buf_printf(&w->buf, "\nrank %zu {\n", rank);
  for (size_t i = 0; i < w->log->all.n; i++)
    if (w->log->all.at[i].rank == rank)
      put_event(w, i);
  put_work(w, w->log->ends[rank] - w->clock);
  lcm_buf_puts(&w->buf, "}\n");
}

/* Return "log" in GOAL. */
static LCM_GIVE char *to_goal(lcm_ctx *ctx, const struct lcm_queue_log *log) {
  struct writing w = {.ctx = ctx, .log = log};
  w.labels = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), size_t, log->all.n + 1);
  for (size_t i = 0; i < log->all.n; i++)
    if (log->all.at[i].space == log->world && log->all.at[i].tag < 2147483648.0)
      w.next = (size_t)fmax((double)w.next, log->all.at[i].tag + 1);
  lcm_buf_printf(&w.buf, "num_ranks %zu\n", log->n);
  for (size_t i = 0; i < log->n; i++)
    put_rank(&w, i);
  return lcm_buf_take(&w.buf);
}

lcm_status lcm_predict_goal(LCM_GIVE char **out, lcm_ctx *ctx,
                            const lcm_program *program, const lcm_grid *grid,
                            const struct lcm_predict_options *options) {
  struct lcm_predictor *p = NULL;
  struct lcm_run run;
  struct lcm_queue_log log = {0};
  struct lcm_predict_options plain = *options;
  *out = NULL;
  plain.nodes = false;
  plain.methods = LCM_METHOD_BOUND;
  lcm_status status = lcm_predictor_new(&p, ctx, program, grid, &plain);
  if (status)
    return status;
  const size_t last = grid->n_points - 1;
  const double w = lcm_setup_processors(&p->setup, last);
  const lcm_node *body = p->setup.entry->body;
  lcm_predictor_begin_run(p, &run, &(struct lcm_run_place){last, w, NULL});
  if (!lcm_run_traits(&run, body)->ranks)
    return LCM_OK;
  run.messages.log = &log;
  (void)lcm_run_serial(&run, body, w);
  if (!run.status && log.ends)
    *out = to_goal(ctx, &log);
  return run.status;
}
