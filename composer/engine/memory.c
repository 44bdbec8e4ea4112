/* Prices what fragments move: which level of memory bytes come from, and how
 * cores that share its bandwidth slow each other down. */
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/record/record.h"
#include "composer/rules/rules.h"

double lcm_run_movers(const struct lcm_run *run, double w, bool parallel) {
  const struct lcm_team *team = run->team;
  double n = 0;
  if (parallel || run->bandwidth.movers > 0 || !team)
    return parallel ? w : fmax(1, run->bandwidth.movers);
  for (size_t m = 0; m < team->k; m++)
    n += !team->active || team->active[m] ? team->weight : 0;
  return fmax(n, 1);
}

void lcm_run_demand(struct lcm_run *run, struct lcm_demand of) {
  const struct lcm_entry entry = {
      .demand = of.name, .waits = of.waits, .time = of.time * run->notes.scale};
  if (!run->mode.unlimited)
    lcm_run_note(run, &entry);
}

struct lcm_possessed lcm_run_possessed(const struct lcm_run *run) {
  const size_t n = run->notes.demands.n;
  struct lcm_demand *at =
      LCM_NEW_ARRAY(lcm_ctx_stack(run->ctx), struct lcm_demand, n + 1);
  if (n)
    memcpy(at, run->notes.demands.at, n * sizeof *at);
  return (struct lcm_possessed){
      at, n, run->notes.journal ? run->notes.journal->entries.n : 0};
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
  const struct lcm_journal *journal = run->notes.journal;
  struct lcm_demand most = {NULL, 0, LCM_CAT_SL};
  const size_t n = journal ? journal->entries.n : run->notes.demands.n;
  for (size_t i = journal ? before->n_entries : 0; i < n; i++) {
    const double old = i < before->n ? before->at[i].time : 0;
    const double time = journal ? in_journal(journal, before->n_entries, i)
                                : run->notes.demands.at[i].time - old;
    if (run->notes.scale > 0 && time / run->notes.scale > most.time)
      most = (struct lcm_demand){NULL, time / run->notes.scale,
                                 journal ? journal->entries.at[i].waits
                                         : run->notes.demands.at[i].waits};
  }
  return most;
}

/* Return by how much "level" slows "movers" members down that all move bytes of
 * it, compared with one alone. */
static double slowdown(const struct lcm_run *run, const struct lcm_level *level,
                       double movers) {
  if (run->mode.unlimited || !lcm_level_is_shared(level))
    return 1;
  return fmax(1, lcm_machine_crowd(run->machine, movers) * level->core /
                     level->socket);
}

/* Note that "bytes" of "level" are moved. */
static void note_bytes(struct lcm_run *run, const struct lcm_level *level,
                       double bytes) {
  const double sockets = fmax(1, run->machine->sockets);
  if (!run->mode.unlimited && isfinite(level->socket) && level->socket > 0)
    lcm_run_demand(run, (struct lcm_demand){level->name,
                                            bytes / (level->socket * sockets),
                                            LCM_CAT_RC});
}

double lcm_run_contention(struct lcm_run *run, double bytes, double w,
                          bool parallel) {
  const struct lcm_level *memory = lcm_machine_memory(run->machine);
  if (!memory)
    return 1;
  note_bytes(run, memory, bytes);
  return slowdown(run, memory, lcm_run_movers(run, w, parallel));
}

/* Return the bytes of "set" that lie in one cache of "level" shared by
 * "sharers" of "movers" members; infinity where that is not known. */
static double set_in(struct lcm_run *run, const struct lcm_set *set,
                     double sharers, double movers) {
  double parts[] = {0, 0, 0};
  const lcm_expr *of[] = {set->common, set->own, set->divided};
  for (int i = 0; i < 3; i++)
    if (of[i] && !lcm_run_evened(&parts[i], NULL, run, of[i]))
      return INFINITY;
  return set->known
             ? parts[0] + sharers * parts[1] +
                   (run->mode.unlimited ? 0 : sharers * parts[2] / movers)
             : INFINITY;
}

/* Return the number of the innermost level that holds "set" of each of "movers"
 * members, "memory" where no cache does; "alone": no two share one. */
static size_t level_of(struct lcm_run *run, const struct lcm_set *set,
                       double movers, size_t memory, bool alone) {
  const lcm_machine *machine = run->machine;
  for (size_t i = 0; i < memory && i < machine->n_levels; i++) {
    const struct lcm_level *level = &machine->levels[i];
    const double sharers =
        alone ? 1 : lcm_machine_sharers(machine, level, movers);
    if (isfinite(level->size) &&
        set_in(run, set, sharers, movers) <= level->size)
      return i;
  }
  return memory;
}

/* Bytes that one execution moves, by level, the last being memory that the
 * machine does not speak of; "alone": where no other member moves any. */
struct moved {
  double bytes[LCM_MAX_LEVELS + 1];
  double alone[LCM_MAX_LEVELS + 1];
  double movers;
  size_t memory;
  bool timed; /* by cycles, which have what the innermost cache moves */
};

/* Return what one execution of the fragment "node" moves. */
static struct moved moved_by(struct lcm_run *run, const lcm_node *node) {
  const struct lcm_moves *traffic =
      lcm_facts_moves(lcm_run_knowledge(run), run->machine, node);
  const struct lcm_level *memory = lcm_machine_memory(run->machine);
  struct moved m = {.movers = lcm_run_movers(run, 1, false),
                    .timed = lcm_machine_times_cycles(run->machine, node)};
  double all = 0;
  double again = 0;
  m.memory =
      memory ? (size_t)(memory - run->machine->levels) : run->machine->n_levels;
  if (!lcm_run_evened(&all, NULL, run, traffic->all))
    (void)lcm_run_evened(&all, NULL, run,
                         lcm_facts_bytes(lcm_run_knowledge(run), node));
  for (size_t i = 0; i < traffic->n; i++) {
    const struct lcm_reuse *reuse = &traffic->again[i];
    double bytes = 0;
    if (!lcm_run_evened(&bytes, NULL, run, reuse->bytes) || bytes <= 0)
      continue;
    bytes = fmin(bytes, all - again);
    again += bytes;
    m.bytes[level_of(run, &reuse->set, m.movers, m.memory, false)] += bytes;
    m.alone[level_of(run, &reuse->set, m.movers, m.memory, true)] += bytes;
  }
  m.bytes[m.memory] += all - again;
  m.alone[m.memory] += all - again;
  for (size_t i = 0; i < traffic->n_lines; i++) {
    const struct lcm_reuse *more = &traffic->lines[i];
    double bytes = 0;
    if (!lcm_run_derived(&bytes, run, more->bytes) || bytes <= 0)
      continue;
    m.bytes[level_of(run, &more->set, m.movers, m.memory, false)] += bytes;
    m.alone[level_of(run, &more->set, m.movers, m.memory, true)] += bytes;
  }
  return m;
}

/* Return the seconds a byte of level "i" takes one core. */
static double rate_of(struct lcm_run *run, const struct moved *m, size_t i) {
  if (i == 0 && i != m->memory && m->timed)
    return 0;
  return i == m->memory ? lcm_run_machine(run, "byte", 1, 1, 1)
                        : lcm_level_rate(&run->machine->levels[i]);
}

/* Return the price of what computes for "compute" and moves "m" where others
 * slow that down: what shares bandwidth becomes a piece of "run". */
static struct lcm_price note_piece(struct lcm_run *run, const struct moved *m,
                                   double compute) {
  const lcm_machine *machine = run->machine;
  struct lcm_piece piece = {compute, 0, machine->n_levels};
  double most = 0;
  for (size_t i = 0; i < machine->n_levels; i++) {
    const struct lcm_level *level = &machine->levels[i];
    const double move = m->bytes[i] * rate_of(run, m, i);
    const double slow = move * slowdown(run, level, m->movers);
    if (move > 0 && lcm_level_is_shared(level) && slow > most) {
      piece.move = move;
      piece.level = i;
      most = slow;
    }
  }
  for (size_t i = 0; i <= machine->n_levels; i++)
    if (i != piece.level)
      piece.compute =
          fmax(piece.compute,
               m->bytes[i] * rate_of(run, m, i) *
                   (i < machine->n_levels
                        ? slowdown(run, &machine->levels[i], m->movers)
                        : 1));
  if (piece.move > 0)
    lcm_run_piece(run, piece);
  return (struct lcm_price){fmax(piece.compute, piece.move), 0};
}

struct lcm_price lcm_run_roofline(struct lcm_run *run, const lcm_node *node,
                                  struct lcm_fragment_cost *cost) {
  const struct moved m = moved_by(run, node);
  struct lcm_terms alone = cost->terms;
  double *together = cost->terms.of;
  if (run->bandwidth.pieces)
    return note_piece(run, &m, lcm_terms_time(&alone));
  for (size_t i = 0; i <= run->machine->n_levels; i++) {
    const struct lcm_level *level =
        i < run->machine->n_levels ? &run->machine->levels[i] : NULL;
    const double rate =
        m.bytes[i] > 0 || m.alone[i] > 0 ? rate_of(run, &m, i) : 0;
    cost->bytes[i] = m.bytes[i];
    alone.of[LCM_LIMIT_BANDWIDTH + i] = m.alone[i] * rate;
    together[LCM_LIMIT_BANDWIDTH + i] =
        m.bytes[i] * rate * (level ? slowdown(run, level, m.movers) : 1);
    if (level && m.bytes[i] > 0)
      note_bytes(run, level, m.bytes[i]);
  }
  const double time = lcm_terms_time(&alone);
  return (struct lcm_price){time, fmax(0, lcm_terms_time(&cost->terms) - time)};
}

void lcm_run_piece(struct lcm_run *run, struct lcm_piece piece) {
  struct lcm_pieces *pieces = run->bandwidth.pieces;
  piece.compute *= run->notes.scale;
  piece.move *= run->notes.scale;
  for (size_t i = 0; i < pieces->n; i++) {
    struct lcm_piece *same = &pieces->at[i];
    if (same->level == piece.level &&
        fabs(same->compute * piece.move - piece.compute * same->move) <=
            1e-12 * same->move * fmax(piece.compute, piece.move)) {
      same->compute += piece.compute;
      same->move += piece.move;
      return;
    }
  }
  LCM_LIST_ADD(lcm_ctx_arena(run->ctx), pieces, piece);
}
