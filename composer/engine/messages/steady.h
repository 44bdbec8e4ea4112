/* Loops of ranks whose iterations go on alike: of these a few are followed, and
 * from how the last of them differ it is known what all come to. */
#pragma once

#include "composer/engine/events.h"

/* Executes what the ranks of "team" do in "body", "steady" being in the
 * world. */
typedef void lcm_steady_play(struct lcm_run *run, struct lcm_team *team,
                             const lcm_node *body, struct lcm_steady *steady);

/* Let the ranks of "team" execute "body" by "play", loops that go on alike
 * being cut short: exact, for whatever happens depends on differences of times
 * alone, and these are the same from one iteration to the next.  Where no loop
 * is long, or none settles, all is followed. */
void lcm_steady_run(struct lcm_run *run, struct lcm_team *team,
                    const lcm_node *body, lcm_steady_play *play);
