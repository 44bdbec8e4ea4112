/* What statements read and write: the walk that collects it. */
#include <string.h>

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/access/added.h"
#include "analyzer/lower/access/effect.h"
#include "analyzer/lower/access/note.h"
#include "analyzer/lower/access/place.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/step.h"
#include "analyzer/lower/cost/arms.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/sure.h"

static const char CONDITION[] = "a condition decides whether it is touched";
static const char LENGTH[] = "it is touched in a loop of unknown length";
static const char LEFT[] = "it is touched in a loop that may be left early";
static const char BEHIND[] = "what stands before it may be left early";

static void collect(struct lcm_collection *c, const lcm_ast *ast,
                    enum lcm_mode mode);

/* Collect from the children of "ast" from "child" on as reads. */
static void collect_from(struct lcm_collection *c, const lcm_ast *child) {
  for (; child; child = child->next)
    collect(c, child, LCM_MODE_READ);
}

/* Begin to doubt, for the reason "why", that what follows is executed; "n": in
 * how many of the loops around that may differ. */
static void begin_doubt(struct lcm_collection *c, const char *why, size_t n) {
  c->doubt = c->doubt ? c->doubt : why;
  c->vague = c->vague || why != CONDITION;
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

/* Take "child", an operand of the choice "ast" behind the first, for executed
 * as likely as that is. */
static void share_operand(struct lcm_collection *c, const lcm_ast *ast,
                          const lcm_ast *child) {
  struct lcm_shares *s = &c->sharing;
  const bool second = child != ast->first->next;
  if (!s->on || ast->kind == LCM_AST_SWITCH)
    return;
  if (ast->kind == LCM_AST_AND || ast->kind == LCM_AST_OR)
    lcm_share_by(s, lcm_chance_right(&s->chances, ast), false);
  else
    lcm_share_by(s, lcm_chance_if(&s->chances, ast), second);
}

/* As collect_from for the operands of the choice "ast" behind the first, which
 * decides whether they are executed. */
static void collect_doubtful(struct lcm_collection *c, const lcm_ast *ast) {
  const struct lcm_collection before = *c;
  struct lcm_arms arms;
  begin_doubt(c, CONDITION, varying_in(c, ast->first));
  if (c->sharing.on && ast->kind == LCM_AST_SWITCH &&
      !lcm_arms_find(&arms, c->l, ast)) {
    lcm_chance_switch(&c->sharing.chances, &arms);
    c->sharing.arms = &arms;
  }
  for (const lcm_ast *child = ast->first->next; child; child = child->next) {
    share_operand(c, ast, child);
    collect(c, child, LCM_MODE_READ);
    c->sharing.chance = before.sharing.chance;
    lcm_filling_forget(c, before.filling.writes.n);
  }
  c->sharing.arms = NULL;
  c->doubt = before.doubt;
  c->vague = before.vague;
  c->n_doubtful = before.n_doubtful;
}

static void collect_inside(struct lcm_collection *c, const lcm_ast *ast);

/* Collect what the lvalue "ast" is found by: the pointer there, as well. */
static void collect_base(struct lcm_collection *c, const lcm_ast *ast) {
  if (ast->is_pointer && !ast->is_array &&
      lcm_ast_class_of(ast->kind) == LCM_CLASS_PLACE)
    lcm_access_note_at(c, ast, LCM_MODE_READ);
  collect_inside(c, ast);
}

/* Collect what finding the lvalue or pointer "ast" reads. */
static void collect_inside(struct lcm_collection *c, const lcm_ast *ast) {
  const bool place = ast->kind == LCM_AST_ADDRESS ||
                     lcm_ast_class_of(ast->kind) == LCM_CLASS_PLACE;
  if (!place)
    collect(c, ast, LCM_MODE_READ);
  else if (ast->kind != LCM_AST_REF && ast->first) {
    collect_base(c, ast->first);
    collect_from(c, ast->first->next);
  }
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
  const bool inner = lcm_ast_is_loop(ast);
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

/* Collect from what the loop "ast", of unknown length, executes once at least:
 * the start, and the condition unless it stands behind the body; return its
 * first child of which that is not so. */
static const lcm_ast *collect_certain(struct lcm_collection *c,
                                      const lcm_ast *ast) {
  struct lcm_header h = {.raw = false};
  const lcm_ast *body = lcm_loop_body(ast);
  const lcm_ast *at = ast->first;
  const bool read =
      ast->kind == LCM_AST_FOR && at && lcm_header_read(&h, c->l, ast);
  if (ast->kind != LCM_AST_WHILE && !read)
    return at;
  for (; at && at != body && lcm_header_part(&h, ast, at) < 2; at = at->next)
    collect(c, at, LCM_MODE_READ);
  return at;
}

/* Return whether a loop whose index has the values of "range" has no rounds. */
static bool is_empty(const lcm_iteration *range) {
  double from = 0;
  double to = 0;
  return range->from && lcm_expr_is_number(range->from, &from) && range->to &&
         lcm_expr_is_number(range->to, &to) && from > to;
}

/* Collect from the loop "ast" inside the fragment. */
static void collect_loop(struct lcm_collection *c, const lcm_ast *ast) {
  lcm_iteration range;
  const char *before = c->doubt;
  const bool vague = c->vague;
  const size_t n_doubtful = c->n_doubtful;
  const size_t n_writes = c->filling.writes.n;
  const unsigned n_cases = c->filling.n_cases;
  const bool counted =
      ast->kind == LCM_AST_FOR && lcm_lower_header(&range, c->l, ast);
  if (counted) {
    range.from = lcm_place_settle(c, range.from);
    range.to = lcm_place_settle(c, range.to);
    range.step = lcm_place_settle(c, range.step);
  }
  if (counted && is_empty(&range)) {
    (void)collect_certain(c, ast);
    return;
  }
  const bool known = counted && range.from && range.to;
  if (known) {
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->inner, range);
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->sharing.chances.indices,
                 range.index);
    lcm_nest_enter(c->l, &c->nest, range);
    lcm_filling_enter(c);
  }
  const bool left = is_left_early(ast);
  const lcm_ast *from = known ? ast->first : collect_certain(c, ast);
  if (left)
    begin_doubt(c, LEFT, c->inner.n);
  else if (!known && ast->kind != LCM_AST_DO)
    begin_doubt(c, LENGTH, c->inner.n);
  collect_from(c, from);
  c->doubt = before;
  c->vague = vague;
  c->n_doubtful = n_doubtful;
  c->inner.n -= known;
  c->sharing.chances.indices.n -= known;
  if (known) {
    lcm_nest_leave(c->l, &c->nest);
    lcm_filling_leave(c);
  }
  if (!known || left || n_cases != c->filling.n_cases)
    lcm_filling_forget(c, n_writes);
}

/* Collect from the statements from "ast" to "last" (NULL: all).  As elsewhere,
 * what returns early is taken for an exception that does not happen. */
static void collect_statements(struct lcm_collection *c, const lcm_ast *ast,
                               const lcm_ast *last) {
  const char *before = c->doubt;
  const bool vague = c->vague;
  const size_t n_doubtful = c->n_doubtful;
  const struct lcm_arms *arms = c->sharing.arms;
  const lcm_expr *chance = c->sharing.chance;
  size_t n_writes = SIZE_MAX;
  c->sharing.arms = NULL;
  for (; ast; ast = ast->next) {
    lcm_share_arm(&c->sharing, arms, chance, ast);
    collect(c, ast, LCM_MODE_READ);
    if (ast == last)
      break;
    if (c->sharing.on && lcm_leave_ways(ast, LCM_LEAVE_CONTINUE))
      lcm_share_by(&c->sharing, lcm_chance_left(&c->sharing.chances, ast),
                   true);
    if (!has_exit(ast, false, false, true))
      continue;
    begin_doubt(c, BEHIND, c->inner.n);
    if (c->filling.writes.n < n_writes)
      n_writes = c->filling.writes.n;
  }
  lcm_filling_forget(c, n_writes);
  c->sharing.chance = chance;
  c->doubt = before;
  c->vague = vague;
  c->n_doubtful = n_doubtful;
}

/* Collect from the arguments of the call "ast", and from what is called. */
static void collect_arguments(struct lcm_collection *c, const lcm_ast *ast) {
  const lcm_ast *callee = ast->first;
  if (callee && !ast->is_function)
    collect_inside(c, callee);
  for (const lcm_ast *arg = callee ? callee->next : NULL; arg; arg = arg->next)
    if (arg->is_pointer || arg->kind == LCM_AST_ADDRESS)
      collect_base(c, arg);
    else
      collect(c, arg, LCM_MODE_READ);
}

/* Collect from the call "ast". */
static void collect_call(struct lcm_collection *c, const lcm_ast *ast) {
  collect_arguments(c, ast);
  if (!ast->marked || lcm_external_calls(c->l, ast))
    lcm_effect_note(c, ast);
}

/* Note that the one thing to which "pointer" points is used as "mode" says;
 * return whether it is known what that is. */
static bool note_pointee(struct lcm_collection *c, const lcm_ast *pointer,
                         enum lcm_mode mode) {
  struct lcm_objects objects;
  lcm_place_pointee(&objects, c, pointer);
  for (size_t i = 0; i < objects.n; i++) {
    lcm_place_advance(c->l, &objects.at[i], lcm_expr_int(c->l->ctx, 0),
                      lcm_expr_int(c->l->ctx, 1));
    lcm_access_note(c, &objects.at[i], mode,
                    pointer->first ? pointer->first->size : 0, pointer);
  }
  return objects.n > 0;
}

/* Collect from "ast" where it is an atomic operation; false where it is
 * none. */
static bool collect_atomic(struct lcm_collection *c, const lcm_ast *ast) {
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
  for (const lcm_ast *at = place->next; at; at = at->next)
    if (at->kind == LCM_AST_ADDRESS || at->is_pointer)
      (void)note_pointee(c, at, LCM_MODE_UPDATE);
  c->atomic = true;
  const bool noted = note_pointee(c, place,
                                  load    ? LCM_MODE_READ
                                  : store ? LCM_MODE_WRITE
                                          : LCM_MODE_UPDATE);
  c->atomic = false;
  return noted;
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

/* Return the function that is called when the variable "ast" goes out of scope,
 * `__attribute__((cleanup(f)))`; NULL where none is. */
static const char *cleanup_of(const struct lcm_collection *c,
                              const lcm_ast *ast) {
  static const char WORD[] = "cleanup";
  const lcm_ast *all = ast->parent;
  if (!all || all->kind != LCM_AST_DECLSTMT || all->end > c->l->len)
    return NULL;
  const size_t n = all->end - all->begin;
  const char *text = lcm_lower_expansion(c->l, all->begin, all->end);
  if (!text && memmem(c->l->text + all->begin, n, WORD, sizeof WORD - 1))
    text =
        lcm_arena_strndup(lcm_ctx_arena(c->l->ctx), c->l->text + all->begin, n);
  const char *name = text ? strstr(text, WORD) : NULL;
  if (!name)
    return NULL;
  name += strcspn(name, " (");
  name += strspn(name, " (");
  return lcm_intern_n(c->l->ctx, name, strcspn(name, " )"));
}

/* Collect from the declaration of the variable "ast". */
static void collect_variable(struct lcm_collection *c, const lcm_ast *ast) {
  const struct lcm_object whole = {.base = ast};
  collect_from(c, ast->first);
  c->keeps = c->keeps ? c->keeps : cleanup_of(c, ast);
  if (ast->key && begins_with_value(c, ast))
    lcm_access_note(c, &whole, LCM_MODE_WRITE, ast->size, ast);
}

/* Collect what "ast", used as "mode" says, accesses. */
static void collect(struct lcm_collection *c, const lcm_ast *ast,
                    enum lcm_mode mode) {
  switch (lcm_ast_class_of(ast->kind)) {
  case LCM_CLASS_PLACE:
    lcm_access_note_at(c, ast, mode);
    collect_inside(c, ast);
    return;
  case LCM_CLASS_VARIABLE:
    collect_variable(c, ast);
    return;
  case LCM_CLASS_CHANGE:
    collect_change(c, ast);
    return;
  case LCM_CLASS_CALL:
    collect_call(c, ast);
    return;
  case LCM_CLASS_LOOP:
    collect_loop(c, ast);
    return;
  case LCM_CLASS_COMPOUND:
    collect_statements(c, ast->first, NULL);
    return;
  case LCM_CLASS_CHOICE:
  case LCM_CLASS_MAYBE:
    if (ast->first) {
      collect(c, ast->first, LCM_MODE_READ);
      collect_doubtful(c, ast);
    }
    return;
  case LCM_CLASS_VALUE:
    if (ast->kind == LCM_AST_SIZEOF)
      return;
    if (ast->kind == LCM_AST_OTHER)
      (void)collect_atomic(c, ast);
    break;
  case LCM_CLASS_LABEL:
  case LCM_CLASS_JUMP:
    lcm_filling_jump(c, ast);
    break;
  case LCM_CLASS_TOP:
  case LCM_CLASS_SIMPLE:
    break;
  }
  collect_from(c, ast->first);
}

/* Return the first jump in or below "ast" that leaves it; "loop" and "choice"
 * as for has_exit. */
static const lcm_ast *find_exit(const lcm_ast *ast, bool loop, bool choice) {
  const lcm_ast *found = NULL;
  if (!has_exit(ast, loop, choice, false))
    return NULL;
  loop = loop || lcm_ast_is_loop(ast);
  choice = choice || loop || ast->kind == LCM_AST_SWITCH;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_exit(at, loop, choice);
  return found ? found : ast;
}

/* Let "node" say what in the statements from "first" to "last" may leave
 * them, as "return in line 4": what stands behind is then not executed. */
static void note_exit(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *first, const lcm_ast *last) {
  const lcm_ast *found = NULL;
  for (const lcm_ast *at = first; at && !found;
       at = at == last ? NULL : at->next)
    found = find_exit(at, false, false);
  if (!found)
    return;
  const char *word = found->kind == LCM_AST_RETURN  ? "return"
                     : found->kind == LCM_AST_BREAK ? "break"
                     : found->kind == LCM_AST_GOTO  ? "goto"
                                                    : "continue";
  lcm_lower_attribute(l, node, "leaves",
                      lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s in line %u",
                                       word, lcm_lower_loc(l, found).line));
}

/* Say in "node" that the order of what it touches matters: edits and races have
 * to know that. */
static void note_order(const struct lcm_collection *c, lcm_node *node) {
  if (c->is_ordered && !c->l->options->costs)
    lcm_lower_attribute(c->l, node, "volatile", "yes");
}

void lcm_lower_accesses(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *first, const lcm_ast *last) {
  struct lcm_collection c = {
      .l = l,
      .filling = {.on = l->options->n_kept && !l->options->costs},
      .sharing = {.on = !l->options->costs,
                  .chances = {.l = l, .first = first, .last = last}},
      .begin = first->begin,
      .end = last->end};
  collect_statements(&c, first, last);
  lcm_filling_finish(&c);
  lcm_added_note(l, &c.reads, &c.writes, first, last);
  lcm_sure_note(l, &c.reads, &c.writes, first, last);
  lcm_share_finish(&c.sharing, node, &c.reads, &c.writes);
  lcm_nest_finish(l, &c.nest, node);
  if (c.filling.on)
    note_exit(l, node, first, last);
  if (c.keeps)
    lcm_lower_attribute(l, node, "keeps", c.keeps);
  if (c.wraps)
    lcm_lower_attribute(l, node, "wraps", c.wraps);
  note_order(&c, node);
  node->reads = c.reads.at;
  node->n_reads = c.reads.n;
  node->writes = c.writes.at;
  node->n_writes = c.writes.n;
  if (c.filling.on) {
    lcm_scan_note(l, node, first, last);
    lcm_filling_say(&c, node);
  }
}

/* Return whether "section" is an index of the loop "node". */
static bool is_index(const lcm_node *node, const lcm_section *section) {
  for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
    const char *index = node->u.loop.ranges[i].index;
    const char *plain = lcm_name_plain(index);
    if (!section->n_extents && !strcmp(section->datum, plain))
      return true;
  }
  return false;
}

/* Return whether edits ask for "section", a variable that a condition reads:
 * it may change. */
static bool decides(struct lcm_lowering *l, const lcm_section *section) {
  const struct lcm_local *local = lcm_lower_local_of(l, section->key);
  return l->options->n_kept && !l->options->costs &&
         (!local || local->is_static || local->n_assigned);
}

void lcm_lower_condition_touch(struct lcm_lowering *l, lcm_node *node,
                               const lcm_ast *condition) {
  struct lcm_collection c = {
      .l = l, .begin = condition->begin, .end = condition->end};
  lcm_section_list reads = {0};
  const lcm_section_list none = {0};
  collect(&c, condition, LCM_MODE_READ);
  for (size_t i = 0; i < c.reads.n; i++)
    if (!c.reads.at[i].n_extents && decides(l, &c.reads.at[i]))
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &reads, c.reads.at[i]);
  lcm_lower_touch(l, node, &reads, &none);
}

/* Return whether edits ask for "section", a variable that a header sets before
 * its loop begins: it is one of the function, declared before. */
static bool is_set_before(struct lcm_lowering *l, const lcm_section *section) {
  return l->options->n_kept && !section->n_extents &&
         lcm_lower_local_of(l, section->key);
}

void lcm_lower_header_touch(struct lcm_lowering *l, lcm_node *node,
                            const lcm_ast *part, bool repeated) {
  struct lcm_collection c = {.l = l, .begin = part->begin, .end = part->end};
  lcm_section_list reads = {0};
  lcm_section_list writes = {0};
  collect(&c, part, LCM_MODE_READ);
  for (size_t i = 0; i < c.reads.n; i++)
    if (c.reads.at[i].n_extents ||
        (decides(l, &c.reads.at[i]) && !is_index(node, &c.reads.at[i])))
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &reads, c.reads.at[i]);
  for (size_t i = 0; i < c.writes.n && repeated; i++)
    if (!is_index(node, &c.writes.at[i]))
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &writes, c.writes.at[i]);
  for (size_t i = 0; i < c.writes.n && part->kind == LCM_AST_ASSIGN; i++)
    if (!repeated && is_set_before(l, &c.writes.at[i])) {
      c.writes.at[i].sure = true;
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &writes, c.writes.at[i]);
    }
  lcm_lower_touch(l, node, &reads, &writes);
}

/* Drop from "list" what are numbers of the function; but for those that rounds
 * of a loop which edits speak of share, and, where "written", members of a
 * team. */
static void drop_numbers(struct lcm_lowering *l, lcm_section_list *list,
                         bool written) {
  size_t kept = 0;
  for (size_t i = 0; i < list->n; i++) {
    const lcm_section *section = &list->at[i];
    const struct lcm_local *local = lcm_lower_local_of(l, section->key);
    const bool shared = l->region.begin && local &&
                        local->begin < l->region.begin && !section->is_private;
    if (section->n_extents || !local || local->is_static ||
        (local->is_shared && !section->is_private) ||
        (l->options->n_kept && local->is_seen) ||
        (shared && (written || local->n_assigned)))
      list->at[kept++] = *section;
  }
  list->n = kept;
}

void lcm_lower_values(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast) {
  struct lcm_collection c = {.l = l, .begin = ast->begin, .end = ast->end};
  collect_statements(&c, ast, ast);
  lcm_added_note(l, &c.reads, &c.writes, ast, ast);
  lcm_sure_note(l, &c.reads, &c.writes, ast, ast);
  drop_numbers(l, &c.reads, false);
  drop_numbers(l, &c.writes, true);
  if (c.keeps)
    lcm_lower_attribute(l, node, "keeps", c.keeps);
  note_order(&c, node);
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
