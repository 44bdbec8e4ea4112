#include <string.h>

#include "base/buf.h"
#include "composer/composer.h"
#include "composer/costs_internal.h"
#include "model/dependence.h"

enum { MAX_VISITS = 20000 };

/* The functions being executed, innermost first. */
struct active {
  const lcm_function *function;
  const struct active *outer;
};

/* A row that is being filled.
 * row     number
 * touch   number of the first access in it
 * steps   that lead to it */
struct open_row {
  size_t row;
  size_t touch;
  size_t steps;
};

/* What is being executed: a function, a loop, one iteration of it, a statement.
 * touch   number of the first access in it
 * steps   that lead to it
 * moved   what its parts move into the cache; NULL: it has none */
struct part {
  size_t touch;
  size_t steps;
  const lcm_expr *moved;
};

/* Where the count is.
 * level    bytes of the cache for which movement is counted; NULL: none
 * values   what the names of the function stand for
 * data     what its pointer parameters point to, by parameter
 * inside   depth of calls
 * home     how many steps lead to the function
 * runs     how often the steps "known" lead where they lead, the last time that
 *          was asked
 * unknown  indices whose range is not known */
struct walk {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_function *function;
  const lcm_section *data;
  const struct active *active;
  LCM_LIST(struct lcm_subst) values;
  lcm_cost_steps steps;
  lcm_cost_touches touches;
  LCM_LIST(struct lcm_cost_row) rows;
  LCM_LIST(struct open_row) open;
  LCM_LIST(struct part) parts;
  const lcm_expr *level;
  LCM_LIST(struct lcm_cost_note) notes;
  LCM_LIST(const char *) unknown;
  const lcm_expr *runs;
  const struct lcm_cost_step *known;
  size_t n_known;
  size_t home;
  size_t n_visited;
  unsigned inside;
};

static void visit(struct walk *walk, const lcm_node *node);

/* ---- small things ---------------------------------------------------------
 */

/* Return the arena of the walk. */
static lcm_arena *arena_of(const struct walk *walk) {
  return lcm_ctx_arena(walk->ctx);
}

/* Return "e" (NULL for NULL) with the names of the function replaced by what
 * they stand for. */
static const lcm_expr *resolve(const struct walk *walk, const lcm_expr *e) {
  return e && walk->values.n
             ? lcm_expr_subst(walk->ctx, e, walk->values.at, walk->values.n)
             : e;
}

/* Let "name" stand for "value" (NULL: for itself) from now on. */
static void set_value(struct walk *walk, const char *name,
                      const lcm_expr *value) {
  const struct lcm_subst subst = {
      name, value ? value : lcm_expr_symbol(walk->ctx, name, LCM_DIM_NONE)};
  LCM_LIST(struct lcm_subst) values = {0};
  for (size_t i = 0; i < walk->values.n; i++)
    if (walk->values.at[i].name != name)
      LCM_LIST_ADD(arena_of(walk), &values, walk->values.at[i]);
  LCM_LIST_ADD(arena_of(walk), &values, subst);
  walk->values.at = values.at;
  walk->values.n = values.n;
  walk->values.cap = values.cap;
}

/* Note "text" of the place of "node", once. */
static void remark(struct walk *walk, const lcm_node *node, const char *text) {
  for (size_t i = 0; i < walk->notes.n; i++)
    if (walk->notes.at[i].at.begin == node->loc.begin &&
        walk->notes.at[i].at.line == node->loc.line &&
        !strcmp(walk->notes.at[i].text, text))
      return;
  const struct lcm_cost_note note = {node->loc, text};
  LCM_LIST_ADD(arena_of(walk), &walk->notes, note);
}

/* Note "text" of the place of "node", once, and that what is open is an
 * estimate. */
static void note(struct walk *walk, const lcm_node *node, const char *text) {
  for (size_t i = 0; i < walk->open.n; i++)
    walk->rows.at[walk->open.at[i].row].about = true;
  remark(walk, node, text);
}

/* Return whether a loop around has the index "name". */
static bool is_index(const struct walk *walk, const char *name) {
  for (size_t i = 0; i < walk->steps.n; i++)
    if (walk->steps.at[i].nesting.index == name)
      return true;
  return false;
}

/* Return a name for "name" that no loop around has; the same again in the same
 * place. */
static const char *fresh_name(const struct walk *walk, const char *name) {
  for (unsigned i = 1;; i++) {
    const char *fresh = lcm_intern(
        walk->ctx, lcm_arena_printf(arena_of(walk), "%s.%u", name, i));
    if (!is_index(walk, fresh))
      return fresh;
  }
}

/* Add a step; the list is copied, because accesses point to it. */
static void add_step(struct walk *walk, struct lcm_cost_step step) {
  lcm_cost_steps steps = {0};
  for (size_t i = 0; i < walk->steps.n; i++)
    LCM_LIST_ADD(arena_of(walk), &steps, walk->steps.at[i]);
  LCM_LIST_ADD(arena_of(walk), &steps, step);
  walk->steps = steps;
}

/* Add a step that happens as often as "weight" says. */
static void add_weight(struct walk *walk, const lcm_expr *weight) {
  add_step(walk, (struct lcm_cost_step){.weight = weight, .guess = true});
}

/* Return the sum of "body" over all executions of what is being visited. */
static const lcm_expr *sum_here(struct walk *walk, const lcm_expr *body) {
  return lcm_cost_sum(walk->ctx, walk->steps.at, 0, walk->steps.n, body);
}

/* Return whether it is not certain how often what is being visited runs. */
static bool is_guess(const struct walk *walk) {
  for (size_t i = 0; i < walk->steps.n; i++)
    if (walk->steps.at[i].guess)
      return true;
  return false;
}

/* Return how often what is being visited is executed. */
static const lcm_expr *runs_here(struct walk *walk) {
  if (!walk->runs || walk->known != walk->steps.at ||
      walk->n_known != walk->steps.n)
    walk->runs = sum_here(walk, lcm_expr_int(walk->ctx, 1));
  walk->known = walk->steps.at;
  walk->n_known = walk->steps.n;
  return walk->runs;
}

/* ---- movement into a cache ------------------------------------------------
 */

/* Begin a part of what is executed. */
static void open_part(struct walk *walk) {
  const struct part part = {walk->touches.n, walk->steps.n, NULL};
  LCM_LIST_ADD(arena_of(walk), &walk->parts, part);
}

/* Return "once" where that fits into the cache, else "parts". */
static const lcm_expr *fits_or(const struct walk *walk, const lcm_expr *once,
                               const lcm_expr *parts) {
  const lcm_expr *fits =
      lcm_expr_binary(walk->ctx, LCM_X_LE, once, walk->level);
  if (lcm_expr_kind_of(parts) == LCM_X_IF && lcm_expr_arg(parts, 0) == fits)
    parts = lcm_expr_arg(parts, 2);
  return lcm_expr_if(walk->ctx, fits, once, parts);
}

/* End the part that began last; the steps that lead to it are those of the
 * walk. Return the bytes that it moves into the cache: what one execution
 * touches once where that fits, else what its parts move. */
static const lcm_expr *close_part(struct walk *walk) {
  lcm_ctx *ctx = walk->ctx;
  const struct part part = walk->parts.at[--walk->parts.n];
  const lcm_expr *moved = NULL;
  bool at_most = false;
  if (!walk->level)
    return NULL;
  moved = lcm_cost_bytes(&at_most, ctx, walk->touches.at + part.touch,
                         walk->touches.n - part.touch, part.steps);
  if (part.moved)
    moved = fits_or(walk, moved, part.moved);
  if (walk->parts.n) {
    struct part *outer = &walk->parts.at[walk->parts.n - 1];
    const lcm_expr *all =
        lcm_cost_sum(ctx, walk->steps.at, outer->steps, part.steps, moved);
    outer->moved = outer->moved ? lcm_expr_add(ctx, outer->moved, all) : all;
  }
  return moved;
}

/* ---- rows -----------------------------------------------------------------
 */

/* Begin the row of "node" (NULL: of the function). */
static void open_row(struct walk *walk, const lcm_node *node) {
  struct lcm_cost_row row = {
      .node = node, .depth = (unsigned)walk->open.n, .runs = runs_here(walk)};
  const struct open_row open = {walk->rows.n, walk->touches.n, walk->steps.n};
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    row.of[i] = lcm_expr_int(walk->ctx, 0);
  row.guess = is_guess(walk);
  row.about = row.guess;
  LCM_LIST_ADD(arena_of(walk), &walk->rows, row);
  LCM_LIST_ADD(arena_of(walk), &walk->open, open);
}

/* End the part of the row that began last. */
static void close_row_part(struct walk *walk) {
  const struct open_row *open = &walk->open.at[walk->open.n - 1];
  const lcm_expr *moved = close_part(walk);
  walk->rows.at[open->row].moved = moved ? sum_here(walk, moved) : NULL;
}

/* End the row that began last. */
static void close_row(struct walk *walk) {
  const struct open_row open = walk->open.at[--walk->open.n];
  struct lcm_cost_row *row = &walk->rows.at[open.row];
  bool at_most = false;
  bool bound = false;
  row->bytes = lcm_cost_bytes(&bound, walk->ctx, walk->touches.at + open.touch,
                              walk->touches.n - open.touch, 0);
  row->once = lcm_cost_bytes(&at_most, walk->ctx, walk->touches.at + open.touch,
                             walk->touches.n - open.touch, open.steps);
  row->at_most = row->at_most || bound;
}

/* Add what "node" counts to all open rows. */
static void add_costs(struct walk *walk, const lcm_node *node) {
  const lcm_expr *runs = NULL;
  for (size_t k = 0; k < LCM_COST_COUNT; k++) {
    const lcm_expr *one = resolve(walk, node->costs[k]);
    double number = 0;
    if (!one)
      continue;
    if (!runs && lcm_expr_is_number(one, &number))
      runs = runs_here(walk);
    const lcm_expr *all = lcm_expr_is_number(one, &number)
                              ? lcm_expr_mul(walk->ctx, runs, one)
                              : sum_here(walk, one);
    for (size_t i = 0; i < walk->open.n; i++) {
      struct lcm_cost_row *row = &walk->rows.at[walk->open.at[i].row];
      row->of[k] = lcm_expr_add(walk->ctx, row->of[k], all);
    }
  }
  const char *elsewhere = lcm_node_attribute(node, "elsewhere");
  if (elsewhere)
    note(walk, node,
         lcm_arena_printf(arena_of(walk),
                          "what %s() does is not counted by kind", elsewhere));
  if (lcm_node_attribute(node, "chance"))
    note(walk, node,
         "a choice in an expression: both ways taken as equally "
         "likely");
}

/* ---- ranges ---------------------------------------------------------------
 */

/* Return how often the factor of "range" fits into it: the last power k with
 * from * factor^k <= to. */
static const lcm_expr *last_power(struct walk *walk, const lcm_iteration *range,
                                  const lcm_expr *from, const lcm_expr *to) {
  lcm_ctx *ctx = walk->ctx;
  const lcm_expr *factor = resolve(walk, range->factor);
  const lcm_expr *quotient =
      lcm_expr_is_int(from, 1) ? to : lcm_expr_binary(ctx, LCM_X_DIV, to, from);
  const lcm_expr *log = NULL;
  if (lcm_expr_is_int(factor, 2))
    log = lcm_expr_apply(ctx, LCM_X_LOG2, quotient);
  else
    log = lcm_expr_div(
        ctx,
        lcm_expr_apply(ctx, LCM_X_LOG2,
                       lcm_expr_add(ctx, quotient, lcm_expr_ratio(ctx, 1, 2))),
        lcm_expr_apply(ctx, LCM_X_LOG2, factor));
  return lcm_expr_apply(ctx, LCM_X_FLOOR, log);
}

/* Enter a loop whose index is multiplied, or divided where it goes "down". */
static void enter_power(struct walk *walk, bool down,
                        const lcm_iteration *range) {
  lcm_ctx *ctx = walk->ctx;
  const lcm_expr *from = resolve(walk, range->from);
  const lcm_expr *to = resolve(walk, range->to);
  const char *name = fresh_name(walk, range->index);
  const lcm_expr *power =
      lcm_expr_pow(ctx, resolve(walk, range->factor),
                   lcm_expr_symbol(ctx, name, LCM_DIM_NONE));
  add_step(walk,
           (struct lcm_cost_step){.nesting = {.condition = lcm_expr_binary(
                                                  ctx, LCM_X_LE, from, to)}});
  add_step(walk, (struct lcm_cost_step){
                     .nesting = {name, lcm_expr_int(ctx, 0),
                                 last_power(walk, range, from, to), NULL}});
  set_value(walk, range->index,
            down ? lcm_expr_binary(ctx, LCM_X_DIV, to, power)
                 : lcm_expr_mul(ctx, from, power));
}

/* Enter a loop that goes in steps: a count of its own takes the place of its
 * index. */
static void enter_stride(struct walk *walk, bool down,
                         const lcm_iteration *range) {
  lcm_ctx *ctx = walk->ctx;
  const lcm_expr *from = resolve(walk, range->from);
  const lcm_expr *to = resolve(walk, range->to);
  const lcm_expr *step = resolve(walk, range->step);
  const lcm_expr *span = lcm_expr_sub(ctx, to, from);
  const char *name = fresh_name(walk, range->index);
  const lcm_expr *past =
      lcm_expr_mul(ctx, step, lcm_expr_symbol(ctx, name, LCM_DIM_NONE));
  double number = 0;
  if (!lcm_expr_is_number(step, &number)) {
    span = lcm_expr_binary(ctx, LCM_X_DIV, span, step);
    add_step(walk, (struct lcm_cost_step){
                       .nesting = {name, lcm_expr_int(ctx, 0), span, NULL}});
  } else {
    add_step(walk, (struct lcm_cost_step){
                       .nesting = {name, lcm_expr_int(ctx, 0), span, NULL}});
    add_step(walk, (struct lcm_cost_step){
                       .nesting = {.condition = lcm_expr_binary(ctx, LCM_X_LE,
                                                                past, span)}});
  }
  set_value(walk, range->index,
            down ? lcm_expr_sub(ctx, to, past) : lcm_expr_add(ctx, from, past));
}

/* Enter the loop of "range", which begins at its end where it goes "down". */
static void enter_range(struct walk *walk, bool down,
                        const lcm_iteration *range) {
  if (range->factor)
    enter_power(walk, down, range);
  else if (range->step)
    enter_stride(walk, down, range);
  else {
    const char *name = walk->inside || is_index(walk, range->index)
                           ? fresh_name(walk, range->index)
                           : range->index;
    add_step(walk, (struct lcm_cost_step){
                       .nesting = {name, resolve(walk, range->from),
                                   resolve(walk, range->to), NULL}});
    set_value(walk, range->index,
              lcm_expr_symbol(walk->ctx, name, LCM_DIM_NONE));
  }
}

/* ---- accesses -------------------------------------------------------------
 */

/* Return "section" of the function as one of the data of the function where the
 * count began. */
static lcm_section globalize(const struct walk *walk,
                             const lcm_section *section) {
  lcm_section out = *section;
  const size_t i = lcm_function_param(walk->function, section);
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(arena_of(walk), struct lcm_extent, section->n_extents + 1);
  for (size_t k = 0; k < section->n_extents; k++)
    extents[k] = (struct lcm_extent){resolve(walk, section->extents[k].lower),
                                     resolve(walk, section->extents[k].length),
                                     section->extents[k].field};
  out.extents = extents;
  out.element = resolve(walk, section->element);
  if (walk->data && i < walk->function->n_params && walk->data[i].datum)
    out = lcm_section_behind(walk->ctx, &walk->data[i], &out);
  return out;
}

/* Return whether the ranges of all indices in "e" are known. */
static bool is_known(const struct walk *walk, const lcm_expr *e) {
  for (size_t i = 0; i < walk->unknown.n; i++)
    if (lcm_expr_has(e, walk->unknown.at[i]))
      return false;
  return true;
}

/* Return the first of the elements that "extent" chooses, and another one for
 * each iteration of a loop of its own where there are several; NULL where they
 * are not known. */
static const lcm_expr *subscript_of(struct walk *walk,
                                    const struct lcm_extent *extent) {
  lcm_ctx *ctx = walk->ctx;
  if (!extent->lower || !extent->length || !is_known(walk, extent->lower))
    return NULL;
  if (lcm_expr_is_int(extent->length, 1))
    return extent->lower;
  const char *name = fresh_name(walk, "element");
  const lcm_expr *last =
      lcm_expr_sub(ctx, extent->length, lcm_expr_int(ctx, 1));
  add_step(walk, (struct lcm_cost_step){
                     .nesting = {name, lcm_expr_int(ctx, 0), last, NULL}});
  return lcm_expr_add(ctx, extent->lower,
                      lcm_expr_symbol(ctx, name, LCM_DIM_NONE));
}

/* Put the subscripts of "section" and the members between them into "touch". */
static void put_subscripts(struct walk *walk, struct lcm_cost_touch *touch,
                           const lcm_section *section) {
  const lcm_expr **out =
      LCM_NEW_ARRAY(arena_of(walk), const lcm_expr *, section->n_extents + 1);
  lcm_buf path = {0};
  for (size_t i = 0; i < section->n_extents; i++) {
    const struct lcm_extent *extent = &section->extents[i];
    if (extent->field) {
      lcm_buf_printf(&path, ".%s", extent->field);
      continue;
    }
    lcm_buf_puts(&path, "[]");
    out[touch->n_subscripts] = subscript_of(walk, extent);
    touch->exact = touch->exact && out[touch->n_subscripts++];
  }
  touch->subscripts = out;
  touch->path = lcm_intern(walk->ctx, path.text ? path.text : "");
  lcm_buf_free(&path);
}

/* Return whether "section" is memory that a pointer which is not followed leads
 * to: it has no variable. */
static bool is_nowhere(const lcm_section *section) {
  return section->why && section->key == section->datum && !section->n_extents;
}

/* Return whether "section" is a variable of which nothing more is known. */
static bool is_whole(const lcm_section *section) {
  return section->why && !section->n_extents && !section->element;
}

/* Note that "section", of the place of "node", is not among the bytes. */
static void note_missing(struct walk *walk, const lcm_node *node,
                         const lcm_section *section) {
  note(walk, node,
       section->why
           ? lcm_arena_printf(arena_of(walk), "%s is not among the bytes: %s",
                              section->datum, section->why)
           : "an element of unknown size is not among the bytes");
}

/* Note the access "own" of "node". */
static void add_touch(struct walk *walk, const lcm_node *node,
                      const lcm_section *own) {
  for (size_t i = 0; i < own->n_over; i++)
    enter_range(walk, false, &own->over[i]);
  const lcm_section section = globalize(walk, own);
  struct lcm_cost_touch touch = {
      .key = section.key, .bytes = section.element, .maybe = !section.exact};
  if (!lcm_section_is_array(&section) && !is_nowhere(&section) &&
      !is_whole(&section))
    return;
  if (!section.element) {
    note_missing(walk, node, &section);
    return;
  }
  if (section.why)
    remark(walk, node,
           lcm_arena_printf(arena_of(walk), "the bytes of %s are at most: %s",
                            section.datum, section.why));
  touch.exact = !is_nowhere(&section);
  put_subscripts(walk, &touch, &section);
  touch.steps = walk->steps.at;
  touch.n_steps = walk->steps.n;
  LCM_LIST_ADD(arena_of(walk), &walk->touches, touch);
}

/* Note the accesses "sections" of "node". */
static void add_touches(struct walk *walk, const lcm_node *node,
                        const lcm_section *sections, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const lcm_cost_steps steps = walk->steps;
    const struct walk outside = *walk;
    add_touch(walk, node, &sections[i]);
    walk->steps = steps;
    walk->values = outside.values;
  }
}

/* ---- nodes ----------------------------------------------------------------
 */

/* Visit the children of "node" in order. */
static void visit_children(struct walk *walk, const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    visit(walk, node->children[i]);
}

/* Enter the loop "node": what is known of how often its body runs. */
static void enter_loop(struct walk *walk, const lcm_node *node) {
  lcm_arena *arena = arena_of(walk);
  const lcm_expr *count = resolve(walk, node->u.loop.count);
  if (count) {
    note(walk, node, "how often the loop runs is what a comment says");
    add_weight(walk, count);
    for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
      const char *name = fresh_name(walk, node->u.loop.ranges[i].index);
      set_value(walk, node->u.loop.ranges[i].index,
                lcm_expr_symbol(walk->ctx, name, LCM_DIM_NONE));
      LCM_LIST_ADD(arena, &walk->unknown, name);
    }
    return;
  }
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    enter_range(walk, lcm_node_attribute(node, "down"),
                &node->u.loop.ranges[i]);
  if (node->u.loop.n_ranges)
    return;
  const char *name = lcm_intern(
      walk->ctx, lcm_arena_printf(arena, "trips_%u", node->loc.line));
  note(walk, node,
       lcm_arena_printf(arena,
                        "how often the loop runs is not known: `%s`, which -D "
                        "or a comment (`// lcm: count`) may give",
                        name));
  add_weight(walk, lcm_expr_symbol(walk->ctx, name, LCM_DIM_NONE));
}

/* End the part that began last, and its row where it is "shown". */
static void end(struct walk *walk, bool shown) {
  if (!shown) {
    (void)close_part(walk);
    return;
  }
  close_row_part(walk);
  close_row(walk);
}

/* Visit a loop. */
static void visit_loop(struct walk *walk, const lcm_node *node) {
  const struct walk outside = *walk;
  const bool shown = !walk->inside;
  add_costs(walk, node);
  if (shown)
    open_row(walk, node);
  const size_t row = walk->rows.n - 1;
  open_part(walk);
  enter_loop(walk, node);
  open_part(walk);
  if (shown) {
    walk->rows.at[row].trips = runs_here(walk);
    walk->rows.at[row].trips_guess = is_guess(walk);
  }
  add_touches(walk, node, node->reads, node->n_reads);
  add_touches(walk, node, node->writes, node->n_writes);
  visit_children(walk, node);
  (void)close_part(walk);
  walk->steps = outside.steps;
  walk->values = outside.values;
  end(walk, shown);
}

/* Enter alternative "i" of the branch "node". */
static void enter_choice(struct walk *walk, const lcm_node *node, size_t i) {
  lcm_ctx *ctx = walk->ctx;
  const lcm_expr *const *conditions = node->u.branch.conditions;
  const lcm_expr *const *chances = node->u.branch.probabilities;
  if (chances) {
    const lcm_expr *rest = lcm_expr_int(ctx, 1);
    for (size_t k = 0; k < i && !chances[i]; k++)
      rest = lcm_expr_sub(ctx, rest, chances[k]);
    add_weight(walk, resolve(walk, chances[i] ? chances[i] : rest));
    return;
  }
  for (size_t k = 0; k <= i; k++) {
    const lcm_expr *cond = resolve(walk, conditions[k]);
    if (!cond)
      continue;
    cond = k < i ? lcm_expr_apply(ctx, LCM_X_NOT, cond) : cond;
    if (!lcm_expr_is_int(cond, 1))
      add_step(walk, (struct lcm_cost_step){.nesting = {.condition = cond}});
  }
}

/* Note what is not known of the branch "node". */
static void doubt_branch(struct walk *walk, const lcm_node *node) {
  const char *chance = lcm_node_attribute(node, "probability");
  if (chance && !strcmp(chance, "default"))
    note(walk, node, "its ways are taken as equally likely");
  else if (node->u.branch.probabilities)
    note(walk, node, "how likely it is is what a comment says");
  if (lcm_node_attribute(node, "undecided"))
    note(walk, node, "a part of its condition is not known");
  const bool ends =
      lcm_node_attribute(node, "ends") && walk->steps.n > walk->home;
  for (size_t i = 0; ends && i < walk->open.n; i++)
    walk->rows.at[walk->open.at[i].row].at_most = true;
  if (ends)
    note(walk, node,
         "the loop around may end here: it is counted as if it did not");
  else if (lcm_node_attribute(node, "assumed"))
    note(walk, node, "taken as never");
}

/* Visit a branch. */
static void visit_branch(struct walk *walk, const lcm_node *node) {
  const struct walk outside = *walk;
  const bool open = lcm_node_attribute(node, "undecided") != NULL;
  doubt_branch(walk, node);
  for (size_t i = 0; i < node->n_children; i++) {
    if (open)
      add_weight(walk, lcm_expr_ratio(walk->ctx, 1, 2));
    else
      enter_choice(walk, node, i);
    visit(walk, node->children[i]);
    walk->steps = outside.steps;
    walk->values = outside.values;
  }
}

/* Return whether "function" is being executed already. */
static bool is_active(const struct walk *walk, const lcm_function *function) {
  for (const struct active *at = walk->active; at; at = at->outer)
    if (at->function == function)
      return true;
  return false;
}

/* Return what the pointer arguments of the call "node" point to. */
static const lcm_section *places_of(const struct walk *walk,
                                    const lcm_node *node, size_t n) {
  lcm_section *data = LCM_NEW_ARRAY(arena_of(walk), lcm_section, n + 1);
  for (size_t i = 0; i < n && i < node->u.call.n_args; i++)
    if (node->u.call.places && node->u.call.places[i].datum)
      data[i] = globalize(walk, &node->u.call.places[i]);
  return data;
}

/* Return the value of argument "i" of the call "node" of "callee", a name for
 * it where it has no model. */
static const lcm_expr *argument(struct walk *walk, const lcm_node *node,
                                const lcm_function *callee, size_t i) {
  const lcm_expr *const *sizes = node->u.call.sizes;
  const lcm_expr *value = NULL;
  if (i < node->u.call.n_args)
    value = resolve(walk, sizes && sizes[i] ? sizes[i] : node->u.call.args[i]);
  if (value)
    return value;
  return lcm_expr_symbol(
      walk->ctx,
      lcm_intern(walk->ctx, lcm_arena_printf(arena_of(walk), "%s.%s",
                                             callee->name, callee->params[i])),
      LCM_DIM_NONE);
}

/* Visit the body of "callee", which the call "node" executes. */
static void enter_function(struct walk *walk, const lcm_node *node,
                           const lcm_function *callee) {
  const struct walk outside = *walk;
  const struct active active = {callee, walk->active};
  const lcm_section *data = places_of(walk, node, callee->n_params);
  LCM_LIST(struct lcm_subst) values = {0};
  for (size_t i = 0; i < callee->n_params; i++) {
    const struct lcm_subst value = {callee->params[i],
                                    argument(walk, node, callee, i)};
    if (*callee->params[i])
      LCM_LIST_ADD(arena_of(walk), &values, value);
  }
  walk->values.at = values.at;
  walk->values.n = values.n;
  walk->values.cap = values.cap;
  walk->data = data;
  walk->function = callee;
  walk->active = &active;
  walk->home = walk->steps.n;
  walk->inside++;
  visit(walk, callee->body);
  walk->inside--;
  walk->home = outside.home;
  walk->active = outside.active;
  walk->function = outside.function;
  walk->data = outside.data;
  walk->values = outside.values;
  walk->steps = outside.steps;
}

/* Visit a call. */
static void visit_call(struct walk *walk, const lcm_node *node) {
  lcm_arena *arena = arena_of(walk);
  const lcm_function *callee =
      lcm_program_function(walk->program, node->u.call.callee);
  const bool shown = !walk->inside;
  if (shown)
    open_row(walk, node);
  open_part(walk);
  if (!callee || !callee->body)
    note(walk, node,
         lcm_arena_printf(arena, "what %s() does is not known and not counted",
                          callee ? callee->name : node->u.call.callee));
  else if (is_active(walk, callee))
    note(walk, node,
         lcm_arena_printf(arena,
                          "%s() calls itself: the inner call is not "
                          "counted",
                          callee->name));
  else
    enter_function(walk, node, callee);
  end(walk, shown);
}

/* Return whether the fragment "node" does more than to count: what a loop does
 * for itself has no row. */
static bool says_more(const lcm_node *node) {
  bool more = false;
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    more = more || (i != LCM_COST_INTEGER && node->costs[i]);
  return more;
}

/* Visit what stands in the program by itself. */
static void visit_fragment(struct walk *walk, const lcm_node *node) {
  const char *calls = lcm_node_attribute(node, "calls");
  bool any = node->n_reads || node->n_writes || calls;
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    any = any || node->costs[i];
  if (!any)
    return;
  const bool shown = !walk->inside && says_more(node);
  if (shown)
    open_row(walk, node);
  open_part(walk);
  add_costs(walk, node);
  add_touches(walk, node, node->reads, node->n_reads);
  add_touches(walk, node, node->writes, node->n_writes);
  if (calls)
    note(walk, node,
         lcm_arena_printf(arena_of(walk),
                          "what %s() does is not known and not counted",
                          calls));
  end(walk, shown);
}

/* Visit "node". */
static void visit(struct walk *walk, const lcm_node *node) {
  if (++walk->n_visited > MAX_VISITS) {
    note(walk, node, "too much is called: the rest is not counted");
    return;
  }
  if (node->ignored) {
    note(walk, node, "left out by a comment");
    return;
  }
  switch ((int)node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    visit_loop(walk, node);
    return;
  case LCM_NODE_BRANCH:
    visit_branch(walk, node);
    return;
  case LCM_NODE_CALL:
    visit_call(walk, node);
    return;
  case LCM_NODE_FRAGMENT:
    visit_fragment(walk, node);
    return;
  case LCM_NODE_LET:
    set_value(walk, node->u.let.name, resolve(walk, node->u.let.value));
    return;
  case LCM_NODE_OPAQUE:
    note(walk, node,
         lcm_arena_printf(arena_of(walk), "not counted: %s",
                          node->u.opaque.reason));
    return;
  }
  visit_children(walk, node);
}

/* What a structure says: that something is done, that it is counted. */
struct said {
  bool done;
  bool counted;
};

/* Note in "user" what "node" says. */
static lcm_status find_counts(const lcm_node *node, void *user) {
  struct said *said = user;
  said->done = said->done || (node->flops && !lcm_expr_is_int(node->flops, 0));
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    said->counted = said->counted || node->costs[i];
  return LCM_OK;
}

/* Count "function" of "program" into "*out". */
static void count_function(struct lcm_cost_function *out, lcm_ctx *ctx,
                           const lcm_program *program,
                           const lcm_function *function,
                           const lcm_expr *level) {
  const struct active active = {function, NULL};
  struct walk walk = {.ctx = ctx,
                      .program = program,
                      .function = function,
                      .active = &active,
                      .level = level};
  struct said said = {false, false};
  open_row(&walk, NULL);
  open_part(&walk);
  visit(&walk, function->body);
  if (!lcm_node_foreach(function->body, find_counts, &said) && said.done &&
      !said.counted)
    note(&walk, function->body,
         "nothing: its structure was made without "
         "--costs");
  end(&walk, true);
  *out = (struct lcm_cost_function){function, walk.rows.at, walk.rows.n,
                                    walk.notes.at, walk.notes.n};
}

lcm_status lcm_costs_count(const lcm_costs **out, lcm_ctx *ctx,
                           const lcm_program *program,
                           const struct lcm_cost_options *options) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_costs *costs = LCM_NEW(arena, lcm_costs);
  const lcm_expr *level =
      options->level ? lcm_expr_int(ctx, options->level) : NULL;
  struct lcm_cost_function *functions =
      LCM_NEW_ARRAY(arena, struct lcm_cost_function, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++) {
    const lcm_function *function = &program->functions[i];
    if (function->body &&
        (!options->only || !strcmp(function->key, options->only)))
      count_function(&functions[costs->n_functions++], ctx, program, function,
                     level);
  }
  costs->functions = functions;
  *out = costs;
  return LCM_OK;
}
