/* The verbs model and with: another cost of a fragment, or value of a name. */
#include <string.h>

#include "model/edit/core/fragment.h"
#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/kinds/model.h"

/* Return whether "spot" is a fragment with a name. */
static bool has_name(const struct lcm_edit_spot *spot) {
  return spot->node->name != NULL;
}

bool lcm_edit_can_model(const struct lcm_edit_spot *spot) {
  return has_name(spot);
}

bool lcm_edit_can_with(const struct lcm_edit_spot *spot) {
  return has_name(spot);
}

/* Make the edit "kind" of the fragment at "spot": NAME, or NAME = EXPRESSION,
 * as the argument of "e" says. */
static lcm_status make(struct lcm_editing *e, const struct lcm_edit_spot *spot,
                       lcm_edit_kind kind) {
  const char *text = e->step->argument;
  const char *equals = strchr(text, '=');
  size_t n = equals ? (size_t)(equals - text) : strlen(text);
  while (n && text[n - 1] == ' ')
    n--;
  const struct lcm_edit edit = {
      .fragment = spot->node->name,
      .kind = kind,
      .name = lcm_intern_n(e->ctx, text, n),
      .expression = equals ? equals + 1 + strspn(equals + 1, " ") : NULL};
  const lcm_status status =
      lcm_program_edit(&e->program, e->ctx, e->program, &edit);
  if (!status)
    lcm_edit_premise(e, false, "%s of '%s' is %s", edit.name, edit.fragment,
                     edit.expression ? edit.expression : "what it is else");
  return status;
}

lcm_status lcm_edit_model(struct lcm_editing *e,
                          const struct lcm_edit_spot *spots, size_t n) {
  (void)n;
  return make(e, spots, LCM_EDIT_MODEL);
}

lcm_status lcm_edit_with(struct lcm_editing *e,
                         const struct lcm_edit_spot *spots, size_t n) {
  (void)n;
  return make(e, spots, LCM_EDIT_WITH);
}
