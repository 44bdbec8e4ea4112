/* Which communicators are that of all ranks. */
#include "analyzer/lower/mpi/communicator.h"

#include <string.h>

#include "analyzer/lower/control/argument.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/mpi_call.h"

/* Return whether "text" names the communicator of all ranks, or is a macro for
 * that. */
static bool names_world(const struct lcm_lowering *l, const char *text) {
  static const char WORLD[] = "MPI_COMM_WORLD";
  const struct lcm_macro_table *macros = &l->syntax->macros;
  if (!strcmp(text, WORLD))
    return true;
  const lcm_macro *macro =
      macros->find ? macros->find(macros->user, lcm_intern(l->ctx, text))
                   : NULL;
  return macro && !macro->is_function && macro->body.n == 1 &&
         !strcmp(macro->body.at[0].text, WORLD);
}

/* Return whether the source of "ast" ends with the name of the communicator of
 * all ranks: what an assignment or a declaration sets. */
static bool sets_world(struct lcm_lowering *l, const lcm_ast *ast) {
  unsigned at = ast->begin;
  while (at < ast->end && at < l->len && l->text[at] != '=')
    at++;
  return ast->end <= l->len && at < ast->end &&
         names_world(l,
                     lcm_call_trimmed(l, l->text + at + 1, ast->end - at - 1));
}

/* How a variable or member is set in the file. */
struct setting {
  const char *key;
  size_t n;    /* so often */
  bool others; /* to something else than the communicator of all ranks, too */
};

/* Note how "ast", or something below it, sets what "out" is about. */
static void note_sets(struct setting *out, struct lcm_lowering *l,
                      const lcm_ast *ast) {
  const lcm_ast *to = ast->first;
  const bool begins = ast->kind == LCM_AST_VAR && ast->key == out->key &&
                      ast->last && ast->last->kind != LCM_AST_PARAM;
  const bool sets = lcm_ast_is_change(ast) && to && to->key == out->key;
  if (begins || sets) {
    out->n++;
    out->others = out->others || (sets && ast->kind != LCM_AST_ASSIGN) ||
                  !sets_world(l, ast);
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_sets(out, l, child);
}

/* Return the function that "ast" stands in. */
static const lcm_ast *function_of(const lcm_ast *ast) {
  while (ast && ast->kind != LCM_AST_FUNCTION)
    ast = ast->parent;
  return ast;
}

/* Return whether "comm", a parameter of the function around it, is that of all
 * ranks as the call "outer" passes it. */
static bool is_passed(struct lcm_lowering *l, const lcm_ast *comm,
                      const lcm_ast *outer) {
  const lcm_ast *function = function_of(comm);
  lcm_text_list texts = {0};
  size_t i = 0;
  const lcm_ast *at = function ? function->first : NULL;
  for (; at && at->kind == LCM_AST_PARAM && at->key != comm->key; at = at->next)
    i++;
  if (!at || at->kind != LCM_AST_PARAM)
    return false;
  lcm_call_texts(&texts, l, outer);
  return i < texts.n && names_world(l, texts.at[i]);
}

/* Return whether "comm", a parameter of "function", is that of all ranks in
 * every call in or below "ast"; how many there are is added to "*n". */
static bool is_passed_below(size_t *n, struct lcm_lowering *l,
                            const lcm_ast *ast, const lcm_ast *comm,
                            const char *function) {
  if (ast->kind == LCM_AST_CALL && ast->name == function) {
    if (!is_passed(l, comm, ast))
      return false;
    ++*n;
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if ((at->holds & LCM_AST_HOLDS_CALL || at->kind == LCM_AST_CALL) &&
        !is_passed_below(n, l, at, comm, function))
      return false;
  return true;
}

/* Return whether "comm" is a parameter of a function that only the file can
 * call, and all calls pass the communicator of all ranks. */
static bool is_passed_always(struct lcm_lowering *l, const lcm_ast *comm) {
  const lcm_ast *function = function_of(comm);
  size_t n = 0;
  if (!function || !function->is_static)
    return false;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (!is_passed_below(&n, l, top, comm, function->name))
      return false;
  return n;
}

/* Return whether all that is set in what "comm", a variable or a member, has
 * is the communicator of all ranks, and something is. */
static bool is_set(struct lcm_lowering *l, const lcm_ast *comm) {
  struct setting found = {.key = comm->key};
  for (const lcm_ast *top = l->syntax->top; top && !found.others;
       top = top->next)
    note_sets(&found, l, top);
  return found.n && !found.others;
}

bool lcm_communicator_is_world(struct lcm_lowering *l, const lcm_ast *call,
                               const lcm_ast *outer) {
  const struct lcm_mpi_function *function = lcm_call_mpi(l, call);
  const char *role = function ? strchr(function->roles, 'c') : NULL;
  lcm_text_list texts = {0};
  size_t i = role ? (size_t)(role - function->roles) : 0;
  lcm_call_texts(&texts, l, call);
  if (!role || i >= texts.n)
    return false;
  if (names_world(l, texts.at[i]))
    return true;
  const lcm_ast *comm = lcm_syntax_arguments(call);
  while (comm && i--)
    comm = comm->next;
  if (!comm || !comm->key ||
      (comm->kind != LCM_AST_REF && comm->kind != LCM_AST_MEMBER))
    return false;
  return (outer && is_passed(l, comm, outer)) || is_passed_always(l, comm) ||
         is_set(l, comm);
}
