/* Distributed tables (thesis, 3.2.5): each key has a processor, and a chain
 * there. */
#include "chares/table.h"

#include <string.h>

#include "chares/fail.h"
#include "chares/post.h"
#include "chares/send.h"
#include "chares/trace.h"

enum { FIRST_ROOM = 8 };

/* Return "key" with its bits mixed. */
static uint64_t mix(int64_t key) {
  uint64_t z = (uint64_t)key + UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Double the chains of "records". */
static void grow(md *m, struct md_records *records) {
  const size_t room = records->room ? 2 * records->room : FIRST_ROOM;
  struct md_record **chains =
      lcm_md_memory(m->present->pool, room * sizeof *chains);
  for (size_t i = 0; i < records->room; i++)
    while (records->chains[i]) {
      struct md_record *record = records->chains[i];
      struct md_record **chain = &chains[mix(record->key) & (room - 1)];
      records->chains[i] = record->next;
      record->next = *chain;
      *chain = record;
    }
  records->chains = chains;
  records->room = room;
}

/* Return the record of "key", which is made where there is none. */
static struct md_record *find(md *m, struct md_records *records, int64_t key) {
  struct md_record **at;
  if (records->n >= records->room)
    grow(m, records);
  at = &records->chains[mix(key) & (records->room - 1)];
  while (*at && (*at)->key != key)
    at = &(*at)->next;
  if (!*at) {
    *at = lcm_md_memory(m->present->pool, sizeof **at);
    (*at)->key = key;
    records->n++;
  }
  return *at;
}

/* Return the processor of "key" in the table "variable". */
static int owner(md *m, int variable, int64_t key) {
  const struct md_variable *declared = &m->run->program->variables[variable];
  const int p = m->run->processors;
  const int to =
      declared->hash ? declared->hash(key, p) : (int)(mix(key) % (uint64_t)p);
  if (to >= 0 && to < p)
    return to;
  lcm_md_fail(m, "the hash of table %s puts key %lld on processor %d of %d",
              declared->name, (long long)key, to, p);
  return 0;
}

/* Send "message" about "key" of "variable" to whom has it. */
static void send(md *m, md_message *message, int variable, int64_t key) {
  message->slot = (uint32_t)variable;
  md_set_key(message, key);
  message->to = owner(m, variable, key);
  if (m->present->trace)
    lcm_md_trace_create(m, message);
  lcm_md_post(m, message, message->to);
}

void md_insert(md *m, int variable, int64_t key, const void *data,
               size_t size) {
  if (lcm_md_is_variable(m, variable, MD_TABLE))
    send(m, lcm_md_new(m, MD_KIND_INSERT, data, size), variable, key);
}

void md_delete(md *m, int variable, int64_t key) {
  if (lcm_md_is_variable(m, variable, MD_TABLE))
    send(m, lcm_md_new(m, MD_KIND_DELETE, NULL, 0), variable, key);
}

void md_find(md *m, int variable, int64_t key, md_id id, int entry) {
  const struct md_reply reply = {id, entry};
  if (lcm_md_is_variable(m, variable, MD_TABLE) &&
      lcm_md_is_address(m, id, entry))
    send(m, lcm_md_new(m, MD_KIND_FIND, &reply, sizeof reply), variable, key);
}

/* Send "value" (NULL: there is none) of "key" to whom "asked" says. */
static void answer(md *m, const md_message *asked, const md_message *value) {
  struct md_reply reply;
  md_message *message;
  const void *data = value && !value->hollow ? value->data : NULL;
  const size_t size = value ? value->size : 0;
  if (asked->stamp) {
    message = lcm_md_new(m, MD_KIND_FOUND, data, size);
    message->slot = asked->slot;
    md_set_key(message, asked->key);
    if (m->present->trace)
      lcm_md_trace_create(m, message);
    lcm_md_post(m, message, md_creator(asked));
    return;
  }
  memcpy(&reply, asked->data, sizeof reply);
  message = lcm_md_answer(m, reply.id, reply.entry, data, size);
  md_set_key(message, asked->key);
  lcm_md_post(m, message, reply.id.processor);
}

/* Put "asked" to those who wait for "record". */
static void wait_for(struct md_record *record, md_message *asked) {
  md_message **at = &record->waiters;
  while (*at)
    at = &(*at)->next;
  asked->next = NULL;
  *at = asked;
}

/* Answer all who wait for "record". */
static void serve(md *m, struct md_record *record) {
  md_message *asked = record->waiters;
  record->waiters = NULL;
  while (asked) {
    md_message *next = asked->next;
    answer(m, asked, record->value);
    lcm_md_drop(m, asked);
    asked = next;
  }
}

/* Ask for "key" of a table whose entries are kept here: those who ask while an
 * answer is under way wait for the same one. */
static void ask_cache(md *m, int variable, int64_t key,
                      const struct md_reply *reply) {
  struct md_record *record = find(m, &m->shares[variable].cache, key);
  const bool under_way = record->waiters != NULL;
  md_message *asked = lcm_md_new(m, MD_KIND_AWAIT, reply, sizeof *reply);
  md_message *question;
  md_count_processed(m);
  md_set_key(asked, key);
  wait_for(record, asked);
  if (record->value) {
    serve(m, record);
  } else if (!under_way) {
    question = lcm_md_new(m, MD_KIND_AWAIT, reply, sizeof *reply);
    question->stamp = 1;
    send(m, question, variable, key);
  }
}

void md_await(md *m, int variable, int64_t key, md_id id, int entry) {
  const struct md_reply reply = {id, entry};
  if (!lcm_md_is_variable(m, variable, MD_TABLE) ||
      !lcm_md_is_address(m, id, entry))
    return;
  if (m->run->program->variables[variable].cache)
    ask_cache(m, variable, key, &reply);
  else
    send(m, lcm_md_new(m, MD_KIND_AWAIT, &reply, sizeof reply), variable, key);
}

/* "record" has "value" from now on. */
static void set(md *m, struct md_record *record, md_message *value) {
  if (record->value)
    lcm_md_drop(m, record->value);
  record->value = value;
}

void lcm_md_table_message(md *m, md_message *message) {
  struct md_share *share = &m->shares[message->slot];
  const bool found = message->kind == MD_KIND_FOUND;
  struct md_record *record =
      find(m, found ? &share->cache : &share->records, message->key);
  if (found || message->kind == MD_KIND_INSERT) {
    set(m, record, message);
    serve(m, record);
  } else if (message->kind == MD_KIND_DELETE) {
    set(m, record, NULL);
    lcm_md_drop(m, message);
  } else if (message->kind == MD_KIND_AWAIT && !record->value) {
    wait_for(record, message);
  } else {
    answer(m, message, record->value);
    lcm_md_drop(m, message);
  }
}
