/* Write-once, accumulator and monotonic variables (thesis, 3.2), by messages
 * between the copies that processors have. */
#include "chares/share.h"

#include <string.h>

#include "chares/post.h"
#include "chares/queue.h"
#include "chares/send.h"
#include "chares/trace.h"

enum { FIRST_ROOM = 4 };

/* Return the declaration of "variable". */
static const struct md_variable *declaration(const md *m, int variable) {
  return &m->run->program->variables[variable];
}

/* Give "value" of "variable" its first value. */
static void init(const struct md_variable *variable, void *value) {
  if (variable->init)
    variable->init(value);
  else
    memset(value, 0, variable->size);
}

void lcm_md_share_begin(md *m) {
  const int n = m->run->program->n_variables;
  m->shares =
      lcm_md_memory(m->present->pool, (size_t)(n ? n : 1) * sizeof *m->shares);
  for (int i = 0; i < n; i++) {
    const struct md_variable *variable = declaration(m, i);
    if (variable->kind != MD_ACCUMULATOR && variable->kind != MD_MONOTONIC)
      continue;
    m->shares[i].value = lcm_md_memory(m->present->pool, variable->size);
    if (variable->kind == MD_ACCUMULATOR)
      m->shares[i].sum = lcm_md_memory(m->present->pool, variable->size);
    init(variable, m->shares[i].value);
  }
}

/* Return a message of "kind" about "variable" with "size" bytes of "data". */
static md_message *about(md *m, enum md_kind kind, int variable,
                         const void *data, size_t size) {
  md_message *message = lcm_md_new(m, kind, data, size);
  message->slot = (uint32_t)variable;
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  return message;
}

/* ---- write-once ---------------------------------------------------------- */

void md_write_once(md *m, const void *data, size_t size, md_id id, int entry) {
  const struct md_reply reply = {id, entry};
  md_message *message;
  if (!lcm_md_is_address(m, id, entry))
    return;
  message = lcm_md_blank(m, MD_KIND_WRITE, sizeof reply + size);
  memcpy(message->data, &reply, sizeof reply);
  if (size)
    memcpy(message->data + sizeof reply, data, size);
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  lcm_md_post(m, message, 0);
}

const void *md_deref(const md *m, int name, size_t *size) {
  const md_message *value =
      name >= 0 && name < m->n_written ? m->written[name].value : NULL;
  if (size)
    *size = value ? value->size - sizeof(struct md_reply) : 0;
  return value ? value->data + sizeof(struct md_reply) : NULL;
}

/* All below "m" have variable "name" once another "heard" say so. */
static void seen(md *m, int name, int heard) {
  struct md_written *written = &m->written[name];
  struct md_reply reply;
  written->heard += heard;
  if (written->heard < md_children(m))
    return;
  if (m->index) {
    lcm_md_post(m, about(m, MD_KIND_WRITE_SEEN, name, NULL, 0), md_parent(m));
    return;
  }
  memcpy(&reply, written->value->data, sizeof reply);
  lcm_md_post(m, lcm_md_answer(m, reply.id, reply.entry, &name, sizeof name),
              reply.id.processor);
}

/* Make room on "m" for the write-once variable "name". */
static void make_room(md *m, int name) {
  if (name >= m->written_room) {
    const size_t old = (size_t)m->written_room * sizeof *m->written;
    struct md_written *more;
    m->written_room = name < FIRST_ROOM ? FIRST_ROOM : 2 * name;
    more =
        lcm_md_memory(m->present->pool, (size_t)m->written_room * sizeof *more);
    if (old)
      memcpy(more, m->written, old);
    m->written = more;
  }
  if (name >= m->n_written)
    m->n_written = name + 1;
}

/* "m" learns of a write-once variable: "message" has its value. */
static void install(md *m, md_message *message) {
  const int name = (int)message->slot;
  lcm_md_relay(m, message, 0);
  make_room(m, name);
  m->written[name].value = message;
  seen(m, name, 0);
}

/* ---- accumulators -------------------------------------------------------- */

void md_accumulate(md *m, int variable, const void *more) {
  if (lcm_md_is_variable(m, variable, MD_ACCUMULATOR))
    declaration(m, variable)->add(m->shares[variable].value, more);
}

void md_collect(md *m, int variable, md_id id, int entry) {
  const struct md_reply reply = {id, entry};
  if (lcm_md_is_variable(m, variable, MD_ACCUMULATOR) &&
      lcm_md_is_address(m, id, entry))
    lcm_md_post(m, about(m, MD_KIND_COLLECT, variable, &reply, sizeof reply),
                0);
}

/* Begin to collect "variable" on "m": take the value here. */
static void gather(md *m, int variable) {
  struct md_share *share = &m->shares[variable];
  const struct md_variable *declared = declaration(m, variable);
  share->gathers = true;
  share->heard = 0;
  memcpy(share->sum, share->value, declared->size);
  init(declared, share->value);
}

/* Send what was collected below "m" on, if all of it has come. */
static void collected(md *m, int variable) {
  struct md_share *share = &m->shares[variable];
  const size_t size = declaration(m, variable)->size;
  md_message *asked = share->asked;
  struct md_reply reply;
  if (share->heard < md_children(m))
    return;
  share->gathers = false;
  if (m->index) {
    lcm_md_post(m, about(m, MD_KIND_PARTIAL, variable, share->sum, size),
                md_parent(m));
    return;
  }
  share->asked = asked->next;
  memcpy(&reply, asked->data, sizeof reply);
  lcm_md_post(m, lcm_md_answer(m, reply.id, reply.entry, share->sum, size),
              reply.id.processor);
  lcm_md_drop(m, asked);
}

/* Let the root "m" collect "variable" for those who asked, one after the
 * other. */
static void collect(md *m, int variable) {
  struct md_share *share = &m->shares[variable];
  while (share->asked && !share->gathers) {
    md_message *order = about(m, MD_KIND_GATHER, variable, NULL, 0);
    lcm_md_relay(m, order, 0);
    md_count_processed(m);
    lcm_md_drop(m, order);
    gather(m, variable);
    collected(m, variable);
  }
}

/* The root "m" is asked by "message" for the value of an accumulator. */
static void ask(md *m, md_message *message) {
  md_message **at = &m->shares[message->slot].asked;
  while (*at)
    at = &(*at)->next;
  message->next = NULL;
  *at = message;
  collect(m, (int)message->slot);
}

/* A child tells "m" what it collected. */
static void partial(md *m, const md_message *message) {
  const struct md_variable *declared = declaration(m, (int)message->slot);
  struct md_share *share = &m->shares[message->slot];
  (declared->combine ? declared->combine : declared->add)(share->sum,
                                                          message->data);
  share->heard++;
  collected(m, (int)message->slot);
  if (!m->index)
    collect(m, (int)message->slot);
}

/* ---- monotonic variables ------------------------------------------------- */

const void *md_best(const md *m, int variable) {
  return m->shares[variable].value;
}

/* Tell the neighbours of "m", those at a distance of powers of two, but not
 * "from", the value of "variable". */
static void flood(md *m, int variable, int from) {
  const int p = m->run->processors;
  const struct md_variable *declared = declaration(m, variable);
  for (long step = 1; step < p; step *= 2) {
    const int to = (int)((m->index + step) % p);
    if (to != from)
      lcm_md_post(m,
                  about(m, MD_KIND_BETTER, variable, m->shares[variable].value,
                        declared->size),
                  to);
  }
}

/* Send the value of "variable" on: to the parent of "m", from the root to
 * all. */
static void pass(md *m, int variable) {
  const enum md_kind kind = m->index ? MD_KIND_BETTER : MD_KIND_BEST;
  md_message *message = about(m, kind, variable, m->shares[variable].value,
                              declaration(m, variable)->size);
  if (m->index) {
    lcm_md_post(m, message, md_parent(m));
    return;
  }
  lcm_md_relay(m, message, 0);
  md_count_processed(m);
  lcm_md_drop(m, message);
}

void lcm_md_share_timer(md *m, int variable) {
  m->shares[variable].waits = false;
  pass(m, variable);
  md_count_processed(m);
}

/* Take "value" from processor "from" on "m", if it is better. */
static void offer(md *m, int variable, const void *value, int from) {
  const struct md_variable *declared = declaration(m, variable);
  struct md_share *share = &m->shares[variable];
  if (!declared->update(share->value, value))
    return;
  if (declared->flood) {
    flood(m, variable, from);
  } else if (!(declared->wait > 0)) {
    pass(m, variable);
  } else if (!share->waits) {
    share->waits = true;
    md_count_created(m);
    lcm_md_timer(m, declared->wait, variable);
  }
}

void md_improve(md *m, int variable, const void *value) {
  if (lcm_md_is_variable(m, variable, MD_MONOTONIC))
    offer(m, variable, value, m->index);
}

/* ---- messages ------------------------------------------------------------ */

/* Process "message", which nobody needs afterwards. */
static void use(md *m, md_message *message) {
  const int variable = (int)message->slot;
  if (message->kind == MD_KIND_WRITE_SEEN) {
    seen(m, variable, 1);
  } else if (message->kind == MD_KIND_GATHER) {
    lcm_md_relay(m, message, 0);
    gather(m, variable);
    collected(m, variable);
  } else if (message->kind == MD_KIND_PARTIAL) {
    partial(m, message);
  } else if (message->kind == MD_KIND_BETTER) {
    offer(m, variable, message->data, (int)message->from);
  } else {
    lcm_md_relay(m, message, 0);
    (void)declaration(m, variable)
        ->update(m->shares[variable].value, message->data);
  }
  lcm_md_drop(m, message);
}

void lcm_md_share_message(md *m, md_message *message) {
  if (message->kind == MD_KIND_WRITE) {
    message->kind = MD_KIND_WRITTEN;
    message->slot = (uint32_t)m->names++;
    install(m, message);
  } else if (message->kind == MD_KIND_WRITTEN) {
    install(m, message);
  } else if (message->kind == MD_KIND_COLLECT) {
    ask(m, message);
  } else {
    use(m, message);
  }
}
