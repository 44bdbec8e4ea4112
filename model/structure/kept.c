/* Trees that passes over a program made of others. */
#include "model/structure/kept.h"

#include "base/map.h"

/* Return the tables of "ctx", one for each pass. */
static lcm_map *tables(lcm_ctx *ctx) {
  void **slot = lcm_ctx_slot(ctx, LCM_SLOT_PASSES);
  if (!*slot)
    *slot = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_map, LCM_PASS_COUNT);
  return *slot;
}

const lcm_node *lcm_kept(lcm_ctx *ctx, enum lcm_pass pass,
                         const lcm_node *node) {
  size_t at = 0;
  return lcm_map_get(&tables(ctx)[pass], node, &at)
             ? (const lcm_node *)(uintptr_t)at
             : NULL;
}

const lcm_node *lcm_keep(lcm_ctx *ctx, enum lcm_pass pass, const lcm_node *node,
                         const lcm_node *out) {
  lcm_map_put(lcm_ctx_arena(ctx), &tables(ctx)[pass], node,
              (size_t)(uintptr_t)out);
  return out;
}
