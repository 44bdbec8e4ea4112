/* Groups of ranks, made of other groups, and the communicators made of them. */
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/messages/comm.h"
#include "composer/engine/messages/doubt.h"
#include "composer/engine/messages/group.h"
#include "composer/engine/messages/rank_query.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/messages/topology.h"
#include "composer/engine/record/record.h"

/* What makes a group. */
enum making {
  OF_COMM,
  SOME,
  ALL_BUT,
  RANGES,
  ALL_BUT_RANGES,
  BOTH,
  COMMON,
  LESS
};

/* The rank in a group of one that is none of it: MPI_UNDEFINED. */
enum { NO_RANK = -32766 };

/* Return what the function "name" makes a group of. */
static enum making making_of(const char *name) {
  static const struct {
    const char *name;
    enum making making;
  } NAMES[] = {{"MPI_Comm_group", OF_COMM},
               {"MPI_Group_incl", SOME},
               {"MPI_Group_excl", ALL_BUT},
               {"MPI_Group_range_incl", RANGES},
               {"MPI_Group_range_excl", ALL_BUT_RANGES},
               {"MPI_Group_union", BOTH},
               {"MPI_Group_intersection", COMMON},
               {"MPI_Group_difference", LESS}};
  size_t i = 0;
  while (strcmp(NAMES[i].name, name) != 0)
    i++;
  return NAMES[i].making;
}

/* Return the group "name" of the present rank, NULL where it is not known. */
static const struct lcm_group *find(struct lcm_world *w, const char *name) {
  const struct lcm_rank *rank = &w->ranks->at[w->member];
  const lcm_env *env = &w->run->env;
  if (name && !strcmp(name, "MPI_GROUP_EMPTY"))
    return lcm_comm_group(w, NULL, 0);
  for (size_t i = rank->comms.n; name && i-- > 0;)
    if (rank->comms.at[i].name == name)
      return rank->comms.at[i].group;
  for (size_t i = env->n; name && i-- > 0;)
    if (env->at[i].name == name)
      return env->at[i].value >= 2 &&
                     env->at[i].value - 2 < (double)rank->comms.n
                 ? rank->comms.at[(size_t)env->at[i].value - 2].group
                 : NULL;
  return NULL;
}

/* Ranks being put together: "n" of them, of the "room" that there is. */
struct members {
  size_t *at;
  size_t n;
  size_t room;
};

/* Add "rank" to "m" unless it is there; false where there is no room. */
static bool add(struct members *m, size_t rank) {
  for (size_t i = 0; i < m->n; i++)
    if (m->at[i] == rank)
      return true;
  if (m->n == m->room)
    return false;
  m->at[m->n++] = rank;
  return true;
}

/* Put number "i" of "node" into "*out"; false where it is not known. */
static bool given(double *out, struct lcm_world *w, const lcm_node *node,
                  size_t i) {
  const struct lcm_mpi_call *call = node->u.message;
  return i < call->n_args && lcm_run_derived(out, w->run, call->args[i]);
}

/* Add the ranks of "of" that are number range[0] and then each range[2] behind
 * it, up to range[1], to "m"; return the first that there is not, or -1. */
static double add_range(struct members *m, const struct lcm_group *of,
                        const double range[3]) {
  const double by = range[2];
  for (double at = range[0]; by > 0 ? at <= range[1] : at >= range[1]; at += by)
    if (at < 0 || at >= (double)of->n || !add(m, of->ranks[(size_t)at]) ||
        by == 0)
      return fmax(at, 0);
  return -1;
}

/* Put the ranks of "of" that "node" names, one by one or ("ranges") in ranges
 * of three numbers, into "m"; false where they are not known. */
static bool read_named(struct members *m, struct lcm_world *w,
                       const lcm_node *node, const struct lcm_group *of,
                       bool ranges) {
  const size_t each = ranges ? 3 : 1;
  double n = 0;
  bool known = given(&n, w, node, 0) && n >= 0;
  for (size_t i = 0; known && i < (size_t)n; i++) {
    double range[3] = {0, 0, 1};
    for (size_t k = 0; k < each; k++)
      known = known && given(&range[k], w, node, 1 + i * each + k);
    if (!ranges)
      range[1] = range[0];
    const double missing = known ? add_range(m, of, range) : -1;
    if (missing >= 0)
      lcm_doubt_missing(w, node, missing, of->n);
    known = known && missing < 0;
  }
  return known;
}

static bool has(const struct lcm_group *group, size_t rank) {
  return lcm_comm_index(group, rank) < group->n;
}

/* Put the ranks of "of" that are ("in") or are not in "other" into "m". */
static void add_some(struct members *m, const struct lcm_group *of,
                     const struct lcm_group *other, bool in) {
  for (size_t i = 0; i < of->n; i++)
    if (has(other, of->ranks[i]) == in)
      (void)add(m, of->ranks[i]);
}

/* Put the ranks of the group that "node" makes of "of" into "m"; false where
 * they are not known. */
static bool put_together(struct members *m, struct lcm_world *w,
                         const lcm_node *node, const struct lcm_group *of) {
  const enum making how = making_of(node->u.message->operation);
  const bool named =
      how == SOME || how == ALL_BUT || how == RANGES || how == ALL_BUT_RANGES;
  const struct lcm_group *other =
      how >= BOTH ? find(w, node->u.message->request) : of;
  if (named &&
      !read_named(m, w, node, of, how == RANGES || how == ALL_BUT_RANGES))
    return false;
  if (!other || how == SOME || how == RANGES)
    return other != NULL;
  if (named) {
    const struct lcm_group *out = lcm_comm_group(w, m->at, m->n);
    m->n = 0;
    add_some(m, of, out, false);
    return true;
  }
  if (how == COMMON || how == LESS)
    add_some(m, of, other, how == COMMON);
  else {
    add_some(m, of, of, true);
    add_some(m, other, of, false);
  }
  return true;
}

void lcm_group_write(struct lcm_world *w, const lcm_node *node) {
  const char *name = node->u.message->comm;
  const struct lcm_group *of = making_of(node->u.message->operation) == OF_COMM
                                   ? lcm_comm_find(w, name).group
                                   : find(w, name);
  struct members m = {LCM_NEW_ARRAY(&w->scratch, size_t, w->n + 1), 0, w->n};
  struct lcm_comm made = {.name = node->u.message->made};
  if (of && put_together(&m, w, node, of))
    made.group = lcm_comm_group(w, m.at, m.n);
  lcm_comm_add(w, &made, false);
}

void lcm_group_ask(struct lcm_world *w, const lcm_node *node,
                   lcm_message_kind kind) {
  const struct lcm_group *group = find(w, node->u.message->comm);
  if (!group)
    lcm_run_unknown(w->run, node, "which ranks the group has is not known");
  if (!node->u.message->n_sets)
    return;
  const size_t me = group ? lcm_comm_index(group, w->member) : 0;
  const double rank = group && me < group->n ? (double)me : NO_RANK;
  lcm_rank_tell(w, node->u.message->sets[0],
                !group                           ? (double)NAN
                : kind == LCM_MESSAGE_GROUP_SIZE ? (double)group->n
                                                 : rank);
}

/* Return whether the present rank has a communicator of "group" already. */
static bool is_taken(const struct lcm_world *w, const struct lcm_group *group) {
  const struct lcm_rank *rank = &w->ranks->at[w->member];
  for (size_t i = 0; i < rank->comms.n; i++)
    if (rank->comms.at[i].group == group)
      return true;
  return false;
}

/* Return the communicator of the ranks of "group" that the present rank makes
 * now: the first of these that it has not made yet. */
static struct lcm_group *formed(struct lcm_world *w,
                                const struct lcm_group *group) {
  struct lcm_ranks *ranks = w->ranks;
  for (size_t i = 0; i < ranks->formed.n; i++) {
    struct lcm_group *own = ranks->formed.at[i];
    if (own->n == group->n && !is_taken(w, own) &&
        !memcmp(own->ranks, group->ranks, own->n * sizeof *own->ranks))
      return own;
  }
  struct lcm_group *fresh = lcm_comm_group(w, group->ranks, group->n);
  LCM_LIST_ADD(&w->scratch, &ranks->formed, fresh);
  return fresh;
}

void lcm_group_form(struct lcm_world *w, const lcm_node *node) {
  const struct lcm_group *group = find(w, node->u.message->request);
  struct lcm_comm made = {.name = node->u.message->made};
  if (!group)
    lcm_comm_leave_out(w, node,
                       "which ranks the communicator has is not known");
  const bool none = group && !has(group, w->member);
  if (group && !none)
    made.group = formed(w, group);
  lcm_comm_add(w, &made, none);
}
