/* Records the timeline of a simulation, and makes rows of it for viewers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/simulate/names.h"
#include "composer/simulate/ranks/rank.h"
#include "composer/simulate/trace.h"
#include "composer/simulate/trace_internal.h"

enum { MAX_SPANS = 4000000 };

/* That "process" signals or waits for "condition" at "time". */
struct event {
  lcm_sim_index condition;
  size_t process;
  double time;
  size_t order;
};

/* The schedule so far. */
struct lcm_vm_recorder {
  size_t order; /* how much has happened */
  bool cut;     /* there are more than MAX_SPANS */
  LCM_LIST(struct lcm_timeline_process) processes;
  LCM_LIST(struct lcm_activity_span) spans;
  LCM_LIST(struct event) signals;
  LCM_LIST(struct event) waits;
  LCM_LIST(struct lcm_message) received; /* that ranks waited for */
};

void lcm_vm_record(lcm_vm *vm) {
  vm->recorder = LCM_NEW(lcm_ctx_arena(vm->ctx), struct lcm_vm_recorder);
}

void lcm_vm_note_begin(lcm_vm *vm, lcm_process *process) {
  struct lcm_vm_recorder *recorder = vm->recorder;
  struct lcm_vm_process *p = lcm_process_extra(process);
  lcm_process *const parent = lcm_process_parent(process);
  const double now = lcm_sim_time(vm->sim);
  p->number = recorder->processes.n;
  const struct lcm_timeline_process fresh = {
      .name = lcm_vm_process_name(vm, process),
      .parent =
          parent ? ((struct lcm_vm_process *)lcm_process_extra(parent))->number
                 : p->number,
      .start = now,
      .end = now,
      .begun = recorder->order++};
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &recorder->processes, fresh);
}

void lcm_vm_note_end(lcm_vm *vm, lcm_process *process) {
  const struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_timeline_process *own = &vm->recorder->processes.at[p->number];
  own->end = lcm_sim_time(vm->sim);
  own->ended = vm->recorder->order++;
}

/* Return that "process" does something with "condition" now. */
static struct event event_of(lcm_vm *vm, lcm_process *process,
                             lcm_sim_index condition) {
  const struct lcm_vm_process *p = lcm_process_extra(process);
  return (struct event){condition, p->number, lcm_sim_time(vm->sim),
                        vm->recorder->order++};
}

void lcm_vm_note_signal(lcm_vm *vm, lcm_process *process,
                        lcm_sim_index condition) {
  const struct event event = event_of(vm, process, condition);
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->recorder->signals, event);
}

void lcm_vm_note_wait(lcm_vm *vm, lcm_process *process,
                      lcm_sim_index condition) {
  const struct event event = event_of(vm, process, condition);
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->recorder->waits, event);
}

/* Return what "p" executes. */
static const lcm_node *node_of(const lcm_vm *vm,
                               const struct lcm_vm_process *p) {
  const struct lcm_vm_instruction *at = &vm->code.at[p->at];
  const struct lcm_vm_rank *rank = at->code == LCM_VM_PLAY ? p->actor : NULL;
  return rank && rank->node ? rank->node : at->node;
}

/* Return what a process does that executes "node" and that the kernel calls
 * "kind". */
static enum lcm_activity activity_of(enum lcm_span_kind kind,
                                     const lcm_node *node) {
  switch (kind) {
  case LCM_SPAN_DELAY:
    break;
  case LCM_SPAN_QUEUE:
    return LCM_ACTIVITY_QUEUE;
  case LCM_SPAN_HOLD:
  case LCM_SPAN_SHARE:
    return LCM_ACTIVITY_USE;
  case LCM_SPAN_WAIT:
    return LCM_ACTIVITY_WAIT;
  }
  return node->kind == LCM_NODE_MESSAGE || node->kind == LCM_NODE_TRANSFER
             ? LCM_ACTIVITY_MESSAGE
             : LCM_ACTIVITY_COMPUTE;
}

void lcm_vm_note_span(void *user, const struct lcm_span *span) {
  lcm_vm *vm = user;
  struct lcm_vm_recorder *recorder = vm->recorder;
  const struct lcm_vm_process *p = lcm_process_extra_of(span->process);
  const enum lcm_vm_code code = vm->code.at[p->at].code;
  if (!recorder || code == LCM_VM_CARRY || code == LCM_VM_HAND)
    return;
  recorder->cut = recorder->cut || recorder->spans.n >= MAX_SPANS;
  if (recorder->cut)
    return;
  const lcm_node *node = node_of(vm, p);
  const enum lcm_activity activity = activity_of(span->kind, node);
  struct lcm_activity_span fresh = {.process = p->number,
                                    .activity = activity,
                                    .node = node,
                                    .start = span->start,
                                    .end = span->end};
  if (activity != LCM_ACTIVITY_COMPUTE && activity != LCM_ACTIVITY_MESSAGE)
    fresh.what =
        lcm_intern(vm->ctx, lcm_vm_name_of(vm, span->index,
                                           activity == LCM_ACTIVITY_WAIT));
  if (recorder->spans.n) {
    struct lcm_activity_span *last = &recorder->spans.at[recorder->spans.n - 1];
    if (last->process == fresh.process && last->node == fresh.node &&
        last->activity == activity && last->what == fresh.what &&
        last->end == fresh.start) {
      last->end = fresh.end;
      return;
    }
  }
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &recorder->spans, fresh);
}

/* Return what "message" waits for, in words. */
static const char *letter_word(lcm_vm *vm, const struct lcm_queued *queued) {
  lcm_arena *arena = lcm_ctx_arena(vm->ctx);
  const struct lcm_queued *from = queued->match;
  if (queued->kind == LCM_SENDS)
    return lcm_arena_printf(arena, "for rank %zu", lcm_queued_place(queued));
  if (queued->kind == LCM_RECEIVES && from)
    return lcm_arena_printf(arena, "for a message of rank %zu",
                            from->group->ranks[from->me]);
  return queued->kind == LCM_JOINS ? "for the others" : "for data";
}

/* Note that process "to" has the message "from" at "time". */
static void note_received(lcm_vm *vm, size_t to, const struct lcm_queued *from,
                          double time) {
  struct lcm_vm_recorder *recorder = vm->recorder;
  const char *name = lcm_arena_printf(lcm_ctx_arena(vm->ctx), "rank %zu",
                                      from->group->ranks[from->me]);
  for (size_t i = 0; i < recorder->processes.n; i++)
    if (!strcmp(recorder->processes.at[i].name, name)) {
      const struct lcm_message message = {.what = "message",
                                          .from = i,
                                          .sent = fmin(from->post, time),
                                          .to = to,
                                          .asked = time};
      LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &recorder->received, message);
      return;
    }
}

void lcm_vm_note_queues(lcm_vm *vm, lcm_process *process,
                        const struct lcm_message_queues *queues, double since) {
  struct lcm_vm_recorder *recorder = vm->recorder;
  const struct lcm_vm_process *p = lcm_process_extra(process);
  const struct lcm_queued *queued = queues->at[0];
  for (size_t i = 0; i < queues->n; i++)
    if (queues->at[i]->done && queues->at[i]->end >= queued->end)
      queued = queues->at[i];
  const struct lcm_activity_span span = {
      .process = p->number,
      .activity = LCM_ACTIVITY_WAIT,
      .what = lcm_intern(vm->ctx, letter_word(vm, queued)),
      .node = queued->node,
      .start = since,
      .end = lcm_sim_time(vm->sim)};
  recorder->cut = recorder->cut || recorder->spans.n >= MAX_SPANS;
  if (recorder->cut)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &recorder->spans, span);
  if (queued->kind == LCM_RECEIVES && queued->match)
    note_received(vm, p->number, queued->match, span.end);
}

/* Return a number below, at or above 0 as the condition of event "a" comes
 * before, is, or comes after that of "b"; of one condition, the earlier. */
static int by_condition(const void *a, const void *b) {
  const struct event *x = a;
  const struct event *y = b;
  if (x->condition != y->condition)
    return x->condition < y->condition ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

/* Return the first of the "n" signals at "all", sorted, of "condition"; NULL
 * where there is none. */
static const struct event *signal_of(const struct event *all, size_t n,
                                     lcm_sim_index condition) {
  size_t low = 0;
  size_t high = n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (all[middle].condition < condition)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && all[low].condition == condition ? &all[low] : NULL;
}

/* Put the messages of the recording into "timeline". */
static void set_messages(lcm_vm *vm, lcm_timeline *timeline) {
  const struct lcm_vm_recorder *recorder = vm->recorder;
  LCM_LIST(struct lcm_message) messages = {0};
  if (recorder->signals.n)
    qsort(recorder->signals.at, recorder->signals.n, sizeof(struct event),
          by_condition);
  for (size_t i = 0; i < recorder->waits.n; i++) {
    const struct event *wait = &recorder->waits.at[i];
    const struct event *signal =
        signal_of(recorder->signals.at, recorder->signals.n, wait->condition);
    if (!signal || signal->process == wait->process)
      continue;
    const struct lcm_message message = {
        lcm_intern(vm->ctx, lcm_vm_name_of(vm, wait->condition, true)),
        signal->process,
        signal->time,
        signal->order,
        wait->process,
        wait->time,
        wait->order};
    LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &messages, message);
  }
  timeline->messages = messages.at;
  timeline->n_messages = messages.n;
}

const lcm_timeline *lcm_vm_schedule(lcm_vm *vm) {
  lcm_timeline *timeline = LCM_NEW(lcm_ctx_arena(vm->ctx), lcm_timeline);
  *timeline = (lcm_timeline){.processes = vm->recorder->processes.at,
                             .n_processes = vm->recorder->processes.n,
                             .spans = vm->recorder->spans.at,
                             .n_spans = vm->recorder->spans.n,
                             .cut = vm->recorder->cut,
                             .received = vm->recorder->received.at,
                             .n_received = vm->recorder->received.n};
  set_messages(vm, timeline);
  return timeline;
}

/* Return the word for "activity" in the trace. */
static const char *activity_word(enum lcm_activity activity) {
  switch (activity) {
  case LCM_ACTIVITY_COMPUTE:
    break;
  case LCM_ACTIVITY_MESSAGE:
    return "communicate";
  case LCM_ACTIVITY_USE:
    return "use";
  case LCM_ACTIVITY_QUEUE:
    return "queue";
  case LCM_ACTIVITY_WAIT:
    return "wait";
  }
  return "compute";
}

/* Return the text that says what "span" is. */
static const char *title_of(lcm_ctx *ctx,
                            const struct lcm_activity_span *span) {
  const char *own = span->node->name ? span->node->name : span->node->label;
  if (!span->what)
    return own ? own : lcm_node_word(span->node->kind);
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s %s",
                          activity_word(span->activity), span->what);
}

/* Return the slice of "span". */
static struct lcm_track_slice slice_of(lcm_ctx *ctx,
                                       const struct lcm_activity_span *span) {
  const lcm_loc *loc = &span->node->loc;
  struct lcm_track_slice slice = {.track = span->process,
                                  .begin = lcm_track_time(span->start),
                                  .end = lcm_track_time(span->end),
                                  .name = title_of(ctx, span),
                                  .category = activity_word(span->activity),
                                  .waits =
                                      span->activity == LCM_ACTIVITY_WAIT ||
                                      span->activity == LCM_ACTIVITY_QUEUE};
  if (loc->file) {
    slice.notes[0] = (struct lcm_track_note){"file", loc->file, false};
    slice.notes[1] = (struct lcm_track_note){
        "line", lcm_arena_printf(lcm_ctx_arena(ctx), "%u", loc->line), true};
  }
  return slice;
}

/* Return the "n" messages at "all" as arrows behind those of "tracks". */
static void add_flows(lcm_tracks *tracks, lcm_ctx *ctx,
                      const struct lcm_message *all, size_t n) {
  for (size_t i = 0; i < n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &tracks->flows,
                 ((struct lcm_flow){
                     .name = all[i].what,
                     .from = all[i].from,
                     .begin = lcm_track_time(all[i].sent),
                     .to = all[i].to,
                     .end = lcm_track_time(fmax(all[i].sent, all[i].asked))}));
}

lcm_tracks lcm_timeline_to_tracks(lcm_ctx *ctx, const lcm_timeline *timeline) {
  lcm_tracks tracks = {0};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &tracks.processes,
               ((struct lcm_track_process){
                   timeline->cut ? "run, by simulation, its beginning only"
                                 : "run, by simulation"}));
  for (size_t i = 0; i < timeline->n_processes; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &tracks.rows,
                 ((struct lcm_track){timeline->processes[i].name, 0, i}));
  for (size_t i = 0; i < timeline->n_spans; i++) {
    const struct lcm_track_slice slice = slice_of(ctx, &timeline->spans[i]);
    lcm_tracks_add(&tracks, ctx, &slice);
  }
  add_flows(&tracks, ctx, timeline->messages, timeline->n_messages);
  add_flows(&tracks, ctx, timeline->received, timeline->n_received);
  return tracks;
}
