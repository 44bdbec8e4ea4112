/* Patterns of messages of several names together: those that a program answers
 * in one entry and passes on in another. */
#include "trace/views/joint.h"

#include <stdlib.h>

/* Groups being joined. */
struct joining {
  const struct trace_walk *walk;
  const struct trace_graph *g;
  struct trace_groups *out;
  lcm_arena *arena;
  uint32_t *of;    /* 1 + the group of each task in its own phase; 0: none */
  uint32_t *lead;  /* of each group: one of those that it is joined with */
  uint32_t *first; /* of each group: 1 + the first that it leads to; 0: none */
};

/* Return the group that stands for those that "i" is joined with. */
static uint32_t lead_of(const struct joining *j, uint32_t i) {
  while (j->lead[i] != i)
    i = j->lead[i] = j->lead[j->lead[i]];
  return i;
}

/* Join the groups "a" and "b" where neither has a pattern alone. */
static void join(const struct joining *j, uint32_t a, uint32_t b) {
  if (j->out->at.at[a].pattern || j->out->at.at[b].pattern)
    return;
  const uint32_t x = lead_of(j, a);
  const uint32_t y = lead_of(j, b);
  j->lead[x > y ? x : y] = x > y ? y : x;
}

/* Return the group of the phase of group "i" in which the task is that led to
 * "task"; TRACE_NONE where there is none. */
static uint32_t led_by(const struct joining *j, uint32_t i, uint32_t task) {
  const uint32_t from = trace_parent(j->g, task);
  if (from == TRACE_NONE || !j->of[from])
    return TRACE_NONE;
  const uint32_t group = j->of[from] - 1;
  return j->out->at.at[group].phase == j->out->at.at[i].phase ? group
                                                              : TRACE_NONE;
}

/* Join each group with those that led to it, and those that the same one led
 * to. */
static void join_all(struct joining *j) {
  for (uint32_t i = 0; i < j->out->at.n; i++)
    for (size_t k = 0; k < j->out->at.at[i].n; k++) {
      const uint32_t from = led_by(j, i, j->out->at.at[i].tasks[k]);
      if (from == TRACE_NONE)
        continue;
      join(j, i, from);
      if (!j->first[from])
        j->first[from] = i + 1;
      join(j, i, j->first[from] - 1);
    }
}

/* Order numbers of tasks. */
static int compare(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Return what the groups that "lead" stands for are called. */
static const char *names_of(const struct joining *j, uint32_t lead) {
  const struct trace_name *names = j->walk->log->names.at;
  const char *second = NULL;
  size_t n = 0;
  for (uint32_t i = lead; i < j->out->at.n; i++)
    if (lead_of(j, i) == lead && n++ == 1)
      second = names[j->out->at.at[i].name].text;
  const char *first = names[j->out->at.at[lead].name].text;
  return lcm_intern(
      j->walk->log->ctx,
      n == 2 ? lcm_arena_printf(j->arena, "%s and %s", first, second)
             : lcm_arena_printf(j->arena, "%s and %zu more", first, n - 1));
}

/* Put the tasks of the groups that "lead" stands for, which others led to, into
 * "joint", with their depths: how many of them led to each. */
static void gather(struct joining *j, struct trace_group *joint,
                   uint32_t lead) {
  size_t room = 0;
  for (uint32_t i = lead; i < j->out->at.n; i++)
    room += lead_of(j, i) == lead ? j->out->at.at[i].n : 0;
  uint32_t *tasks = LCM_NEW_ARRAY(j->arena, uint32_t, room + 1);
  uint32_t *depths = LCM_NEW_ARRAY(j->arena, uint32_t, room + 1);
  lcm_map seen = {0};
  size_t n = 0;
  for (uint32_t i = lead; i < j->out->at.n; i++)
    for (size_t k = 0; lead_of(j, i) == lead && k < j->out->at.at[i].n; k++)
      if (led_by(j, i, j->out->at.at[i].tasks[k]) != TRACE_NONE)
        tasks[n++] = j->out->at.at[i].tasks[k];
  qsort(tasks, n, sizeof *tasks, compare);
  for (size_t i = 0; i < n; i++) {
    size_t before = 0;
    const uint32_t from = trace_parent(j->g, tasks[i]);
    if (lcm_map_get(&seen, trace_task_at(j->g, from), &before))
      depths[i] = (uint32_t)before + 1;
    if (trace_task_at(j->g, tasks[i])->phase == joint->phase)
      lcm_map_put(j->arena, &seen, trace_task_at(j->g, tasks[i]), depths[i]);
  }
  joint->tasks = tasks;
  joint->depths = depths;
  joint->n = n;
}

/* Return how many groups "lead" stands for. */
static size_t joined(const struct joining *j, uint32_t lead) {
  size_t n = 0;
  for (uint32_t i = lead; i < j->out->at.n; i++)
    n += lead_of(j, i) == lead;
  return n;
}

void trace_joint_find(struct trace_groups *out, const struct trace_walk *walk) {
  lcm_arena *arena = lcm_ctx_arena(walk->log->ctx);
  struct joining j = {walk,
                      walk->graph,
                      out,
                      arena,
                      LCM_NEW_ARRAY(arena, uint32_t, walk->graph->tasks.n + 1),
                      LCM_NEW_ARRAY(arena, uint32_t, out->at.n + 1),
                      LCM_NEW_ARRAY(arena, uint32_t, out->at.n + 1)};
  for (uint32_t i = 0; i < out->at.n; i++) {
    const struct trace_group *group = &out->at.at[i];
    j.lead[i] = i;
    for (size_t k = 0; k < group->n; k++)
      if (trace_task_at(j.g, group->tasks[k])->phase == group->phase)
        j.of[group->tasks[k]] = i + 1;
  }
  join_all(&j);
  for (uint32_t i = 0; i < out->at.n; i++) {
    struct trace_group joint = {.phase = out->at.at[i].phase,
                                .name = out->at.at[i].name};
    if (lead_of(&j, i) != i || joined(&j, i) < 2)
      continue;
    gather(&j, &joint, i);
    trace_shape_find(&joint, walk);
    joint.names = joint.pattern ? names_of(&j, i) : NULL;
    if (joint.pattern)
      LCM_LIST_ADD(arena, &out->joint, joint);
  }
}
