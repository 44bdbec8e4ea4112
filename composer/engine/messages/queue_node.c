/* Interfaces of nodes, which messages that leave a node use one after the
 * other. */
#include <math.h>

#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/messages/queue_node.h"

/* The interfaces of nodes to the network: the ranks of a node share one, which
 * sends one message after the other. */
struct lcm_nodes {
  double per; /* ranks of a node; rank r is on node r / per */
  size_t n;
  double *free; /* from when each interface is */
  double *busy; /* for how long it was used */
};

struct lcm_nodes *lcm_nodes_new(const struct lcm_run *run, lcm_arena *arena,
                                size_t ranks) {
  const double per = run->machine->ranks_per_node;
  if (!lcm_machine_cost(run->machine, "inject"))
    return NULL;
  struct lcm_nodes *nodes = LCM_NEW(arena, struct lcm_nodes);
  nodes->per = per >= 1 ? floor(per) : 1;
  nodes->n = (size_t)ceil((double)ranks / nodes->per);
  nodes->free = LCM_NEW_ARRAY(arena, double, nodes->n + 1);
  nodes->busy = LCM_NEW_ARRAY(arena, double, nodes->n + 1);
  return nodes;
}

static size_t node_of(const struct lcm_nodes *nodes, size_t rank) {
  return (size_t)floor((double)rank / nodes->per);
}

double lcm_nodes_leave(struct lcm_nodes *nodes, struct lcm_run *run,
                       const struct lcm_departure *of) {
  if (!nodes || node_of(nodes, of->from) == node_of(nodes, of->to))
    return of->ready;
  const size_t node = node_of(nodes, of->from);
  const double time = lcm_run_machine(run, "inject", 2, of->bytes, 1);
  const double leave = fmax(of->ready, nodes->free[node]);
  nodes->free[node] = leave + time;
  nodes->busy[node] += time;
  return leave;
}

/* A node in what a group does together. */
struct side {
  size_t members; /* of the group that are on it, "others" that are not */
  size_t others;
  size_t first; /* the first of the members */
  /* when those of them are that send: the root alone, or the last; where each
   * waits for those before it, the first */
  double ready;
  double leave; /* when what has to leave does; negative: nothing has to */
};

/* Return how many times the bytes of one member have at least to leave the node
 * "side" of the "n" of "message"; "rooted": the root is on it. */
static double least_leaving(const struct side *side,
                            const struct lcm_queued *queued, bool rooted) {
  const double members = (double)side->members;
  const double others = (double)side->others;
  const lcm_message_kind kind = queued->function->kind;
  if (kind == LCM_MESSAGE_BCAST)
    return rooted;
  if (kind == LCM_MESSAGE_SCATTER)
    return rooted ? others : 0;
  if (kind == LCM_MESSAGE_REDUCE)
    return !rooted;
  if (kind == LCM_MESSAGE_GATHER)
    return rooted ? 0 : members;
  if (kind == LCM_MESSAGE_ALLGATHER)
    return members;
  if (kind == LCM_MESSAGE_ALLTOALL)
    return members * others;
  if (kind == LCM_MESSAGE_REDUCE_SCATTER)
    return others / (members + others);
  if (kind == LCM_MESSAGE_SCAN)
    return side->first + side->members < side->members + side->others;
  if (kind == LCM_MESSAGE_FILE_ALL)
    return 0;
  return 1;
}

/* Return for how long "count" times "bytes" occupy an interface. */
static double hold_of(struct lcm_run *run, double count, double bytes) {
  const double each =
      lcm_run_machine(run, "inject", 2, count < 1 ? count * bytes : bytes, 1);
  return fmax(1, count) * each;
}

/* Let what has to leave "side", which is node number "node", take its turn. */
static void leave(struct lcm_nodes *nodes, size_t node, struct side *side,
                  struct lcm_run *run, double count, double bytes) {
  const double time = hold_of(run, count, bytes);
  side->leave = fmax(side->ready, nodes->free[node]);
  nodes->free[node] = side->leave + time;
  nodes->busy[node] += time;
}

enum lcm_together lcm_message_waits(lcm_message_kind kind) {
  if (kind == LCM_MESSAGE_BCAST || kind == LCM_MESSAGE_SCATTER)
    return LCM_FOR_ROOT;
  if (kind == LCM_MESSAGE_REDUCE || kind == LCM_MESSAGE_GATHER)
    return LCM_ROOT_FOR_ALL;
  return kind == LCM_MESSAGE_SCAN ? LCM_FOR_EARLIER : LCM_FOR_ALL;
}

/* Return whether member "k" waits for what member "i" sends. */
static bool needs(const struct lcm_queued *queued, size_t k, size_t i,
                  size_t root) {
  switch (lcm_message_waits(queued->function->kind)) {
  case LCM_FOR_ROOT:
    return i == root;
  case LCM_ROOT_FOR_ALL:
    return k == root;
  case LCM_FOR_EARLIER:
    return i <= k;
  case LCM_FOR_ALL:
    break;
  }
  return true;
}

/* Note that "message", the part of member "k", belongs to "side"; those of
 * later members have been noted. */
static void take_part(struct side *side, const struct lcm_queued *queued,
                      size_t k, size_t root) {
  side->first = k;
  side->members++;
  const enum lcm_together how = lcm_message_waits(queued->function->kind);
  if (how == LCM_FOR_ROOT) {
    side->ready = k == root ? queued->start : side->ready;
    return;
  }
  if (how == LCM_FOR_EARLIER) {
    side->ready = queued->start;
    return;
  }
  side->ready = fmax(side->ready, queued->start);
}

void lcm_nodes_meet(struct lcm_nodes *nodes, struct lcm_run *run,
                    const struct lcm_group *group,
                    const struct lcm_collective *collective,
                    const struct lcm_share *share) {
  const size_t n = nodes ? collective->n : 0;
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct side *sides = LCM_NEW_ARRAY(arena, struct side, n ? nodes->n + 1 : 1);
  for (size_t k = n; k-- > 0;)
    take_part(&sides[node_of(nodes, group->ranks[k])], collective->queues[k], k,
              share->root);
  for (size_t i = 0; n && i < nodes->n; i++) {
    struct side *side = &sides[i];
    side->others = n - side->members;
    side->leave = -1;
    const double count =
        side->members && side->others
            ? least_leaving(side, collective->queues[0],
                            node_of(nodes, group->ranks[share->root]) == i)
            : 0;
    if (count > 0)
      leave(nodes, i, side, run, count, share->bytes);
  }
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < n; i++) {
      const struct side *side = &sides[node_of(nodes, group->ranks[i])];
      struct lcm_queued *queued = collective->queues[k];
      if (needs(queued, k, i, share->root))
        queued->held = fmax(queued->held, side->leave - queued->start);
    }
}

size_t lcm_nodes_turns(struct lcm_node_turn *turns,
                       const struct lcm_nodes *nodes, struct lcm_run *run,
                       const struct lcm_group *group,
                       const struct lcm_queued *queued,
                       const struct lcm_share *share) {
  size_t n = 0;
  for (size_t i = 0; nodes && i < nodes->n; i++) {
    struct side side = {0};
    for (size_t k = group->n; k-- > 0;)
      if (node_of(nodes, group->ranks[k]) == i) {
        side.first = k;
        side.members++;
      }
    side.others = group->n - side.members;
    const bool rooted = node_of(nodes, group->ranks[share->root]) == i;
    const double count =
        side.members && side.others ? least_leaving(&side, queued, rooted) : 0;
    if (count > 0)
      turns[n++] = (struct lcm_node_turn){i, side.first,
                                          hold_of(run, count, share->bytes)};
  }
  return n;
}

size_t lcm_nodes_count(const struct lcm_nodes *nodes) {
  return nodes ? nodes->n : 0;
}

size_t lcm_nodes_of(const struct lcm_nodes *nodes, size_t rank) {
  return node_of(nodes, rank);
}

double lcm_nodes_free(const struct lcm_nodes *nodes, size_t rank) {
  return nodes ? nodes->free[node_of(nodes, rank)] : 0;
}

void lcm_nodes_demand(const struct lcm_nodes *nodes, struct lcm_run *run) {
  for (size_t i = 0; nodes && i < nodes->n; i++) {
    const char *name =
        lcm_intern(run->ctx, lcm_arena_printf(lcm_ctx_arena(run->ctx),
                                              "the interface of node %zu", i));
    if (nodes->busy[i] > 0)
      lcm_run_demand(run,
                     (struct lcm_demand){name, nodes->busy[i], LCM_CAT_RC});
  }
}
