#include <math.h>
#include <string.h>

#include "base/json.h"
#include "composer/simulate_internal.h"

enum { MAX_SPANS = 4000000 };

/* The schedule so far.
 * of_slot  number of the process that is in each slot of the kernel */
struct lcm_vm_recorder {
  LCM_LIST(struct lcm_timeline_process) processes;
  LCM_LIST(struct lcm_activity_span) spans;
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
      .end = now};
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &recorder->processes, fresh);
}

void lcm_vm_note_end(lcm_vm *vm, lcm_process *process) {
  const struct lcm_vm_process *p = lcm_process_extra(process);
  vm->recorder->processes.at[p->number].end = lcm_sim_time(vm->sim);
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

void lcm_vm_note_span(void *user, const struct lcm_span *span) {
  lcm_vm *vm = user;
  struct lcm_vm_recorder *recorder = vm->recorder;
  const struct lcm_vm_process *p = lcm_process_extra_of(span->process);
  const enum lcm_activity activity = activity_of(span->kind);
  if (!recorder || recorder->spans.n >= MAX_SPANS)
    return;
  struct lcm_activity_span fresh = {.process = p->number,
                                    .activity = activity,
                                    .node = vm->code.at[p->at].node,
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

const lcm_timeline *lcm_vm_schedule(lcm_vm *vm) {
  lcm_timeline *timeline = LCM_NEW(lcm_ctx_arena(vm->ctx), lcm_timeline);
  *timeline =
      (lcm_timeline){vm->recorder->processes.at, vm->recorder->processes.n,
                     vm->recorder->spans.at, vm->recorder->spans.n};
  return timeline;
}

/* ---- Chrome trace -----------------------------------------------------------
 */

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
