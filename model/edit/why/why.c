/* Why the iterations of a loop are not executed at the same time. */
#include "model/edit/why/why.h"

#include "model/edit/core/spot.h"
#include "model/edit/why/reason.h"
#include "model/edit/why/way.h"

/* Let "out" say that nobody knows how many iterations the loop "node" has
 * before it is executed. */
static void tell_open(struct lcm_serial_loop *out, lcm_ctx *ctx,
                      const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_serial_reason *reason = LCM_NEW(arena, struct lcm_serial_reason);
  const char *unread = lcm_node_attribute(node, "unread");
  const char *moved = lcm_node_attribute(node, "moved");
  *reason = (struct lcm_serial_reason){
      .kind = "header",
      .text = "how many iterations it has is not known before it is executed",
      .help = "a header that counts: for (i = FIRST; i < END; i++)",
      .at = node->loc};
  if (unread) {
    reason->text = lcm_arena_printf(
        arena,
        "its header counts, but `%s` is not followed, so the iterations are "
        "not compared",
        unread);
    reason->help = NULL;
  } else if (moved) {
    reason->text =
        lcm_arena_printf(arena, "its body changes the index too (%s)", moved);
    reason->help = "an index that only the header changes";
  }
  out->verdict = LCM_SERIAL_OPEN;
  out->reasons = reason;
  out->n_reasons = 1;
}

bool lcm_why_serial(struct lcm_serial_loop *out, lcm_ctx *ctx,
                    const lcm_program *program,
                    const struct lcm_edit_spot *spot) {
  struct lcm_edit_reasons found = {.most = LCM_WHY_PROVED};
  const lcm_function *function = &program->functions[spot->function];
  *out = (struct lcm_serial_loop){.at = spot->node->loc,
                                  .function = function->name,
                                  .label = spot->node->label};
  if (spot->node->kind != LCM_NODE_LOOP || !spot->node->u.loop.n_ranges) {
    tell_open(out, ctx, spot->node);
    lcm_why_ways(out, ctx, program, spot);
    return true;
  }
  if (!lcm_why_collect(&found, ctx, program, spot))
    return false;
  lcm_why_tell(out, ctx, program, spot, &found);
  out->edit = lcm_why_edit(ctx, program, spot->function, spot->node);
  lcm_why_ways(out, ctx, program, spot);
  return true;
}
