/* Fitting all series of an experiment, those that others learn from first. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "composer/gsl/gsl_errors.h"
#include "fit/experiment/common.h"
#include "fit/experiment/fit.h"
#include "fit/experiment/growth.h"
#include "fit/experiment/growth_prior.h"
#include "fit/experiment/record.h"
#include "fit/job_internal.h"
#include "fit/models_internal.h"
#include "fit/report.h"
#include "model/structure/structure.h"

/* Return a copy of "text" in memory of "ctx"; NULL for NULL. */
static const char *keep(lcm_ctx *ctx, const char *text) {
  return text ? lcm_arena_strdup(lcm_ctx_arena(ctx), text) : NULL;
}

/* Copy the coefficients of "out" and their covariance. */
static void adopt_coefficients(lcm_fit_model *out, lcm_ctx *ctx) {
  const size_t k = out->n_coefficients;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_fit_coefficient *all =
      LCM_NEW_ARRAY(arena, struct lcm_fit_coefficient, k + 1);
  double *matrix = LCM_NEW_ARRAY(arena, double, 1 + k * k);
  for (size_t i = 0; i < k; i++) {
    all[i] = out->coefficients[i];
    all[i].name = lcm_intern(ctx, all[i].name);
  }
  for (size_t i = 0; i < k * k; i++)
    matrix[i] = out->covariance[i];
  out->coefficients = all;
  out->covariance = matrix;
}

/* Copy the ranges of the variables of "out". */
static void adopt_variables(lcm_fit_model *out, lcm_ctx *ctx) {
  const size_t n = out->n_variables;
  struct lcm_fit_range *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_fit_range, n + 1);
  for (size_t i = 0; i < n; i++) {
    all[i] = out->variables[i];
    all[i].name = lcm_intern(ctx, all[i].name);
  }
  out->variables = all;
}

/* Copy what "out" suggests to measure. */
static void adopt_suggestions(lcm_fit_model *out, lcm_ctx *ctx) {
  const size_t n = out->n_suggestions;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_fit_suggestion *all =
      LCM_NEW_ARRAY(arena, struct lcm_fit_suggestion, n + 1);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_fit_suggestion *from = &out->suggestions[i];
    lcm_binding *at = LCM_NEW_ARRAY(arena, lcm_binding, from->n + 1);
    for (size_t k = 0; k < from->n; k++)
      at[k] =
          (lcm_binding){lcm_intern(ctx, from->at[k].name), from->at[k].value};
    all[i] = (struct lcm_fit_suggestion){at, from->n, keep(ctx, from->why)};
  }
  out->suggestions = all;
}

/* Make the expression of "out" anew from its form. */
static lcm_status adopt_expression(lcm_fit_model *out, lcm_ctx *ctx,
                                   size_t rank) {
  const size_t n = out->n_variables;
  const char **names = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, n + 1);
  const lcm_expr *form = NULL;
  for (size_t i = 0; i < n; i++)
    names[i] = out->variables[i].name;
  const lcm_status status =
      lcm_fit_form_express(&form, ctx, out->form, names, n);
  return status ? status : lcm_fit_express(out, ctx, form, rank);
}

/* Put a copy of "model", which is of another context, into "*out", in memory of
 * "ctx"; "rank" as in lcm_fit_report. */
static lcm_status lcm_fit_adopt(lcm_fit_model *out, lcm_ctx *ctx,
                                const lcm_fit_model *model, size_t rank) {
  *out = *model;
  out->form = keep(ctx, model->form);
  out->formula = keep(ctx, model->formula);
  out->no_model = keep(ctx, model->no_model);
  out->regime = keep(ctx, model->regime);
  out->source.work = keep(ctx, model->source.work);
  out->source.said = keep(ctx, model->source.said);
  if (model->coefficients)
    adopt_coefficients(out, ctx);
  if (model->variables)
    adopt_variables(out, ctx);
  if (model->suggestions)
    adopt_suggestions(out, ctx);
  return model->expr ? adopt_expression(out, ctx, rank) : LCM_OK;
}

/* A share of the whole above which a part is most of it. */
static const double MOST = 0.5;

/* A run: its record of the whole, and the number of its point. */
struct run {
  const lcm_measurement *whole;
  size_t point;
};

/* Order runs as lcm_record_by_run does. */
static int by_run(const void *a, const void *b) {
  return lcm_record_by_run(((const struct run *)a)->whole,
                           ((const struct run *)b)->whole);
}

/* Return whether "series" was seen by samples: contention is not, but shared
 * out by what was. */
static bool is_sampled(const struct lcm_experiment_series *series) {
  const size_t n = series->data.n_points;
  bool sampled = n > 0 && lcm_cat_find(series->base.category) != LCM_CAT_RC;
  for (size_t i = 0; i < n && sampled; i++)
    sampled = lcm_record_is_sampled(series->records[i]);
  return sampled;
}

/* Return what says how "series" grows, "whole" being of the same category of
 * the whole run (or NULL). */
static enum lcm_experiment_guide
guide_of(const struct lcm_experiment_series *series,
         const struct lcm_experiment_series *whole) {
  if (!whole || !*series->base.fragment)
    return LCM_GUIDE_NONE;
  if (is_sampled(series))
    return LCM_GUIDE_SAMPLES;
  return series->total > MOST * whole->total ? LCM_GUIDE_RUN : LCM_GUIDE_NONE;
}

/* Add what "part" has in each of the "n" "runs" to "y". */
static void add(double *y, const struct lcm_experiment_series *part,
                const struct run *runs, size_t n) {
  for (size_t i = 0; i < part->data.n_points; i++) {
    const struct run key = {part->records[i], 0};
    const struct run *run = bsearch(&key, runs, n, sizeof *runs, by_run);
    if (run)
      y[run->point] += part->data.y[i];
  }
}

/* Put what samples saw of the category of "whole", which is of the whole runs,
 * in each of them into "*out": the sum of those of the "n" "parts" that they
 * split it among.  Return whether that is several, and something. */
static bool lcm_experiment_pool(struct lcm_experiment_series *out, lcm_ctx *ctx,
                                const struct lcm_experiment_series *whole,
                                const struct lcm_experiment_part *parts,
                                size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t points = whole->data.n_points;
  double *y = LCM_NEW_ARRAY(arena, double, points + 1);
  struct run *runs = LCM_NEW_ARRAY(arena, struct run, points + 1);
  size_t several = 0;
  double sum = 0;
  for (size_t i = 0; i < points; i++)
    runs[i] = (struct run){whole->records[i], i};
  if (points > 1)
    qsort(runs, points, sizeof *runs, by_run);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_experiment_series *part = parts[i].series;
    if (strcmp(part->base.category, whole->base.category) != 0 ||
        !is_sampled(part) || !(part->total > 0))
      continue;
    add(y, part, runs, points);
    several++;
  }
  for (size_t i = 0; i < points; i++)
    sum += y[i];
  *out = *whole;
  out->data.y = y;
  out->total = sum;
  return several > 1 && sum > 0;
}

/* A quantity to be fitted. */
struct task {
  struct lcm_experiment_series series;
  /* visits or iterations, of which only the chosen form is asked for */
  bool counts;
  bool pool;                       /* what samples split: the same */
  enum lcm_experiment_guide guide; /* what says how it grows besides others */
  /* on growth, NULL: nothing is known of it yet */
  const struct lcm_fit_growth_prior *prior;
  const lcm_fit_model *models; /* "n", once they are there */
  size_t n;
};

/* A fragment: what was seen of it, and the numbers of the tasks that are its
 * counts, NONE where there is nothing to fit. */
struct about {
  struct lcm_fit_fragment fragment;
  size_t visits;
  size_t iterations;
};

static const size_t NONE = SIZE_MAX;

/* How much memory a worker keeps from one task to the next. */
enum { KEPT = 1 << 23 };

/* An experiment being fitted, or what of it is fitted "again". */
struct fitting {
  lcm_ctx *ctx;
  const struct lcm_experiment_plan *plan;
  size_t n; /* quantities that are asked for */
  bool again;
  /* these and the counts of fragments, in the order of the results */
  LCM_LIST(struct task) tasks;
  LCM_LIST(struct about) abouts;
};

/* Who fits: in the context "ctx", with memory of "arena" that is taken back
 * after each task. */
struct worker {
  struct sharing *shared; /* with the others */
  lcm_ctx *ctx;
  lcm_arena arena;
  size_t number;
  bool failed; /* something went wrong, or was reported */
};

/* What workers share. */
struct sharing {
  struct fitting *f;
  struct worker *workers;
  atomic_size_t next; /* the first task that nobody has begun */
  atomic_size_t done; /* quantities that are fitted */
};

/* Return whether nobody asked for "task". */
static bool is_beside(const struct task *task) {
  return task->counts || task->pool;
}

/* Return what the source says of "task", NULL for nothing: it speaks of
 * computation. */
static const struct lcm_fit_source *source_of(const struct fitting *f,
                                              const struct task *task) {
  const lcm_fit_model *base = &task->series.base;
  if (is_beside(task) || lcm_cat_find(base->category) != LCM_CAT_PC)
    return NULL;
  for (size_t i = 0; i < f->plan->n_sources; i++)
    if (!strcmp(f->plan->sources[i].fragment, base->fragment))
      return &f->plan->sources[i].of;
  return NULL;
}

/* Return how "task" is to be fitted: with the typical forms of its category,
 * which are found in memory of "ctx". */
static struct lcm_fit_options options_for(const struct fitting *f, lcm_ctx *ctx,
                                          const struct task *task) {
  struct lcm_fit_options options = f->plan->options;
  const struct lcm_fit_data *data = &task->series.data;
  const char *const *library = NULL;
  options.prior = task->prior;
  options.source = source_of(f, task);
  if (is_beside(task)) {
    options.forms = NULL;
    options.n_forms = 0;
    options.all = false;
    options.search = true;
  }
  if (f->plan->forms && !options.n_forms) {
    options.n_library =
        lcm_forms_find(&library, ctx, f->plan->forms,
                       task->series.base.category, data->names, data->n_names);
    options.library = library;
  }
  return options;
}

/* Fit "task" as "worker". */
static lcm_status fit_task(struct worker *worker, struct task *task) {
  struct sharing *shared = worker->shared;
  const struct lcm_fit_options options =
      options_for(shared->f, worker->ctx, task);
  struct lcm_fit_job job = {.ctx = worker->ctx,
                            .arena = &worker->arena,
                            .data = &task->series.data,
                            .options = &options,
                            .base = &task->series.base};
  lcm_ctx_refill(worker->ctx);
  const lcm_status status = lcm_fit_job_run(&task->models, &task->n, &job);
  lcm_arena_rewind(&worker->arena);
  if (!is_beside(task))
    atomic_fetch_add(&shared->done, 1);
  return status;
}

/* Say how far the experiment is. */
static void tell(const struct sharing *shared) {
  const struct fitting *f = shared->f;
  if (f->plan->progress && !f->again)
    f->plan->progress(atomic_load(&shared->done), f->n, f->plan->user);
}

/* Fit tasks as the worker "user" as long as there are any. */
static lcm_status work(lcm_ctx *ctx, void *user) {
  struct worker *worker = user;
  struct sharing *shared = worker->shared;
  const size_t n = shared->f->tasks.n;
  lcm_status status = LCM_OK;
  (void)ctx;
  for (;;) {
    const size_t i = atomic_fetch_add(&shared->next, 1);
    if (i >= n || status)
      return status;
    status = fit_task(worker, &shared->f->tasks.at[i]);
    if (!worker->number)
      tell(shared);
  }
}

/* Be the worker "number" of "user" in a context of its own. */
static void be_worker(void *user, size_t number) {
  struct sharing *shared = user;
  struct worker *worker = &shared->workers[number];
  worker->failed = !worker->ctx || lcm_ctx_guard(worker->ctx, work, worker) ||
                   lcm_diag_count(worker->ctx, LCM_NOTE) > 0;
  lcm_arena_reset(&worker->arena);
  if (worker->failed)
    atomic_store(&shared->next, shared->f->tasks.n);
}

/* Fit all tasks in "ctx", in their order. */
static lcm_status fit_alone(struct fitting *f) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  struct sharing shared = {.f = f};
  struct worker worker = {
      .shared = &shared,
      .ctx = f->ctx,
      .arena = {.on_fail = arena->on_fail, .user = arena->user}};
  const lcm_status status = lcm_ctx_guard(f->ctx, work, &worker);
  lcm_arena_reset(&worker.arena);
  return status;
}

/* Copy the models of all tasks of "user" from the contexts of workers into
 * "ctx". */
static lcm_status adopt(lcm_ctx *ctx, void *user) {
  struct fitting *f = user;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < f->tasks.n && !status; i++) {
    struct task *task = &f->tasks.at[i];
    lcm_fit_model *models = LCM_NEW_ARRAY(arena, lcm_fit_model, task->n);
    lcm_ctx_refill(ctx);
    for (size_t k = 0; k < task->n && !status; k++)
      status = lcm_fit_adopt(&models[k], ctx, &task->models[k], k);
    task->models = models;
  }
  return status;
}

/* Fit all tasks by "n" workers; false where something went wrong or was
 * reported, which is to happen in the order of the tasks. */
static bool fit_shared(struct fitting *f, lcm_status *status, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  struct sharing shared = {.f = f,
                           .workers = LCM_NEW_ARRAY(arena, struct worker, n)};
  bool failed = false;
  for (size_t i = 0; i < n; i++) {
    struct worker *worker = &shared.workers[i];
    worker->shared = &shared;
    worker->number = i;
    worker->ctx = lcm_ctx_new(lcm_ctx_options(f->ctx));
    if (worker->ctx) {
      worker->arena.keep = KEPT;
      worker->arena.on_fail = lcm_ctx_arena(worker->ctx)->on_fail;
      worker->arena.user = lcm_ctx_arena(worker->ctx)->user;
    }
  }
  lcm_threads_run(n, be_worker, &shared);
  for (size_t i = 0; i < n; i++)
    failed = failed || shared.workers[i].failed;
  if (!failed)
    *status = lcm_ctx_guard(f->ctx, adopt, f);
  if (!failed)
    tell(&shared);
  for (size_t i = 0; i < n; i++)
    lcm_ctx_free(shared.workers[i].ctx);
  return !failed;
}

/* Fit all tasks. */
static lcm_status fit_all(struct fitting *f) {
  const size_t n = lcm_threads_of(f->plan->jobs, f->tasks.n);
  lcm_status status = LCM_OK;
  lcm_gsl_handler *const before = lcm_gsl_silence();
  if (n < 2 || !fit_shared(f, &status, n))
    status = fit_alone(f);
  lcm_gsl_restore(before);
  return status;
}

/* Put how "task" grows, if that is known, into "growths", it being the whole of
 * what it guides. */
static void learn_one(lcm_experiment_growths *growths, const struct fitting *f,
                      const struct task *task, enum lcm_experiment_guide of) {
  if (task->n && lcm_experiment_is_known(task->models, of))
    lcm_experiment_learn(growths, f->ctx, task->models, of);
}

/* Put how what is known of "f" grows into "growths". */
static void learn(lcm_experiment_growths *growths, const struct fitting *f) {
  for (size_t i = 0; i < f->tasks.n; i++) {
    const struct task *task = &f->tasks.at[i];
    if (task->pool)
      learn_one(growths, f, task, LCM_GUIDE_SAMPLES);
    else if (!task->counts)
      learn_one(growths, f, task, LCM_GUIDE_NONE);
    if (!is_beside(task) && !*task->series.base.fragment)
      learn_one(growths, f, task, LCM_GUIDE_RUN);
  }
}

/* Return whether "task" grows in another way than what is known of others. */
static bool is_doubtful(const struct fitting *f,
                        const lcm_experiment_growths *growths,
                        const struct task *task) {
  return !is_beside(task) && task->n && task->models->expr &&
         task->models->n_coefficients &&
         !lcm_experiment_is_usual(growths, f->ctx, task->models, task->guide);
}

/* Fit what its own values leave in doubt again, as what is known of the program
 * suggests. */
static lcm_status fit_again(struct fitting *f) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  struct fitting again = {.ctx = f->ctx, .plan = f->plan, .again = true};
  size_t *number = LCM_NEW_ARRAY(arena, size_t, f->tasks.n + 1);
  lcm_experiment_growths growths = {0};
  const struct lcm_fit_options *options = &f->plan->options;
  if (options->n_forms || options->all || !options->search)
    return LCM_OK;
  learn(&growths, f);
  for (size_t i = 0; i < f->tasks.n; i++) {
    struct task task = f->tasks.at[i];
    if (!is_doubtful(f, &growths, &task))
      continue;
    task.prior = lcm_experiment_prior_for(&growths, f->ctx, task.models,
                                          &task.series.data, task.guide);
    number[again.tasks.n] = i;
    if (task.prior)
      LCM_LIST_ADD(arena, &again.tasks, task);
  }
  const lcm_status status = again.tasks.n ? fit_all(&again) : LCM_OK;
  for (size_t k = 0; k < again.tasks.n && !status; k++)
    f->tasks.at[number[k]] = again.tasks.at[k];
  return status;
}

/* Return which of the "n" quantities at "series" is that of "category" of the
 * whole run, which come first; NULL for none. */
static const struct lcm_experiment_series *
whole_of(const struct lcm_experiment_series *series, size_t n,
         const char *category) {
  for (size_t i = 0; i < n && !*series[i].base.fragment; i++)
    if (!strcmp(series[i].base.category, category))
      return &series[i];
  return NULL;
}

/* Add what samples split among quantities to "f". */
static void add_pools(struct fitting *f,
                      const struct lcm_experiment_series *series, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  struct lcm_experiment_part *parts =
      LCM_NEW_ARRAY(arena, struct lcm_experiment_part, n + 1);
  for (size_t i = 0; i < n; i++)
    parts[i].series = &series[i];
  for (size_t i = 0; i < n && !*series[i].base.fragment; i++) {
    struct task task = {.pool = true};
    if (lcm_experiment_pool(&task.series, f->ctx, &series[i], parts, n))
      LCM_LIST_ADD(arena, &f->tasks, task);
  }
}

/* Return the number that "one" counts: visits, or iterations in one visit. */
static double count_of(const lcm_measurement *one, bool iterations) {
  return iterations ? one->iterations / one->visits : one->visits;
}

/* Put the counts of the records of "series" that have some into "out", in the
 * memory of the context. */
static void count_series(struct fitting *f, struct lcm_experiment_series *out,
                         const struct lcm_experiment_series *series,
                         bool iterations) {
  const size_t n = series->data.n_points;
  const size_t k = series->data.n_names;
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  double *x = LCM_NEW_ARRAY(arena, double, n *k + 1);
  double *y = LCM_NEW_ARRAY(arena, double, n + 1);
  size_t m = 0;
  *out = *series;
  out->base.category = iterations ? "iterations" : "visits";
  out->base.unit = NULL;
  for (size_t i = 0; i < n; i++) {
    const double count = count_of(series->records[i], iterations);
    if (!isfinite(count))
      continue;
    for (size_t j = 0; j < k; j++)
      x[m * k + j] = series->data.x[i * k + j];
    y[m++] = count;
  }
  out->data.x = x;
  out->data.y = y;
  out->data.n_points = m;
}

/* Put the count of "series" into "*value" where it is the same in all runs;
 * else add the task to fit it.  Return the number of that, or NONE. */
static size_t count(struct fitting *f, double *value,
                    const struct lcm_experiment_series *series,
                    bool iterations) {
  struct task task = {.counts = true};
  count_series(f, &task.series, series, iterations);
  const struct lcm_fit_data *counts = &task.series.data;
  bool same = counts->n_points > 0;
  *value = NAN;
  for (size_t i = 1; same && i < counts->n_points; i++)
    same = counts->y[i] == counts->y[0];
  if (same)
    *value = counts->y[0];
  if (same || !counts->n_points)
    return NONE;
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->tasks, task);
  return f->tasks.n - 1;
}

/* Return how many different points "data" has. */
static size_t points_of(lcm_ctx *ctx, const struct lcm_fit_data *data) {
  size_t *keys = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), size_t, data->n_names + 1);
  for (size_t i = 0; i < data->n_names; i++)
    keys[i] = i;
  return lcm_data_distinct(ctx, data, keys, data->n_names);
}

/* Note what was seen of the fragment of "series". */
static void add_fragment(struct fitting *f,
                         const struct lcm_experiment_series *series) {
  struct about about = {
      .fragment = {.fragment = series->base.fragment,
                   .place = series->base.place,
                   .label = series->base.label,
                   .points = points_of(f->ctx, &series->data)}};
  about.visits = count(f, &about.fragment.visits, series, false);
  about.iterations = count(f, &about.fragment.iterations, series, true);
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->abouts, about);
}

static const lcm_fit_model *model_of(const struct fitting *f, size_t i) {
  return i != NONE && f->tasks.at[i].n ? f->tasks.at[i].models : NULL;
}

/* Put the models and fragments of "f" into "fit". */
static void collect(lcm_fit *fit, const struct fitting *f) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  LCM_LIST(lcm_fit_model) models = {0};
  struct lcm_fit_fragment *fragments =
      LCM_NEW_ARRAY(arena, struct lcm_fit_fragment, f->abouts.n + 1);
  for (size_t i = 0; i < f->tasks.n; i++)
    for (size_t k = 0; k < f->tasks.at[i].n && !is_beside(&f->tasks.at[i]); k++)
      LCM_LIST_ADD(arena, &models, f->tasks.at[i].models[k]);
  for (size_t i = 0; i < f->abouts.n; i++) {
    const struct about *about = &f->abouts.at[i];
    fragments[i] = about->fragment;
    fragments[i].calls = model_of(f, about->visits);
    fragments[i].trips = model_of(f, about->iterations);
  }
  fit->models = models.at;
  fit->n_models = models.n;
  fit->fragments = fragments;
  fit->n_fragments = f->abouts.n;
}

/* Return "value" where "known" is the same or nothing was known before ("first"
 * record), else NULL. */
static const char *common(const char *known, const char *value, bool first) {
  if (first)
    return value;
  return known && value && !strcmp(known, value) ? known : NULL;
}

/* Put where and when the measurements were made into "fit": where that is the
 * same for all, and the last date. */
static void describe(lcm_fit *fit, const lcm_measurements *all) {
  for (size_t i = 0; i < all->n; i++) {
    const lcm_measurement *one = &all->at[i];
    fit->machine = common(fit->machine, one->machine, !i);
    fit->affinity = common(fit->affinity, one->affinity, !i);
    fit->source = common(fit->source, one->file, !i);
    if (one->date && (!fit->date || strcmp(one->date, fit->date) > 0))
      fit->date = one->date;
  }
}

/* Return what is common to all that was fitted, 0 where only a part of it
 * was. */
static double find_common(const struct fitting *f,
                          const lcm_measurements *all) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  LCM_LIST(struct lcm_experiment_part) parts = {0};
  for (size_t i = 0; i < f->tasks.n; i++) {
    const struct task *task = &f->tasks.at[i];
    const struct lcm_experiment_part part = {&task->series, model_of(f, i)};
    if (!is_beside(task))
      LCM_LIST_ADD(arena, &parts, part);
  }
  return f->plan->fragment || f->plan->n_categories
             ? 0
             : lcm_experiment_common(f->ctx, all, parts.at, parts.n);
}

lcm_status lcm_experiment_fit(const lcm_fit **out, lcm_ctx *ctx,
                              const lcm_measurements *all,
                              const struct lcm_experiment_series *series,
                              size_t n,
                              const struct lcm_experiment_plan *plan) {
  struct fitting f = {.ctx = ctx, .plan = plan, .n = n};
  for (size_t i = 0; i < n; i++) {
    if (!i || series[i].base.fragment != series[i - 1].base.fragment)
      add_fragment(&f, &series[i]);
    const struct task task = {
        .series = series[i],
        .guide =
            guide_of(&series[i], whole_of(series, n, series[i].base.category))};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &f.tasks, task);
  }
  add_pools(&f, series, n);
  lcm_status status = fit_all(&f);
  if (!status)
    status = fit_again(&f);
  if (status)
    return status;
  lcm_fit *fit = LCM_NEW(lcm_ctx_arena(ctx), lcm_fit);
  collect(fit, &f);
  describe(fit, all);
  fit->common = find_common(&f, all);
  *out = fit;
  return LCM_OK;
}
