/* The place by which a verb of an edit reaches a given node. */
#include "model/edit/place.h"

#include <string.h>

#include "model/edit/core/find.h"
#include "model/edit/kinds/verbs.h"
#include "model/link/link.h"

/* Return whether the place of "step" means "node" and nothing else. */
static bool means(lcm_ctx *ctx, const lcm_program *program,
                  const struct lcm_edit_step *step, const lcm_node *node) {
  static const lcm_edit_can_fn CAN[] = {
#define LCM_VERB(name, word, places, argument, syntax, of, meaning)            \
  lcm_edit_can_##word,
#include "model/edit/core/edits.def"
#undef LCM_VERB
  };
  struct lcm_editing e = {.ctx = ctx, .program = program, .step = step};
  lcm_edit_spots found = {0};
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_status status = lcm_edit_find(&found, &e, 0, CAN[step->verb]);
  (void)lcm_ctx_mute(ctx, muted);
  return !status && found.n == 1 && found.at[0].node == node;
}

/* Return "place" as an edit is written: in quotes where it has white space,
 * quotes or semicolons. */
static const char *quoted(lcm_ctx *ctx, const char *place) {
  lcm_buf buf = {0};
  if (!strpbrk(place, " \t\n;\"\\"))
    return place;
  lcm_buf_putc(&buf, '"');
  for (const char *at = place; *at; at++) {
    if (*at == '"' || *at == '\\')
      lcm_buf_putc(&buf, '\\');
    lcm_buf_putc(&buf, *at);
  }
  lcm_buf_putc(&buf, '"');
  return lcm_ctx_text(ctx, &buf);
}

const char *lcm_edit_place(lcm_ctx *ctx, const lcm_program *program,
                           lcm_verb verb,
                           const struct lcm_edit_target *target) {
  const lcm_loc ats[] = {target->at, target->node->loc};
  for (size_t i = 0; i < 2; i++) {
    const struct lcm_edit_step step = {
        .verb = verb,
        .places = {lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%u",
                                    ats[i].file ? ats[i].file : "?",
                                    ats[i].line)},
        .n_places = 1};
    if (means(ctx, program, &step, target->node))
      return quoted(ctx, step.places[0]);
  }
  return quoted(ctx, lcm_place_of(ctx, &program->functions[target->function],
                                  target->node));
}
