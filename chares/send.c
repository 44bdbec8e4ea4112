/* What entries call: creations, messages, offices. */
#include "chares/send.h"

#include <math.h>
#include <string.h>

#include "chares/fail.h"
#include "chares/post.h"
#include "chares/queue.h"
#include "chares/trace.h"

int md_processor(const md *m) { return m->index; }

int md_processors(const md *m) { return m->run->processors; }

void *md_user(const md *m) { return m->run->options.user; }

md_id md_self(const md *m) { return m->present->self; }

int64_t md_key(const md *m) {
  const md_message *message = m->present->message;
  return message && message->keyed ? message->key : 0;
}

md_id md_resident(int processor) { return (md_id){processor, 0, 1}; }

void md_charge(md *m, size_t size) {
  m->present->charge = (uint32_t)size;
  m->present->charges = true;
}

void md_compute(md *m, double seconds) {
  if (!(seconds >= 0))
    lcm_md_fail(m, "it computes for %g seconds; give 0 or more", seconds);
  else if (!m->run->threads)
    m->now += seconds;
}

uint64_t md_random(md *m) {
  uint64_t z = m->random += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

void md_exit(md *m, int status) {
  int none = -1;
  (void)atomic_compare_exchange_strong(&m->run->status, &none, status);
  lcm_md_stop(m->run);
}

void md_end(md *m) {
  if (m->present->self.stamp == MD_BRANCH)
    lcm_md_fail(m, "a branch of an office cannot end");
  m->present->ends = true;
}

/* Return whether "entry" is one of the program, and "priority" a number; the
 * program is wrong where not. */
static bool is_entry(md *m, int entry, double priority) {
  if (entry < 0 || entry >= m->run->program->n_entries) {
    lcm_md_fail(m, "a message to entry %d; the program has entries 0 to %d",
                entry, m->run->program->n_entries - 1);
    return false;
  }
  if (isnan(priority)) {
    lcm_md_fail(m, "the priority of a message to %s@%s is no number",
                lcm_md_chare_name(m, entry), lcm_md_entry_name(m, entry));
    return false;
  }
  return true;
}

bool lcm_md_is_address(md *m, md_id id, int entry) {
  if (!is_entry(m, entry, 0))
    return false;
  if (id.processor >= 0 && id.processor < m->run->processors && id.stamp)
    return true;
  lcm_md_fail(m,
              "a message to %s@%s goes to no one: processor %d, chare %u; take "
              "what md_self or md_branch gave",
              lcm_md_chare_name(m, entry), lcm_md_entry_name(m, entry),
              (int)id.processor, (unsigned)id.slot);
  return false;
}

bool lcm_md_is_variable(md *m, int variable, enum md_sharing kind) {
  static const char *const words[] = {"readonly", "accumulator", "monotonic",
                                      "table"};
  const struct md_program *program = m->run->program;
  if (variable < 0 || variable >= program->n_variables) {
    lcm_md_fail(m, "there is no variable %d", variable);
    return false;
  }
  if (program->variables[variable].kind != kind) {
    lcm_md_fail(m, "variable %s is not %s", program->variables[variable].name,
                words[kind]);
    return false;
  }
  return true;
}

enum { FIRST_ROOM = 16 };

/* Return a message of "kind" to "entry", of what was given to it. */
static md_message *make(md *m, enum md_kind kind, int entry, const void *data,
                        size_t size) {
  md_message *message;
  if (size > UINT32_MAX) {
    lcm_md_fail(m, "a message to %s@%s has %zu bytes, at most %u can be sent",
                lcm_md_chare_name(m, entry), lcm_md_entry_name(m, entry), size,
                UINT32_MAX);
    size = 0;
  }
  message = lcm_md_new(m, kind, data, size);
  message->entry = (uint16_t)entry;
  return message;
}

/* Return a creation for "entry". */
static md_message *creation(md *m, int entry, const void *data, size_t size,
                            double priority) {
  md_message *message = make(m, MD_KIND_CREATE, entry, data, size);
  message->priority = priority;
  m->chares++;
  return message;
}

void md_create(md *m, int entry, const void *data, size_t size,
               double priority) {
  const struct md_strategy *strategy = m->run->strategy;
  md_message *message;
  if (!is_entry(m, entry, priority))
    return;
  message = creation(m, entry, data, size, priority);
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  if (m->run->shared)
    lcm_md_share(m, message);
  else if (strategy->from_local)
    strategy->from_local(m, m->strategy, message);
  else
    md_keep(m, message);
}

void md_create_on(md *m, int processor, int entry, const void *data,
                  size_t size, double priority) {
  md_message *message;
  if (!lcm_md_is_address(m, (md_id){processor, 0, 1}, entry) ||
      !is_entry(m, entry, priority))
    return;
  message = creation(m, entry, data, size, priority);
  message->placed = true;
  message->to = processor;
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  message->hops = processor != m->index;
  m->hops += message->hops;
  lcm_md_post(m, message, processor);
}

void md_send(md *m, md_id id, int entry, const void *data, size_t size,
             double priority) {
  md_message *message;
  if (!lcm_md_is_address(m, id, entry) || !is_entry(m, entry, priority))
    return;
  message = make(m, MD_KIND_SEND, entry, data, size);
  message->priority = priority;
  message->slot = id.slot;
  message->stamp = id.stamp;
  message->to = id.processor;
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  lcm_md_post(m, message, id.processor);
}

md_message *lcm_md_answer(md *m, md_id id, int entry, const void *data,
                          size_t size) {
  md_message *message = make(m, MD_KIND_SEND, entry, data, size);
  message->slot = id.slot;
  message->stamp = id.stamp;
  message->to = id.processor;
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  return message;
}

int md_create_office(md *m, int entry, const void *data, size_t size) {
  md_message *message;
  int office;
  if (!is_entry(m, entry, 0))
    return -1;
  office = atomic_fetch_add(&m->run->offices, 1);
  message = make(m, MD_KIND_OFFICE, entry, data, size);
  message->slot = (uint32_t)office;
  message->to = m->index;
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  lcm_md_enqueue(m, message);
  return office;
}

void md_broadcast(md *m, int office, int entry, const void *data, size_t size,
                  double priority) {
  md_message *message;
  if (!is_entry(m, entry, priority))
    return;
  if (office < 0) {
    lcm_md_fail(m,
                "a broadcast to %s@%s goes to office %d; take what "
                "md_create_office gave",
                lcm_md_chare_name(m, entry), lcm_md_entry_name(m, entry),
                office);
    return;
  }
  message = make(m, MD_KIND_BROADCAST, entry, data, size);
  message->priority = priority;
  message->slot = (uint32_t)office;
  message->to = m->index;
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  lcm_md_enqueue(m, message);
}

md_id md_branch(int office, int processor) {
  return (md_id){processor, (uint32_t)office, MD_BRANCH};
}

void *md_local(md *m, int office) {
  if (!office)
    return m->branch;
  return office > 0 && office < m->n_branches ? m->branches[office] : NULL;
}

void md_set(md *m, int variable, const void *data, size_t size) {
  struct md_run *run = m->run;
  struct md_constant *constant;
  if (!lcm_md_is_variable(m, variable, MD_READONLY))
    return;
  if (run->begun) {
    lcm_md_fail(m, "readonly %s is set after the first entry",
                run->program->variables[variable].name);
    return;
  }
  constant = &run->constants[variable];
  run->constant_bytes += size - constant->size;
  constant->size = size;
  constant->value = lcm_md_memory(m->present->pool, size ? size : 1);
  if (size && data)
    memcpy(constant->value, data, size);
}

const void *md_read(const md *m, int variable, size_t *size) {
  const struct md_constant *constant = &m->run->constants[variable];
  if (size)
    *size = constant->size;
  return constant->value;
}

void md_quiescence(md *m, md_id id, int entry) {
  const struct md_reply reply = {id, entry};
  if (lcm_md_is_address(m, id, entry))
    lcm_md_post(m, lcm_md_new(m, MD_KIND_ASK_QUIET, &reply, sizeof reply), 0);
}

void md_keep(md *m, md_message *message) {
  message->placed = true;
  message->to = m->index;
  lcm_md_enqueue(m, message);
}

void md_place(md *m, md_message *message, int processor) {
  if (processor < 0 || processor >= m->run->processors) {
    lcm_md_fail(m, "strategy %s places a chare on processor %d of %d",
                m->run->strategy->name, processor, m->run->processors);
    processor = m->index;
  }
  if (processor == m->index) {
    md_keep(m, message);
    return;
  }
  message->hops++;
  m->hops++;
  lcm_md_post(m, message, processor);
}

/* Return the chain of "held" in which a message of number "id" is. */
static md_message **held_chain(const struct md_held *held, uint64_t id) {
  const uint64_t mixed = id * UINT64_C(0x9e3779b97f4a7c15);
  return &held->chains[(mixed >> 32) & (held->room - 1)];
}

/* Double the chains of what "m" holds. */
static void grow_held(md *m) {
  const struct md_held old = m->held;
  m->held.room = old.room ? 2 * old.room : FIRST_ROOM;
  m->held.chains =
      lcm_md_memory(m->present->pool, m->held.room * sizeof(void *));
  for (size_t i = 0; i < old.room; i++)
    while (old.chains[i]) {
      md_message *message = old.chains[i];
      md_message **chain = held_chain(&m->held, message->id);
      old.chains[i] = message->next;
      message->next = *chain;
      *chain = message;
    }
}

void md_hold(md *m, md_message *message) {
  md_message **chain;
  if (m->held.n == m->held.room)
    grow_held(m);
  chain = held_chain(&m->held, message->id);
  message->next = *chain;
  *chain = message;
  m->held.n++;
  if (m->held.n > m->longest)
    m->longest = m->held.n;
}

md_message *md_release(md *m, uint64_t id) {
  md_message **at;
  md_message *message;
  if (!m->held.n)
    return NULL;
  at = held_chain(&m->held, id);
  while (*at && (*at)->id != id)
    at = &(*at)->next;
  message = *at;
  if (message) {
    *at = message->next;
    m->held.n--;
  }
  return message;
}

md_message *md_take(md *m) {
  md_message *message = lcm_md_queue_take(&m->creations);
  if (!message)
    return NULL;
  m->others--;
  message->placed = false;
  return message;
}

double md_message_priority(const md_message *message) {
  return md_priority(message);
}

uint64_t md_message_id(const md_message *message) { return message->id; }

int md_message_hops(const md_message *message) { return message->hops; }

int md_message_from(const md_message *message) { return (int)message->from; }

void md_control(md *m, int processor, const int64_t words[4]) {
  md_message *message =
      lcm_md_new(m, MD_KIND_CONTROL, words, MD_WORDS * sizeof *words);
  m->control++;
  if (processor < 0 || processor >= m->run->processors) {
    lcm_md_fail(m, "strategy %s sends a message to processor %d of %d",
                m->run->strategy->name, processor, m->run->processors);
    processor = m->index;
  }
  message->to = processor;
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  lcm_md_post(m, message, processor);
}

void md_later(md *m, double seconds) { lcm_md_timer(m, seconds, -1); }

void *md_memory(md *m, size_t size) {
  return lcm_md_memory(m->present->pool, size);
}

int md_load(const md *m) { return (int)m->creations.n; }

int md_cluster(const md *m) { return m->run->options.cluster; }

double md_period(const md *m) { return m->run->options.period; }
