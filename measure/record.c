/* Makes records of the raw files of a run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/record.h"

/* What is summed up of a place. */
struct sum {
  struct profile_place place;
  double ns[LCM_RAW_CATEGORIES]; /* by category */
  double visits;                 /* NAN: nobody knows */
  /* how often its barriers were: its visits where nothing else counts these */
  double barriers;
  double iterations;
  double elapsed;
};

/* Sums being made: by the name of the fragment. */
struct summing {
  lcm_ctx *ctx;
  lcm_map index;
  LCM_LIST(struct sum) sums;
  double total[LCM_RAW_CATEGORIES];
};

/* Return the sum of "place", a new one where there is none. */
static struct sum *sum_of(struct summing *s, struct profile_place place) {
  size_t i = 0;
  const char *name = lcm_intern(s->ctx, place.fragment);
  if (lcm_map_get(&s->index, name, &i))
    return &s->sums.at[i];
  place.fragment = name;
  lcm_map_put(lcm_ctx_arena(s->ctx), &s->index, name, s->sums.n);
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->sums,
               (struct sum){.place = place,
                            .visits = (double)NAN,
                            .iterations = (double)NAN,
                            .elapsed = (double)NAN});
  return &s->sums.at[s->sums.n - 1];
}

/* Add "more" to "*value", which is NAN as long as nothing was added. */
static void add_known(double *value, double more) {
  *value = isnan(*value) ? more : *value + more;
}

/* Return whether what a processor spends as category "c" is work, that samples
 * see, and not waiting. */
static bool is_work(size_t c) { return c == LCM_RAW_PC || c >= LCM_RAW_RC; }

/* Divide what "ns" has among the "parts" of its site, the last of which gets
 * what is left, so that nothing is lost to rounding.  In serial code all others
 * wait for each part; what a construct waits is its own. */
static void divide(struct summing *s, const profile_parts *parts,
                   const double *ns) {
  double left[LCM_RAW_CATEGORIES];
  memcpy(left, ns, sizeof left);
  for (size_t c = 0; c < LCM_RAW_CATEGORIES; c++)
    if (!parts->serial && !is_work(c) && left[c] > 0) {
      sum_of(s, parts->own)->ns[c] += left[c];
      left[c] = 0;
    }
  for (size_t i = 0; i < parts->n; i++) {
    struct sum *sum = sum_of(s, parts->at[i].place);
    for (size_t c = 0; c < LCM_RAW_CATEGORIES; c++) {
      const double share =
          i + 1 == parts->n ? left[c]
                            : fmin(left[c], floor(ns[c] * parts->at[i].share));
      sum->ns[c] += share;
      left[c] -= share;
    }
  }
  for (size_t c = 0; c < LCM_RAW_CATEGORIES; c++)
    s->total[c] += ns[c];
}

/* What all threads have of a site: visits and iterations of the one that has
 * most, and of all. */
struct site_counts {
  double most_visits;
  double all_visits;
  double iterations;
  double elapsed;
};

/* Return whether a site of "kind" is executed by one member of a team at a
 * time, else by all of them together. */
static bool is_alone(uint32_t kind) {
  return kind == LCM_RAW_SINGLE || kind == LCM_RAW_MASKED ||
         kind == LCM_RAW_TASK || kind == LCM_RAW_TASKWAIT ||
         kind == LCM_RAW_TASKGROUP || kind == LCM_RAW_CRITICAL ||
         kind == LCM_RAW_ORDERED || kind == LCM_RAW_LOCK ||
         kind == LCM_RAW_THREAD_FUNCTION || kind == LCM_RAW_JOIN ||
         kind == LCM_RAW_CONDITION || kind == LCM_RAW_SEMAPHORE ||
         kind == LCM_RAW_MESSAGE_CALL || kind == LCM_RAW_TASKLOOP;
}

/* Return whether a site of "kind" has visits of its own, and is not a part of
 * another one that is counted. */
static bool is_counted(uint32_t kind) {
  return kind != LCM_RAW_GAP && kind != LCM_RAW_BARRIER &&
         kind != LCM_RAW_REDUCTION && kind != LCM_RAW_PROGRAM;
}

/* Return whether a site of "kind" may be a part of one of the kind "around". */
static bool may_be_part(uint32_t kind, uint32_t around) {
  return around == LCM_RAW_PARALLEL
             ? kind == LCM_RAW_LOOP || kind == LCM_RAW_SECTIONS ||
                   kind == LCM_RAW_WORKSHARE || kind == LCM_RAW_BARRIER
             : around == LCM_RAW_TASKGROUP && kind == LCM_RAW_TASKWAIT;
}

/* Return whether "site" is a part of what its parent is: the loop of a
 * `parallel for`, the end of a task group. */
static bool is_part(const lcm_raw_file *raw, const profile_parts *parts,
                    const lcm_raw_site *site) {
  return parts[site->id].inner ||
         (site->parent < raw->n_sites && raw->sites[site->parent] &&
          may_be_part(site->kind, raw->sites[site->parent]->kind) &&
          !strcmp(parts[site->parent].own.fragment,
                  parts[site->id].own.fragment));
}

/* Add "counts" of "site" to the sum of its place. */
static void add_site(struct summing *s, const lcm_raw_file *raw,
                     const profile_parts *parts,
                     const struct site_counts *counts,
                     const lcm_raw_site *site) {
  struct sum *sum = sum_of(s, parts[site->id].own);
  const double visits =
      is_alone(site->kind) ? counts->all_visits : counts->most_visits;
  if (counts->iterations > 0)
    add_known(&sum->iterations, counts->iterations);
  if (site->kind == LCM_RAW_BARRIER && !is_part(raw, parts, site))
    sum->barriers += visits;
  if (!is_counted(site->kind) || is_part(raw, parts, site))
    return;
  add_known(&sum->visits, visits);
  if (counts->elapsed > 0)
    add_known(&sum->elapsed, counts->elapsed);
}

/* Add what "raw" counts of its sites to the sums of their places. */
static void add_counts(struct summing *s, const lcm_raw_file *raw,
                       profile_parts *parts) {
  struct site_counts *counts = LCM_NEW_ARRAY(
      lcm_ctx_arena(s->ctx), struct site_counts, raw->n_sites + 1);
  for (size_t i = 0; i < raw->n_cells; i++) {
    const lcm_raw_cell *cell = raw->cells[i];
    if (cell->site >= raw->n_sites ||
        (cell->thread < raw->n_threads && raw->threads[cell->thread] &&
         raw->threads[cell->thread]->role == LCM_RAW_VACANT))
      continue;
    struct site_counts *own = &counts[cell->site];
    own->most_visits = fmax(own->most_visits, (double)cell->visits);
    own->all_visits += (double)cell->visits;
    own->iterations += (double)cell->iterations;
    own->elapsed = fmax(own->elapsed, (double)cell->elapsed_ns);
  }
  for (size_t i = 0; i < raw->n_sites; i++)
    if (raw->sites[i] && parts[i].own.fragment)
      add_site(s, raw, parts, &counts[i], raw->sites[i]);
}

/* Return the site that "site" lies in, 0 where there is none. */
static uint32_t parent_of(const lcm_raw_file *raw, uint32_t site) {
  return site < raw->n_sites && raw->sites[site] ? raw->sites[site]->parent : 0;
}

/* Return whether "site" is a tag. */
static bool is_tag(const lcm_raw_file *raw, uint32_t site) {
  return site < raw->n_sites && raw->sites[site] &&
         raw->sites[site]->kind == LCM_RAW_TAG;
}

/* Return whether a tag inside "site", "from" or around that, is called as
 * "site" is. */
static bool is_met(const lcm_raw_file *raw, const profile_parts *parts,
                   uint32_t from, uint32_t site) {
  bool met = false;
  for (uint32_t at = from; at && at != site && !met; at = parent_of(raw, at))
    met = is_tag(raw, at) &&
          !strcmp(parts[at].own.fragment, parts[site].own.fragment);
  return met;
}

/* Add what "ns" has, spent at "site", to the sums of all tags around it, each
 * once. */
static void add_to_tags(struct summing *s, const lcm_raw_file *raw,
                        const profile_parts *parts, uint32_t site,
                        const double *ns) {
  for (uint32_t at = site; at; at = parent_of(raw, at)) {
    if (!is_tag(raw, at) || is_met(raw, parts, site, at))
      continue;
    struct sum *sum = sum_of(s, parts[at].own);
    for (size_t c = 0; c < LCM_RAW_CATEGORIES; c++)
      sum->ns[c] += ns[c];
  }
}

/* Add what "raw" has spent to the sums of "s". */
static void add_raw(struct summing *s, const lcm_raw_file *raw,
                    profile_parts *parts) {
  for (size_t i = 0; i < raw->n_cells; i++) {
    double ns[LCM_RAW_CATEGORIES];
    if (raw->cells[i]->site >= raw->n_sites)
      continue;
    for (size_t c = 0; c < LCM_RAW_CATEGORIES; c++)
      ns[c] = (double)raw->cells[i]->ns[c];
    divide(s, &parts[raw->cells[i]->site], ns);
    add_to_tags(s, raw, parts, raw->cells[i]->site, ns);
  }
  for (size_t i = 0; i < raw->n_threads; i++) {
    const lcm_raw_thread *thread = raw->threads[i];
    double ns[LCM_RAW_CATEGORIES] = {0};
    if (!thread || !raw->open_ns[i] || thread->site >= raw->n_sites ||
        thread->category >= LCM_RAW_CATEGORIES)
      continue;
    ns[thread->category] = (double)raw->open_ns[i];
    divide(s, &parts[thread->site], ns);
    add_to_tags(s, raw, parts, thread->site, ns);
  }
}

const char *const *profile_categories(size_t *n, lcm_ctx *ctx,
                                      const struct profile_raws *raws) {
  static const char *const NAMES[LCM_RAW_FIRST_USER] = {
#define LCM_RAW_CATEGORY(name, word) word,
#include "profiler/raw/categories.def"
#undef LCM_RAW_CATEGORY
  };
  const char **names =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, LCM_RAW_CATEGORIES);
  const lcm_raw_header *header = raws->n ? raws->at[0].header : NULL;
  for (size_t i = 0; i < LCM_RAW_FIRST_USER; i++)
    names[i] = lcm_intern(ctx, NAMES[i]);
  *n = LCM_RAW_FIRST_USER;
  for (; header && *n < header->n_categories && *n < LCM_RAW_CATEGORIES; ++*n)
    names[*n] = lcm_intern_n(
        ctx, header->categories[*n],
        strnlen(header->categories[*n], sizeof header->categories[*n]));
  return names;
}

/* Return the categories of "ns" as bindings, "*n_out" of them: those of the
 * thesis, and the others where they are not 0. */
static const lcm_binding *bindings_of(size_t *n_out, lcm_ctx *ctx,
                                      const char *const *names, size_t n,
                                      const double *ns) {
  lcm_binding *out =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, LCM_RAW_CATEGORIES);
  *n_out = 0;
  for (size_t c = 0; c < n; c++)
    if (c <= LCM_RAW_RC || ns[c] > 0)
      out[(*n_out)++] = (lcm_binding){names[c], ns[c] * 1e-9};
  return out;
}

const char *profile_add_flag(lcm_ctx *ctx, const char *flags,
                             const char *flag) {
  if (profile_has_flag(flags, flag))
    return flags;
  return flags ? LCM_INTERN_JOINED(ctx, flags, " ", flag)
               : lcm_intern(ctx, flag);
}

const char *profile_add_flags(lcm_ctx *ctx, const char *flags,
                              const char *more) {
  for (const char *at = more ? more : ""; *at; at += strspn(at, " ,")) {
    const size_t n = strcspn(at, " ,");
    flags = profile_add_flag(ctx, flags, lcm_intern_n(ctx, at, n));
    at += n;
  }
  return flags;
}

bool profile_has_flag(const char *flags, const char *flag) {
  const size_t len = strlen(flag);
  for (const char *at = flags ? flags : ""; *at; at += strspn(at, " ,")) {
    const size_t n = strcspn(at, " ,");
    if (n == len && !memcmp(at, flag, n))
      return true;
    at += n;
  }
  return false;
}

/* Return the record of "sum", of which "base" has what all have. */
static lcm_measurement record_of(lcm_ctx *ctx, const struct sum *sum,
                                 const lcm_measurement *base,
                                 const char *const *names, size_t n) {
  lcm_measurement out = *base;
  out.fragment = sum->place.fragment;
  out.place = sum->place.place;
  out.label = sum->place.label;
  out.categories = bindings_of(&out.n_categories, ctx, names, n, sum->ns);
  out.visits =
      isnan(sum->visits) && sum->barriers > 0 ? sum->barriers : sum->visits;
  out.iterations = sum->iterations;
  out.elapsed = sum->elapsed * 1e-9;
  if (sum->place.ignored)
    out.flags = profile_add_flag(ctx, out.flags, "ignored");
  if (sum->place.inclusive)
    out.flags = profile_add_flag(ctx, out.flags, "inclusive");
  return out;
}

/* Order sums by their fragments. */
static int sum_order(const void *a, const void *b) {
  return strcmp(((const struct sum *)a)->place.fragment,
                ((const struct sum *)b)->place.fragment);
}

/* Return whether "sum" says anything. */
static bool is_spent(const struct sum *sum) {
  bool any = sum->visits > 0;
  for (size_t c = 0; c < LCM_RAW_CATEGORIES && !any; c++)
    any = sum->ns[c] > 0;
  return any;
}

/* Return a row for a table: "ns" as seconds. */
static struct lcm_profile_row row_of(lcm_ctx *ctx, const char *name,
                                     const uint64_t *ns) {
  double *values =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, LCM_RAW_CATEGORIES);
  for (size_t c = 0; ns && c < LCM_RAW_CATEGORIES; c++)
    values[c] = (double)ns[c] * 1e-9;
  return (struct lcm_profile_row){.name = name, .values = values};
}

/* Return the name of thread "i" of "raw". */
const char *profile_thread_name(lcm_ctx *ctx, const lcm_raw_file *raw,
                                size_t i) {
  const lcm_raw_thread *thread = raw->threads[i];
  lcm_buf buf = {0};
  if (raw->header->rank >= 0)
    lcm_buf_printf(&buf, "rank %d, ", raw->header->rank);
  lcm_buf_puts(&buf, thread ? lcm_raw_role(thread->role) : "?");
  if (thread && thread->role != LCM_RAW_MAIN && thread->role != LCM_RAW_VACANT)
    lcm_buf_printf(&buf, " %u", thread->id);
  return lcm_ctx_text(ctx, &buf);
}

typedef LCM_LIST(struct lcm_profile_row) row_list;

/* Add a row for each thread of "raw" that spent anything to "rows". */
static void add_threads(row_list *rows, lcm_ctx *ctx, const lcm_raw_file *raw) {
  for (size_t i = 0; i < raw->n_threads; i++) {
    uint64_t ns[LCM_RAW_CATEGORIES] = {0};
    uint64_t any = raw->open_ns[i];
    const lcm_raw_thread *thread = raw->threads[i];
    if (thread && thread->category < LCM_RAW_CATEGORIES)
      ns[thread->category] += raw->open_ns[i];
    for (size_t k = 0; k < raw->n_cells; k++)
      for (size_t c = 0; raw->cells[k]->thread == i && c < LCM_RAW_CATEGORIES;
           c++) {
        ns[c] += raw->cells[k]->ns[c];
        any |= raw->cells[k]->ns[c];
      }
    if (any)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), rows,
                   row_of(ctx, profile_thread_name(ctx, raw, i), ns));
  }
}

/* Add what "times" has of its slice "k" to those of the "n" slices at "rows"
 * that it lies in. */
static void add_slice(struct lcm_profile_row *rows, size_t n,
                      const lcm_raw_times *times, size_t k) {
  const double width = ldexp(1e-9, (int)times->shift);
  const double begin = (double)k * width;
  const double end = fmin(begin + width, rows[n - 1].end);
  for (size_t i = 0; i < n; i++) {
    const double both = fmin(end, rows[i].end) - fmax(begin, rows[i].begin);
    if (both <= 0 || end <= begin)
      continue;
    double *values = NULL;
    memcpy(&values, &rows[i].values, sizeof values);
    for (size_t c = 0; c < LCM_RAW_CATEGORIES; c++)
      values[c] += (double)times->ns[k][c] * 1e-9 * both / (end - begin);
  }
}

/* Return "n" slices of "elapsed" seconds of "raws". */
static const struct lcm_profile_row *slices_of(lcm_ctx *ctx,
                                               const struct profile_raws *raws,
                                               size_t n, double elapsed) {
  struct lcm_profile_row *rows =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_profile_row, n + 1);
  for (size_t i = 0; i < n; i++) {
    rows[i] = row_of(ctx, NULL, NULL);
    rows[i].begin = elapsed * (double)i / (double)n;
    rows[i].end = elapsed * (double)(i + 1) / (double)n;
  }
  for (size_t r = 0; n && r < raws->n; r++)
    for (size_t i = 0; i < raws->at[r].n_times; i++)
      for (size_t k = 0; k < LCM_RAW_SLICES; k++)
        add_slice(rows, n, raws->at[r].times[i], k);
  return rows;
}

/* Let processors of ranks that ended before the last did be idle until then. */
static void fill_up(struct summing *s, const struct profile_raws *raws,
                    double elapsed) {
  double ns[LCM_RAW_CATEGORIES] = {0};
  for (size_t r = 0; r < raws->n; r++)
    ns[LCM_RAW_LI] += (elapsed - (double)raws->at[r].elapsed_ns) *
                      (double)raws->at[r].header->p;
  profile_parts parts = {.serial = true};
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &parts,
               (struct profile_part){{.fragment = "(outside)"}, 1});
  if (ns[LCM_RAW_LI] > 0)
    divide(s, &parts, ns);
}

lcm_status profile_records(lcm_profile *out, lcm_ctx *ctx,
                           const struct profile_raws *raws,
                           const lcm_measurement *base, size_t slices) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct summing s = {.ctx = ctx};
  double elapsed = 0;
  size_t n_names = 0;
  LCM_LIST(lcm_measurement) records = {0};
  row_list threads = {0};
  const char *const *names = profile_categories(&n_names, ctx, raws);
  for (size_t r = 0; r < raws->n; r++) {
    add_raw(&s, &raws->at[r], raws->parts[r]);
    add_counts(&s, &raws->at[r], raws->parts[r]);
    add_threads(&threads, ctx, &raws->at[r]);
    elapsed = fmax(elapsed, (double)raws->at[r].elapsed_ns);
  }
  fill_up(&s, raws, elapsed);
  qsort(s.sums.at, s.sums.n, sizeof *s.sums.at, sum_order);
  for (size_t i = 0; i < s.sums.n; i++)
    if (is_spent(&s.sums.at[i]))
      LCM_LIST_ADD(arena, &records,
                   record_of(ctx, &s.sums.at[i], base, names, n_names));
  struct sum whole = {.place = {.fragment = ""},
                      .visits = 1,
                      .iterations = (double)NAN,
                      .elapsed = elapsed};
  memcpy(whole.ns, s.total, sizeof whole.ns);
  LCM_LIST_ADD(arena, &records, record_of(ctx, &whole, base, names, n_names));
  *out = (lcm_profile){
      .records = {records.at, records.n},
      .categories = names,
      .n_categories = n_names,
      .threads = threads.at,
      .n_threads = threads.n,
      .slices = slices ? slices_of(ctx, raws, slices, elapsed * 1e-9) : NULL,
      .n_slices = slices};
  return LCM_OK;
}
