#include <string.h>

#include "analyzer/lower_internal.h"

enum { MAX_ACCESSES = 64 };

/* How an expression is used. */
enum mode { READ = 1, WRITE = 2, UPDATE = 3, ADDRESS = 0 };

/* A collection of accesses.
 * inner   loops inside the fragment, outermost first; nest: with what is in
 *         them */
struct collection {
  struct lcm_lowering *l;
  lcm_section_list reads;
  lcm_section_list writes;
  LCM_LIST(lcm_iteration) inner;
  struct lcm_nest nest;
  unsigned begin;
};

static void collect(struct collection *c, const lcm_ast *ast, enum mode mode);

/* Return whether the variable "ref" is private to whoever executes here. */
static bool is_private(struct lcm_lowering *l, const lcm_ast *ref) {
  for (size_t i = 0; i < l->privates.n; i++)
    if (l->privates.at[i] == ref->name)
      return true;
  const struct lcm_local *local = lcm_lower_local(l, ref->name);
  return local && l->region && local->begin >= l->region;
}

/* Return the innermost variable that the lvalue "ast" is a part of. */
static const lcm_ast *base_of(const lcm_ast *ast) {
  while (ast && ast->kind != LCM_AST_REF)
    ast = ast->first;
  return ast;
}

/* Return the extent of the subscript "e": the ranges of loops inside the
 * fragment replace their indices. */
static struct lcm_extent extent_of(struct collection *c, const lcm_expr *e,
                                   bool *exact) {
  lcm_ctx *ctx = c->l->ctx;
  struct lcm_extent extent = {e, lcm_expr_int(ctx, 1)};
  for (size_t i = c->inner.n; e && i-- > 0;) {
    const lcm_iteration *loop = &c->inner.at[i];
    if (!lcm_expr_has(extent.lower, loop->index))
      continue;
    const lcm_expr *symbol = lcm_expr_symbol(ctx, loop->index, LCM_DIM_NONE);
    const lcm_expr *rest = lcm_expr_sub(ctx, extent.lower, symbol);
    if (!rest || lcm_expr_has(rest, loop->index) || loop->factor) {
      *exact = false;
      return (struct lcm_extent){NULL, NULL};
    }
    const lcm_expr *span = lcm_expr_sub(ctx, loop->to, loop->from);
    extent.lower = lcm_expr_add(ctx, rest, loop->from);
    extent.length = lcm_expr_add(ctx, extent.length, span);
    *exact = *exact && !loop->step;
  }
  *exact = *exact && e;
  return extent;
}

/* Put the subscripts of "ast", outermost first, into "section". */
static void add_extents(struct collection *c, lcm_section *section,
                        const lcm_ast *ast) {
  LCM_LIST(struct lcm_extent) found = {0};
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  for (; ast && ast->kind != LCM_AST_REF; ast = ast->first) {
    if (ast->kind == LCM_AST_SUBSCRIPT && ast->last != ast->first) {
      const lcm_expr *e =
          lcm_lower_expr(c->l, ast->last->begin, ast->last->end);
      LCM_LIST_ADD(arena, &found, extent_of(c, e, &section->exact));
    } else if (ast->kind == LCM_AST_SUBSCRIPT) {
      const char *open =
          memrchr(c->l->text + ast->begin, '[', ast->end - ast->begin);
      const size_t at = open ? (size_t)(open - c->l->text) + 1 : ast->end;
      const lcm_expr *e = lcm_lower_expr(c->l, at, ast->end - 1);
      LCM_LIST_ADD(arena, &found, extent_of(c, e, &section->exact));
    } else if (ast->kind == LCM_AST_DEREF)
      section->exact = false;
  }
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(arena, struct lcm_extent, found.n + 1);
  for (size_t i = 0; i < found.n; i++)
    extents[i] = found.at[found.n - 1 - i];
  section->extents = extents;
  section->n_extents = found.n;
}

/* Return whether "a" and "b" are the same section. */
static bool same(const lcm_section *a, const lcm_section *b) {
  if (a->key != b->key || a->n_extents != b->n_extents)
    return false;
  for (size_t i = 0; i < a->n_extents; i++)
    if (a->extents[i].lower != b->extents[i].lower ||
        a->extents[i].length != b->extents[i].length)
      return false;
  return true;
}

/* Add "section" to "list" unless it is there. */
static void add(struct collection *c, lcm_section_list *list,
                const lcm_section *section) {
  for (size_t i = 0; i < list->n; i++)
    if (same(&list->at[i], section))
      return;
  if (list->n < MAX_ACCESSES)
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), list, *section);
}

/* Return the section that the lvalue "ast" is. */
static lcm_section section_of(struct collection *c, const lcm_ast *ast,
                              const lcm_ast *base) {
  lcm_section section = {.datum = base->name,
                         .key =
                             base->key && *base->key ? base->key : base->name,
                         .exact = true,
                         .is_private = is_private(c->l, base)};
  if (ast->size > 0)
    section.element = lcm_expr_int(c->l->ctx, ast->size);
  section.loc =
      (lcm_loc){c->l->file, ast->line, ast->column, ast->begin, ast->end};
  add_extents(c, &section, ast);
  return section;
}

/* Note what "ast", a part of the array "base" used as "mode" says, is in one
 * iteration of the loops around. */
static void note_nested(struct collection *c, const lcm_ast *ast,
                        const lcm_ast *base, enum mode mode) {
  const size_t inner = c->inner.n;
  c->inner.n = 0;
  const lcm_section section = section_of(c, ast, base);
  c->inner.n = inner;
  if (mode & READ)
    lcm_nest_access(c->l, &c->nest, &section, false);
  if (mode & WRITE)
    lcm_nest_access(c->l, &c->nest, &section, true);
}

/* Note that the lvalue "ast" is used as "mode" says. */
static void note(struct collection *c, const lcm_ast *ast, enum mode mode) {
  const lcm_ast *base = base_of(ast);
  if (!base || base->is_function || !mode)
    return;
  const struct lcm_local *local = lcm_lower_local(c->l, base->name);
  if (local && local->begin >= c->begin)
    return;
  if (local && !c->l->region && ast->kind == LCM_AST_REF && !ast->is_pointer)
    return;
  if (ast->is_pointer && mode == READ)
    return;
  const lcm_section section = section_of(c, ast, base);
  if (mode & READ)
    add(c, &c->reads, &section);
  if (mode & WRITE)
    add(c, &c->writes, &section);
  if (c->inner.n && section.n_extents && !section.is_private)
    note_nested(c, ast, base, mode);
}

/* Collect from all children of "ast" as reads. */
static void collect_children(struct collection *c, const lcm_ast *ast) {
  for (const lcm_ast *child = ast->first; child; child = child->next)
    collect(c, child, READ);
}

/* Collect from the subscripts of the lvalue "ast". */
static void collect_subscripts(struct collection *c, const lcm_ast *ast) {
  for (; ast && ast->kind != LCM_AST_REF; ast = ast->first)
    for (const lcm_ast *child = ast->first ? ast->first->next : NULL; child;
         child = child->next)
      collect(c, child, READ);
}

/* Collect from the loop "ast" inside the fragment. */
static void collect_loop(struct collection *c, const lcm_ast *ast) {
  lcm_iteration range;
  const bool counted =
      ast->kind == LCM_AST_FOR && lcm_lower_header(&range, c->l, ast);
  if (counted) {
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->inner, range);
    lcm_nest_enter(c->l, &c->nest, range);
  }
  collect_children(c, ast);
  c->inner.n -= counted;
  if (counted)
    lcm_nest_leave(c->l, &c->nest);
}

/* Collect what "ast", used as "mode" says, accesses. */
static void collect(struct collection *c, const lcm_ast *ast, enum mode mode) {
  switch ((int)ast->kind) {
  case LCM_AST_REF:
    note(c, ast, mode);
    return;
  case LCM_AST_SUBSCRIPT:
  case LCM_AST_MEMBER:
  case LCM_AST_DEREF:
    note(c, ast, mode);
    collect_subscripts(c, ast);
    return;
  case LCM_AST_ASSIGN:
    if (ast->first) {
      collect(c, ast->last, READ);
      collect(c, ast->first, WRITE);
    }
    return;
  case LCM_AST_UPDATE:
    if (ast->first && ast->last != ast->first)
      collect(c, ast->last, READ);
    if (ast->first)
      collect(c, ast->first, UPDATE);
    return;
  case LCM_AST_ADDRESS:
    if (ast->first)
      collect(c, ast->first, UPDATE);
    return;
  case LCM_AST_SIZEOF:
    return;
  case LCM_AST_FOR:
  case LCM_AST_WHILE:
  case LCM_AST_DO:
    collect_loop(c, ast);
    return;
  }
  collect_children(c, ast);
}

void lcm_lower_accesses(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *first, const lcm_ast *last) {
  struct collection c = {.l = l, .begin = first->begin};
  for (const lcm_ast *ast = first; ast; ast = ast->next) {
    collect(&c, ast, READ);
    if (ast == last)
      break;
  }
  lcm_nest_finish(l, &c.nest, node);
  node->reads = c.reads.at;
  node->n_reads = c.reads.n;
  node->writes = c.writes.at;
  node->n_writes = c.writes.n;
}

lcm_section lcm_lower_place(struct lcm_lowering *l, const lcm_ast *ast) {
  struct collection c = {.l = l, .begin = ast->end};
  while (ast && ast->kind == LCM_AST_ADDRESS)
    ast = ast->first;
  const lcm_ast *base = ast ? base_of(ast) : NULL;
  if (!base || base->is_function ||
      (ast->kind != LCM_AST_REF && ast->kind != LCM_AST_SUBSCRIPT &&
       ast->kind != LCM_AST_MEMBER))
    return (lcm_section){.datum = NULL};
  return section_of(&c, ast, base);
}
