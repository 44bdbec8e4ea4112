/* Communicators of ranks: what each rank calls them, and which ranks they have,
 * found out once all scripts are written. */
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/messages/comm.h"
#include "composer/engine/messages/rank_query.h"
#include "composer/engine/messages/topology.h"
#include "composer/engine/record/record.h"
#include "composer/engine/world.h"

/* The colour of ranks that get no communicator: MPI_UNDEFINED. */
enum { MPI_NO_COLOUR = -32766 };

/* ---- groups ------------------------------------------------------------- */

struct lcm_group *lcm_comm_group(struct lcm_world *w, const size_t *members,
                                 size_t n) {
  struct lcm_group *group = LCM_NEW(&w->scratch, struct lcm_group);
  size_t *ranks = LCM_NEW_ARRAY(&w->scratch, size_t, n + 1);
  memcpy(ranks, members, n * sizeof *ranks);
  group->id = w->ranks->groups++;
  group->ranks = ranks;
  group->n = n;
  group->met = LCM_NEW_ARRAY(&w->scratch, size_t, n + 1);
  return group;
}

void lcm_comm_begin(struct lcm_world *w) {
  struct lcm_ranks *ranks = LCM_NEW(&w->scratch, struct lcm_ranks);
  size_t *members = LCM_NEW_ARRAY(&w->scratch, size_t, w->n + 1);
  w->ranks = ranks;
  ranks->n = w->n;
  ranks->at = LCM_NEW_ARRAY(&w->scratch, struct lcm_rank, w->n + 1);
  ranks->alone = LCM_NEW_ARRAY(&w->scratch, struct lcm_group *, w->n + 1);
  for (size_t i = 0; i < w->n; i++) {
    members[i] = i;
    ranks->alone[i] = lcm_comm_group(w, &i, 1);
  }
  ranks->all = lcm_comm_group(w, members, w->n);
  if (w->run->messages.log)
    w->run->messages.log->world = ranks->all->id;
}

size_t lcm_comm_index(const struct lcm_group *group, size_t rank) {
  size_t i = 0;
  if (rank < group->n && group->ranks[rank] == rank)
    return rank;
  while (i < group->n && group->ranks[i] != rank)
    i++;
  return i;
}

/* Return the communicator of "group", which is no grid. */
static struct lcm_comm plain(struct lcm_group *group) {
  return (struct lcm_comm){.group = group};
}

struct lcm_comm lcm_comm_find(struct lcm_world *w, const char *name) {
  const struct lcm_rank *rank = &w->ranks->at[w->member];
  const lcm_env *env = &w->run->env;
  double id = 0;
  if (!name || !strcmp(name, "MPI_COMM_WORLD"))
    return plain(w->ranks->all);
  if (!strcmp(name, "MPI_COMM_SELF"))
    return plain(w->ranks->alone[w->member]);
  for (size_t i = rank->comms.n; i-- > 0;)
    if (rank->comms.at[i].name == name)
      return rank->comms.at[i];
  for (size_t i = env->n; i-- > 0;)
    if (env->at[i].name == name) {
      id = env->at[i].value;
      break;
    }
  if (id == 1)
    return plain(w->ranks->alone[w->member]);
  if (id < 0)
    return plain(NULL);
  return id >= 2 && id - 2 < (double)rank->comms.n
             ? rank->comms.at[(size_t)id - 2]
             : plain(w->ranks->all);
}

void lcm_comm_leave_out(struct lcm_world *w, const lcm_node *node,
                        const char *reason) {
  lcm_run_unknown(w->run, node, reason);
  lcm_world_guess(w, node, reason, LCM_GIVE_VALUES);
}

/* ---- communicators ------------------------------------------------------ */

/* Return how many communicators the present rank has made of "parent" in this
 * writing. */
static size_t order_of(const struct lcm_rank *rank,
                       const struct lcm_group *parent) {
  size_t n = 0;
  for (size_t i = 0; i < rank->made; i++)
    n += rank->makings.at[i].parent == parent;
  return n;
}

void lcm_comm_add(struct lcm_world *w, const struct lcm_comm *comm, bool none) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  LCM_LIST_ADD(&w->scratch, &rank->comms, *comm);
  if (comm->name)
    lcm_rank_tell(w, comm->name, none ? -1 : (double)rank->comms.n + 1);
}

void lcm_comm_make(struct lcm_world *w, const lcm_node *node,
                   const struct lcm_split *split) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  struct lcm_group *parent = lcm_comm_find(w, node->u.message->comm).group;
  struct lcm_making making = {.parent = parent,
                              .order = order_of(rank, parent),
                              .colour = split->colour,
                              .key = split->key,
                              .edges = split->edges};
  struct lcm_comm comm = {
      .name = node->u.message->made, .grid = split->grid, .near = split->near};
  const bool none = split->known && split->colour == MPI_NO_COLOUR;
  if (split->known && parent) {
    if (rank->made < rank->makings.n) {
      making.group = rank->makings.at[rank->made].group;
      making.near = rank->makings.at[rank->made].near;
    } else
      LCM_LIST_ADD(&w->scratch, &rank->makings, making);
    rank->makings.at[rank->made++] = making;
    comm.group = none ? NULL : making.group;
    comm.near = making.near ? making.near : comm.near;
  }
  lcm_comm_add(w, &comm, none);
}

void lcm_comm_write(struct lcm_world *w, const lcm_node *node,
                    lcm_message_kind kind) {
  struct lcm_split split = {.known = kind == LCM_MESSAGE_DUP ||
                                     kind == LCM_MESSAGE_SPLIT};
  if (kind == LCM_MESSAGE_SPLIT)
    split.known =
        lcm_run_derived(&split.colour, w->run, node->u.message->colour) &&
        lcm_run_derived(&split.key, w->run, node->u.message->key);
  if (kind == LCM_MESSAGE_DUP) {
    const struct lcm_comm parent = lcm_comm_find(w, node->u.message->comm);
    split.grid = parent.grid;
    split.near = parent.near;
  }
  if (!split.known)
    lcm_comm_leave_out(w, node,
                       "which ranks the communicator has is not known");
  lcm_comm_make(w, node, &split);
}

void lcm_comm_open(struct lcm_world *w, const lcm_node *node) {
  struct lcm_comm file = lcm_comm_find(w, node->u.message->comm);
  file.name = node->u.message->made;
  lcm_comm_add(w, &file, false);
}

void lcm_comm_ask(struct lcm_world *w, const lcm_node *node,
                  lcm_message_kind kind) {
  const struct lcm_group *group = lcm_comm_find(w, node->u.message->comm).group;
  if (!group)
    lcm_comm_leave_out(w, node,
                       "which ranks the communicator has is not known");
  if (!group || !node->u.message->made)
    return;
  const size_t value =
      kind == LCM_MESSAGE_RANK ? lcm_comm_index(group, w->member) : group->n;
  lcm_rank_tell(w, node->u.message->made, (double)value);
}

/* Return whether "other" makes the same communicators as "making". */
static bool is_same(const struct lcm_making *making,
                    const struct lcm_making *other) {
  return other->parent == making->parent && other->order == making->order;
}

/* Return what rank "rank" makes along with "making", NULL for nothing. */
static struct lcm_making *partner(const struct lcm_ranks *ranks, size_t rank,
                                  const struct lcm_making *making) {
  for (size_t i = 0; i < ranks->at[rank].makings.n; i++)
    if (is_same(making, &ranks->at[rank].makings.at[i]))
      return &ranks->at[rank].makings.at[i];
  return NULL;
}

/* Add the ends of the edges "edges" that member "k" has to "near"; there is
 * room for them. */
static void add_near(struct lcm_near *near, const struct lcm_edges *edges,
                     size_t k) {
  double *sources = (double *)(uintptr_t)near->sources;
  double *targets = (double *)(uintptr_t)near->targets;
  for (size_t i = 0; i < edges->n; i++) {
    if (edges->to[i] == (double)k)
      sources[near->n_sources++] = edges->from[i];
    if (edges->from[i] == (double)k)
      targets[near->n_targets++] = edges->to[i];
  }
}

/* Find out which neighbours the members of "group" have in the graph of which
 * each has given edges where it made what "making" is a part of. */
static void join_edges(struct lcm_world *w, const struct lcm_group *group,
                       const struct lcm_making *making) {
  size_t n = 0;
  for (size_t k = 0; k < group->n; k++) {
    const struct lcm_edges *edges =
        partner(w->ranks, group->ranks[k], making)->edges;
    if (!edges)
      return;
    n += edges->n;
  }
  for (size_t k = 0; k < group->n; k++) {
    struct lcm_near *near = LCM_NEW(&w->scratch, struct lcm_near);
    near->sources = LCM_NEW_ARRAY(&w->scratch, double, n + 1);
    near->targets = LCM_NEW_ARRAY(&w->scratch, double, n + 1);
    for (size_t i = 0; i < group->n; i++)
      add_near(near, partner(w->ranks, group->ranks[i], making)->edges, k);
    partner(w->ranks, group->ranks[k], making)->near = near;
  }
}

/* Find out which ranks are in the communicator that "making" is of, in the
 * order of their keys; false where one of its parent does not make any. */
static bool make_group(struct lcm_world *w, const struct lcm_making *making) {
  const struct lcm_group *parent = making->parent;
  size_t *members = LCM_NEW_ARRAY(&w->scratch, size_t, parent->n + 1);
  size_t n = 0;
  for (size_t k = 0; k < parent->n; k++) {
    const struct lcm_making *own = partner(w->ranks, parent->ranks[k], making);
    if (!own)
      return false;
    if (own->colour != making->colour)
      continue;
    size_t at = n++;
    for (; at && partner(w->ranks, members[at - 1], making)->key > own->key;
         at--)
      members[at] = members[at - 1];
    members[at] = parent->ranks[k];
  }
  struct lcm_group *group = lcm_comm_group(w, members, n);
  for (size_t k = 0; k < n; k++)
    partner(w->ranks, members[k], making)->group = group;
  if (making->edges)
    join_edges(w, group, making);
  return true;
}

bool lcm_comm_settle(struct lcm_world *w) {
  bool any = false;
  for (size_t m = 0; m < w->n; m++)
    for (size_t i = 0; i < w->ranks->at[m].makings.n; i++) {
      const struct lcm_making making = w->ranks->at[m].makings.at[i];
      if (!making.group)
        any = make_group(w, &making) || any;
    }
  return any;
}
