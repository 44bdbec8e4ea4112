/* Reads a trace and has it looked at from all sides. */
#include "trace/examine.h"

#include <math.h>
#include <stdlib.h>

#include "trace/expert/expert.h"
#include "trace/read/read.h"
#include "trace/repair.h"
#include "trace/replay.h"
#include "trace/result.h"
#include "trace/select.h"
#include "trace/spans.h"
#include "trace/views/joint.h"
#include "trace/views/steps.h"

/* Passes an event on to the walk. */
static void pass_on(void *user, const struct trace_event *event) {
  trace_walk_take(user, event);
}

/* Return what getting a message to run costs in the mean: the time of the
 * library and that until a message that is there is processed, and what the
 * trace says of simulated processors where that is more. */
static double cost_of(const struct trace_walk *walk) {
  double sum = 0;
  for (size_t i = 0; i < walk->actors.n; i++)
    sum += walk->actors.at[i].cats[LCM_CAT_SL];
  return walk->created ? sum / (double)walk->created : 0;
}

/* Look for what costs time. */
static void find(lcm_trace *out, const struct trace_found *found,
                 const struct lcm_trace_options *how) {
  const struct trace_log *log = found->walk->log;
  struct trace_expert expert = {
      .walk = found->walk,
      .phases = &found->phases,
      .groups = &found->groups,
      .chain = &found->chain,
      .p = found->walk->actors.n,
      .cost = cost_of(found->walk),
      .latency = log->latency,
      .per_byte = log->per_byte,
      .utilization = how->utilization > 0 ? how->utilization : 0.75,
      .share = how->share > 0 ? how->share : 0.2};
  trace_expert_find(out, &expert);
}

/* Look for what only the graph of "walk" shows. */
static void look(lcm_trace *out, struct trace_walk *walk,
                 const struct lcm_trace_options *how) {
  struct trace_found found = {.walk = walk};
  trace_graph_index(walk->graph, walk->log->actors.n);
  trace_phases_find(&found.phases, walk);
  trace_depths_find(walk);
  trace_groups_find(&found.groups, walk);
  trace_joint_find(&found.groups, walk);
  trace_chain_find(&found.chain, walk);
  trace_result_graph(out, &found);
  find(out, &found, how);
  if (how->timeline)
    out->timetable = trace_timetable(walk);
}

/* Say what is missing in the answer, where not all could be kept. */
static void say_partial(const struct trace_log *log) {
  lcm_report(
      log->ctx, LCM_DIAG_CUT,
      (lcm_loc){.file = lcm_intern(log->ctx, log->file)},
      "%llu events are more than fit into memory: sums alone are shown, "
      "no phases, chain, patterns, findings and repair; --memory MIB lets more "
      "be kept",
      (unsigned long long)log->n_read);
}

/* Move the events of "log" as "how" asks for; what that did goes to "out". */
static bool repair(lcm_trace *out, struct trace_log *log,
                   const struct lcm_trace_options *how) {
  struct trace_repair repair = {.overhead = how->perturbation,
                                .latency = how->latency};
  if (log->streamed || !(how->repair || how->perturbation > 0))
    return true;
  trace_repair(log, &repair);
  out->removed = (double)repair.tachyons;
  out->shift = repair.shift;
  if (repair.forced)
    lcm_report(log->ctx, LCM_DIAG_CUT,
               (lcm_loc){.file = lcm_intern(log->ctx, log->file)},
               "%zu messages are in a circle, each before the other: they "
               "cannot all go forward",
               repair.forced);
  return !repair.failed;
}

/* Walk through the events of "log" into "out". */
static lcm_status walk_through(lcm_trace *out, struct trace_walk *walk,
                               const struct lcm_trace_options *how) {
  struct trace_log *log = walk->log;
  struct trace_graph graph;
  trace_graph_init(&graph);
  if (!log->streamed) {
    walk->graph = &graph;
    for (size_t i = 0; i < log->n; i++)
      trace_walk_take(walk, &log->events[i]);
  }
  trace_walk_end(walk);
  if (!walk->failed && !log->streamed)
    look(out, walk, how);
  trace_result_sums(out, walk);
  if (out->whole && how->steps)
    trace_steps_find(out, walk, how->steps);
  const bool failed = walk->failed;
  trace_graph_free(&graph);
  if (log->streamed)
    say_partial(log);
  return failed ? LCM_ENOMEM : LCM_OK;
}

/* Put the part of the run that "how" asks for into "out". */
static lcm_status select_part(lcm_trace *out, const struct trace_walk *walk,
                              const struct lcm_trace_selecting *how) {
  const struct trace_log *log = walk->log;
  if (!log->streamed)
    return trace_select(out, walk, how);
  lcm_report(log->ctx, LCM_DIAG_USAGE,
             (lcm_loc){.file = lcm_intern(log->ctx, log->file)},
             "a part of a run needs all events: --memory MIB lets more be "
             "kept");
  return LCM_EUSAGE;
}

lcm_status lcm_trace_read(const lcm_trace **out, lcm_ctx *ctx, const char *file,
                          const struct lcm_trace_options *how) {
  const size_t memory = how->memory ? how->memory : (size_t)1 << 30;
  struct trace_log log = {.ctx = ctx, .file = file, .late = pass_on};
  struct trace_walk walk = {.log = &log};
  lcm_trace *trace = LCM_NEW(lcm_ctx_arena(ctx), lcm_trace);
  log.most = memory / 5 * 2 / sizeof *log.events;
  log.latency = log.per_byte = log.per_message = NAN;
  log.user = &walk;
  log.by_place = how->select && trace_selects_places(ctx, how->select->names);
  lcm_status status = trace_read(&log);
  trace_log_end(&log);
  if (!status && !log.n_read) {
    lcm_report(ctx, LCM_DIAG_MEASUREMENT,
               (lcm_loc){.file = lcm_intern(ctx, file)},
               "the trace has no events");
    status = LCM_EPARSE;
  }
  if (!status && !repair(trace, &log, how))
    status = LCM_ENOMEM;
  status = status ? status : walk_through(trace, &walk, how);
  if (!status && how->select)
    status = select_part(trace, &walk, how->select);
  if (!status && how->replay)
    status = trace_replay(trace, &log, how->replay);
  trace_walk_free(&walk);
  free(log.events);
  *out = trace;
  return status;
}
