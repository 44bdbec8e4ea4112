/* A program of md.h whose entries are the tasks of a trace: strategies, queues
 * and machines are those of simulated runs (chares/). */
#include "trace/replay.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "render/table/table.h"
#include "trace/replay/trigger.h"

/* The entries of the program: the first, one that a strategy places, one whose
 * place is known, and what quiescence begins. */
enum { FIRST, PLACED, FIXED, QUIET, ENTRIES };

/* The chares: what a strategy places, and one for each processor. */
enum { CHARE, RESIDENT, CHARES };

/* So often processors report to managers, or ask for work, at most: a trace of
 * absurd times would go on for ever. */
static const uint64_t MOST_TIMERS = 100000000;

/* What messages say: which errand, and on which processor it was given. */
struct order {
  uint32_t errand;
  int from;
};

/* A replay. */
struct replay {
  const struct trace_errands *errands;
  bool recorded;   /* tasks stay where they were */
  bool prior;      /* what has priority comes first */
  bool first;      /* and before that what the library does */
  uint32_t *roots; /* that the first entry begins */
  size_t n_roots;
  uint32_t *waiting; /* for quiescence, in the order of their messages */
  size_t n_waiting;
  size_t quiet; /* of those, how many began */
  size_t done;
  size_t remote; /* errands that were given on another processor */
  /* each actor does its errands in the order of the trace: the next of each,
   * what comes after each errand there, whether its message has come, and how
   * many have and wait for their turn */
  bool ordered;
  uint32_t *head;
  uint32_t *after;
  bool *came;
  size_t held;
  size_t before; /* how many were done when quiescence was found last */
};

/* Return the priority of what is to begin "errand" by "letter" (or NULL): as
 * the library takes its own messages first. */
static double priority_of(const struct replay *r,
                          const struct trace_errand *errand,
                          const struct trace_letter *letter) {
  if (r->first && !errand->own)
    return -DBL_MAX;
  return letter && r->prior ? (double)letter->priority : 0;
}

/* Send what is to begin errand "i" of "r", whose message is known or not. */
static void give(md *m, const struct replay *r, uint32_t i) {
  const struct trace_errand *errand = &r->errands->all.at[i];
  const struct trace_letter *letter =
      errand->message == TRACE_NONE ? NULL
                                    : &r->errands->letters.at[errand->message];
  const int to = (int)(errand->actor % (uint32_t)md_processors(m));
  const double priority = priority_of(r, errand, letter);
  const struct order order = {i, md_processor(m)};
  md_charge(m, letter ? (size_t)letter->bytes : 0);
  if (letter && letter->open && r->recorded)
    md_create_on(m, to, PLACED, &order, sizeof order, priority);
  else if (letter && letter->open)
    md_create(m, PLACED, &order, sizeof order, priority);
  else
    md_send(m, md_resident(to), FIXED, &order, sizeof order, priority);
}

/* Do errand "i": work until each message that it sends, and to the end. */
static void execute(md *m, uint32_t i) {
  struct replay *r = md_user(m);
  const struct trace_errands *all = r->errands;
  double at = 0;
  for (size_t k = all->first[i]; k < all->first[i + 1]; k++) {
    const uint32_t child = all->child[k];
    const double offset = all->letters.at[all->all.at[child].message].offset;
    md_compute(m, fmax(offset - at, 0));
    at = fmax(offset, at);
    give(m, r, child);
  }
  md_compute(m, fmax(all->all.at[i].work - at, 0));
  if (++r->done == all->n_kept)
    md_exit(m, 0);
}

/* Do errand "i", or where the order is kept let it wait until it is its turn,
 * and do what has waited for that. */
static void attempt(md *m, uint32_t i) {
  struct replay *r = md_user(m);
  if (!r->ordered) {
    execute(m, i);
    return;
  }
  uint32_t *head = &r->head[r->errands->all.at[i].actor];
  r->came[i] = true;
  r->held++;
  while (*head != TRACE_NONE && r->came[*head]) {
    const uint32_t next = *head;
    *head = r->after[next];
    r->held--;
    execute(m, next);
  }
}

/* Do what quiescence begins next, if anything is left of it: what was created
 * at the same time together. */
static void go_on(md *m) {
  struct replay *r = md_user(m);
  const struct trace_errands *all = r->errands;
  const size_t from = r->quiet;
  const double time =
      all->letters.at[all->all.at[r->waiting[from]].message].time;
  while (r->quiet < r->n_waiting &&
         all->letters.at[all->all.at[r->waiting[r->quiet]].message].time ==
             time)
    r->quiet++;
  if (r->quiet < r->n_waiting)
    md_quiescence(m, md_resident(0), QUIET);
  const bool here =
      all->all.at[r->waiting[from]].actor % (uint32_t)md_processors(m) == 0;
  for (size_t i = from + here; i < r->quiet; i++)
    give(m, r, r->waiting[i]);
  if (here)
    attempt(m, r->waiting[from]);
}

/* The first entry: quiescence is asked for where something waits for it, and
 * the first task is done, here if it was. */
static void first(md *m, void *self, const void *data, size_t size) {
  const struct replay *r = md_user(m);
  const bool here =
      r->errands->all.at[r->roots[0]].actor % (uint32_t)md_processors(m) == 0;
  (void)self, (void)data, (void)size;
  if (r->n_waiting)
    md_quiescence(m, md_resident(0), QUIET);
  for (size_t i = here; i < r->n_roots; i++)
    give(m, r, r->roots[i]);
  if (here)
    attempt(m, r->roots[0]);
}

/* A task that a message begins. */
static void task(md *m, void *self, const void *data, size_t size) {
  struct replay *r = md_user(m);
  struct order order;
  (void)self, (void)size;
  memcpy(&order, data, sizeof order);
  r->remote += order.from != md_processor(m);
  attempt(m, order.errand);
}

/* A chare that a strategy placed does its one task. */
static void placed(md *m, void *self, const void *data, size_t size) {
  task(m, self, data, size);
  md_end(m);
}

/* There is quiescence, unless something waits for its turn still. */
static void quiet(md *m, void *self, const void *data, size_t size) {
  struct replay *r = md_user(m);
  const bool moves = r->held && r->done > r->before;
  (void)self, (void)data, (void)size;
  r->before = r->done;
  if (moves)
    md_quiescence(m, md_resident(0), QUIET);
  else
    go_on(m);
}

/* Let each of "n" actors keep its order. */
static void keep_order(struct replay *r, lcm_arena *arena, size_t n) {
  const struct trace_errands *all = r->errands;
  r->ordered = true;
  r->head = LCM_NEW_ARRAY(arena, uint32_t, n + 1);
  r->after = LCM_NEW_ARRAY(arena, uint32_t, all->all.n + 1);
  r->came = LCM_NEW_ARRAY(arena, bool, all->all.n + 1);
  for (size_t i = 0; i < n; i++)
    r->head[i] = TRACE_NONE;
  for (size_t i = all->all.n; i-- > 0;)
    if (all->all.at[i].kept) {
      r->after[i] = r->head[all->all.at[i].actor];
      r->head[all->all.at[i].actor] = (uint32_t)i;
    }
}

/* Find what no errand of "r" led to: the first, and what the library created a
 * message for in quiescence; where there is no message, it begins at once. */
static void find_roots(struct replay *r, lcm_arena *arena) {
  const struct trace_errands *all = r->errands;
  r->roots = LCM_NEW_ARRAY(arena, uint32_t, all->all.n + 1);
  r->waiting = LCM_NEW_ARRAY(arena, uint32_t, all->all.n + 1);
  for (uint32_t i = 0; i < all->all.n; i++) {
    const uint32_t letter = all->all.at[i].message;
    if (!all->all.at[i].kept ||
        (letter != TRACE_NONE && all->letters.at[letter].creator != TRACE_NONE))
      continue;
    if (!r->n_roots || letter == TRACE_NONE)
      r->roots[r->n_roots++] = i;
    else
      r->waiting[r->n_waiting++] = i;
  }
}

/* Report "text" about the trace. */
static lcm_status refuse(const struct trace_log *log, const char *text) {
  lcm_report(log->ctx, LCM_DIAG_USAGE,
             (lcm_loc){.file = lcm_intern(log->ctx, log->file)}, "%s", text);
  return LCM_EUSAGE;
}

/* Say why what the profiler noted is not done once more, and what tells its
 * time on other processors. */
static lcm_status refuse_raw(const struct trace_log *log) {
  return refuse(
      log,
      "--replay needs tasks that messages begin, as of a message-driven "
      "program; the profiler notes for how long a thread is in a construct, "
      "tasks there one behind the other as one, and not who made a task or "
      "what it waits for. For other processors let models say it: lcm profile "
      "at several p, lcm fit, lcm annotate, and lcm predict -D p=P");
}

/* Put what messages cost into "options": "costs" where it is as recorded. */
static void choose_machine(struct md_options *options, struct md_machine *costs,
                           const struct trace_log *log,
                           const struct lcm_trace_replaying *how) {
  const double *of = log->costs;
  *costs = (struct md_machine){of[0], of[1], of[2], of[3], of[4], of[5]};
  if (!how->machine && log->simulated)
    options->costs = costs;
  else
    options->machine = how->machine ? how->machine : "zero";
  if (!isnan(how->latency))
    options->latency = how->latency > 0 ? how->latency : -1;
}

/* Return the longest of "errands" that is kept. */
static const struct trace_errand *longest(const struct trace_errands *errands) {
  const struct trace_errand *best = NULL;
  for (size_t i = 0; i < errands->all.n; i++) {
    const struct trace_errand *one = &errands->all.at[i];
    if (one->kept && (!best || one->work > best->work))
      best = one;
  }
  return best;
}

/* Report that "run" of "errands" failed. */
static lcm_status give_up(const struct trace_log *log,
                          const struct trace_errands *errands,
                          const struct trace_rerun *run) {
  const struct trace_errand *most = longest(errands);
  lcm_buf buf = {0};
  if (!run->roots)
    return refuse(log, "--replay: the trace has no task of the program");
  if (run->report.timers <= MOST_TIMERS)
    return refuse(log, "--replay: the run on simulated processors failed");
  lcm_buf_printf(&buf, "--replay: placement '%s' reports or asks every ",
                 run->options.strategy);
  lcm_put_time(&buf, run->report.period);
  lcm_buf_printf(&buf,
                 ", and the run is not over after %llu of that; set MD_PERIOD "
                 "to more seconds, if the times in the trace are right: a task "
                 "on %s works for ",
                 (unsigned long long)MOST_TIMERS,
                 trace_actor_name(log, most->actor));
  lcm_put_time(&buf, most->work);
  return refuse(log, lcm_ctx_text(log->ctx, &buf));
}

/* Find out whether what "r" does is ordered by priority: what the library does
 * comes first where the program's is taken by priority or as it came. */
static void choose_queue(struct replay *r, const struct md_options *options) {
  r->prior = !strcmp(options->queue, "priority");
  r->first = !r->ordered && (r->prior || !strcmp(options->queue, "fifo"));
}

/* Run "r" as "options" say; put what that did into "report". */
static bool perform(struct replay *r, struct md_options *options,
                    struct md_report *report) {
  static const struct md_chare chares[CHARES] = {{"task", 0}, {"resident", 0}};
  static const struct md_entry entries[ENTRIES] = {
      [FIRST] = {CHARE, "first", first},
      [PLACED] = {CHARE, "placed", placed},
      [FIXED] = {RESIDENT, "fixed", task},
      [QUIET] = {RESIDENT, "quiet", quiet}};
  static const struct md_program program = {.name = "replay",
                                            .chares = chares,
                                            .n_chares = CHARES,
                                            .entries = entries,
                                            .n_entries = ENTRIES,
                                            .resident = 1 + RESIDENT};
  options->run = "simulate";
  options->trace = "";
  options->limit = -1;
  options->timers = MOST_TIMERS;
  options->user = r;
  return !md_run(&program, options, report);
}

/* Put the factor "text", of "n" bytes, into "*out"; false where it is none. */
static bool take_factor(double *out, lcm_ctx *ctx, const char *text, size_t n) {
  const lcm_expr *e = NULL;
  const struct lcm_expr_source source = {.text = text, .len = n};
  const bool muted = lcm_ctx_mute(ctx, true);
  const bool read =
      !lcm_expr_parse(&e, ctx, &source) && !lcm_expr_eval(out, e, NULL, 0);
  (void)lcm_ctx_mute(ctx, muted);
  return read && *out > 0 && isfinite(*out);
}

/* Put "factor" to the names of "log" that have "word", of "n" bytes, in them;
 * return whether there are any. */
static bool scale_names(double *factors, const struct trace_log *log,
                        const char *word, size_t n, double factor) {
  lcm_arena *arena = lcm_ctx_arena(log->ctx);
  const char *wanted = lcm_arena_strndup(arena, word, n);
  bool found = false;
  for (size_t i = 0; i < log->names.n; i++)
    if (n && strstr(log->names.at[i].text, wanted)) {
      factors[i] *= factor;
      found = true;
    }
  return found;
}

/* Put what "how" says of the size of the work into "out". */
static lcm_status rescale(struct trace_rescale *out,
                          const struct trace_log *log,
                          const struct lcm_trace_replaying *how) {
  const char *at = how->scale;
  *out = (struct trace_rescale){
      LCM_NEW_ARRAY(lcm_ctx_arena(log->ctx), double, log->names.n + 1),
      how->bytes};
  for (size_t i = 0; i < log->names.n; i++)
    out->factors[i] = 1;
  while (at && *(at += strspn(at, ", "))) {
    const size_t all = strcspn(at, ",");
    const char *equals = memchr(at, '=', all);
    double factor = 0;
    size_t n = equals ? (size_t)(equals - at) : 0;
    while (n && at[n - 1] == ' ')
      n--;
    if (!equals || !take_factor(&factor, log->ctx, equals + 1,
                                (size_t)(at + all - equals - 1)))
      return refuse(log, "--scale is 'NAME = FACTOR', as 'work = 4, sort = "
                         "(2000/1000)^2'");
    if (!scale_names(out->factors, log, at, n, factor))
      return refuse(log, "--scale: nothing in the trace has that name");
    at += all;
  }
  return LCM_OK;
}

bool trace_replay_errands(struct trace_rerun *out, lcm_arena *arena,
                          const struct trace_errands *errands,
                          const struct trace_log *log,
                          const struct lcm_trace_replaying *how) {
  struct replay *r = LCM_NEW(arena, struct replay);
  struct md_machine costs;
  *out = (struct trace_rerun){{0}, {0}, false, 0, 0, 0};
  r->errands = errands;
  find_roots(r, arena);
  out->roots = r->n_roots;
  if (!r->n_roots)
    return false;
  r->recorded = !how->placement;
  out->options = (struct md_options){
      .processors = how->processors ? how->processors : (int)log->actors.n,
      .strategy = how->placement ? how->placement : "local",
      .queue = how->queue   ? how->queue
               : log->queue ? log->queue
                            : "fifo",
      .period = how->period};
  if (r->recorded && !how->queue &&
      (size_t)out->options.processors == log->actors.n)
    keep_order(r, arena, log->actors.n);
  choose_machine(&out->options, &costs, log, how);
  choose_queue(r, &out->options);
  const char *queue = out->options.queue;
  out->options.queue = r->first ? "priority" : queue;
  const bool done = perform(r, &out->options, &out->report);
  out->options.queue = queue;
  out->ordered = r->ordered;
  out->remote = r->remote;
  out->quiet = r->n_waiting;
  if (out->options.costs)
    out->options.machine = "as recorded";
  out->options.costs = NULL;
  return done;
}

/* Do the tasks of "log", which messages begin, once more, as trace_replay. */
static lcm_status replay_driven(lcm_trace *out, const struct trace_log *log,
                                const struct lcm_trace_replaying *how) {
  lcm_arena *arena = lcm_ctx_arena(log->ctx);
  struct lcm_trace_replay *did = LCM_NEW(arena, struct lcm_trace_replay);
  struct trace_errands errands = {0};
  struct trace_rescale sizes;
  struct trace_rerun run;
  const lcm_status status = rescale(&sizes, log, how);
  if (status)
    return status;
  if (!trace_errands_find(&errands, log, &sizes))
    return LCM_ENOMEM;
  if (!trace_replay_errands(&run, arena, &errands, log, how))
    return give_up(log, &errands, &run);
  did->time = run.report.time;
  did->measured = out->time;
  did->processors = run.options.processors;
  did->placement = how->placement ? how->placement : "as recorded";
  did->queue = run.ordered ? "as recorded" : run.options.queue;
  for (size_t i = 0; i < errands.all.n; i++)
    did->work += errands.all.at[i].kept ? errands.all.at[i].work : 0;
  did->tasks = (double)errands.n_kept;
  did->remote = (double)run.remote;
  did->latency = run.report.machine.latency;
  did->machine = run.options.machine;
  did->quiet = (double)run.quiet;
  did->scale = how->scale;
  did->bytes = how->bytes;
  did->anywhere = log->free && (how->placement || how->processors);
  did->untriggered = (double)(run.roots - 1);
  out->replay = did;
  return LCM_OK;
}

lcm_status trace_replay(lcm_trace *out, const struct trace_log *log,
                        const struct lcm_trace_replaying *how) {
  struct trace_log driven;
  if (log->raw)
    return refuse_raw(log);
  if (log->streamed)
    return refuse(log, "--replay needs all events: --memory MIB lets more be "
                       "kept");
  if (log->driven)
    return replay_driven(out, log, how);
  const lcm_status status = trace_triggers_find(&driven, log);
  return status ? status : replay_driven(out, &driven, how);
}
