/* Groups of ranks while scripts are written. */
#pragma once

#include "composer/engine/messages/rank_internal.h"

/* Note the group that "node" makes. */
void lcm_group_write(struct lcm_world *w, const lcm_node *node);

/* Set what "node" of "kind" asks about a group. */
void lcm_group_ask(struct lcm_world *w, const lcm_node *node,
                   lcm_message_kind kind);

/* Note the communicator that "node" makes of a group. */
void lcm_group_form(struct lcm_world *w, const lcm_node *node);
