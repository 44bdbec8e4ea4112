/* Numbers, times and names in sentences of advice. */
#include <math.h>

#include "study/advise/words.h"

const char *lcm_advise_number(lcm_ctx *ctx, double value) {
  lcm_buf buf = {0};
  if (fabs(value) < 1e9 && value == floor(value))
    lcm_buf_printf(&buf, "%.0f", value);
  else
    lcm_buf_short(&buf, value, 3);
  return lcm_ctx_text(ctx, &buf);
}

const char *lcm_advise_time(lcm_ctx *ctx, double seconds) {
  static const struct {
    const char *name;
    double seconds;
  } UNITS[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
  size_t i = 0;
  while (i < 3 && fabs(seconds) < 0.9995 * UNITS[i].seconds)
    i++;
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s %s",
                          lcm_advise_number(ctx, seconds / UNITS[i].seconds),
                          UNITS[i].name);
}

const char *lcm_advise_percent(lcm_ctx *ctx, double fraction) {
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%.0f %%", 100 * fraction);
}

const char *lcm_advise_name(lcm_ctx *ctx, const lcm_node *node) {
  const bool loop =
      node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_PARLOOP;
  if (node->name)
    return lcm_arena_printf(lcm_ctx_arena(ctx), "'%s'", node->name);
  if (loop && node->u.loop.n_ranges && node->u.loop.ranges[0].index)
    return lcm_arena_printf(lcm_ctx_arena(ctx), "the loop over %s",
                            node->u.loop.ranges[0].index);
  const char *label = lcm_node_label(node);
  return lcm_arena_printf(
      lcm_ctx_arena(ctx),
      label == lcm_node_word(node->kind) ? "the %s" : "'%s'", label);
}
