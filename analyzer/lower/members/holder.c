/* Variables through which a function knows objects: structures, and pointers to
 * such that get what calls return and nothing else. */
#include "analyzer/lower/members/holder.h"

#include <string.h>

#include "analyzer/lower/access/granted.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/values/local.h"

/* A variable that may hold an object. */
struct holder {
  const char *key;
  const char *name;
  bool is_param;
  bool is_pointer;
  bool lost; /* it may hold what is not known */
  bool used; /* it matters what it holds */
};

/* A call that gives a variable an object, or gets one from it. */
struct gift {
  size_t holder;
  unsigned begin; /* of the call */
  bool fresh;     /* that allocates memory */
  bool again;     /* in a loop that the variable outlives */
};

/* The variables of a function. */
struct holders {
  struct lcm_saying *s;
  LCM_LIST(struct holder) all;
  LCM_LIST(struct gift) gifts;
  LCM_LIST(struct gift) passed; /* what is given to calls */
};

/* Return the variable that "ref" refers to, NULL for one that holds no
 * object. */
static struct holder *holder_of(struct holders *h, const lcm_ast *ref) {
  for (size_t i = 0; ref && ref->kind == LCM_AST_REF && i < h->all.n; i++)
    if (h->all.at[i].key == ref->key)
      return &h->all.at[i];
  return NULL;
}

/* Return whether a variable of another block has the name of "local". */
static bool is_hidden(struct lcm_lowering *l, const struct lcm_local *local) {
  return lcm_lower_last_local(l, local->name) != local || local->before;
}

/* Note the variables in and below "ast" that may hold an object. */
static void find(struct holders *h, const lcm_ast *ast) {
  struct lcm_lowering *l = h->s->l;
  const struct lcm_local *local =
      (ast->kind == LCM_AST_VAR || ast->kind == LCM_AST_PARAM) && ast->key
          ? lcm_lower_local_of(l, ast->key)
          : NULL;
  if (local && local->name && (ast->to_record || ast->is_record) &&
      !ast->is_array && !ast->is_union && !ast->is_action &&
      !ast->is_volatile && !ast->is_atomic && !local->is_static &&
      !is_hidden(l, local)) {
    const struct holder one = {.key = ast->key,
                               .name = local->name,
                               .is_param = ast->kind == LCM_AST_PARAM,
                               .is_pointer = ast->to_record};
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &h->all, one);
  }
  if (!(ast->holds & LCM_AST_HOLDS_VARIABLE))
    return;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    find(h, at);
}

/* Return whether "ast" may be passed by in a call of its function. */
static bool is_optional(const lcm_ast *ast) {
  for (const lcm_ast *at = ast; at->parent; at = at->parent) {
    const lcm_ast *around = at->parent;
    const bool chooses =
        around->kind == LCM_AST_IF || around->kind == LCM_AST_CONDITIONAL ||
        around->kind == LCM_AST_AND || around->kind == LCM_AST_OR;
    if ((chooses && around->first != at) || around->kind == LCM_AST_SWITCH)
      return true;
  }
  return false;
}

/* Return whether "ast" stands in a loop around the block of "holder". */
static bool is_again(const struct holders *h, const struct holder *holder,
                     const lcm_ast *ast) {
  const struct lcm_local *local = lcm_lower_local_of(h->s->l, holder->key);
  const lcm_ast *loop = lcm_loop_around(ast);
  return loop && (!local->home || local->home->begin < loop->begin ||
                  local->home->end > loop->end);
}

/* Return whether the call "ast" returns memory that nothing else has. */
static bool is_allocation(const lcm_ast *ast) {
  static const char *const NAMES[] = {"malloc", "calloc", "aligned_alloc"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (ast->kind == LCM_AST_CALL && ast->is_system && ast->name &&
        !strcmp(ast->name, NAMES[i]))
      return true;
  return false;
}

/* Note that "holder" gets "value". */
static void give(struct holders *h, struct holder *holder,
                 const lcm_ast *value) {
  const struct gift gift = {(size_t)(holder - h->all.at), value->begin,
                            is_allocation(value), is_again(h, holder, value)};
  if (holder->is_pointer && lcm_granted_is_null(h->s->l, value))
    return;
  if (holder->is_param || value->kind != LCM_AST_CALL || !value->is_function ||
      (value->is_system && !gift.fresh) || is_optional(value) || gift.again) {
    holder->lost = true;
    return;
  }
  holder->used = holder->used || !gift.fresh;
  LCM_LIST_ADD(lcm_ctx_arena(h->s->l->ctx), &h->gifts, gift);
}

/* Note that the call "ast" gets what "holder" holds. */
static void note_passed(struct holders *h, struct holder *holder,
                        const lcm_ast *ast) {
  const struct gift gift = {(size_t)(holder - h->all.at), ast->begin, false,
                            is_again(h, holder, ast)};
  holder->used = true;
  LCM_LIST_ADD(lcm_ctx_arena(h->s->l->ctx), &h->passed, gift);
}

/* Note the variables whose objects the call "ast" gets. */
static void note_call(struct holders *h, const lcm_ast *ast) {
  for (const lcm_ast *at = ast->first; at && !ast->is_system; at = at->next) {
    struct holder *holder =
        holder_of(h, at->kind == LCM_AST_ADDRESS ? at->first : at);
    if (holder)
      note_passed(h, holder, ast);
  }
}

/* Return whether "ast" gives a structure that a pointer leads to the value of
 * another one. */
static bool is_whole(const lcm_ast *ast) {
  const lcm_ast *to = ast->kind == LCM_AST_ASSIGN ? ast->first : NULL;
  return to && to->is_record &&
         (to->kind == LCM_AST_DEREF || to->kind == LCM_AST_SUBSCRIPT);
}

/* Note what "ast" does to variables that hold objects, or with them. */
static void note(struct holders *h, const lcm_ast *ast) {
  struct holder *holder = holder_of(h, ast->first);
  if (is_whole(ast))
    lcm_members_say(h->s, 'a', "*", "");
  if (ast->kind == LCM_AST_CALL)
    note_call(h, ast);
  if (!holder)
    return;
  if (ast->kind == LCM_AST_ASSIGN && ast->last != ast->first)
    give(h, holder, ast->last);
  else if (ast->kind == LCM_AST_UPDATE)
    holder->lost = true;
  else if (ast->kind == LCM_AST_ADDRESS)
    holder->lost = holder->lost || holder->is_pointer;
  else if (ast->kind == LCM_AST_MEMBER)
    holder->used = true;
}

/* Note what the declaration "ast" gives its variable. */
static void note_begin(struct holders *h, const lcm_ast *ast) {
  const struct lcm_local *local = ast->kind == LCM_AST_VAR && ast->key
                                      ? lcm_lower_local_of(h->s->l, ast->key)
                                      : NULL;
  for (size_t i = 0; local && local->begins && i < h->all.n; i++)
    if (h->all.at[i].key == ast->key) {
      if (ast->last)
        give(h, &h->all.at[i], ast->last);
      else
        h->all.at[i].lost = true;
    }
}

/* Note what "ast" and all below it do. */
static void walk(struct holders *h, const lcm_ast *ast) {
  note_begin(h, ast);
  note(h, ast);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    walk(h, at);
}

/* Say which members of objects the assignments in and below "ast" set. */
static void say_sets(struct holders *h, const lcm_ast *ast) {
  const lcm_ast *to = ast->kind == LCM_AST_ASSIGN ? ast->first : NULL;
  const bool member = to && to->kind == LCM_AST_MEMBER && to->key;
  const struct holder *holder = member ? holder_of(h, to->first) : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return;
  if (holder && !holder->lost && (holder->is_pointer || !holder->is_param) &&
      !is_optional(ast))
    lcm_members_say(h->s, 'I', to->key,
                    lcm_arena_printf(lcm_ctx_arena(h->s->l->ctx), "%u %s",
                                     ast->begin, holder->name));
  for (const lcm_ast *at = ast->first; at; at = at->next)
    say_sets(h, at);
}

/* Return whether "ast", or something below it, returns something else than
 * nothing, but for the statement "last". */
static bool returns(const struct lcm_lowering *l, const lcm_ast *ast,
                    const lcm_ast *last) {
  if (ast->kind == LCM_AST_RETURN && ast != last && ast->last)
    return !lcm_granted_is_null(l, ast->last);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (returns(l, at, last))
      return true;
  return false;
}

/* Say whose object the function returns, where its last statement alone does
 * so. */
static void say_returned(struct holders *h) {
  const lcm_ast *body = h->s->function->last;
  const lcm_ast *last =
      body && body->kind == LCM_AST_COMPOUND ? body->last : NULL;
  const lcm_ast *value =
      last && last->kind == LCM_AST_RETURN ? last->last : NULL;
  const struct holder *holder = holder_of(h, value);
  if (!value || returns(h->s->l, body, last))
    return;
  if (value->kind == LCM_AST_CALL && value->is_function && !value->is_system &&
      value->to_record) {
    lcm_members_say(h->s, 'M', "=", "");
    lcm_members_say_at(h->s, 'J', "=", value->begin);
    lcm_members_say(h->s, 'K', "=", "");
  } else if (holder && !holder->lost && !holder->is_param)
    lcm_members_say(h->s, 'K', holder->name, "");
}

void lcm_holders_say(struct lcm_saying *s) {
  struct holders h = {.s = s};
  if (s->function->holds & LCM_AST_HOLDS_LABEL)
    return;
  find(&h, s->function);
  walk(&h, s->function);
  for (size_t i = 0; i < h.all.n; i++)
    if (h.all.at[i].used && !h.all.at[i].lost)
      lcm_members_say(s, 'M', h.all.at[i].name, "");
  for (size_t i = 0; i < h.gifts.n; i++) {
    const struct holder *holder = &h.all.at[h.gifts.at[i].holder];
    if (!holder->lost && holder->used)
      lcm_members_say(s, 'J', holder->name,
                      lcm_arena_printf(lcm_ctx_arena(s->l->ctx), "%u%s",
                                       h.gifts.at[i].begin,
                                       h.gifts.at[i].fresh ? " *" : ""));
  }
  for (size_t i = 0; i < h.passed.n; i++)
    if (!h.all.at[h.passed.at[i].holder].lost)
      lcm_members_say(s, 'c', h.all.at[h.passed.at[i].holder].name,
                      lcm_arena_printf(lcm_ctx_arena(s->l->ctx), "%u%s",
                                       h.passed.at[i].begin,
                                       h.passed.at[i].again ? " *" : ""));
  say_sets(&h, s->function);
  say_returned(&h);
}
