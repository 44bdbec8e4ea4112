/* Writes down one round of a loop for all that do the same. */
#include "composer/engine/again/rounds.h"

#include "composer/engine/count.h"
#include "composer/engine/env.h"
#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"
#include "composer/engine/world.h"

/* Return whether nobody asks for what is noted of each round in another way
 * than by records. */
static bool is_quiet(const struct lcm_world *w) {
  const struct lcm_run *run = w->run;
  const struct lcm_run_notes *notes = &run->notes;
  return w->in_team && !w->ranks && !w->player && !w->tries && !w->turn &&
         !run->bandwidth.pieces && !run->mode.trial && !run->member_values.n &&
         !notes->visits && !notes->counting && !notes->scoring &&
         !notes->slopes;
}

/* Return whether each round of "node" does the same for whoever executes it. */
static bool is_alike(struct lcm_run *run, const lcm_node *node) {
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  return !traits->tasks && !traits->teams && !traits->parallel &&
         !traits->random && !traits->recurs && lcm_run_is_uniform(run, node);
}

struct lcm_rounds lcm_rounds_begin(struct lcm_world *w, const lcm_node *node) {
  const struct lcm_rounds rounds = {.open =
                                        is_quiet(w) && is_alike(w->run, node)};
  return rounds;
}

/* Append "step" to "script", to the last step where both are computing that
 * counts for the same record. */
static void append(struct lcm_world *w, lcm_script *script,
                   const struct lcm_step *step) {
  struct lcm_step *last = script->n ? &script->at[script->n - 1] : NULL;
  if (step->act == LCM_ACT_COMPUTE && last && last->act == LCM_ACT_COMPUTE &&
      last->own == step->own && last->record == step->record) {
    if (step->outcome->time > last->outcome->time)
      last->node = step->node;
    lcm_outcome_add(last->outcome, step->outcome, 1);
    return;
  }
  struct lcm_step copy = *step;
  if (step->act == LCM_ACT_COMPUTE) {
    copy.outcome = LCM_NEW(&w->scratch, struct lcm_outcome);
    *copy.outcome = *step->outcome;
  }
  LCM_LIST_ADD(&w->scratch, script, copy);
}

/* Append the round of "rounds" to "script". */
static void append_round(struct lcm_rounds *rounds, struct lcm_world *w,
                         lcm_script *script) {
  for (size_t i = 0; i < rounds->script->n; i++)
    append(w, script, &rounds->script->at[i]);
}

/* Return whether an actor waits in "script" for another one: not as members do
 * who meet. */
static bool has_waits(const lcm_script *script) {
  bool waits = false;
  for (size_t i = 0; i < script->n && !waits; i++)
    waits = script->at[i].act != LCM_ACT_COMPUTE &&
            script->at[i].act != LCM_ACT_MEET;
  return waits;
}

lcm_script *lcm_rounds_next(struct lcm_rounds *rounds, struct lcm_world *w,
                            lcm_script *script) {
  if (!rounds->open)
    return script;
  if (rounds->written) {
    if (lcm_ctx_work(w->run->ctx, 1))
      w->run->status = LCM_ESTOPPED;
    w->steps += rounds->steps;
    w->node = rounds->last;
    if (rounds->waits)
      lcm_world_append(
          w, script,
          (struct lcm_step){.act = LCM_ACT_PERFORM, .script = rounds->script});
    else
      append_round(rounds, w, script);
    rounds->times++;
    return NULL;
  }
  rounds->script = LCM_NEW(&w->scratch, lcm_script);
  rounds->steps = w->steps;
  rounds->turns = w->turns;
  rounds->n_met = w->met + w->orders;
  rounds->outer = w->run->notes.journal;
  rounds->journal.arena = &w->scratch;
  w->run->notes.journal = &rounds->journal;
  return rounds->script;
}

void lcm_rounds_wrote(struct lcm_rounds *rounds, struct lcm_world *w,
                      lcm_script *script) {
  const struct lcm_run *run = w->run;
  if (!rounds->open)
    return;
  w->run->notes.journal = rounds->outer;
  rounds->last = w->node;
  append_round(rounds, w, script);
  rounds->times++;
  rounds->waits = has_waits(rounds->script);
  rounds->written = !run->status && w->turns == rounds->turns &&
                    w->met + w->orders == rounds->n_met &&
                    !run->member_values.n;
  rounds->steps = w->steps - rounds->steps;
  if (rounds->written)
    return;
  rounds->open = false;
  lcm_rounds_end(rounds, w);
}

void lcm_rounds_end(struct lcm_rounds *rounds, struct lcm_world *w) {
  if (rounds->times > 0)
    lcm_run_note_times(w->run, &rounds->journal, rounds->times);
  rounds->times = 0;
}
