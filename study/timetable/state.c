/* States beside the categories, which rules and comments name.  Appending
 * intervals to the row of a processor. */
#include "study/timetable/state.h"

#include <string.h>

/* What is known of a node. */
struct lcm_stated {
  size_t own; /* its state */
  /* that of the innermost node around it in its function that has one;
   * (size_t)-1: none */
  size_t around;
  const char *callee; /* the name of the function that it calls, or NULL */
};

static const size_t NONE = (size_t)-1;

/* Return what category "c", called "name", is in words. */
static const char *title_of(const struct lcm_score_sheet *sheet, size_t c,
                            const char *name) {
  if (c < LCM_CAT_USER)
    return lcm_cat_title((lcm_cat)c);
  const char *own = sheet->program->categories[c - LCM_CAT_USER].description;
  return own && *own ? own : name;
}

/* Return the number of the user's state "name", which has the "colour" (NULL:
 * not said here), new where it is. */
static size_t add_state(struct lcm_score_sheet *sheet, const char *name,
                        const char *colour) {
  size_t at = sheet->schedule.n_cats;
  while (at < sheet->states.n && strcmp(sheet->states.at[at].name, name) != 0)
    at++;
  const struct lcm_state state = {name, name, colour, LCM_CAT_PC};
  if (at == sheet->states.n)
    LCM_LIST_ADD(lcm_ctx_arena(sheet->ctx), &sheet->states, state);
  else if (colour)
    sheet->states.at[at].colour = colour;
  return at;
}

/* Return whether "node" is where "match" says: "file:line". */
static bool is_at(const lcm_node *node, const char *match) {
  const char *colon = strrchr(match, ':');
  const size_t n = colon ? (size_t)(colon - match) : 0;
  const char *end = NULL;
  const double line = colon ? lcm_strtod(colon + 1, &end) : 0;
  const char *file = node->loc.file;
  const size_t length = file ? strlen(file) : 0;
  return n && end != colon + 1 && !*end && line == (double)node->loc.line &&
         length >= n && !strncmp(file + length - n, match, n) &&
         (length == n || file[length - n - 1] == '/');
}

/* Return the state that the rules of "sheet", or else the comment at "node",
 * give that; NONE: none. */
static size_t own_state(struct lcm_score_sheet *sheet, const lcm_node *node,
                        const char *callee) {
  const struct lcm_timetable_request *request = sheet->request;
  const char *said = lcm_node_attribute(node, "state");
  for (size_t i = 0; i < request->n_rules; i++) {
    const char *match = request->rules[i].match;
    if ((node->name && !strcmp(node->name, match)) ||
        (callee && !strcmp(callee, match)) || is_at(node, match))
      return sheet->of_rule[i];
  }
  if (!said)
    return NONE;
  const size_t at = add_state(sheet, said, NULL);
  struct lcm_state *state = &sheet->states.at[at];
  state->colour =
      state->colour ? state->colour : lcm_node_attribute(node, "colour");
  return at;
}

/* Note what is known of "node" and what lies below it, which stands in
 * "around". */
static void know(struct lcm_score_sheet *sheet, const lcm_node *node,
                 size_t around) {
  lcm_arena *arena = lcm_ctx_arena(sheet->ctx);
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL && node->u.call.callee
          ? lcm_program_function(sheet->program, node->u.call.callee)
          : NULL;
  struct lcm_stated stated = {.callee = callee ? callee->name : NULL};
  stated.own = own_state(sheet, node, stated.callee);
  stated.around = stated.own == NONE ? around : stated.own;
  lcm_map_put(arena, &sheet->known, node, sheet->stated.n);
  LCM_LIST_ADD(arena, &sheet->stated, stated);
  for (size_t i = 0; i < node->n_children; i++)
    know(sheet, node->children[i], stated.around);
}

void lcm_sheet_states(struct lcm_score_sheet *sheet, const char *const *names,
                      size_t n) {
  lcm_arena *arena = lcm_ctx_arena(sheet->ctx);
  const struct lcm_timetable_request *request = sheet->request;
  const lcm_program *program = sheet->program;
  for (size_t c = 0; c < n; c++) {
    const struct lcm_state state = {names[c], title_of(sheet, c, names[c]),
                                    NULL, c};
    LCM_LIST_ADD(arena, &sheet->states, state);
  }
  sheet->schedule.n_cats = n;
  sheet->of_rule = LCM_NEW_ARRAY(arena, size_t, request->n_rules + 1);
  for (size_t i = 0; i < request->n_rules; i++)
    sheet->of_rule[i] =
        add_state(sheet, request->rules[i].name, request->rules[i].colour);
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body)
      know(sheet, program->functions[i].body, NONE);
}

/* Return what is known of "node", NULL where nothing is. */
static const struct lcm_stated *find(const struct lcm_score_sheet *sheet,
                                     const lcm_node *node) {
  size_t at = 0;
  return node && lcm_map_get(&sheet->known, node, &at) ? &sheet->stated.at[at]
                                                       : NULL;
}

size_t lcm_sheet_state(const struct lcm_score_sheet *sheet,
                       const lcm_node *node, size_t around) {
  const struct lcm_stated *stated = find(sheet, node);
  return stated && stated->own != NONE ? stated->own : around;
}

size_t lcm_sheet_state_around(const struct lcm_score_sheet *sheet,
                              const lcm_node *node) {
  const struct lcm_stated *stated = find(sheet, node);
  return stated ? stated->around : NONE;
}

/* Return the name of the function that "node" (or NULL) calls, NULL for
 * none. */
static const char *callee_of(const struct lcm_score_sheet *sheet,
                             const lcm_node *node) {
  const struct lcm_stated *stated = find(sheet, node);
  return stated ? stated->callee : NULL;
}

/* Return what "node" is called. */
static const char *label_of(const struct lcm_score_sheet *sheet,
                            const lcm_node *node) {
  const char *callee = node ? callee_of(sheet, node) : NULL;
  if (!node)
    return sheet->around;
  return callee && !node->name ? callee : lcm_node_label(node);
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
