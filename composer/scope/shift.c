/* Finds parameters of recursive functions of which only distances count. */
#include "composer/scope/shift.h"

#include <math.h>
#include <string.h>

#include "composer/scope/nodes.h"

/* How deep calls and expressions are looked into, and how often the names of a
 * function are gone through. */
enum { MAX_DEPTH = 48, MAX_ROUNDS = 8 };

/* A name, and by how much of what the parameters move it does. */
struct moved {
  const char *name;
  double by;
};

/* A function of which some parameters move is looked at, or was: it costs the
 * same. */
struct assumed {
  const lcm_function *function;
  const bool *mask;
};

/* A question of functions of the program of "table". */
struct shifting {
  const struct lcm_facts_table *table;
  LCM_LIST(struct assumed) assumed;
  unsigned depth;
};

typedef LCM_LIST(struct moved) moved_list;

/* A function that is looked at. */
struct body {
  struct shifting *s;
  const lcm_function *function;
  moved_list lets;  /* parameters, and what LETs set: of one value each */
  moved_list inner; /* indices of loops around, and of sections */
  bool more;        /* a name was added to "lets" */
};

/* Return by how much the name "name" moves. */
static double of_name(const struct body *b, const char *name) {
  for (size_t i = b->inner.n; i-- > 0;)
    if (b->inner.at[i].name == name)
      return b->inner.at[i].by;
  for (size_t i = 0; i < b->lets.n; i++)
    if (b->lets.at[i].name == name)
      return b->lets.at[i].by;
  return 0;
}

static bool find(double *by, const struct body *b, const lcm_expr *e,
                 unsigned depth);

/* Return whether all arguments of "e" move by the same; put that into "*by". */
static bool find_alike(double *by, const struct body *b, const lcm_expr *e,
                       unsigned depth) {
  for (size_t i = 0; i < lcm_expr_arity(e); i++) {
    double one = 0;
    if (!find(&one, b, lcm_expr_arg(e, i), depth) || (i && one != *by))
      return false;
    *by = one;
  }
  return true;
}

/* Return whether no argument of "e" moves. */
static bool is_still(const struct body *b, const lcm_expr *e, unsigned depth) {
  double by = 0;
  return find_alike(&by, b, e, depth) && by == 0;
}

/* Put by how much the sum "e" moves into "*by". */
static bool find_sum(double *by, const struct body *b, const lcm_expr *e,
                     unsigned depth) {
  *by = 0;
  for (size_t i = 0; i < lcm_expr_arity(e); i++) {
    double one = 0;
    if (!find(&one, b, lcm_expr_arg(e, i), depth))
      return false;
    *by += one;
  }
  return true;
}

/* Put by how much the quotient or remainder "e" moves into "*by". */
static bool find_division(double *by, const struct body *b, const lcm_expr *e,
                          unsigned depth) {
  double moved = 0;
  double divisor = 0;
  if (is_still(b, e, depth)) {
    *by = 0;
    return true;
  }
  if (!find(&moved, b, lcm_expr_arg(e, 0), depth) ||
      !lcm_expr_is_number(lcm_expr_arg(e, 1), &divisor) || divisor == 0)
    return false;
  moved /= divisor;
  *by = lcm_expr_kind_of(e) == LCM_X_DIV ? moved : 0;
  return moved == floor(moved);
}

/* Put by how much the sum, product or maximum "e" over a range moves into
 * "*by": nothing, where its ends do not move apart and what stands in it does
 * not move. */
static bool find_over(double *by, const struct body *b, const lcm_expr *e,
                      unsigned depth) {
  double from = 0;
  double to = 0;
  double inside = 0;
  *by = 0;
  return find(&from, b, lcm_expr_arg(e, 0), depth) &&
         find(&to, b, lcm_expr_arg(e, 1), depth) && from == to &&
         find(&inside, b, lcm_expr_arg(e, 2), depth) && inside == 0 &&
         (from == 0 || !lcm_expr_has_kind(lcm_expr_arg(e, 2), LCM_X_INDEX));
}

/* Put by how much "e" (or NULL) moves into "*by"; false where that is not
 * known. */
static bool find(double *by, const struct body *b, const lcm_expr *e,
                 unsigned depth) {
  *by = 0;
  if (!e)
    return true;
  if (depth > MAX_DEPTH)
    return false;
  depth++;
  switch (lcm_expr_kind_of(e)) {
  case LCM_X_NUMBER:
  case LCM_X_REAL:
  case LCM_X_COEF:
  case LCM_X_INDEX:
    return true;
  case LCM_X_SYMBOL:
    *by = of_name(b, lcm_expr_name(e));
    return true;
  case LCM_X_SUM_OF:
    return find_sum(by, b, e, depth);
  case LCM_X_MUL_OF:
    if (lcm_expr_arity(e) != 1)
      return is_still(b, e, depth);
    if (!find(by, b, lcm_expr_arg(e, 0), depth))
      return false;
    *by *= lcm_expr_factor(e);
    return true;
  case LCM_X_MAX:
  case LCM_X_MIN:
    return find_alike(by, b, e, depth);
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
    return find(by, b, lcm_expr_arg(e, 0), depth) && *by == floor(*by);
  case LCM_X_MOD:
  case LCM_X_DIV:
    return find_division(by, b, e, depth);
  case LCM_X_OF_COMPARISONS: {
    const bool alike = find_alike(by, b, e, depth);
    *by = 0;
    return alike;
  }
  case LCM_X_IF: {
    double condition = 0;
    double other = 0;
    return find(&condition, b, lcm_expr_arg(e, 0), depth) && condition == 0 &&
           find(by, b, lcm_expr_arg(e, 1), depth) &&
           find(&other, b, lcm_expr_arg(e, 2), depth) && other == *by;
  }
  case LCM_X_OF_LOOPS:
    return find_over(by, b, e, depth);
  case LCM_X_POW:
  case LCM_X_ABS:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
  case LCM_X_AND:
  case LCM_X_OR:
  case LCM_X_NOT:
    return is_still(b, e, depth);
  case LCM_X_COUNT:
    break;
  }
  return false;
}

/* Return whether "e" moves, or it is not known whether it does. */
static bool moves(const lcm_expr *e, void *user) {
  double by = 0;
  return !find(&by, user, e, 0) || by != 0;
}

/* Add the index of "range", which moves as its ends do, to those inside; false
 * where they move apart, or its step does. */
static bool enter(struct body *b, const lcm_iteration *range) {
  struct moved index = {.name = range->index};
  double to = 0;
  if (!find(&index.by, b, range->from, 0) || !find(&to, b, range->to, 0) ||
      index.by != to || moves(range->step, b) || moves(range->factor, b))
    return false;
  LCM_LIST_ADD(lcm_ctx_arena(b->s->table->ctx), &b->inner, index);
  return true;
}

/* Return whether nothing of "section" but where it begins moves. */
static bool stays(struct body *b, const lcm_section *section) {
  const size_t n = b->inner.n;
  bool still = !moves(section->share, b) && !moves(section->rounds, b) &&
               !moves(section->element, b) && !moves(section->pitch, b) &&
               !moves(section->offset, b);
  for (size_t i = 0; i < section->n_over && still; i++)
    still = enter(b, &section->over[i]);
  for (size_t d = 0; d < section->n_extents && still; d++) {
    double by = 0;
    still = !moves(section->extents[d].length, b) &&
            find(&by, b, section->extents[d].lower, 0) && (by == 0 || by == 1);
  }
  b->inner.n = n;
  return still;
}

/* A section, and by how much its beginning in one dimension moves. */
struct begun {
  struct body *b;
  const lcm_section *section;
};

/* Return whether "other" and the section of "user" are of the same and do not
 * move together. */
static bool parts(const lcm_section *other, void *user) {
  const struct begun *of = user;
  if (other->key != of->section->key)
    return false;
  for (size_t d = 0; d < other->n_extents && d < of->section->n_extents; d++) {
    const lcm_expr *one = other->extents[d].lower;
    const lcm_expr *two = of->section->extents[d].lower;
    double here = 0;
    double there = 0;
    if (one && two &&
        (!find(&here, of->b, one, 0) || !find(&there, of->b, two, 0) ||
         here != there))
      return true;
  }
  return false;
}

/* Return whether the sections of the fragment "node" move as one. */
static bool sections_stay(struct body *b, const lcm_node *node) {
  for (size_t k = 0; k < 2; k++) {
    const lcm_section *all = k ? node->writes : node->reads;
    for (size_t i = 0; i < (k ? node->n_writes : node->n_reads); i++)
      if (!stays(b, &all[i]) ||
          (!all[i].n_over &&
           lcm_node_sections(node, parts, &(struct begun){b, &all[i]})))
        return false;
  }
  return true;
}

/* Note that the LET "node" sets a name, which always moves alike. */
static bool note_let(struct body *b, const lcm_node *node) {
  struct moved let = {.name = node->u.let.name};
  if (!find(&let.by, b, node->u.let.value, 0))
    return false;
  for (size_t i = 0; i < b->lets.n; i++)
    if (b->lets.at[i].name == let.name)
      return b->lets.at[i].by == let.by;
  LCM_LIST_ADD(lcm_ctx_arena(b->s->table->ctx), &b->lets, let);
  b->more = true;
  return true;
}

static bool function_keeps(struct shifting *s, const lcm_function *function,
                           const bool *mask);

/* Put which parameters of "callee" the call "node" moves into "mask"; false
 * where one moves otherwise than as a whole. */
static bool find_mask(bool *mask, const struct body *b, const lcm_node *node,
                      const lcm_function *callee) {
  for (size_t i = 0; i < callee->n_params; i++) {
    double by = 0;
    if (!find(&by, b, lcm_call_argument(node, i), 0) || (by != 0 && by != 1))
      return false;
    mask[i] = by == 1;
  }
  return true;
}

/* Return whether what the call "node" executes costs the same. */
static bool call_keeps(struct body *b, const lcm_node *node) {
  const struct lcm_facts_table *table = b->s->table;
  const lcm_function *callee =
      lcm_program_function(table->program, node->u.call.callee);
  bool any = false;
  if (!callee || !callee->body) {
    for (size_t i = 0; i < node->u.call.n_args; i++)
      any = any || moves(lcm_call_argument(node, i), b);
    return !any;
  }
  bool *mask =
      LCM_NEW_ARRAY(lcm_ctx_arena(table->ctx), bool, callee->n_params + 1);
  if (!find_mask(mask, b, node, callee))
    return false;
  for (size_t i = 0; i < callee->n_params; i++)
    any = any || mask[i];
  return !any || function_keeps(b->s, callee, mask);
}

static bool node_keeps(struct body *b, const lcm_node *node);

/* Return whether the loop "node" costs the same. */
static bool loop_keeps(struct body *b, const lcm_node *node) {
  const size_t n = b->inner.n;
  bool keeps = !moves(node->u.loop.count, b) && !moves(node->u.loop.chunk, b) &&
               !moves(node->u.loop.when, b) &&
               !moves(node->u.loop.final_when, b) &&
               !moves(node->u.loop.priority, b);
  for (size_t i = 0; i < node->u.loop.n_ranges && keeps; i++)
    keeps = enter(b, &node->u.loop.ranges[i]);
  keeps = keeps && !moves(node->u.loop.condition, b);
  for (size_t i = 0; i < node->n_children && keeps; i++)
    keeps = node_keeps(b, node->children[i]);
  b->inner.n = n;
  return keeps;
}

/* Return whether "node" and what is in it costs the same, however far the
 * parameters move together. */
static bool node_keeps(struct body *b, const lcm_node *node) {
  if (node->ignored)
    return true;
  if (lcm_node_exprs(node, LCM_EXPRS_MODELS | LCM_EXPRS_COSTS | LCM_EXPRS_WITH,
                     moves, b) ||
      !sections_stay(b, node))
    return false;
  switch (lcm_node_part_of(node->kind)) {
  case LCM_U_LOOP:
    return loop_keeps(b, node);
  case LCM_U_CALL:
    return call_keeps(b, node);
  case LCM_U_LET:
    return note_let(b, node);
  case LCM_U_MESSAGE:
    return false;
  case LCM_U_TASK:
    if (node->u.task.n_depends)
      return false;
    break;
  case LCM_U_NONE:
  case LCM_U_TEAM:
  case LCM_U_PARALLEL:
  case LCM_U_BRANCH:
  case LCM_U_RESOURCE:
  case LCM_U_CONDITION:
  case LCM_U_TRANSFER:
  case LCM_U_OPAQUE:
    break;
  }
  if (lcm_node_exprs(node, LCM_EXPRS_PART, moves, b))
    return false;
  for (size_t i = 0; i < node->n_children; i++)
    if (!node_keeps(b, node->children[i]))
      return false;
  return true;
}

/* Return whether what moves to nodes of the program costs the same. */
static bool movements_keep(struct body *b) {
  const lcm_data *data = b->s->table->data;
  for (size_t i = 0; data && i < data->n_movements; i++)
    if (moves(data->movements[i].bytes, b))
      return false;
  return true;
}

/* Let the parameters of "b->function" in "mask" be those that move. */
static void begin(struct body *b, const bool *mask) {
  b->lets.n = b->inner.n = 0;
  for (size_t i = 0; i < b->function->n_params; i++) {
    const struct moved param = {b->function->params[i], mask[i]};
    LCM_LIST_ADD(lcm_ctx_arena(b->s->table->ctx), &b->lets, param);
  }
}

/* Return whether a call of "function" costs the same however far its parameters
 * in "mask" move together; while that is looked at, it does. */
static bool function_keeps(struct shifting *s, const lcm_function *function,
                           const bool *mask) {
  lcm_arena *arena = lcm_ctx_arena(s->table->ctx);
  const size_t n = function->n_params * sizeof *mask;
  for (size_t i = 0; i < s->assumed.n; i++)
    if (s->assumed.at[i].function == function &&
        !memcmp(s->assumed.at[i].mask, mask, n))
      return true;
  if (s->depth > MAX_DEPTH)
    return false;
  const struct assumed assumed = {function, mask};
  LCM_LIST_ADD(arena, &s->assumed, assumed);
  struct body b = {.s = s, .function = function, .more = true};
  bool keeps = true;
  begin(&b, mask);
  s->depth++;
  for (size_t i = 0; i < MAX_ROUNDS && b.more && keeps; i++) {
    b.more = false;
    keeps = node_keeps(&b, function->body);
  }
  s->depth--;
  return keeps && !b.more && movements_keep(&b);
}

/* Take what the calls of "b->function" of itself in "node" do not move as a
 * whole out of "mask"; "*found": there is one. */
static void narrow(bool *mask, bool *found, struct body *b,
                   const lcm_node *node) {
  if (node->kind == LCM_NODE_LET)
    (void)note_let(b, node);
  if (node->kind == LCM_NODE_CALL &&
      lcm_program_function(b->s->table->program, node->u.call.callee) ==
          b->function) {
    *found = true;
    for (size_t i = 0; i < b->function->n_params; i++) {
      const lcm_expr *argument = lcm_call_argument(node, i);
      double by = 0;
      mask[i] = mask[i] && argument && find(&by, b, argument, 0) && by == 1;
    }
  }
  for (size_t i = 0; i < node->n_children; i++)
    narrow(mask, found, b, node->children[i]);
}

/* As lcm_facts_shift, of a function with a body. */
static const bool *find_shift(struct lcm_facts_table *table,
                              const lcm_function *function) {
  const size_t n = function->n_params;
  struct shifting s = {.table = table};
  struct body b = {.s = &s, .function = function};
  bool *mask = LCM_NEW_ARRAY(lcm_ctx_arena(table->ctx), bool, n + 1);
  size_t left = n;
  size_t before = n + 1;
  bool found = false;
  memset(mask, true, n * sizeof *mask);
  while (left < before && left > 1) {
    before = left;
    begin(&b, mask);
    narrow(mask, &found, &b, function->body);
    left = 0;
    for (size_t i = 0; i < n; i++)
      left += mask[i];
  }
  return found && left > 1 && function_keeps(&s, function, mask) ? mask : NULL;
}

const bool *lcm_facts_shift(struct lcm_facts_table *table,
                            const lcm_function *function) {
  struct lcm_facts *facts = lcm_facts_of(table, function->body);
  if (!facts->shift_known) {
    facts->shift_known = true;
    facts->shift = find_shift(table, function);
  }
  return facts->shift;
}
