/* Elements of arrays that loops run to: they go by one name. */
#include <string.h>

#include "analyzer/lower/cost/ends.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"

enum { MOST = 8 };

/* A place in a header that gets a name. */
struct end {
  const lcm_ast *ast;
  const char *name; /* of an array; of a variable: its own */
  /* the variable that holds an element, or NULL */
  const struct lcm_local *of;
  size_t which; /* the number of the name */
};

/* The places in a header. */
struct ends {
  struct lcm_lowering *l;
  const struct lcm_header *h;
  const lcm_ast *loop;
  struct end at[MOST];
  size_t n;
  size_t n_names;
  bool lost; /* something is not as it has to be */
};

/* Return which part of the header "h" that is written in the file the child
 * "ast" of its loop is: 0 the start, 1 the condition, 2 the step. */
static int part_of(const struct lcm_header *h, const lcm_ast *ast) {
  return ast->begin <= h->init.end ? 0 : ast->begin <= h->cond.end ? 1 : 2;
}

/* Return "ast" without what only wraps it. */
static const lcm_ast *bare(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_OTHER && ast->first &&
         ast->first == ast->last)
    ast = ast->first;
  return ast;
}

/* Return the name of the array of which "ast" is an element, another one each
 * time, or of the member of one, that is a whole number; NULL where it is
 * none. */
static const char *element_of(const lcm_ast *ast) {
  const lcm_ast *at = ast;
  if (!ast || !ast->range ||
      (ast->kind != LCM_AST_SUBSCRIPT && ast->kind != LCM_AST_MEMBER))
    return NULL;
  bool element = false;
  for (; at && (at->kind == LCM_AST_SUBSCRIPT || at->kind == LCM_AST_MEMBER);
       at = at->first)
    element = element || (at->kind == LCM_AST_SUBSCRIPT &&
                          at->last->kind != LCM_AST_LITERAL);
  if (!element)
    return NULL;
  for (at = ast; at && at->kind == LCM_AST_SUBSCRIPT; at = at->first)
    continue;
  return at && (at->kind == LCM_AST_MEMBER || at->kind == LCM_AST_REF) &&
                 at->name && *at->name
             ? at->name
             : NULL;
}

/* Return what gives the variable "key" its value in or below "ast", NULL for
 * none. */
static const lcm_ast *value_in(const lcm_ast *ast, const char *key) {
  const lcm_ast *found = NULL;
  const bool sets = ast->kind == LCM_AST_VAR
                        ? ast->key == key
                        : ast->kind == LCM_AST_ASSIGN && ast->first &&
                              ast->first->kind == LCM_AST_REF &&
                              ast->first->key == key;
  const bool other = ast->kind == LCM_AST_VAR || ast->last != ast->first;
  if (sets && ast->last && other)
    return ast->last;
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = value_in(at, key);
  return found;
}

/* Return the local variable "ast" where all that it holds is one value that is
 * not known, NULL for others. */
static const struct lcm_local *holder_of(struct lcm_lowering *l,
                                         const lcm_ast *ast) {
  const struct lcm_local *local = ast->kind == LCM_AST_REF && ast->range
                                      ? lcm_lower_local_of(l, ast->key)
                                      : NULL;
  return local && !local->changed && !local->is_static &&
                 local->n_assigned <= 1 && local->n_values == 1 &&
                 local->n_unknown == 1
             ? local
             : NULL;
}

/* Return whether the name "name" of an array means nothing else where "end"
 * stands. */
static bool is_free(const struct ends *e, const struct end *end) {
  const struct lcm_local *local = lcm_lower_local(e->l, end->name);
  size_t found = 0;
  if (local)
    return local->is_pointer || local == end->of;
  if (lcm_name_is_reserved(end->name))
    return false;
  return !lcm_map_get(&e->l->globals.declarations, end->name, &found) ||
         ((const lcm_ast *)(uintptr_t)found)->is_array ||
         ((const lcm_ast *)(uintptr_t)found)->is_pointer;
}

/* Note that "end" gets its name, which is another place's, too, only where
 * both are one variable. */
static void add(struct ends *e, struct end end) {
  end.which = e->n_names;
  for (size_t i = 0; i < e->n; i++) {
    if (e->at[i].name != end.name)
      continue;
    e->lost =
        e->lost || !end.of || e->at[i].of != end.of || end.of->name != end.name;
    end.which = e->at[i].which;
  }
  e->lost = e->lost || e->n == MOST || !end.ast->in_place;
  if (e->lost)
    return;
  e->n_names += end.which == e->n_names;
  e->at[e->n++] = end;
}

/* Return whether the loop begins at the value of the variable "key", or beside
 * it. */
static bool begins_at(const struct ends *e, const lcm_ast *ast,
                      const char *key) {
  if (ast->kind == LCM_AST_REF && ast->key == key)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (begins_at(e, at, key))
      return true;
  return false;
}

/* Return whether the loop begins at the value of the variable "ref", or beside
 * it. */
static bool is_start(const struct ends *e, const lcm_ast *ref) {
  for (const lcm_ast *at = e->loop->first; at != e->loop->last; at = at->next)
    if (!part_of(e->h, at) && begins_at(e, at, ref->key))
      return true;
  return false;
}

/* Find the places that are the variable "key" in and below "ast", where the
 * loop begins. */
static void find_same(struct ends *e, const lcm_ast *ast,
                      const struct end *end) {
  if (ast->kind == LCM_AST_REF && ast->key == end->ast->key)
    add(e, (struct end){.ast = ast, .name = end->name, .of = end->of});
  for (const lcm_ast *at = ast->first; at; at = at->next)
    find_same(e, at, end);
}

/* Add the variable "ref" where the loop begins at its value, or beside it, so
 * that how often it runs does not hang on that; false for others. */
static bool add_start(struct ends *e, const lcm_ast *ref) {
  const struct lcm_local *local = lcm_lower_local_of(e->l, ref->key);
  const struct end end = {.ast = ref, .name = ref->name, .of = local};
  if (!local || !ref->range || local->is_pointed || !is_start(e, ref))
    return false;
  const bool news = e->n == 0 || e->at[e->n - 1].name != end.name;
  add(e, end);
  for (const lcm_ast *at = e->loop->first; at != e->loop->last && news;
       at = at->next)
    if (!part_of(e->h, at))
      find_same(e, at, &end);
  return true;
}

/* Find the places in and below "ast". */
static void find(struct ends *e, const lcm_ast *ast) {
  struct end end = {.ast = ast, .name = element_of(ast)};
  if (end.name && lcm_lower_expr(e->l, ast->begin, ast->end))
    return;
  if (!end.name && ast->kind == LCM_AST_REF && ast->name != e->h->index) {
    if (ast->is_local && add_start(e, ast))
      return;
    end.of = holder_of(e->l, ast);
    const lcm_ast *value = end.of ? value_in(e->l->function, ast->key) : NULL;
    end.name = value ? element_of(bare(value)) : NULL;
  }
  e->lost = e->lost || (end.name && !is_free(e, &end));
  if (end.name)
    add(e, end);
  else
    for (const lcm_ast *at = ast->first; at; at = at->next)
      find(e, at);
}

/* Append the text of "h" between the offsets "begin" and "end", with names in
 * place of what "e" has found there. */
static void put(lcm_buf *buf, const struct ends *e, const struct lcm_header *h,
                struct lcm_slice s) {
  size_t at = s.begin;
  for (;;) {
    size_t i = e->n;
    for (size_t k = 0; k < e->n; k++)
      if (e->at[k].ast->begin >= at && e->at[k].ast->end <= s.end &&
          (i == e->n || e->at[k].ast->begin < e->at[i].ast->begin))
        i = k;
    if (i == e->n)
      break;
    const lcm_ast *ast = e->at[i].ast;
    lcm_buf_printf(buf, "%.*slcm.e%zu", (int)(ast->begin - at), h->text + at,
                   e->at[i].which);
    at = ast->end;
  }
  lcm_buf_printf(buf, "%.*s", (int)(s.end - at), h->text + at);
}

/* Let "slice" of "h" be in "buf" instead. */
static void move(lcm_buf *buf, const struct ends *e, const struct lcm_header *h,
                 struct lcm_slice *slice) {
  const size_t begin = buf->len;
  put(buf, e, h, *slice);
  slice->begin = begin;
  slice->end = buf->len;
  lcm_buf_puts(buf, ";");
}

size_t lcm_ends_replace(struct lcm_header *h, const struct lcm_subst **by,
                        struct lcm_lowering *l, const lcm_ast *loop) {
  const struct lcm_header before = *h;
  struct ends e = {.l = l, .h = &before, .loop = loop};
  struct lcm_subst *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), struct lcm_subst, MOST);
  lcm_buf buf = {0};
  bool any = false;
  if (!h->raw || !l->function || loop->kind != LCM_AST_FOR)
    return 0;
  for (const lcm_ast *at = loop->first; at != loop->last; at = at->next)
    if (part_of(h, at) == 1)
      find(&e, at);
  for (size_t i = 0; i < e.n; i++) {
    const char *name = e.at[i].name;
    any = any || !e.at[i].of || e.at[i].of->name != name;
    all[e.at[i].which] = (struct lcm_subst){
        lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "lcm.e%zu",
                                            e.at[i].which)),
        lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE)};
  }
  if (e.lost || !any)
    return 0;
  move(&buf, &e, &before, &h->init);
  move(&buf, &e, &before, &h->cond);
  move(&buf, &e, &before, &h->step);
  h->raw = false;
  h->text = lcm_intern(l->ctx, lcm_ctx_text(l->ctx, &buf));
  *by = all;
  return e.n_names;
}
