/* What a processor does with the messages that have come to it. */
#include "chares/deliver.h"

#include <string.h>

#include "chares/fail.h"
#include "chares/post.h"
#include "chares/queue.h"
#include "chares/quiet.h"
#include "chares/share.h"
#include "chares/table.h"
#include "chares/trace.h"

enum { FIRST_ROOM = 4 };

/* ---- chares -------------------------------------------------------------- */

/* Double the slots of "m". */
static void grow_slots(md *m) {
  const uint32_t room = m->slots_room ? 2 * m->slots_room : FIRST_ROOM;
  struct md_slot *slots = lcm_md_memory(m->present->pool, room * sizeof *slots);
  if (m->n_slots)
    memcpy(slots, m->slots, m->n_slots * sizeof *slots);
  m->slots = slots;
  m->slots_room = room;
}

/* Make a chare of kind "chare" on "m"; return its slot. */
static uint32_t make_chare(md *m, int chare) {
  const size_t size = m->run->program->chares[chare].size;
  uint32_t i = m->n_slots;
  struct md_slot *slot;
  unsigned char class;
  if (m->vacant) {
    i = m->vacant - 1;
    m->vacant = m->slots[i].vacant;
  } else {
    if (i == m->slots_room)
      grow_slots(m);
    m->n_slots++;
  }
  slot = &m->slots[i];
  slot->state = lcm_md_take(m->present->pool, size ? size : 1, &class);
  memset(slot->state, 0, size);
  slot->class = class;
  slot->chare = (uint16_t)chare;
  slot->stamp = (slot->stamp + 1) & INT32_MAX;
  return i;
}

/* End the chare in slot "i" of "m". */
static void end_chare(md *m, uint32_t i) {
  struct md_slot *slot = &m->slots[i];
  lcm_md_give(m->present->pool, slot->state, slot->class);
  slot->stamp++;
  slot->vacant = m->vacant;
  m->vacant = i + 1;
}

/* Run the entry of "message" in chare "self", whose data are "state". */
static void run_entry(md *m, md_message *message, md_id self, void *state) {
  const struct md_entry *entry = &m->run->program->entries[message->entry];
  const unsigned long beat =
      atomic_load_explicit(&m->present->beat, memory_order_relaxed);
  m->present->self = self;
  m->present->in_entry = true;
  m->present->ends = false;
  m->present->messages++;
  atomic_store_explicit(&m->present->beat, beat + 1, memory_order_relaxed);
  entry->run(m, state, message->hollow ? NULL : message->data, message->size);
  atomic_store_explicit(&m->present->beat, beat + 2, memory_order_relaxed);
  m->present->in_entry = false;
  if (m->present->ends && self.stamp != MD_BRANCH)
    end_chare(m, self.slot);
}

/* ---- kinds of messages --------------------------------------------------- */

/* A chare is created by "message". */
static void create(md *m, md_message *message) {
  const struct md_entry *entry = &m->run->program->entries[message->entry];
  const uint32_t slot = make_chare(m, entry->chare);
  const md_id self = {m->index, slot, m->slots[slot].stamp};
  if (m->run->strategy->begun)
    m->run->strategy->begun(m, m->strategy);
  run_entry(m, message, self, m->slots[slot].state);
  lcm_md_drop(m, message);
}

/* "message" is for a branch. */
static void to_branch(md *m, md_message *message) {
  const int office = (int)message->slot;
  void *state = md_local(m, office);
  if (!state) {
    message->next = m->early;
    m->early = message;
    md_count_created(m);
    return;
  }
  run_entry(m, message, md_branch(office, m->index), state);
  lcm_md_drop(m, message);
}

/* "message" is for a chare that is here. */
static void to_chare(md *m, md_message *message) {
  const struct md_program *program = m->run->program;
  const struct md_slot *slot = &m->slots[message->slot];
  const md_id self = {m->index, message->slot, message->stamp};
  if (message->slot >= m->n_slots || slot->stamp != message->stamp) {
    lcm_md_fail(m,
                "a message to %s@%s from processor %d, of %u bytes, has no "
                "chare: that of slot %u has ended, or never was",
                lcm_md_chare_name(m, message->entry),
                lcm_md_entry_name(m, message->entry), md_creator(message),
                (unsigned)message->size, (unsigned)message->slot);
  } else if (slot->chare != program->entries[message->entry].chare) {
    lcm_md_fail(m,
                "a message to %s@%s from processor %d is for a chare that is "
                "a %s",
                lcm_md_chare_name(m, message->entry),
                lcm_md_entry_name(m, message->entry), md_creator(message),
                program->chares[slot->chare].name);
  } else {
    run_entry(m, message, self, slot->state);
  }
  lcm_md_drop(m, message);
}

/* "message" is a broadcast: send it on, and queue it here. */
static void broadcast(md *m, md_message *message) {
  lcm_md_relay(m, message, md_creator(message));
  message->kind = MD_KIND_SEND;
  message->stamp = MD_BRANCH;
  message->received = true;
  md_count_created(m);
  lcm_md_enqueue(m, message);
}

/* Queue what came for the branch "office" before it was there. */
static void queue_early(md *m, uint32_t office) {
  md_message **at = &m->early;
  while (*at) {
    md_message *message = *at;
    if (message->slot != office) {
      at = &message->next;
      continue;
    }
    *at = message->next;
    lcm_md_enqueue(m, message);
  }
}

/* A branch of an office is created by "message". */
static void create_branch(md *m, md_message *message) {
  const int office = (int)message->slot;
  const int chare = m->run->program->entries[message->entry].chare;
  const size_t size = m->run->program->chares[chare].size;
  lcm_md_relay(m, message, md_creator(message));
  if (office >= m->n_branches) {
    void **branches = lcm_md_memory(m->present->pool, 2 * ((size_t)office + 1) *
                                                          sizeof *branches);
    if (m->n_branches)
      memcpy(branches, m->branches, (size_t)m->n_branches * sizeof *branches);
    m->branches = branches;
    m->n_branches = 2 * (office + 1);
  }
  m->branches[office] = lcm_md_memory(m->present->pool, size ? size : 1);
  if (!office)
    m->branch = m->branches[office];
  run_entry(m, message, md_branch(office, m->index), m->branches[office]);
  queue_early(m, message->slot);
  lcm_md_drop(m, message);
}

/* "m" may begin. */
static void boot(md *m, md_message *message) {
  lcm_md_relay(m, message, 0);
  m->booted = true;
  lcm_md_drop(m, message);
}

/* Process "message" of the system. */
static void process_system(md *m, md_message *message) {
  const struct md_strategy *strategy = m->run->strategy;
  int64_t words[MD_WORDS];
  if (message->kind == MD_KIND_BOOT) {
    boot(m, message);
  } else if (message->kind == MD_KIND_BROADCAST) {
    broadcast(m, message);
  } else if (message->kind == MD_KIND_OFFICE) {
    create_branch(m, message);
  } else if (message->kind <= MD_KIND_COUNTS) {
    lcm_md_quiet_message(m, message);
  } else if (message->kind == MD_KIND_CONTROL) {
    memcpy(words, message->data, sizeof words);
    if (strategy->control)
      strategy->control(m, m->strategy, (int)message->from, words);
    lcm_md_drop(m, message);
  } else if (message->kind < MD_KIND_INSERT) {
    lcm_md_share_message(m, message);
  } else {
    lcm_md_table_message(m, message);
  }
}

/* ---- one after the other ------------------------------------------------- */

/* A creation has come to "m" that a strategy has to place. */
static void from_net(md *m, md_message *message) {
  const struct md_strategy *strategy = m->run->strategy;
  if (strategy->from_net)
    strategy->from_net(m, m->strategy, message);
  else
    md_keep(m, message);
}

/* Take a message from the common queue. */
static md_message *take_common(md *m) {
  struct md_run *run = m->run;
  md_message *message;
  (void)pthread_mutex_lock(&run->common_mutex);
  message = lcm_md_queue_take(&run->common);
  if (message && !run->threads) {
    lcm_md_hold_common(run, m->now);
    m->now = run->common_free;
  } else if (!message && !m->wants_common) {
    m->wants_common = true;
    run->idle[run->n_idle++] = m->index;
  }
  (void)pthread_mutex_unlock(&run->common_mutex);
  return message;
}

/* Take the message whose turn it is: those of the system first, responses, and
 * then creations. */
static md_message *pick(md *m) {
  md_message *message = m->boot;
  m->boot = NULL;
  if (message || !m->booted)
    return message;
  if (m->others)
    message = lcm_md_queue_take(&m->system);
  m->others -= message != NULL;
  if (!message)
    message = lcm_md_queue_take(&m->responses);
  if (!message && m->others) {
    message = lcm_md_queue_take(&m->creations);
    m->others--;
  }
  if (!message && m->run->shared)
    message = take_common(m);
  return message;
}

/* Let the time pass that picking "message" takes on a simulated "m". */
static void pay(md *m, md_message *message) {
  const struct md_machine *machine = &m->run->machine;
  m->now += machine->schedule;
  if (message->from != (uint32_t)m->index && !message->received)
    m->now += machine->receive;
  message->received = true;
}

/* Process "message", which was picked. */
static void process(md *m, md_message *message) {
  const bool counts = md_is_counted(message->kind);
  if (message->kind == MD_KIND_CREATE && !message->placed) {
    from_net(m, message);
    return;
  }
  if (message->kind == MD_KIND_CREATE)
    create(m, message);
  else if (message->kind != MD_KIND_SEND)
    process_system(m, message);
  else if (message->stamp == MD_BRANCH)
    to_branch(m, message);
  else
    to_chare(m, message);
  if (counts)
    md_count_processed(m);
}

bool lcm_md_step(md *m) {
  md_message *message = pick(m);
  uint64_t id;
  if (!message) {
    if (m->probed && m->booted)
      lcm_md_quiet_idle(m);
    if (m->run->strategy->idle && m->booted)
      m->run->strategy->idle(m, m->strategy);
    return false;
  }
  m->present->message = message;
  if (!m->run->threads)
    pay(m, message);
  if (!m->present->trace) {
    process(m, message);
    m->present->message = NULL;
    return true;
  }
  id = message->id;
  lcm_md_trace_event(m, "begin", id, md_time(m), -1);
  process(m, message);
  m->present->message = NULL;
  lcm_md_trace_event(m, "end", id, md_time(m), -1);
  return true;
}

void lcm_md_receive(md *m, md_message *message) {
  const struct md_strategy *strategy = m->run->strategy;
  if (m->present->trace)
    lcm_md_trace_event(m, "receive", message->id, md_time(m), -1);
  if (strategy->extract_status)
    strategy->extract_status(m, m->strategy, (int)message->from,
                             md_tail(message)->status);
  lcm_md_enqueue(m, message);
}

void lcm_md_ring(md *m, struct md_timer *timer) {
  const int what = timer->what;
  lcm_md_give(m->present->pool, timer, timer->class);
  if (what != -1)
    (void)atomic_fetch_sub(&m->run->work_timers, 1);
  if (what == -1 && m->run->strategy->timer)
    m->run->strategy->timer(m, m->strategy);
  else if (what == -2)
    lcm_md_quiet_again(m);
  else if (what >= 0)
    lcm_md_share_timer(m, what);
}

void lcm_md_prepare(md *m) {
  const struct md_strategy *strategy = m->run->strategy;
  lcm_md_share_begin(m);
  m->strategy =
      lcm_md_memory(m->present->pool, strategy->size ? strategy->size : 1);
  if (m->run->program->resident)
    (void)make_chare(m, m->run->program->resident - 1);
  if (strategy->init)
    strategy->init(m, m->strategy);
}

void lcm_md_first(md *m) {
  md_message *message = lcm_md_new(m, MD_KIND_CREATE, NULL, 0);
  m->chares++;
  m->booted = true;
  message->to = m->index;
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  md_keep(m, message);
  (void)lcm_md_step(m);
  m->run->begun = true;
  message = lcm_md_new(m, MD_KIND_BOOT, NULL, m->run->constant_bytes);
  message->to = 0;
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  m->boot = message;
}
