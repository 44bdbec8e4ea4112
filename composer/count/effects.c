/* What functions do to their caller's data: summaries, callees first. */
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "composer/count/effects.h"
#include "model/sections/sections.h"

enum { MAX_SECTIONS = 64, MAX_PASSES = 4 };

static const char RECURSION[] = "the function calls itself";
static const char CONDITION[] = "a condition decides whether it is executed";
static const char ARGUMENT[] = "an argument has no value that is known";
static const char MANY[] = "the function has too many accesses";

/* What is known of a function. */
struct summary {
  /* reads, writes: sections of parameters and of data outside all functions */
  LCM_LIST(lcm_section) reads;
  LCM_LIST(lcm_section) writes;
  bool is_active;    /* it is being visited */
  bool is_visited;   /* it stands in the order */
  bool is_recursive; /* it may be reached from itself */
};

/* All functions; "order" has their numbers, callees first, "stack" those being
 * visited. */
struct summaries {
  lcm_ctx *ctx;
  const lcm_program *program;
  struct summary *of;
  LCM_LIST(size_t) order;
  LCM_LIST(size_t) stack;
};

/* A function that is summarised. */
struct body {
  struct summaries *all;
  const lcm_function *function;
  struct summary *out;
  LCM_LIST(struct lcm_subst) values; /* what its names stand for so far */
  LCM_LIST(lcm_iteration) ranges;    /* of the loops around */
  /* a condition decides whether what is visited is executed */
  bool maybe;
};

static lcm_arena *arena_of(const struct summaries *all) {
  return lcm_ctx_arena(all->ctx);
}

/* ---- order ----------------------------------------------------------------
 */

static void visit_calls(struct summaries *all, const lcm_node *node);

/* Put function number "i", behind all that it calls, into the order. */
static void visit_function(struct summaries *all, size_t i) {
  struct summary *summary = &all->of[i];
  const lcm_node *body = all->program->functions[i].body;
  if (summary->is_active) {
    for (size_t k = all->stack.n; k-- > 0;) {
      all->of[all->stack.at[k]].is_recursive = true;
      if (all->stack.at[k] == i)
        return;
    }
  }
  if (summary->is_visited || !body)
    return;
  summary->is_visited = summary->is_active = true;
  LCM_LIST_ADD(arena_of(all), &all->stack, i);
  visit_calls(all, body);
  all->stack.n--;
  summary->is_active = false;
  LCM_LIST_ADD(arena_of(all), &all->order, i);
}

/* Visit what "node" and what is below it calls. */
static void visit_calls(struct summaries *all, const lcm_node *node) {
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(all->program, node->u.call.callee)
          : NULL;
  if (callee)
    visit_function(all, (size_t)(callee - all->program->functions));
  for (size_t i = 0; i < node->n_children; i++)
    visit_calls(all, node->children[i]);
}

/* ---- sections -------------------------------------------------------------
 */

/* Return "e" with the names of the function replaced by what they stand for;
 * NULL stays NULL. */
static const lcm_expr *resolve(const struct body *b, const lcm_expr *e) {
  return e && b->values.n
             ? lcm_expr_subst(b->all->ctx, e, b->values.at, b->values.n)
             : e;
}

/* Return "section" with the "n" names of "by" replaced. */
static lcm_section replaced(struct summaries *all, const lcm_section *section,
                            const struct lcm_subst *by, size_t n) {
  lcm_ctx *ctx = all->ctx;
  lcm_section out = *section;
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(arena_of(all), struct lcm_extent, section->n_extents + 1);
  lcm_iteration *over =
      LCM_NEW_ARRAY(arena_of(all), lcm_iteration, section->n_over + 1);
  for (size_t i = 0; i < section->n_extents; i++) {
    const struct lcm_extent *e = &section->extents[i];
    extents[i] = (struct lcm_extent){
        e->lower ? lcm_expr_subst(ctx, e->lower, by, n) : NULL,
        e->length ? lcm_expr_subst(ctx, e->length, by, n) : NULL, e->field};
  }
  for (size_t i = 0; i < section->n_over; i++) {
    const lcm_iteration *r = &section->over[i];
    over[i] = (lcm_iteration){
        r->index, r->from ? lcm_expr_subst(ctx, r->from, by, n) : NULL,
        r->to ? lcm_expr_subst(ctx, r->to, by, n) : NULL,
        r->step ? lcm_expr_subst(ctx, r->step, by, n) : NULL,
        r->factor ? lcm_expr_subst(ctx, r->factor, by, n) : NULL};
  }
  out.extents = extents;
  out.over = over;
  return out;
}

/* Return whether "section" lies behind a pointer that "function" is given. */
static bool is_given(const lcm_function *function, const lcm_section *section) {
  if (lcm_function_param(function, section) == function->n_params)
    return false;
  return section->n_extents ? !section->extents[0].field
                            : section->why && !section->element;
}

/* Return whether "section" is part of data outside all functions. */
static bool is_global(const lcm_section *section) {
  return section->key && !strstr(section->key, "@F@");
}

/* Return whether "a" says all that "b" says. */
static bool contains(lcm_ctx *ctx, const lcm_section *a, const lcm_section *b) {
  const struct lcm_side x = {a, NULL, 0};
  const struct lcm_side y = {b, NULL, 0};
  if (a->key != b->key)
    return false;
  if (!a->n_extents)
    return !a->exact || b->exact;
  return lcm_section_equal(a, b) ||
         (b->exact && lcm_section_covers(ctx, &x, &y));
}

/* Add "section" to what the function of "b" reads or, as "write" says,
 * writes. */
static void add(struct body *b, lcm_section section, bool write) {
  struct summaries *all = b->all;
  lcm_section **list = write ? &b->out->writes.at : &b->out->reads.at;
  size_t *n = write ? &b->out->writes.n : &b->out->reads.n;
  size_t kept = 0;
  if (!is_global(&section) && !is_given(b->function, &section))
    return;
  if (b->out->is_recursive)
    lcm_section_blur(&section, RECURSION);
  else if (*n >= MAX_SECTIONS)
    lcm_section_blur(&section, MANY);
  for (size_t i = 0; i < *n; i++)
    if (contains(all->ctx, &(*list)[i], &section))
      return;
  for (size_t i = 0; i < *n; i++)
    if (!contains(all->ctx, &section, &(*list)[i]))
      (*list)[kept++] = (*list)[i];
  *n = kept;
  if (write)
    LCM_LIST_ADD(arena_of(all), &b->out->writes, section);
  else
    LCM_LIST_ADD(arena_of(all), &b->out->reads, section);
}

/* Return that "name" is the index of a loop around, in the body "user". */
static bool is_index(const char *name, void *user) {
  const struct body *b = user;
  for (size_t i = 0; i < b->ranges.n; i++)
    if (b->ranges.at[i].index == name)
      return true;
  return false;
}

/* Add "section", which one execution touches, for all iterations of the loops
 * around. */
static void add_all(struct body *b, const lcm_section *section, bool write) {
  const struct lcm_varying ranges = {b->ranges.at, b->ranges.n, is_index, b};
  const lcm_section here = replaced(b->all, section, b->values.at, b->values.n);
  lcm_section wide = lcm_section_over(b->all->ctx, &here, &ranges);
  if (b->maybe && !wide.why)
    wide.why = CONDITION;
  wide.exact = wide.exact && !wide.why;
  add(b, wide, write);
}

/* Add the "n" sections at "sections" that are not private. */
static void add_sections(struct body *b, const lcm_section *sections, size_t n,
                         bool write) {
  for (size_t i = 0; i < n; i++)
    if (!sections[i].is_private)
      add_all(b, &sections[i], write);
}

/* ---- calls ----------------------------------------------------------------
 */

/* Return whether "section" speaks of a parameter of "callee" for which the call
 * "node" gives no value. */
static bool is_open(struct summaries *all, const lcm_section *section,
                    const lcm_function *callee, const lcm_node *node) {
  for (size_t i = 0; i < callee->n_params; i++) {
    const char *name = callee->params[i];
    if (i < node->u.call.n_args && node->u.call.args[i])
      continue;
    const struct lcm_subst by = {name, lcm_expr_int(all->ctx, 0)};
    const lcm_section other = replaced(all, section, &by, *name ? 1 : 0);
    if (!lcm_section_equal(&other, section))
      return true;
  }
  return false;
}

/* Add "section", which a function touches behind a parameter, where the
 * argument points to "place", or to what else it may. */
static void add_places(struct body *b, const lcm_section *place,
                       const lcm_section *section, bool write) {
  for (; place && place->datum; place = place->also) {
    if (place->is_private)
      continue;
    lcm_section out = lcm_section_behind(b->all->ctx, place, section);
    if (!section->n_extents || !out.n_extents)
      lcm_section_blur(&out, out.why ? out.why : section->why);
    out.exact = out.exact && !out.why;
    add_all(b, &out, write);
  }
}

/* Add "section", which "callee" touches, for the call "node". */
static void add_called(struct body *b, const lcm_node *node,
                       const lcm_function *callee, const lcm_section *section,
                       bool write) {
  struct summaries *all = b->all;
  const size_t i = lcm_function_param(callee, section);
  struct lcm_subst *by =
      LCM_NEW_ARRAY(arena_of(all), struct lcm_subst, callee->n_params + 1);
  size_t n = 0;
  for (size_t k = 0; k < callee->n_params && k < node->u.call.n_args; k++)
    if (node->u.call.args[k] && *callee->params[k])
      by[n++] = (struct lcm_subst){callee->params[k], node->u.call.args[k]};
  lcm_section out = *section;
  if (is_open(all, section, callee, node))
    lcm_section_blur(&out, ARGUMENT);
  else
    out = replaced(all, section, by, n);
  if (i == callee->n_params) {
    out.exact = out.exact && !out.why;
    add_all(b, &out, write);
    return;
  }
  if (i < node->u.call.n_args && node->u.call.places)
    add_places(b, &node->u.call.places[i], &out, write);
}

/* Add what the call "node" does. */
static void add_call(struct body *b, const lcm_node *node) {
  const lcm_program *program = b->all->program;
  const lcm_function *callee =
      lcm_program_function(program, node->u.call.callee);
  if (callee && callee->body) {
    const struct summary *of = &b->all->of[callee - program->functions];
    for (size_t i = 0; i < of->reads.n; i++)
      add_called(b, node, callee, &of->reads.at[i], false);
    for (size_t i = 0; i < of->writes.n; i++)
      add_called(b, node, callee, &of->writes.at[i], true);
    return;
  }
  for (size_t i = 0; i < node->u.call.n_args && node->u.call.places; i++)
    for (const lcm_section *at = &node->u.call.places[i]; at && at->datum;
         at = at->also) {
      lcm_section place = *at;
      if (place.is_private)
        continue;
      lcm_section_blur(&place, lcm_arena_printf(arena_of(b->all),
                                                "%s() is not in the program",
                                                node->u.call.callee));
      add(b, place, false);
      add(b, place, true);
    }
}

/* ---- bodies ---------------------------------------------------------------
 */

/* Return whether the author declared what "node" reads or writes. */
static bool is_declared(const lcm_node *node) {
  bool declared = false;
  for (size_t i = 0; i < node->n_reads; i++)
    declared = declared || node->reads[i].declared;
  for (size_t i = 0; i < node->n_writes; i++)
    declared = declared || node->writes[i].declared;
  return declared;
}

/* Enter the loop "node". */
static void enter(struct body *b, const lcm_node *node) {
  for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
    const lcm_iteration *range = &node->u.loop.ranges[i];
    const lcm_iteration known = {range->index, resolve(b, range->from),
                                 resolve(b, range->to), resolve(b, range->step),
                                 resolve(b, range->factor)};
    LCM_LIST_ADD(arena_of(b->all), &b->ranges, known);
  }
  b->maybe = b->maybe || !node->u.loop.n_ranges;
}

/* Let "name" stand for "value" from here on. */
static void set_value(struct body *b, const char *name, const lcm_expr *value) {
  for (size_t i = 0; i < b->values.n; i++)
    if (b->values.at[i].name == name) {
      b->values.at[i].by = value;
      return;
    }
  const struct lcm_subst entry = {name, value};
  LCM_LIST_ADD(arena_of(b->all), &b->values, entry);
}

/* Add what "node" and what is below it does. */
static void visit(struct body *b, const lcm_node *node) {
  const size_t n_ranges = b->ranges.n;
  const bool maybe = b->maybe;
  if (node->ignored)
    return;
  if (node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_WHILE ||
      node->kind == LCM_NODE_PARLOOP)
    enter(b, node);
  add_sections(b, node->reads, node->n_reads, false);
  add_sections(b, node->writes, node->n_writes, true);
  b->maybe = b->maybe || node->kind == LCM_NODE_BRANCH;
  if (node->kind == LCM_NODE_LET && node->u.let.value)
    set_value(b, node->u.let.name, resolve(b, node->u.let.value));
  if (!is_declared(node)) {
    if (node->kind == LCM_NODE_CALL)
      add_call(b, node);
    for (size_t i = 0; i < node->n_children; i++)
      visit(b, node->children[i]);
  }
  b->ranges.n = n_ranges;
  b->maybe = maybe;
}

/* Summarise function number "i"; return whether that says more than before. */
static bool summarise(struct summaries *all, size_t i) {
  struct summary *out = &all->of[i];
  struct body b = {
      .all = all, .function = &all->program->functions[i], .out = out};
  const size_t before = out->reads.n + out->writes.n;
  if (!out->is_recursive)
    out->reads.n = out->writes.n = 0;
  visit(&b, b.function->body);
  return out->reads.n + out->writes.n != before;
}

/* An entry of a list of functions: its number, and where it stands. */
struct place {
  size_t function;
  lcm_loc loc;
};

/* Order functions by where they stand. */
static int place_order(const void *a, const void *b) {
  const struct place *x = a;
  const struct place *y = b;
  const int by =
      strcmp(x->loc.file ? x->loc.file : "", y->loc.file ? y->loc.file : "");
  if (by)
    return by;
  if (x->loc.begin != y->loc.begin)
    return x->loc.begin < y->loc.begin ? -1 : 1;
  return (x->function > y->function) - (x->function < y->function);
}

/* What functions do; "entry": its parameters are nobody's data. */
struct listing {
  lcm_arena *arena;
  const char *entry;
  LCM_LIST(lcm_effect) effects;
};

/* Add the "n" sections at "sections" that "function" reads or writes. */
static void list(struct listing *out, const lcm_function *function,
                 const lcm_section *sections, size_t n, bool write) {
  const bool entry = out->entry && !strcmp(function->key, out->entry);
  for (size_t i = 0; i < n; i++) {
    const size_t param = lcm_function_param(function, &sections[i]);
    const lcm_effect effect = {function, param, sections[i], write};
    if (!entry || param == function->n_params)
      LCM_LIST_ADD(out->arena, &out->effects, effect);
  }
}

/* Return the effects that all functions have together, by where they stand;
 * their number goes into "*n". */
static const lcm_effect *listed(const struct summaries *all, size_t *n) {
  const lcm_program *program = all->program;
  struct listing out = {.arena = arena_of(all), .entry = program->entry};
  struct place *places =
      LCM_NEW_ARRAY(arena_of(all), struct place, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++)
    places[i] = (struct place){i, program->functions[i].loc};
  qsort(places, program->n_functions, sizeof *places, place_order);
  for (size_t i = 0; i < program->n_functions; i++) {
    const size_t at = places[i].function;
    const struct summary *of = &all->of[at];
    list(&out, &program->functions[at], of->reads.at, of->reads.n, false);
    list(&out, &program->functions[at], of->writes.at, of->writes.n, true);
  }
  *n = out.effects.n;
  return out.effects.at;
}

const lcm_effect *lcm_effects_find(size_t *n, lcm_ctx *ctx,
                                   const lcm_program *program) {
  struct summaries all = {.ctx = ctx, .program = program};
  all.of = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct summary,
                         program->n_functions + 1);
  bool again = true;
  for (size_t i = 0; i < program->n_functions; i++)
    visit_function(&all, i);
  for (unsigned pass = 0; pass < MAX_PASSES && again; pass++) {
    again = false;
    for (size_t i = 0; i < all.order.n; i++)
      if (!pass || all.of[all.order.at[i]].is_recursive)
        again |= summarise(&all, all.order.at[i]) &&
                 all.of[all.order.at[i]].is_recursive;
  }
  return listed(&all, n);
}

void lcm_section_blur(lcm_section *section, const char *why) {
  section->n_extents = section->n_over = 0;
  section->element = NULL;
  section->exact = section->maybe = false;
  section->why = why;
}
