/* A table with open addressing, from which slots can be dropped. */
#include "trace/table.h"

#include <stdlib.h>

/* Return where "key" is looked for first. */
static size_t home(const struct trace_table *table, uint64_t key) {
  return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 20) &
         (table->cap - 1);
}

/* Return the slot of "key", or the empty one where it would be. */
static struct trace_slot *find(const struct trace_table *table, uint64_t key) {
  size_t i = home(table, key);
  while (table->at[i].key && table->at[i].key != key)
    i = (i + 1) & (table->cap - 1);
  return &table->at[i];
}

struct trace_slot *trace_table_get(const struct trace_table *table,
                                   uint64_t key) {
  struct trace_slot *slot = table->cap && key ? find(table, key) : NULL;
  return slot && slot->key ? slot : NULL;
}

/* Double the room of "table"; false where there is no memory. */
static bool grow(struct trace_table *table) {
  struct trace_table larger = {.cap = table->cap ? 2 * table->cap : 256,
                               .n = table->n};
  larger.at = calloc(larger.cap, sizeof *larger.at);
  if (!larger.at)
    return false;
  for (size_t i = 0; i < table->cap; i++)
    if (table->at[i].key)
      *find(&larger, table->at[i].key) = table->at[i];
  free(table->at);
  *table = larger;
  return true;
}

struct trace_slot *trace_table_put(struct trace_table *table, uint64_t key) {
  if (4 * (table->n + 1) > 3 * table->cap && !grow(table)) {
    table->failed = true;
    return NULL;
  }
  struct trace_slot *slot = find(table, key);
  if (!slot->key) {
    *slot = (struct trace_slot){.key = key};
    table->n++;
  }
  return slot;
}

void trace_table_drop(struct trace_table *table, uint64_t key) {
  struct trace_slot *slot = trace_table_get(table, key);
  if (!slot)
    return;
  const size_t mask = table->cap - 1;
  size_t hole = (size_t)(slot - table->at);
  for (size_t i = (hole + 1) & mask; table->at[i].key; i = (i + 1) & mask) {
    const size_t from = home(table, table->at[i].key);
    if (((i - from) & mask) < ((i - hole) & mask))
      continue;
    table->at[hole] = table->at[i];
    hole = i;
  }
  table->at[hole].key = 0;
  table->n--;
}

void trace_table_free(struct trace_table *table) {
  free(table->at);
  *table = (struct trace_table){0};
}
