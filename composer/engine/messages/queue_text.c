/* Says what ranks wait for that never comes. */
#include <string.h>

#include "composer/engine/messages/queue_text.h"

bool lcm_queue_roots_differ(const struct lcm_queued *a,
                            const struct lcm_queued *b) {
  return a->function->kind == b->function->kind && a->rooted && b->rooted &&
         a->peer != b->peer;
}

const char *lcm_queue_difference(struct lcm_run *run,
                                 const struct lcm_queued *a,
                                 const struct lcm_queued *b) {
  if (lcm_queue_roots_differ(a, b))
    return lcm_arena_printf(
        lcm_ctx_arena(run->ctx),
        "rank %zu gives %s the root %g where rank %zu gives %s the root %g "
        "(line %u)",
        b->group->ranks[b->me], b->node->u.message->operation, b->peer,
        a->group->ranks[a->me], a->node->u.message->operation, a->peer,
        a->node->loc.line);
  return lcm_arena_printf(
      lcm_ctx_arena(run->ctx),
      "rank %zu comes to %s where rank %zu comes to %s (line %u)",
      b->group->ranks[b->me], b->node->u.message->operation,
      a->group->ranks[a->me], a->node->u.message->operation, a->node->loc.line);
}

/* Return the rank of the team that is member "k" of "group", for people. */
static const char *member_name(struct lcm_run *run,
                               const struct lcm_group *group, double k) {
  if (k == LCM_RANK_ANY)
    return "any rank";
  return lcm_arena_printf(lcm_ctx_arena(run->ctx), "rank %zu",
                          group->ranks[(size_t)k]);
}

/* Return who is missing at the operation of "message". */
static const char *absent(struct lcm_run *run,
                          const struct lcm_queued *queued) {
  const struct lcm_group *group = queued->group;
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  const char *list = "";
  const size_t number = group->met[queued->me] - 1;
  size_t named = 0;
  for (size_t k = 0; k < group->n && named < 5; k++)
    if (group->met[k] <= number)
      list = lcm_arena_printf(arena, "%s%s%zu", list, named++ ? ", " : "",
                              group->ranks[k]);
  return list;
}

/* Return what rank "i" waits for by "open", a message that is never done. */
static const char *wish(struct lcm_run *run, const struct lcm_queued *open) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  const char *tag = open->tag == LCM_RANK_ANY || open->joint
                        ? ""
                        : lcm_arena_printf(arena, " with tag %g", open->tag);
  if (open->kind == LCM_JOINS) {
    const char *list = absent(run, open);
    return lcm_arena_printf(arena, "rank%s %s, which never come%s to it",
                            strchr(list, ',') ? "s" : "", list,
                            strchr(list, ',') ? "" : "s");
  }
  const char *peer = member_name(run, open->group, open->peer);
  return open->kind == LCM_SENDS
             ? lcm_arena_printf(arena, "%s, which never receives its message%s",
                                peer, tag)
             : lcm_arena_printf(arena,
                                "a message from %s%s, which is never sent",
                                peer, tag);
}

const char *lcm_queue_wait(struct lcm_run *run, size_t i,
                           const struct lcm_queued *open) {
  return lcm_arena_printf(lcm_ctx_arena(run->ctx),
                          "rank %zu waits in %s for %s", i,
                          open->node->u.message->operation, wish(run, open));
}

void lcm_queue_deadlock(struct lcm_run *run, size_t i,
                        const struct lcm_message_queues *queues) {
  const struct lcm_queued *open = NULL;
  for (size_t k = 0; k < queues->n && !open; k++)
    open = queues->at[k]->done ? NULL : queues->at[k];
  if (open)
    lcm_report(run->ctx, LCM_DIAG_DEADLOCK, open->node->loc, "%s",
               lcm_queue_wait(run, i, open));
}
