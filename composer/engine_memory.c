#include <math.h>

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

void lcm_run_demand(struct lcm_run *run, const char *name, double time) {
  const struct lcm_entry entry = {.demand = name, .time = time * run->scale};
  if (!run->unlimited)
    lcm_run_note(run, &entry);
}

double lcm_run_contention(struct lcm_run *run, double bytes, double w,
                          bool parallel) {
  const struct lcm_level *memory = lcm_machine_memory(run->machine);
  const double sockets = fmax(1, run->machine->sockets);
  if (!memory || !isfinite(memory->socket) || memory->socket <= 0 ||
      run->unlimited)
    return 1;
  lcm_run_demand(run, memory->name, bytes / (memory->socket * sockets));
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
