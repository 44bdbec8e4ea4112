/* Detectors of loops whose schedule or chunk size costs time. */
#include <math.h>

#include "study/advise/candidate.h"
#include "study/advise/find_chunk.h"
#include "study/advise/site.h"
#include "study/advise/words.h"

enum { MOST_WAYS = 6 };

/* Return whether "site" is a loop whose iterations threads share, with a
 * schedule that has all of "traits". */
static bool is_dealt(const struct lcm_advising *a,
                     const struct lcm_advised_site *site, unsigned traits) {
  return site->node->kind == LCM_NODE_PARLOOP &&
         lcm_schedule_has(site->node->u.loop.schedule, traits) &&
         a->point->p > 1 && lcm_site_matters(a, site);
}

/* Return the size of the chunks of "site", 0 where it has none that is
 * known. */
static double chunk_of(const struct lcm_advising *a,
                       const struct lcm_advised_site *site) {
  const lcm_expr *chunk = site->node->u.loop.chunk;
  double value = 0;
  (void)a;
  if (!chunk)
    return site->node->u.loop.schedule == LCM_SCHED_DYNAMIC ? 1 : 0;
  return lcm_expr_eval(&value, chunk, NULL, 0) ? 0 : value;
}

/* Add that "c" may assign its iterations by "schedule", in chunks of "chunk"
 * where that is not 0. */
static void deal(struct lcm_advising *a, struct lcm_candidate *c,
                 lcm_schedule schedule, double chunk) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const char *kind = lcm_schedule_word(schedule);
  const char *place = lcm_advise_place(a, c->site, LCM_VERB_SCHEDULE);
  lcm_advise_way(
      a, c,
      chunk > 0
          ? lcm_arena_printf(arena, "schedule %s %s,%.0f", place, kind, chunk)
          : lcm_arena_printf(arena, "schedule %s %s", place, kind));
}

/* Add larger chunks than "from", up to what leaves each thread one. */
static void deal_larger(struct lcm_advising *a, struct lcm_candidate *c,
                        double from) {
  const double most = lcm_site_iterations(a, c->site) / a->point->p;
  for (int i = 0; i < MOST_WAYS && from * 4 <= fmax(most, 64); i++) {
    from *= 4;
    deal(a, c, LCM_SCHED_DYNAMIC, from);
  }
}

void lcm_advise_chunk_fine(struct lcm_advising *a,
                           const struct lcm_advised_site *site) {
  if (!is_dealt(a, site, LCM_SCHED_DEMAND))
    return;
  const double chunk = chunk_of(a, site);
  const double grain = lcm_site_grain(a, site);
  const bool equal =
      lcm_schedule_has(site->node->u.loop.schedule, LCM_SCHED_EQUAL);
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_CHUNK_FINE, site,
      lcm_arena_printf(
          lcm_ctx_arena(a->ctx), "iterations of %s%s are handed out %s",
          lcm_advise_name(a->ctx, site->node),
          grain > 0 ? lcm_arena_printf(lcm_ctx_arena(a->ctx), ", %s each,",
                                       lcm_advise_time(a->ctx, grain))
                    : "",
          !equal       ? "in chunks that shrink"
          : chunk > 1  ? lcm_arena_printf(lcm_ctx_arena(a->ctx),
                                          "%s at a time to whoever is free",
                                          lcm_advise_number(a->ctx, chunk))
          : chunk == 1 ? "one at a time to whoever is free"
                       : "in chunks to whoever is free"));
  deal(a, c, LCM_SCHED_STATIC, 0);
  deal_larger(a, c, fmax(chunk, 1));
  deal(a, c, LCM_SCHED_GUIDED, 0);
}

void lcm_advise_chunk_coarse(struct lcm_advising *a,
                             const struct lcm_advised_site *site) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const bool dynamic = site->node->kind == LCM_NODE_PARLOOP &&
                       site->node->u.loop.schedule == LCM_SCHED_DYNAMIC;
  if (!is_dealt(a, site, LCM_SCHED_EQUAL) || !site->node->u.loop.chunk)
    return;
  double chunk = chunk_of(a, site);
  const double n = lcm_site_iterations(a, site);
  const double chunks = chunk > 0 ? ceil(n / chunk) : 0;
  const char *what =
      chunks > 0
          ? lcm_arena_printf(
                arena,
                "%s has %s chunks of %s iterations for %s threads: some get "
                "one more than others",
                lcm_advise_name(a->ctx, site->node),
                lcm_advise_number(a->ctx, chunks),
                lcm_advise_number(a->ctx, chunk),
                lcm_advise_number(a->ctx, site->most))
          : lcm_arena_printf(arena,
                             "the chunks of %s do not come out even: some of "
                             "the %s threads get one more than others",
                             lcm_advise_name(a->ctx, site->node),
                             lcm_advise_number(a->ctx, site->most));
  struct lcm_candidate *c =
      lcm_advise_add(a, LCM_ADVICE_CHUNK_COARSE, site, what);
  if (!dynamic)
    deal(a, c, LCM_SCHED_STATIC, 0);
  for (int i = 0; i < MOST_WAYS && chunk >= 2; i++) {
    chunk = floor(chunk / 2);
    deal(a, c, dynamic ? LCM_SCHED_DYNAMIC : LCM_SCHED_STATIC, chunk);
  }
}

void lcm_advise_imbalance(struct lcm_advising *a,
                          const struct lcm_advised_site *site) {
  if (!is_dealt(a, site, LCM_SCHED_FIXED))
    return;
  const double share = lcm_site_iterations(a, site) / a->point->p;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_IMBALANCE, site,
      lcm_arena_printf(lcm_ctx_arena(a->ctx),
                       "iterations of %s take different times: threads with "
                       "as many of them end at different times",
                       lcm_advise_name(a->ctx, site->node)));
  deal(a, c, LCM_SCHED_STATIC, 1);
  for (double chunk = 1; chunk <= fmin(share / 2, 256); chunk *= 4)
    deal(a, c, LCM_SCHED_DYNAMIC, chunk);
  deal(a, c, LCM_SCHED_GUIDED, 0);
}
