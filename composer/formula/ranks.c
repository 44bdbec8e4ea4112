/* Closed forms of teams of ranks whose messages all ranks send alike. */
#include <string.h>

#include "composer/formula/env.h"
#include "composer/formula/grid.h"
#include "composer/formula/guard.h"
#include "composer/formula/ranks.h"
#include "composer/formula/serial.h"

/* Iterations of the longest loop that is written out. */
enum { MOST_WRITTEN = 16 };

/* A message under way: what all ranks send or want to receive at once. */
struct item {
  const lcm_node *node;
  /* the rank that it goes to, or comes from, as a function of `rank` */
  const lcm_expr *peer;
  const lcm_expr *tag;
  const lcm_expr *bytes;
  const lcm_expr *since; /* when it was posted */
};

typedef LCM_LIST(struct item) item_list;

/* Ranks that do the same at the same times. */
struct ranks {
  struct lcm_formula *f;
  const lcm_expr *k;               /* how many they are */
  const char *rank;                /* the name */
  const lcm_expr *now;             /* how long they have been at it */
  struct lcm_formula_grids *grids; /* what they know of grids */
  /* begun, ended: they have called MPI_Init, MPI_Finalize */
  bool begun;
  bool ended;
  item_list sent; /* sent, wanted: messages under way */
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
  return lcm_expr_mul(r->f->ctx, cost, lcm_formula_second(r->f));
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
      r, lcm_formula_machine(r->f, name,
                             lcm_formula_int(r->f, LCM_TRANSFER_ENDS), bytes));
}

/* Evaluate "e" for rank "rank" of "n" into "*out". */
static bool value_at(double *out, struct ranks *r, const lcm_expr *e,
                     size_t rank, size_t n) {
  return lcm_formula_grids_eval(out, r->grids, e, rank, n);
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
                 bool has[LCM_MOST_RANKS + 1][LCM_MOST_RANKS]) {
  if (sent->tag != wanted->tag)
    return false;
  for (size_t n = LCM_LEAST_RANKS; n <= LCM_MOST_RANKS; n++)
    if (fit_on(r, sent, wanted, n, has[n]) == NOWHERE)
      return false;
  return true;
}

/* Return whether every rank has a message, on all numbers of ranks. */
static bool all_have(bool has[LCM_MOST_RANKS + 1][LCM_MOST_RANKS]) {
  for (size_t n = LCM_LEAST_RANKS; n <= LCM_MOST_RANKS; n++)
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
  bool has[LCM_MOST_RANKS + 1][LCM_MOST_RANKS] = {{false}};
  const lcm_expr *arrival = NULL;
  const lcm_expr *overhead = NULL;
  const size_t n = r->wanted.n;
  bool whole = true;
  while (r->wanted.n && !r->f->reason) {
    bool own[LCM_MOST_RANKS + 1][LCM_MOST_RANKS] = {{false}};
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
    for (size_t p = LCM_LEAST_RANKS; p <= LCM_MOST_RANKS; p++)
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
  for (size_t n = LCM_LEAST_RANKS; n <= LCM_MOST_RANKS; n++)
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
  const struct lcm_mpi_call *call = node->u.message;
  struct item item = {
      .node = node,
      .peer = lcm_formula_value(r->f, sends ? call->to : call->from),
      .tag = lcm_formula_value(r->f, sends ? call->tag : call->from_tag),
      .bytes = sends ? lcm_formula_value(r->f, call->bytes) : NULL};
  if (!item.peer || !item.tag || (sends && !item.bytes) ||
      !lcm_formula_grids_has(r->grids, call->comm)) {
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
  if (kind == LCM_MESSAGE_BARRIER)
    return lcm_expr_apply(ctx, LCM_X_CEIL,
                          lcm_expr_apply(ctx, LCM_X_LOG2, r->k));
  if (kind == LCM_MESSAGE_ALLGATHER || kind == LCM_MESSAGE_ALLTOALL)
    return lcm_expr_sub(ctx, r->k, lcm_formula_int(r->f, 1));
  return NULL;
}

/* Return the name of the cost that the machine gives the operation "function",
 * or NULL. */
static const char *price_of(struct ranks *r,
                            const struct lcm_mpi_function *function) {
  return lcm_machine_cost(r->f->machine, function->name) ? function->name
                                                         : NULL;
}

/* Return how long all ranks need to meet, as at a barrier. */
static const lcm_expr *meeting_time(struct ranks *r) {
  const lcm_expr *none = lcm_formula_int(r->f, 0);
  return lcm_expr_mul(
      r->f->ctx, rounds_of(r, LCM_MESSAGE_BARRIER),
      plus(r, cost_of(r, "transfer", none),
           plus(r, cost_of(r, "send", none), cost_of(r, "receive", none))));
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
                              : lcm_formula_value(r->f, node->u.message->bytes);
  const lcm_expr *rounds = price ? NULL : rounds_of(r, kind);
  const lcm_expr *time = NULL;
  if (!bytes || (!price && !rounds) || function->mode != LCM_MODE_NOW ||
      kind == LCM_MESSAGE_REDUCE_SCATTER ||
      !lcm_formula_grids_has(r->grids, node->u.message->comm)) {
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
  const char *name = node->u.message->request;
  const bool whole = !node->u.message->slot;
  for (size_t i = 0; i < r->wanted.n; i++)
    if (r->wanted.at[i].node->u.message->request != name ||
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

/* All ranks exchange messages with their neighbours in a grid by "node". */
static void exchange_around(struct ranks *r, struct lcm_closed *out,
                            const lcm_node *node,
                            const struct lcm_mpi_function *function) {
  const lcm_expr *bytes = lcm_formula_value(r->f, node->u.message->bytes);
  bool wraps = false;
  if (!lcm_formula_grids_wraps(&wraps, r->grids, node->u.message->comm) ||
      !bytes || node->u.message->n_args || function->mode != LCM_MODE_NOW ||
      price_of(r, function) || lcm_machine_cost(r->f->machine, "eager") ||
      !lcm_expr_is_int(lcm_formula_machine(r->f, "send", r->k, bytes), 0) ||
      !lcm_expr_is_int(lcm_formula_machine(r->f, "receive", r->k, bytes), 0)) {
    lcm_formula_give_up(r->f, node, function->name);
    return;
  }
  const lcm_expr *time = cost_of(r, "transfer", bytes);
  spend(r, out, wraps ? time : if_several(r, time), LCM_CAT_CL);
}

/* All ranks make the communicator of "node", or ask for their rank or number in
 * one. */
static void ask(struct ranks *r, struct lcm_closed *out, const lcm_node *node,
                const struct lcm_mpi_function *function) {
  const struct lcm_mpi_call *call = node->u.message;
  const char *price = price_of(r, function);
  const bool rank = function->kind == LCM_MESSAGE_RANK;
  if (!rank && function->kind != LCM_MESSAGE_SIZE) {
    lcm_formula_grids_do(r->grids, node, function->kind);
    if (!lcm_message_is_grid(function->kind))
      spend(r, out,
            price ? seconds(r, lcm_formula_machine(r->f, price, r->k,
                                                   lcm_formula_int(r->f, 0)))
                  : meeting_time(r),
            LCM_CAT_SL);
    return;
  }
  if (!lcm_formula_grids_has(r->grids, call->comm))
    lcm_formula_give_up(r->f, node, "a communicator that is not of all ranks");
  else if (call->made && rank)
    lcm_formula_bind(r->f, call->made,
                     lcm_expr_symbol(r->f->ctx, r->rank, LCM_DIM_NONE));
  else if (call->made)
    lcm_formula_bind(r->f, call->made, r->k);
}

/* Bind what "node" of "kind" says of MPI itself. */
static void tell_state(struct ranks *r, const lcm_node *node,
                       lcm_message_kind kind) {
  const struct lcm_mpi_call *call = node->u.message;
  const bool begun = !strcmp(call->operation, "MPI_Initialized");
  r->begun = r->begun || kind == LCM_MESSAGE_INIT;
  r->ended = r->ended || kind == LCM_MESSAGE_FINALIZE;
  const lcm_expr *value =
      kind == LCM_MESSAGE_STATE
          ? lcm_formula_int(r->f, begun ? r->begun : r->ended)
      : call->n_args ? lcm_formula_value(r->f, call->args[0])
                     : NULL;
  if (call->n_sets && *call->sets[0] && value)
    lcm_formula_bind(r->f, call->sets[0], value);
}

/* All ranks do the message operation "node". */
static void operate(struct ranks *r, struct lcm_closed *out,
                    const lcm_node *node) {
  const struct lcm_mpi_function *function =
      lcm_mpi_function(node->u.message->operation);
  const lcm_message_kind kind = function ? function->kind : LCM_MESSAGE_OPAQUE;
  const bool now = function && function->mode == LCM_MODE_NOW;
  const bool pair = kind == LCM_MESSAGE_SENDRECV;
  if (kind == LCM_MESSAGE_INIT || kind == LCM_MESSAGE_STATE ||
      kind == LCM_MESSAGE_FINALIZE) {
    tell_state(r, node, kind);
    return;
  }
  if (kind >= LCM_MESSAGE_BARRIER && kind <= LCM_MESSAGE_SCAN)
    together(r, out, node, function);
  else if (kind == LCM_MESSAGE_NEIGHBOUR)
    exchange_around(r, out, node, function);
  else if (lcm_message_is_grid(kind) || kind == LCM_MESSAGE_CART ||
           kind == LCM_MESSAGE_DUP || kind == LCM_MESSAGE_RANK ||
           kind == LCM_MESSAGE_SIZE)
    ask(r, out, node, function);
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
  bool differs = lcm_formula_grids_mentions(r->grids, one.time);
  for (size_t c = 0; c < LCM_SLOTS && !f->reason; c++) {
    differs = differs || lcm_formula_grids_mentions(r->grids, one.cats[c]);
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

/* Return whether "node" posts messages, and waits for none. */
static bool only_posts(const lcm_node *node) {
  const struct lcm_mpi_function *function =
      node->kind == LCM_NODE_MESSAGE
          ? lcm_mpi_function(node->u.message->operation)
          : NULL;
  bool posts = function && function->mode == LCM_MODE_LATER;
  if (node->kind == LCM_NODE_CALL || (function && !posts))
    return false;
  for (size_t i = 0; i < node->n_children; i++) {
    const bool below = only_posts(node->children[i]);
    if (!below && node->kind != LCM_NODE_SERIES)
      return false;
    posts = posts || below;
  }
  return posts;
}

/* All ranks execute the loop "node" iteration by iteration, "count" times. */
static void write_out(struct ranks *r, struct lcm_closed *out,
                      const lcm_node *node, double count) {
  struct lcm_formula *f = r->f;
  const lcm_iteration *range = &node->u.loop.ranges[0];
  const lcm_expr *from = lcm_formula_value(f, range->from);
  const lcm_expr *step =
      range->step ? lcm_formula_value(f, range->step) : lcm_formula_int(f, 1);
  const size_t bound = f->values.n;
  if (!from || !step || range->factor) {
    lcm_formula_give_up(f, node, "iterations of ranks that differ");
    return;
  }
  for (double i = 0; i < count && !f->reason; i++) {
    const lcm_expr *by =
        lcm_expr_mul(f->ctx, step, lcm_formula_int(f, (long long)i));
    lcm_formula_bind(f, range->index, lcm_expr_add(f->ctx, from, by));
    walk(r, out, node->children[0]);
    f->values.n = bound;
  }
}

/* All ranks execute the loop "node", which sends messages. */
static void repeat(struct ranks *r, struct lcm_closed *out,
                   const lcm_node *node) {
  struct lcm_formula *f = r->f;
  const lcm_expr *count = lcm_formula_count(f, node);
  const lcm_expr *before = r->now;
  struct lcm_closed one = {NULL};
  const size_t bound = f->values.n;
  double times = 0;
  if (!node->n_children)
    return;
  if (count && lcm_expr_is_number(count, &times) && times <= MOST_WRITTEN &&
      node->u.loop.n_ranges == 1 && only_posts(node->children[0])) {
    write_out(r, out, node, times);
    return;
  }
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
  switch (node->kind) {
  case LCM_NODE_SERIES:
    for (size_t i = 0; i < node->n_children; i++)
      walk(r, out, node->children[i]);
    return;
  case LCM_NODE_LOOP:
    repeat(r, out, node);
    return;
  case LCM_NODE_CALL:
    if (lcm_formula_enter(r->f, node, &saved, &body)) {
      lcm_formula_grids_recall(r->grids);
      walk(r, out, body);
      lcm_formula_leave(r->f, &saved);
      lcm_formula_grids_recall(r->grids);
    }
    return;
  case LCM_NODE_MESSAGE:
    operate(r, out, node);
    return;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_BRANCH:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
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
  struct ranks r = {.f = f,
                    .k = w,
                    .rank = lcm_intern(f->ctx, "rank"),
                    .grids = lcm_formula_grids_new(f)};
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
  if (!f->reason && lcm_formula_grids_mentions(r.grids, out.time))
    lcm_formula_give_up(f, node, "the shape of a grid of ranks");
  return out;
}
