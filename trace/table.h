/* A table from numbers of messages to what is known of them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of a message; what the members mean is for who has the
 * table. */
struct trace_slot {
  uint64_t key; /* 0: the slot is empty */
  double a;
  double b;
  double c;
  uint32_t x;
  uint32_t y;
};

/* The table; {0} is valid and empty. */
struct trace_table {
  struct trace_slot *at; /* from malloc; "cap" of them, a power of two */
  size_t n;
  size_t cap;
  bool failed; /* the system had no memory for more */
};

/* Return the slot of "key" in "table", NULL where there is none. */
struct trace_slot *trace_table_get(const struct trace_table *table,
                                   uint64_t key);

/* Return the slot of "key", which is added where there is none; NULL where
 * there is no memory.  Slots move when others are added or dropped. */
struct trace_slot *trace_table_put(struct trace_table *table, uint64_t key);

/* Drop the slot of "key", if there is one. */
void trace_table_drop(struct trace_table *table, uint64_t key);

/* Free what "table" has. */
void trace_table_free(struct trace_table *table);
