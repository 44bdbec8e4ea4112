/* Which syntax needs nodes of its own, and which calls have no model. */
#include <string.h>

#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/mark.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_wait.h"
#include "analyzer/lower/values/flow.h"
#include "model/link/link.h"

/* The labels of a function. */
typedef LCM_LIST(const lcm_ast *) label_list;

/* Return whether "name" is one of the "n" names at "names". */
static bool is_one_of(const char *name, const char *const *names, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

/* Return why the call of the function "name" has no model whatever its
 * arguments are, or NULL. */
static const char *odd_function(const char *name) {
  static const char *const JUMPS[] = {"setjmp",      "_setjmp",    "sigsetjmp",
                                      "__sigsetjmp", "longjmp",    "_longjmp",
                                      "siglongjmp",  "getcontext", "setcontext",
                                      "swapcontext", "makecontext"};
  static const char *const FORKS[] = {"fork", "vfork", "clone"};
  if (is_one_of(name, JUMPS, sizeof JUMPS / sizeof *JUMPS))
    return "a jump between functions";
  if (is_one_of(name, FORKS, sizeof FORKS / sizeof *FORKS))
    return "another process that runs at the same time";
  return NULL;
}

const char *lcm_call_oddity(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  if (ast->kind != LCM_AST_CALL || lcm_call_is_thread(l, ast))
    return NULL;
  if (!ast->is_function)
    return ast->name && *ast->name
               ? lcm_arena_printf(arena,
                                  "a call through '%s': say which functions "
                                  "with `// lcm: call f, g`",
                                  ast->name)
               : "a call through a pointer: say which functions with `// lcm: "
                 "call f, g`";
  if (ast->is_system && ast->name && odd_function(ast->name))
    return odd_function(ast->name);
  const char *message = lcm_message_oddity(l, ast);
  if (message)
    return message;
  const lcm_ast *callback =
      lcm_call_mpi(l, ast) ? NULL : lcm_call_callback(ast);
  return callback && !lcm_external_calls(l, ast)
             ? lcm_arena_printf(arena,
                                "%s() may call '%s': how often is not "
                                "known",
                                ast->name, callback->name)
             : NULL;
}

/* Add the labels in and below "ast" to "labels". */
static void find_labels(struct lcm_lowering *l, label_list *labels,
                        const lcm_ast *ast) {
  if (!(ast->holds & LCM_AST_HOLDS_LABEL))
    return;
  if (ast->kind == LCM_AST_LABEL)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), labels, ast);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    find_labels(l, labels, child);
}

/* Return whether "ast" lies in or below "above". */
static bool lies_in(const lcm_ast *ast, const lcm_ast *above) {
  while (ast && ast != above)
    ast = ast->parent;
  return ast == above;
}

/* Mark "ast" and what it lies in, up to what holds the label that it, a jump,
 * goes to. */
static void mark_jump(const label_list *labels, lcm_ast *ast) {
  const lcm_ast *label = NULL;
  for (size_t i = 0; i < labels->n; i++)
    if (labels->at[i]->name == ast->name)
      label = labels->at[i];
  for (lcm_ast *at = ast; at && !(label && lies_in(label, at)); at = at->parent)
    at->marked = true;
}

/* Return whether "ast" is a statement that has a node of its own where the
 * analysis counts. */
static bool is_counted(const struct lcm_lowering *l, const lcm_ast *ast) {
  return l->options->costs && (lcm_ast_is_loop(ast) ||
                               lcm_ast_class_of(ast->kind) == LCM_CLASS_CHOICE);
}

/* Return whether "ast" is a call that asks for the number of the thread. */
static bool is_asking(const lcm_ast *ast) {
  return ast && ast->kind == LCM_AST_CALL && ast->name &&
         !strcmp(ast->name, "omp_get_thread_num");
}

/* Return whether "ast" is a variable that holds the number of the thread: it is
 * given that alone. */
static bool is_number(struct lcm_lowering *l, const lcm_ast *ast) {
  size_t n = 0;
  const lcm_ast *const *values =
      ast->kind == LCM_AST_REF && ast->is_local && ast->range
          ? lcm_flow_values(&n, l, ast->key)
          : NULL;
  return n == 1 && is_asking(values[0]->last);
}

/* Return whether "ast" or something below it asks for the number of the thread,
 * or is a variable that holds it. */
static bool asks_thread(struct lcm_lowering *l, const lcm_ast *ast) {
  if (is_asking(ast) || is_number(l, ast))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (asks_thread(l, at))
      return true;
  return false;
}

/* Return whether "ast" is an `if` that the number of the thread decides. */
static bool is_for_thread(struct lcm_lowering *l, const lcm_ast *ast) {
  return ast->kind == LCM_AST_IF && ast->first && asks_thread(l, ast->first);
}

/* Return whether "ast" is a loop that is to have a node of its own. */
static bool is_kept(const struct lcm_lowering *l, const lcm_ast *ast) {
  if (!l->options->n_kept || !lcm_ast_is_loop(ast))
    return false;
  const lcm_loc at = lcm_lower_loc(l, ast);
  for (size_t i = 0; i < l->options->n_kept; i++)
    if (!strcmp(l->options->kept[i], LCM_KEEP_LOOPS) ||
        lcm_place_is_line(l->options->kept[i], at.file, at.line))
      return true;
  return false;
}

/* Return whether "ast" is a loop that may be left early, or an `if` in one that
 * leaves it. */
static bool is_left(const lcm_ast *ast) {
  const lcm_ast *loop = ast;
  if (!lcm_ast_is_loop(ast) && ast->kind != LCM_AST_IF)
    return false;
  if (!lcm_leave_ways(lcm_ast_is_loop(ast) ? lcm_loop_body(ast) : ast,
                      LCM_LEAVE_BREAK | LCM_LEAVE_JUMP))
    return false;
  while (loop && !lcm_ast_is_loop(loop) && loop->kind != LCM_AST_SWITCH)
    loop = loop->parent;
  return loop && lcm_ast_is_loop(loop);
}

/* Why a piece of syntax needs nodes of its own: because edits may be made there
 * alone, or for another reason. */
enum need { NO_NEED, FOR_EDITS, NEEDED };

/* Mark what needs nodes of its own in and below "ast"; return why "ast"
 * does. */
static enum need mark(struct lcm_lowering *l, const label_list *labels,
                      lcm_ast *ast) {
  if (ast->kind == LCM_AST_SIZEOF ||
      !(ast->holds &
        (LCM_AST_HOLDS_CALL | LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_STATEMENT)))
    return NO_NEED;
  if (ast->kind == LCM_AST_GOTO)
    mark_jump(labels, ast);
  const bool any = (lcm_call_is_project(ast) && !lcm_call_mpi(l, ast)) ||
                   lcm_call_is_message(l, ast) || lcm_call_is_thread(l, ast) ||
                   lcm_thread_changes(l, ast) || lcm_thread_spins(l, ast) ||
                   lcm_call_oddity(l, ast) || lcm_external_calls(l, ast) ||
                   (ast->kind == LCM_AST_ASM && !lcm_asm_is_empty(l, ast)) ||
                   (ast->kind == LCM_AST_BLOCK &&
                    lcm_lower_concerns(l, ast->begin, ast->end)) ||
                   is_counted(l, ast) || is_for_thread(l, ast) || is_left(ast);
  enum need need = any ? NEEDED : is_kept(l, ast) ? FOR_EDITS : NO_NEED;
  for (lcm_ast *child = ast->first; child; child = child->next) {
    const enum need below = mark(l, labels, child);
    need = below > need ? below : need;
  }
  need = ast->marked ? NEEDED : need;
  ast->marked = need != NO_NEED;
  ast->kept = need == FOR_EDITS;
  return need;
}

void lcm_lower_mark(struct lcm_lowering *l, lcm_ast *function) {
  label_list labels = {0};
  find_labels(l, &labels, function);
  (void)mark(l, &labels, function);
}
