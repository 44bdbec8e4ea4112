/* Appending intervals to the row of a processor. */
#include "study/timetable/row.h"

#include "study/timetable/state.h"

/* Return what "node" is called. */
static const char *label_of(const struct lcm_score_sheet *sheet,
                            const lcm_node *node) {
  const char *callee = node ? lcm_sheet_callee(sheet, node) : NULL;
  if (!node)
    return sheet->around;
  return node->name    ? node->name
         : callee      ? callee
         : node->label ? node->label
                       : lcm_node_word(node->kind);
}

/* Return "file:line" of "node", or "". */
static const char *place_of(const struct lcm_score_sheet *sheet,
                            const lcm_node *node) {
  if (!node || !node->loc.file || !node->loc.line)
    return "";
  return lcm_arena_printf(lcm_ctx_arena(sheet->ctx), "%s:%u", node->loc.file,
                          node->loc.line);
}

void lcm_sheet_append(struct lcm_score_sheet *sheet, size_t row,
                      const struct lcm_piece_of *of, double seconds) {
  struct lcm_row *r = &sheet->rows[row];
  const double least = 1e-13 * sheet->schedule.time;
  const size_t n = r->intervals.n;
  lcm_interval *last = n ? &r->intervals.at[n - 1] : NULL;
  const bool idle = lcm_cat_is_idle(of->cat);
  const size_t state =
      idle || of->state < sheet->schedule.n_cats || of->state >= sheet->states.n
          ? of->cat
          : of->state;
  if (seconds <= 0)
    return;
  const double start = r->clock;
  r->clock += seconds;
  if (last &&
      (seconds <= least || (last->node == of->node && last->cat == of->cat &&
                            last->state == state))) {
    last->end = r->clock;
    if (!idle)
      LCM_LIST_ADD(lcm_ctx_arena(sheet->ctx), &r->cuts, start);
    return;
  }
  const lcm_interval fresh = {.processor = row,
                              .start = start,
                              .end = r->clock,
                              .label = label_of(sheet, of->node),
                              .place = place_of(sheet, of->node),
                              .node = of->node,
                              .cat = of->cat,
                              .state = state};
  LCM_LIST_ADD(lcm_ctx_arena(sheet->ctx), &r->intervals, fresh);
}
