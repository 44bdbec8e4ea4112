/* What the ranks of a team have while their scripts are written down: their
 * communicators, requests and numbers.  What composer/engine/messages/message.c, composer/engine/messages/comm.c
 * and composer/engine/messages/topology.c say to each other. */
#pragma once

#include "composer/engine/event_internal.h"
#include "composer/engine/messages/cart_internal.h"
#include "composer/engine/messages/mail_internal.h"

/* The neighbours of a rank in a graph: those that send to it, and those that it
 * sends to. */
struct lcm_near {
  const double *sources;
  size_t n_sources;
  const double *targets;
  size_t n_targets;
};

/* Edges of a graph that a rank gives: from[i] sends to to[i]. */
struct lcm_edges {
  double *from;
  double *to;
  size_t n;
};

/* A communicator as one rank knows it: by the name it was made under last, and
 * its group, NULL where that is not known; as a grid or graph, NULL where it is
 * none, or one that is not known. */
struct lcm_comm {
  const char *name;
  struct lcm_group *group;
  const struct lcm_cart *grid;
  const struct lcm_near *near;
};

/* A request of a rank: "letter" is on its way, or prepared ("again": it can be
 * started again and again); "asked": how often one of it and others was waited
 * for. */
struct lcm_request {
  const char *name;
  double slot;
  struct lcm_letter *letter;
  bool again;
  bool active;
  size_t asked;
};

/* Something that a rank has read or written far away in the window "name". */
struct lcm_access {
  const char *name;
  struct lcm_letter *letter;
};

/* What the variable "name" says of the message "letter" that came last: where
 * it came from. */
struct lcm_source {
  const char *name;
  const struct lcm_letter *letter;
};

/* A communicator that a rank makes out of "parent", as the "order"-th of those
 * made of it: with whom is found out when all scripts are written; also who its
 * neighbours are, where each gives "edges" of the graph. */
struct lcm_making {
  struct lcm_group *parent;
  size_t order;
  double colour;
  double key;
  struct lcm_group *group;
  const struct lcm_edges *edges;
  const struct lcm_near *near;
};

/* What a rank was told: "name" is "value" (NAN: not known), in the function
 * that is executed at "depth", or everywhere. */
struct lcm_told {
  const char *name;
  double value;
  bool everywhere;
  unsigned depth;
};

/* What one rank has so far.
 * makings  of all its communicators, "made" of them in this writing
 * begun, ended   it has called MPI_Init, MPI_Finalize
 * told     numbers that it was told */
struct lcm_rank {
  LCM_LIST(struct lcm_comm) comms;
  LCM_LIST(struct lcm_request) requests;
  LCM_LIST(struct lcm_access) accesses;
  LCM_LIST(struct lcm_source) sources;
  LCM_LIST(struct lcm_making) makings;
  LCM_LIST(struct lcm_told) told;
  size_t made;
  bool begun;
  bool ended;
};

/* groups      how many there are
 * all, alone  the group of all ranks, and those of each alone
 * formed      communicators made of groups */
struct lcm_ranks {
  struct lcm_rank *at;
  size_t n;
  size_t groups;
  struct lcm_group *all;
  struct lcm_group **alone;
  LCM_LIST(struct lcm_group *) formed;
};

/* What makes a communicator: the ranks with one "colour" by "key", where
 * "known"; "grid", "near", "edges": as what, NULL for none. */
struct lcm_split {
  bool known;
  double colour;
  double key;
  const struct lcm_cart *grid;
  const struct lcm_near *near;
  const struct lcm_edges *edges;
};

/* ---- communicators (composer/engine/messages/comm.c) ----------------------------------------
 */

/* Give "w" its ranks, which are all in one group. */
void lcm_comm_begin(struct lcm_world *w);

/* Return a group of the "n" ranks at "members". */
struct lcm_group *lcm_comm_group(struct lcm_world *w, const size_t *members,
                                 size_t n);

/* Let the present rank have the communicator or group "comm" that it makes;
 * "none": it gets none. */
void lcm_comm_add(struct lcm_world *w, const struct lcm_comm *comm, bool none);

/* Return the communicator "name" of the present rank. */
struct lcm_comm lcm_comm_find(struct lcm_world *w, const char *name);

/* Return the number of rank "rank" in "group", its size where it is none. */
size_t lcm_comm_index(const struct lcm_group *group, size_t rank);

/* Note that "node" is not known, for "reason". */
void lcm_comm_leave_out(struct lcm_world *w, const lcm_node *node,
                        const char *reason);

/* Note the communicator that "node" makes by "split". */
void lcm_comm_make(struct lcm_world *w, const lcm_node *node,
                   const struct lcm_split *split);

/* Note the communicator that "node", which is no grid, makes. */
void lcm_comm_write(struct lcm_world *w, const lcm_node *node,
                    lcm_message_kind kind);

/* Note the file or window that "node" makes: a thing that its communicator has
 * then. */
void lcm_comm_open(struct lcm_world *w, const lcm_node *node);

/* Bind what "node" asks for: the rank in a communicator, or its size. */
void lcm_comm_ask(struct lcm_world *w, const lcm_node *node,
                  lcm_message_kind kind);

/* Find out which ranks are in the communicators that were made; return whether
 * any is known now that was not. */
bool lcm_comm_settle(struct lcm_world *w);

/* ---- groups (composer/engine/team/group.c) ----------------------------------------------
 */

/* Note the group that "node" makes. */
void lcm_group_write(struct lcm_world *w, const lcm_node *node);

/* Set what "node" of "kind" asks about a group. */
void lcm_group_ask(struct lcm_world *w, const lcm_node *node,
                   lcm_message_kind kind);

/* Note the communicator that "node" makes of a group. */
void lcm_group_form(struct lcm_world *w, const lcm_node *node);

/* ---- numbers that ranks are told (composer/engine/messages/topology.c) -----------------------
 */

/* Let "name" be "value" for the present rank; NAN: not known. */
void lcm_rank_tell(struct lcm_world *w, const char *name, double value);

/* Bind again what the present rank was told that holds where it is, and forget
 * what does not any more. */
void lcm_rank_recall(struct lcm_world *w);

/* Set what "node" of "kind" says of MPI itself: that it has begun or ended. */
void lcm_rank_state(struct lcm_world *w, const lcm_node *node,
                    lcm_message_kind kind);

/* Let what the present rank was told of "name" hold no more. */
void lcm_rank_drop(struct lcm_world *w, const char *name);

/* ---- grids (composer/engine/messages/topology.c) --------------------------------------------
 */

/* Note the grid that "node" makes, or part of one. */
void lcm_topology_write(struct lcm_world *w, const lcm_node *node,
                        lcm_message_kind kind);

/* Set what "node" asks about a grid, or lets choose. */
void lcm_topology_ask(struct lcm_world *w, const lcm_node *node,
                      lcm_message_kind kind);
