/* How a run is to be: what its caller says, and the environment. */
#include "chares/options.h"

#include <stdlib.h>
#include <string.h>

#include "chares/machine.h"
#include "chares/strategy.h"

enum { MOST_PROCESSORS = 1 << 20, MOST_THREADS = 1024, CLUSTER = 8 };

/* Say on stderr that "value" of "variable" is wrong, and what is right. */
static int reject(const char *variable, const char *value, const char *right) {
  (void)fprintf(stderr, "md: %s is %s; give %s\n", variable, value, right);
  return -1;
}

/* Put the environment's "variable", or "usual", into "*option", if that is not
 * set. */
static void take_text(const char **option, const char *variable,
                      const char *usual) {
  const char *value = getenv(variable);
  if (!*option)
    *option = value && *value ? value : usual;
}

/* Put the number in "variable" into "*option", if that is 0; return 0, or -1
 * where it is none. */
static int take_number(double *option, const char *variable) {
  const char *value = getenv(variable);
  char *end = NULL;
  if (*option != 0 || !value || !*value)
    return 0;
  *option = strtod(value, &end);
  return *end || *option != *option ? reject(variable, value, "a number") : 0;
}

/* Complete the numbers among "options". */
static int take_numbers(struct md_options *options) {
  double processors = options->processors;
  double seed = 0;
  double cluster = options->cluster;
  if (take_number(&processors, "MD_PROCESSORS") ||
      take_number(&seed, "MD_SEED") || take_number(&cluster, "MD_CLUSTER") ||
      take_number(&options->period, "MD_PERIOD") ||
      take_number(&options->limit, "MD_LIMIT") ||
      take_number(&options->until, "MD_UNTIL"))
    return -1;
  if (!(processors >= 0 && processors <= MOST_PROCESSORS))
    return reject("MD_PROCESSORS", "out of range", "1 to 1048576");
  if (!(cluster >= 0 && cluster <= MOST_PROCESSORS))
    return reject("MD_CLUSTER", "out of range", "1 to 1048576");
  if (!options->seed && seed > 0)
    options->seed = (uint64_t)seed;
  options->processors = processors >= 1 ? (int)processors : 4;
  options->cluster = cluster >= 1 ? (int)cluster : CLUSTER;
  if (options->limit == 0)
    options->limit = 60;
  return 0;
}

/* A way in which messages are queued. */
struct way {
  const char *name;
  enum md_order responses, creations;
};

static const struct way WAYS[] = {{"fifo", MD_FIFO, MD_FIFO},
                                  {"lifo", MD_LIFO, MD_LIFO},
                                  {"fifolifo", MD_FIFO, MD_LIFO},
                                  {"priority", MD_PRIORITY, MD_PRIORITY}};

const char *md_queue_name(size_t i) {
  return i < sizeof WAYS / sizeof *WAYS ? WAYS[i].name : NULL;
}

/* Let the queues of "run" be as "name" says; return whether there is such a
 * way. */
static bool choose_queues(struct md_run *run, const char *name) {
  for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++)
    if (!strcmp(WAYS[i].name, name)) {
      run->responses = WAYS[i].responses;
      run->common.order = WAYS[i].creations;
      return true;
    }
  return false;
}

/* Find the strategy of "run". */
static int choose_strategy(struct md_run *run) {
  const struct md_options *options = &run->options;
  const char *wrong = NULL;
  run->strategy =
      options->plugin ? options->plugin : lcm_md_strategy(options->strategy);
  if (!run->strategy) {
    char names[MD_WRONG_TEXT];
    lcm_md_strategies(names, sizeof names);
    return reject("MD_STRATEGY", options->strategy, names);
  }
  run->shared = !options->plugin && !strcmp(options->strategy, "shared");
  if (options->plugin || strcmp(options->strategy, "replay") != 0)
    return 0;
  if (!options->replay)
    return reject("MD_REPLAY", "not set", "the trace that replay repeats");
  wrong = lcm_md_replay_read(run, options->replay);
  if (wrong)
    (void)fprintf(stderr, "md: MD_REPLAY: %s %s\n", options->replay, wrong);
  return wrong ? -1 : 0;
}

/* Find the machine of "run". */
static int choose_machine(struct md_run *run) {
  struct md_options *options = &run->options;
  struct md_machine *machine = &run->machine;
  char wrong[MD_WRONG_TEXT];
  if (options->costs)
    run->machine = *options->costs;
  else if (lcm_md_machine_read(&run->machine, options->machine, run->processors,
                               wrong)) {
    (void)fprintf(stderr, "md: %s\n", wrong);
    return -1;
  }
  if (options->latency != 0)
    machine->latency = options->latency > 0 ? options->latency : 0;
  if (!(options->period > 0))
    options->period =
        run->threads
            ? 1e-3
            : 1e-6 + 20 * (machine->send + machine->receive + machine->latency);
  return 0;
}

int lcm_md_options(struct md_run *run) {
  struct md_options *options = &run->options;
  take_text(&options->run, "MD_RUN", "threads");
  take_text(&options->machine, "MD_MACHINE", "network");
  take_text(&options->strategy, "MD_STRATEGY", "random");
  take_text(&options->queue, "MD_QUEUE", "fifo");
  take_text(&options->trace, "MD_TRACE", NULL);
  take_text(&options->replay, "MD_REPLAY", NULL);
  if (take_numbers(options))
    return -1;
  run->processors = options->processors;
  run->threads = !strcmp(options->run, "threads");
  if (!run->threads && strcmp(options->run, "simulate") != 0)
    return reject("MD_RUN", options->run, "threads or simulate");
  if (run->threads && run->processors > MOST_THREADS)
    return reject("MD_PROCESSORS", "more than 1024",
                  "fewer, or MD_RUN=simulate");
  if (!choose_queues(run, options->queue))
    return reject("MD_QUEUE", options->queue,
                  "fifo, lifo, fifolifo or priority");
  return choose_strategy(run) || choose_machine(run) ? -1 : 0;
}
