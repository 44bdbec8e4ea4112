/* The verb pad: what the members of a team write lies on lines of their own. */
#include "model/edit/kinds/pad.h"
#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"

bool lcm_edit_can_pad(const struct lcm_edit_spot *spot) {
  for (size_t i = 0; i < spot->node->n_slow; i++)
    if (spot->node->slow[i].kind == LCM_SLOW_SHARED)
      return true;
  return false;
}

lcm_status lcm_edit_pad(struct lcm_editing *e,
                        const struct lcm_edit_spot *spots, size_t n) {
  const lcm_node *node = spots->node;
  lcm_node *copy = lcm_edit_copy(e, node);
  struct lcm_slow *kept =
      LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), struct lcm_slow, node->n_slow + 1);
  (void)n;
  copy->slow = kept;
  copy->n_slow = 0;
  for (size_t i = 0; i < node->n_slow; i++)
    if (node->slow[i].kind != LCM_SLOW_SHARED)
      kept[copy->n_slow++] = node->slow[i];
  lcm_edit_premise(e, false,
                   "what each thread writes there may be laid out so, or added "
                   "up in a variable of its own");
  lcm_edit_premise(e, false,
                   "each write goes to memory: no compiler keeps it in a "
                   "register meanwhile");
  lcm_edit_change(e, node, copy);
  return LCM_OK;
}
