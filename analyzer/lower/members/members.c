/* What functions do to the members of structures, for those who join files
 * (model/link/members.h has the words). */
#include <string.h>

#include "analyzer/lower/arguments/options.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/members/holder.h"
#include "analyzer/lower/members/members.h"
#include "analyzer/lower/members/saying.h"
#include "analyzer/lower/members/variable.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/pointer_name.h"
#include "analyzer/lower/values/result.h"
#include "analyzer/lower/values/sign.h"
#include "model/link/link.h"

/* Say that the member "ast" is read; "own" as of say_member. */
static void say_read(struct lcm_saying *s, const lcm_ast *ast,
                     const char *own) {
  const char *path = lcm_members_path(s, ast);
  if (ast->is_union || ast->is_atomic)
    lcm_members_say(s, 'U', ast->key, "");
  if (!ast->range)
    return;
  lcm_members_say_at(s, 'R', ast->key, ast->begin);
  if (path && !own)
    lcm_members_say(s, 'P', path, ast->key);
}

/* Say how the member "ast" is used, which is known as "own", too, where that is
 * not NULL. */
static void say_member(struct lcm_saying *s, const lcm_ast *ast,
                       const char *own) {
  const lcm_ast *use = ast->parent;
  const bool first = use && use->first == ast;
  if (first && use->kind == LCM_AST_ASSIGN)
    lcm_members_say_set(s, ast->key, use);
  else if (first && use->kind == LCM_AST_UPDATE)
    lcm_members_say(s, 'U', ast->key, "");
  else if (first && use->kind == LCM_AST_ADDRESS &&
           !lcm_external_reads(s->l, use)) {
    if (!ast->is_record && !ast->is_array &&
        !(lcm_options_reads(s->l, s->function) && lcm_options_give(s->l, ast)))
      lcm_variable_say_address(s, use, ast->key);
  } else
    say_read(s, ast, own);
}

/* Say where "ast" or something below it first leaves the function before its
 * end, or goes elsewhere; what ends the program does not count. */
static void say_leave(struct lcm_saying *s, const lcm_ast *ast) {
  const bool ends = ast->kind == LCM_AST_RETURN &&
                    (!strcmp(s->function->name, "main") || !ast->parent ||
                     ast->parent == s->function->last);
  if ((ast->kind == LCM_AST_RETURN && !ends) || ast->kind == LCM_AST_GOTO)
    lcm_members_say_at(s, 'L', "-", ast->begin);
  if (ast->holds & LCM_AST_HOLDS_STATEMENT || ast->kind == LCM_AST_COMPOUND)
    for (const lcm_ast *at = ast->first; at; at = at->next)
      say_leave(s, at);
}

/* Say how members are used in and below "ast". */
static void walk(struct lcm_saying *s, const lcm_ast *ast) {
  const bool member = ast->kind == LCM_AST_MEMBER;
  if (!(ast->holds & LCM_AST_HOLDS_MEMBER) && !s->l->globals.followed.n)
    return;
  const bool place =
      member || ast->kind == LCM_AST_REF || ast->kind == LCM_AST_SUBSCRIPT;
  const char *key = place ? lcm_variable_key(s->l, ast) : NULL;
  if (key)
    lcm_variable_say(s, ast, key);
  else if (ast->kind == LCM_AST_REF)
    lcm_variable_lose(s, ast);
  if (member && ast->key && ast->name && !ast->is_action)
    say_member(s, ast, key);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    walk(s, at);
}

/* Return the number of the argument "part" of "call", -1 for none. */
static int argument_of(const lcm_ast *call, const lcm_ast *part) {
  int i = -1;
  for (const lcm_ast *at = call->first; at; at = at->next, i++)
    if (at == part)
      return i;
  return -1;
}

/* Return where a pointer to void goes as argument "i" of "call", which goes
 * through a pointer, as into_call. */
static const char *into_pointer(struct lcm_saying *s, const lcm_ast *call,
                                int i) {
  const char *name = call->first ? lcm_pointer_name(s->l, call->first) : NULL;
  return name && !strpbrk(name, " ;#")
             ? lcm_arena_printf(lcm_ctx_arena(s->l->ctx), "*%s#%d", name, i)
             : "!";
}

/* Return where a pointer to void goes as argument "i" of "call": a name for the
 * parameter, "!" where what it points to is written, NULL where nothing is done
 * to that. */
static const char *into_call(struct lcm_saying *s, const lcm_ast *call, int i) {
  static const char *const ALONE[] = {"free",           "realloc", "qsort",
                                      "pthread_create", "bsearch", "fwrite",
                                      "thrd_create"};
  static const char *const FIRST[] = {"memcpy", "memmove", "memset"};
  if (!call->is_function || !call->name)
    return into_pointer(s, call, i);
  if (!call->is_system)
    return lcm_arena_printf(lcm_ctx_arena(s->l->ctx), "%s#%d",
                            lcm_lower_key(s->l, call->name, call->is_static),
                            i);
  for (size_t k = 0; k < sizeof ALONE / sizeof *ALONE; k++)
    if (!strcmp(call->name, ALONE[k]))
      return NULL;
  for (size_t k = 0; i > 0 && k < sizeof FIRST / sizeof *FIRST; k++)
    if (!strcmp(call->name, FIRST[k]))
      return NULL;
  return "!";
}

/* Return where the pointer "node" goes as one to void, as into_call. */
static const char *goal_of(struct lcm_saying *s, const lcm_ast *node) {
  const lcm_ast *use = node->parent;
  const int i = use && use->kind == LCM_AST_CALL ? argument_of(use, node) : -1;
  return i < 0 ? "?" : into_call(s, use, i);
}

/* Say that what "from" leads to is got at by "to", NULL: by nobody. */
static void say_flow(struct lcm_saying *s, const char *from, const char *to) {
  if (to && strcmp(from, to) != 0)
    lcm_members_say(s, 'V', from, to);
}

/* Return the name of what the pointer to void "node" is. */
static const char *holder_of(struct lcm_saying *s, const lcm_ast *node) {
  const struct lcm_local *local = node->kind == LCM_AST_REF && node->key
                                      ? lcm_lower_local_of(s->l, node->key)
                                      : NULL;
  const char *name = NULL;
  int i = 0;
  for (const lcm_ast *at = local ? s->function->first : NULL;
       at && at->kind == LCM_AST_PARAM && !name; at = at->next, i++)
    if (at->key == node->key)
      name = lcm_arena_printf(
          lcm_ctx_arena(s->l->ctx), "%s#%d",
          lcm_lower_key(s->l, s->function->name, s->function->is_static), i);
  if (!name || !local->n_assigned)
    return name ? name : "?";
  say_flow(s, name, "?");
  return "?";
}

/* Return whether the pointer to void "node" becomes one to a structure. */
static bool is_converted(const struct lcm_saying *s, const lcm_ast *node) {
  for (size_t i = 0; i < s->l->syntax->records.n; i++) {
    const struct lcm_record_note *note = &s->l->syntax->records.at[i];
    if (note->event == LCM_RECORD_ZEROED && note->node == node)
      return true;
  }
  return false;
}

/* Say that a pointer to void becomes one to the structure "note" is about,
 * which begins with zeros unless it is known where the pointer is from. */
static void say_typed(struct lcm_saying *s,
                      const struct lcm_record_note *note) {
  const lcm_ast *node = note->node;
  const char *holder =
      node && node->kind == LCM_AST_REF ? holder_of(s, node) : "?";
  if (strcmp(holder, "?") != 0)
    lcm_members_say(s, 'T', note->record,
                    lcm_arena_printf(lcm_ctx_arena(s->l->ctx), "%s %u %s",
                                     holder, node->begin + 1,
                                     note->name ? note->name : "-"));
  else
    lcm_members_say_at(s, 'Z', note->record, node ? node->begin + 1 : 0);
}

/* Say that a pointer to the structure "note" is about becomes one to void. */
static void say_hidden(struct lcm_saying *s,
                       const struct lcm_record_note *note) {
  const char *goal = goal_of(s, note->node);
  say_flow(s, note->record, goal);
  if (goal && note->name)
    lcm_members_say(s, 'Y', note->record,
                    lcm_arena_printf(lcm_ctx_arena(s->l->ctx), "%s 0 %s", goal,
                                     note->name));
}

/* Say that a pointer to what may be no structure goes where "note" says. */
static void say_foreign(struct lcm_saying *s,
                        const struct lcm_record_note *note) {
  const char *goal = goal_of(s, note->node);
  if (goal && strchr(goal, '#'))
    say_flow(s, "%", goal);
}

/* Say that a pointer to the structure "note" is about is given to a call: MPI
 * gets at nothing else than that. */
static void say_given(struct lcm_saying *s,
                      const struct lcm_record_note *note) {
  const lcm_ast *call = note->node;
  size_t known = 0;
  if (!call->is_function || !call->name ||
      lcm_map_get(&s->l->globals.defined, call->name, &known))
    return;
  if (lcm_call_mpi(s->l, call))
    lcm_members_say(s, 'S', note->record, "");
  else
    lcm_members_say(s, note->known ? 'H' : 'G', note->record, call->name);
}

/* Say what a member begins with in a list of initializers. */
static void say_begin(struct lcm_saying *s,
                      const struct lcm_record_note *note) {
  const bool plain =
      note->function && note->begin < note->end && note->end <= s->l->len &&
      !memchr(s->l->text + note->begin, '/', note->end - note->begin) &&
      !memchr(s->l->text + note->begin, '.', note->end - note->begin);
  const lcm_expr *e = note->known ? lcm_expr_int(s->l->ctx, note->value)
                      : plain     ? lcm_lower_expr(s->l, note->begin, note->end)
                                  : NULL;
  e = note->known ? e : lcm_members_held(s->l->ctx, e, note->range, true);
  size_t known = 0;
  const bool maybe = lcm_map_get(&s->l->globals.optional, note->record, &known);
  lcm_members_say_value(s, maybe ? 'E' : 'B', note->record, NULL, e);
}

/* Say what "note" is about. */
static void say_note(struct lcm_saying *s, const struct lcm_record_note *note) {
  switch (note->event) {
  case LCM_RECORD_SPOILED:
    lcm_members_say(s, 'S', note->record, "");
    return;
  case LCM_RECORD_ZEROED:
    if (note->name && !note->node) {
      lcm_members_say(s, 'Z', note->record,
                      LCM_INTERN_JOINED(s->l->ctx, "0", " ", note->name));
      return;
    }
    say_typed(s, note);
    return;
  case LCM_RECORD_BEGINS:
    if (note->record[0] != '[')
      say_begin(s, note);
    return;
  case LCM_RECORD_OUTSIDE:
    return;
  case LCM_RECORD_LACKING:
    lcm_members_say(s, 'X', note->record, note->name);
    return;
  case LCM_RECORD_DEFINED:
    lcm_members_say(s, 'N', note->name, "");
    return;
  case LCM_RECORD_GIVEN:
    say_given(s, note);
    return;
  case LCM_RECORD_HIDDEN:
    say_hidden(s, note);
    return;
  case LCM_RECORD_FOREIGN:
    say_foreign(s, note);
    return;
  case LCM_RECORD_PASSED:
    if (!is_converted(s, note->node))
      say_flow(s, holder_of(s, note->node), goal_of(s, note->node));
    return;
  case LCM_RECORD_BLIND:
    say_flow(s, holder_of(s, note->node), "!");
    return;
  }
}

void lcm_members_note(struct lcm_lowering *l, lcm_node *body,
                      const lcm_ast *function) {
  struct lcm_saying s = {.l = l, .function = function};
  if (!l->functions.n) {
    lcm_variables_find(l);
    lcm_variables_say(&s);
  }
  walk(&s, function);
  lcm_holders_say(&s);
  const lcm_expr *result = lcm_result_own(l, function->name);
  if (result && !lcm_sign_may_be_below(l, function))
    lcm_members_say_value(&s, 'Q', "=", NULL, result);
  for (size_t i = 0; i < l->syntax->records.n; i++) {
    const struct lcm_record_note *note = &l->syntax->records.at[i];
    if (note->function == function || (!note->function && !l->functions.n))
      say_note(&s, note);
  }
  for (size_t i = 0; s.buf.len && i < l->locals.all.n; i++) {
    const struct lcm_local *local = &l->locals.all.at[i];
    if (local->home && local->home->kind == LCM_AST_FUNCTION &&
        local->n_assigned && local->name)
      lcm_members_say(&s, 'C', local->name, "");
  }
  if (s.buf.len)
    say_leave(&s, function);
  if (s.buf.len)
    lcm_lower_attribute(l, body, LCM_MEMBERS,
                        lcm_intern(l->ctx, lcm_ctx_text(l->ctx, &s.buf)));
}
