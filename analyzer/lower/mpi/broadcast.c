/* What broadcasts give to variables: what the root holds, where that is known
 * when the broadcast begins. */
#include <string.h>

#include "analyzer/lower/arguments/options.h"
#include "analyzer/lower/control/argument.h"
#include "analyzer/lower/control/let.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/broadcast.h"
#include "analyzer/lower/mpi/communicator.h"
#include "analyzer/lower/mpi/message.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* A broadcast that is looked at. */
struct sending {
  struct lcm_lowering *l;
  const char *key;      /* of the variable */
  const lcm_expr *root; /* NULL: conditions are not read yet */
};

/* What statements give the root. */
struct given {
  const lcm_ast *by; /* the declaration or assignment, NULL: none */
  bool lost;         /* it cannot be told */
};

/* Return how often "ast" and what is below it set the variable. */
static size_t sets(const struct sending *s, const lcm_ast *ast) {
  const lcm_ast *by = NULL;
  return lcm_syntax_sets(&by, s->l, ast, s->key);
}

/* Return whether the variable "local" of the function is set once, to the rank
 * among all. */
static bool is_rank(struct lcm_lowering *l, const struct lcm_local *local) {
  const lcm_ast *by = NULL;
  if (lcm_syntax_sets(&by, l, l->function, local->key) != 1 ||
      by->kind != LCM_AST_ADDRESS)
    return false;
  const char *answer = lcm_message_answer(l, by);
  return answer && !strcmp(answer, "rank");
}

/* Return whether the variable "name" has one value in the function. */
static bool is_steady(struct lcm_lowering *l, const char *name) {
  const char *plain = lcm_intern(l->ctx, lcm_name_plain(name));
  const struct lcm_local *local = lcm_lower_local(l, plain);
  const lcm_ast *by = NULL;
  const char *key = NULL;
  size_t known = 0;
  if (strpbrk(plain, "[.") || !strcmp(name, "thread"))
    return false;
  if (local)
    return !local->is_static &&
           lcm_syntax_sets(&by, l, l->function, local->key) + local->is_param <=
               1;
  return !lcm_lower_declared(&key, l, plain) || !key ||
         !lcm_map_get(&l->globals.changing, key, &known);
}

/* Return "e" (may be NULL) as the root has it; NULL where what it is made of
 * may have changed since. */
static const lcm_expr *as_root(const struct sending *s, const lcm_expr *e) {
  struct lcm_lowering *l = s->l;
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, l->ctx, e) : 0;
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), struct lcm_subst, n + 1);
  size_t found = 0;
  for (size_t i = 0; i < n; i++) {
    const char *plain = lcm_intern(l->ctx, lcm_name_plain(names[i]));
    const struct lcm_local *local = lcm_lower_local(l, plain);
    if (local ? is_rank(l, local) : !strcmp(names[i], "rank"))
      substs[found++] = (struct lcm_subst){names[i], s->root};
    else if ((local && local->key == s->key) || !is_steady(l, names[i]))
      return NULL;
  }
  return found ? lcm_expr_subst(l->ctx, e, substs, found) : e;
}

/* Return whether the root takes the first branch of the `if` "ast": 1 or 0; -1
 * where that is not known. */
static int takes(const struct sending *s, const lcm_ast *ast) {
  double number = 0;
  const lcm_expr *cond = as_root(s, lcm_lower_condition(s->l, ast));
  return cond && lcm_expr_is_number(cond, &number) ? number != 0 : -1;
}

static struct given given_before(const struct sending *s, const lcm_ast *block,
                                 const lcm_ast *stop);

/* Return what the statement "ast" gives the root. */
static struct given given_by(const struct sending *s, const lcm_ast *ast) {
  const size_t n = sets(s, ast);
  const lcm_ast *yes = ast->first ? ast->first->next : NULL;
  if (!n)
    return (struct given){0};
  if (ast->kind == LCM_AST_COMPOUND)
    return given_before(s, ast, NULL);
  for (const lcm_ast *var = ast->first;
       var && n == 1 && ast->kind == LCM_AST_DECLSTMT; var = var->next)
    if (var->kind == LCM_AST_VAR && var->key == s->key)
      return (struct given){.by = var};
  if (ast->kind == LCM_AST_ASSIGN && n == 1 && ast->first->key == s->key)
    return (struct given){.by = ast};
  if (ast->kind != LCM_AST_IF || !yes || sets(s, ast->first))
    return (struct given){.lost = true};
  const int taken = s->root ? takes(s, ast) : sets(s, yes) != 0;
  const lcm_ast *arm = taken > 0 ? yes : yes->next;
  if (taken < 0)
    return (struct given){.lost = true};
  return arm ? given_by(s, arm) : (struct given){0};
}

/* Return what the statements of "block" before "stop" give the root. */
static struct given given_before(const struct sending *s, const lcm_ast *block,
                                 const lcm_ast *stop) {
  struct given found = {0};
  for (const lcm_ast *at = block->first; at != stop; at = at->next) {
    const struct given one = given_by(s, at);
    found = one.by || one.lost ? one : found;
  }
  return found;
}

/* Return the declaration or assignment that gives the root what the broadcast
 * "call" sends; NULL where that is not known. */
static const lcm_ast *source(const struct sending *s, const lcm_ast *call) {
  struct given found = {0};
  for (const lcm_ast *at = call; at->parent && !found.by && !found.lost;
       at = at->parent) {
    if (lcm_ast_is_loop(at->parent) || at->parent->kind == LCM_AST_SWITCH ||
        at->parent->kind == LCM_AST_FUNCTION)
      break;
    if (at->parent->kind == LCM_AST_COMPOUND)
      found = given_before(s, at->parent, at);
  }
  return found.lost ? NULL : found.by;
}

/* Return whether "address" is that of the variable that a broadcast to all
 * ranks sends. */
static bool is_sent(struct lcm_lowering *l, const lcm_ast *address) {
  const lcm_ast *target =
      address->kind == LCM_AST_ADDRESS ? address->first : NULL;
  const struct lcm_mpi_function *function =
      target && target->kind == LCM_AST_REF && target->key && target->range &&
              lcm_message_role(l, address) == 's'
          ? lcm_call_mpi(l, address->parent)
          : NULL;
  const struct lcm_local *local =
      function ? lcm_lower_local_of(l, target->key) : NULL;
  return local && !local->is_param && !local->is_static &&
         function->kind == LCM_MESSAGE_BCAST &&
         function->mode == LCM_MODE_NOW && l->function &&
         !(l->function->holds & LCM_AST_HOLDS_LABEL) &&
         lcm_communicator_is_world(l, address->parent, NULL);
}

bool lcm_broadcast_gives(struct lcm_lowering *l, const lcm_ast *address) {
  if (!is_sent(l, address))
    return false;
  const struct sending s = {.l = l, .key = address->first->key};
  return source(&s, address->parent) != NULL;
}

/* Return the value that the variable of "address" has behind a broadcast, and
 * put the declaration or assignment that gives it to the root into "*by"; NULL
 * where that is not known. */
static const lcm_expr *sent_value(const lcm_ast **by, struct lcm_lowering *l,
                                  const lcm_ast *address) {
  if (!is_sent(l, address))
    return NULL;
  lcm_text_list texts = {0};
  const struct lcm_mpi_function *function = lcm_call_mpi(l, address->parent);
  const char *at = strchr(function->roles, 'r');
  const size_t i = at ? (size_t)(at - function->roles) : 0;
  lcm_call_texts(&texts, l, address->parent);
  struct sending s = {.l = l, .key = address->first->key};
  s.root = at && i < texts.n ? lcm_lower_clause(l, texts.at[i]) : NULL;
  if (!s.root || as_root(&s, s.root) != s.root)
    return NULL;
  *by = source(&s, address->parent);
  return *by ? as_root(&s, lcm_lower_value(l, *by)) : NULL;
}

const lcm_expr *lcm_broadcast_value(struct lcm_lowering *l,
                                    const lcm_ast *address) {
  const lcm_ast *by = NULL;
  return sent_value(&by, l, address);
}

/* Let "value" be the default of the variable of "address", if it is a number
 * that arguments of the program take the place of where "by" gives it to the
 * root. */
static void note_default(struct lcm_lowering *l, const lcm_ast *address,
                         const lcm_ast *by, const lcm_expr *value) {
  double number = 0;
  if (lcm_expr_is_number(value, &number) &&
      (lcm_options_set(l, address->first->key) ||
       (by->last && lcm_let_is_choice(l, by->last))))
    lcm_options_default(l, lcm_lower_name(l, address->first->name), value,
                        lcm_lower_loc(l, by));
}

void lcm_broadcast_lets(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *call) {
  for (const lcm_ast *at = lcm_syntax_arguments(call); at; at = at->next) {
    const lcm_ast *by = NULL;
    const lcm_expr *value = sent_value(&by, l, at);
    if (value)
      note_default(l, at, by, value);
    lcm_node *let = value ? lcm_lower_let(l, at, at->first->name, value) : NULL;
    if (let)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, let);
  }
}
