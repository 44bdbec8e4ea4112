/* Memory of messages and chares. */
#include "chares/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  LEAST = 6,
  BLOCK = 1 << 16,
  LARGE = 1 << 13,
  PAGE = 1 << 21,
  FEW = 64,
  MUCH = (1 << 22) - 64
};

void *lcm_md_many(size_t size) {
  const size_t align = size > PAGE ? PAGE : 64;
  const size_t room = (size + align - 1) / align * align;
  void *piece = aligned_alloc(align, room);
  if (!piece)
    abort();
  if (align == PAGE)
    (void)madvise(piece, room, MADV_HUGEPAGE);
  memset(piece, 0, room);
  return piece;
}

/* Return "size" bytes of the newest block of "pool", or of another one. */
static void *cut(struct md_pool *pool, size_t size) {
  const size_t room = size > LARGE ? size : pool->n < FEW ? BLOCK : MUCH;
  void *piece;
  if (pool->left < size) {
    struct md_block *block = lcm_md_many(room + 64);
    pool->n++;
    block->next = pool->blocks;
    pool->blocks = block;
    if (size > LARGE)
      return (unsigned char *)block + 64;
    pool->at = (unsigned char *)block + 64;
    pool->left = room;
  }
  piece = pool->at;
  pool->at += size;
  pool->left -= size;
  return piece;
}

void *lcm_md_take(struct md_pool *pool, size_t size, unsigned char *class) {
  const size_t least = (size_t)1 << LEAST;
  const int bits = size <= least
                       ? LEAST
                       : 64 - __builtin_clzll((unsigned long long)size - 1);
  void *piece = pool->vacant[bits];
  *class = (unsigned char)bits;
  if (!piece)
    return cut(pool, (size_t)1 << bits);
  memcpy(&pool->vacant[bits], piece, sizeof piece);
  return piece;
}

void lcm_md_give(struct md_pool *pool, void *piece, unsigned char class) {
  memcpy(piece, &pool->vacant[class], sizeof(void *));
  pool->vacant[class] = piece;
}

void *lcm_md_memory(struct md_pool *pool, size_t size) {
  unsigned char class;
  void *piece = lcm_md_take(pool, size, &class);
  memset(piece, 0, size);
  return piece;
}

void lcm_md_pool_end(struct md_pool *pool) {
  while (pool->blocks) {
    struct md_block *next = pool->blocks->next;
    free(pool->blocks);
    pool->blocks = next;
  }
  *pool = (struct md_pool){0};
}
