/* Which data move to nodes with communication loss. */
#include <stdlib.h>
#include <string.h>

#include "annotations/annotate/below.h"
#include "annotations/annotate/moves.h"
#include "annotations/annotate/plan.h"
#include "annotations/annotate/text.h"
#include "base/order.h"
#include "composer/trace/trace.h"
#include "model/link/link.h"

static const size_t NONE = (size_t)-1;

/* Return the number of the node of "file" that "node", of the program, is made
 * of; NONE where it is of another file. */
static size_t place_of(const struct annotate_file *file, const lcm_node *node) {
  if (node->loc.file != file->program->files[0])
    return NONE;
  for (size_t i = 0; i < file->places.n; i++) {
    const lcm_node *own = file->places.at[i].node;
    if (own->kind == node->kind && own->loc.begin == node->loc.begin &&
        own->loc.end == node->loc.end)
      return i;
  }
  return NONE;
}

/* Find out to which nodes of "file" data move. */
static void find_places(struct annotate *a, struct annotate_file *file) {
  const size_t n = a->data->n_movements;
  file->moved = LCM_NEW_ARRAY(lcm_ctx_arena(a->source), size_t, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_movement *movement = &a->data->movements[i];
    file->moved[i] = movement->kind == LCM_DEP_TRUE
                         ? place_of(file, movement->to_node)
                         : NONE;
  }
}

void annotate_trace(struct annotate *a) {
  LCM_LIST(const lcm_program *) units = {0};
  const lcm_program *program = NULL;
  for (size_t i = 0; i < a->files.n; i++)
    if (a->files.at[i].program)
      LCM_LIST_ADD(lcm_ctx_arena(a->source), &units, a->files.at[i].program);
  const bool muted = lcm_ctx_mute(a->source, true);
  if (!units.n ||
      lcm_program_link(&program, a->source, units.at, units.n, NULL, true) ||
      lcm_data_trace(&a->data, a->source, program))
    a->data = NULL;
  (void)lcm_ctx_mute(a->source, muted);
  for (size_t i = 0; i < a->files.n && a->data; i++)
    if (a->files.at[i].program)
      find_places(a, &a->files.at[i]);
}

/* Return the node at or around number "at" of "file" that gives its
 * communication loss, NONE for none. */
static size_t giver_of(struct annotate *a, struct annotate_file *file,
                       size_t at) {
  const char *category = lcm_intern(a->source, lcm_cat_name(LCM_CAT_CL));
  while (at != NONE && (!annotate_is_said(&file->places.at[at]) ||
                        !annotate_gives(a, file, at, category)))
    at = file->places.at[at].parent;
  return at;
}

void annotate_put_moves(lcm_buf *buf, struct annotate *a,
                        struct annotate_file *file, size_t at) {
  LCM_LIST(const char *) names = {0};
  const lcm_data *data = a->data;
  for (size_t i = 0; data && i < data->n_movements; i++) {
    const lcm_movement *movement = &data->movements[i];
    const size_t to = file->moved[i];
    if (to != NONE && giver_of(a, file, to) == at &&
        !strpbrk(movement->section->datum, " ,"))
      LCM_LIST_ADD(lcm_ctx_arena(a->ctx), &names, movement->section->datum);
  }
  if (names.n)
    qsort(names.at, names.n, sizeof *names.at, lcm_order_names);
  const char *last = "";
  for (size_t i = 0; i < names.n; i++) {
    if (strcmp(names.at[i], last) != 0)
      lcm_buf_printf(buf, "%s%s", *last ? "," : " moves=", names.at[i]);
    last = names.at[i];
  }
}
