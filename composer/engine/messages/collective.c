/* Times collectives by the messages of their algorithm, or by the price that
 * the machine gives them. */
#include <math.h>
#include <stdlib.h>

#include "composer/engine/env.h"
#include "composer/engine/messages/collective.h"
#include "composer/engine/messages/queue.h"
#include "composer/engine/messages/queue_log.h"
#include "composer/engine/messages/queue_node.h"
#include "composer/engine/messages/queue_price.h"

/* A member that sends in a round, and when it is ready to. */
struct turn {
  double ready;
  size_t member;
};

/* An operation of a group being timed. */
struct tree {
  struct lcm_run *run;
  struct lcm_nodes *nodes;       /* whose interfaces they share, NULL: none */
  const struct lcm_group *group; /* whose */
  size_t n;
  size_t root;
  double *clocks;  /* of its members */
  double *departs; /* when they have sent, in a round of an exchange */
  double *arrivals;
  struct turn *turns; /* who sends, in the order of when */
  double *held;       /* bytes that each has to pass on */
  double send;        /* send, receive: overheads */
  double receive;
  double eager; /* bytes beyond which a sender waits */
  double bytes; /* that each contributes */
  bool quiet;   /* nothing is logged */
};

/* Return the member that is number "i" from the root on. */
static size_t member(const struct tree *t, size_t i) {
  return (i + t->root) % t->n;
}

/* Log the "n" messages at "all", which are sent at the same time. */
static void log_passes(const struct tree *t, const struct lcm_pass *all,
                       size_t n) {
  n = t->quiet ? 0 : n;
  for (size_t i = 0; i < n; i++)
    lcm_queue_log_give(t->run, t->group, &all[i]);
  for (size_t i = 0; i < n; i++)
    lcm_queue_log_take(t->run, t->group, &all[i]);
}

/* Log that each member sends "bytes" to the one "by" behind it. */
static void log_shift(const struct tree *t, size_t by, double bytes,
                      bool around) {
  const size_t n = t->quiet ? 0 : around ? t->n : t->n - by;
  for (size_t i = 0; i < n; i++)
    lcm_queue_log_give(t->run, t->group,
                       &(struct lcm_pass){i, (i + by) % t->n, bytes});
  for (size_t i = 0; i < n; i++)
    lcm_queue_log_take(t->run, t->group,
                       &(struct lcm_pass){i, (i + by) % t->n, bytes});
}

/* Return when "bytes" from member "from", ready at "ready", are at member
 * "to". */
static double arrive(const struct tree *t, size_t from, size_t to, double bytes,
                     double ready) {
  const struct lcm_departure departure = {t->group->ranks[from],
                                          t->group->ranks[to], bytes, ready};
  return lcm_nodes_leave(t->nodes, t->run, &departure) +
         lcm_run_transfer(t->run, bytes);
}

/* Let member "from" send "bytes" to member "to", both counted from the root. */
static void pass(struct tree *t, size_t from, size_t to, double bytes) {
  double *sender = &t->clocks[member(t, from)];
  double *receiver = &t->clocks[member(t, to)];
  *sender += t->send;
  const bool waits = bytes > t->eager;
  const double start = waits ? fmax(*sender, *receiver) : *sender;
  const double end = arrive(t, member(t, from), member(t, to), bytes, start);
  *sender = waits ? end : *sender;
  *receiver = fmax(*receiver, end) + t->receive;
  log_passes(t, &(struct lcm_pass){member(t, from), member(t, to), bytes}, 1);
}

/* Order turns by when they are, then by member. */
static int by_time(const void *x, const void *y) {
  const struct turn *a = x;
  const struct turn *b = y;
  if (a->ready != b->ready)
    return a->ready < b->ready ? -1 : 1;
  return a->member < b->member ? -1 : a->member > b->member;
}

/* Find out when what each of the first "n" members sends to the one "by" behind
 * it, ready as its turn says, is there. */
static void arrive_all(struct tree *t, size_t n, size_t by, double bytes) {
  if (t->nodes)
    qsort(t->turns, n, sizeof *t->turns, by_time);
  for (size_t k = 0; k < n; k++) {
    const size_t i = t->turns[k].member;
    t->arrivals[i] = arrive(t, i, (i + by) % t->n, bytes, t->turns[k].ready);
  }
}

/* Let each member send "bytes" to the one "shift" behind it, and receive: all
 * of them ("around") or those that have such a one. */
static void shift(struct tree *t, size_t by, double bytes, bool around) {
  const bool waits = bytes > t->eager;
  const size_t n = around ? t->n : t->n - by;
  for (size_t i = 0; i < t->n; i++)
    t->departs[i] = t->clocks[i] + (i < n ? t->send : 0);
  for (size_t i = 0; i < n; i++) {
    const double other = t->departs[(i + by) % t->n];
    t->turns[i] =
        (struct turn){waits ? fmax(t->departs[i], other) : t->departs[i], i};
  }
  arrive_all(t, n, by, bytes);
  for (size_t i = 0; i < t->n; i++) {
    double end = t->departs[i];
    if (around || i >= by)
      end = fmax(end, t->arrivals[(i + t->n - by % t->n) % t->n]) + t->receive;
    if (waits && i < n)
      end = fmax(end, t->arrivals[i]);
    t->clocks[i] = end;
  }
  log_shift(t, by, bytes, around);
}

/* Let members "a" and "b" send "bytes" to each other. */
static void swap(struct tree *t, size_t a, size_t b, double bytes) {
  const double x = t->clocks[a] + t->send;
  const double y = t->clocks[b] + t->send;
  const double both = fmax(x, y);
  const bool waits = bytes > t->eager;
  const double there = arrive(t, a, b, bytes, waits ? both : x);
  const double here = arrive(t, b, a, bytes, waits ? both : y);
  t->clocks[a] = fmax(x, here) + t->receive;
  t->clocks[b] = fmax(y, there) + t->receive;
  log_passes(t, (struct lcm_pass[]){{a, b, bytes}, {b, a, bytes}}, 2);
}

/* Return the least power of two that is "n" or more. */
static size_t power(size_t n) {
  size_t out = 1;
  while (out < n)
    out *= 2;
  return out;
}

/* ---- algorithms --------------------------------------------------------- */

/* The root's data go down a binomial tree; "parts": each gets its own. */
static void go_down(struct tree *t, bool parts) {
  for (size_t mask = power(t->n) / 2; mask; mask /= 2)
    for (size_t i = 0; i + mask < t->n; i += 2 * mask) {
      const size_t below = t->n - i - mask < mask ? t->n - i - mask : mask;
      pass(t, i, i + mask, t->bytes * (parts ? (double)below : 1));
    }
}

/* The data of all go up a binomial tree; "parts": they are kept apart. */
static void go_up(struct tree *t, bool parts) {
  for (size_t mask = 1; mask < t->n; mask *= 2)
    for (size_t i = 0; i + mask < t->n; i += 2 * mask) {
      const size_t from = member(t, i + mask);
      pass(t, i + mask, i, parts ? t->held[from] : t->bytes);
      t->held[member(t, i)] += t->held[from];
    }
}

/* Pairs exchange at twice the distance each time; members beyond a power of two
 * leave their part to a neighbour and get the result from it. */
static void double_up(struct tree *t) {
  const size_t most = power(t->n) == t->n ? t->n : power(t->n) / 2;
  const size_t rest = t->n - most;
  for (size_t i = 0; i < rest; i++)
    pass(t, 2 * i, 2 * i + 1, t->bytes);
  for (size_t mask = 1; mask < most; mask *= 2)
    for (size_t i = 0; i < most; i++) {
      const size_t other = i ^ mask;
      if (i < other)
        swap(t, i < rest ? 2 * i + 1 : i + rest,
             other < rest ? 2 * other + 1 : other + rest, t->bytes);
    }
  for (size_t i = 0; i < rest; i++)
    pass(t, 2 * i + 1, 2 * i, t->bytes);
}

/* Each sends to the one at distance 1, 2, 4, ... behind it. */
static void spread_out(struct tree *t, double bytes, bool around) {
  for (size_t by = 1; by < t->n; by *= 2)
    shift(t, by, bytes, around);
}

/* Each sends "bytes" to its neighbour, as often as there are others. */
static void go_around(struct tree *t, double bytes) {
  for (size_t i = 1; i < t->n; i++)
    shift(t, 1, bytes, true);
}

/* Each sends "bytes" to each other, at distance 1, 2, 3, ... */
static void go_pairwise(struct tree *t, double bytes) {
  for (size_t by = 1; by < t->n; by++)
    shift(t, by, bytes, true);
}

/* Return whether ranks only meet in "kind", as at a barrier: no data are sent
 * that the program gives. */
static bool only_meets(lcm_message_kind kind) {
  return kind == LCM_MESSAGE_BARRIER || kind == LCM_MESSAGE_WIN ||
         kind == LCM_MESSAGE_DUP || kind == LCM_MESSAGE_SPLIT ||
         kind == LCM_MESSAGE_COMM || kind == LCM_MESSAGE_CART ||
         kind == LCM_MESSAGE_CART_SUB || kind == LCM_MESSAGE_GRAPH ||
         kind == LCM_MESSAGE_GRAPH_ALL || kind == LCM_MESSAGE_GRAPH_EDGES ||
         kind == LCM_MESSAGE_CREATE || kind == LCM_MESSAGE_FILE_MEET;
}

/* All wait for all. */
static void meet(struct tree *t) {
  double latest = t->clocks[0];
  for (size_t i = 1; i < t->n; i++)
    latest = fmax(latest, t->clocks[i]);
  for (size_t i = 0; i < t->n; i++)
    t->clocks[i] = latest;
}

/* Return by which messages "kind" is done. */
static enum lcm_algorithm algorithm_of(lcm_message_kind kind) {
  if (kind == LCM_MESSAGE_BCAST)
    return LCM_GO_DOWN;
  if (kind == LCM_MESSAGE_SCATTER)
    return LCM_GO_DOWN_PARTS;
  if (kind == LCM_MESSAGE_REDUCE)
    return LCM_GO_UP;
  if (kind == LCM_MESSAGE_GATHER)
    return LCM_GO_UP_PARTS;
  if (kind == LCM_MESSAGE_ALLREDUCE)
    return LCM_GO_DOUBLE;
  if (kind == LCM_MESSAGE_ALLGATHER)
    return LCM_GO_AROUND;
  if (kind == LCM_MESSAGE_ALLTOALL || kind == LCM_MESSAGE_REDUCE_SCATTER)
    return LCM_GO_PAIRWISE;
  if (kind == LCM_MESSAGE_SCAN)
    return LCM_GO_SCAN;
  if (kind == LCM_MESSAGE_FENCE)
    return LCM_GO_SPREAD;
  return only_meets(kind) ? LCM_GO_SPREAD : LCM_GO_MEET;
}

/* Return the bytes of a message of "kind", done by "algorithm" by "n" members
 * of "bytes" each. */
static double passed_in(lcm_message_kind kind, enum lcm_algorithm algorithm,
                        double bytes, double n) {
  if (algorithm == LCM_GO_SPREAD || algorithm == LCM_GO_MEET)
    return 0;
  return kind == LCM_MESSAGE_REDUCE_SCATTER ? bytes / n : bytes;
}

/* Time the operation that "terms" describe. */
static void play(struct tree *t, const struct lcm_collective_terms *terms) {
  switch (terms->algorithm) {
  case LCM_GO_DOWN:
  case LCM_GO_DOWN_PARTS:
    go_down(t, terms->algorithm == LCM_GO_DOWN_PARTS);
    return;
  case LCM_GO_UP:
  case LCM_GO_UP_PARTS:
    go_up(t, terms->algorithm == LCM_GO_UP_PARTS);
    return;
  case LCM_GO_DOUBLE:
    double_up(t);
    return;
  case LCM_GO_AROUND:
    go_around(t, terms->passed);
    return;
  case LCM_GO_PAIRWISE:
    go_pairwise(t, terms->passed);
    return;
  case LCM_GO_SPREAD:
  case LCM_GO_SCAN:
    spread_out(t, terms->passed, terms->algorithm == LCM_GO_SPREAD);
    return;
  case LCM_GO_MEET:
    meet(t);
    return;
  }
}

/* ---- prices ------------------------------------------------------------- */

/* Return the name under which a machine prices "kind", or NULL. */
static const char *priced_as(lcm_message_kind kind) {
  static const struct {
    lcm_message_kind kind;
    const char *name;
  } NAMES[] = {{LCM_MESSAGE_BARRIER, "MPI_Barrier"},
               {LCM_MESSAGE_BCAST, "MPI_Bcast"},
               {LCM_MESSAGE_REDUCE, "MPI_Reduce"},
               {LCM_MESSAGE_ALLREDUCE, "MPI_Allreduce"},
               {LCM_MESSAGE_GATHER, "MPI_Gather"},
               {LCM_MESSAGE_SCATTER, "MPI_Scatter"},
               {LCM_MESSAGE_ALLGATHER, "MPI_Allgather"},
               {LCM_MESSAGE_ALLTOALL, "MPI_Alltoall"},
               {LCM_MESSAGE_REDUCE_SCATTER, "MPI_Reduce_scatter"},
               {LCM_MESSAGE_SCAN, "MPI_Scan"},
               {LCM_MESSAGE_FENCE, "MPI_Win_fence"},
               {LCM_MESSAGE_FILE_ALL, "file"}};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (NAMES[i].kind == kind)
      return NAMES[i].name;
  return NULL;
}

/* Put what the machine says that the operation of "message" costs into "*cost";
 * false where it says nothing. */
static bool price(double *cost, struct lcm_run *run,
                  const struct lcm_queued *queued, double bytes) {
  const char *names[] = {queued->function->name,
                         priced_as(queued->function->kind)};
  for (size_t i = 0; i < 2; i++)
    if (names[i] && lcm_machine_cost(run->machine, names[i])) {
      *cost =
          lcm_run_machine(run, names[i], (double)queued->group->n, bytes, 1);
      return true;
    }
  return false;
}

/* Return until when member "k" of "collective" waits for others to come to it.
 */
static double waits_until(const struct lcm_collective *collective, size_t k,
                          enum lcm_together how, size_t root) {
  double latest = collective->queues[k]->post;
  for (size_t i = 0; i < collective->n; i++)
    if (how == LCM_FOR_ALL || (how == LCM_FOR_ROOT && i == root) ||
        (how == LCM_ROOT_FOR_ALL && k == root) ||
        (how == LCM_FOR_EARLIER && i <= k))
      latest = fmax(latest, collective->queues[i]->post);
  return latest;
}

/* Return the bytes that each member of "group" that has come to "collective"
 * contributes. */
static double bytes_of(const struct lcm_group *group,
                       const struct lcm_collective *collective,
                       enum lcm_together how, size_t root) {
  double most = 0;
  if (how == LCM_FOR_ROOT && collective->queues[root])
    return collective->queues[root]->bytes;
  for (size_t i = 0; i < group->n; i++)
    if (collective->queues[i])
      most = fmax(most, collective->queues[i]->bytes);
  return most;
}

/* Put into "ends" when each member of "collective" of "group" is done, by the
 * algorithm that is the default for its kind; "of" has what that needs besides
 * memory. */
static void time_tree(double *ends, const struct tree *of,
                      const struct lcm_collective *collective,
                      const struct lcm_collective_terms *terms) {
  const size_t n = collective->n;
  struct tree t = *of;
  lcm_arena scratch = {.on_fail = lcm_ctx_arena(t.run->ctx)->on_fail,
                       .user = lcm_ctx_arena(t.run->ctx)->user};
  t.clocks = ends;
  t.departs = LCM_NEW_ARRAY(&scratch, double, n);
  t.arrivals = LCM_NEW_ARRAY(&scratch, double, n);
  t.turns = LCM_NEW_ARRAY(&scratch, struct turn, n);
  t.held = LCM_NEW_ARRAY(&scratch, double, n);
  for (size_t i = 0; i < n; i++) {
    t.clocks[i] = collective->queues[i]->post;
    t.held[i] = collective->queues[i]->bytes;
  }
  if (n > 1)
    play(&t, terms);
  lcm_arena_reset(&scratch);
}

/* Time "collective" of "group" message by message.  What waiting for interfaces
 * adds is contention. */
static void time_messages(const struct lcm_message_queue *queue,
                          const struct lcm_group *group,
                          const struct lcm_collective *collective,
                          const struct lcm_collective_terms *terms) {
  struct lcm_run *run = queue->run;
  const size_t n = collective->n;
  struct tree t = {.run = run,
                   .group = group,
                   .n = n,
                   .root = terms->root,
                   .send = lcm_run_machine(run, "send", 2, terms->bytes, 1),
                   .receive =
                       lcm_run_machine(run, "receive", 2, terms->bytes, 1),
                   .eager = lcm_queue_eager(run, terms->bytes),
                   .bytes = terms->bytes};
  double *ends = LCM_NEW_ARRAY(queue->arena, double, n + 1);
  time_tree(ends, &t, collective, terms);
  for (size_t i = 0; i < n; i++)
    collective->queues[i]->end = collective->queues[i]->free = ends[i];
  if (!queue->nodes)
    return;
  t.nodes = queue->nodes;
  t.quiet = true;
  time_tree(ends, &t, collective, terms);
  for (size_t i = 0; i < n; i++)
    collective->queues[i]->end = fmax(collective->queues[i]->end, ends[i]);
}

/* Log what "group" does together for "cost", which the machine gives: all wait
 * for all, by messages without bytes, and then work. */
static void log_priced(struct lcm_run *run, const struct lcm_group *group,
                       double cost) {
  const struct tree t = {.run = run, .group = group, .n = group->n};
  for (size_t by = 1; by < group->n; by *= 2)
    log_shift(&t, by, 0, true);
  for (size_t i = 0; i < group->n; i++)
    lcm_queue_log_work(run, group->ranks[i], cost);
}

struct lcm_collective_terms
lcm_collective_terms(struct lcm_run *run, const struct lcm_group *group,
                     const struct lcm_collective *collective) {
  size_t first = 0;
  while (first + 1 < group->n && !collective->queues[first])
    first++;
  const struct lcm_queued *queued = collective->queues[first];
  const lcm_message_kind kind = queued->function->kind;
  struct lcm_collective_terms terms = {.how = lcm_message_waits(kind),
                                       .algorithm = algorithm_of(kind)};
  if (queued->peer >= 0 && queued->peer < (double)group->n)
    terms.root = (size_t)queued->peer;
  terms.bytes = bytes_of(group, collective, terms.how, terms.root);
  terms.passed =
      passed_in(kind, terms.algorithm, terms.bytes, (double)group->n);
  terms.priced = price(&terms.cost, run, queued, terms.bytes);
  return terms;
}

void lcm_collective_close(const struct lcm_message_queue *queue,
                          const struct lcm_group *group,
                          const struct lcm_collective *collective) {
  struct lcm_run *run = queue->run;
  const lcm_message_kind kind = collective->queues[0]->function->kind;
  const struct lcm_collective_terms terms =
      lcm_collective_terms(run, group, collective);
  if (terms.priced)
    log_priced(run, group, terms.cost);
  else
    time_messages(queue, group, collective, &terms);
  for (size_t k = 0; k < collective->n; k++)
    collective->queues[k]->start =
        waits_until(collective, k, terms.how, terms.root);
  if (terms.priced)
    lcm_nodes_meet(queue->nodes, run, group, collective,
                   &(struct lcm_share){terms.bytes, terms.root});
  for (size_t k = 0; k < collective->n; k++) {
    struct lcm_queued *queued = collective->queues[k];
    if (terms.priced)
      queued->end = queued->start + queued->held + terms.cost;
    queued->end = fmax(queued->end, queued->post);
    const double moves = queued->end - fmax(queued->start, queued->post);
    if (!terms.priced && queue->nodes && moves > 0)
      queued->crowd = fmin(1, (queued->end - queued->free) / moves);
    queued->waiting = terms.how == LCM_FOR_ALL ? LCM_CAT_LI : LCM_CAT_SL;
    if (kind != LCM_MESSAGE_FILE_ALL)
      queued->moving = only_meets(kind) ? LCM_CAT_SL : LCM_CAT_CL;
  }
}
