/* Memory of messages and chares: pieces of sizes that are powers of two, which
 * are used again, and all freed when the run ends. */
#pragma once

#include <stddef.h>

enum { MD_CLASSES = 48 };

/* A block that pieces are cut from, before its bytes. */
struct md_block {
  struct md_block *next;
  size_t pad;
};

struct md_pool {
  void *vacant[MD_CLASSES];
  struct md_block *blocks;
  unsigned char *at; /* of the newest block: what is left */
  size_t left;
  size_t n; /* blocks that it had */
};

/* Return at least "size" bytes, and put the class of their size into
 * "*class". */
void *lcm_md_take(struct md_pool *pool, size_t size, unsigned char *class);

/* Give a piece of "class" back, to the pool of whoever runs now. */
void lcm_md_give(struct md_pool *pool, void *piece, unsigned char class);

/* Return "size" zeroed bytes that are never given back. */
void *lcm_md_memory(struct md_pool *pool, size_t size);

/* Return "size" zeroed bytes, in large pages where that is much; the caller
 * frees them. */
void *lcm_md_many(size_t size);

/* Free all. */
void lcm_md_pool_end(struct md_pool *pool);
