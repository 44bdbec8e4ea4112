/* Writes MPI operations down as steps of scripts: messages, requests, waits,
 * collectives, windows. */
#include <math.h>
#include <string.h>

#include "composer/engine/count.h"
#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/messages/comm.h"
#include "composer/engine/messages/cut.h"
#include "composer/engine/messages/doubt.h"
#include "composer/engine/messages/group.h"
#include "composer/engine/messages/message.h"
#include "composer/engine/messages/queue_price.h"
#include "composer/engine/messages/rank_query.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/messages/topology.h"
#include "composer/engine/record/record.h"
#include "composer/engine/script.h"
#include "composer/engine/world.h"

/* ---- messages ------------------------------------------------------------ */

/* Return what the MESSAGE "node" does. */
static const struct lcm_mpi_function *function_of(struct lcm_run *run,
                                                  const lcm_node *node) {
  struct lcm_facts *facts = lcm_run_facts(run, node);
  if (!facts->function)
    facts->function = lcm_mpi_function(node->u.message->operation);
  return facts->function;
}

/* Return the value of "e", a rank or tag; LCM_RANK_ANY, and it is noted, where
 * that is not known. */
static double number_of(struct lcm_world *w, const lcm_node *node,
                        const lcm_expr *e, const char *what) {
  double value = LCM_RANK_ANY;
  if (!lcm_run_derived(&value, w->run, e))
    lcm_comm_leave_out(w, node, what);
  return value;
}

/* What holds of messages whose sizes an array has. */
static const char EQUAL_PARTS[] =
    "MPI_Alltoallv, Scatterv and Reduce_scatter have parts of the same size, "
    "their mean";

/* Return the bytes that "node" sends; 0, and it is noted, where they are not
 * known. */
static double bytes_of(struct lcm_world *w, const lcm_node *node) {
  double bytes = 0;
  if (!lcm_run_derived(&bytes, w->run, node->u.message->bytes) || bytes < 0) {
    lcm_run_unknown(w->run, node,
                    "how many bytes it sends is not known; "
                    "taken as none");
    return 0;
  }
  if (strchr(function_of(w->run, node)->roles, 'M'))
    lcm_run_assume(w->run, EQUAL_PARTS);
  return bytes;
}

/* Return whether operations like "kind" send bytes. */
static bool has_bytes(lcm_message_kind kind) {
  return kind <= LCM_MESSAGE_SENDRECV
             ? kind != LCM_MESSAGE_RECV
             : (kind >= LCM_MESSAGE_BCAST && kind <= LCM_MESSAGE_GET);
}

/* Return the grid that the ranks of "comm" form: where that has all of them,
 * also the one that was made of all last. */
static const struct lcm_cart *grid_of(const struct lcm_world *w,
                                      const struct lcm_comm *comm) {
  const struct lcm_rank *rank = &w->ranks->at[w->member];
  for (size_t i = rank->comms.n; !comm->grid && i-- > 0;)
    if (rank->comms.at[i].grid && rank->comms.at[i].group && comm->group &&
        comm->group->n == w->n && rank->comms.at[i].group->n == w->n)
      return rank->comms.at[i].grid;
  return comm->grid;
}

/* Return a new message of "kind" for the MESSAGE "node". */
static struct lcm_queued *new_letter(struct lcm_world *w, const lcm_node *node,
                                     enum lcm_queued_kind kind) {
  struct lcm_run *run = w->run;
  struct lcm_queued *queued = LCM_NEW(&w->scratch, struct lcm_queued);
  queued->kind = kind;
  queued->node = node;
  queued->guess = w->guess;
  queued->function = function_of(run, node);
  queued->waiting = LCM_CAT_SL;
  queued->moving = LCM_CAT_CL;
  const struct lcm_comm comm = lcm_comm_find(w, node->u.message->comm);
  queued->group = comm.group;
  queued->grid = grid_of(w, &comm);
  queued->me = queued->group ? lcm_comm_index(queued->group, w->member) : 0;
  if (has_bytes(queued->function->kind) && kind != LCM_RECEIVES)
    queued->bytes = bytes_of(w, node);
  if (kind == LCM_RECEIVES && queued->function->kind == LCM_MESSAGE_RECV &&
      !strchr(queued->function->roles, 'p'))
    queued->bounded =
        lcm_run_derived(&queued->room, run, node->u.message->bytes);
  if (kind == LCM_SENDS)
    queued->overhead = lcm_run_machine(run, "send", 2, queued->bytes, 1);
  return queued;
}

/* Return whether "message" can be sent or received: its communicator is known,
 * and the other side is a rank of it. */
static bool is_possible(struct lcm_world *w, const struct lcm_queued *queued) {
  const lcm_node *node = queued->node;
  const struct lcm_group *group = queued->group;
  if (!group || queued->me == group->n) {
    lcm_comm_leave_out(w, node,
                       "which ranks the communicator has is not known");
    return false;
  }
  if ((queued->peer >= 0 && queued->peer < (double)group->n) ||
      (queued->peer == LCM_RANK_ANY && queued->kind == LCM_RECEIVES))
    return true;
  lcm_doubt_missing(w, node, queued->peer, group->n);
  return false;
}

/* Let a name say what "source" does. */
static void add_source(struct lcm_world *w, struct lcm_source source) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  for (size_t i = 0; i < rank->sources.n; i++)
    if (rank->sources.at[i].name == source.name) {
      rank->sources.at[i] = source;
      return;
    }
  LCM_LIST_ADD(&w->scratch, &rank->sources, source);
}

/* Let the status of "node" say where "message" came from, and its tag. */
static void tell(struct lcm_world *w, const lcm_node *node,
                 const struct lcm_queued *queued) {
  lcm_ctx *ctx = w->run->ctx;
  const char *status = node->u.message->status;
  if (!status || queued->kind != LCM_RECEIVES)
    return;
  add_source(w,
             (struct lcm_source){LCM_INTERN_JOINED(ctx, status, ".MPI_SOURCE"),
                                 false, queued});
  add_source(w, (struct lcm_source){LCM_INTERN_JOINED(ctx, status, ".MPI_TAG"),
                                    true, queued});
}

/* Return what "e" says of a message, NULL where it is no such. */
static const struct lcm_source *told_by(const struct lcm_world *w,
                                        const lcm_expr *e) {
  const struct lcm_rank *rank = &w->ranks->at[w->member];
  const char *name = e ? lcm_expr_name(e) : NULL;
  for (size_t i = 0; name && i < rank->sources.n; i++)
    if (rank->sources.at[i].name == name)
      return &rank->sources.at[i];
  return NULL;
}

/* Return the message from whose sender, or ("tag") whose tag, "e" is; NULL
 * where that is no such. */
static const struct lcm_queued *source_of(const struct lcm_world *w,
                                          const lcm_expr *e, bool tag) {
  const struct lcm_source *source = told_by(w, e);
  return source && source->tag == tag ? source->queued : NULL;
}

void lcm_world_alias(struct lcm_world *w, const lcm_node *node) {
  const struct lcm_source *source = told_by(w, node->u.let.value);
  if (source)
    add_source(
        w, (struct lcm_source){node->u.let.name, source->tag, source->queued});
}

void lcm_world_recall(struct lcm_world *w) {
  if (w->ranks)
    lcm_rank_recall(w);
}

void lcm_world_reset(struct lcm_world *w, const char *name, bool known) {
  if (!known && strchr(name, '['))
    lcm_rank_tell(w, name, NAN);
  lcm_rank_drop(w, name);
}

/* Return the message that the MESSAGE "node" sends; NULL for none. */
static struct lcm_queued *sent_by(struct lcm_world *w, const lcm_node *node) {
  struct lcm_run *run = w->run;
  double to = 0;
  const struct lcm_queued *like = source_of(w, node->u.message->to, false);
  if (!like && !lcm_run_derived(&to, run, node->u.message->to)) {
    lcm_comm_leave_out(w, node,
                       "the rank that the message goes to is not known");
    return NULL;
  }
  if (to == LCM_RANK_NONE)
    return NULL;
  struct lcm_queued *queued = new_letter(w, node, LCM_SENDS);
  const lcm_message_kind kind = queued->function->kind;
  queued->peer = to;
  queued->like = like;
  queued->like_tag = source_of(w, node->u.message->tag, true);
  if (!queued->like_tag)
    queued->tag =
        number_of(w, node, node->u.message->tag, "its tag is not known");
  queued->buffered = kind == LCM_MESSAGE_BSEND;
  queued->waits = kind == LCM_MESSAGE_SSEND ||
                  (!queued->buffered &&
                   queued->bytes > lcm_queue_eager(run, queued->bytes));
  return is_possible(w, queued) ? queued : NULL;
}

/* Return the message that the MESSAGE "node" receives; NULL for none. */
static struct lcm_queued *received_by(struct lcm_world *w,
                                      const lcm_node *node) {
  const struct lcm_mpi_call *message = node->u.message;
  const struct lcm_queued *like = source_of(w, message->from, false);
  const double from =
      like ? 0
           : number_of(w, node, message->from,
                       "the rank that the message comes from is not known; "
                       "taken as any");
  if (from == LCM_RANK_NONE)
    return NULL;
  struct lcm_queued *queued = new_letter(w, node, LCM_RECEIVES);
  queued->peer = from;
  queued->like = like;
  queued->like_tag = source_of(w, message->from_tag, true);
  if (!queued->like_tag)
    queued->tag = number_of(w, node, message->from_tag,
                            "the tag that it receives is not known; "
                            "taken as any");
  return is_possible(w, queued) ? queued : NULL;
}

/* ---- steps -------------------------------------------------------------- */

/* Append that "message" is posted. */
static void append_post(struct lcm_world *w, lcm_script *script,
                        struct lcm_queued *queued) {
  const struct lcm_step step = {
      .act = LCM_ACT_POST, .queued = queued, .loc = queued->node->loc};
  lcm_steady_post(w, queued);
  lcm_world_append(w, script, step);
}

/* Append that the "n" messages at "messages" are waited for, or one of them. */
static void append_await(struct lcm_world *w, lcm_script *script,
                         struct lcm_queued *const *queues, size_t n, bool any) {
  struct lcm_message_queues *all =
      LCM_NEW(&w->scratch, struct lcm_message_queues);
  if (!n)
    return;
  all->at = LCM_NEW_ARRAY(&w->scratch, struct lcm_queued *, n);
  memcpy(all->at, queues, n * sizeof *all->at);
  all->n = n;
  all->any = any;
  all->pass = w->pass;
  for (size_t i = 0; w->pass && i < w->pass->n; i++)
    all->gap += w->pass->at[i].outcome->time;
  const struct lcm_step step = {
      .act = LCM_ACT_AWAIT, .queues = all, .loc = queues[0]->node->loc};
  lcm_world_append(w, script, step);
}

/* Keep "message" as the request that "node" makes. */
static void keep(struct lcm_world *w, const lcm_node *node,
                 struct lcm_queued *queued, bool again) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  struct lcm_request request = {.name = node->u.message->request,
                                .slot = 0,
                                .queued = queued,
                                .again = again,
                                .active = !again};
  if (node->u.message->slot &&
      !lcm_run_derived(&request.slot, w->run, node->u.message->slot)) {
    request.slot = NAN;
    lcm_world_guess(w, node, "which request it makes is not known",
                    LCM_GIVE_VALUES);
  }
  for (size_t i = 0; i < rank->requests.n; i++) {
    struct lcm_request *old = &rank->requests.at[i];
    if (again && old->again && !old->active && old->name == request.name &&
        old->slot == request.slot && old->queued->kind == queued->kind &&
        (!queued->joint || (old->queued->tag == queued->tag &&
                            old->queued->peer == queued->peer))) {
      *old = request;
      return;
    }
  }
  LCM_LIST_ADD(&w->scratch, &rank->requests, request);
}

/* Post "message" (NULL: none) of "node" and wait for it, now or later. */
static void append_letters(struct lcm_world *w, lcm_script *script,
                           const lcm_node *node,
                           struct lcm_queued *const queues[2]) {
  const lcm_message_mode mode = function_of(w->run, node)->mode;
  for (size_t k = 0; k < 2; k++) {
    if (!queues[k])
      continue;
    tell(w, node, queues[k]);
    if (mode != LCM_MODE_INIT)
      append_post(w, script, queues[k]);
    if (mode != LCM_MODE_NOW)
      keep(w, node, queues[k], mode == LCM_MODE_INIT);
  }
  for (size_t k = 0; k < 2 && mode == LCM_MODE_NOW; k++)
    if (queues[k])
      append_await(w, script, &queues[k], 1, false);
}

/* Return whether the wait or start "node" is for "request". */
static bool concerns(struct lcm_world *w, const lcm_node *node,
                     const struct lcm_request *request) {
  const struct lcm_mpi_call *message = node->u.message;
  double from = 0;
  double count = 1;
  if (message->request != request->name)
    return false;
  if ((message->slot && !lcm_run_derived(&from, w->run, message->slot)) ||
      (message->count && !lcm_run_derived(&count, w->run, message->count))) {
    lcm_world_guess(w, node,
                    "which requests it waits for is not known; taken as all",
                    LCM_GIVE_VALUES);
    return true;
  }
  if (isnan(request->slot))
    return true;
  return request->slot >= from && request->slot < from + count;
}

/* Return whether any request of the present rank goes by the name that "node"
 * waits for. */
static bool is_named(const struct lcm_world *w, const lcm_node *node) {
  const struct lcm_rank *rank = &w->ranks->at[w->member];
  for (size_t i = 0; i < rank->requests.n; i++)
    if (rank->requests.at[i].name == node->u.message->request)
      return true;
  return false;
}

/* One of the "n" messages at "messages" was waited for: when that has happened
 * as often as there are messages, all of them are done. */
static void close_asked(struct lcm_rank *rank, struct lcm_queued *const *queues,
                        size_t n) {
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < rank->requests.n; i++)
      if (rank->requests.at[i].queued == queues[k])
        rank->requests.at[i].active = rank->requests.at[i].asked < n;
}

static const char TEST_FINDS[] =
    "MPI_Test, MPI_Iprobe and the like wait for what they ask for, but in "
    "loops that go on until it is there";

/* Note what is guessed of the wait "node": that it is for all requests where
 * none is "named", and that a test finds what it asks for. */
static void guess_wait(struct lcm_world *w, const lcm_node *node, bool named) {
  if (!named && w->ranks->at[w->member].requests.n)
    lcm_world_guess(w, node,
                    "which requests it waits for is not known; taken as all",
                    "requests are known by the name of their variable");
  if (!lcm_message_tests(node) || w->polls)
    return;
  lcm_run_assume(w->run, TEST_FINDS);
  lcm_world_guess(w, node, "it is taken to find what it asks for",
                  "MPI_Wait and MPI_Probe wait for that");
}

/* Append that the requests of "node" are waited for; where nothing goes by
 * their name, all that there are. */
static void write_wait(struct lcm_world *w, lcm_script *script,
                       const lcm_node *node, bool any) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  LCM_LIST(struct lcm_queued *) queues = {0};
  const bool named = is_named(w, node);
  guess_wait(w, node, named);
  for (size_t i = 0; i < rank->requests.n; i++) {
    struct lcm_request *request = &rank->requests.at[i];
    if (!request->active || (named && !concerns(w, node, request)))
      continue;
    LCM_LIST_ADD(&w->scratch, &queues, request->queued);
    tell(w, node, request->queued);
    request->active = any;
    request->asked++;
  }
  if (any)
    close_asked(rank, queues.at, queues.n);
  append_await(w, script, queues.at, queues.n, any);
  size_t kept = 0;
  for (size_t i = 0; i < rank->requests.n; i++)
    if (rank->requests.at[i].active || rank->requests.at[i].again)
      rank->requests.at[kept++] = rank->requests.at[i];
  rank->requests.n = kept;
}

bool lcm_world_count_waits(double *count, struct lcm_world *w,
                           const lcm_node *node) {
  size_t n = 0;
  const lcm_node *at = w->ranks && node->kind == LCM_NODE_WHILE &&
                               !lcm_run_knows_count(w->run, node)
                           ? lcm_run_only_message(w->run, node, &n)
                           : NULL;
  const struct lcm_rank *rank = w->ranks ? &w->ranks->at[w->member] : NULL;
  if (!at || function_of(w->run, at)->kind != LCM_MESSAGE_WAITANY ||
      !is_named(w, at))
    return false;
  *count = 0;
  for (size_t i = 0; i < rank->requests.n; i++)
    *count +=
        rank->requests.at[i].active && concerns(w, at, &rank->requests.at[i]);
  return true;
}

/* Append that the prepared requests of "node" are started. */
static void write_start(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  const bool named = is_named(w, node);
  bool any = false;
  for (size_t i = 0; i < rank->requests.n; i++) {
    struct lcm_request *request = &rank->requests.at[i];
    if (!request->again || request->active ||
        (named && !concerns(w, node, request)))
      continue;
    struct lcm_queued *fresh = LCM_NEW(&w->scratch, struct lcm_queued);
    *fresh = *request->queued;
    fresh->posted = fresh->done = fresh->used = false;
    request->queued = fresh;
    request->active = any = true;
    request->asked = 0;
    append_post(w, script, fresh);
  }
  if (!any)
    lcm_comm_leave_out(w, node, "which request is started is not known");
}

/* Let "message", which reads or writes a file that "n" ranks have open, cost
 * what the machine says of files: what one rank alone would need is
 * computation, the rest is contention. */
static void price_file(struct lcm_world *w, struct lcm_queued *queued,
                       double n) {
  struct lcm_run *run = w->run;
  const char *names[] = {queued->function->name, "file"};
  const char *name = names[lcm_machine_cost(run->machine, names[0]) ? 0 : 1];
  if (!lcm_machine_cost(run->machine, name)) {
    lcm_run_unknown(run, queued->node,
                    "what reading and writing files takes is not known: give "
                    "the cost `file` in the description of the machine");
    return;
  }
  const double alone = lcm_run_machine(run, name, 1, queued->bytes, 1);
  queued->price = lcm_run_machine(run, name, n, queued->bytes, 1);
  queued->moving = LCM_CAT_PC;
  if (queued->price > alone)
    queued->crowd = 1 - alone / queued->price;
}

/* Append that "node" is done together with the other members. */
static void write_joined(struct lcm_world *w, lcm_script *script,
                         const lcm_node *node) {
  struct lcm_queued *queued = new_letter(w, node, LCM_JOINS);
  double root = 0;
  if (node->u.message->root &&
      !lcm_run_derived(&root, w->run, node->u.message->root))
    lcm_run_unknown(w->run, node, "its root is not known; taken as 0");
  else
    queued->rooted = node->u.message->root && root >= 0;
  queued->peer = fmax(root, 0);
  if (!is_possible(w, queued))
    return;
  if (queued->function->kind == LCM_MESSAGE_FILE_ALL)
    price_file(w, queued, (double)queued->group->n);
  if (queued->function->kind == LCM_MESSAGE_REDUCE_SCATTER)
    queued->bytes *= (double)queued->group->n;
  append_letters(w, script, node, (struct lcm_queued *const[]){queued, NULL});
}

/* ---- memory of other ranks ---------------------------------------------- */

/* Put between which ranks the data of "message", which reads or writes the
 * memory of a rank of its group, move into it. */
static void find_ways(struct lcm_world *w, struct lcm_queued *queued) {
  const struct lcm_group *group = queued->group ? queued->group : w->ranks->all;
  const struct lcm_mpi_call *call = queued->node->u.message;
  const bool gets = queued->function->kind == LCM_MESSAGE_GET;
  double peer = 0;
  queued->crosses = lcm_run_derived(&peer, w->run, call->to) && peer >= 0 &&
                    peer < (double)group->n;
  if (!queued->crosses)
    return;
  const size_t other = group->ranks[(size_t)peer];
  queued->leaves = gets ? other : w->member;
  queued->comes = gets ? w->member : other;
}

/* Return the name of the window that "node" is about, as who made it calls
 * it. */
static const char *window_of(struct lcm_world *w, const lcm_node *node) {
  const char *name = lcm_comm_find(w, node->u.message->comm).name;
  return name ? name : node->u.message->comm;
}

/* Append that memory of another rank is read or written. */
static void write_access(struct lcm_world *w, lcm_script *script,
                         const lcm_node *node) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  struct lcm_queued *queued = new_letter(w, node, LCM_AWAY);
  const struct lcm_rank_access access = {window_of(w, node), queued};
  find_ways(w, queued);
  queued->group = w->ranks->all;
  queued->overhead = lcm_run_machine(w->run, "send", 2, queued->bytes, 1);
  append_post(w, script, queued);
  LCM_LIST_ADD(&w->scratch, &rank->accesses, access);
  if (queued->function->mode == LCM_MODE_LATER)
    keep(w, node, queued, false);
}

/* Append that what the rank reads and writes in the window of "node" is
 * done. */
static void write_flush(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  const char *window = window_of(w, node);
  LCM_LIST(struct lcm_queued *) queues = {0};
  size_t kept = 0;
  for (size_t i = 0; i < rank->accesses.n; i++)
    if (rank->accesses.at[i].name == window)
      LCM_LIST_ADD(&w->scratch, &queues, rank->accesses.at[i].queued);
    else
      rank->accesses.at[kept++] = rank->accesses.at[i];
  rank->accesses.n = kept;
  append_await(w, script, queues.at, queues.n, false);
}

/* Return how many units of the lock "key" of a window the last step of "script"
 * that takes it does; 0 where none does. */
static double taken_of(const lcm_script *script, const char *key) {
  for (size_t i = script->n; i-- > 0;) {
    const struct lcm_step *step = &script->at[i];
    if (step->among && step->key == key)
      return step->act == LCM_ACT_ACQUIRE ? step->takes : 0;
  }
  return 0;
}

/* Return how many units of the lock of a window "node" takes of as many as
 * there are ranks: all of them where it keeps other ranks out. */
static double units_of(struct lcm_world *w, const lcm_node *node) {
  const struct lcm_mpi_call *call = node->u.message;
  double alone = call->n_args > 0;
  if (call->n_args && !lcm_run_derived(&alone, w->run, call->args[0]))
    lcm_world_guess(w, node,
                    "whether its lock keeps others out is not known; taken so",
                    LCM_GIVE_VALUES);
  return alone != 0 ? (double)w->n : 1;
}

/* Put the ranks of "group" whose windows "node" locks into "*from" and "*to",
 * which is behind the last; false: none that is known. */
static bool find_locked(size_t *from, size_t *to, struct lcm_world *w,
                        const lcm_node *node, const struct lcm_group *group) {
  double peer = 0;
  *from = 0;
  *to = group->n;
  if (!strchr(function_of(w->run, node)->roles, 't'))
    return true;
  if (!lcm_run_derived(&peer, w->run, node->u.message->to)) {
    lcm_comm_leave_out(w, node, "the rank whose window it locks is not known");
    return false;
  }
  if (peer == LCM_RANK_NONE)
    return false;
  if (peer < 0 || peer >= (double)group->n) {
    lcm_doubt_missing(w, node, peer, group->n);
    return false;
  }
  *from = (size_t)peer;
  *to = *from + 1;
  return true;
}

/* Append "act" on the lock of a window that "node" locks, where any rank keeps
 * others out of one. */
static void write_lock(struct lcm_world *w, lcm_script *script,
                       const lcm_node *node, enum lcm_act act) {
  lcm_ctx *ctx = w->run->ctx;
  const struct lcm_group *known = lcm_comm_find(w, node->u.message->comm).group;
  const struct lcm_group *group = known ? known : w->ranks->all;
  size_t from = 0;
  size_t to = 0;
  if (!w->ranks->excludes || !find_locked(&from, &to, w, node, group))
    return;
  for (size_t k = from; k < to; k++) {
    const char *name =
        lcm_arena_printf(lcm_ctx_arena(ctx), "window %s of rank %zu",
                         window_of(w, node), group->ranks[k]);
    const char *key = lcm_intern(ctx, name);
    const struct lcm_step step = {.act = act,
                                  .key = key,
                                  .units = (double)w->n,
                                  .takes = act == LCM_ACT_RELEASE
                                               ? taken_of(script, key)
                                               : units_of(w, node),
                                  .waits = LCM_CAT_SL,
                                  .among = true,
                                  .loc = node->loc};
    if (step.takes > 0)
      lcm_world_append(w, script, step);
  }
}

/* ---- files -------------------------------------------------------------- */

/* Append that "node" reads or writes a file, alone. */
static void write_file(struct lcm_world *w, lcm_script *script,
                       const lcm_node *node) {
  struct lcm_queued *queued = new_letter(w, node, LCM_AWAY);
  const double n = queued->group ? (double)queued->group->n : 1;
  queued->group = queued->group ? queued->group : w->ranks->all;
  queued->priced = true;
  price_file(w, queued, n);
  append_letters(w, script, node, (struct lcm_queued *const[]){queued, NULL});
}

/* ---- communicators ------------------------------------------------------ */

/* Append that "node" makes a communicator. */
static void write_comm(struct lcm_world *w, lcm_script *script,
                       const lcm_node *node, lcm_message_kind kind) {
  if (kind != LCM_MESSAGE_COMM_GROUP &&
      lcm_comm_find(w, node->u.message->comm).group)
    write_joined(w, script, node);
  if (kind == LCM_MESSAGE_CART || kind == LCM_MESSAGE_CART_SUB ||
      kind == LCM_MESSAGE_GRAPH || kind == LCM_MESSAGE_GRAPH_ALL ||
      kind == LCM_MESSAGE_GRAPH_EDGES)
    lcm_topology_write(w, node, kind);
  else if (kind == LCM_MESSAGE_CREATE || kind == LCM_MESSAGE_COMM_GROUP)
    lcm_group_form(w, node);
  else
    lcm_comm_write(w, node, kind);
}

/* ---- neighbours --------------------------------------------------------- */

/* A neighbour of a rank: what is sent to or comes from "rank" (LCM_RANK_NONE:
 * nothing) has the tag "tag". */
struct neighbour {
  double rank;
  double tag;
};

/* Return neighbour number "k" of the present rank in "comm", one that it sends
 * to or ("receives") one that sends to it.  In a grid, along dimension k / 2: a
 * message up (down) dimension i has the tag 2 i + 1 (2 i). */
static struct neighbour neighbour_in(const struct lcm_world *w,
                                     const struct lcm_comm *comm, size_t k,
                                     bool receives) {
  const struct lcm_near *near = comm->near;
  const bool up = k % 2 == 1;
  if (!comm->grid)
    return (struct neighbour){receives ? near->sources[k] : near->targets[k],
                              0};
  const size_t me = lcm_comm_index(comm->group, w->member);
  return (struct neighbour){lcm_cart_shift(comm->grid, me, k / 2, up ? 1 : -1),
                            (double)(2 * (k / 2) + (receives ? !up : up))};
}

/* Return a message of "kind" for "node" between the present rank and its
 * neighbour number "k" in "comm"; NULL where that is none. */
static struct lcm_queued *letter_to(struct lcm_world *w, const lcm_node *node,
                                    const struct lcm_comm *comm,
                                    enum lcm_queued_kind kind, size_t k) {
  struct lcm_queued *queued = new_letter(w, node, kind);
  const struct lcm_mpi_call *message = node->u.message;
  const struct neighbour other = neighbour_in(w, comm, k, kind == LCM_RECEIVES);
  double count = 1;
  queued->peer = other.rank;
  queued->tag = other.tag;
  queued->joint = true;
  if (kind == LCM_SENDS && message->n_args &&
      (k >= message->n_args ||
       !lcm_run_derived(&count, w->run, message->args[k])))
    lcm_run_unknown(w->run, node,
                    "how many elements it sends to each neighbour is not "
                    "known; taken as one");
  queued->bytes *= count;
  if (kind == LCM_SENDS)
    lcm_queue_price(w->run, queued);
  return queued->peer != LCM_RANK_NONE && is_possible(w, queued) ? queued
                                                                 : NULL;
}

/* Append that the present rank sends to and receives from each neighbour. */
static void write_neighbours(struct lcm_world *w, lcm_script *script,
                             const lcm_node *node) {
  const struct lcm_comm comm = lcm_comm_find(w, node->u.message->comm);
  const lcm_message_mode mode = function_of(w->run, node)->mode;
  LCM_LIST(struct lcm_queued *) queues = {0};
  if (!comm.group || (!comm.grid && !comm.near) ||
      lcm_comm_index(comm.group, w->member) == comm.group->n) {
    lcm_comm_leave_out(w, node,
                       "the neighbours are not known: its communicator is no "
                       "grid or graph that is followed");
    return;
  }
  for (size_t sends = 0; sends < 2; sends++) {
    const size_t n = comm.grid ? 2 * comm.grid->n
                     : sends   ? comm.near->n_targets
                               : comm.near->n_sources;
    for (size_t k = 0; k < n; k++) {
      struct lcm_queued *queued =
          letter_to(w, node, &comm, sends ? LCM_SENDS : LCM_RECEIVES, k);
      if (queued)
        LCM_LIST_ADD(&w->scratch, &queues, queued);
    }
  }
  for (size_t i = 0; i < queues.n; i++) {
    if (mode != LCM_MODE_INIT)
      append_post(w, script, queues.at[i]);
    if (mode != LCM_MODE_NOW)
      keep(w, node, queues.at[i], mode == LCM_MODE_INIT);
  }
  if (mode == LCM_MODE_NOW)
    append_await(w, script, queues.at, queues.n, false);
}

/* ---- everything --------------------------------------------------------- */

/* Append that the MESSAGE "node" sends and receives, by "kind". */
static void write_exchange(struct lcm_world *w, lcm_script *script,
                           const lcm_node *node, lcm_message_kind kind) {
  const bool sends = kind != LCM_MESSAGE_RECV;
  const bool receives =
      kind == LCM_MESSAGE_RECV || kind == LCM_MESSAGE_SENDRECV;
  struct lcm_queued *const queues[2] = {sends ? sent_by(w, node) : NULL,
                                        receives ? received_by(w, node) : NULL};
  append_letters(w, script, node, queues);
}

/* Return whether "kind" makes a communicator. */
static bool makes_comm(lcm_message_kind kind) {
  return kind == LCM_MESSAGE_DUP || kind == LCM_MESSAGE_SPLIT ||
         kind == LCM_MESSAGE_COMM || kind == LCM_MESSAGE_COMM_GROUP ||
         kind == LCM_MESSAGE_CART || kind == LCM_MESSAGE_CART_SUB ||
         kind == LCM_MESSAGE_GRAPH || kind == LCM_MESSAGE_GRAPH_ALL ||
         kind == LCM_MESSAGE_GRAPH_EDGES || kind == LCM_MESSAGE_CREATE;
}

/* Append that the probe "node" waits for a message. */
static void write_probe(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node) {
  struct lcm_queued *queued = received_by(w, node);
  guess_wait(w, node, true);
  if (!queued)
    return;
  queued->looks = strcmp(queued->function->name, "MPI_Mprobe") != 0;
  append_letters(w, script, node, (struct lcm_queued *const[]){queued, NULL});
}

/* Append what the MESSAGE "node" of "kind", which is no exchange, does. */
static void write_other(struct lcm_world *w, lcm_script *script,
                        const lcm_node *node, lcm_message_kind kind) {
  if (kind == LCM_MESSAGE_PROBE) {
    write_probe(w, script, node);
  } else if (kind == LCM_MESSAGE_START) {
    write_start(w, script, node);
  } else if (kind == LCM_MESSAGE_WAIT || kind == LCM_MESSAGE_WAITANY) {
    write_wait(w, script, node, kind == LCM_MESSAGE_WAITANY);
  } else if (kind == LCM_MESSAGE_PUT || kind == LCM_MESSAGE_GET) {
    write_access(w, script, node);
  } else if (kind == LCM_MESSAGE_FENCE) {
    write_flush(w, script, node);
    write_joined(w, script, node);
  } else if (kind == LCM_MESSAGE_FLUSH) {
    write_flush(w, script, node);
  } else if (kind == LCM_MESSAGE_LOCK) {
    write_lock(w, script, node, LCM_ACT_ACQUIRE);
  } else if (kind == LCM_MESSAGE_UNLOCK) {
    write_flush(w, script, node);
    write_lock(w, script, node, LCM_ACT_RELEASE);
  } else if (kind == LCM_MESSAGE_RANK || kind == LCM_MESSAGE_SIZE) {
    lcm_comm_ask(w, node, kind);
  } else if (kind == LCM_MESSAGE_FILE) {
    write_file(w, script, node);
  } else if (kind == LCM_MESSAGE_FILE_MEET || kind == LCM_MESSAGE_WIN) {
    write_joined(w, script, node);
    if (node->u.message->made)
      lcm_comm_open(w, node);
  } else if (makes_comm(kind)) {
    write_comm(w, script, node, kind);
  } else if (kind == LCM_MESSAGE_GROUP) {
    lcm_group_write(w, node);
  } else if (kind == LCM_MESSAGE_GROUP_SIZE || kind == LCM_MESSAGE_GROUP_RANK) {
    lcm_group_ask(w, node, kind);
  } else if (kind == LCM_MESSAGE_INIT || kind == LCM_MESSAGE_STATE ||
             kind == LCM_MESSAGE_FINALIZE) {
    lcm_rank_state(w, node, kind);
  } else if (kind == LCM_MESSAGE_NEIGHBOUR) {
    write_neighbours(w, script, node);
  } else if (lcm_message_is_grid(kind))
    lcm_topology_ask(w, node, kind);
  else if (lcm_message_is_collective(kind))
    write_joined(w, script, node);
}

void lcm_world_message(struct lcm_world *w, lcm_script *script,
                       const lcm_node *node) {
  const struct lcm_mpi_function *function = function_of(w->run, node);
  if (!function || !w->ranks) {
    lcm_run_unknown(w->run, node, "a message outside a team of ranks");
    return;
  }
  const lcm_message_kind kind = function->kind;
  if (w->again)
    return;
  if (kind <= LCM_MESSAGE_SENDRECV)
    write_exchange(w, script, node, kind);
  else
    write_other(w, script, node, kind);
  if (w->pass && lcm_message_tests(node) && node->u.message->n_sets)
    lcm_rank_tell(w, node->u.message->sets[0], 1);
}
