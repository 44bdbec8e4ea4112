/* Accesses as sections: which to note, and which to leave out as private. */
#include <string.h>

#include "analyzer/lower/access/note.h"
#include "analyzer/lower/access/own.h"
#include "analyzer/lower/access/place.h"
#include "analyzer/lower/access/row.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/threads.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/local.h"

/* So many accesses of a fragment are kept apart; further ones of a variable
 * are of all of it. */
enum { MAX_ACCESSES = 64 };

/* Return whether "name" is listed in a clause that makes it private here. */
static bool is_listed(const struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->region.privates.n; i++)
    if (l->region.privates.at[i] == name &&
        (i < l->region.n_threadprivate || i >= l->region.first_private))
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
        values[i]->begin < l->region.begin)
      return false;
  return n > 0;
}

/* Return whether "object" lies behind a pointer of which each thread has its
 * own, throughout or set in the region: where that points is not known. */
static bool is_behind_own(struct lcm_lowering *l,
                          const struct lcm_object *object) {
  size_t n = 0;
  if (!object->through)
    return false;
  if (object->base->is_thread)
    return true;
  for (size_t i = 0; i < l->region.n_threadprivate; i++)
    if (l->region.privates.at[i] == object->base->name)
      return true;
  const lcm_ast *const *values = lcm_flow_values(&n, l, object->base->key);
  for (size_t i = 0; i < n && is_listed(l, object->base->name); i++)
    if (values[i]->begin >= l->region.begin)
      return true;
  return false;
}

/* Return whether "task" lists "name" as private, or something in it does. */
static bool is_private_to(const struct lcm_lowering *l,
                          const struct lcm_task_region *task,
                          const char *name) {
  for (size_t i = task->first; i < l->region.privates.n; i++)
    if (l->region.privates.at[i] == name)
      return true;
  return false;
}

/* Return whether "task" works on the variable "name" of its creator. */
static bool is_shared_by(const struct lcm_task_region *task, const char *name) {
  for (size_t i = 0; i < task->shared.n; i++)
    if (task->shared.at[i] == name)
      return true;
  return task->shares;
}

/* Return whether the members of the team around share the variable "local"
 * (NULL: one of no function), called "name". */
static bool is_of_all(const struct lcm_lowering *l,
                      const struct lcm_local *local, const char *name) {
  return !local || local->is_static ||
         (local->begin < l->region.begin && !is_listed(l, name));
}

/* Return whether the thread that executes here, or its task, has a variable of
 * its own: "local" (NULL: one of no function), called "name", which a pointer
 * that is set at the offset "at" leads to. */
static bool is_own_variable(const struct lcm_lowering *l,
                            const struct lcm_local *local, const char *name,
                            unsigned at) {
  const struct lcm_task_region *task = l->region.task;
  for (; task && at < task->begin; task = task->outer)
    if (!task->outer)
      return false;
  for (; task; task = task->outer) {
    if (local && local->begin >= task->begin)
      return !local->is_shared;
    if (is_private_to(l, task, name))
      return true;
    if (is_of_all(l, local, name))
      break;
    if (!is_shared_by(task, name))
      return true;
  }
  return is_listed(l, name) ||
         (local && !local->is_static && !local->is_shared && l->region.begin &&
          local->begin >= l->region.begin);
}

/* Return whether the copy of the variable "ref" that a clause makes is what is
 * named at the offset "at" of the file: that stands in the text of the
 * construct.  What another function names belongs to no copy, but where each
 * thread has one throughout. */
static bool is_copy_named(const struct lcm_lowering *l, const lcm_ast *ref,
                          unsigned at) {
  const lcm_ast *function = l->function;
  const bool here = function && at >= function->begin && at < function->end;
  bool throughout = ref->is_thread;
  bool inner = false;
  for (size_t i = 0; i < l->region.privates.n; i++) {
    const bool same = l->region.privates.at[i] == ref->name;
    throughout = throughout || (same && i < l->region.n_threadprivate);
    inner = inner || (same && i >= l->region.inner.first);
  }
  if (!l->region.begin || (throughout && !here))
    return true;
  return inner && !throughout
             ? at >= l->region.inner.begin && at < l->region.inner.end
             : at >= l->region.begin && at < l->region.end;
}

/* Return whether "object" is private to the executing thread; "*open": it may
 * be that, or may not. */
static bool is_private(bool *open, struct lcm_lowering *l,
                       const struct lcm_object *object) {
  const lcm_ast *ref = object->base;
  const struct lcm_local *local = lcm_lower_local_of(l, ref->key);
  unsigned named[2];
  bool own[2];
  lcm_object_named(&named[0], &named[1], object);
  for (size_t i = 0; i < 2; i++)
    own[i] =
        (ref->is_thread || is_own_variable(l, local, ref->name, named[i])) &&
        (object->through ? is_own_memory(l, ref)
                         : is_copy_named(l, ref, named[i]));
  *open = own[0] != own[1];
  return own[0] && own[1];
}

/* Return the section of "section"'s variable as a whole. */
static lcm_section whole_of(const lcm_section *section, const char *why) {
  lcm_section whole = *section;
  whole.n_extents = whole.n_over = 0;
  whole.element = NULL;
  whole.exact = whole.maybe = whole.decided = false;
  whole.why = why;
  return whole;
}

/* Add "section" to "list" unless it is there; where there are too many, the
 * whole variable. */
static void add(struct lcm_collection *c, lcm_section_list *list,
                const lcm_section *section) {
  lcm_portion_list *shared =
      list == &c->reads ? &c->sharing.reads : &c->sharing.writes;
  for (size_t i = 0; i < list->n; i++)
    if (lcm_section_equal(&list->at[i], section) &&
        list->at[i].is_private == section->is_private) {
      lcm_share_note(&c->sharing, shared, i, c->inner.at, c->inner.n);
      const bool priced = section->priced && list->at[i].priced;
      const bool sure = section->exact && section->sure;
      const bool atomic = section->atomic && list->at[i].atomic;
      const lcm_expr *rounds = section->rounds ? list->at[i].rounds : NULL;
      const bool decided = section->decided && list->at[i].decided;
      const char *led = list->at[i].led ? list->at[i].led : section->led;
      if (section->exact && !list->at[i].exact)
        list->at[i] = *section;
      list->at[i].sure = list->at[i].sure || sure;
      list->at[i].priced = priced;
      list->at[i].atomic = atomic;
      list->at[i].rounds = rounds;
      list->at[i].decided = decided;
      list->at[i].led = led;
      return;
    }
  if (list->n < MAX_ACCESSES) {
    lcm_share_note(&c->sharing, shared, list->n, c->inner.at, c->inner.n);
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

/* Return whether threads of the unit may execute what is outside of regions in
 * its functions. */
static bool has_threads(const struct lcm_lowering *l) {
  for (size_t i = 0; i < l->bound.pragmas.n; i++)
    if (l->bound.pragmas.at[i].construct &&
        strstr(l->bound.pragmas.at[i].construct, "parallel"))
      return true;
  return l->threads->creates;
}

/* Return whether "ast" is a pointer variable that threads share and may set
 * where it stands, used as "mode" says. */
static bool is_set_by_threads(const struct lcm_collection *c,
                              const lcm_ast *ast, enum lcm_mode mode) {
  struct lcm_lowering *l = c->l;
  if (ast->kind != LCM_AST_REF || !ast->key || !(mode & LCM_MODE_WRITE) ||
      ast->is_array || l->options->costs)
    return false;
  const struct lcm_local *local = lcm_lower_local_of(l, ast->key);
  if (l->region.begin)
    return !local || local->is_static || local->begin < l->region.begin;
  return (!local || local->is_static) && l->function &&
         strcmp(l->function->name, "main") != 0 && has_threads(l);
}

/* Return whether what "object", used as "mode" says at "ast", is belongs to no
 * data: it lives inside the fragment, is a pointer variable itself, or a number
 * of the function that no team sees. */
static bool is_no_data(const struct lcm_collection *c,
                       const struct lcm_object *object, enum lcm_mode mode) {
  const struct lcm_local *local = lcm_lower_local_of(c->l, object->base->key);
  if (!object->n && object->base->is_pointer && !object->base->is_array &&
      !lcm_flow_moves(c->l, object->base) &&
      !is_set_by_threads(c, object->base, mode))
    return true;
  if (!local || local->is_static || local->is_shared || local->is_seen)
    return false;
  const lcm_ast *home = local->home;
  const bool inside = home && home->begin >= c->begin && home->end <= c->end;
  return inside || (!c->l->region.begin && !object->n &&
                    !object->base->is_array && !object->base->is_record);
}

/* Note what "object" is in one iteration of the loops around, used as "mode"
 * says. */
static void note_nested(struct lcm_collection *c,
                        const struct lcm_object *object, enum lcm_mode mode,
                        long long size, const lcm_ast *ast) {
  const size_t inner = c->inner.n;
  c->inner.n = 0;
  lcm_section section = lcm_place_section(c, object, size, ast);
  lcm_section *before[2] = {NULL, NULL};
  c->inner.n = inner;
  lcm_share_one(&c->sharing, &section, false, c->inner.at, inner);
  if (mode & LCM_MODE_READ)
    before[0] = lcm_nest_access(c->l, &c->nest, &section, false);
  if (mode & LCM_MODE_WRITE)
    before[1] = lcm_nest_access(c->l, &c->nest, &section, true);
  for (int i = 0; i < 2; i++)
    if (before[i])
      lcm_share_one(&c->sharing, before[i], true, c->inner.at, inner);
}

/* Return whether the analysis counts and "e" (may be NULL) speaks of a local
 * variable whose value has no model. */
static bool is_guessed(struct lcm_lowering *l, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n =
      e && l->options->costs ? lcm_expr_names(&names, l->ctx, e) : 0;
  for (size_t i = 0; i < n; i++) {
    const char *plain = lcm_intern(l->ctx, lcm_name_plain(names[i]));
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

/* Return whether "section", which "object" is, is an array that is written each
 * time, whatever comes before. */
static bool is_sure(const struct lcm_collection *c,
                    const struct lcm_object *object,
                    const lcm_section *section) {
  return c->filling.on && !c->filling.left && !c->filling.lost &&
         lcm_section_is_array(section) && lcm_filling_is_own(c->l, object);
}

/* Return whether "e" speaks of an index of a loop inside of the fragment. */
static bool has_inner(const struct lcm_collection *c, const lcm_expr *e) {
  for (size_t i = 0; i < c->inner.n; i++)
    if (lcm_expr_has(e, c->inner.at[i].index))
      return true;
  return false;
}

/* Let "section", a variable that threads share, say how many rounds the loops
 * inside of the fragment around the expression have, at least. */
static void set_rounds(const struct lcm_collection *c, lcm_section *section) {
  lcm_ctx *ctx = c->l->ctx;
  for (size_t i = 0; i < c->inner.n; i++) {
    double known = 0;
    const lcm_iteration *range = &c->inner.at[i];
    const lcm_expr *n = lcm_expr_add(
        ctx, lcm_expr_sub(ctx, range->to, range->from), lcm_expr_int(ctx, 1));
    if (lcm_expr_is_number(n, &known) && known >= 1)
      continue;
    if (has_inner(c, n)) {
      section->exact = false;
      section->why = "it is touched in a loop of unknown length";
    }
    section->rounds = section->rounds
                          ? lcm_expr_binary(ctx, LCM_X_MIN, section->rounds, n)
                          : n;
  }
}

/* Return whether "object" is a variable that all calls of the function share:
 * threads may that execute these. */
static bool may_be_shared(struct lcm_lowering *l,
                          const struct lcm_object *object) {
  const struct lcm_local *local = lcm_lower_local_of(l, object->base->key);
  return !local || local->is_static || local->is_shared;
}

void lcm_access_note(struct lcm_collection *c, const struct lcm_object *object,
                     enum lcm_mode mode, long long size, const lcm_ast *ast) {
  struct lcm_object place = *object;
  if (is_no_data(c, object, mode))
    return;
  forget_steps(c->l, &place);
  lcm_row_settle(c, &place, ast);
  lcm_section section = lcm_place_section(c, &place, size, ast);
  count_cast(c->l, &section, &place, size);
  bool open = false;
  section.is_private = is_private(&open, c->l, object);
  if (open) {
    section.exact = false;
    section.why = section.why ? section.why
                              : "a pointer may lead to the copy of a thread";
  }
  if (!section.is_private && is_behind_own(c->l, object)) {
    section.exact = false;
    section.why =
        section.why ? section.why : "threads have pointers of their own";
  }
  section.priced = c->priced;
  section.atomic = c->atomic || ast->is_atomic;
  if (!section.n_extents)
    section.n_over = 0;
  lcm_filling_note(c, object, mode & LCM_MODE_READ, mode & LCM_MODE_WRITE, size,
                   ast);
  if (!section.n_extents && !section.is_private &&
      (c->l->region.begin || may_be_shared(c->l, object)))
    set_rounds(c, &section);
  if (mode & LCM_MODE_READ)
    add(c, &c->reads, &section);
  section.sure = is_sure(c, object, &section);
  if (mode & LCM_MODE_WRITE)
    add(c, &c->writes, &section);
  if (c->inner.n && section.n_extents && !section.is_private && !c->priced)
    note_nested(c, object, mode, size, ast);
}

/* Return whether "ast" is a part of what a call returns, which lies in no
 * memory. */
static bool is_value(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_MEMBER && !ast->first->is_pointer)
    ast = ast->first;
  return ast && ast->kind == LCM_AST_CALL;
}

/* Note that memory at the lvalue "ast" is used, which nothing is known of. */
static void note_unknown(struct lcm_collection *c, const lcm_ast *ast,
                         enum lcm_mode mode) {
  static const struct lcm_extent ANYWHERE = {NULL, NULL, NULL};
  const size_t most = 32;
  const size_t n = ast->end - ast->begin;
  const char *text =
      lcm_intern_n(c->l->ctx, c->l->text + ast->begin, n < most ? n : most);
  lcm_section section = {.datum = text,
                         .key = text,
                         .why = "the pointer to it is not followed",
                         .loc = lcm_lower_loc(c->l, ast)};
  if (c->l->options->n_kept && !c->l->options->costs && !is_value(ast)) {
    section.extents = &ANYWHERE;
    section.n_extents = 1;
  }
  if (ast->size > 0)
    section.element = lcm_expr_int(c->l->ctx, ast->size);
  if (mode & LCM_MODE_READ)
    add(c, &c->reads, &section);
  if (mode & LCM_MODE_WRITE)
    add(c, &c->writes, &section);
}

/* Return whether "ast" is a pointer of which edits need not know who uses it:
 * no loop moves it, and no thread sets it, as "mode" says. */
static bool is_still(const struct lcm_collection *c, const lcm_ast *ast,
                     enum lcm_mode mode) {
  return ast->is_pointer && !is_set_by_threads(c, ast, mode) &&
         (ast->is_array || ast->is_action || !c->l->options->n_kept ||
          c->l->options->costs || !lcm_flow_moves(c->l, ast));
}

/* An access through a pointer that may lead to several places is to one of
 * them: the bytes of the first are those of all. */
void lcm_access_note_at(struct lcm_collection *c, const lcm_ast *ast,
                        enum lcm_mode mode) {
  struct lcm_objects objects;
  size_t at = 0;
  c->is_ordered = c->is_ordered || (ast->is_volatile && !ast->is_array);
  if (ast->is_function || is_still(c, ast, mode) || ast->end > c->l->len)
    return;
  if (ast->kind == LCM_AST_REF &&
      (!ast->key || !*ast->key ||
       (!ast->is_array && lcm_map_get(&c->l->syntax->by_name, ast->key, &at))))
    return;
  lcm_place_object(&objects, c, ast);
  const bool priced = c->priced;
  c->filling.several = objects.n > 1;
  for (size_t i = 0; i < objects.n; i++) {
    c->priced = priced || (i > 0 && !c->l->options->costs);
    lcm_access_note(c, &objects.at[i], mode, ast->is_pointer ? 0 : ast->size,
                    ast);
  }
  c->priced = priced;
  c->filling.several = false;
  if (!objects.n)
    note_unknown(c, ast, mode);
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

/* Return "object", to which "ast" points, as a section. */
static lcm_section section_of(struct lcm_collection *c,
                              struct lcm_object *object, const lcm_ast *ast) {
  bool open = false;
  const struct lcm_extent *end =
      object->n ? &object->steps[object->n - 1] : NULL;
  if (end && !end->field && end->lower && lcm_expr_is_int(end->lower, 0))
    object->n--;
  forget_steps(c->l, object);
  lcm_section section = lcm_place_section(c, object, 0, ast);
  const lcm_expr *row = lcm_row_length(c->l, object);
  if (row) {
    lcm_iteration *over = LCM_NEW(lcm_ctx_arena(c->l->ctx), lcm_iteration);
    *over = (lcm_iteration){.index = lcm_intern(c->l->ctx, LCM_INDEX_ROW),
                            .from = lcm_expr_int(c->l->ctx, 0),
                            .to = row};
    section.over = over;
    section.n_over = 1;
  }
  if (!object->n && c->l->options->n_kept && !c->l->options->costs &&
      lcm_own_rows(c, object->base))
    section.loaded = lcm_intern(c->l->ctx, "0 rows");
  section.is_private = is_private(&open, c->l, object);
  section.exact = section.exact && !open;
  const long long size = lcm_place_element(c->l, object);
  if (size > 0)
    section.element = lcm_expr_int(c->l->ctx, size);
  section.sure = c->l->options->n_kept && !c->l->options->costs &&
                 lcm_filling_is_own(c->l, object);
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
