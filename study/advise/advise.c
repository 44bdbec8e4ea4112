/* Advice on a program: looks at the point with most processors, ranks
 * findings, adds tables.  Remarks beside findings: what is known of the run
 * but cannot be tried. */
#include <string.h>

#include "study/advise/advising.h"
#include "study/advise/ceiling.h"
#include "study/advise/combine.h"
#include "study/advise/data.h"
#include "study/advise/detect.h"
#include "study/advise/phase.h"
#include "study/advise/points.h"
#include "study/advise/site.h"
#include "study/advise/try.h"
#include "study/timetable/timetable.h"

/* Findings of which all sets are tried. */
enum { MOST_TOGETHER = 5 };

/* Return the time of a program in which the findings of "found" whose bits are
 * in "set" are followed, in their order; false where that cannot be done. */
static bool try_set(struct lcm_trial *out, struct lcm_advising *a,
                    const lcm_findings *found, unsigned set) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < found->n && i < MOST_TOGETHER; i++)
    if (set >> i & 1)
      lcm_buf_printf(&buf, "%s%s", buf.len ? "; " : "", found->at[i].edit);
  return lcm_advise_try(out, a, a->program, lcm_ctx_text(a->ctx, &buf));
}

/* Return how many bits "set" has. */
static size_t size_of(unsigned set) {
  size_t n = 0;
  for (; set; set &= set - 1)
    n++;
  return n;
}

/* Return the best set of at most options->steps findings, 0 for none that is
 * better than "*time", which becomes its time. */
static unsigned best_set(double *time, struct lcm_advising *a,
                         const lcm_findings *found) {
  const size_t n = found->n < MOST_TOGETHER ? found->n : MOST_TOGETHER;
  const double slack = 1e-9 * a->point->time;
  unsigned best = 0;
  for (unsigned set = 1; set < 1u << n; set++) {
    struct lcm_trial trial;
    if (size_of(set) > a->options->steps || !try_set(&trial, a, found, set) ||
        trial.time >= *time - slack)
      continue;
    best = set;
    *time = trial.time;
  }
  return best;
}

/* Put the findings of "set" into "out", each with what it gains after those
 * before it. */
static void take_set(lcm_findings *out, struct lcm_advising *a,
                     const lcm_findings *found, unsigned set) {
  double before = a->point->time;
  unsigned done = 0;
  out->n = 0;
  for (size_t i = 0; i < found->n && i < MOST_TOGETHER; i++) {
    struct lcm_trial trial;
    if (!(set >> i & 1) || !try_set(&trial, a, found, done |= 1u << i))
      continue;
    lcm_finding step = found->at[i];
    step.time = trial.time;
    step.gain = before - trial.time;
    before = trial.time;
    LCM_LIST_ADD(lcm_ctx_arena(a->ctx), out, step);
  }
}

/* Follow the best finding, and in the program that it leaves again the best one
 * there is, into "out". */
static lcm_status follow(lcm_findings *out, struct lcm_advising *a,
                         const lcm_findings *found) {
  const lcm_finding *next = found->n ? &found->at[0] : NULL;
  const lcm_program *program = a->program;
  lcm_status status = LCM_OK;
  while (next && out->n < a->options->steps && !status) {
    struct lcm_trial trial;
    lcm_findings more = {0};
    LCM_LIST_ADD(lcm_ctx_arena(a->ctx), out, *next);
    if (!lcm_advise_try(&trial, a, program, next->edit))
      break;
    program = trial.program;
    struct lcm_advising after = {.ctx = a->ctx,
                                 .program = program,
                                 .grid = a->grid,
                                 .at = a->at,
                                 .options = a->options,
                                 .plain = a->plain,
                                 .tries = a->tries,
                                 .n_tried = a->n_tried};
    status = lcm_advise_find(&more, &after);
    a->n_tried = after.n_tried;
    a->n_left += after.n_left;
    next = more.n ? &more.at[0] : NULL;
  }
  return status;
}

/* Put the best sequence of findings of "a", "found" being its own, into
 * "out". */
static lcm_status advise_search(lcm_findings *out, struct lcm_advising *a,
                                const lcm_findings *found) {
  const lcm_status status = follow(out, a, found);
  if (status || !out->n)
    return status;
  double time = out->at[out->n - 1].time;
  const unsigned set = best_set(&time, a, found);
  if (set)
    take_set(out, a, found, set);
  return LCM_OK;
}

typedef LCM_LIST(struct lcm_advice_note) notes;

/* Put "note" among "all", which are in the order of their places. */
static void insert(struct lcm_advising *a, notes *all,
                   struct lcm_advice_note note) {
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), all, note);
  for (size_t i = all->n - 1; i > 0; i--) {
    const lcm_loc x = all->at[i].at;
    const lcm_loc y = all->at[i - 1].at;
    const int order = strcmp(x.file ? x.file : "", y.file ? y.file : "");
    if (order > 0 || (!order && x.line >= y.line))
      return;
    const struct lcm_advice_note other = all->at[i - 1];
    all->at[i - 1] = all->at[i];
    all->at[i] = other;
  }
}

/* ---- locks --------------------------------------------------------------- */

/* Take back what was said of edits at places where they cannot be made at all:
 * nobody asked for them. */
static void take_back(lcm_ctx *ctx) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = n; i > 0; i--) {
    const lcm_diag last = all[i - 1];
    if (last.id == LCM_DIAG_EDIT_PLACE && last.at.file &&
        !strcmp(last.at.file, "--edit"))
      (void)lcm_diag_withdraw(ctx, last.id, last.at);
  }
}

/* Return what is in the way of "edit", without the words that all such messages
 * begin with; NULL where nothing is. */
static const char *refusal(struct lcm_advising *a, const char *edit) {
  const lcm_restructuring *edits = NULL;
  const lcm_program *program = NULL;
  const char *why = NULL;
  size_t n = 0;
  if (lcm_restructuring_parse(&edits, a->ctx, edit))
    return NULL;
  const bool muted = lcm_ctx_mute(a->ctx, false);
  const lcm_status status =
      lcm_program_restructure(&program, a->ctx, a->program, edits, false);
  (void)lcm_ctx_mute(a->ctx, muted);
  const lcm_diag *all = lcm_diag_all(a->ctx, &n);
  for (size_t i = 0; status && i < n && !why; i++) {
    const char *begin = all[i].id == LCM_DIAG_EDIT_REFUSED ? "' is wrong: "
                        : all[i].id == LCM_DIAG_EDIT_PLACE ? "': "
                                                           : NULL;
    const char *at = begin ? strstr(all[i].message, begin) : NULL;
    if (!at || strncmp(all[i].message + 1, edit, strlen(edit)) != 0)
      continue;
    why = lcm_arena_printf(
        lcm_ctx_arena(a->ctx), "%s (%s:%u)", at + strlen(begin),
        all[i].at.file ? all[i].at.file : "?", all[i].at.line);
    (void)lcm_diag_withdraw(a->ctx, all[i].id, all[i].at);
    break;
  }
  take_back(a->ctx);
  return why;
}

/* Return the first candidate at "site"; NULL where there is none, or one of
 * them could be predicted. */
static const struct lcm_candidate *
first_refused(const struct lcm_advising *a,
              const struct lcm_advised_site *site) {
  const struct lcm_candidate *first = NULL;
  for (size_t i = 0; i < a->candidates.n; i++) {
    const struct lcm_candidate *c = &a->candidates.at[i];
    if (c->site != site)
      continue;
    if (c->done)
      return NULL;
    first = first ? first : c;
  }
  return first;
}

/* Note that threads wait for the lock "site", and why nothing is done. */
static void note_lock(notes *all, struct lcm_advising *a,
                      const struct lcm_advised_site *site) {
  const struct lcm_candidate *c = first_refused(a, site);
  const double least = a->options->threshold * a->point->time * a->point->p;
  if (!c || site->waits < least)
    return;
  const char *why = refusal(a, c->edits.at[0]);
  if (why)
    insert(
        a, all,
        (struct lcm_advice_note){lcm_advice_id(c->kind), c->at, c->what, why});
}

/* ---- messages ------------------------------------------------------------ */

/* What one operation does better than many messages. */
static const struct {
  const char *pattern;
  const char *id;
  const char *what;
  const char *why;
} MANY[] = {
    {"broadcast", "write-once",
     "one rank sends what it wrote once to each of the others, one after the "
     "other",
     "MPI_Bcast passes it on in as many rounds as the number of ranks can be "
     "halved; or MPI_Scatter, where each gets another part"},
    {"gather", "bottleneck",
     "one rank receives from each of the others, one after the other",
     "MPI_Reduce adds up, or MPI_Gather collects, in as many rounds as the "
     "number of ranks can be halved"},
    {"sequential chain", "sequential-chain",
     "a message goes around all ranks, each of which waits for the one before",
     "MPI_Scan or MPI_Bcast do it in as many rounds as the number of ranks can "
     "be halved"},
    {"sequential ring", "sequential-chain",
     "a message goes around all ranks, each of which waits for the one before",
     "MPI_Scan or MPI_Bcast do it in as many rounds as the number of ranks can "
     "be halved"},
    {"chain", "sequential-chain",
     "each rank waits for the message of the one before, so that one works "
     "after the other",
     "MPI_Scan does it in as many rounds as the number of ranks can be halved; "
     "or parts of the work, with a message for each"}};

/* Return whether one rank hands out work to whoever asks for it. */
static bool has_master(const struct lcm_advising *a) {
  for (size_t i = 0; i < a->prediction->n_patterns; i++)
    if (!strcmp(a->prediction->patterns[i].name, "master-worker"))
      return true;
  return false;
}

/* Note the pattern of messages "pattern", if the run spends its time there. */
static void note_pattern(notes *all, struct lcm_advising *a,
                         const struct lcm_pattern *pattern) {
  const struct lcm_advised_site *send = lcm_advise_site(a, pattern->send);
  const struct lcm_advised_site *receive = lcm_advise_site(a, pattern->receive);
  const bool matters = (send && lcm_site_matters(a, send)) ||
                       (receive && lcm_site_matters(a, receive));
  for (size_t i = 0; i < sizeof MANY / sizeof *MANY; i++)
    if (matters && a->point->p > 3 && !strcmp(MANY[i].pattern, pattern->name))
      insert(a, all,
             (struct lcm_advice_note){MANY[i].id, pattern->send->loc,
                                      MANY[i].what, MANY[i].why});
}

/* Return whether "out" advises a change of "kind" at "at". */
static bool advises(const lcm_advice *out, lcm_advice_kind kind, lcm_loc at) {
  bool any = false;
  for (size_t i = 0; i < out->n_findings; i++)
    any = any || (out->findings[i].kind == kind &&
                  out->findings[i].at.file == at.file &&
                  out->findings[i].at.line == at.line);
  return any;
}

/* Put what is known of the run of "a" but cannot be tried into "out". */
static void lcm_advise_notes(lcm_advice *out, struct lcm_advising *a) {
  notes all = {0};
  for (size_t i = 0; i < a->sites.n; i++)
    if (a->sites.at[i].met && a->sites.at[i].node->kind == LCM_NODE_USING)
      note_lock(&all, a, &a->sites.at[i]);
  for (size_t i = 0; i < a->prediction->n_patterns && !has_master(a); i++)
    note_pattern(&all, a, &a->prediction->patterns[i]);
  for (size_t i = 0; i < a->sites.n; i++) {
    struct lcm_advice_note note;
    if (lcm_advise_combining(&note, a, &a->sites.at[i]) &&
        !advises(out, LCM_ADVICE_COMBINE, note.at))
      insert(a, &all, note);
  }
  out->notes = all.at;
  out->n_notes = all.n;
}

/* ---- the point ----------------------------------------------------------- */

/* Return the point of "grid" with the most processors, of several the last. */
static size_t largest(const lcm_grid *grid) {
  size_t best = 0;
  for (size_t i = 1; i < grid->n_points; i++)
    if (lcm_grid_processors(grid, i) >= lcm_grid_processors(grid, best))
      best = i;
  return best;
}

/* Return whether nothing that threads and ranks do besides their work costs
 * anything on "machine" (NULL: the default). */
static bool is_costless(const lcm_machine *machine) {
  static const char *const COSTS[] = {"fork", "barrier", "chunk",
                                      "task", "lock",    "transfer"};
  bool free_of_charge = true;
  for (size_t i = 0; machine && i < sizeof COSTS / sizeof *COSTS; i++) {
    const struct lcm_cost *cost = lcm_machine_cost(machine, COSTS[i]);
    free_of_charge =
        free_of_charge && (!cost || lcm_expr_is_int(cost->expr, 0));
  }
  return free_of_charge;
}

/* ---- all of it ----------------------------------------------------------- */

/* Put the timetable of the run into "out", where there is one. */
static void add_timetable(lcm_advice *out, struct lcm_advising *a) {
  const struct lcm_timetable_request request = {.simulated = false};
  const bool muted = lcm_ctx_mute(a->ctx, true);
  const lcm_status status = lcm_predict_timetable(
      &out->timetable, a->ctx, a->program, a->grid, &a->plain, &request);
  (void)lcm_ctx_mute(a->ctx, muted);
  if (status)
    out->timetable = NULL;
}

/* Put the tables that were asked for into "out". */
static lcm_status add_tables(lcm_advice *out, struct lcm_advising *a) {
  if (a->options->ceilings)
    lcm_advise_ceilings(out, a);
  if (a->options->phases)
    lcm_advise_phases(out, a);
  if (a->options->chain)
    add_timetable(out, a);
  return a->options->data ? lcm_advise_data(out, a) : LCM_OK;
}

/* Where the advice "a" was stopped, let what was found be the answer so far,
 * without what "but" says; nothing where "status" says that nothing was. */
static void end_early(const struct lcm_advising *a, lcm_status status,
                      const char *but) {
  if (!status && lcm_ctx_is_stopped(a->ctx))
    lcm_ctx_end(a->ctx, "what %zu restructurings gain at p = %g%s", a->n_tried,
                a->point->p, but);
}

lcm_status lcm_advise(const lcm_advice **out, lcm_ctx *ctx,
                      const lcm_program *program, const lcm_grid *grid,
                      const struct lcm_advise_options *options) {
  const size_t at = largest(grid);
  lcm_advice *advice = LCM_NEW(lcm_ctx_arena(ctx), lcm_advice);
  lcm_findings found = {0};
  lcm_findings steps = {0};
  struct lcm_advising a = {.ctx = ctx,
                           .program = program,
                           .grid = lcm_grid_at(ctx, grid, at),
                           .at = at,
                           .options = options,
                           .plain = *options->predict,
                           .tries = lcm_advise_tries_new(ctx)};
  a.plain.nodes = a.plain.formula = a.plain.recurrences = false;
  lcm_status status = lcm_advise_find(&found, &a);
  const size_t n_below = a.n_below;
  end_early(&a, status, "");
  if (!status && options->steps && !lcm_ctx_so_far(ctx, NULL)) {
    status = advise_search(&steps, &a, &found);
    end_early(&a, status, ", without steps");
    if (lcm_ctx_so_far(ctx, NULL))
      steps.n = 0;
  }
  if (status)
    return status;
  *advice = (lcm_advice){.grid = grid,
                         .point = at,
                         .p = a.point->p,
                         .time = a.point->time,
                         .prediction = a.prediction,
                         .costless = is_costless(options->predict->machine),
                         .n_looked = 1,
                         .threshold = options->threshold,
                         .n_below = n_below,
                         .findings = found.at,
                         .n_findings = found.n,
                         .steps = steps.at,
                         .n_steps = steps.n};
  lcm_advise_notes(advice, &a);
  if (options->points && !lcm_ctx_so_far(ctx, NULL)) {
    lcm_advise_points(advice, &a, &found);
    end_early(&a, status, ", not what is so at others");
  }
  if (!lcm_ctx_so_far(ctx, NULL))
    status = add_tables(advice, &a);
  advice->n_tried = a.n_tried;
  advice->n_left = a.n_left;
  *out = advice;
  return status;
}
