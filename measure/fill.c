/* Adds records of fragments that samples found in equal runs but not here. */
#include <math.h>
#include <string.h>

#include "measure/fill.h"
#include "measure/record.h"

/* The fragments that samples found in equal runs, one record of each. */
struct run_seen {
  LCM_LIST(const lcm_measurement *) all;
};

/* Records being completed. */
struct record_filling {
  lcm_ctx *ctx;
  lcm_map index;
  LCM_LIST(struct run_seen) points;
  LCM_LIST(lcm_measurement) out;
};

/* Return what equal runs have in common with that of "one": its values. */
static const char *point_of(lcm_ctx *ctx, const lcm_measurement *one) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < one->n_params; i++) {
    lcm_buf_printf(&buf, "%s=", one->params[i].name);
    lcm_buf_double(&buf, one->params[i].value);
    lcm_buf_putc(&buf, '|');
  }
  const char *text = lcm_intern_n(ctx, buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return text;
}

/* Return what was seen in runs equal to that of "one". */
static struct run_seen *seen_of(struct record_filling *f,
                                const lcm_measurement *one) {
  size_t i = 0;
  const char *key = point_of(f->ctx, one);
  if (!lcm_map_get(&f->index, key, &i)) {
    i = f->points.n;
    lcm_map_put(lcm_ctx_arena(f->ctx), &f->index, key, i);
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->points, (struct run_seen){0});
  }
  return &f->points.at[i];
}

/* Return whether one of the "n" records at "all" is of "fragment". */
static bool has(const lcm_measurement *all, size_t n, const char *fragment) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(all[i].fragment, fragment))
      return true;
  return false;
}

/* Note "one" as seen, where only samples tell of it. */
static void note(struct record_filling *f, const lcm_measurement *one) {
  bool known = !*one->fragment || !isnan(one->visits) ||
               profile_has_flag(one->flags, "cut");
  struct run_seen *seen = known ? NULL : seen_of(f, one);
  for (size_t i = 0; !known && i < seen->all.n; i++)
    known = !strcmp(seen->all.at[i]->fragment, one->fragment);
  if (!known)
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &seen->all, one);
}

/* Return a record of the run "whole" that says that "like" took no time. */
static lcm_measurement nothing(lcm_ctx *ctx, const lcm_measurement *whole,
                               const lcm_measurement *like) {
  lcm_measurement out = *whole;
  lcm_binding *zeros =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, like->n_categories + 1);
  for (size_t i = 0; i < like->n_categories; i++)
    zeros[i].name = like->categories[i].name;
  out.fragment = like->fragment;
  out.place = like->place;
  out.label = like->label;
  out.categories = zeros;
  out.n_categories = like->n_categories;
  out.elapsed = out.visits = out.iterations = (double)NAN;
  if (profile_has_flag(like->flags, "ignored"))
    out.flags = profile_add_flag(ctx, out.flags, "ignored");
  return out;
}

/* Add the "n" records of a run at "run", the whole one last, and what else was
 * seen in equal runs. */
static void fill_run(struct record_filling *f, const lcm_measurement *run,
                     size_t n) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  const lcm_measurement *whole = &run[n - 1];
  const struct run_seen *seen = seen_of(f, whole);
  for (size_t i = 0; i + 1 < n; i++)
    LCM_LIST_ADD(arena, &f->out, run[i]);
  for (size_t i = 0; i < seen->all.n && !profile_has_flag(whole->flags, "cut");
       i++)
    if (!has(run, n, seen->all.at[i]->fragment))
      LCM_LIST_ADD(arena, &f->out, nothing(f->ctx, whole, seen->all.at[i]));
  LCM_LIST_ADD(arena, &f->out, *whole);
}

bool profile_fill(struct profile_store *store) {
  struct record_filling f = {.ctx = store->ctx};
  const size_t before = store->records.n;
  size_t first = 0;
  for (size_t i = 0; i < before; i++)
    note(&f, &store->records.at[i]);
  for (size_t i = 0; i < before; i++)
    if (!*store->records.at[i].fragment) {
      fill_run(&f, &store->records.at[first], i + 1 - first);
      first = i + 1;
    }
  for (; first < before; first++)
    LCM_LIST_ADD(lcm_ctx_arena(f.ctx), &f.out, store->records.at[first]);
  store->records.at = f.out.at;
  store->records.n = f.out.n;
  store->records.cap = f.out.cap;
  return f.out.n > before;
}
