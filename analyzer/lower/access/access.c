#include <string.h>

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/access/added.h"
#include "analyzer/lower/access/again.h"
#include "analyzer/lower/access/effect.h"
#include "analyzer/lower/access/place.h"
#include "analyzer/lower/control/loop.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/sure.h"
#include "model/expr/build.h"
#include "model/expr/change.h"
#include "model/expr/intern.h"
#include "model/sections/section.h"

enum { MAX_ACCESSES = 64 };

static const char CONDITION[] = "a condition decides whether it is touched";
static const char LENGTH[] = "it is touched in a loop of unknown length";
static const char LEFT[] = "it is touched in a loop that may be left early";
static const char BEHIND[] = "what stands before it may be left early";

static void collect(struct lcm_collection *c, const lcm_ast *ast,
                    enum lcm_mode mode);

/* Return whether "name" is listed in a clause that makes it private here. */
static bool is_listed(const struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->privates.n; i++)
    if (l->privates.at[i] == name &&
        (i < l->n_threadprivate || i >= l->first_private))
      return true;
  return false;
}

/* Return whether the memory that only the pointer "ref" points to belongs to
 * whoever executes here: it is allocated where that pointer is private. */
static bool is_own_memory(struct lcm_lowering *l, const lcm_ast *ref) {
  size_t n = 0;
  const lcm_ast *const *values = lcm_flow_values(&n, l, ref->key);
  for (size_t i = 0; i < n; i++)
    if (!values[i]->last || !lcm_flow_allocates(values[i]->last) ||
        values[i]->begin < l->region)
      return false;
  return n > 0;
}

/* Return whether "object" is private to whoever executes here. */
static bool is_private(struct lcm_lowering *l,
                       const struct lcm_object *object) {
  const lcm_ast *ref = object->base;
  const struct lcm_local *local = lcm_lower_local_of(l, ref->key);
  const bool inside =
      local && !local->is_static && l->region && local->begin >= l->region;
  const bool own =
      (inside || is_listed(l, ref->name)) && !(local && local->is_shared);
  return own && (!object->through || is_own_memory(l, ref));
}

/* Return the section of "section"'s variable as a whole. */
static lcm_section whole_of(const lcm_section *section, const char *why) {
  lcm_section whole = *section;
  whole.n_extents = whole.n_over = 0;
  whole.element = NULL;
  whole.exact = whole.maybe = false;
  whole.why = why;
  return whole;
}

/* Add "section" to "list" unless it is there; where there are too many, the
 * whole variable. */
static void add(struct lcm_collection *c, lcm_section_list *list,
                const lcm_section *section) {
  for (size_t i = 0; i < list->n; i++)
    if (lcm_section_equal(&list->at[i], section)) {
      const bool priced = section->priced && list->at[i].priced;
      if (section->exact && !list->at[i].exact)
        list->at[i] = *section;
      list->at[i].priced = priced;
      return;
    }
  if (list->n < MAX_ACCESSES) {
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), list, *section);
    return;
  }
  const lcm_section whole =
      whole_of(section, "the fragment has too many accesses");
  for (size_t i = 0; i < list->n; i++)
    if (lcm_section_equal(&list->at[i], &whole))
      return;
  LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), list, whole);
}

/* Return whether what "object" is belongs to no data: it lives inside the
 * fragment, is a pointer variable itself, or a number of the function that no
 * team sees. */
static bool is_no_data(const struct lcm_collection *c,
                       const struct lcm_object *object) {
  const struct lcm_local *local = lcm_lower_local_of(c->l, object->base->key);
  if (!object->n && object->base->is_pointer && !object->base->is_array)
    return true;
  if (!local || local->is_static || local->is_shared || local->is_seen)
    return false;
  const lcm_ast *home = local->home;
  const bool inside = home && home->begin >= c->begin && home->end <= c->end;
  return inside || (!c->l->region && !object->n && !object->base->is_array &&
                    !object->base->is_record);
}

/* Note what "object" is in one iteration of the loops around, used as "mode"
 * says. */
static void note_nested(struct lcm_collection *c,
                        const struct lcm_object *object, enum lcm_mode mode,
                        long long size, const lcm_ast *ast) {
  const size_t inner = c->inner.n;
  c->inner.n = 0;
  const lcm_section section = lcm_place_section(c, object, size, ast);
  c->inner.n = inner;
  if (mode & LCM_MODE_READ)
    lcm_nest_access(c->l, &c->nest, &section, false);
  if (mode & LCM_MODE_WRITE)
    lcm_nest_access(c->l, &c->nest, &section, true);
}

/* Return whether the analysis counts and "e" (may be NULL) speaks of a local
 * variable whose value has no model. */
static bool is_guessed(struct lcm_lowering *l, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n =
      e && l->options->costs ? lcm_expr_names(&names, l->ctx, e) : 0;
  for (size_t i = 0; i < n; i++) {
    const char *plain = strncmp(names[i], "c.", 2)
                            ? names[i]
                            : lcm_intern(l->ctx, names[i] + 2);
    const struct lcm_local *local = lcm_lower_local(l, plain);
    if (local && local->n_unknown && !lcm_lower_is_given(l, plain))
      return true;
  }
  return false;
}

/* Return whether "object" lies behind a pointer that is set to what is not
 * followed: each time it may be other memory. */
static bool is_changing(struct lcm_lowering *l,
                        const struct lcm_object *object) {
  size_t n = 0;
  if (!object->through || !object->why || !object->n)
    return false;
  (void)lcm_flow_values(&n, l, object->base->key);
  return n > 0;
}

/* Where the analysis counts: let the steps of "object" that nobody can count be
 * unknown ones. */
static void forget_steps(struct lcm_lowering *l, struct lcm_object *object) {
  if (l->options->costs && is_changing(l, object))
    object->steps[0] = (struct lcm_extent){NULL, NULL, NULL};
  for (size_t i = 0; i < object->n; i++)
    if (is_guessed(l, object->steps[i].lower)) {
      object->steps[i] = (struct lcm_extent){NULL, NULL, NULL};
      object->why =
          object->why ? object->why : "a subscript that is not followed";
    }
  if (l->options->costs && object->closed && object->n < LCM_MAX_STEPS)
    object->steps[object->n++] = (struct lcm_extent){NULL, NULL, NULL};
}

/* Where the analysis counts: let "section", of a variable that is seen as
 * another type, be some piece of "size" bytes of it. */
static void count_cast(struct lcm_lowering *l, lcm_section *section,
                       const struct lcm_object *object, long long size) {
  if (!l->options->costs || !object->n || section->n_extents || size <= 0)
    return;
  section->extents = LCM_NEW(lcm_ctx_arena(l->ctx), struct lcm_extent);
  section->n_extents = 1;
  section->element = lcm_expr_int(l->ctx, size);
}

void lcm_access_note(struct lcm_collection *c, const struct lcm_object *object,
                     enum lcm_mode mode, long long size, const lcm_ast *ast) {
  struct lcm_object place = *object;
  if (is_no_data(c, object))
    return;
  forget_steps(c->l, &place);
  lcm_section section = lcm_place_section(c, &place, size, ast);
  count_cast(c->l, &section, &place, size);
  section.is_private = is_private(c->l, object);
  section.priced = c->priced;
  if (!section.n_extents)
    section.n_over = 0;
  if (mode & LCM_MODE_READ)
    add(c, &c->reads, &section);
  if (mode & LCM_MODE_WRITE)
    add(c, &c->writes, &section);
  if (c->inner.n && section.n_extents && !section.is_private && !c->priced)
    note_nested(c, object, mode, size, ast);
}

/* Note that memory at the lvalue "ast" is used, which nothing is known of. */
static void note_unknown(struct lcm_collection *c, const lcm_ast *ast,
                         enum lcm_mode mode) {
  const size_t most = 32;
  const size_t n = ast->end - ast->begin;
  const char *text =
      lcm_intern_n(c->l->ctx, c->l->text + ast->begin, n < most ? n : most);
  lcm_section section = {.datum = text,
                         .key = text,
                         .why = "the pointer to it is not followed",
                         .loc = lcm_lower_loc(c->l, ast)};
  if (ast->size > 0)
    section.element = lcm_expr_int(c->l->ctx, ast->size);
  if (mode & LCM_MODE_READ)
    add(c, &c->reads, &section);
  if (mode & LCM_MODE_WRITE)
    add(c, &c->writes, &section);
}

/* Note that the lvalue "ast" is used as "mode" says. */
static void note(struct lcm_collection *c, const lcm_ast *ast,
                 enum lcm_mode mode) {
  struct lcm_objects objects;
  size_t at = 0;
  if (ast->is_function || ast->is_pointer || ast->end > c->l->len)
    return;
  if (ast->kind == LCM_AST_REF &&
      (!ast->key || !*ast->key ||
       (!ast->is_array && lcm_map_get(&c->l->syntax->by_name, ast->name, &at))))
    return;
  lcm_place_object(&objects, c, ast);
  for (size_t i = 0; i < objects.n; i++)
    lcm_access_note(c, &objects.at[i], mode, ast->size, ast);
  if (!objects.n)
    note_unknown(c, ast, mode);
}

/* Collect from the children of "ast" from "child" on as reads. */
static void collect_from(struct lcm_collection *c, const lcm_ast *child) {
  for (; child; child = child->next)
    collect(c, child, LCM_MODE_READ);
}

/* Begin to doubt, for the reason "why", that what follows is executed; "n": in
 * how many of the loops around that may differ. */
static void begin_doubt(struct lcm_collection *c, const char *why, size_t n) {
  c->doubt = c->doubt ? c->doubt : why;
  c->n_doubtful = n > c->n_doubtful ? n : c->n_doubtful;
}

/* Return in how many of the loops around the value of "condition" may differ
 * from one iteration to the next. */
static size_t varying_in(struct lcm_collection *c, const lcm_ast *condition) {
  size_t n = c->inner.n;
  const lcm_expr *e =
      n ? lcm_place_expr(c, condition->begin, condition->end) : NULL;
  while (e && n && !lcm_expr_has(e, c->inner.at[n - 1].index))
    n--;
  return n;
}

/* As collect_from where "condition" decides whether the children are
 * executed. */
static void collect_doubtful(struct lcm_collection *c, const lcm_ast *condition,
                             const lcm_ast *child) {
  const struct lcm_collection before = *c;
  begin_doubt(c, CONDITION, varying_in(c, condition));
  collect_from(c, child);
  c->doubt = before.doubt;
  c->n_doubtful = before.n_doubtful;
}

/* Collect what finding the lvalue or pointer "ast" reads. */
static void collect_inside(struct lcm_collection *c, const lcm_ast *ast) {
  switch ((int)ast->kind) {
  case LCM_AST_REF:
    return;
  case LCM_AST_ADDRESS:
  case LCM_AST_SUBSCRIPT:
  case LCM_AST_MEMBER:
  case LCM_AST_DEREF:
    if (!ast->first)
      return;
    collect_inside(c, ast->first);
    collect_from(c, ast->first->next);
    return;
  }
  collect(c, ast, LCM_MODE_READ);
}

/* Return whether control may leave "ast" other than at its end; "loop" and
 * "choice": for itself, a loop or a switch, not counting what ends it; "stay":
 * nor what leaves the function or jumps. */
static bool has_exit(const lcm_ast *ast, bool loop, bool choice, bool stay) {
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return false;
  if ((!stay && (ast->kind == LCM_AST_RETURN || ast->kind == LCM_AST_GOTO)) ||
      (ast->kind == LCM_AST_BREAK && !loop && !choice) ||
      (ast->kind == LCM_AST_CONTINUE && !loop))
    return true;
  const bool inner = ast->kind == LCM_AST_FOR || ast->kind == LCM_AST_WHILE ||
                     ast->kind == LCM_AST_DO;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (has_exit(child, loop || inner,
                 choice || inner || ast->kind == LCM_AST_SWITCH, stay))
      return true;
  return false;
}

/* Return whether something in the body of the loop "ast" leaves it, or a round
 * of it, early. */
static bool is_left_early(const lcm_ast *ast) {
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (has_exit(child, false, false, false))
      return true;
  return false;
}

/* Collect from the loop "ast" inside the fragment. */
static void collect_loop(struct lcm_collection *c, const lcm_ast *ast) {
  lcm_iteration range;
  const char *before = c->doubt;
  const size_t n_doubtful = c->n_doubtful;
  const bool counted =
      ast->kind == LCM_AST_FOR && lcm_lower_header(&range, c->l, ast);
  if (counted) {
    range.from = lcm_place_settle(c, range.from);
    range.to = lcm_place_settle(c, range.to);
    range.step = lcm_place_settle(c, range.step);
  }
  const bool known = counted && range.from && range.to;
  if (known) {
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->inner, range);
    lcm_nest_enter(c->l, &c->nest, range);
  }
  if (is_left_early(ast))
    begin_doubt(c, LEFT, c->inner.n);
  else if (!known && ast->kind != LCM_AST_DO)
    begin_doubt(c, LENGTH, c->inner.n);
  collect_from(c, ast->first);
  c->doubt = before;
  c->n_doubtful = n_doubtful;
  c->inner.n -= known;
  if (known)
    lcm_nest_leave(c->l, &c->nest);
}

/* Collect from the statements from "ast" to "last" (NULL: all).  As elsewhere,
 * what returns early is taken for an exception that does not happen. */
static void collect_statements(struct lcm_collection *c, const lcm_ast *ast,
                               const lcm_ast *last) {
  const char *before = c->doubt;
  const size_t n_doubtful = c->n_doubtful;
  for (; ast; ast = ast->next) {
    collect(c, ast, LCM_MODE_READ);
    if (ast == last)
      break;
    if (has_exit(ast, false, false, true))
      begin_doubt(c, BEHIND, c->inner.n);
  }
  c->doubt = before;
  c->n_doubtful = n_doubtful;
}

/* Collect from the arguments of the call "ast", and from what is called. */
static void collect_arguments(struct lcm_collection *c, const lcm_ast *ast) {
  const lcm_ast *callee = ast->first;
  if (callee && !ast->is_function)
    collect_inside(c, callee);
  for (const lcm_ast *arg = callee ? callee->next : NULL; arg; arg = arg->next)
    if (arg->is_pointer || arg->kind == LCM_AST_ADDRESS)
      collect_inside(c, arg);
    else
      collect(c, arg, LCM_MODE_READ);
}

/* Collect from the call "ast". */
static void collect_call(struct lcm_collection *c, const lcm_ast *ast) {
  collect_arguments(c, ast);
  if (!ast->marked)
    lcm_effect_note(c, ast);
}

/* Collect from "ast" where it is an atomic operation; false where it is
 * none. */
static bool collect_atomic(struct lcm_collection *c, const lcm_ast *ast) {
  struct lcm_objects objects;
  const char *text = c->l->text + ast->begin;
  const size_t n = ast->end - ast->begin;
  const lcm_ast *place = ast->first;
  if (!place || ast->end > c->l->len || n < 16 ||
      (strncmp(text, "atomic_", 7) != 0 && strncmp(text, "__atomic_", 9) != 0 &&
       strncmp(text, "__c11_atomic_", 13) != 0))
    return false;
  const size_t name = strcspn(text, "(");
  const bool load = memmem(text, name, "load", 4);
  const bool store = memmem(text, name, "store", 5);
  lcm_place_pointee(&objects, c, place);
  for (size_t i = 0; i < objects.n; i++) {
    lcm_place_advance(c->l, &objects.at[i], lcm_expr_int(c->l->ctx, 0),
                      lcm_expr_int(c->l->ctx, 1));
    lcm_access_note(c, &objects.at[i],
                    load    ? LCM_MODE_READ
                    : store ? LCM_MODE_WRITE
                            : LCM_MODE_UPDATE,
                    place->first ? place->first->size : 0, place);
  }
  return objects.n > 0;
}

/* Collect what the assignment, update or address "ast" accesses. */
static void collect_change(struct lcm_collection *c, const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  if (!target)
    return;
  if (ast->kind == LCM_AST_ADDRESS) {
    collect_inside(c, target);
    return;
  }
  collect_from(c, target->next);
  collect(c, target,
          ast->kind == LCM_AST_ASSIGN ? LCM_MODE_WRITE : LCM_MODE_UPDATE);
}

/* Return whether the variable "ast", which its function makes anew each time it
 * comes by, begins with a value. */
static bool begins_with_value(const struct lcm_collection *c,
                              const lcm_ast *ast) {
  const struct lcm_local *local = lcm_lower_local_of(c->l, ast->key);
  if (!ast->last || !local || local->is_static || ast->last->begin >= c->l->len)
    return false;
  const char first = c->l->text[ast->last->begin];
  const bool list = first == '{' || first == '"';
  return ast->is_flat ? !ast->is_array || list
                      : !ast->is_pointer && (!ast->is_record || !list);
}

/* Collect from the declaration of the variable "ast". */
static void collect_variable(struct lcm_collection *c, const lcm_ast *ast) {
  const struct lcm_object whole = {.base = ast};
  collect_from(c, ast->first);
  if (ast->key && begins_with_value(c, ast))
    lcm_access_note(c, &whole, LCM_MODE_WRITE, ast->size, ast);
}

/* Collect what "ast", used as "mode" says, accesses. */
static void collect(struct lcm_collection *c, const lcm_ast *ast,
                    enum lcm_mode mode) {
  switch ((int)ast->kind) {
  case LCM_AST_REF:
    note(c, ast, mode);
    return;
  case LCM_AST_SUBSCRIPT:
  case LCM_AST_MEMBER:
  case LCM_AST_DEREF:
    note(c, ast, mode);
    collect_inside(c, ast);
    return;
  case LCM_AST_VAR:
    collect_variable(c, ast);
    return;
  case LCM_AST_ASSIGN:
  case LCM_AST_UPDATE:
  case LCM_AST_ADDRESS:
    collect_change(c, ast);
    return;
  case LCM_AST_SIZEOF:
    return;
  case LCM_AST_OTHER:
    (void)collect_atomic(c, ast);
    break;
  case LCM_AST_CALL:
    collect_call(c, ast);
    return;
  case LCM_AST_FOR:
  case LCM_AST_WHILE:
  case LCM_AST_DO:
    collect_loop(c, ast);
    return;
  case LCM_AST_COMPOUND:
    collect_statements(c, ast->first, NULL);
    return;
  case LCM_AST_IF:
  case LCM_AST_SWITCH:
  case LCM_AST_CONDITIONAL:
  case LCM_AST_AND:
  case LCM_AST_OR:
    if (ast->first) {
      collect(c, ast->first, LCM_MODE_READ);
      collect_doubtful(c, ast->first, ast->first->next);
    }
    return;
  }
  collect_from(c, ast->first);
}

/* Return the "*n" sections at "old" with those of "more"; their number goes
 * into "*n". */
static const lcm_section *extended(struct lcm_lowering *l,
                                   const lcm_section *old, size_t *n,
                                   const lcm_section_list *more) {
  lcm_section_list all = {0};
  for (size_t i = 0; i < *n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &all, old[i]);
  for (size_t i = 0; i < more->n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &all, more->at[i]);
  *n = all.n;
  return all.at;
}

void lcm_lower_touch(struct lcm_lowering *l, lcm_node *node,
                     const lcm_section_list *reads,
                     const lcm_section_list *writes) {
  if (reads->n)
    node->reads = extended(l, node->reads, &node->n_reads, reads);
  if (writes->n)
    node->writes = extended(l, node->writes, &node->n_writes, writes);
}

void lcm_lower_accesses(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *first, const lcm_ast *last) {
  struct lcm_collection c = {.l = l, .begin = first->begin, .end = last->end};
  collect_statements(&c, first, last);
  lcm_added_note(l, &c.writes, first, last);
  lcm_sure_note(&c.reads, &c.writes, first, last);
  lcm_nest_finish(l, &c.nest, node);
  if (c.keeps)
    lcm_lower_attribute(l, node, "keeps", c.keeps);
  node->reads = c.reads.at;
  node->n_reads = c.reads.n;
  node->writes = c.writes.at;
  node->n_writes = c.writes.n;
}

/* Return whether "section" is an index of the loop "node". */
static bool is_index(const lcm_node *node, const lcm_section *section) {
  for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
    const char *index = node->u.loop.ranges[i].index;
    const char *plain = strncmp(index, "c.", 2) ? index : index + 2;
    if (!section->n_extents && !strcmp(section->datum, plain))
      return true;
  }
  return false;
}

void lcm_lower_header_touch(struct lcm_lowering *l, lcm_node *node,
                            const lcm_ast *part, bool repeated) {
  struct lcm_collection c = {.l = l, .begin = part->begin, .end = part->end};
  lcm_section_list reads = {0};
  lcm_section_list writes = {0};
  collect(&c, part, LCM_MODE_READ);
  for (size_t i = 0; i < c.reads.n; i++)
    if (c.reads.at[i].n_extents)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &reads, c.reads.at[i]);
  for (size_t i = 0; i < c.writes.n && repeated; i++)
    if (!is_index(node, &c.writes.at[i]))
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &writes, c.writes.at[i]);
  lcm_lower_touch(l, node, &reads, &writes);
}

/* Drop from "list" what are numbers of the function; "written": but for those
 * that members of a team share. */
static void drop_numbers(struct lcm_lowering *l, lcm_section_list *list,
                         bool written) {
  size_t kept = 0;
  for (size_t i = 0; i < list->n; i++) {
    const lcm_section *section = &list->at[i];
    const struct lcm_local *local = lcm_lower_local_of(l, section->key);
    if (section->n_extents || !local || local->is_static ||
        (written && l->region && local->begin < l->region &&
         !section->is_private))
      list->at[kept++] = *section;
  }
  list->n = kept;
}

void lcm_lower_values(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast) {
  struct lcm_collection c = {.l = l, .begin = ast->begin, .end = ast->end};
  collect_statements(&c, ast, ast);
  drop_numbers(l, &c.reads, false);
  drop_numbers(l, &c.writes, true);
  lcm_lower_touch(l, node, &c.reads, &c.writes);
}

void lcm_lower_arguments(struct lcm_lowering *l, lcm_node *node,
                         const lcm_ast *call) {
  struct lcm_collection c = {.l = l, .begin = call->begin, .end = call->end};
  collect_arguments(&c, call);
  for (size_t i = 0; i < c.reads.n; i++)
    c.reads.at[i].passed = node->kind == LCM_NODE_MESSAGE;
  drop_numbers(l, &c.reads, false);
  lcm_lower_touch(l, node, &c.reads, &c.writes);
}

/* Return "object", to which "ast" points, as a section. */
static lcm_section section_of(struct lcm_collection *c,
                              struct lcm_object *object, const lcm_ast *ast) {
  const struct lcm_extent *end =
      object->n ? &object->steps[object->n - 1] : NULL;
  if (end && !end->field && end->lower && lcm_expr_is_int(end->lower, 0))
    object->n--;
  forget_steps(c->l, object);
  lcm_section section = lcm_place_section(c, object, 0, ast);
  section.is_private = is_private(c->l, object);
  const long long size = lcm_place_element(c->l, object);
  if (size > 0)
    section.element = lcm_expr_int(c->l->ctx, size);
  return section;
}

lcm_section lcm_lower_place(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_collection c = {.l = l};
  struct lcm_objects objects;
  lcm_section first = {.datum = NULL};
  const lcm_section *also = NULL;
  lcm_place_pointee(&objects, &c, ast);
  if (!objects.n || (objects.n > 1 && l->options->costs))
    return first;
  for (size_t i = objects.n - 1; i > 0; i--) {
    lcm_section *other = LCM_NEW(lcm_ctx_arena(l->ctx), lcm_section);
    *other = section_of(&c, &objects.at[i], ast);
    other->also = also;
    also = other;
  }
  first = section_of(&c, &objects.at[0], ast);
  first.also = also;
  return first;
}
