/* Memory that is freed all at once. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

#include "base/attributes.h"

struct lcm_arena_block;

/* Blocks that arenas gave back and the next one takes: fetching one from the
 * system takes longer than clearing it. */
struct lcm_arena_spares {
  struct lcm_arena_block *small; /* as large as those of small arenas */
  struct lcm_arena_block *large; /* and those of large ones */
  size_t n;
};

/* A bump allocator; {0} is a valid empty arena without a handler. */
typedef struct lcm_arena {
  /* the newest block, which links to the older ones; may be NULL */
  struct lcm_arena_block *blocks;
  size_t held;  /* bytes of all blocks */
  size_t limit; /* that they may reach, 0: none */
  /* bytes that a rewound arena keeps at most, 0: one small block */
  size_t keep;
  /* called when the system has no memory or the limit is reached, must not
   * return; may be NULL, then the process aborts */
  void (*on_fail)(void *user);
  void *user; /* passed to on_fail */
  /* where blocks come from and go; NULL: the system */
  struct lcm_arena_spares *spares;
} lcm_arena;

/* Up to where an arena gave out memory at some time. */
struct lcm_arena_mark {
  struct lcm_arena_block *block;
  size_t used;
};

/* Return "size" zeroed bytes aligned to "align"; never NULL. */
void *lcm_arena_alloc(lcm_arena *arena, size_t align, size_t size);

/* Return zeroed memory for "n" elements of "size" bytes, the product
 * checked for overflow; never NULL. */
void *lcm_arena_array(lcm_arena *arena, size_t align, size_t n, size_t size);

/* Return a copy of the "len" bytes at "text" with a NUL behind it. */
char *lcm_arena_strndup(lcm_arena *arena, const char *text, size_t len);

/* Return a copy of the string "text". */
char *lcm_arena_strdup(lcm_arena *arena, const char *text);

/* Return the formatted string. */
char *lcm_arena_printf(lcm_arena *arena, const char *fmt, ...) LCM_PRINTF(2, 3);

/* Return the formatted string for the arguments in "args". */
char *lcm_arena_vprintf(lcm_arena *arena, const char *fmt, va_list args)
    LCM_PRINTF(2, 0);

/* Take back all that "arena" gave out; it keeps a block for what comes, as
 * large as all its blocks were where "keep" allows that. */
void lcm_arena_rewind(lcm_arena *arena);

/* Free all that "arena" gave out; it is empty afterwards. */
void lcm_arena_reset(lcm_arena *arena);

/* Return an empty arena that fails as "arena" does and shares its spares. */
lcm_arena lcm_arena_like(const lcm_arena *arena);

/* Return how far "arena" is now. */
struct lcm_arena_mark lcm_arena_mark(const lcm_arena *arena);

/* Take back all that "arena" gave out since it was at "mark". */
void lcm_arena_release(lcm_arena *arena, struct lcm_arena_mark mark);

/* Free the blocks of "spares". */
void lcm_arena_spares_free(struct lcm_arena_spares *spares);

/* Memory for one zeroed object of type "type". */
#define LCM_NEW(arena, type)                                                   \
  ((type *)lcm_arena_alloc((arena), _Alignof(type), sizeof(type)))

/* Memory for "n" zeroed objects of type "type". */
#define LCM_NEW_ARRAY(arena, type, n)                                          \
  ((type *)lcm_arena_array((arena), _Alignof(type), (n), sizeof(type)))
