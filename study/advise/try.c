/* Trying candidates: making the edits, predicting, ranking, joining equal ones.
 * */
#include <math.h>
#include <string.h>

#include "composer/predict/predict.h"
#include "model/link/link.h"
#include "study/advise/keep.h"
#include "study/advise/try.h"

/* Of two ways to do the same, the simpler one is as good within this share of
 * the time. */
static const double ALIKE = 1e-3;

/* A gain of no more than this share of the time is none. */
static const double NOTHING = 1e-6;

/* The most findings that are tried one after the other, to fold them; numbers
 * of parts that are no better than one before until no others are tried. */
enum { MOST_FOLDED = 16, MOST_WORSE = 2 };

/* What preparing a restructured program takes for each of its nodes, as
 * lcm_ctx_worked counts. */
enum { WORK_OF_NODE = 8 };

/* A restructuring of "from" that was asked for. */
struct tried {
  const lcm_program *from;
  const lcm_program *program; /* that it makes; NULL: it cannot be made */
  /* of "program"; NULL: it has to be made anew at each point */
  struct lcm_predictor *predictor;
  size_t before; /* 1 + the number of the one before it with the same edit */
};

struct lcm_advise_tries {
  LCM_LIST(struct tried) all;
  lcm_map last;             /* of an edit: 1 + the number of the last with it */
  size_t before;            /* bytes that were held before the first */
  unsigned long long look;  /* what the first look at a program took */
  unsigned long long spent; /* what predicting them took so far */
};

struct lcm_advise_tries *lcm_advise_tries_new(lcm_ctx *ctx) {
  struct lcm_advise_tries *tries =
      LCM_NEW(lcm_ctx_arena(ctx), struct lcm_advise_tries);
  tries->before = lcm_ctx_arena(ctx)->held;
  return tries;
}

void lcm_advise_looked(struct lcm_advising *a, unsigned long long work) {
  if (!a->tries->look)
    a->tries->look = work;
}

/* Return how much work predicting restructurings may take, 0: any. */
static unsigned long long most_work(const struct lcm_advising *a) {
  const unsigned long long least = LCM_ADVISE_LOOKS * a->tries->look;
  const unsigned long long work = a->options->work;
  return work && work < least ? least : work;
}

/* Restructure "from" as "edit" says into "one", whose budget is the full one,
 * whatever those before it have spent. */
static void make(struct tried *one, struct lcm_advising *a,
                 const lcm_program *from, const char *edit) {
  const lcm_restructuring *edits = NULL;
  lcm_ctx_refill(a->ctx);
  const bool muted = lcm_ctx_mute(a->ctx, true);
  *one = (struct tried){.from = from};
  lcm_status status = lcm_restructuring_parse(&edits, a->ctx, edit);
  if (!status)
    status = lcm_program_restructure(&one->program, a->ctx, from, edits, false);
  if (status)
    one->program = NULL;
  (void)lcm_ctx_mute(a->ctx, muted);
}

/* Return "from" restructured as "edit" says, which is done once. */
static struct tried *tried_of(struct lcm_advising *a, const lcm_program *from,
                              const char *edit) {
  struct lcm_advise_tries *tries = a->tries;
  const char *key = lcm_intern(a->ctx, edit);
  size_t last = 0;
  struct tried one;
  (void)lcm_map_get(&tries->last, key, &last);
  for (size_t i = last; i; i = tries->all.at[i - 1].before)
    if (tries->all.at[i - 1].from == from)
      return &tries->all.at[i - 1];
  make(&one, a, from, edit);
  one.before = last;
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &tries->all, one);
  lcm_map_put(lcm_ctx_arena(a->ctx), &tries->last, key, tries->all.n);
  return &tries->all.at[tries->all.n - 1];
}

const lcm_program *lcm_advise_times(double *times, struct lcm_advising *a,
                                    const lcm_program *program,
                                    const char *edit, const lcm_grid *grid) {
  struct tried *one = tried_of(a, program, edit);
  for (size_t i = 0; i < grid->n_points; i++)
    times[i] = NAN;
  lcm_ctx_refill(a->ctx);
  if (one->program && !one->predictor)
    one->predictor = lcm_times_predictor(a->ctx, one->program, grid, &a->plain);
  const unsigned long long before = lcm_ctx_worked(a->ctx);
  if (one->predictor)
    lcm_predictor_times(times, one->predictor, grid);
  a->tries->spent +=
      WORK_OF_NODE * a->sites.n + lcm_ctx_worked(a->ctx) - before;
  if (one->predictor && lcm_predictor_is_of_point(one->predictor))
    one->predictor = NULL;
  return one->program;
}

bool lcm_advise_is_over(const struct lcm_advising *a) {
  const size_t most = a->options->memory;
  const unsigned long long work = most_work(a);
  return a->n_tried >= a->options->most || lcm_ctx_is_stopped(a->ctx) ||
         (work && a->tries->spent > work) ||
         (most && lcm_ctx_arena(a->ctx)->held - a->tries->before > most);
}

bool lcm_advise_try(struct lcm_trial *out, struct lcm_advising *a,
                    const lcm_program *program, const char *edit) {
  *out = (struct lcm_trial){.edit = edit, .time = NAN};
  if (lcm_advise_is_over(a)) {
    a->n_left++;
    return false;
  }
  a->n_tried++;
  out->program = lcm_advise_times(&out->time, a, program, edit, a->grid);
  if (lcm_ctx_is_stopped(a->ctx))
    return false;
  lcm_ctx_tell(a->ctx, "restructurings", a->n_tried,
               a->n_tried + a->candidates.n);
  return out->program && isfinite(out->time);
}

/* ---- ranking ------------------------------------------------------------- */

/* Return whether "kind" is done by a number of parts, of which more are better
 * up to some number, and worse behind it. */
static bool has_optimum(lcm_advice_kind kind) {
  return kind == LCM_ADVICE_PIPELINE || kind == LCM_ADVICE_TABLE;
}

/* Return whether a premise of "trial" that is not proved begins with "words"
 * or, with "inside", has them anywhere. */
static bool assumes(const struct lcm_advising *a, const lcm_program *program,
                    const char *words, bool inside) {
  for (size_t i = a->program->n_premises; i < program->n_premises; i++) {
    const struct lcm_premise *one = &program->premises[i];
    const char *found = strstr(one->text, words);
    if (!one->proved && found && (inside || found == one->text))
      return true;
  }
  return false;
}

/* Return whether a premise of "program", which "a" tries, is not so as far as
 * is seen. */
static bool is_denied(const struct lcm_advising *a,
                      const lcm_program *program) {
  for (size_t i = a->program->n_premises; i < program->n_premises; i++)
    if (program->premises[i].denied)
      return true;
  return false;
}

/* Return whether "edit", a restructuring of "kind", is more of a guess than of
 * advice: statements that follow one another mostly do so because a later one
 * reads what an earlier one writes, which then has to be proved otherwise; what
 * is printed, or a function keeps from call to call, mostly has an order; and
 * what it rests on may not be so as far as is seen.
 * It is asked before the edit is predicted, which can take long. */
static bool is_guess(struct lcm_advising *a, lcm_advice_kind kind,
                     const char *edit) {
  const lcm_program *program = tried_of(a, a->program, edit)->program;
  return program &&
         ((kind == LCM_ADVICE_SECTIONS &&
           assumes(a, program, "the sections are independent", false)) ||
          assumes(a, program, "(it calls '", true) || is_denied(a, program));
}

/* Put the best way to do "c" into "*out"; false where none can be done. */
static bool try_ways(struct lcm_trial *out, struct lcm_advising *a,
                     const struct lcm_candidate *c) {
  const double slack = ALIKE * a->point->time;
  size_t worse = 0;
  bool any = false;
  for (size_t i = 0; i < c->edits.n; i++) {
    struct lcm_trial trial;
    if (has_optimum(c->kind) && worse >= MOST_WORSE)
      break;
    worse++;
    if ((!lcm_advise_is_over(a) && is_guess(a, c->kind, c->edits.at[i])) ||
        !lcm_advise_try(&trial, a, a->program, c->edits.at[i]) ||
        (any && trial.time > out->time - slack) ||
        !lcm_advise_keeps_work(a, c, &trial))
      continue;
    *out = trial;
    any = true;
    worse = 0;
  }
  return any;
}

/* Return what any edit but one can gain at most: computation alone, shared by
 * all processors, takes that much less.  Work that each thread does by itself
 * can become less. */
static double most_gain(const struct lcm_advising *a,
                        const struct lcm_candidate *c) {
  const lcm_point *point = a->point;
  const double work = point->cats[LCM_CAT_PC] + point->cats[LCM_CAT_UNSPLIT];
  return c->kind == LCM_ADVICE_REPLICATED ? point->time
                                          : point->time - work / point->p;
}

/* Return the finding that "c" is, done as "trial" does it. */
static lcm_finding finding_of(const struct lcm_advising *a,
                              const struct lcm_candidate *c,
                              const struct lcm_trial *trial) {
  const size_t before = a->program->n_premises;
  return (lcm_finding){
      .kind = c->kind,
      .at = c->at,
      .place = lcm_place_of(a->ctx, &a->program->functions[c->site->function],
                            c->site->node),
      .what = c->what,
      .edit = trial->edit,
      .premises = trial->program->premises + before,
      .n_premises = trial->program->n_premises - before,
      .point = a->at,
      .time = trial->time,
      .gain = a->point->time - trial->time};
}

/* Return how many of the premises of "finding" are assumed. */
static size_t assumed(const lcm_finding *finding) {
  size_t n = 0;
  for (size_t i = 0; i < finding->n_premises; i++)
    n += !finding->premises[i].proved;
  return n;
}

/* Return whether "x" says why threads are slow together where "y" only tells
 * not to have so many. */
static bool says_why(const lcm_finding *x, const lcm_finding *y) {
  return x->kind == LCM_ADVICE_SHARED_LINE && y->kind == LCM_ADVICE_REGION_FINE;
}

/* Return whether nobody knows whether the program computes the same once
 * "finding" is followed. */
static bool is_open(const lcm_finding *finding) {
  bool open = false;
  for (size_t i = 0; i < finding->n_premises; i++)
    open = open || finding->premises[i].open;
  return open;
}

/* Return whether "x" is better advice than "y": it is known to leave what the
 * program computes as it is, or gains clearly more, or as much with fewer steps
 * or less that is assumed. */
static bool is_better(const struct lcm_advising *a, const lcm_finding *x,
                      const lcm_finding *y) {
  const double slack = ALIKE * a->point->time;
  if (is_open(x) != is_open(y))
    return is_open(y);
  if (fabs(x->gain - y->gain) > slack)
    return x->gain > y->gain;
  if (says_why(x, y) || says_why(y, x))
    return says_why(x, y);
  if (assumed(x) != assumed(y))
    return assumed(x) < assumed(y);
  return strlen(x->edit) < strlen(y->edit);
}

/* Put "finding" among "all" where it belongs. */
static void insert(lcm_findings *all, const struct lcm_advising *a,
                   lcm_finding finding) {
  LCM_LIST_ADD(lcm_ctx_arena(a->ctx), all, finding);
  for (size_t i = all->n - 1; i > 0; i--) {
    if (!is_better(a, &all->at[i], &all->at[i - 1]))
      return;
    const lcm_finding other = all->at[i - 1];
    all->at[i - 1] = all->at[i];
    all->at[i] = other;
  }
}

/* Return how much less time the run could spend at the site of "c" than it
 * does, about: as much as it does not compute there on all processors. */
static double promise(const struct lcm_advising *a,
                      const struct lcm_candidate *c) {
  return c->kind == LCM_ADVICE_REPLICATED
             ? c->site->time
             : c->site->time - c->site->work / a->point->p;
}

/* Where not all candidates of "a" may be tried, put those first that promise
 * most. */
static void order_by_promise(struct lcm_advising *a) {
  struct lcm_candidate *all = a->candidates.at;
  const size_t n = a->candidates.n;
  const unsigned long long work = most_work(a);
  if (!work || n * (a->tries->look + WORK_OF_NODE * a->sites.n) <= work)
    return;
  for (size_t i = 1; i < n; i++) {
    const struct lcm_candidate one = all[i];
    size_t k = i;
    for (; k && promise(a, &all[k - 1]) < promise(a, &one); k--)
      all[k] = all[k - 1];
    all[k] = one;
  }
}

void lcm_advise_rank(lcm_findings *out, struct lcm_advising *a) {
  const double least = a->options->threshold * a->point->time;
  order_by_promise(a);
  for (size_t i = 0; i < a->candidates.n; i++) {
    struct lcm_trial trial;
    if (most_gain(a, &a->candidates.at[i]) <= least ||
        !try_ways(&trial, a, &a->candidates.at[i]))
      continue;
    a->candidates.at[i].done = true;
    const lcm_finding finding = finding_of(a, &a->candidates.at[i], &trial);
    if (finding.gain > least && finding.gain > 0)
      insert(out, a, finding);
    else
      a->n_below += finding.gain > NOTHING * a->point->time;
  }
}

/* ---- folding ------------------------------------------------------------- */

/* Return whether "finding" still gains once "better" is followed. */
static bool still_gains(struct lcm_advising *a, const lcm_finding *better,
                        const lcm_finding *finding) {
  struct lcm_trial trial;
  const char *both = lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s; %s",
                                      better->edit, finding->edit);
  return lcm_advise_try(&trial, a, a->program, both) &&
         better->time - trial.time > a->options->threshold * a->point->time;
}

/* Say in "better" that it settles what "finding" is about. */
static void explain(lcm_ctx *ctx, lcm_finding *better,
                    const lcm_finding *finding) {
  const size_t n = better->n_explains;
  const char **all = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, n + 1);
  if (n)
    memcpy(all, better->explains, n * sizeof *all);
  all[n] = lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%u: %s",
                            finding->at.file ? finding->at.file : "?",
                            finding->at.line, finding->what);
  better->explains = all;
  better->n_explains = n + 1;
}

void lcm_advise_fold(lcm_findings *findings, struct lcm_advising *a) {
  size_t kept = 0;
  if (lcm_ctx_is_stopped(a->ctx))
    return;
  for (size_t i = 0; i < findings->n; i++) {
    const lcm_finding finding = findings->at[i];
    size_t by = kept;
    for (size_t k = 0; k < kept && k < MOST_FOLDED && by == kept; k++)
      if (!still_gains(a, &findings->at[k], &finding))
        by = k;
    if (by == kept)
      findings->at[kept++] = finding;
    else
      explain(a->ctx, &findings->at[by], &finding);
  }
  findings->n = kept;
}
