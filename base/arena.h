/* Memory that is freed all at once. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

#include "base/attributes.h"

struct lcm_arena_block;

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
} lcm_arena;

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

/* Memory for one zeroed object of type "type". */
#define LCM_NEW(arena, type)                                                   \
  ((type *)lcm_arena_alloc((arena), _Alignof(type), sizeof(type)))

/* Memory for "n" zeroed objects of type "type". */
#define LCM_NEW_ARRAY(arena, type, n)                                          \
  ((type *)lcm_arena_array((arena), _Alignof(type), (n), sizeof(type)))
