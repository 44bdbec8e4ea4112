/* Detectors of waiting for threads and messages that could be avoided. */
#include <string.h>

#include "study/advise/candidate.h"
#include "study/advise/find_wait.h"
#include "study/advise/site.h"
#include "study/advise/words.h"

enum { MOST_PARTS = 256, MOST_MOVED = 4 };

/* Return the child of the node around "site" that is "by" places further on, or
 * NULL. */
static const struct lcm_advised_site *
beside(const struct lcm_advising *a, const struct lcm_advised_site *site,
       int by) {
  const lcm_node *parent = lcm_site_parent(site);
  if (!parent || parent->kind != LCM_NODE_SERIES)
    return NULL;
  const size_t i = lcm_site_index(site);
  if (by < 0 ? i < (size_t)-by : i + (size_t)by >= parent->n_children)
    return NULL;
  return lcm_advise_site(
      a, parent->children[by < 0 ? i - (size_t)-by : i + (size_t)by]);
}

/* Return the one-step edit "verb" at "site". */
static const char *at(struct lcm_advising *a,
                      const struct lcm_advised_site *site, lcm_verb verb) {
  return lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s %s", lcm_verb_word(verb),
                          lcm_advise_place(a, site, verb));
}

/* ---- barriers -------------------------------------------------- */

void lcm_advise_barrier(struct lcm_advising *a,
                        const struct lcm_advised_site *site) {
  if (site->node->kind != LCM_NODE_BARRIER || a->point->p < 2)
    return;
  const struct lcm_advised_site *before = beside(a, site, -1);
  const bool implied = before && (before->node->kind == LCM_NODE_PARLOOP ||
                                  before->node->kind == LCM_NODE_PARALLEL);
  const struct lcm_advised_site *where = implied ? before : site;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_BARRIER, where,
      lcm_arena_printf(
          lcm_ctx_arena(a->ctx), "threads wait for each other behind %s",
          before ? lcm_advise_name(a->ctx, before->node) : "what they did"));
  lcm_advise_way(a, c, at(a, where, LCM_VERB_NOWAIT));
}

/* ---- messages ------------------------------------------------------------ */

/* Return what the message "node" does, LCM_MESSAGE_COUNT for another node. */
static lcm_message_kind kind_of(const lcm_node *node) {
  const struct lcm_mpi_function *function =
      node->kind == LCM_NODE_MESSAGE
          ? lcm_mpi_function(node->u.message->operation)
          : NULL;
  return function ? function->kind : LCM_MESSAGE_COUNT;
}

/* Return whether "node" sends. */
static bool sends(const lcm_node *node) {
  const lcm_message_kind kind = kind_of(node);
  return kind == LCM_MESSAGE_SEND || kind == LCM_MESSAGE_SSEND ||
         kind == LCM_MESSAGE_BSEND;
}

/* Return whether "node" receives a message and waits for it: what comes with it
 * is known. */
static bool receives(const lcm_node *node) {
  return kind_of(node) == LCM_MESSAGE_RECV &&
         lcm_mpi_function(node->u.message->operation)->mode == LCM_MODE_NOW;
}

void lcm_advise_late_send(struct lcm_advising *a,
                          const struct lcm_advised_site *site) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const bool signal = site->node->kind == LCM_NODE_SIGNAL;
  const char *what = NULL;
  if ((!signal && !sends(site->node)) || !lcm_site_parent(site))
    return;
  if (signal)
    what = lcm_arena_printf(arena,
                            "'%s' is signalled after work of which who waits "
                            "for it needs nothing",
                            site->node->u.condition.name);
  else
    what = lcm_arena_printf(arena,
                            "%s comes after work of which the message needs "
                            "nothing, and who receives it waits",
                            site->node->u.message->operation);
  struct lcm_candidate *c = lcm_advise_add(a, LCM_ADVICE_LATE_SEND, site, what);
  lcm_advise_way(a, c, at(a, site, LCM_VERB_MOVE));
}

void lcm_advise_early_wait(struct lcm_advising *a,
                           const struct lcm_advised_site *site) {
  const struct lcm_advised_site *next = beside(a, site, 1);
  if (!receives(site->node) || !next || !lcm_site_matters(a, next))
    return;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_EARLY_WAIT, site,
      lcm_arena_printf(lcm_ctx_arena(a->ctx),
                       "%s, %s of the time, waits for a message of which it "
                       "needs nothing",
                       lcm_advise_name(a->ctx, next->node),
                       lcm_advise_percent(a->ctx, lcm_site_part(a, next))));
  const char *before = lcm_advise_place(a, site, LCM_VERB_MOVE);
  const char *edit = NULL;
  for (int i = 1;
       i <= MOST_MOVED && next && next->node->kind != LCM_NODE_MESSAGE; i++) {
    const char *step = lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s %s",
                                        at(a, next, LCM_VERB_MOVE), before);
    edit = edit ? lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s; %s", edit, step)
                : step;
    lcm_advise_way(a, c, edit);
    next = beside(a, site, i + 1);
  }
}

/* ---- pipelines ----------------------------------------------------------- */

/* Return the node at or below "node" that waits for the condition "name", or
 * NULL. */
static const lcm_node *wait_for(const lcm_node *node, const char *name) {
  if (node->kind == LCM_NODE_WAIT && !strcmp(node->u.condition.name, name))
    return node;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *found = wait_for(node->children[i], name);
    if (found)
      return found;
  }
  return NULL;
}

/* Return whether "receive" may take messages with the tag of "send". */
static bool takes(const lcm_node *receive, const lcm_node *send) {
  const lcm_expr *tag = receive->u.message->from_tag;
  return !tag || lcm_expr_is_int(tag, LCM_RANK_ANY) ||
         tag == send->u.message->tag;
}

/* Return the only node at or below "node" that receives messages with the tag
 * of "send" and waits for them; "found" is one that was met before, and "send"
 * stands for more than one. */
static const lcm_node *only_receiver(const lcm_node *node, const lcm_node *send,
                                     const lcm_node *found) {
  if (receives(node) && takes(node, send))
    found = found ? send : node;
  for (size_t i = 0; i < node->n_children; i++)
    found = only_receiver(node->children[i], send, found);
  return found;
}

/* Return who receives what "site" sends or signals, or NULL. */
static const lcm_node *receiver(const struct lcm_advising *a,
                                const struct lcm_advised_site *site) {
  const lcm_function *function = &a->program->functions[site->function];
  if (site->node->kind == LCM_NODE_SIGNAL)
    return wait_for(function->body, site->node->u.condition.name);
  for (size_t i = 0; i < a->looked->n_patterns; i++)
    if (a->looked->patterns[i].send == site->node)
      return a->looked->patterns[i].receive;
  const lcm_node *only = only_receiver(function->body, site->node, NULL);
  return only == site->node ? NULL : only;
}

void lcm_advise_pipeline(struct lcm_advising *a,
                         const struct lcm_advised_site *site) {
  if (site->node->kind != LCM_NODE_SIGNAL && !sends(site->node))
    return;
  const lcm_node *node = receiver(a, site);
  const struct lcm_advised_site *other = node ? lcm_advise_site(a, node) : NULL;
  if (!other || other->function != site->function)
    return;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_PIPELINE, site,
      "all is made before any of it is handed over, and all is there before "
      "any of it is used");
  const char *both = lcm_arena_printf(
      lcm_ctx_arena(a->ctx), "%s %s", at(a, site, LCM_VERB_PIPELINE),
      lcm_advise_place(a, other, LCM_VERB_PIPELINE));
  for (int parts = 2; parts <= MOST_PARTS; parts *= 2)
    lcm_advise_way(
        a, c, lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s %d", both, parts));
}

void lcm_advise_combine(struct lcm_advising *a,
                        const struct lcm_advised_site *site) {
  const lcm_node *loop = lcm_site_around(site, LCM_NODE_LOOP);
  if (!sends(site->node) || !loop)
    return;
  const lcm_node *node = receiver(a, site);
  const struct lcm_advised_site *other = node ? lcm_advise_site(a, node) : NULL;
  if (!other || other->function != site->function ||
      !lcm_site_around(other, LCM_NODE_LOOP))
    return;
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_COMBINE, site,
      lcm_arena_printf(
          lcm_ctx_arena(a->ctx), "each of %s rounds sends a message of its own",
          lcm_advise_number(a->ctx,
                            lcm_site_iterations(a, lcm_advise_site(a, loop)))));
  lcm_advise_way(
      a, c,
      lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s %s",
                       at(a, site, LCM_VERB_COMBINE),
                       lcm_advise_place(a, other, LCM_VERB_COMBINE)));
}
