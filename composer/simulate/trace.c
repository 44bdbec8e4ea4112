/* Records the timeline of a simulation, and writes it as Chrome trace JSON. */
#include <stdlib.h>

#include "base/json_print.h"
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
  LCM_LIST(struct lcm_timeline_process) processes;
  LCM_LIST(struct lcm_activity_span) spans;
  LCM_LIST(struct event) signals;
  LCM_LIST(struct event) waits;
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

/* Return what a process does that the kernel calls "kind". */
static enum lcm_activity activity_of(enum lcm_span_kind kind) {
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
  return LCM_ACTIVITY_COMPUTE;
}

/* Return what "p" executes. */
static const lcm_node *node_of(const lcm_vm *vm,
                               const struct lcm_vm_process *p) {
  const struct lcm_vm_instruction *at = &vm->code.at[p->at];
  const struct lcm_vm_rank *rank = at->code == LCM_VM_PLAY ? p->actor : NULL;
  return rank && rank->node ? rank->node : at->node;
}

void lcm_vm_note_span(void *user, const struct lcm_span *span) {
  lcm_vm *vm = user;
  struct lcm_vm_recorder *recorder = vm->recorder;
  const struct lcm_vm_process *p = lcm_process_extra_of(span->process);
  const enum lcm_activity activity = activity_of(span->kind);
  const enum lcm_vm_code code = vm->code.at[p->at].code;
  if (!recorder || recorder->spans.n >= MAX_SPANS || code == LCM_VM_CARRY ||
      code == LCM_VM_HAND)
    return;
  struct lcm_activity_span fresh = {.process = p->number,
                                    .activity = activity,
                                    .node = node_of(vm, p),
                                    .start = span->start,
                                    .end = span->end};
  if (activity != LCM_ACTIVITY_COMPUTE)
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
  if (recorder->spans.n < MAX_SPANS)
    LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &recorder->spans, span);
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
                             .n_spans = vm->recorder->spans.n};
  set_messages(vm, timeline);
  return timeline;
}

/* Return the word for "activity" in the trace. */
static const char *activity_word(enum lcm_activity activity) {
  switch (activity) {
  case LCM_ACTIVITY_COMPUTE:
    break;
  case LCM_ACTIVITY_USE:
    return "use";
  case LCM_ACTIVITY_QUEUE:
    return "queue";
  case LCM_ACTIVITY_WAIT:
    return "wait";
  }
  return "compute";
}

/* Return the event that says what process "number" is called. */
static lcm_json *name_event(size_t number, const char *name) {
  lcm_json *event = lcm_json_object();
  lcm_json *args = lcm_json_object();
  lcm_json_set(args, "name", lcm_json_string(name));
  lcm_json_set(event, "name", lcm_json_string("thread_name"));
  lcm_json_set(event, "ph", lcm_json_string("M"));
  lcm_json_set(event, "pid", lcm_json_real(0));
  lcm_json_set(event, "tid", lcm_json_real((double)number));
  lcm_json_set(event, "args", args);
  return event;
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

/* Return the event of "span". */
static lcm_json *span_event(lcm_ctx *ctx,
                            const struct lcm_activity_span *span) {
  lcm_json *event = lcm_json_object();
  lcm_json_set(event, "name", lcm_json_string(title_of(ctx, span)));
  lcm_json_set(event, "cat", lcm_json_string(activity_word(span->activity)));
  lcm_json_set(event, "ph", lcm_json_string("X"));
  lcm_json_set(event, "ts", lcm_json_real(span->start * 1e6));
  lcm_json_set(event, "dur", lcm_json_real((span->end - span->start) * 1e6));
  lcm_json_set(event, "pid", lcm_json_real(0));
  lcm_json_set(event, "tid", lcm_json_real((double)span->process));
  if (span->node->loc.file) {
    lcm_json *args = lcm_json_object();
    lcm_json_set(args, "file", lcm_json_string(span->node->loc.file));
    lcm_json_set(args, "line", lcm_json_real(span->node->loc.line));
    lcm_json_set(event, "args", args);
  }
  return event;
}

char *lcm_timeline_to_trace(lcm_ctx *ctx, const lcm_timeline *timeline) {
  lcm_json *events = lcm_json_array();
  lcm_json *document = lcm_json_object();
  for (size_t i = 0; i < timeline->n_processes; i++)
    lcm_json_add(events, name_event(i, timeline->processes[i].name));
  for (size_t i = 0; i < timeline->n_spans; i++)
    lcm_json_add(events, span_event(ctx, &timeline->spans[i]));
  lcm_json_set(document, "displayTimeUnit", lcm_json_string("ms"));
  lcm_json_set(document, "traceEvents", events);
  return lcm_json_print(document);
}
