/* Variables that statements set before they use them: what they held before
 * does not matter. */
#include <string.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/values/sure.h"

/* What is found of the variable "key"; that of a pointer itself has "more" than
 * its USR, one character at the end. */
struct setting {
  struct lcm_lowering *l;
  const char *key;
  size_t more;
  /* the member of it that is meant; NULL: the whole */
  const char *member;
  bool exposed; /* it may be used before it is set */
  bool missed;  /* the function may be left before it is set */
  bool chosen;  /* it is set where the `switch` around chooses a case */
  bool jumped;  /* a label was come by, to which control may jump */
  /* what follows is if loops run at all: choices around; something before may
   * have skipped the rest; it may have been written; it is used for certain
   * before that; it is written for certain */
  unsigned choices;
  bool left;
  bool begun;
  bool first;
  bool written;
};

static bool walk(struct setting *s, const lcm_ast *ast, bool set);

/* Return whether "ast" is a reference to the variable. */
static bool is_it(const struct setting *s, const lcm_ast *ast) {
  if (ast && s->member)
    return ast->kind == LCM_AST_MEMBER && ast->first && ast->name &&
           !strcmp(ast->name, s->member) && ast->first->kind == LCM_AST_REF &&
           ast->first->key == s->key;
  if (!ast || ast->kind != LCM_AST_REF || !ast->key)
    return false;
  const size_t n = s->more ? strlen(s->key) - s->more : 0;
  return s->more ? !strncmp(ast->key, s->key, n) && !ast->key[n]
                 : ast->key == s->key;
}

/* Return whether "ast" is the variable of which a member is meant, as a
 * whole. */
static bool is_around(const struct setting *s, const lcm_ast *ast) {
  return s->member && ast->kind == LCM_AST_REF && ast->key == s->key &&
         !(ast->parent && ast->parent->kind == LCM_AST_MEMBER);
}

/* As walk for the pieces of syntax from "ast" on, one after the other. */
static bool walk_from(struct setting *s, const lcm_ast *ast, bool set) {
  for (; ast; ast = ast->next)
    set = walk(s, ast, set);
  return set;
}

/* Note that the variable is used. */
static void note_use(struct setting *s) {
  s->first = s->first || (!s->begun && !s->choices && !s->left);
}

/* As walk for `x = e`, `x += e` and `x++`. */
static bool walk_change(struct setting *s, const lcm_ast *ast, bool set) {
  if (!is_it(s, ast->first))
    return walk_from(s, ast->first, set);
  set = walk_from(s, ast->first->next, set);
  s->exposed = s->exposed || (ast->kind == LCM_AST_UPDATE && !set);
  if (ast->kind == LCM_AST_UPDATE)
    note_use(s);
  s->begun = true;
  s->written = s->written || (!s->choices && !s->left);
  return true;
}

/* As walk for `if (c) a else b` and `c ? a : b`. */
static bool walk_branch(struct setting *s, const lcm_ast *ast, bool set) {
  const lcm_ast *yes = ast->first ? ast->first->next : NULL;
  const lcm_ast *no = yes ? yes->next : NULL;
  set = ast->first ? walk(s, ast->first, set) : set;
  s->choices++;
  const bool then = yes ? walk(s, yes, set) : set;
  const bool otherwise = no ? walk(s, no, set) : set;
  s->choices--;
  return then && otherwise;
}

/* Walk the pieces of syntax from "ast" on, each of which may be executed or
 * not. */
static void walk_apart(struct setting *s, const lcm_ast *ast, bool set) {
  for (; ast; ast = ast->next)
    (void)walk(s, ast, set);
}

/* Return whether "ast" is a `for` whose header has all three parts. */
static bool is_whole_for(const lcm_ast *ast) {
  size_t n = 0;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    n++;
  return ast->kind == LCM_AST_FOR && n == 4;
}

/* Return whether "ast" or something below it is a jump. */
static bool jumps(const lcm_ast *ast) {
  if (lcm_ast_class_of(ast->kind) == LCM_CLASS_JUMP ||
      lcm_ast_class_of(ast->kind) == LCM_CLASS_LABEL)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (jumps(at))
      return true;
  return false;
}

/* Return whether the body of the `for` "ast" is executed once at least. */
static bool runs(const struct setting *s, const lcm_ast *ast) {
  lcm_iteration range;
  double from = 0;
  double to = 0;
  return lcm_lower_header(&range, s->l, ast) &&
         lcm_expr_is_number(range.from, &from) &&
         lcm_expr_is_number(range.to, &to) && from <= to;
}

/* As walk for a loop: what a `for` begins with, and its first test, are
 * executed in any case, its body where the numbers in its head say so. */
static bool walk_loop(struct setting *s, const lcm_ast *ast, bool set) {
  if (!is_whole_for(ast)) {
    walk_apart(s, ast->first, set);
    return set;
  }
  set = walk(s, ast->first, set);
  set = walk(s, ast->first->next, set);
  const bool inside = walk(s, ast->last, set) && (set || !jumps(ast->last));
  (void)walk(s, ast->first->next->next, set || inside);
  return set || (inside && runs(s, ast));
}

/* As walk for a `switch`: each case may be executed or not. */
static bool walk_switch(struct setting *s, const lcm_ast *ast, bool set) {
  const bool outer = s->chosen;
  set = ast->first ? walk(s, ast->first, set) : set;
  s->chosen = set;
  s->choices++;
  walk_apart(s, ast->first ? ast->first->next : NULL, set);
  s->choices--;
  s->chosen = outer;
  return set;
}

/* As walk for a label: control comes there from the `switch` around, or from
 * anywhere. */
static bool walk_label(struct setting *s, const lcm_ast *ast) {
  s->jumped = s->jumped || ast->kind == LCM_AST_LABEL;
  s->left = s->left || ast->kind == LCM_AST_LABEL;
  return walk_from(s, ast->first, s->chosen && !s->jumped);
}

/* Walk "ast" as it is executed, the variable being set before it ("set");
 * return whether it is set for certain behind it. */
static bool walk(struct setting *s, const lcm_ast *ast, bool set) {
  switch (lcm_ast_class_of(ast->kind)) {
  case LCM_CLASS_PLACE:
    s->exposed = s->exposed || ((is_it(s, ast) || is_around(s, ast)) && !set);
    if (is_it(s, ast))
      note_use(s);
    s->begun = s->begun || is_around(s, ast);
    break;
  case LCM_CLASS_CHANGE:
    if (ast->kind == LCM_AST_ADDRESS) {
      s->begun = s->begun || is_it(s, ast->first);
      break;
    }
    return walk_change(s, ast, set);
  case LCM_CLASS_CHOICE:
  case LCM_CLASS_MAYBE:
    if (ast->kind == LCM_AST_IF || ast->kind == LCM_AST_CONDITIONAL)
      return walk_branch(s, ast, set);
    if (ast->kind == LCM_AST_SWITCH)
      return walk_switch(s, ast, set);
    set = ast->first ? walk(s, ast->first, set) : set;
    s->choices++;
    walk_apart(s, ast->first, set);
    s->choices--;
    return set;
  case LCM_CLASS_LOOP:
    return walk_loop(s, ast, set);
  case LCM_CLASS_LABEL:
    return walk_label(s, ast);
  case LCM_CLASS_VALUE:
    if (ast->kind == LCM_AST_SIZEOF)
      return set;
    break;
  case LCM_CLASS_JUMP:
    set = walk_from(s, ast->first, set);
    s->missed = s->missed || (ast->kind == LCM_AST_RETURN && !set);
    s->left = true;
    return set;
  case LCM_CLASS_TOP:
  case LCM_CLASS_VARIABLE:
  case LCM_CLASS_COMPOUND:
  case LCM_CLASS_SIMPLE:
    break;
  case LCM_CLASS_CALL:
    set = walk_from(s, ast->first, set);
    s->begun = true;
    return set;
  }
  return walk_from(s, ast->first, set);
}

/* Return the section among "list" that is what "write" is, or NULL. */
static lcm_section *find(const lcm_section_list *list,
                         const lcm_section *write) {
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i].key == write->key &&
        list->at[i].n_extents == write->n_extents &&
        (!write->n_extents ||
         list->at[i].extents[0].field == write->extents[0].field))
      return &list->at[i];
  return NULL;
}

void lcm_sure_note(struct lcm_lowering *l, lcm_section_list *reads,
                   lcm_section_list *writes, const lcm_ast *first,
                   const lcm_ast *last) {
  for (size_t i = 0; i < writes->n; i++) {
    lcm_section *write = &writes->at[i];
    const char *star = write->key ? strrchr(write->key, '*') : NULL;
    struct setting s = {.l = l, .key = write->key, .more = star && !star[1]};
    bool set = false;
    if (write->n_extents > 1 || (write->n_extents && !write->extents[0].field))
      continue;
    s.member = write->n_extents ? write->extents[0].field : NULL;
    for (const lcm_ast *ast = first; ast; ast = ast == last ? NULL : ast->next)
      set = walk(&s, ast, set);
    lcm_section *read = find(reads, write);
    write->sure = set && write->exact && !s.missed;
    write->looped = s.written && write->exact;
    if (!read)
      continue;
    read->sure = !s.exposed;
    read->looped = s.first && read->exact;
  }
}
