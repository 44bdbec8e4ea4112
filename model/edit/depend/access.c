/* Which data the nodes of an edit read and write, through calls as well. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "model/edit/depend/access.h"
#include "model/sections/sections.h"

/* How many accesses are kept, and how many nodes are visited for them. */
enum { MOST_ACCESSES = 4000, MOST_VISITS = 20000 };

typedef LCM_LIST(lcm_section) section_list;

/* How names begin that stand for arguments and locals that are not known. */
static const char UNKNOWN[] = "?";

/* A walk over what nodes execute. */
struct walk {
  struct lcm_edit_accesses *out;
  struct lcm_editing *e;
  const lcm_function *function; /* that is executed */
  /* what its pointer parameters point to, NULL in the function of the edit */
  const lcm_section *data;
  LCM_LIST(struct lcm_subst) values; /* what its names stand for */
  LCM_LIST(lcm_iteration) ranges;    /* of the loops around */
  LCM_LIST(unsigned) loops;          /* the numbers of these */
  /* the walk over what calls it; NULL: nothing does */
  const struct walk *outer;
  const lcm_node *root; /* what is walked */
  /* how many nodes around may leave out what is in them */
  unsigned doubtful;
  unsigned chosen; /* how many of these are branches */
  unsigned open;   /* how many are no loops whose rounds are all made */
  /* how many branches before may have left the round of the loop around, or
   * more than that */
  unsigned left;
  unsigned gone;
  /* behind which offset a `continue` may have ended the round of a loop around;
   * 0: behind none */
  unsigned skip;
};

static void visit(struct walk *w, const lcm_node *node);

static lcm_arena *arena_of(const struct walk *w) {
  return lcm_ctx_arena(w->e->ctx);
}

/* Note that "why" what "node" touches is not known. */
static void note(struct walk *w, const lcm_node *node, const char *why) {
  if (w->out->why)
    return;
  w->out->n_found++;
  w->out->why = why;
  w->out->where = node;
}

/* Return "e" in terms of the function of the edit by the walk "user". */
static const lcm_expr *resolve(const lcm_expr *e, void *user) {
  const struct walk *w = user;
  return w->values.n ? lcm_expr_subst(w->e->ctx, e, w->values.at, w->values.n)
                     : e;
}

/* Return the number of elements of the row that "place" points into, NULL where
 * it points into none. */
static const lcm_expr *row_of(const lcm_section *place) {
  return place->n_over == 1 && !strcmp(place->over->index, LCM_INDEX_ROW)
             ? place->over->to
             : NULL;
}

/* Let "section", which lies behind "place", be somewhere where its subscript
 * may leave the row that this points into. */
static void check_row(struct walk *w, lcm_section *section,
                      const lcm_section *place) {
  lcm_ctx *ctx = w->e->ctx;
  LCM_LIST(lcm_iteration) ranges = {0};
  const lcm_expr *row = row_of(place);
  const size_t d = place->n_extents - 1;
  if (!row || !place->n_extents || d >= section->n_extents || !d)
    return;
  const struct lcm_extent *step = &section->extents[d];
  if (!step->length) {
    section->over = place->over;
    section->n_over = place->n_over;
    return;
  }
  for (size_t i = 0; i < w->ranges.n; i++)
    LCM_LIST_ADD(arena_of(w), &ranges, w->ranges.at[i]);
  for (size_t i = 0; i < section->n_over; i++)
    LCM_LIST_ADD(arena_of(w), &ranges, section->over[i]);
  if (!lcm_expr_is_int(row, 0) &&
      lcm_section_keeps(ctx, ranges.at, ranges.n, step->lower,
                        lcm_expr_sub(ctx, row, step->length)))
    return;
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(arena_of(w), struct lcm_extent, section->n_extents);
  memcpy(extents, section->extents, section->n_extents * sizeof *extents);
  extents[d] = extents[d - 1] = (struct lcm_extent){NULL, NULL, NULL};
  section->extents = extents;
  section->exact = section->decided = false;
  section->why = section->why ? section->why : "a subscript may leave its row";
}

/* Return the argument or local that is not known of which "e" (may be NULL)
 * speaks; NULL: none. */
static const char *unknown_in(const struct walk *w, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, w->e->ctx, e) : 0;
  for (size_t i = 0; i < n; i++)
    if (*names[i] == *UNKNOWN)
      return names[i] + strlen(UNKNOWN);
  return NULL;
}

/* Forget the steps of "section" that speak of arguments and locals that are not
 * known. */
static void forget_unknown(const struct walk *w, lcm_section *section) {
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(arena_of(w), struct lcm_extent, section->n_extents + 1);
  const char *found = NULL;
  for (size_t i = 0; i < section->n_extents; i++) {
    const char *lower = unknown_in(w, section->extents[i].lower);
    const char *name =
        lower ? lower : unknown_in(w, section->extents[i].length);
    extents[i] = section->extents[i];
    if (name)
      extents[i] = (struct lcm_extent){NULL, NULL, NULL};
    found = found ? found : name;
  }
  for (size_t i = 0; i < section->n_over && !found; i++) {
    const char *from = unknown_in(w, section->over[i].from);
    found = from ? from : unknown_in(w, section->over[i].to);
  }
  if (!found)
    return;
  section->extents = extents;
  section->exact = section->decided = false;
  section->why = section->why
                     ? section->why
                     : lcm_arena_printf(arena_of(w),
                                        "what '%s' holds there is not followed",
                                        lcm_name_plain(found));
}

/* Return "section" likewise, behind "place" unless that is NULL. */
static lcm_section globalize(struct walk *w, const lcm_section *section,
                             const lcm_section *place) {
  lcm_section out = lcm_section_map(w->e->ctx, section, resolve, w);
  if (section->element)
    out.element = resolve(section->element, w);
  forget_unknown(w, &out);
  out.also = NULL;
  if (!place)
    return out;
  out = lcm_section_behind(w->e->ctx, place, &out);
  out.sure = out.sure && (!lcm_section_is_array(&out) || place->sure);
  check_row(w, &out, place);
  out.is_private = out.is_private || place->is_private;
  return out;
}

/* Add "section" to "out", for each place that it may lie at. */
static void add_global(struct walk *w, section_list *out,
                       const lcm_section *section) {
  const size_t i = lcm_function_param(w->function, section);
  const lcm_section *place =
      w->data && i < w->function->n_params && w->data[i].datum ? &w->data[i]
                                                               : NULL;
  const bool lost = w->data && !place && i < w->function->n_params &&
                    section->n_extents && !section->extents[0].field;
  do {
    lcm_section one = globalize(w, section, place);
    one.exact = one.exact && !lost;
    one.decided = one.decided && !lost;
    one.why = lost && !one.why ? "the pointer to it is not followed" : one.why;
    LCM_LIST_ADD(arena_of(w), out, one);
    place = place ? place->also : NULL;
  } while (place);
}

bool lcm_edit_is_elsewhere(const lcm_section *section) {
  return section->n_extents &&
         (section->via || (section->why && strstr(section->why, "point")));
}

/* Return whether "key" is of a variable that lives in "function": it is
 * "c:FILE@OFFSET@F@FUNCTION@NAME"; "*offset" says where it is declared. */
static bool is_variable_of(unsigned long *offset, const char *key,
                           const lcm_function *function) {
  const char *at = key ? strchr(key, '@') : NULL;
  char *end = NULL;
  *offset = at ? strtoul(at + 1, &end, 10) : 0;
  if (!at || end == at + 1 || strncmp(end, "@F@", 3) || !function->name)
    return false;
  const size_t n = strlen(function->name);
  return !strncmp(end + 3, function->name, n) && end[3 + n] == '@';
}

/* Return whether "section" is what a pointer parameter of "function" points
 * to. */
static bool is_pointed(const lcm_function *function,
                       const lcm_section *section) {
  return section->n_extents && !section->extents[0].field &&
         lcm_function_param(function, section) < function->n_params;
}

/* Return whether each execution of what is walked has the variable of "section"
 * anew: it is declared in there, or in a function that is called from there. */
static bool lives_inside(const struct walk *w, const lcm_section *section) {
  unsigned long offset = 0;
  if (lcm_edit_is_elsewhere(section))
    return false;
  for (const struct walk *at = w; at; at = at->outer)
    if (is_variable_of(&offset, section->key, at->function))
      return at->outer
                 ? !is_pointed(at->function, section)
                 : offset >= at->root->loc.begin && offset < at->root->loc.end;
  return false;
}

/* Return whether something before what is at "at" decides whether that is
 * executed. */
static bool is_behind(const struct walk *w, lcm_loc at) {
  return w->left + w->gone > 0 || (w->skip && at.begin > w->skip);
}

/* Let "w" know where the rounds of the loop "node" may end, also of those of
 * loops around it. */
static void set_skip(struct walk *w, const lcm_node *node) {
  const char *text = lcm_node_attribute(node, "skips");
  const unsigned skip = text ? (unsigned)strtoul(text, NULL, 10) : 0;
  if (skip && (!w->skip || skip < w->skip))
    w->skip = skip;
}

/* Add the accesses of "node" to the "n" sections at "sections". */
static void touch(struct walk *w, const lcm_node *node,
                  const lcm_section *sections, size_t n, bool writes) {
  section_list all = {0};
  if (!n)
    return;
  w->out->n_found++;
  lcm_iteration *ranges =
      LCM_NEW_ARRAY(arena_of(w), lcm_iteration, w->ranges.n + 1);
  unsigned *loops = LCM_NEW_ARRAY(arena_of(w), unsigned, w->ranges.n + 1);
  if (w->ranges.n) {
    memcpy(ranges, w->ranges.at, w->ranges.n * sizeof *ranges);
    memcpy(loops, w->loops.at, w->ranges.n * sizeof *loops);
  }
  for (size_t i = 0; i < n; i++)
    if (!sections[i].is_private || !w->out->shared)
      add_global(w, &all, &sections[i]);
  for (size_t i = 0; i < all.n; i++) {
    struct lcm_edit_accesses *out =
        lives_inside(w, &all.at[i]) ? w->out->own : w->out;
    const bool behind = is_behind(w, all.at[i].loc);
    const bool maybe = w->chosen > 0 || behind;
    const struct lcm_edit_access access = {
        &all.at[i], ranges,   w->ranges.n, loops, writes,       !w->doubtful,
        maybe,      !w->open, behind,      node,  w->out->part, w->out->state};
    if (out && out->of.n >= MOST_ACCESSES)
      note(w, node, "there are too many accesses");
    else if (out && (!all.at[i].is_private || !w->out->shared))
      LCM_LIST_ADD(arena_of(w), &out->of, access);
  }
}

/* Return whether the author declared what "node" reads or writes. */
static bool is_declared(const lcm_node *node) {
  for (size_t i = 0; i < node->n_reads; i++)
    if (node->reads[i].declared)
      return true;
  for (size_t i = 0; i < node->n_writes; i++)
    if (node->writes[i].declared)
      return true;
  return false;
}

/* Let "name" stand for "value" from here on. */
static void set_value(struct walk *w, const char *name, const lcm_expr *value) {
  const struct lcm_subst entry = {name, value};
  for (size_t i = 0; i < w->values.n; i++)
    if (w->values.at[i].name == name) {
      w->values.at[i] = entry;
      return;
    }
  LCM_LIST_ADD(arena_of(w), &w->values, entry);
}

/* Let all that the pointer arguments of the call "node" lead to be touched, in
 * what way nobody knows. */
static void touch_unknown(struct walk *w, const lcm_node *node) {
  static const struct lcm_extent SOMEWHERE = {NULL, NULL, NULL};
  for (size_t i = 0; node->u.call.places && i < node->u.call.n_args; i++)
    for (const lcm_section *at = &node->u.call.places[i]; at && at->datum;
         at = at->also) {
      lcm_section all = *at;
      all.extents = &SOMEWHERE;
      all.n_extents = 1;
      all.n_over = 0;
      all.exact = false;
      touch(w, node, &all, 1, false);
      touch(w, node, &all, 1, true);
    }
}

/* Return what the pointer argument "i" of the call "node" points to, as "w"
 * sees it: a list, each with the next. */
static lcm_section place_of(struct walk *w, const lcm_node *node, size_t i) {
  section_list all = {0};
  for (const lcm_section *at = &node->u.call.places[i]; at && at->datum;
       at = at->also)
    add_global(w, &all, at);
  for (size_t k = 0; k + 1 < all.n; k++)
    all.at[k].also = &all.at[k + 1];
  return all.n ? all.at[0] : (lcm_section){.datum = NULL};
}

/* Return whether "function" is being executed. */
static bool is_active(const struct walk *w, const lcm_function *function) {
  for (; w; w = w->outer)
    if (w->function == function)
      return true;
  return false;
}

/* Return what stands for the parameter "name", of which it is not known what a
 * call gives to it: each time it may be something else. */
static const lcm_expr *unknown_value(const struct walk *w, const char *name) {
  return lcm_expr_symbol(w->e->ctx, LCM_INTERN_JOINED(w->e->ctx, UNKNOWN, name),
                         LCM_DIM_NONE);
}

/* Let the locals of the function of "w" that are declared from the offset
 * "begin" to "end", and whose values are not followed, be unknown. */
static void set_unknown(struct walk *w, unsigned begin, unsigned end) {
  const lcm_node *body = w->function->body;
  const char *at = body ? lcm_node_attribute(body, "unknown") : NULL;
  while (at && *at) {
    const size_t n = strcspn(at, "@");
    const char *name = lcm_intern_n(w->e->ctx, at, n);
    const unsigned long where = at[n] ? strtoul(at + n + 1, NULL, 10) : 0;
    if (where >= begin && where < end)
      set_value(w, name, unknown_value(w, name));
    at += strcspn(at, ";");
    at += *at == ';';
  }
}

/* Return what "name" stands for in "w", NULL for nothing. */
static const lcm_expr *value_of(const struct walk *w, const char *name) {
  for (size_t i = 0; i < w->values.n; i++)
    if (w->values.at[i].name == name)
      return w->values.at[i].by;
  return NULL;
}

/* Let the index of "range", a loop that "w" comes to, stand for itself; return
 * what it stood for. */
static const lcm_expr *enter_index(struct walk *w, const lcm_iteration *range) {
  const lcm_expr *before = value_of(w, range->index);
  if (before)
    set_value(w, range->index,
              lcm_expr_symbol(w->e->ctx, range->index, LCM_DIM_NONE));
  return before;
}

/* Visit what the call "node" executes. */
static void visit_call(struct walk *w, const lcm_node *node) {
  const lcm_function *callee =
      lcm_program_function(w->e->program, node->u.call.callee);
  if (!callee || !callee->body) {
    touch_unknown(w, node);
    note(w, node,
         lcm_arena_printf(arena_of(w), "what '%s' does is not seen",
                          callee ? callee->name : node->u.call.callee));
    return;
  }
  if (is_active(w, callee)) {
    note(w, node, "the function calls itself");
    return;
  }
  struct walk inner = {.out = w->out,
                       .e = w->e,
                       .function = callee,
                       .outer = w,
                       .doubtful = w->doubtful,
                       .chosen = w->chosen,
                       .left = w->left + is_behind(w, node->loc),
                       .gone = w->gone,
                       .open = w->open};
  lcm_section *data =
      LCM_NEW_ARRAY(arena_of(w), lcm_section, callee->n_params + 1);
  for (size_t i = 0; i < callee->n_params && i < node->u.call.n_args; i++) {
    const lcm_expr *arg =
        node->u.call.args[i] ? resolve(node->u.call.args[i], w) : NULL;
    if (node->u.call.places)
      data[i] = place_of(w, node, i);
    if (*callee->params[i])
      set_value(&inner, callee->params[i],
                arg ? arg : unknown_value(w, callee->params[i]));
  }
  set_unknown(&inner, 0, UINT_MAX);
  inner.data = data;
  for (size_t i = 0; i < w->ranges.n; i++) {
    LCM_LIST_ADD(arena_of(w), &inner.ranges, w->ranges.at[i]);
    LCM_LIST_ADD(arena_of(w), &inner.loops, w->loops.at[i]);
  }
  visit(&inner, callee->body);
}

/* Return whether nothing was found in the function that the call "node"
 * executes, when it was visited before, and nobody is told of its nodes. */
static bool is_blank(const struct walk *w, const lcm_node *node) {
  size_t known = 0;
  return !w->out->watch && node->u.call.callee &&
         lcm_map_get(&w->out->blank, node->u.call.callee, &known);
}

/* Visit what the call "node" executes; remember where nothing is found. */
static void visit_called(struct walk *w, const lcm_node *node) {
  const size_t before = w->out->n_found;
  if (is_blank(w, node))
    return;
  visit_call(w, node);
  if (w->out->n_found == before && !w->out->cut && !w->out->watch &&
      node->u.call.callee)
    lcm_map_put(arena_of(w), &w->out->blank, node->u.call.callee, 1);
}

/* Return whether what is in "node" may be executed or not. */
static bool is_doubtful(const lcm_node *node) {
  return lcm_node_is_loop(node->kind) || node->kind == LCM_NODE_PARALLEL ||
         node->kind == LCM_NODE_BRANCH || node->kind == LCM_NODE_TASK;
}

/* Return whether what is in "node" may be left out in another way than that a
 * loop has no rounds. */
static bool is_open(const lcm_node *node) {
  return is_doubtful(node) &&
         (node->kind != LCM_NODE_LOOP || node->u.loop.n_ranges != 1 ||
          lcm_node_attribute(node, "left") ||
          lcm_node_attribute(node, "moved"));
}

/* Return whether the loop "node", whose index has the values of "range", has at
 * least one round, which is not left early. */
static bool is_run(const struct walk *w, const lcm_node *node,
                   const lcm_iteration *range) {
  double from = 0;
  double to = 0;
  if (is_open(node) || !range->from || !range->to)
    return false;
  if (lcm_expr_is_number(range->from, &from) &&
      lcm_expr_is_number(range->to, &to))
    return from <= to;
  const lcm_expr *span = lcm_expr_sub(w->e->ctx, range->to, range->from);
  return span && lcm_section_keeps(w->e->ctx, w->ranges.at, w->ranges.n - 1,
                                   span, span);
}

/* Note what the task "node" says that it depends on, and what on it. */
static void touch_depends(struct walk *w, const lcm_node *node) {
  struct lcm_edit_accesses *out = w->out;
  w->out = out->depends;
  for (size_t i = 0; w->out && i < node->u.task.n_depends; i++) {
    const struct lcm_depend *depend = &node->u.task.depends[i];
    touch(w, node, &depend->section, 1, strcmp(depend->type, "in") != 0);
  }
  w->out = out;
}

/* Return whether "node" sets variables, of which nothing is known behind it but
 * what stands there. */
static bool has_lets(const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    if (node->children[i]->kind == LCM_NODE_LET)
      return true;
  return false;
}

/* Visit the children of "node"; what variables are given in it they hold in it
 * alone. */
static void visit_children(struct walk *w, const lcm_node *node) {
  const size_t n = has_lets(node) ? w->values.n : 0;
  struct lcm_subst *before =
      LCM_NEW_ARRAY(arena_of(w), struct lcm_subst, n + 1);
  const bool scope = has_lets(node);
  if (n)
    memcpy(before, w->values.at, n * sizeof *before);
  for (size_t i = 0; i < node->n_children; i++)
    visit(w, node->children[i]);
  if (n)
    memcpy(w->values.at, before, n * sizeof *before);
  if (scope)
    w->values.n = n;
}

/* Visit what "node", which is no call, has below it. */
static void visit_below(struct walk *w, const lcm_node *node) {
  const size_t outside = w->ranges.n;
  const unsigned left = w->left;
  const unsigned skip = w->skip;
  const bool loop = lcm_node_is_loop(node->kind);
  bool doubtful = is_doubtful(node);
  const lcm_expr *before = NULL;
  for (size_t i = 0; loop && i < node->u.loop.n_ranges; i++) {
    const lcm_expr *held = enter_index(w, &node->u.loop.ranges[i]);
    before = i ? before : held;
    lcm_iteration range =
        lcm_iteration_map(&node->u.loop.ranges[i], resolve, w);
    range.from = unknown_in(w, range.from) ? NULL : range.from;
    range.to = unknown_in(w, range.to) ? NULL : range.to;
    LCM_LIST_ADD(arena_of(w), &w->ranges, range);
    LCM_LIST_ADD(arena_of(w), &w->loops, ++w->out->n_loops);
    doubtful = doubtful && !is_run(w, node, &range);
  }
  set_skip(w, node);
  touch(w, node, node->reads, node->n_reads, false);
  touch(w, node, node->writes, node->n_writes, true);
  if (node->kind == LCM_NODE_TASK)
    touch_depends(w, node);
  w->doubtful += doubtful;
  w->chosen += node->kind == LCM_NODE_BRANCH;
  w->open += is_open(node);
  if (!is_declared(node))
    visit_children(w, node);
  w->doubtful -= doubtful;
  w->chosen -= node->kind == LCM_NODE_BRANCH;
  w->open -= is_open(node);
  if (before)
    set_value(w, node->u.loop.ranges[0].index, before);
  w->ranges.n = w->loops.n = outside;
  w->skip = skip;
  w->left = loop || node->kind == LCM_NODE_WHILE ? left : w->left;
}

/* Visit "node", which is not left out, and what it executes. */
static void visit_node(struct walk *w, const lcm_node *node) {
  if (node->kind == LCM_NODE_OPAQUE)
    note(w, node, node->u.opaque.reason);
  const char *keeps = lcm_node_attribute(node, "keeps");
  if (keeps && !is_declared(node))
    note(w, node, lcm_arena_printf(arena_of(w), "it calls '%s'", keeps));
  if (lcm_node_attribute(node, "volatile") && !is_declared(node))
    note(w, node, "it touches volatile data, in order");
  const char *wraps = lcm_node_attribute(node, "wraps");
  w->out->n_found += wraps != NULL;
  if (wraps && !w->out->wraps) {
    w->out->wraps = wraps;
    w->out->wraps_at = node;
  }
  if (node->kind == LCM_NODE_CALL) {
    touch(w, node, node->reads, node->n_reads, false);
    touch(w, node, node->writes, node->n_writes, true);
    if (!is_declared(node))
      visit_called(w, node);
    return;
  }
  visit_below(w, node);
  if (node->kind == LCM_NODE_LET && node->u.let.value)
    set_value(w, node->u.let.name, resolve(node->u.let.value, w));
  else if (node->kind == LCM_NODE_LET && value_of(w, node->u.let.name))
    set_value(w, node->u.let.name, unknown_value(w, node->u.let.name));
}

/* Visit "node" and what it executes. */
static void visit(struct walk *w, const lcm_node *node) {
  const struct lcm_edit_watch *watch = w->out->watch;
  if (node->ignored)
    return;
  if (w->out->n_visits++ >= MOST_VISITS) {
    note(w, node, "it calls too much");
    w->out->cut = true;
    return;
  }
  w->out->values = w->values.at;
  w->out->n_values = w->values.n;
  if (watch)
    watch->enter(node, w->ranges.n, watch->user);
  visit_node(w, node);
  if (node->kind == LCM_NODE_BRANCH && node->marks.exit)
    w->gone++;
  else if (node->kind == LCM_NODE_BRANCH && node->marks.ends)
    w->left++;
  if (watch)
    watch->leave(node, watch->user);
}

void lcm_edit_touch(struct lcm_edit_accesses *out, struct lcm_editing *e,
                    const lcm_function *function, const lcm_node *node) {
  struct walk w = {.out = out, .e = e, .function = function, .root = node};
  set_unknown(&w, node->loc.begin, node->loc.end);
  visit(&w, node);
}
