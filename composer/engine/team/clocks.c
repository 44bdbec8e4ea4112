/* Keeps the clocks of the members of a team: who is first, last, waits. */
#include <math.h>
#include <string.h>

#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"
#include "composer/engine/team/clocks.h"

static const size_t NONE = (size_t)-1;

bool lcm_team_is_active(const struct lcm_team *team, size_t m) {
  return !team->active || team->active[m];
}

double lcm_team_latest(const struct lcm_team *team) {
  double end = 0;
  for (size_t m = 0; m < team->k; m++)
    end = fmax(end, team->clocks[m]);
  return end;
}

/* Return the member whose clock is the latest. */
static size_t last_of(const struct lcm_team *team) {
  size_t last = 0;
  for (size_t m = 1; m < team->k; m++)
    last = team->clocks[m] > team->clocks[last] ? m : last;
  return last;
}

void lcm_team_meet(struct lcm_run *run, struct lcm_team *team) {
  if (!team->trails)
    return;
  lcm_trail_pick(run, team->trails[last_of(team)], team->top);
  memset(team->trails, 0, team->k * sizeof *team->trails);
}

void lcm_team_follow(struct lcm_run *run, struct lcm_team *team, size_t m,
                     const lcm_node *node) {
  if (team->trails)
    team->trails[m] =
        lcm_trail_add(run, team->trails[m], lcm_record_aside(run, node));
}

void lcm_team_align(struct lcm_team *team, double end, size_t cat) {
  for (size_t m = 0; m < team->k; m++) {
    if (team->clocks[m] < end)
      team->sums[m].cats[cat] += (end - team->clocks[m]) * team->weight;
    team->clocks[m] = fmax(team->clocks[m], end);
  }
}

void lcm_team_spend(struct lcm_team *team, size_t m,
                    const struct lcm_outcome *outcome, double times) {
  team->clocks[m] += outcome->time * times;
  lcm_outcome_add(&team->sums[m], outcome, times);
}

struct lcm_team *lcm_team_new(struct lcm_run *run, size_t k, double weight) {
  lcm_arena *arena = lcm_ctx_stack(run->ctx);
  struct lcm_team *team = LCM_NEW(arena, struct lcm_team);
  team->k = k;
  team->weight = weight;
  team->clocks = LCM_NEW_ARRAY(arena, double, k);
  team->sums = LCM_NEW_ARRAY(arena, struct lcm_outcome, k);
  team->top = run->notes.parent;
  if (run->options->nodes && !run->mode.unlimited)
    team->trails = LCM_NEW_ARRAY(arena, struct lcm_trail *, k);
  return team;
}

bool lcm_team_is_aligned(const struct lcm_team *team) {
  for (size_t m = 1; m < team->k; m++)
    if (fabs(team->clocks[m] - team->clocks[0]) > 1e-12 * fabs(team->clocks[0]))
      return false;
  return true;
}

size_t lcm_team_first_free(const struct lcm_team *team) {
  size_t best = NONE;
  for (size_t m = 0; m < team->k; m++)
    if (lcm_team_is_active(team, m) &&
        (best == NONE || team->clocks[m] < team->clocks[best]))
      best = m;
  return best;
}
