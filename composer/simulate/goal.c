/* Writes a timeline in GOAL, a rank for each process. */
#include <math.h>
#include <stdlib.h>

#include "composer/simulate/goal.h"

/* A side of a message: what "process" does at "time", and goes on at "until".
 */
struct side {
  size_t process;
  size_t order; /* place in the order of all that happened */
  double time;
  double until;
  size_t other;
  size_t tag;   /* of the message, to or from the process "other" */
  bool receive; /* it waits for it */
};

/* Return a number below, at or above 0 as side "a" comes before, with or after
 * "b": by process, then in the order in which things happened. */
static int by_order(const void *a, const void *b) {
  const struct side *x = a;
  const struct side *y = b;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

/* Put both sides of the message "m", with the tag "tag", into "sides". */
static void put_message(struct side *sides, const struct lcm_message *m,
                        size_t tag) {
  sides[0] = (struct side){.process = m->from,
                           .order = m->signalled,
                           .time = m->sent,
                           .until = m->sent,
                           .other = m->to,
                           .tag = tag};
  sides[1] = (struct side){.process = m->to,
                           .order = m->waited,
                           .time = m->asked,
                           .until = fmax(m->asked, m->sent),
                           .other = m->from,
                           .tag = tag,
                           .receive = true};
}

/* Put all sides of the messages of "schedule" into "sides", in the order of the
 * processes: conditions, and for each process its beginning and its end. */
static void put_sides(struct side *sides, size_t n,
                      const lcm_timeline *schedule) {
  size_t tag = 0;
  for (size_t i = 0; i < schedule->n_messages; i++, tag++)
    put_message(&sides[2 * tag], &schedule->messages[i], tag);
  for (size_t i = 1; i < schedule->n_processes; i++) {
    const struct lcm_timeline_process *p = &schedule->processes[i];
    const struct lcm_message begin = {NULL, p->parent, p->start, p->begun,
                                      i,    p->start,  p->begun};
    const struct lcm_message end = {NULL,      i,        p->end,  p->ended,
                                    p->parent, p->start, p->ended};
    put_message(&sides[2 * tag], &begin, tag);
    put_message(&sides[2 * tag + 2], &end, tag + 1);
    tag += 2;
  }
  qsort(sides, n, sizeof *sides, by_order);
}

/* A rank being written. */
struct rank {
  lcm_buf *buf;
  size_t label; /* number of its last operation; 0: none yet */
};

/* Append the operation that was just written to the chain of "rank". */
static void chain(struct rank *rank) {
  rank->label++;
  if (rank->label > 1)
    lcm_buf_printf(rank->buf, "l%zu requires l%zu\n", rank->label,
                   rank->label - 1);
}

/* Append "seconds" of computing. */
static void put_work(struct rank *rank, double seconds) {
  const long long time = llround(seconds * 1e9);
  if (time <= 0)
    return;
  lcm_buf_printf(rank->buf, "l%zu: calc %lld\n", rank->label + 1, time);
  chain(rank);
}

/* Append the "n" sides of messages at "sides" and the work between them. */
static void put_rank(lcm_buf *buf, const struct lcm_timeline_process *process,
                     const struct side *sides, size_t n) {
  struct rank rank = {buf, 0};
  double now = process->start;
  for (size_t i = 0; i < n; i++) {
    const struct side *side = &sides[i];
    put_work(&rank, side->time - now);
    lcm_buf_printf(buf, "l%zu: %s 1b %s %zu tag %zu\n", rank.label + 1,
                   side->receive ? "recv" : "send",
                   side->receive ? "from" : "to", side->other, side->tag);
    chain(&rank);
    now = fmax(now, side->until);
  }
  put_work(&rank, process->end - now);
}

char *lcm_timeline_to_goal(const lcm_timeline *schedule) {
  lcm_buf buf = {0};
  const size_t children = schedule->n_processes ? schedule->n_processes - 1 : 0;
  const size_t n = 2 * schedule->n_messages + 4 * children;
  struct side *sides = calloc(n + 1, sizeof *sides);
  size_t at = 0;
  if (!sides)
    return NULL;
  put_sides(sides, n, schedule);
  lcm_buf_printf(&buf, "num_ranks %zu\n", schedule->n_processes);
  for (size_t i = 0; i < schedule->n_processes; i++) {
    size_t end = at;
    while (end < n && sides[end].process == i)
      end++;
    lcm_buf_printf(&buf, "\nrank %zu {\n", i);
    put_rank(&buf, &schedule->processes[i], sides + at, end - at);
    lcm_buf_puts(&buf, "}\n");
    at = end;
  }
  free(sides);
  return lcm_buf_take(&buf);
}
