/* Innermost loops: strongly connected parts of the graph of a function that
 * have no such part once their header is left out. */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "incore/loops.h"

/* Loops inside each other that are followed, and blocks of a function. */
enum { DEEPEST = 40, MOST_BLOCKS = 1 << 20 };

/* A part of a function that is executed from its first instruction to its
 * last. */
struct block {
  size_t first;
  size_t end;
  size_t to[2];
  unsigned n_to;
};

typedef LCM_LIST(size_t) number_list;

/* A search under way. */
struct search {
  lcm_ctx *ctx;
  const struct lcm_asm_function *function;
  struct block *blocks;
  size_t n;
  number_list *from; /* blocks that lead to each */
  lcm_asm_loop_list *out;
  /* for Tarjan's algorithm, by block: the set that it is in now, its number in
   * the search (0: not met), the lowest one that it leads to, whether it is on
   * the stack, which edge is next */
  size_t *set;
  size_t *number;
  size_t *low;
  bool *waits;
  unsigned char *edge;
  size_t sets; /* made so far */
};

/* Whether "instr" jumps, and whether it may go on behind itself. */
static bool is_jump(const struct lcm_asm_instr *instr) {
  return instr->name[0] == 'j' || !strncmp(instr->name, "loop", 4);
}

/* Return whether nothing comes behind "instr" but by a jump. */
static bool is_end(const struct lcm_asm_instr *instr) {
  return !strncmp(instr->name, "jmp", 3) || !strncmp(instr->name, "ret", 3) ||
         !strcmp(instr->name, "ud2") || !strcmp(instr->name, "hlt");
}

/* Return whether some jump of "function" goes where a table or register
 * says. */
static bool is_wild(const struct lcm_asm_function *function) {
  for (size_t i = 0; i < function->instrs.n; i++) {
    const struct lcm_asm_instr *instr = &function->instrs.at[i];
    if (is_jump(instr) && (!instr->n_operands || instr->operands[0][0] == '*'))
      return true;
  }
  return false;
}

/* Make the blocks of the function of "s"; "targets" leads from labels to
 * instructions. */
static void make_blocks(struct search *s, const lcm_map *targets) {
  const struct lcm_asm_function *f = s->function;
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const size_t n = f->instrs.n;
  bool *starts = LCM_NEW_ARRAY(arena, bool, n + 2);
  size_t *block_of = LCM_NEW_ARRAY(arena, size_t, n + 2);
  size_t at = 0;
  starts[0] = true;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_asm_instr *instr = &f->instrs.at[i];
    if (is_jump(instr) && lcm_map_get(targets, instr->operands[0], &at))
      starts[at] = true;
    if (is_jump(instr) || is_end(instr))
      starts[i + 1] = true;
  }
  for (size_t i = 0; i < n; i++)
    s->n += starts[i];
  s->blocks = LCM_NEW_ARRAY(arena, struct block, s->n + 1);
  size_t b = 0;
  for (size_t i = 0; i < n; i++) {
    b += starts[i] && i;
    if (starts[i])
      s->blocks[b].first = i;
    s->blocks[b].end = i + 1;
    block_of[i] = b;
  }
  for (b = 0; b < s->n; b++) {
    struct block *block = &s->blocks[b];
    const struct lcm_asm_instr *last = &f->instrs.at[block->end - 1];
    if (is_jump(last) && lcm_map_get(targets, last->operands[0], &at) && at < n)
      block->to[block->n_to++] = block_of[at];
    if (!is_end(last) && b + 1 < s->n &&
        !(block->n_to && block->to[0] == b + 1))
      block->to[block->n_to++] = b + 1;
  }
}

/* Prepare "s" for searching its blocks. */
static void prepare(struct search *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  s->from = lcm_arena_array(arena, _Alignof(number_list), s->n + 1,
                            sizeof(number_list));
  for (size_t b = 0; b < s->n; b++)
    for (unsigned k = 0; k < s->blocks[b].n_to; k++)
      LCM_LIST_ADD(arena, &s->from[s->blocks[b].to[k]], b);
  s->set = LCM_NEW_ARRAY(arena, size_t, s->n + 1);
  s->number = LCM_NEW_ARRAY(arena, size_t, s->n + 1);
  s->low = LCM_NEW_ARRAY(arena, size_t, s->n + 1);
  s->waits = LCM_NEW_ARRAY(arena, bool, s->n + 1);
  s->edge = LCM_NEW_ARRAY(arena, unsigned char, s->n + 1);
}

/* Order numbers. */
static int order(const void *a, const void *b) {
  const size_t x = *(const size_t *)a;
  const size_t y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* Return whether the blocks "part", in order, are executed one after the other
 * in every iteration. */
static bool is_straight(const struct search *s, const number_list *part) {
  for (size_t i = 0; i < part->n; i++) {
    const struct block *block = &s->blocks[part->at[i]];
    unsigned inside = 0;
    for (unsigned k = 0; k < block->n_to; k++)
      inside += bsearch(&block->to[k], part->at, part->n, sizeof *part->at,
                        order) != NULL;
    if (inside != 1)
      return false;
  }
  return true;
}

/* Note that "instr" belongs to "loop". */
static void note_line(struct lcm_asm_loop *loop, lcm_ctx *ctx,
                      const struct lcm_asm_instr *instr) {
  for (size_t i = 0; i < loop->lines.n; i++)
    if (loop->lines.at[i].file == instr->file &&
        loop->lines.at[i].line == instr->line) {
      loop->lines.at[i].n++;
      return;
    }
  const struct lcm_asm_line line = {instr->file, instr->line, 1};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &loop->lines, line);
}

/* Return whether "block" calls what a compiler calls where an operation of its
 * own has no result: it sets errno. */
static bool sets_error(const struct search *s, const struct block *block) {
  static const char *const NAMES[] = {"sqrt", "sqrtf"};
  for (size_t i = block->first; i < block->end; i++) {
    const struct lcm_asm_instr *instr = &s->function->instrs.at[i];
    if (strncmp(instr->name, "call", 4) != 0 || !instr->n_operands)
      continue;
    const size_t n = strcspn(instr->operands[0], "@ ");
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; k++)
      if (strlen(NAMES[k]) == n && !strncmp(instr->operands[0], NAMES[k], n))
        return true;
  }
  return false;
}

/* Ways through a loop under search. */
struct walk {
  const struct search *s;
  const number_list *part;
  size_t header;
  number_list blocks; /* so far */
  struct lcm_asm_loop *loop;
  bool cut; /* there are too many */
};

/* Add the blocks of "w" as a way of the share "share". */
static void add_path(struct walk *w, double share) {
  lcm_arena *arena = lcm_ctx_arena(w->s->ctx);
  struct lcm_asm_path path = {.share = share};
  for (size_t i = 0; i < w->blocks.n; i++) {
    const struct block *block = &w->s->blocks[w->blocks.at[i]];
    for (size_t k = block->first; k < block->end; k++)
      LCM_LIST_ADD(arena, &path.instrs, k);
  }
  LCM_LIST_ADD(arena, &w->loop->paths, path);
}

/* Go on from the block "b" in all ways that stay in the loop, "share" being
 * that of the way so far. */
static void walk(struct walk *w, size_t b, double share) {
  enum { MOST = 8 };
  const struct block *block = &w->s->blocks[b];
  size_t next[2] = {0, 0};
  unsigned n = 0;
  for (unsigned k = 0; k < block->n_to; k++)
    if (bsearch(&block->to[k], w->part->at, w->part->n, sizeof *w->part->at,
                order))
      next[n++] = block->to[k];
  for (unsigned k = 0; n == 2 && k < n; k++)
    if (next[k] != w->header && sets_error(w->s, &w->s->blocks[next[k]]))
      next[0] = next[1 - k], n = 1;
  if (w->loop->paths.n >= MOST || w->blocks.n > w->part->n)
    w->cut = true;
  if (w->cut)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(w->s->ctx), &w->blocks, b);
  for (unsigned k = 0; k < n; k++)
    if (next[k] == w->header)
      add_path(w, share / n);
    else
      walk(w, next[k], share / n);
  w->blocks.n--;
}

/* Find the ways through "loop", the blocks "part", from "header" on. */
static void find_paths(struct search *s, struct lcm_asm_loop *loop,
                       const number_list *part, size_t header) {
  struct walk w = {.s = s, .part = part, .header = header, .loop = loop};
  walk(&w, header, 1);
  if (w.cut)
    loop->paths.n = 0;
}

/* Add the loop that is the blocks "part", entered at "header". */
static void add_loop(struct search *s, const number_list *part, size_t header) {
  struct lcm_asm_loop loop = {.function = s->function};
  qsort(part->at, part->n, sizeof *part->at, order);
  loop.facts.branches = !is_straight(s, part);
  for (size_t i = 0; i < part->n; i++) {
    const struct block *block = &s->blocks[part->at[i]];
    bool again = false;
    for (size_t k = block->first; k < block->end; k++) {
      LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &loop.instrs, k);
      note_line(&loop, s->ctx, &s->function->instrs.at[k]);
    }
    for (unsigned k = 0; k < block->n_to; k++)
      again = again || block->to[k] == header;
    if (again) {
      loop.file = s->function->instrs.at[block->end - 1].file;
      loop.line = s->function->instrs.at[block->end - 1].line;
    }
  }
  find_paths(s, &loop, part, header);
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), s->out, loop);
}

/* Return the block of "part" that is entered from outside of it. */
static size_t header_of(const struct search *s, const number_list *part,
                        size_t set) {
  for (size_t i = 0; i < part->n; i++) {
    const size_t b = part->at[i];
    if (!b)
      return b;
    for (size_t k = 0; k < s->from[b].n; k++)
      if (s->set[s->from[b].at[k]] != set)
        return b;
  }
  return part->at[0];
}

static bool divide(struct search *s, const number_list *all, size_t without,
                   unsigned depth);

/* Take the strongly connected "part": the loops inside it, else itself. */
static void take_part(struct search *s, const number_list *part,
                      unsigned depth) {
  const size_t set = ++s->sets;
  for (size_t i = 0; i < part->n; i++) {
    s->set[part->at[i]] = set;
    s->number[part->at[i]] = 0;
  }
  const size_t header = header_of(s, part, set);
  if (depth >= DEEPEST || !divide(s, part, header, depth + 1))
    add_loop(s, part, header);
}

/* Return whether "b" leads to itself, "without" aside. */
static bool leads_to_itself(const struct search *s, size_t b, size_t without) {
  for (unsigned k = 0; k < s->blocks[b].n_to; k++)
    if (s->blocks[b].to[k] == b && b != without)
      return true;
  return false;
}

/* Go from the block "root" of the set "set" as far as edges lead that do not
 * lead to "without"; add the strongly connected parts to "parts", each behind
 * its number of blocks. */
static void visit(struct search *s, size_t root, size_t set, size_t without,
                  size_t *count, number_list *parts) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  number_list path = {0};
  number_list stack = {0};
  s->number[root] = s->low[root] = ++*count;
  s->edge[root] = 0;
  s->waits[root] = true;
  LCM_LIST_ADD(arena, &path, root);
  LCM_LIST_ADD(arena, &stack, root);
  while (path.n) {
    const size_t b = path.at[path.n - 1];
    if (s->edge[b] < s->blocks[b].n_to) {
      const size_t to = s->blocks[b].to[s->edge[b]++];
      if (s->set[to] != set || to == without)
        continue;
      if (!s->number[to]) {
        s->number[to] = s->low[to] = ++*count;
        s->edge[to] = 0;
        s->waits[to] = true;
        LCM_LIST_ADD(arena, &path, to);
        LCM_LIST_ADD(arena, &stack, to);
      } else if (s->waits[to] && s->number[to] < s->low[b])
        s->low[b] = s->number[to];
      continue;
    }
    path.n--;
    if (path.n && s->low[b] < s->low[path.at[path.n - 1]])
      s->low[path.at[path.n - 1]] = s->low[b];
    if (s->low[b] != s->number[b])
      continue;
    size_t first = stack.n;
    while (stack.at[--first] != b)
      s->waits[stack.at[first]] = false;
    s->waits[b] = false;
    if (stack.n - first > 1 || leads_to_itself(s, b, without)) {
      LCM_LIST_ADD(arena, parts, stack.n - first);
      for (size_t i = first; i < stack.n; i++)
        LCM_LIST_ADD(arena, parts, stack.at[i]);
    }
    stack.n = first;
  }
}

/* Take the strongly connected parts of the blocks "all", which are one set,
 * edges to "without" aside; return whether there are any. */
static bool divide(struct search *s, const number_list *all, size_t without,
                   unsigned depth) {
  const size_t set = all->n ? s->set[all->at[0]] : 0;
  number_list parts = {0};
  size_t count = 0;
  for (size_t i = 0; i < all->n; i++)
    if (!s->number[all->at[i]])
      visit(s, all->at[i], set, without, &count, &parts);
  for (size_t i = 0; i < parts.n; i += parts.at[i] + 1) {
    const number_list part = {&parts.at[i + 1], parts.at[i], parts.at[i]};
    take_part(s, &part, depth);
  }
  return parts.n > 0;
}

void lcm_asm_loops(lcm_asm_loop_list *out, lcm_ctx *ctx,
                   const struct lcm_asm_function *function) {
  struct search s = {.ctx = ctx, .function = function, .out = out};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_map targets = {0};
  number_list all = {0};
  if (!function->instrs.n || is_wild(function))
    return;
  for (size_t i = 0; i < function->labels.n; i++)
    lcm_map_put(arena, &targets, function->labels.at[i].name,
                function->labels.at[i].at);
  make_blocks(&s, &targets);
  if (s.n > MOST_BLOCKS)
    return;
  prepare(&s);
  for (size_t b = 0; b < s.n; b++) {
    LCM_LIST_ADD(arena, &all, b);
    s.set[b] = 0;
  }
  (void)divide(&s, &all, s.n, 0);
}
