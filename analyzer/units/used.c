/* Which functions of headers a unit uses. */
#include "analyzer/units/used.h"

/* A search for the functions that are used. */
struct search {
  lcm_ctx *ctx;
  /* the static functions of headers not met so far, by their names: each leads
   * to its place in "functions", plus 1; 0: it has been met */
  lcm_map places;
  LCM_LIST(const lcm_ast *) functions;
  LCM_LIST(const lcm_ast *) queue; /* used ones, whose bodies were not read */
};

/* Note what "ast" uses. */
static void note_uses(struct search *s, const lcm_ast *ast) {
  size_t place = 0;
  if (ast->name && ast->is_function &&
      lcm_map_get(&s->places, ast->name, &place) && place) {
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->queue, s->functions.at[place - 1]);
    lcm_map_put(lcm_ctx_arena(s->ctx), &s->places, ast->name, 0);
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_uses(s, child);
}

/* Enter the static functions of the header "syntax". */
static void enter(struct search *s, const struct lcm_syntax *syntax) {
  for (const lcm_ast *top = syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->is_static) {
      LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->functions, top);
      lcm_map_put(lcm_ctx_arena(s->ctx), &s->places, top->name, s->functions.n);
    }
}

/* Note what "syntax" uses, the static functions of a header apart. */
static void note_file(struct search *s, const struct lcm_syntax *syntax,
                      bool header) {
  for (const lcm_ast *top = syntax->top; top; top = top->next)
    if (!header || !top->is_static || top->kind != LCM_AST_FUNCTION)
      note_uses(s, top);
  for (size_t i = 0; i < syntax->filled.n; i++)
    note_uses(s, syntax->filled.at[i].value);
}

/* Return whether "ast" stands in a function that is left out. */
static bool is_left(const lcm_map *left, const lcm_ast *ast) {
  size_t unused = 0;
  while (ast->parent)
    ast = ast->parent;
  return lcm_map_get(left, ast, &unused);
}

/* Leave those of the "n" values at "all" that stand in functions of "left";
 * return how many stay. */
static size_t keep_values(struct lcm_filled *all, size_t n,
                          const lcm_map *left) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (!is_left(left, all[i].value))
      all[kept++] = all[i];
  return kept;
}

/* Leave out what "syntax" lists of the functions of "left". */
static void drop_lists(struct lcm_syntax *syntax, const lcm_map *left) {
  size_t kept = 0;
  for (size_t i = 0; i < syntax->calls.n; i++)
    if (!is_left(left, syntax->calls.at[i].function))
      syntax->calls.at[kept++] = syntax->calls.at[i];
  syntax->calls.n = kept;
  kept = 0;
  for (size_t i = 0; i < syntax->actions.n; i++)
    if (!is_left(left, syntax->actions.at[i]))
      syntax->actions.at[kept++] = syntax->actions.at[i];
  syntax->actions.n = kept;
  kept = 0;
  for (size_t i = 0; i < syntax->exposed.n; i++)
    if (!is_left(left, syntax->exposed.at[i].call))
      syntax->exposed.at[kept++] = syntax->exposed.at[i];
  syntax->exposed.n = kept;
  syntax->filled.n = keep_values(syntax->filled.at, syntax->filled.n, left);
  syntax->pointing.n =
      keep_values(syntax->pointing.at, syntax->pointing.n, left);
}

/* Return whether a function of "syntax" begins at "begin": another one that the
 * header makes, which is included more than once. */
static bool is_defined_at(const struct lcm_syntax *syntax, unsigned begin) {
  for (const lcm_ast *top = syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->begin == begin)
      return true;
  return false;
}

/* Leave out the functions of the header "syntax" that were not met: they are
 * declarations from now on. */
static void drop(struct search *s, struct lcm_syntax *syntax) {
  lcm_map left = {0};
  for (lcm_ast *top = syntax->top; top; top = top->next) {
    size_t place = 0;
    if (top->kind != LCM_AST_FUNCTION || !top->is_static ||
        !lcm_map_get(&s->places, top->name, &place) || !place)
      continue;
    lcm_map_put(lcm_ctx_arena(s->ctx), &left, top, 1);
    top->kind = LCM_AST_DECLARATION;
    top->type = NULL;
    top->first = top->last = NULL;
    top->holds = 0;
  }
  for (const lcm_ast *top = syntax->top; top && left.n; top = top->next) {
    const struct lcm_text_part extent = {top->begin, top->end};
    if (is_left(&left, top) && !is_defined_at(syntax, top->begin))
      LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &syntax->unused, extent);
  }
  if (left.n)
    drop_lists(syntax, &left);
}

/* Tell the files at "all", the first and one for each of "parts", which static
 * functions are of headers. */
static void tell(lcm_ctx *ctx, struct lcm_syntax **all,
                 const struct lcm_part_list *parts) {
  lcm_map *of_headers = LCM_NEW(lcm_ctx_arena(ctx), lcm_map);
  for (size_t i = 0; i < parts->n; i++)
    for (const lcm_ast *top = all[i + 1]->top; top && parts->at[i].is_header;
         top = top->next)
      if (top->kind == LCM_AST_FUNCTION && top->is_static)
        lcm_map_put(lcm_ctx_arena(ctx), of_headers, top->name, i + 1);
  for (size_t i = 0; i <= parts->n; i++) {
    all[i]->beside = (const struct lcm_syntax *const *)all;
    all[i]->n_beside = parts->n + 1;
    all[i]->of_headers = of_headers->n ? of_headers : NULL;
  }
}

void lcm_unit_keep_used(lcm_ctx *ctx, struct lcm_syntax **all,
                        const struct lcm_part_list *parts) {
  struct search s = {.ctx = ctx};
  for (size_t i = 0; i < parts->n; i++)
    if (parts->at[i].is_header)
      enter(&s, all[i + 1]);
  for (size_t i = 0; i <= parts->n && s.functions.n; i++)
    note_file(&s, all[i], i && parts->at[i - 1].is_header);
  for (size_t i = 0; i < s.queue.n; i++)
    note_uses(&s, s.queue.at[i]);
  for (size_t i = 0; i < parts->n; i++)
    if (parts->at[i].is_header)
      drop(&s, all[i + 1]);
  tell(ctx, all, parts);
}

void lcm_unit_drop_unused(lcm_pragma_list *pragmas,
                          const struct lcm_syntax *syntax) {
  size_t kept = 0;
  for (size_t i = 0; i < pragmas->n; i++) {
    const unsigned at = pragmas->at[i].loc.begin;
    bool left = false;
    for (size_t k = 0; k < syntax->unused.n && !left; k++)
      left = at >= syntax->unused.at[k].begin && at < syntax->unused.at[k].end;
    if (!left)
      pragmas->at[kept++] = pragmas->at[i];
  }
  pragmas->n = kept;
}
