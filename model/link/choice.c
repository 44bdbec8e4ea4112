/* What stands for a call through a pointer, and what becomes of such calls. */
#include <string.h>

#include "model/link/choice.h"
#include "model/link/place.h"

/* Return the name in the key "key" of a function. */
static const char *name_of(const char *key) {
  const char *colon = strrchr(key, ':');
  return colon ? colon + 1 : key;
}

/* Return what "said" of a call says to do: its end where that is nothing. */
static const char *advice_of(const char *said) {
  const char *advice = strstr(said, ": say which");
  return advice ? advice : said + strlen(said);
}

/* Return how many bytes of what the call says come before why it is left, if
 * that was said already, and what to do. */
static size_t head_of(const char *said) {
  const char *advice = advice_of(said);
  const char *why = strstr(said, ", which ");
  return (size_t)((why && why < advice ? why : advice) - said);
}

/* Return what the functions of "held" are called: "f, g or 3 more". */
static const char *names_of(lcm_ctx *ctx, const struct lcm_pointees *held) {
  enum { SHOWN = 4 };
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t shown = held->n > SHOWN ? SHOWN - 1 : held->n;
  const char *text = "";
  for (size_t i = 0; i < shown; i++)
    text = lcm_arena_printf(arena, "%s%s%s", text,
                            !i                                     ? ""
                            : i + 1 == held->n && shown == held->n ? " or "
                                                                   : ", ",
                            name_of(held->functions[i]));
  return shown == held->n
             ? text
             : lcm_arena_printf(arena, "%s or %zu more", text, held->n - shown);
}

/* Return what became of the call "opaque" of what "held" holds. */
static const char *text_of(lcm_ctx *ctx, const lcm_node *opaque,
                           const struct lcm_pointees *held) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *said = opaque->u.opaque.reason ? opaque->u.opaque.reason : "";
  const int n = (int)head_of(said);
  if (!held->n)
    return lcm_arena_printf(
        arena, "%.*s is not made: no function is ever there", n, said);
  return lcm_arena_printf(arena, "%.*s goes to %s, taken as equally likely", n,
                          said, names_of(ctx, held));
}

/* ---- what is said -------------------------------------------------------- */

/* Return the outcome of the call "opaque", new or known. */
static struct lcm_call_outcome *outcome_of(lcm_outcomes *outcomes,
                                           const lcm_node *opaque) {
  lcm_arena *arena = lcm_ctx_arena(outcomes->ctx);
  const struct lcm_call_outcome fresh = {.loc = opaque->loc,
                                         .said = opaque->u.opaque.reason};
  const char *key =
      lcm_intern(outcomes->ctx,
                 lcm_arena_printf(arena, "%u %s", opaque->loc.begin,
                                  opaque->loc.file ? opaque->loc.file : ""));
  size_t i = 0;
  if (!lcm_map_get(&outcomes->index, key, &i)) {
    i = outcomes->all.n;
    lcm_map_put(arena, &outcomes->index, key, i);
    LCM_LIST_ADD(arena, &outcomes->all, fresh);
  }
  return &outcomes->all.at[i];
}

static const char *explained(lcm_ctx *ctx, const char *said, const char *why) {
  return lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s, %s%s",
                                          (int)head_of(said), said, why,
                                          advice_of(said)));
}

const lcm_node *lcm_outcome_left(lcm_outcomes *outcomes, const lcm_node *opaque,
                                 const char *why) {
  struct lcm_call_outcome *outcome = outcome_of(outcomes, opaque);
  outcome->left = true;
  outcome->why = outcome->why ? outcome->why : why;
  if (!why || !opaque->u.opaque.reason)
    return opaque;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(outcomes->ctx), lcm_node);
  *copy = *opaque;
  copy->u.opaque.reason =
      explained(outcomes->ctx, opaque->u.opaque.reason, why);
  return copy;
}

void lcm_outcome_resolved(lcm_outcomes *outcomes, const lcm_node *opaque,
                          const struct lcm_pointees *held) {
  struct lcm_call_outcome *outcome = outcome_of(outcomes, opaque);
  if (held->n == 1 || (outcome->text && !held->n))
    return;
  outcome->id = held->n ? LCM_DIAG_CHOICE : LCM_DIAG_NOT_MADE;
  outcome->text = text_of(outcomes->ctx, opaque, held);
}

void lcm_outcomes_report(lcm_outcomes *outcomes) {
  lcm_ctx *ctx = outcomes->ctx;
  for (size_t i = 0; i < outcomes->all.n; i++) {
    const struct lcm_call_outcome *one = &outcomes->all.at[i];
    if ((one->left && !one->why) ||
        !lcm_diag_withdraw(ctx, LCM_DIAG_OPAQUE, one->loc))
      continue;
    if (one->left)
      lcm_report(ctx, LCM_DIAG_OPAQUE, one->loc, "%s",
                 explained(ctx, one->said, one->why));
    else if (one->text)
      lcm_report(ctx, one->id, one->loc, "%s", one->text);
  }
}

/* ---- nodes --------------------------------------------------------------- */

/* Let "node", which stands for the call "opaque", say that what "held" holds is
 * assumed. */
static void assume(lcm_ctx *ctx, lcm_node *node, const lcm_node *opaque,
                   const struct lcm_pointees *held) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char **texts = LCM_NEW_ARRAY(arena, const char *, node->n_assumes + 1);
  if (node->n_assumes)
    memcpy(texts, node->assumes, node->n_assumes * sizeof *texts);
  texts[node->n_assumes++] = lcm_arena_printf(
      arena, "%s:%u: %s", opaque->loc.file ? opaque->loc.file : "",
      opaque->loc.line, text_of(ctx, opaque, held));
  node->assumes = texts;
}

/* Return the call of "key", a version of the function "function", that "call",
 * one through a pointer, is; "one": it is that alone. */
static const lcm_node *call_of(lcm_ctx *ctx, const lcm_node *call,
                               const char *key, const char *function,
                               bool one) {
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
  *copy = *call;
  copy->u.call.callee = key;
  if (!one)
    copy->label =
        lcm_arena_printf(lcm_ctx_arena(ctx), "%s()", name_of(function));
  return copy;
}

const lcm_node *lcm_choice_new(lcm_ctx *ctx, const lcm_node *opaque,
                               const char *const *keys,
                               const struct lcm_pointees *held) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = held->n;
  lcm_node *out = LCM_NEW(arena, lcm_node);
  const lcm_node **calls = LCM_NEW_ARRAY(arena, const lcm_node *, n + 1);
  *out = *opaque;
  memset(&out->u, 0, sizeof out->u);
  for (size_t i = 0; i < n; i++)
    calls[i] =
        call_of(ctx, opaque->children[0], keys[i], held->functions[i], n == 1);
  out->kind = n > 1 ? LCM_NODE_BRANCH : LCM_NODE_SERIES;
  out->children = calls;
  out->n_children = n;
  lcm_place_keep(ctx, out, LCM_PLACE_THROUGH);
  if (n == 1)
    return out;
  assume(ctx, out, opaque, held);
  if (!n)
    return out;
  const lcm_expr **shares = LCM_NEW_ARRAY(arena, const lcm_expr *, n);
  for (size_t i = 0; i < n; i++)
    shares[i] = lcm_expr_ratio(ctx, 1, (long long)n);
  out->u.branch.probabilities = shares;
  lcm_node_say(ctx, out, "probability", "default");
  return out;
}

const lcm_node *lcm_choice_part(lcm_ctx *ctx, const lcm_node *choice,
                                const lcm_node *left,
                                const lcm_node_refs *kept) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = kept->n;
  const long long all = (long long)choice->n_children;
  lcm_node *out = LCM_NEW(arena, lcm_node);
  lcm_node *rest = LCM_NEW(arena, lcm_node);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, n + 1);
  const lcm_expr **shares = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  *out = *choice;
  *rest = *left;
  rest->children = NULL;
  rest->n_children = 0;
  for (size_t i = 0; i < n; i++) {
    children[i] = kept->at[i];
    shares[i] = lcm_expr_ratio(ctx, 1, all);
  }
  children[n] = rest;
  shares[n] = lcm_expr_ratio(ctx, all - (long long)n, all);
  out->children = children;
  out->n_children = n + 1;
  out->u.branch.probabilities = shares;
  return out;
}
