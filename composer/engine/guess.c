/* Finds what ranks do that rests on a guess: branches and loops of which not
 * all is known, and what may send messages that nobody sees. */
#include <string.h>

#include "composer/engine/count.h"
#include "composer/engine/env.h"
#include "composer/engine/guess.h"
#include "composer/engine/world.h"

static const char BY_RANKS[] =
    "what follows from ranks, their number and -D values is followed";

/* Return whether a condition that decides which alternative of the branch
 * "node" is taken is not known; "*name" becomes a name that it lacks, if there
 * is one. */
static bool is_open(struct lcm_run *run, const lcm_node *node,
                    const char **name) {
  double value = 0;
  for (size_t i = 0; node->u.branch.conditions && i < node->n_children; i++) {
    const lcm_expr *cond = node->u.branch.conditions[i];
    if (cond && !lcm_run_derived(&value, run, cond)) {
      *name = lcm_run_missing(run, cond);
      return true;
    }
    if (!cond || value != 0)
      return false;
  }
  return false;
}

/* Return what to give where "name" (NULL: nothing that has a name) is not
 * known. */
static const char *give(struct lcm_run *run, const char *name) {
  return name ? lcm_arena_printf(lcm_ctx_arena(run->ctx), "give -D %s=...",
                                 lcm_name_asked(name))
              : BY_RANKS;
}

void lcm_guess_branch(struct lcm_world *w, const lcm_node *node, size_t taken,
                      bool random) {
  const char *name = NULL;
  if (w->guess)
    return;
  const bool open = is_open(w->run, node, &name);
  if (node->u.branch.probabilities && !node->marks.probability)
    lcm_world_guess(w, node, "alternatives by chance are taken in turn",
                    BY_RANKS);
  else if (random)
    lcm_world_guess(w, node, "which way it goes is not known",
                    give(w->run, name));
  else if (lcm_branch_is_guessed(node) || (open && node->marks.exit))
    lcm_world_guess(w, node, "whether it is left here is taken as never",
                    give(w->run, name));
  else if (open)
    lcm_world_guess(w, node, "the condition is taken as true",
                    give(w->run, name));
  else if (node->marks.exit && taken == 0 && w->nested)
    lcm_world_guess(w, node,
                    "what comes behind is done although it is left here",
                    "let conditions say what is left out");
}

void lcm_guess_loop(struct lcm_world *w, const lcm_node *node, bool waits) {
  w->polls = waits || (w->ranks && node->kind == LCM_NODE_WHILE &&
                       !node->u.loop.count && lcm_run_polls(w->run, node));
  if (waits)
    lcm_world_guess(w, node, "the loop is taken to end with its requests",
                    "say `// lcm: count`");
  else if (node->u.loop.count)
    lcm_world_guess(
        w, node, "how often the loop runs is a mean",
        "bounds that follow from ranks, their number and -D are followed");
  else if (!w->guess && !w->polls && !lcm_run_knows_count(w->run, node))
    lcm_world_guess(w, node, "the loop is taken to run once",
                    "say `// lcm: count`");
}

/* Return the first node below "node", or in what that calls, that may do what
 * nobody sees. */
static const lcm_node *find_unseen(struct lcm_run *run, const lcm_node *node) {
  for (;;) {
    const lcm_function *callee =
        node->kind == LCM_NODE_CALL
            ? lcm_program_function(run->program, node->u.call.callee)
            : NULL;
    const lcm_node *next = callee ? callee->body : NULL;
    for (size_t i = 0; i < node->n_children && !next; i++)
      if (lcm_run_traits(run, node->children[i])->unseen)
        next = node->children[i];
    if (!next || !lcm_run_traits(run, next)->unseen ||
        lcm_run_traits(run, next)->recurs)
      return node;
    node = next;
  }
}

/* Note what may be left below "node". */
static void find_exit(struct lcm_world *w, const lcm_node *node) {
  const char *name = NULL;
  if (w->guess || !lcm_run_traits(w->run, node)->exits)
    return;
  if (node->kind == LCM_NODE_BRANCH && node->marks.exit) {
    const bool open = is_open(w->run, node, &name);
    double value = 0;
    const bool stays =
        !open && !node->u.branch.probabilities &&
        !lcm_branch_is_guessed(node) &&
        lcm_run_derived(&value, w->run, node->u.branch.conditions[0]) &&
        value == 0;
    if (!stays)
      lcm_world_guess(w, node, "whether it is left here is taken as never",
                      give(w->run, name));
  }
  for (size_t i = 0; i < node->n_children; i++)
    find_exit(w, node->children[i]);
}

void lcm_guess_whole(struct lcm_world *w, const lcm_node *node) {
  struct lcm_run *run = w->run;
  if (!w->ranks || w->guess)
    return;
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  if (traits->messages)
    lcm_world_guess(
        w, node, "messages in it are left out",
        "messages are followed outside of models and of teams of threads");
  if (traits->unseen) {
    const lcm_node *at = find_unseen(run, node);
    const bool call = at->kind == LCM_NODE_CALL;
    lcm_world_guess(w, at,
                    call ? "a function from elsewhere is taken to send nothing"
                         : "what is not modelled is taken to send nothing",
                    call ? "add its file, or say `// lcm: model time = T`"
                         : "say `// lcm: model time = T`");
  }
  find_exit(w, node);
}
