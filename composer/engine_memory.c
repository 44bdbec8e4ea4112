#include <math.h>
#include <string.h>

#include "composer/engine_internal.h"

double lcm_run_movers(const struct lcm_run *run, double w, bool parallel) {
  const struct lcm_team *team = run->team;
  double n = 0;
  if (parallel || !team)
    return parallel ? w : 1;
  for (size_t m = 0; m < team->k; m++)
    n += !team->active || team->active[m] ? team->weight : 0;
  return fmax(n, 1);
}

void lcm_run_demand(struct lcm_run *run, struct lcm_demand of) {
  const struct lcm_entry entry = {
      .demand = of.name, .waits = of.waits, .time = of.time * run->scale};
  if (!run->unlimited)
    lcm_run_note(run, &entry);
}

struct lcm_possessed lcm_run_possessed(const struct lcm_run *run) {
  const size_t n = run->demands.n;
  struct lcm_demand *at =
      LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), struct lcm_demand, n + 1);
  if (n)
    memcpy(at, run->demands.at, n * sizeof *at);
  return (struct lcm_possessed){at, n,
                                run->journal ? run->journal->entries.n : 0};
}

/* Return for how long the entries of "journal" from number "from" on say that
 * what the one number "at" speaks of is possessed. */
static double in_journal(const struct lcm_journal *journal, size_t from,
                         size_t at) {
  const char *name = journal->entries.at[at].demand;
  double time = 0;
  for (size_t i = from; name && i < journal->entries.n; i++)
    if (journal->entries.at[i].demand == name)
      time += journal->entries.at[i].time;
  return time;
}

struct lcm_demand lcm_run_busiest(const struct lcm_run *run,
                                  const struct lcm_possessed *before) {
  const struct lcm_journal *journal = run->journal;
  struct lcm_demand most = {NULL, 0, LCM_CAT_SL};
  const size_t n = journal ? journal->entries.n : run->demands.n;
  for (size_t i = journal ? before->n_entries : 0; i < n; i++) {
    const double old = i < before->n ? before->at[i].time : 0;
    const double time = journal ? in_journal(journal, before->n_entries, i)
                                : run->demands.at[i].time - old;
    if (run->scale > 0 && time / run->scale > most.time)
      most = (struct lcm_demand){NULL, time / run->scale,
                                 journal ? journal->entries.at[i].waits
                                         : run->demands.at[i].waits};
  }
  return most;
}

double lcm_run_contention(struct lcm_run *run, double bytes, double w,
                          bool parallel) {
  const struct lcm_level *memory = lcm_machine_memory(run->machine);
  const double sockets = fmax(1, run->machine->sockets);
  if (!memory || !isfinite(memory->socket) || memory->socket <= 0 ||
      run->unlimited)
    return 1;
  lcm_run_demand(run, (struct lcm_demand){memory->name,
                                          bytes / (memory->socket * sockets),
                                          LCM_CAT_RC});
  if (!isfinite(memory->core))
    return 1;
  const double each = ceil(lcm_run_movers(run, w, parallel) / sockets - 1e-9);
  return fmax(1, each * memory->core / memory->socket);
}

void lcm_run_piece(struct lcm_run *run, double compute, double move) {
  struct lcm_pieces *pieces = run->pieces;
  const struct lcm_piece piece = {compute * run->scale, move * run->scale};
  for (size_t i = 0; i < pieces->n; i++) {
    struct lcm_piece *same = &pieces->at[i];
    if (fabs(same->compute * piece.move - piece.compute * same->move) <=
        1e-12 * same->move * fmax(piece.compute, piece.move)) {
      same->compute += piece.compute;
      same->move += piece.move;
      return;
    }
  }
  LCM_LIST_ADD(lcm_ctx_arena(run->ctx), pieces, piece);
}
