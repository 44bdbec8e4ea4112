/* Interfaces of nodes that messages wait for. */
#pragma once

#include "composer/engine/messages/queue.h"

/* Return the interfaces of the nodes of "ranks" ranks, NULL where the machine
 * says nothing of them. */
struct lcm_nodes *lcm_nodes_new(const struct lcm_run *run, lcm_arena *arena,
                                size_t ranks);

/* Let the message "of" take its turn; return when it leaves its node.  "nodes"
 * may be NULL: it leaves at once. */
double lcm_nodes_leave(struct lcm_nodes *nodes, struct lcm_run *run,
                       const struct lcm_departure *of);

/* Let "collective" of "group", which takes what the machine says and to which
 * each contributes "bytes" ("root": of one member), take its turn at the
 * interfaces of the nodes that something has to leave for it: its messages are
 * "held" until then, from "start" on.  "nodes" may be NULL: they are not. */
void lcm_nodes_meet(struct lcm_nodes *nodes, struct lcm_run *run,
                    const struct lcm_group *group,
                    const struct lcm_collective *collective,
                    const struct lcm_share *share);

/* Put the turns that the operation of "message" of "group", as in
 * lcm_nodes_meet, takes at "nodes" into "turns" (room for each node); return
 * how many there are. */
size_t lcm_nodes_turns(struct lcm_node_turn *turns,
                       const struct lcm_nodes *nodes, struct lcm_run *run,
                       const struct lcm_group *group,
                       const struct lcm_queued *queued,
                       const struct lcm_share *share);

/* Return how many "nodes" (may be NULL) there are, and that of rank "rank". */
size_t lcm_nodes_count(const struct lcm_nodes *nodes);
size_t lcm_nodes_of(const struct lcm_nodes *nodes, size_t rank);

/* Return from when on the interface of the node of rank "rank" is free; 0 where
 * "nodes" is NULL. */
double lcm_nodes_free(const struct lcm_nodes *nodes, size_t rank);

/* Note for how long each of "nodes" (may be NULL) has used its interface. */
void lcm_nodes_demand(const struct lcm_nodes *nodes, struct lcm_run *run);

/* Return how the members of a collective of "kind" wait for each other. */
enum lcm_together lcm_message_waits(lcm_message_kind kind);
