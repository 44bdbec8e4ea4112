/* Communicators while scripts are written. */
#pragma once

#include "composer/engine/messages/rank_internal.h"

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
