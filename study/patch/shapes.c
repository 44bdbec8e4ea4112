/* The verbs fuse, split, move: loops, regions and statements as text. */
#include <string.h>

#include "study/patch/shapes.h"

/* What a loop or a region consists of, as text. */
struct shape {
  struct lcm_patch_source *source;
  struct lcm_patch_directive *directive; /* NULL: none */
  bool region;  /* `parallel` around a block; else a loop */
  size_t begin; /* of all of it without its directive */
  size_t body;  /* of its body, which is a block or not */
  size_t end;   /* behind all of it */
  bool block;
  struct lcm_patch_loop loop;
};

/* Return whether the directive "one" is that of a region around a block. */
static bool is_region(const struct lcm_patch_directive *one) {
  return one && !strcmp(one->name, "parallel");
}

/* Put what "spot" is as text into "*out"; false, and a diagnostic, where it
 * cannot be told. */
static bool shape_of(struct shape *out, struct lcm_patching *p,
                     const struct lcm_edit_spot *spot) {
  *out = (struct shape){.source = lcm_patch_source_of(p, spot->node)};
  if (!out->source)
    return false;
  out->directive = lcm_patch_directive_of(p, spot);
  if (spot->node->kind != LCM_NODE_TEAM) {
    if (spot->node->kind == LCM_NODE_LOOP)
      out->directive = NULL;
    if (!lcm_patch_loop_of(&out->loop, p, out->source, spot->node))
      return false;
    out->begin = out->loop.begin;
    out->body = out->loop.body;
    out->end = out->loop.end;
    out->block = out->loop.block;
    return true;
  }
  out->region = is_region(out->directive);
  if (!out->region)
    return lcm_patch_cannot(p, spot->node,
                            "no line '#pragma omp parallel' of "
                            "its own makes the region");
  const size_t i = lcm_source_token(out->source, out->directive->end);
  size_t close = 0;
  out->begin = out->body = i < out->source->code.n
                               ? out->source->code.at[i].begin
                               : out->source->len;
  out->block =
      i < out->source->code.n && lcm_token_is(&out->source->code.at[i], "{");
  out->end = out->block ? lcm_source_closed(&close, out->source, i) : 0;
  return out->end ||
         lcm_patch_cannot(p, spot->node, "the region is no block in braces");
}

/* ---- fuse ---------------------------------------------------------------- */

/* Return whether the headers of "a" and "b" are the same words. */
static bool same_header(const struct shape *a, const struct shape *b) {
  const lcm_token_list *code = &a->source->code;
  size_t i = lcm_source_token(a->source, a->begin);
  size_t k = lcm_source_token(b->source, b->begin);
  for (; i < code->n && k < code->n; i++, k++) {
    const lcm_token *x = &code->at[i];
    const lcm_token *y = &code->at[k];
    if (x->begin >= a->loop.header_end || y->begin >= b->loop.header_end)
      return x->begin >= a->loop.header_end && y->begin >= b->loop.header_end;
    if (x->len != y->len || memcmp(x->text, y->text, x->len) != 0)
      return false;
  }
  return false;
}

/* Return whether "clause" has to be the same in two constructs that are
 * joined. */
static bool has_to_agree(const struct lcm_clause *clause) {
  static const char *const NAMES[] = {"schedule", "nowait", "num_threads",
                                      "shared", "default"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(clause->name, NAMES[i]))
      return true;
  return false;
}

/* Return whether the loop "s" uses a variable that "clause" names. */
static bool uses_named(const struct shape *s, const struct lcm_clause *clause) {
  const lcm_token_list *code = &s->source->code;
  lcm_token_list words = {0};
  if (!clause->args)
    return false;
  lcm_tokens_read(&words, s->source->ctx, clause->args, strlen(clause->args));
  for (size_t i = lcm_source_token(s->source, s->begin);
       i < code->n && code->at[i].begin < s->end; i++)
    for (size_t k = 0; k < words.n; k++)
      if (code->at[i].kind == LCM_TOKEN_NAME &&
          words.at[k].kind == LCM_TOKEN_NAME &&
          code->at[i].text == words.at[k].text)
        return true;
  return false;
}

/* Return whether "all" has "clause". */
static bool has_clause(const struct lcm_patch_directive *all,
                       const struct lcm_clause *clause) {
  for (size_t i = 0; i < all->clauses.n; i++)
    if (!strcmp(all->clauses.at[i].name, clause->name) &&
        !strcmp(all->clauses.at[i].args ? all->clauses.at[i].args : "",
                clause->args ? clause->args : ""))
      return true;
  return false;
}

/* Return whether the construct "other" may have those clauses of "one" that it
 * has not, as it would if both were joined; else there is a diagnostic. */
static bool may_have(struct lcm_patching *p, const lcm_node *node,
                     const struct shape *one, const struct shape *other) {
  for (size_t i = 0; i < one->directive->clauses.n; i++) {
    const struct lcm_clause *clause = &one->directive->clauses.at[i];
    if (has_clause(other->directive, clause))
      continue;
    if (one->region || has_to_agree(clause) || uses_named(other, clause))
      return lcm_patch_cannot(
          p, node, "the clause '%s' would hold for both of them", clause->name);
  }
  return true;
}

/* Let the directive of "a" be that of "b" as well, which goes. */
static bool join_directives(struct lcm_patching *p, const lcm_node *node,
                            const struct shape *a, const struct shape *b) {
  if (!a->directive != !b->directive ||
      (a->directive && strcmp(a->directive->name, b->directive->name) != 0))
    return lcm_patch_cannot(p, node, "both have not the same directive");
  if (!a->directive)
    return true;
  if (!may_have(p, node, a, b) || !may_have(p, node, b, a))
    return false;
  for (size_t i = 0; i < b->directive->clauses.n; i++) {
    const struct lcm_clause *one = &b->directive->clauses.at[i];
    if (!has_clause(a->directive, one))
      lcm_directive_put(a->source, a->directive, one->name, one->args);
  }
  b->directive->dropped = true;
  return true;
}

/* Let the body of "b" come behind that of "a", behind "between". */
static void join_bodies(const struct shape *a, const struct shape *b,
                        const char *between) {
  lcm_ctx *ctx = a->source->ctx;
  size_t line = 0;
  const char *indent = lcm_source_indent(&line, a->source, a->begin);
  const size_t gone = b->directive && b->directive->end > b->directive->begin
                          ? b->directive->begin
                          : b->begin;
  const size_t at = a->block ? a->end - 1 : a->end;
  const struct lcm_patch_change moved = {
      .begin = at,
      .end = at,
      .text = lcm_arena_printf(
          lcm_ctx_arena(ctx), "%s%s%s  ",
          a->block && lcm_source_is_first(a->source, at) ? "" : "\n", between,
          a->block ? "" : indent),
      .from = b->body,
      .to = b->end};
  if (!a->block)
    lcm_source_insert(a->source, a->loop.header_end, " {");
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &a->source->changes, moved);
  lcm_source_insert(a->source, at,
                    lcm_arena_printf(lcm_ctx_arena(ctx), "\n%s%s", indent,
                                     a->block ? "" : "}"));
  lcm_source_delete(a->source, gone, b->end);
}

bool lcm_patch_fuse(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                    size_t n) {
  struct shape a;
  struct shape b;
  (void)n;
  if (!shape_of(&a, p, &spots[0]) || !shape_of(&b, p, &spots[1]))
    return false;
  if (a.source != b.source || b.begin < a.end)
    return lcm_patch_cannot(p, spots[1].node, "they stand in different files");
  if (!a.region && !same_header(&a, &b))
    return lcm_patch_cannot(p, spots[1].node,
                            "the headers of the loops differ in their words");
  if (!join_directives(p, spots[1].node, &a, &b))
    return false;
  join_bodies(&a, &b, a.region ? "#pragma omp barrier\n" : "");
  return true;
}

/* ---- split --------------------------------------------------------------- */

/* Return how the loop or region "s" begins: its directive and its header, each
 * in a line that begins with its blanks. */
static const char *beginning_of(const struct shape *s) {
  lcm_ctx *ctx = s->source->ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  size_t line = 0;
  const char *indent = lcm_source_indent(&line, s->source, s->begin);
  const char *before =
      s->directive && s->directive->end > s->directive->begin
          ? lcm_source_indent(&line, s->source, s->directive->begin)
          : indent;
  const char *directive =
      s->directive
          ? lcm_arena_printf(arena, "%s%s\n", before,
                             lcm_directive_text(ctx, s->directive, before))
          : "";
  const int header = s->region ? 0 : (int)(s->loop.header_end - s->loop.begin);
  return lcm_arena_printf(arena, "%s%s%.*s%s{", directive, indent, header,
                          s->source->text + s->begin, header ? " " : "");
}

/* Let a new loop or region, as "s" begins, begin before the statement at
 * "at". */
static void cut(const struct shape *s, size_t at) {
  lcm_arena *arena = lcm_ctx_arena(s->source->ctx);
  size_t line = 0;
  size_t own = 0;
  const char *inner = lcm_source_indent(&line, s->source, at);
  const char *indent = lcm_source_indent(&own, s->source, s->begin);
  const char *begin = beginning_of(s);
  if (lcm_source_is_first(s->source, at))
    lcm_source_insert(s->source, line,
                      lcm_arena_printf(arena, "%s}\n%s\n", indent, begin));
  else
    lcm_source_insert(s->source, at,
                      lcm_arena_printf(arena, "}\n%s\n%s", begin, inner));
}

/* Return the block that the body of "node" is, NULL where it is none. */
static const lcm_node *block_of(const lcm_node *node) {
  const lcm_node *body = node->n_children ? node->children[0] : NULL;
  return body && body->kind == LCM_NODE_SERIES && body->n_children > 1 ? body
                                                                       : NULL;
}

/* Cut "s" before each statement of "block" but the first; return how often. */
static size_t cut_all(const struct shape *s, const lcm_node *block) {
  size_t last =
      lcm_source_statement_begin(s->source, block->children[0]->loc.begin);
  size_t n = 0;
  for (size_t i = 1; i < block->n_children; i++) {
    const size_t at =
        lcm_source_statement_begin(s->source, block->children[i]->loc.begin);
    if (at <= last)
      continue;
    cut(s, at);
    last = at;
    n++;
  }
  return n;
}

bool lcm_patch_split(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                     size_t n) {
  struct shape s;
  const lcm_node *block = block_of(spots[0].node);
  if (!shape_of(&s, p, &spots[0]))
    return false;
  if (!s.block || !block)
    return lcm_patch_cannot(p, spots[0].node,
                            "its body is no block of statements in braces");
  const size_t first =
      lcm_source_statement_begin(s.source, block->children[0]->loc.begin);
  const size_t at =
      n > 1 ? lcm_source_statement_begin(s.source, spots[1].node->loc.begin)
            : 0;
  if (n > 1 && at <= first)
    return lcm_patch_cannot(p, spots[1].node,
                            "no statement behind the first begins there");
  if (n > 1)
    cut(&s, at);
  return n > 1 || cut_all(&s, block) > 0 ||
         lcm_patch_cannot(p, spots[0].node,
                          "its statements are not told apart");
}

/* ---- move ---------------------------------------------------------------- */

/* Return the node that comes behind the one at "spot" after the edit, NULL
 * where that is not found. */
static const lcm_node *next_of(const struct lcm_patching *p,
                               const struct lcm_edit_spot *spot) {
  const lcm_node *old = spot->n_above ? spot->above[spot->n_above - 1] : NULL;
  const lcm_function *function = &p->after->functions[spot->function];
  const lcm_node *block = function->body;
  for (size_t i = 1; i < spot->n_above && block; i++) {
    const lcm_node *next = NULL;
    for (size_t k = 0; k < block->n_children && !next; k++)
      if (block->children[k]->loc.begin == spot->above[i]->loc.begin &&
          block->children[k]->kind == spot->above[i]->kind)
        next = block->children[k];
    block = next;
  }
  for (size_t i = 0; old && block && i + 1 < block->n_children; i++)
    if (block->children[i]->loc.begin == spot->node->loc.begin)
      return block->children[i + 1];
  return NULL;
}

/* The nodes of a statement are moved with it, once. */
bool lcm_patch_move(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                    size_t n) {
  const lcm_node *node = spots[0].node;
  struct lcm_patch_source *source = lcm_patch_source_of(p, node);
  const lcm_node *next = n > 1 ? spots[1].node : next_of(p, &spots[0]);
  if (!source)
    return false;
  const bool near = next && next->loc.file == node->loc.file;
  const size_t from = lcm_source_statement_begin(source, node->loc.begin);
  const size_t to =
      near ? lcm_source_statement_begin(source, next->loc.begin) : 0;
  const size_t end =
      from ? lcm_source_statement_end(source, from, node->loc.end) : 0;
  if (!end || !to || (to >= from && to < end))
    return lcm_patch_cannot(p, node,
                            "it is a part of a statement, or comes "
                            "before one");
  for (size_t i = 0; i < source->changes.n; i++)
    if (source->changes.at[i].begin == to && source->changes.at[i].from == from)
      return true;
  size_t line = 0;
  const char *indent = lcm_source_indent(&line, source, to);
  const struct lcm_patch_change moved = {
      .begin = to, .end = to, .from = from, .to = end};
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &source->changes, moved);
  lcm_source_insert(source, to,
                    lcm_arena_printf(lcm_ctx_arena(p->ctx), "\n%s", indent));
  lcm_source_delete(source, from, end);
  return true;
}
