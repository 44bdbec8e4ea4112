/* Which entries lead to which, by calls and messages. */
#include "analyzer/lower/chares/chare_reach.h"
#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/chares/chare_find.h"
#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_call.h"

/* Return whether argument "i" of some call of "function" in the file may be
 * "number". */
static bool may_be_given(const struct lcm_lowering *l, const lcm_ast *function,
                         int i, long long number) {
  for (size_t k = 0; k < l->syntax->calls.n; k++) {
    const lcm_ast *call = l->syntax->calls.at[k].call;
    long long given = number;
    if (call->name != function->name)
      continue;
    (void)lcm_chare_constant(&given, l, lcm_chare_argument(call, i));
    if (given == number)
      return true;
  }
  return false;
}

bool lcm_chare_may_send(const struct lcm_lowering *l, const lcm_ast *function,
                        const lcm_ast *ast,
                        const struct lcm_chare_entry *entry) {
  const struct lcm_chare_function *call = lcm_chare_call(l, ast);
  long long number = 0;
  if (!call || !lcm_chare_sends(call))
    return false;
  const lcm_ast *given = lcm_chare_argument(ast, call->entry);
  if (lcm_chare_constant(&number, l, given))
    return number == entry->number;
  const int param = lcm_thread_parameter(function, given);
  return param < 0 || may_be_given(l, function, param, entry->number);
}

/* Return whether executing "from" comes to "to", by calls alone unless "sent";
 * "seen" are the functions that were looked at. */
static bool leads(const struct lcm_lowering *l, const lcm_ast *from,
                  const lcm_ast *to, bool sent, lcm_map *seen) {
  size_t known = 0;
  if (!from || from == to)
    return from != NULL;
  if (lcm_map_get(seen, from->name, &known))
    return false;
  lcm_map_put(lcm_ctx_arena(l->ctx), seen, from->name, 1);
  for (size_t i = 0; i < l->syntax->calls.n; i++) {
    const lcm_ast *call = l->syntax->calls.at[i].call;
    if (l->syntax->calls.at[i].function != from)
      continue;
    if (leads(l, lcm_thread_defined(l, call->name), to, sent, seen))
      return true;
    for (size_t k = 0; sent && k < l->chares->entries.n; k++) {
      const struct lcm_chare_entry *entry = &l->chares->entries.at[k];
      if (lcm_chare_may_send(l, from, call, entry) &&
          leads(l, entry->defined, to, sent, seen))
        return true;
    }
  }
  return false;
}

bool lcm_chare_leads(const struct lcm_lowering *l, const lcm_ast *from,
                     const lcm_ast *to) {
  lcm_map seen = {0};
  return leads(l, from, to, true, &seen);
}

bool lcm_chare_calls(const struct lcm_lowering *l, const lcm_ast *from,
                     const lcm_ast *to) {
  lcm_map seen = {0};
  return leads(l, from, to, false, &seen);
}

bool lcm_chare_is_round(const struct lcm_lowering *l, const lcm_ast *function,
                        const lcm_ast *ast,
                        const struct lcm_chare_entry *entry) {
  return lcm_chare_may_send(l, function, ast, entry) &&
         lcm_chare_leads(l, entry->defined, function);
}

/* Return whether a comment at "ast" says how often. */
static bool is_counted(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_directive_list *on =
      ast->anchor ? &l->bound.on[ast->anchor - 1] : NULL;
  for (size_t i = 0; on && i < on->n; i++)
    if (on->at[i]->kind == LCM_DIR_COUNT)
      return true;
  return false;
}

void lcm_chare_find_rounds(struct lcm_lowering *l) {
  for (size_t i = 0; l->chares && i < l->syntax->calls.n; i++) {
    const struct lcm_called *called = &l->syntax->calls.at[i];
    const struct lcm_chare_function *call = lcm_chare_call(l, called->call);
    bool round = false;
    if (!call || !lcm_chare_sends(call) || !is_counted(l, called->call))
      continue;
    for (size_t k = 0; k < l->chares->entries.n && !round; k++)
      round = lcm_chare_is_round(l, called->function, called->call,
                                 &l->chares->entries.at[k]);
    if (!round)
      continue;
    const struct lcm_chare_round one = {
        called->call,
        lcm_intern(l->ctx,
                   lcm_arena_printf(lcm_ctx_arena(l->ctx), "rounds_%u",
                                    lcm_lower_loc(l, called->call).line)),
        NULL};
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->chares->rounds, one);
  }
}

const struct lcm_chare_round *lcm_chare_round_at(const struct lcm_lowering *l,
                                                 const lcm_ast *ast) {
  for (size_t i = 0; i < l->chares->rounds.n; i++)
    if (l->chares->rounds.at[i].call == ast)
      return &l->chares->rounds.at[i];
  return NULL;
}
