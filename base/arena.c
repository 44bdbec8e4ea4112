/* Arenas: memory in blocks that are freed, or rewound, all at once. */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__has_feature)
#define LCM_HAS_FEATURE(name) __has_feature(name)
#else
#define LCM_HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || LCM_HAS_FEATURE(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define POISON(at, n) ASAN_POISON_MEMORY_REGION((at), (n))
#define UNPOISON(at, n) ASAN_UNPOISON_MEMORY_REGION((at), (n))
enum { RED_ZONE = 16 };
#else
#define POISON(at, n) ((void)0)
#define UNPOISON(at, n) ((void)0)
enum { RED_ZONE = 0 };
#endif

/* The room of the first blocks and of those of a large arena. */
enum { BLOCK_SIZE = 1 << 16, MOST_ROOM = 1 << 20 };

/* Blocks that are kept for the next arena at most. */
enum { MOST_SPARES = 256 };

/* One piece of system memory: "used" of "cap" bytes behind this header are
 * given out; "next" is the block before it. */
struct lcm_arena_block {
  struct lcm_arena_block *next;
  size_t used;
  size_t cap;
};

/* Report that there is no memory; does not return. */
static LCM_NORETURN void arena_fail(const lcm_arena *arena) {
  if (arena->on_fail)
    arena->on_fail(arena->user);
  fputs("lcm: out of memory\n", stderr);
  abort();
}

/* Return how much room a fresh block of "arena" gets for "size" bytes: more
 * and more, as far as the limit allows. */
static size_t block_room(const lcm_arena *arena, size_t size) {
  const size_t left = arena->limit ? arena->limit - arena->held : SIZE_MAX;
  size_t room = BLOCK_SIZE;
  while (room < MOST_ROOM && room < arena->held / 4)
    room *= 2;
  if (room > left)
    room = BLOCK_SIZE;
  return size > room ? size : room;
}

/* Return whether a block with room for "cap" bytes is fetched from the system
 * itself: an arena that has grown large fills its blocks, and such pages come
 * cleared and all at once.  The sanitizers only know what malloc() gives. */
static bool is_mapped(size_t cap) { return !RED_ZONE && cap >= MOST_ROOM; }

/* Return where "spares" (or NULL) has blocks with room for "cap" bytes; NULL:
 * nowhere. */
static struct lcm_arena_block **place_of(struct lcm_arena_spares *spares,
                                         size_t cap) {
  if (spares && cap == BLOCK_SIZE)
    return &spares->small;
  return spares && cap == MOST_ROOM ? &spares->large : NULL;
}

/* Return the last block that was put into "place" of "spares", cleared. */
static struct lcm_arena_block *take_spare(struct lcm_arena_spares *spares,
                                          struct lcm_arena_block **place) {
  struct lcm_arena_block *block = *place;
  *place = block->next;
  spares->n--;
  UNPOISON(block + 1, block->used);
  memset(block + 1, 0, block->used);
  block->used = 0;
  return block;
}

/* Return cleared memory for a block of "arena" with room for "cap" bytes, NULL
 * where there is none. */
static struct lcm_arena_block *block_new(const lcm_arena *arena, size_t cap) {
  const size_t size = sizeof(struct lcm_arena_block) + cap;
  struct lcm_arena_block **place = place_of(arena->spares, cap);
  if (place && *place)
    return take_spare(arena->spares, place);
  if (!is_mapped(cap))
    return calloc(1, size);
  void *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

/* Give the memory of "block" back, to "spares" (or NULL) where these have room
 * for it. */
static void block_free(struct lcm_arena_block *block,
                       struct lcm_arena_spares *spares) {
  struct lcm_arena_block **place = place_of(spares, block->cap);
  if (place && spares->n < MOST_SPARES) {
    block->next = *place;
    *place = block;
    spares->n++;
  } else if (is_mapped(block->cap))
    munmap(block, sizeof *block + block->cap);
  else
    free(block);
}

/* Put a fresh block with room for "size" bytes in front of "arena". */
static struct lcm_arena_block *arena_add_block(lcm_arena *arena, size_t size) {
  const size_t cap = block_room(arena, size);
  if (cap > SIZE_MAX - sizeof(struct lcm_arena_block))
    arena_fail(arena);
  if (arena->limit && cap > arena->limit - arena->held)
    arena_fail(arena);
  struct lcm_arena_block *block = block_new(arena, cap);
  if (!block)
    arena_fail(arena);
  arena->held += cap;
  block->next = arena->blocks;
  block->cap = cap;
  arena->blocks = block;
  POISON(block + 1, cap);
  return block;
}

/* Return where the next object of alignment "align" would start in "block",
 * as an offset behind the header. */
static size_t block_offset(const struct lcm_arena_block *block, size_t align) {
  uintptr_t at = (uintptr_t)(block + 1) + block->used;
  return block->used + (size_t)(-at & (align - 1));
}

void *lcm_arena_alloc(lcm_arena *arena, size_t align, size_t size) {
  if (size > SIZE_MAX / 2)
    arena_fail(arena);
  struct lcm_arena_block *block = arena->blocks;
  size_t offset = block ? block_offset(block, align) : 0;
  if (!block || offset + size > block->cap) {
    block = arena_add_block(arena, size + align + RED_ZONE);
    offset = block_offset(block, align);
  }
  char *at = (char *)(block + 1) + offset;
  block->used = offset + size;
  if (block->used + RED_ZONE <= block->cap)
    block->used += RED_ZONE;
  UNPOISON(at, size);
  return at;
}

void *lcm_arena_array(lcm_arena *arena, size_t align, size_t n, size_t size) {
  if (size && n > SIZE_MAX / 2 / size)
    arena_fail(arena);
  return lcm_arena_alloc(arena, align, n * size);
}

char *lcm_arena_strndup(lcm_arena *arena, const char *text, size_t len) {
  char *copy = lcm_arena_alloc(arena, 1, len + 1);
  if (len)
    memcpy(copy, text, len);
  return copy;
}

char *lcm_arena_strdup(lcm_arena *arena, const char *text) {
  return lcm_arena_strndup(arena, text, strlen(text));
}

char *lcm_arena_printf(lcm_arena *arena, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  char *text = lcm_arena_vprintf(arena, fmt, args);
  va_end(args);
  return text;
}

char *lcm_arena_vprintf(lcm_arena *arena, const char *fmt, va_list args) {
  char local[2048];
  va_list again;
  va_copy(again, args);
  const int len = vsnprintf(local, sizeof local, fmt, args);
  const size_t n = len > 0 ? (size_t)len : 0;
  char *text = lcm_arena_alloc(arena, 1, n + 1);
  if (n < sizeof local)
    memcpy(text, local, n);
  else
    vsnprintf(text, n + 1, fmt, again);
  va_end(again);
  return text;
}

/* Take the block that a rewound "arena" keeps out of it; NULL for none. */
static struct lcm_arena_block *take_kept(lcm_arena *arena) {
  struct lcm_arena_block *block = arena->blocks;
  const bool small = block && block->cap == BLOCK_SIZE && !arena->keep;
  const bool alone = block && !block->next && block->cap <= arena->keep;
  if (!small && !alone)
    return NULL;
  arena->blocks = block->next;
  return block;
}

void lcm_arena_rewind(lcm_arena *arena) {
  struct lcm_arena_block *kept = take_kept(arena);
  const size_t room = arena->held < arena->keep ? arena->held : arena->keep;
  lcm_arena_reset(arena);
  if (!kept && room) {
    (void)arena_add_block(arena, room);
    return;
  }
  if (!kept)
    return;
  UNPOISON(kept + 1, kept->used);
  memset(kept + 1, 0, kept->used);
  POISON(kept + 1, kept->cap);
  kept->next = NULL;
  kept->used = 0;
  arena->blocks = kept;
  arena->held = kept->cap;
}

void lcm_arena_reset(lcm_arena *arena) {
  struct lcm_arena_block *block = arena->blocks;
  while (block) {
    struct lcm_arena_block *next = block->next;
    UNPOISON(block + 1, block->cap);
    block_free(block, arena->spares);
    block = next;
  }
  arena->blocks = NULL;
  arena->held = 0;
}

lcm_arena lcm_arena_like(const lcm_arena *arena) {
  return (lcm_arena){
      .on_fail = arena->on_fail, .user = arena->user, .spares = arena->spares};
}

struct lcm_arena_mark lcm_arena_mark(const lcm_arena *arena) {
  struct lcm_arena_block *block = arena->blocks;
  return (struct lcm_arena_mark){block, block ? block->used : 0};
}

void lcm_arena_release(lcm_arena *arena, struct lcm_arena_mark mark) {
  while (arena->blocks != mark.block) {
    struct lcm_arena_block *block = arena->blocks;
    arena->blocks = block->next;
    arena->held -= block->cap;
    UNPOISON(block + 1, block->cap);
    block_free(block, arena->spares);
  }
  if (!mark.block)
    return;
  char *const from = (char *)(mark.block + 1) + mark.used;
  const size_t n = mark.block->used - mark.used;
  UNPOISON(from, n);
  memset(from, 0, n);
  POISON(from, n);
  mark.block->used = mark.used;
}

void lcm_arena_spares_free(struct lcm_arena_spares *spares) {
  struct lcm_arena_block **const places[] = {&spares->small, &spares->large};
  for (size_t i = 0; i < 2; i++)
    while (*places[i]) {
      struct lcm_arena_block *block = *places[i];
      *places[i] = block->next;
      block_free(block, NULL);
    }
  spares->n = 0;
}
