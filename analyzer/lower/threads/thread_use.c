/* How a variable is used that leads to memory which threads share. */
#include <string.h>

#include "analyzer/lower/threads/thread_use.h"
#include "analyzer/lower/values/flow.h"

bool lcm_thread_is_sum(const struct lcm_lowering *l, const lcm_ast *left,
                       const lcm_ast *right) {
  return left->end < right->begin && right->begin <= l->len &&
         memchr(l->text + left->end, '+', right->begin - left->end);
}

/* Return whether "ast" adds a number to the pointer "first". */
static bool is_moved(const struct lcm_lowering *l, const lcm_ast *ast,
                     const lcm_ast *first) {
  return ast->kind == LCM_AST_OTHER && ast->first == first &&
         first->next == ast->last && ast->last != first &&
         lcm_thread_is_sum(l, first, ast->last);
}

void lcm_thread_use_of(struct lcm_thread_use *out, const struct lcm_lowering *l,
                       const lcm_ast *ref) {
  const lcm_ast *at = ref;
  bool pointer = ref->is_pointer;
  *out = (struct lcm_thread_use){.kind = LCM_USE_POINTER};
  if (pointer && is_moved(l, at->parent, at)) {
    at = at->parent;
    out->index = at->last;
  } else if (pointer && at->parent->kind == LCM_AST_SUBSCRIPT &&
             at->parent->first == at) {
    at = at->parent;
    out->index = at->last;
    pointer = false;
  }
  if (pointer && at->parent->kind == LCM_AST_DEREF) {
    at = at->parent;
    pointer = false;
  }
  if (at->parent->kind == LCM_AST_MEMBER && at->parent->first == at) {
    out->kind = LCM_USE_MEMBER;
    out->member = at = at->parent;
  } else if (!pointer && at->parent->kind == LCM_AST_ADDRESS)
    at = at->parent;
  else if (!pointer)
    out->kind = LCM_USE_WHOLE;
  out->at = at;
}

int lcm_thread_argument_of(const lcm_ast *call, const lcm_ast *part) {
  int i = -1;
  for (const lcm_ast *at = call->first; at; at = at->next, i++)
    if (at == part)
      return i;
  return -1;
}

const lcm_ast *lcm_thread_param_at(const lcm_ast *function, int i) {
  for (const lcm_ast *at = function->first; at; at = at->next)
    if (at->kind == LCM_AST_PARAM && i-- == 0)
      return at;
  return NULL;
}

bool lcm_thread_is_harmless(const lcm_ast *at) {
  const lcm_ast *user = at->parent;
  switch (lcm_ast_class_of(user->kind)) {
  case LCM_CLASS_COMPOUND:
  case LCM_CLASS_LOOP:
  case LCM_CLASS_CHOICE:
  case LCM_CLASS_LABEL:
  case LCM_CLASS_JUMP:
  case LCM_CLASS_SIMPLE:
    return true;
  case LCM_CLASS_MAYBE:
  case LCM_CLASS_VALUE:
    return !user->is_pointer && user->kind != LCM_AST_BLOCK;
  case LCM_CLASS_CHANGE:
    return user->kind == LCM_AST_ASSIGN && user->first == at &&
           user->last != at &&
           (user->last->kind == LCM_AST_LITERAL ||
            lcm_flow_allocates(user->last));
  case LCM_CLASS_TOP:
  case LCM_CLASS_VARIABLE:
  case LCM_CLASS_CALL:
  case LCM_CLASS_PLACE:
    return false;
  }
  return false;
}

bool lcm_thread_leaves(const lcm_ast *call, int i) {
  static const char *const ALL[] = {"free",    "fwrite",  "write",
                                    "printf",  "fprintf", "memcmp",
                                    "bsearch", "perror",  "puts"};
  static const char *const SECOND[] = {"memcpy", "memmove"};
  for (size_t k = 0; k < sizeof ALL / sizeof *ALL; k++)
    if (call->name && !strcmp(call->name, ALL[k]))
      return true;
  for (size_t k = 0; i > 0 && k < sizeof SECOND / sizeof *SECOND; k++)
    if (call->name && !strcmp(call->name, SECOND[k]))
      return true;
  return false;
}
