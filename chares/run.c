/* A run, from its beginning to its end. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chares/fail.h"
#include "chares/options.h"
#include "chares/queue.h"
#include "chares/simulate.h"
#include "chares/threads.h"
#include "chares/trace.h"
#include "chares/watch.h"

/* Return what is wrong with variable "i" of "program"; NULL: nothing. */
static const char *wrong_variable(const struct md_program *program, int i) {
  const struct md_variable *variable = &program->variables[i];
  if (!variable->name)
    return "has no name";
  if (variable->kind == MD_ACCUMULATOR && !variable->add)
    return "is an accumulator and has no function add";
  if (variable->kind == MD_MONOTONIC && !variable->update)
    return "is monotonic and has no function update";
  if (!variable->size &&
      (variable->kind == MD_ACCUMULATOR || variable->kind == MD_MONOTONIC))
    return "has no size";
  return NULL;
}

/* Return whether entry "i" of "program" is complete. */
static bool is_entry_complete(const struct md_program *program, int i) {
  const struct md_entry *entry = &program->entries[i];
  return entry->name && entry->run && entry->chare >= 0 &&
         entry->chare < program->n_chares;
}

/* Return whether "program" is complete; say on stderr what is not. */
static bool is_complete(const struct md_program *program) {
  bool complete = true;
  if (program->n_entries < 1 || program->n_entries > UINT16_MAX) {
    (void)fprintf(stderr, "%s: it has %d entries; give 1 to %d\n",
                  program->name, program->n_entries, UINT16_MAX);
    complete = false;
  }
  for (int i = 0; complete && i < program->n_entries; i++)
    if (!is_entry_complete(program, i)) {
      (void)fprintf(stderr,
                    "%s: entry %d has no name, no function, or a chare that "
                    "there is not\n",
                    program->name, i);
      complete = false;
    }
  if (program->resident < 0 || program->resident > program->n_chares) {
    (void)fprintf(stderr, "%s: its resident chare is of no kind\n",
                  program->name);
    complete = false;
  }
  for (int i = 0; complete && i < program->n_variables; i++) {
    const char *wrong = wrong_variable(program, i);
    if (wrong)
      (void)fprintf(stderr, "%s: variable %d %s\n", program->name, i, wrong);
    complete = !wrong;
  }
  return complete;
}

/* Return whether "run" could open its trace. */
static bool open_trace(struct md_run *run) {
  if (!run->options.trace || !*run->options.trace)
    return true;
  run->trace = fopen(run->options.trace, "w");
  if (!run->trace) {
    (void)fprintf(stderr, "md: MD_TRACE: %s cannot be written\n",
                  run->options.trace);
    return false;
  }
  lcm_md_trace_head(run);
  return true;
}

/* Return what a processor that is a thread has of its own. */
static struct md_present *present_of_thread(void) {
  struct md_present *present = lcm_md_many(sizeof *present);
  present->pool = calloc(1, sizeof *present->pool);
  if (!present->pool)
    abort();
  return present;
}

/* Make the processors of "run". */
static void make_processors(struct md_run *run) {
  const size_t p = (size_t)run->processors;
  const int n = run->program->n_variables;
  run->all = lcm_md_many(p * sizeof *run->all);
  run->present = (struct md_present){.pool = &run->pool, .trace = run->trace};
  run->idle = calloc(p, sizeof *run->idle);
  run->constants = calloc((size_t)n + 1, sizeof *run->constants);
  if (!run->idle || !run->constants)
    abort();
  for (size_t i = 0; i < p; i++) {
    md *m = &run->all[i];
    m->run = run;
    m->index = (int)i;
    m->responses.order = run->responses;
    m->creations.order = run->common.order;
    m->random = run->options.seed * UINT64_C(0xd1342543de82ef95) +
                i * UINT64_C(0x2545f4914f6cdd1d);
    m->present = run->threads ? present_of_thread() : &run->present;
  }
}

/* Put what "run" did into "*report". */
static void count(struct md_report *report, const struct md_run *run) {
  *report = (struct md_report){.time = run->end,
                               .rounds = run->rounds,
                               .quiet = run->found,
                               .timers = run->timers,
                               .period = run->options.period,
                               .machine = run->machine};
  for (int i = 0; i < run->processors; i++) {
    const md *m = &run->all[i];
    report->busy += m->busy;
    report->chares += m->chares;
    if (!i || run->threads) {
      report->messages += m->present->messages;
      report->remote += m->present->remote;
    }
    report->control += m->control;
    report->hops += m->hops;
    report->probes += m->probes;
    if (m->longest > report->longest)
      report->longest = m->longest;
  }
}

/* Free what "run" has. */
static void end_run(struct md_run *run) {
  for (int i = 0; run->all && i < run->processors; i++) {
    md *m = &run->all[i];
    lcm_md_queue_end(&m->system);
    lcm_md_queue_end(&m->responses);
    lcm_md_queue_end(&m->creations);
    if (run->threads) {
      lcm_md_pool_end(m->present->pool);
      free(m->present->pool);
      free(m->present);
    }
  }
  lcm_md_queue_end(&run->common);
  lcm_md_pool_end(&run->pool);
  lcm_md_events_end(&run->events);
  free(run->all);
  free(run->idle);
  free(run->constants);
  free(run->replay);
  free(run->replay_at);
  free(run->error);
}

/* Print "report" on stderr, where the environment wants that. */
static void print_report(const struct md_report *report) {
  if (!getenv("MD_REPORT"))
    return;
  (void)fprintf(stderr,
                "time %.9g s\nbusy %.9g s\nmessages %" PRIu64
                "\nchares %" PRIu64 "\nremote %" PRIu64 "\ncontrol %" PRIu64
                "\nhops %" PRIu64 "\nprobes %" PRIu64 "\nrounds %" PRIu64
                "\nquiet %" PRIu64 "\nlongest %" PRIu64 "\n",
                report->time, report->busy, report->messages, report->chares,
                report->remote, report->control, report->hops, report->probes,
                report->rounds, report->quiet, report->longest);
}

/* Do "run", which is complete; return its status. */
static int perform(struct md_run *run) {
  make_processors(run);
  lcm_md_watch_begin(run);
  if (run->threads)
    lcm_md_threads(run);
  else
    lcm_md_simulate(run);
  lcm_md_watch_end(run);
  if (run->trace)
    (void)fclose(run->trace);
  if (run->error)
    (void)fprintf(stderr, "%s\n", run->error);
  return atomic_load(&run->failed) ? MD_WRONG_PROGRAM
                                   : atomic_load(&run->status);
}

int md_run(const struct md_program *program, const struct md_options *options,
           struct md_report *report) {
  struct md_run *run = calloc(1, sizeof *run);
  struct md_report counted;
  int status = MD_WRONG_OPTION;
  if (!run)
    abort();
  run->program = program;
  if (options)
    run->options = *options;
  atomic_store(&run->status, -1);
  (void)pthread_mutex_init(&run->common_mutex, NULL);
  (void)pthread_mutex_init(&run->error_mutex, NULL);
  lcm_md_events_begin(&run->events);
  if (!is_complete(program)) {
    status = MD_WRONG_PROGRAM;
  } else if (!lcm_md_options(run) && open_trace(run)) {
    status = perform(run);
    count(&counted, run);
    print_report(&counted);
    if (report)
      *report = counted;
  }
  end_run(run);
  (void)pthread_mutex_destroy(&run->common_mutex);
  (void)pthread_mutex_destroy(&run->error_mutex);
  free(run);
  return status;
}
