/* Logical matrices of messages: who sends them, and their depths. */
#include "composer/engine/messages/pattern_matrix.h"
#include "composer/engine/messages/pattern.h"

size_t *lcm_logical_depths(lcm_ctx *ctx, const struct lcm_traffic *traffic,
                           const struct lcm_passage *type) {
  const size_t n = traffic->all.n;
  size_t *depths = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), size_t, n + 1);
  for (size_t i = 0; i < n; i++) {
    const size_t cause = traffic->all.at[i].cause;
    if (!cause || cause > i)
      continue;
    const struct lcm_passage *before = &traffic->all.at[cause - 1];
    depths[i] =
        depths[cause - 1] + (!type || (before->send == type->send &&
                                       before->receive == type->receive));
  }
  return depths;
}

/* Return who made the first of the messages that led to message "i" of
 * "traffic". */
static size_t origin_of(const struct lcm_traffic *traffic, size_t i) {
  while (traffic->all.at[i].cause && traffic->all.at[i].cause <= i)
    i = traffic->all.at[i].cause - 1;
  return traffic->all.at[i].from;
}

struct lcm_logical_matrix lcm_logical_matrix(lcm_ctx *ctx,
                                             const struct lcm_traffic *traffic,
                                             const struct lcm_passage *type) {
  struct lcm_logical_matrix m = {.p = traffic->n};
  const size_t *depths = lcm_logical_depths(ctx, traffic, type);
  for (size_t i = 0; i < traffic->all.n; i++) {
    const struct lcm_passage *passage = &traffic->all.at[i];
    if (passage->send != type->send || passage->receive != type->receive)
      continue;
    const struct lcm_logical_event event = {passage->from, passage->to,
                                            depths[i], origin_of(traffic, i)};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &m.events, event);
  }
  return m;
}
