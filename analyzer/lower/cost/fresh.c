/* Which access touches large memory first: functions that the file does not
 * call are followed in the order of their statements, and what they call. */
#include "analyzer/lower/cost/fresh.h"

#include <string.h>

#include "base/list.h"

/* So many calls are followed into each other, and so many in all. */
enum { DEEPEST = 8, CALLS = 2000 };

/* A variable that leads to memory. */
struct leading {
  const char *key;
  size_t to; /* the number of the memory */
};

/* A function that is followed. */
struct executed {
  const lcm_ast *function;
  size_t n;    /* how often */
  bool looped; /* in a loop */
};

/* A walk through functions. */
struct fresh_walk {
  struct lcm_lowering *l;
  LCM_LIST(struct lcm_fresh) memory;
  LCM_LIST(bool) touched; /* of each */
  LCM_LIST(size_t) loops; /* around when it was allocated */
  LCM_LIST(struct leading) leading;
  LCM_LIST(struct executed) executed;
  const lcm_ast *stack[DEEPEST]; /* the functions that are followed */
  size_t depth;
  size_t n_calls;
  size_t n_loops;         /* around what is followed, those around calls too */
  size_t call_loops;      /* of these, those around the call of the function */
  const lcm_ast *written; /* a place that is written and not read */
  size_t returned; /* 1 + the number of the memory that is returned, or 0 */
  bool from_main;
};

static void follow(struct fresh_walk *w, const lcm_ast *ast);

/* Return what is behind casts and parentheses of "ast". */
static const lcm_ast *plain(const lcm_ast *ast) {
  while (ast->kind == LCM_AST_OTHER && ast->first && !ast->first->next)
    ast = ast->first;
  return ast;
}

/* Return whether "ast" is a call that allocates memory. */
static bool allocates(const lcm_ast *ast) {
  static const char *const NAMES[] = {"malloc", "calloc", "aligned_alloc"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (ast->kind == LCM_AST_CALL && ast->is_system && ast->name &&
        !strcmp(ast->name, NAMES[i]))
      return true;
  return false;
}

/* Add the memory "fresh"; return its number. */
static size_t add(struct fresh_walk *w, struct lcm_fresh fresh) {
  lcm_arena *arena = lcm_ctx_arena(w->l->ctx);
  for (size_t i = 0; i < w->memory.n; i++)
    if (w->memory.at[i].origin == fresh.origin) {
      w->touched.at[i] = false;
      return i;
    }
  LCM_LIST_ADD(arena, &w->memory, fresh);
  LCM_LIST_ADD(arena, &w->touched, false);
  LCM_LIST_ADD(arena, &w->loops, w->n_loops);
  return w->memory.n - 1;
}

/* Let the variable "key" lead to memory number "to". */
static void lead(struct fresh_walk *w, const char *key, size_t to) {
  const struct leading leading = {key, to};
  for (size_t i = 0; i < w->leading.n; i++)
    if (w->leading.at[i].key == key) {
      w->leading.at[i].to = to;
      return;
    }
  LCM_LIST_ADD(lcm_ctx_arena(w->l->ctx), &w->leading, leading);
}

/* Return the number of the memory that the variable "ast" leads to; one that
 * none has where that is not known. */
static size_t led_to(struct fresh_walk *w, const lcm_ast *ast) {
  for (size_t i = w->leading.n; ast->key && i-- > 0;)
    if (w->leading.at[i].key == ast->key)
      return w->leading.at[i].to;
  if (ast->kind != LCM_AST_REF || !ast->is_array || ast->is_local ||
      !w->from_main || !ast->key)
    return (size_t)-1;
  const size_t n_loops = w->n_loops;
  w->n_loops = 0;
  lead(w, ast->key,
       add(w, (struct lcm_fresh){.origin = ast, .is_array = true}));
  w->n_loops = n_loops;
  return w->memory.n - 1;
}

/* Return the number of the memory that the pointer "ast" points into; one that
 * none has where that is not known. */
static size_t pointed(struct fresh_walk *w, const lcm_ast *ast) {
  ast = plain(ast);
  if (ast->kind == LCM_AST_ADDRESS && ast->first)
    ast = plain(ast->first);
  while (ast->first && (ast->kind == LCM_AST_SUBSCRIPT ||
                        (ast->kind == LCM_AST_OTHER && ast->is_pointer)))
    ast = plain(ast->first);
  return ast->kind == LCM_AST_REF ? led_to(w, ast) : (size_t)-1;
}

/* Return whether "ast" is an access to memory. */
static bool is_access(const lcm_ast *ast) {
  return !ast->is_array &&
         (ast->kind == LCM_AST_SUBSCRIPT || ast->kind == LCM_AST_DEREF ||
          (ast->kind == LCM_AST_MEMBER && ast->first &&
           ast->first->is_pointer));
}

/* Memory number "i" is touched at "ast". */
static void touch(struct fresh_walk *w, size_t i, const lcm_ast *ast) {
  if (i >= w->memory.n || w->touched.at[i])
    return;
  struct lcm_fresh *fresh = &w->memory.at[i];
  w->touched.at[i] = true;
  if (fresh->touch)
    return;
  fresh->touch = ast;
  fresh->read = is_access(ast) && ast != w->written;
  fresh->user = w->stack[w->depth - 1];
  fresh->repeated =
      fresh->user != fresh->owner && w->call_loops > w->loops.at[i];
}

/* Others may touch memory number "i". */
static void lose(struct fresh_walk *w, size_t i) {
  if (i < w->memory.n)
    w->memory.at[i].lost = true;
}

/* Let the place "target" hold the pointer "value", which was followed. */
static void put(struct fresh_walk *w, const lcm_ast *target,
                const lcm_ast *value) {
  const bool variable =
      target->kind == LCM_AST_REF || target->kind == LCM_AST_VAR;
  size_t to = (size_t)-1;
  value = plain(value);
  if (allocates(value))
    to = add(w, (struct lcm_fresh){.origin = value,
                                   .owner = w->stack[w->depth - 1]});
  else if (value->kind == LCM_AST_CALL)
    to = w->returned ? w->returned - 1 : to;
  else if (variable && target->is_pointer)
    to = pointed(w, value);
  else if (value->is_pointer)
    lose(w, pointed(w, value));
  if (variable && target->key && to != (size_t)-1)
    lead(w, target->key, to);
  else
    lose(w, to);
}

/* Return the function of the file that "ast" calls, NULL for none. */
static const lcm_ast *callee_of(const struct fresh_walk *w,
                                const lcm_ast *ast) {
  for (const lcm_ast *top = w->l->syntax->top; top && !ast->is_system;
       top = top->next)
    if (top->kind == LCM_AST_FUNCTION && ast->name && top->name == ast->name &&
        top->last)
      return top;
  return NULL;
}

/* Note that "function" is executed. */
static void note_executed(struct fresh_walk *w, const lcm_ast *function) {
  const struct executed one = {function, 1, w->n_loops > 0};
  for (size_t i = 0; i < w->executed.n; i++)
    if (w->executed.at[i].function == function) {
      w->executed.at[i].n++;
      w->executed.at[i].looped = w->executed.at[i].looped || one.looped;
      return;
    }
  LCM_LIST_ADD(lcm_ctx_arena(w->l->ctx), &w->executed, one);
}

/* Follow the body of "function". */
static void follow_function(struct fresh_walk *w, const lcm_ast *function) {
  const size_t call_loops = w->call_loops;
  for (size_t i = 0; i < w->depth; i++)
    if (w->stack[i] == function)
      return;
  if (w->depth == DEEPEST || w->n_calls++ > CALLS)
    return;
  note_executed(w, function);
  w->stack[w->depth++] = function;
  w->call_loops = w->n_loops;
  follow(w, function->last);
  w->call_loops = call_loops;
  w->depth--;
}

/* Follow the call "ast". */
static void follow_call(struct fresh_walk *w, const lcm_ast *ast) {
  const lcm_ast *function = callee_of(w, ast);
  const lcm_ast *param = function ? function->first : NULL;
  const bool frees = ast->name && !strcmp(ast->name, "free");
  w->returned = 0;
  for (const lcm_ast *at = ast->first ? ast->first->next : NULL; at;
       at = at->next) {
    follow(w, at);
    const size_t to = frees ? (size_t)-1 : pointed(w, at);
    if (param && param->kind == LCM_AST_PARAM) {
      if (param->key)
        lead(w, param->key, to);
      param = param->next;
    } else if (ast->is_system && !allocates(ast))
      touch(w, to, ast);
    else if (!function)
      lose(w, to);
  }
  if (allocates(ast))
    (void)add(
        w, (struct lcm_fresh){.origin = ast, .owner = w->stack[w->depth - 1]});
  w->returned = 0;
  if (function)
    follow_function(w, function);
}

/* Follow "ast" in the order in which it is executed. */
static void follow(struct fresh_walk *w, const lcm_ast *ast) {
  const bool loop = lcm_ast_is_loop(ast);
  if (ast->kind == LCM_AST_SIZEOF)
    return;
  if (ast->kind == LCM_AST_UPDATE && ast->first && !ast->is_real)
    w->written = plain(ast->first);
  if (ast->kind == LCM_AST_CALL) {
    follow_call(w, ast);
    return;
  }
  w->n_loops += loop;
  if (ast->kind == LCM_AST_ASSIGN && ast->first && ast->first->next) {
    follow(w, ast->first->next);
    put(w, ast->first, ast->first->next);
    w->written = plain(ast->first);
    follow(w, ast->first);
  } else if (ast->kind == LCM_AST_ADDRESS && ast->first) {
    for (const lcm_ast *at = ast->first->first; at; at = at->next)
      follow(w, at);
  } else
    for (const lcm_ast *at = ast->first; at; at = at->next)
      follow(w, at);
  w->n_loops -= loop;
  if (ast->kind == LCM_AST_VAR && ast->first)
    put(w, ast, ast->first);
  if (ast->kind == LCM_AST_RETURN && ast->first) {
    const lcm_ast *value = plain(ast->first);
    const size_t to = allocates(value)
                          ? add(w, (struct lcm_fresh){.origin = value})
                          : pointed(w, value);
    w->returned = to == (size_t)-1 ? 0 : to + 1;
    if (w->depth == 1)
      lose(w, to);
  }
  if (is_access(ast))
    touch(w, pointed(w, ast->first), ast);
}

/* Return whether the file calls "function". */
static bool is_called(const struct lcm_lowering *l, const lcm_ast *function) {
  for (size_t i = 0; i < l->syntax->calls.n; i++)
    if (l->syntax->calls.at[i].call->name == function->name)
      return true;
  return false;
}

/* Put how often functions are executed into what "w" found. */
static void settle(struct fresh_walk *w) {
  for (size_t i = 0; i < w->memory.n; i++)
    for (size_t k = 0; k < w->executed.n; k++) {
      struct lcm_fresh *fresh = &w->memory.at[i];
      const struct executed *one = &w->executed.at[k];
      if (one->function != fresh->user)
        continue;
      fresh->calls = one->n;
      fresh->repeated = fresh->repeated || (fresh->is_array && one->looped);
    }
}

const struct lcm_fresh *lcm_fresh_find(size_t *n, struct lcm_lowering *l) {
  struct fresh_walk w = {.l = l};
  for (const lcm_ast *top = l->syntax->top; top && !l->fresh.found;
       top = top->next) {
    if (top->kind != LCM_AST_FUNCTION || !top->last || is_called(l, top))
      continue;
    w.from_main = top->name && !strcmp(top->name, "main");
    follow_function(&w, top);
  }
  if (!l->fresh.found) {
    settle(&w);
    l->fresh.at = w.memory.at;
    l->fresh.n = w.memory.n;
    l->fresh.found = true;
  }
  *n = l->fresh.n;
  return l->fresh.at;
}
