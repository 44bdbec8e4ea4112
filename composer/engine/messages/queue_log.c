/* Logs when messages are sent and received, for traces of simulated runs. */
#include <math.h>

#include "composer/engine/messages/queue_log.h"

/* Append "event" to the log of "run"; return its number from 1 on. */
static size_t add(struct lcm_run *run, struct lcm_queue_event event) {
  LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &run->messages.log->all, event);
  return run->messages.log->all.n;
}

void lcm_queue_log_post(struct lcm_run *run, struct lcm_queued *queued,
                        size_t i, struct lcm_queue_span span) {
  const bool sends = queued->kind == LCM_SENDS;
  if (!run->messages.log || queued->kind == LCM_AWAY || queued->looks)
    return;
  if (queued->kind == LCM_JOINS) {
    lcm_queue_log_wait(run, queued, i, span);
    return;
  }
  struct lcm_queue_event event = {.kind =
                                      sends ? LCM_LOG_SEND : LCM_LOG_RECEIVE,
                                  .rank = i,
                                  .peer = i,
                                  .space = queued->group->id,
                                  .together = queued->joint,
                                  .tag = queued->tag,
                                  .bytes = queued->bytes,
                                  .span = span};
  if (sends)
    event.peer = queued->group->ranks[(size_t)queued->peer];
  queued->logged = add(run, event);
}

void lcm_queue_log_match(struct lcm_run *run, const struct lcm_queued *sent,
                         const struct lcm_queued *wanted) {
  if (!run->messages.log || !wanted->logged)
    return;
  struct lcm_queue_event *event =
      &run->messages.log->all.at[wanted->logged - 1];
  event->peer = sent->group->ranks[sent->me];
  event->tag = sent->tag;
  event->bytes = sent->bytes;
  event->matched = true;
}

void lcm_queue_log_wait(struct lcm_run *run, const struct lcm_queued *queued,
                        size_t i, struct lcm_queue_span span) {
  if (run->messages.log && queued->kind != LCM_AWAY && !queued->looks)
    (void)add(run, (struct lcm_queue_event){.kind = LCM_LOG_WAIT,
                                            .rank = i,
                                            .of = queued->logged,
                                            .span = span});
}

void lcm_queue_log_give(struct lcm_run *run, const struct lcm_group *group,
                        const struct lcm_pass *pass) {
  if (run->messages.log)
    (void)add(run, (struct lcm_queue_event){.kind = LCM_LOG_SEND,
                                            .rank = group->ranks[pass->from],
                                            .peer = group->ranks[pass->to],
                                            .space = group->id,
                                            .together = true,
                                            .bytes = pass->bytes});
}

void lcm_queue_log_take(struct lcm_run *run, const struct lcm_group *group,
                        const struct lcm_pass *pass) {
  const size_t me = group->ranks[pass->to];
  if (!run->messages.log)
    return;
  const size_t taken =
      add(run, (struct lcm_queue_event){.kind = LCM_LOG_RECEIVE,
                                        .rank = me,
                                        .peer = group->ranks[pass->from],
                                        .space = group->id,
                                        .together = true,
                                        .matched = true,
                                        .bytes = pass->bytes});
  (void)add(run, (struct lcm_queue_event){
                     .kind = LCM_LOG_WAIT, .rank = me, .of = taken});
}

void lcm_queue_log_work(struct lcm_run *run, size_t i, double seconds) {
  if (run->messages.log)
    (void)add(run, (struct lcm_queue_event){
                       .kind = LCM_LOG_WORK, .rank = i, .span = {0, seconds}});
}
