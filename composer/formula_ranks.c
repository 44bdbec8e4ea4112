#include <string.h>

#include "composer/formula_internal.h"

/* Numbers of ranks on which messages are checked to fit each other. */
enum { LEAST_RANKS = 2, MOST_RANKS = 9 };

/* A message under way: what all ranks send or want to receive at once.
 * peer   the rank that it goes to, or comes from, as a function of `rank`
 * since  when it was posted */
struct item {
  const lcm_node *node;
  const lcm_expr *peer;
  const lcm_expr *tag;
  const lcm_expr *bytes;
  const lcm_expr *since;
};

typedef LCM_LIST(struct item) item_list;

/* Ranks that do the same at the same times.
 * k      how many they are
 * rank   the name
 * now    how long they have been at it
 * sent, wanted   messages under way */
struct ranks {
  struct lcm_formula *f;
  const lcm_expr *k;
  const char *rank;
  const lcm_expr *now;
  item_list sent;
  item_list wanted;
};

static void walk(struct ranks *r, struct lcm_closed *out, const lcm_node *node);

/* Return "e" as a sum with what "now" is; NULL stands for 0. */
static const lcm_expr *plus(struct ranks *r, const lcm_expr *a,
                            const lcm_expr *b) {
  return !a ? b : !b ? a : lcm_expr_add(r->f->ctx, a, b);
}

/* Return "cost" (a pure number) seconds. */
static const lcm_expr *seconds(struct ranks *r, const lcm_expr *cost) {
  return lcm_expr_mul(r->f->ctx, cost,
                      lcm_expr_unit(r->f->ctx, lcm_measure_find("s")));
}

/* Let all ranks spend "time" (may be NULL) on category "cat". */
static void spend(struct ranks *r, struct lcm_closed *out, const lcm_expr *time,
                  size_t cat) {
  if (!time || lcm_expr_is_int(time, 0))
    return;
  lcm_closed_cat(r->f, &out->time, time);
  lcm_closed_cat(r->f, &out->cats[cat], lcm_expr_mul(r->f->ctx, r->k, time));
  r->now = plus(r, r->now, time);
}

/* Return the machine's cost "name" of a message of "bytes". */
static const lcm_expr *cost_of(struct ranks *r, const char *name,
                               const lcm_expr *bytes) {
  return seconds(
      r, lcm_formula_machine(r->f, name, lcm_formula_int(r->f, 2), bytes));
}

/* Evaluate "e" for rank "rank" of "n" into "*out". */
static bool value_at(double *out, struct ranks *r, const lcm_expr *e,
                     size_t rank, size_t n) {
  const lcm_binding env[] = {{r->rank, (double)rank},
                             {lcm_intern(r->f->ctx, "p"), (double)n}};
  return !lcm_expr_eval(out, e, env, 2);
}

/* What the messages of a receive are on some number of ranks. */
enum fit {
  NOWHERE, /* not the messages of the send */
  SOMEWHERE /* on each rank either that of the send, or none */,
  EVERYWHERE /* on each rank that of the send */
};

/* Return how "wanted" fits "sent" on "n" ranks; "has" of each rank becomes true
 * where there is one. */
static enum fit fit_on(struct ranks *r, const struct item *sent,
                       const struct item *wanted, size_t n, bool *has) {
  enum fit fit = EVERYWHERE;
  for (size_t i = 0; i < n; i++) {
    double from = 0;
    double to = 0;
    if (!value_at(&from, r, wanted->peer, i, n))
      return NOWHERE;
    if (from == LCM_RANK_NONE) {
      fit = SOMEWHERE;
      continue;
    }
    if (from < 0 || from >= (double)n ||
        !value_at(&to, r, sent->peer, (size_t)from, n) || to != (double)i)
      return NOWHERE;
    has[i] = true;
  }
  return fit;
}

/* Return whether "wanted" receives what "sent" sends, on all numbers of ranks
 * that are tried; has[n][i]: on "n" ranks, rank "i" has a message. */
static bool fits(struct ranks *r, const struct item *sent,
                 const struct item *wanted,
                 bool has[MOST_RANKS + 1][MOST_RANKS]) {
  if (sent->tag != wanted->tag)
    return false;
  for (size_t n = LEAST_RANKS; n <= MOST_RANKS; n++)
    if (fit_on(r, sent, wanted, n, has[n]) == NOWHERE)
      return false;
  return true;
}

/* Return whether every rank has a message, on all numbers of ranks. */
static bool all_have(bool has[MOST_RANKS + 1][MOST_RANKS]) {
  for (size_t n = LEAST_RANKS; n <= MOST_RANKS; n++)
    for (size_t i = 0; i < n; i++)
      if (!has[n][i])
        return false;
  return true;
}

/* Take item number "at" out of "list". */
static struct item take(item_list *list, size_t at) {
  const struct item item = list->at[at];
  for (; at + 1 < list->n; at++)
    list->at[at] = list->at[at + 1];
  list->n--;
  return item;
}

/* Return "e", which is charged only where there are two ranks or more. */
static const lcm_expr *if_several(struct ranks *r, const lcm_expr *e) {
  lcm_ctx *ctx = r->f->ctx;
  const lcm_expr *one = lcm_formula_int(r->f, 1);
  return lcm_expr_mul(ctx, e,
                      lcm_expr_if(ctx,
                                  lcm_expr_binary(ctx, LCM_X_LT, one, r->k),
                                  one, lcm_formula_int(r->f, 0)));
}

/* Let all ranks wait until "arrival". */
static void wait_until(struct ranks *r, struct lcm_closed *out,
                       const lcm_expr *arrival, bool several) {
  lcm_ctx *ctx = r->f->ctx;
  const lcm_expr *zero = lcm_expr_mul(ctx, lcm_formula_int(r->f, 0), arrival);
  const lcm_expr *rest = r->now ? lcm_expr_sub(ctx, arrival, r->now) : arrival;
  const lcm_expr *both[] = {rest, zero};
  const lcm_expr *wait = lcm_expr_nary(ctx, LCM_X_MAX, both, 2);
  spend(r, out, several ? wait : if_several(r, wait), LCM_CAT_CL);
}

/* All that is wanted is waited for by all ranks at once. */
static void receive_all(struct ranks *r, struct lcm_closed *out,
                        const lcm_node *node) {
  bool has[MOST_RANKS + 1][MOST_RANKS] = {{false}};
  const lcm_expr *arrival = NULL;
  const lcm_expr *overhead = NULL;
  const size_t n = r->wanted.n;
  bool whole = true;
  while (r->wanted.n && !r->f->reason) {
    bool own[MOST_RANKS + 1][MOST_RANKS] = {{false}};
    const struct item wanted = take(&r->wanted, 0);
    size_t k = 0;
    while (k < r->sent.n && !fits(r, &r->sent.at[k], &wanted, own))
      k++;
    if (k == r->sent.n) {
      lcm_formula_give_up(r->f, node, "messages that ranks receive apart");
      return;
    }
    const struct item sent = take(&r->sent, k);
    const lcm_expr *one =
        plus(r, sent.since, cost_of(r, "transfer", sent.bytes));
    if (arrival && one != arrival)
      lcm_formula_give_up(r->f, node, "messages that come apart");
    arrival = one;
    overhead = cost_of(r, "receive", sent.bytes);
    for (size_t p = LEAST_RANKS; p <= MOST_RANKS; p++)
      for (size_t i = 0; i < p; i++)
        has[p][i] = has[p][i] || own[p][i];
    whole = whole && all_have(own);
  }
  if (!n || r->f->reason)
    return;
  const bool free =
      lcm_expr_is_number(overhead, &(double){0}) &&
      lcm_expr_is_int(lcm_formula_machine(r->f, "receive", r->k, r->k), 0);
  if (!all_have(has) || (!whole && !free) || (n > 1 && !free)) {
    lcm_formula_give_up(r->f, node, "ranks that receive different messages");
    return;
  }
  wait_until(r, out, arrival, whole);
  spend(r, out, overhead, LCM_CAT_CL);
}

/* Return whether "peer" is none for some rank. */
static bool is_partial(struct ranks *r, const lcm_expr *peer) {
  for (size_t n = LEAST_RANKS; n <= MOST_RANKS; n++)
    for (size_t i = 0; i < n; i++) {
      double rank = LCM_RANK_NONE;
      if (!value_at(&rank, r, peer, i, n) || rank == LCM_RANK_NONE)
        return true;
    }
  return false;
}

/* Post what the message "node" sends ("sends") or wants. */
static void post(struct ranks *r, struct lcm_closed *out, const lcm_node *node,
                 bool sends) {
  const struct lcm_mpi_call *call = &node->u.message;
  struct item item = {
      .node = node,
      .peer = lcm_formula_value(r->f, sends ? call->to : call->from),
      .tag = lcm_formula_value(r->f, sends ? call->tag : call->from_tag),
      .bytes = sends ? lcm_formula_value(r->f, call->bytes) : NULL};
  if (!item.peer || !item.tag || (sends && !item.bytes) ||
      (call->comm && strcmp(call->comm, "MPI_COMM_WORLD") != 0)) {
    lcm_formula_give_up(r->f, node,
                        "a message of which something is not known");
    return;
  }
  if (sends && !lcm_expr_is_int(
                   lcm_formula_machine(r->f, "send", r->k, item.bytes), 0)) {
    if (is_partial(r, item.peer))
      lcm_formula_give_up(r->f, node, "ranks that send different messages");
    spend(r, out, cost_of(r, "send", item.bytes), LCM_CAT_CL);
  }
  item.since = r->now;
  LCM_LIST_ADD(lcm_ctx_arena(r->f->ctx), sends ? &r->sent : &r->wanted, item);
}

/* Return how often a message goes on in the operation "kind" that all ranks do
 * together, by its default algorithm; NULL where they do not end together. */
static const lcm_expr *rounds_of(struct ranks *r, lcm_message_kind kind) {
  lcm_ctx *ctx = r->f->ctx;
  switch ((int)kind) {
  case LCM_MESSAGE_BARRIER:
    return lcm_expr_apply(ctx, LCM_X_CEIL,
                          lcm_expr_apply(ctx, LCM_X_LOG2, r->k));
  case LCM_MESSAGE_ALLGATHER:
  case LCM_MESSAGE_ALLTOALL:
    return lcm_expr_sub(ctx, r->k, lcm_formula_int(r->f, 1));
  }
  return NULL;
}

/* Return the name of the cost that the machine gives the operation "function",
 * or NULL. */
static const char *price_of(struct ranks *r,
                            const struct lcm_mpi_function *function) {
  return lcm_machine_cost(r->f->machine, function->name) ? function->name
                                                         : NULL;
}

/* All ranks do "node" together. */
static void together(struct ranks *r, struct lcm_closed *out,
                     const lcm_node *node,
                     const struct lcm_mpi_function *function) {
  lcm_ctx *ctx = r->f->ctx;
  const lcm_message_kind kind = function->kind;
  const char *price = price_of(r, function);
  const lcm_expr *bytes = kind == LCM_MESSAGE_BARRIER
                              ? lcm_formula_int(r->f, 0)
                              : lcm_formula_value(r->f, node->u.message.bytes);
  const lcm_expr *rounds = price ? NULL : rounds_of(r, kind);
  const lcm_expr *time = NULL;
  if (!bytes || (!price && !rounds) || function->mode != LCM_MODE_NOW ||
      kind == LCM_MESSAGE_REDUCE_SCATTER ||
      (node->u.message.comm &&
       strcmp(node->u.message.comm, "MPI_COMM_WORLD") != 0)) {
    lcm_formula_give_up(r->f, node, function->name);
    return;
  }
  if (price)
    time = seconds(r, lcm_formula_machine(r->f, price, r->k, bytes));
  else
    time = lcm_expr_mul(
        ctx, rounds,
        plus(r, cost_of(r, "transfer", bytes),
             plus(r, cost_of(r, "send", bytes), cost_of(r, "receive", bytes))));
  spend(r, out, time, kind == LCM_MESSAGE_BARRIER ? LCM_CAT_SL : LCM_CAT_CL);
}

/* Return whether the wait "node" is for all that is wanted and sent. */
static bool is_for_all(const struct ranks *r, const lcm_node *node) {
  const char *name = node->u.message.request;
  const bool whole = !node->u.message.slot;
  for (size_t i = 0; i < r->wanted.n; i++)
    if (r->wanted.at[i].node->u.message.request != name ||
        (r->wanted.n > 1 && !whole))
      return false;
  return true;
}

/* All ranks wait in "node" for what is wanted. */
static void wait_for(struct ranks *r, struct lcm_closed *out,
                     const lcm_node *node) {
  if (is_for_all(r, node))
    receive_all(r, out, node);
  else
    lcm_formula_give_up(r->f, node, "messages that are waited for apart");
}

/* Post the message "node" of "kind" and, where "now", receive what it wants. */
static void exchange(struct ranks *r, struct lcm_closed *out,
                     const lcm_node *node, lcm_message_kind kind, bool now) {
  const bool receives = kind != LCM_MESSAGE_SEND;
  if (kind != LCM_MESSAGE_RECV)
    post(r, out, node, true);
  if (receives && now && r->wanted.n)
    lcm_formula_give_up(r->f, node, "messages that are waited for apart");
  if (receives && !r->f->reason)
    post(r, out, node, false);
  if (receives && now && !r->f->reason)
    receive_all(r, out, node);
}

/* All ranks do the message operation "node". */
static void operate(struct ranks *r, struct lcm_closed *out,
                    const lcm_node *node) {
  const struct lcm_mpi_function *function =
      lcm_mpi_function(node->u.message.operation);
  const lcm_message_kind kind = function ? function->kind : LCM_MESSAGE_OPAQUE;
  const bool now = function && function->mode == LCM_MODE_NOW;
  const bool pair = kind == LCM_MESSAGE_SENDRECV;
  if (kind == LCM_MESSAGE_INIT || kind == LCM_MESSAGE_FINALIZE)
    return;
  if (kind >= LCM_MESSAGE_BARRIER && kind <= LCM_MESSAGE_SCAN)
    together(r, out, node, function);
  else if (kind == LCM_MESSAGE_WAIT)
    wait_for(r, out, node);
  else if ((kind == LCM_MESSAGE_SEND || pair || kind == LCM_MESSAGE_RECV) &&
           function->mode != LCM_MODE_INIT &&
           !lcm_machine_cost(r->f->machine, "eager"))
    exchange(r, out, node, kind, now);
  else
    lcm_formula_give_up(r->f, node, "messages between ranks");
}

/* All ranks execute "node", which sends no messages. */
static void replicate(struct ranks *r, struct lcm_closed *out,
                      const lcm_node *node) {
  struct lcm_formula *f = r->f;
  const struct lcm_closed one =
      lcm_formula_serial(f, node, lcm_formula_int(f, 1));
  bool differs = one.time && lcm_expr_has(one.time, r->rank);
  for (size_t c = 0; c < LCM_SLOTS && !f->reason; c++) {
    differs = differs || (one.cats[c] && lcm_expr_has(one.cats[c], r->rank));
    if (one.cats[c])
      lcm_closed_cat(f, &out->cats[c], lcm_expr_mul(f->ctx, r->k, one.cats[c]));
  }
  if (differs)
    lcm_formula_give_up(f, node, "ranks that are not at the same time");
  if (!one.time || f->reason)
    return;
  lcm_closed_cat(f, &out->time, one.time);
  r->now = plus(r, r->now, one.time);
}

/* All ranks execute the loop "node", which sends messages. */
static void repeat(struct ranks *r, struct lcm_closed *out,
                   const lcm_node *node) {
  struct lcm_formula *f = r->f;
  const lcm_expr *count = lcm_formula_count(f, node);
  const lcm_expr *before = r->now;
  struct lcm_closed one = {NULL};
  const size_t bound = f->values.n;
  if (!node->n_children)
    return;
  if (!lcm_loop_is_uniform(node) || r->sent.n || r->wanted.n) {
    lcm_formula_give_up(f, node, "iterations of ranks that differ");
    return;
  }
  r->now = NULL;
  walk(r, &one, node->children[0]);
  f->values.n = bound;
  if (r->sent.n || r->wanted.n)
    lcm_formula_give_up(f, node, "messages from one iteration to another");
  lcm_closed_add(f, out, &one, count);
  r->now = before;
  if (one.time && count && !f->reason)
    r->now = plus(r, before, lcm_expr_mul(f->ctx, count, one.time));
}

/* All ranks execute "node", which sends messages, by its kind. */
static void by_kind(struct ranks *r, struct lcm_closed *out,
                    const lcm_node *node) {
  struct lcm_formula saved;
  const lcm_node *body = NULL;
  switch ((int)node->kind) {
  case LCM_NODE_SERIES:
    for (size_t i = 0; i < node->n_children; i++)
      walk(r, out, node->children[i]);
    return;
  case LCM_NODE_LOOP:
    repeat(r, out, node);
    return;
  case LCM_NODE_CALL:
    if (lcm_formula_enter(r->f, node, &saved, &body)) {
      walk(r, out, body);
      lcm_formula_leave(r->f, &saved);
    }
    return;
  case LCM_NODE_MESSAGE:
    operate(r, out, node);
    return;
  }
  lcm_formula_give_up(r->f, node, "messages that not all ranks send");
}

/* Let all ranks execute "node"; add what that costs to "out". */
static void walk(struct ranks *r, struct lcm_closed *out,
                 const lcm_node *node) {
  if (r->f->reason || node->ignored)
    return;
  if (node->kind == LCM_NODE_LET) {
    (void)lcm_formula_serial(r->f, node, lcm_formula_int(r->f, 1));
    return;
  }
  lcm_formula_assumes(r->f, node);
  if (!lcm_formula_traits(r->f, node)->messages)
    replicate(r, out, node);
  else if (node->n_models)
    lcm_formula_give_up(r->f, node, "a model of messages");
  else
    by_kind(r, out, node);
}

struct lcm_closed lcm_formula_ranks(struct lcm_formula *f, const lcm_node *node,
                                    const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  struct lcm_formula_team *const outer = f->team;
  const size_t bound = f->values.n;
  struct ranks r = {.f = f, .k = w, .rank = lcm_intern(f->ctx, "rank")};
  const lcm_node *body = node->n_children ? node->children[0] : NULL;
  if (lcm_machine_cost(f->machine, "inject")) {
    lcm_formula_give_up(f, node, "ranks that share the interface of a node");
    return out;
  }
  if (!body || lcm_formula_traits(f, body)->parallel || node->u.team.size ||
      w != lcm_expr_apply(f->ctx, LCM_X_FLOOR, w)) {
    lcm_formula_give_up(f, node, "ranks that are parallel themselves");
    return out;
  }
  const struct lcm_formula_range all = {
      r.rank, lcm_expr_sub(f->ctx, w, lcm_formula_int(f, 1))};
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->guard.ranges, all);
  lcm_formula_bind(f, lcm_intern(f->ctx, "ranks"), w);
  lcm_formula_bind(f, r.rank, lcm_expr_symbol(f->ctx, r.rank, LCM_DIM_NONE));
  f->team = NULL;
  walk(&r, &out, body);
  f->team = outer;
  f->values.n = bound;
  if (!f->reason && (r.sent.n || r.wanted.n))
    lcm_formula_give_up(f, node, "messages that nobody waits for");
  return out;
}
