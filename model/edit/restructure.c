/* Making a list of edits: each verb is asked for its places and made there. */
#include "model/edit/restructure.h"

#include <string.h>

#include "model/edit/core/find.h"
#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/kinds/verbs.h"
#include "model/machine/machine.h"

/* What verbs are made of, and by what. */
static const struct {
  lcm_edit_can_fn can;
  lcm_status (*make)(struct lcm_editing *e, const struct lcm_edit_spot *spots,
                     size_t n);
} VERBS[] = {
#define LCM_VERB(name, word, places, argument, syntax, of, meaning)            \
  {lcm_edit_can_##word, lcm_edit_##word},
#include "model/edit/core/edits.def"
#undef LCM_VERB
};

/* Return what comes in the place of "node": itself where nothing does. */
static const struct lcm_edit_change *change_of(const struct lcm_editing *e,
                                               const lcm_node *node) {
  for (size_t i = 0; i < e->changes.n; i++)
    if (e->changes.at[i].old == node)
      return &e->changes.at[i];
  return NULL;
}

/* Return "node" with all changes made at and below it, itself where there are
 * none; NULL: it is gone. */
static const lcm_node *rebuild(struct lcm_editing *e, const lcm_node *node) {
  const struct lcm_edit_change *change = change_of(e, node);
  LCM_LIST(const lcm_node *) children = {0};
  bool changed = false;
  if (change)
    return change->now;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = rebuild(e, node->children[i]);
    changed = changed || child != node->children[i];
    if (child)
      LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &children, child);
  }
  return changed ? lcm_edit_with_children(e, node, children.at, children.n)
                 : node;
}

/* Make the changes of "e" in its program. */
static lcm_status make_changes(struct lcm_editing *e) {
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, e->program->n_functions + 1);
  *copy = *e->program;
  for (size_t i = 0; i < copy->n_functions; i++) {
    functions[i] = copy->functions[i];
    if (!functions[i].body)
      continue;
    const lcm_node *body = rebuild(e, functions[i].body);
    functions[i].body =
        body ? body
             : lcm_edit_node(e, LCM_NODE_SERIES, functions[i].body, NULL, 0);
  }
  copy->functions = functions;
  e->program = copy;
  e->changes.n = 0;
  return lcm_program_finish(e->ctx, copy);
}

/* Put the one of "seconds" that is in the function of pair[0] into pair[1];
 * return whether there is one. */
static bool find_second(struct lcm_edit_spot pair[2],
                        const lcm_edit_spots *seconds) {
  for (size_t i = 0; i < seconds->n; i++)
    if (seconds->at[i].function == pair[0].function) {
      pair[1] = seconds->at[i];
      return true;
    }
  return false;
}

/* Put the places of the step of "e" in its program into "*out", made of the
 * nodes "firsts" and "seconds". */
static lcm_status make_pairs(struct lcm_edit_pairs *out, struct lcm_editing *e,
                             const lcm_edit_spots *firsts,
                             const lcm_edit_spots *seconds) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < firsts->n && !status; i++) {
    struct lcm_edit_pair pair = {.spots = {firsts->at[i], firsts->at[i]}};
    const size_t n = e->step->n_places;
    e->at = firsts->at[i].node->loc;
    status =
        n > 1 && !find_second(pair.spots, seconds)
            ? lcm_edit_wrong(e, firsts->at[i].node, "%s is in another function",
                             e->step->places[1])
            : VERBS[e->step->verb].make(e, pair.spots, n);
    LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &out->all, pair);
  }
  return status;
}

/* Make the step of "e", and put its places into "*out". */
static lcm_status make_step(struct lcm_edit_pairs *out, struct lcm_editing *e) {
  lcm_edit_spots firsts = {0};
  lcm_edit_spots seconds = {0};
  const lcm_verb verb = e->step->verb;
  lcm_status status = lcm_edit_find(&firsts, e, 0, VERBS[verb].can);
  if (!status && e->step->n_places > 1)
    status = lcm_edit_find(&seconds, e, 1,
                           verb == LCM_VERB_SPLIT ? lcm_edit_can_move
                                                  : VERBS[verb].can);
  status = status ? status : make_pairs(out, e, &firsts, &seconds);
  return status ? status : make_changes(e);
}

lcm_status
lcm_program_restructure_seen(const lcm_program **out, lcm_ctx *ctx,
                             const lcm_program *program,
                             const lcm_restructuring *edits, bool force,
                             const struct lcm_edit_watcher *watcher) {
  struct lcm_editing e = {.ctx = ctx, .program = program, .force = force};
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < program->n_premises; i++)
    lcm_edit_add_premise(&e, &program->premises[i]);
  for (size_t i = 0; i < edits->n_steps && !status; i++) {
    struct lcm_edit_made made = {.before = e.program, .step = &edits->steps[i]};
    e.step = &edits->steps[i];
    status = make_step(&made.places, &e);
    made.after = e.program;
    if (watcher && !status)
      status = watcher->see(&made, watcher->user);
  }
  if (status)
    return status;
  lcm_program *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_program);
  *copy = *e.program;
  copy->premises = e.premises.at;
  copy->n_premises = e.premises.n;
  *out = copy;
  return LCM_OK;
}

lcm_status lcm_program_restructure(const lcm_program **out, lcm_ctx *ctx,
                                   const lcm_program *program,
                                   const lcm_restructuring *edits, bool force) {
  return lcm_program_restructure_seen(out, ctx, program, edits, force, NULL);
}
