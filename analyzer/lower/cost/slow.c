/* Accesses that take longer than the bytes that they move: they are at places
 * that nobody foresees. */
#include "analyzer/lower/cost/slow.h"

#include <math.h>
#include <string.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/cost/cost.h"
#include "analyzer/lower/cost/fresh.h"
#include "analyzer/lower/cost/lines.h"
#include "analyzer/lower/cost/pace.h"
#include "analyzer/lower/cost/spelling.h"
#include "analyzer/lower/cost/stride.h"
#include "analyzer/lower/values/names.h"

/* So many bytes are taken to be at hand; callers are followed so far up. */
enum { AT_HAND = 16384, CALLERS = 3 };
enum { LINE = 64, PAGE = 4096 };

/* An access that is not foreseen. */
struct access {
  const lcm_ast *place;
  const lcm_ast *loop;     /* in which it is not, or a function */
  const lcm_ast *site;     /* what is executed as often as it counts */
  unsigned long long hash; /* of how its address is written */
  lcm_slow_kind kind;
  bool anew; /* the loop begins at another place each time */
};

/* Accesses to one array that leave something out of lines. */
struct strided {
  const lcm_ast *place; /* of the first */
  struct lcm_stride by;
  bool of_other; /* it counts with another one */
};

/* The accesses of a fragment. */
struct accesses {
  struct lcm_lowering *l;
  LCM_LIST(struct access) list;
  LCM_LIST(struct strided) strides;
  const lcm_ast *first; /* the statements of the fragment */
  const lcm_ast *last;
};

/* Return what says where the place "ast" is: two accesses with the same are to
 * one line. */
static unsigned long long address_hash(struct lcm_lowering *l,
                                       const lcm_ast *ast) {
  const lcm_ast *by = ast->kind == LCM_AST_SUBSCRIPT ? ast : ast->first;
  return lcm_lower_hash(l, by->begin, by->end);
}

/* Note that the access "place" is not foreseen in "loop", where it changes as
 * "pace" says; it counts once for each execution of "site". */
static void note(struct accesses *a, const lcm_ast *place, const lcm_ast *loop,
                 const lcm_ast *site, enum lcm_pace pace) {
  const bool chained = pace == LCM_PACE_CHAINED;
  const struct access access = {place,
                                loop,
                                site,
                                address_hash(a->l, place),
                                chained ? LCM_SLOW_CHAIN : LCM_SLOW_GATHER,
                                chained && lcm_ast_is_loop(loop) &&
                                    lcm_pace_begins_anew(a->l, loop, place)};
  for (size_t i = 0; i < a->list.n; i++)
    if (a->list.at[i].loop == loop && a->list.at[i].hash == access.hash)
      return;
  if (site->begin >= a->first->begin && site->end <= a->last->end)
    LCM_LIST_ADD(lcm_ctx_arena(a->l->ctx), &a->list, access);
}

/* Return the name of the member of the structure "place" that is accessed, NULL
 * where it is no structure. */
static const char *member_of(const lcm_ast *place) {
  return place->parent && place->parent->kind == LCM_AST_MEMBER
             ? place->parent->name
             : NULL;
}

/* Return whether "a" and "b" are to the same part of what lies between two
 * accesses of "a". */
static bool is_same_part(lcm_ctx *ctx, const struct strided *a,
                         const struct strided *b) {
  const lcm_expr *by = lcm_expr_sub(ctx, a->by.at, b->by.at);
  double apart = 0;
  double stride = 0;
  const bool near = by && lcm_expr_is_number(by, &apart) &&
                    lcm_expr_is_number(a->by.stride, &stride) &&
                    fmod(apart, stride) != 0;
  return !near && member_of(a->place) == member_of(b->place);
}

/* Note the access "place" where it leaves something out of lines; others to the
 * same lines use more of these. */
static void note_stride(struct accesses *a, const lcm_ast *place) {
  struct strided one = {.place = place};
  struct strided *first = NULL;
  bool same = false;
  if (!lcm_stride_of(&one.by, a->l, place))
    return;
  for (size_t i = 0; i < a->strides.n; i++) {
    struct strided *other = &a->strides.at[i];
    if (other->by.loop != one.by.loop || other->by.key != one.by.key ||
        other->by.stride != one.by.stride)
      continue;
    first = first ? first : other;
    same = same || is_same_part(a->l->ctx, &one, other);
  }
  if (first && !same)
    first->by.used += one.by.used;
  one.of_other = first;
  LCM_LIST_ADD(lcm_ctx_arena(a->l->ctx), &a->strides, one);
}

/* Look at the access "place", in the loops around it from inside on. */
static void look(struct accesses *a, const lcm_ast *place) {
  enum lcm_pace inner = LCM_PACE_FIXED;
  const lcm_ast *site = place;
  for (const lcm_ast *loop = lcm_pace_around(place); loop;
       loop = loop->kind == LCM_AST_FUNCTION ? NULL : lcm_pace_around(loop)) {
    const enum lcm_pace pace = lcm_pace_of(a->l, loop, place);
    const enum lcm_pace least =
        inner == LCM_PACE_FIXED ? LCM_PACE_LOADED : LCM_PACE_MIXED;
    if (pace >= least) {
      note(a, place, loop, site, pace);
      return;
    }
    inner = pace > inner ? pace : inner;
    site = loop;
  }
  note_stride(a, place);
}

/* Return whether "ast" is an access to memory. */
static bool is_access(const lcm_ast *ast) {
  switch (ast->kind) {
  case LCM_AST_SUBSCRIPT:
  case LCM_AST_DEREF:
    return !ast->is_array;
  case LCM_AST_MEMBER:
    return !ast->is_array && ast->first && ast->first->is_pointer;
  case LCM_AST_FUNCTION:
  case LCM_AST_PARAM:
  case LCM_AST_DECLARATION:
  case LCM_AST_COMPOUND:
  case LCM_AST_DECLSTMT:
  case LCM_AST_VAR:
  case LCM_AST_FOR:
  case LCM_AST_WHILE:
  case LCM_AST_DO:
  case LCM_AST_IF:
  case LCM_AST_SWITCH:
  case LCM_AST_CASE:
  case LCM_AST_LABEL:
  case LCM_AST_RETURN:
  case LCM_AST_BREAK:
  case LCM_AST_CONTINUE:
  case LCM_AST_GOTO:
  case LCM_AST_ASM:
  case LCM_AST_NULL:
  case LCM_AST_CALL:
  case LCM_AST_REF:
  case LCM_AST_ASSIGN:
  case LCM_AST_UPDATE:
  case LCM_AST_ADDRESS:
  case LCM_AST_SIZEOF:
  case LCM_AST_LITERAL:
  case LCM_AST_CONDITIONAL:
  case LCM_AST_AND:
  case LCM_AST_OR:
  case LCM_AST_BLOCK:
  case LCM_AST_OTHER:
    return false;
  }
  return false;
}

/* Look at the accesses in "ast". */
static void walk(struct accesses *a, const lcm_ast *ast) {
  const bool address = ast->kind == LCM_AST_ADDRESS && ast->first;
  if (ast->kind == LCM_AST_SIZEOF)
    return;
  if (is_access(ast))
    look(a, ast);
  for (const lcm_ast *at = address ? ast->first->first : ast->first; at;
       at = at->next)
    walk(a, at);
}

/* ---- how many bytes ------------------------------------------------------ */

/* Return the smaller of "a" and "b", either of which may be NULL. */
static const lcm_expr *smaller(lcm_ctx *ctx, const lcm_expr *a,
                               const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return a && b ? lcm_expr_nary(ctx, LCM_X_MIN, both, 2) : a ? a : b;
}

/* Return the value of "ast", an argument of a call that allocates: a number
 * where it stands in another function than the one that is lowered; NULL where
 * it is not known. */
static const lcm_expr *amount(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *of = ast;
  while (of && of->kind != LCM_AST_FUNCTION)
    of = of->parent;
  return of == l->function ? lcm_lower_expr(l, ast->begin, ast->end)
                           : lcm_spelling_number(l, ast);
}

/* Return the bytes that the call "ast" allocates, NULL where it is none that
 * does or that is not known. */
static const lcm_expr *allocated(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *by =
      ast->kind == LCM_AST_CALL && ast->first ? ast->first->next : NULL;
  if (ast->kind == LCM_AST_OTHER && ast->first && !ast->first->next)
    return allocated(l, ast->first);
  if (!by || !ast->is_system || !ast->name)
    return NULL;
  if (!strcmp(ast->name, "malloc"))
    return amount(l, by);
  if (!strcmp(ast->name, "aligned_alloc") && by->next)
    return amount(l, by->next);
  if (strcmp(ast->name, "calloc") != 0 || !by->next)
    return NULL;
  return lcm_expr_mul(l->ctx, amount(l, by), amount(l, by->next));
}

/* Pointers that are made to point where others do. */
enum { POINTERS = 8 };

/* The memory that pointers may point to. */
struct allocation {
  struct lcm_lowering *l;
  const char *keys[POINTERS]; /* of these, each after one that leads to it */
  size_t n;
  bool found;            /* some of them is set */
  bool lost;             /* to what is not known */
  const lcm_expr *bytes; /* of the largest piece; NULL: none so far */
};

/* Note that the pointer "ref" leads to the same memory. */
static void add_pointer(struct allocation *a, const lcm_ast *ref) {
  size_t i = 0;
  while (i < a->n && a->keys[i] != ref->key)
    i++;
  a->lost = a->lost || i == POINTERS || !ref->key;
  if (i == a->n && !a->lost)
    a->keys[a->n++] = ref->key;
}

/* Note what memory "value", which a pointer is set to, leads to. */
static void add_memory(struct allocation *a, const lcm_ast *value) {
  while (value->kind == LCM_AST_OTHER && value->first &&
         value->first == value->last)
    value = value->first;
  a->found = true;
  if (value->kind == LCM_AST_LITERAL)
    return;
  if (value->kind == LCM_AST_REF && value->is_pointer && !value->is_array) {
    add_pointer(a, value);
    return;
  }
  const lcm_expr *both[] = {a->bytes, allocated(a->l, value)};
  a->lost = a->lost || !both[1];
  a->bytes = !both[0] || both[0] == both[1]
                 ? both[1]
                 : lcm_expr_nary(a->l->ctx, LCM_X_MAX, both, both[1] ? 2 : 1);
}

/* Note the memory that the pointer number "i" of "a" is made to point to in and
 * below "ast". */
static void find_allocated(struct allocation *a, const lcm_ast *ast, size_t i) {
  const char *key = a->keys[i];
  if (ast->kind == LCM_AST_VAR && ast->key == key && ast->first)
    add_memory(a, ast->first);
  else if (ast->kind == LCM_AST_ASSIGN && ast->first->kind == LCM_AST_REF &&
           ast->first->key == key)
    add_memory(a, ast->first->next);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (at->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE))
      find_allocated(a, at, i);
}

/* Put the bytes of the memory that the pointer "key" is made to point to in and
 * below "top" into "*out", NULL where they are not known; "all": and what
 * stands behind that.  Return whether it is made to point anywhere. */
static bool is_allocated(const lcm_expr **out, struct lcm_lowering *l,
                         const lcm_ast *top, bool all, const char *key) {
  struct allocation a = {.l = l, .keys = {key}, .n = 1};
  for (size_t i = 0; i < a.n; i++)
    for (const lcm_ast *at = top; at; at = all ? at->next : NULL)
      if (at->kind == LCM_AST_FUNCTION)
        find_allocated(&a, at, i);
  *out = a.lost ? NULL : a.bytes;
  return a.found;
}

static const lcm_expr *bytes_of(struct lcm_lowering *l, const lcm_ast *ast,
                                int callers);

/* Return which parameter of the function "of" the variable "key" is; a number
 * that none has where it is not one. */
static size_t parameter_of(const lcm_ast *of, const char *key) {
  size_t i = 0;
  for (const lcm_ast *at = of->first; at; at = at->next, i++)
    if (at->kind == LCM_AST_PARAM && at->key == key)
      return i;
  return (size_t)-1;
}

/* Return the bytes that the argument number "i" of all calls of the function
 * "of" in the file leads to; NULL where they differ or are not known. */
static const lcm_expr *bytes_given(struct lcm_lowering *l, const lcm_ast *of,
                                   size_t i, int callers) {
  const lcm_expr *out = NULL;
  double number = 0;
  for (size_t k = 0; k < l->syntax->calls.n; k++) {
    const lcm_ast *at = l->syntax->calls.at[k].call;
    if (at->name != of->name || !at->first)
      continue;
    at = at->first->next;
    for (size_t n = i; n && at; n--)
      at = at->next;
    const lcm_expr *bytes =
        at && at->kind == LCM_AST_REF ? bytes_of(l, at, callers - 1) : NULL;
    if (!bytes || !lcm_expr_is_number(bytes, &number) || (out && out != bytes))
      return NULL;
    out = bytes;
  }
  return out;
}

/* Return the bytes that the variable "ast", an array or pointer, leads to,
 * where "callers" may be asked for them; NULL where that is not known. */
static const lcm_expr *bytes_of(struct lcm_lowering *l, const lcm_ast *ast,
                                int callers) {
  const lcm_expr *bytes = NULL;
  double number = 0;
  if (ast->is_array)
    return ast->size > 0 ? lcm_expr_int(l->ctx, ast->size) : NULL;
  if (!ast->key || !l->function)
    return NULL;
  if (is_allocated(&bytes, l, l->function, false, ast->key) && bytes)
    return bytes;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next) {
    const size_t i = top->kind == LCM_AST_FUNCTION ? parameter_of(top, ast->key)
                                                   : (size_t)-1;
    if (i != (size_t)-1)
      return callers ? bytes_given(l, top, i, callers) : NULL;
  }
  (void)is_allocated(&bytes, l, l->syntax->top, true, ast->key);
  return bytes && lcm_expr_is_number(bytes, &number) ? bytes : NULL;
}

/* Return how many values the subscript "ast" has at most, NULL where that is
 * not known. */
static const lcm_expr *values_of(struct lcm_lowering *l, const lcm_ast *ast) {
  enum { SHORT = 16 };
  const unsigned bits = ast->range & LCM_RANGE_BITS;
  double number = 0;
  const lcm_expr *by =
      ast->op == LCM_AST_OP_REST && ast->kind == LCM_AST_OTHER && ast->last
          ? lcm_lower_expr(l, ast->last->begin, ast->last->end)
          : NULL;
  if (by && lcm_expr_is_number(by, &number) && number >= 1)
    return by;
  return bits && bits <= SHORT ? lcm_expr_int(l->ctx, 1LL << bits) : NULL;
}

/* Return over how many bytes the executions of "access" are, NULL where nobody
 * knows. */
static const lcm_expr *spread(struct lcm_lowering *l,
                              const struct access *access) {
  const lcm_ast *place = access->place;
  const lcm_ast *base = place->first;
  if (place->kind != LCM_AST_SUBSCRIPT)
    return NULL;
  const lcm_expr *values = values_of(l, base->next);
  const lcm_expr *out =
      values && place->size > 0
          ? lcm_expr_mul(l->ctx, values, lcm_expr_int(l->ctx, place->size))
          : NULL;
  while (base->is_array && base->first &&
         (base->kind == LCM_AST_SUBSCRIPT || base->kind == LCM_AST_MEMBER))
    base = base->first;
  return base->kind == LCM_AST_REF
             ? smaller(l->ctx, out, bytes_of(l, base, CALLERS))
             : out;
}

/* Add "more" to the "n" kinds at "all". */
static void add(lcm_ctx *ctx, struct lcm_slow *all, size_t *n,
                struct lcm_slow more) {
  for (size_t i = 0; i < *n; i++)
    if (all[i].kind == more.kind && all[i].bytes == more.bytes) {
      all[i].count = lcm_expr_add(ctx, all[i].count, more.count);
      return;
    }
  all[(*n)++] = more;
}

/* ---- pages that are touched first ---------------------------------------- */

/* Loops around a fragment that are looked at, at most. */
enum { MOST_AROUND = 8 };

static bool is_inside(const lcm_ast *ast, const lcm_ast *first,
                      const lcm_ast *last) {
  return ast && ast->begin >= first->begin && ast->end <= last->end;
}

/* Return whether memory is given back in "ast". */
static bool frees(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_CALL && ast->name && !strcmp(ast->name, "free"))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if ((at->holds & LCM_AST_HOLDS_CALL || at->kind == LCM_AST_CALL) &&
        frees(at))
      return true;
  return false;
}

/* Return the product of the trips of the loops around "ast" that are not around
 * "origin" or, "rounds", that are, and give memory back; NULL where one is not
 * known. */
static const lcm_expr *runs_of(struct lcm_lowering *l, const lcm_ast *ast,
                               const lcm_ast *origin, bool rounds) {
  const lcm_expr *runs = lcm_expr_int(l->ctx, 1);
  for (const lcm_ast *loop = lcm_pace_around(ast);
       runs && loop && loop->kind != LCM_AST_FUNCTION;
       loop = lcm_pace_around(loop))
    if (is_inside(origin, loop, loop) == rounds && (!rounds || frees(loop)))
      runs = lcm_expr_mul(l->ctx, runs, lcm_cost_trips(l, loop));
  return runs;
}

/* Return the bytes of "fresh" in the function that is lowered, NULL where they
 * are not known there. */
static const lcm_expr *fresh_bytes(struct lcm_lowering *l,
                                   const struct lcm_fresh *fresh) {
  double number = 0;
  if (fresh->is_array)
    return lcm_expr_int(l->ctx, fresh->origin->size);
  const lcm_expr *bytes = allocated(l, fresh->origin);
  return bytes && (fresh->owner == l->function ||
                   lcm_expr_is_number(bytes, &number))
             ? bytes
             : NULL;
}

/* Return whether what touches "fresh", and not what allocates it, costs what
 * its pages take. */
static bool is_of_touch(const struct lcm_fresh *fresh) {
  return fresh->touch && !fresh->repeated &&
         (fresh->user == fresh->owner || fresh->is_array);
}

/* Return "pages", of memory of "bytes" bytes that is allocated in each of
 * "rounds": what is not large is not fresh, and what the library keeps when it
 * is given back is so in the first round alone. */
static const lcm_expr *where_fresh(lcm_ctx *ctx, const lcm_expr *pages,
                                   const lcm_expr *bytes,
                                   const lcm_expr *rounds) {
  enum { LARGE = 131072, KEPT = 33554432 };
  if (!lcm_expr_is_int(rounds, 1))
    pages = lcm_expr_if(
        ctx, lcm_expr_binary(ctx, LCM_X_LE, bytes, lcm_expr_int(ctx, KEPT)),
        lcm_expr_div(ctx, pages, rounds), pages);
  return lcm_expr_if(
      ctx, lcm_expr_binary(ctx, LCM_X_LE, bytes, lcm_expr_int(ctx, LARGE)),
      lcm_expr_int(ctx, 0), pages);
}

/* Return the bytes of one element of the outermost dimension of the array of
 * the program "fresh", 0 where it is not touched by a subscript. */
static long long pitch_of(const struct lcm_fresh *fresh) {
  const lcm_ast *at = fresh->touch;
  while (at && at->first && at->first->kind != LCM_AST_REF)
    at = at->first;
  return at && at->kind == LCM_AST_SUBSCRIPT && at->size > 0 ? at->size : 0;
}

/* Return how much "section", of an array whose rows have "pitch" bytes, takes
 * of it, with what shares pages with that; NULL where it is no box. */
static const lcm_expr *taken_by(lcm_ctx *ctx, const lcm_section *section,
                                long long pitch) {
  const lcm_expr *rows = section->n_extents && !section->n_over
                             ? section->extents[0].length
                             : NULL;
  if (!rows)
    return NULL;
  const lcm_expr *row = lcm_expr_int(ctx, pitch);
  const lcm_expr *part = lcm_expr_add(
      ctx, lcm_expr_div(ctx, lcm_section_bytes(ctx, section), rows),
      lcm_expr_int(ctx, PAGE));
  const lcm_expr *parts[] = {row, part};
  if (pitch > PAGE && part)
    row = lcm_expr_nary(ctx, LCM_X_MIN, parts, 2);
  return lcm_expr_mul(ctx, rows, row);
}

/* Return that no other name than those of the ranges changes. */
static bool is_other(const char *name, void *user) {
  (void)name;
  (void)user;
  return false;
}

/* Put the ranges of the loops around "first" that count, outermost first, into
 * "out", MOST_AROUND of them; return how many, or 0 where one does not. */
static size_t ranges_around(lcm_iteration *out, struct lcm_lowering *l,
                            const lcm_ast *first) {
  size_t n = 0;
  for (const lcm_ast *loop = lcm_pace_around(first);
       loop && loop->kind != LCM_AST_FUNCTION; loop = lcm_pace_around(loop)) {
    lcm_iteration range;
    if (n == MOST_AROUND || !lcm_lower_header(&range, l, loop))
      return 0;
    memmove(out + 1, out, n * sizeof *out);
    out[0] = range;
    n++;
  }
  return n;
}

/* Return the bytes of the array of the program "fresh", of "bytes" bytes, that
 * all executions of "node", the statements from "first" on, touch: arrays are
 * often made larger than they are used.  All where that is not known, or is one
 * row alone, beside which others are touched later. */
static const lcm_expr *reached(struct lcm_lowering *l, const lcm_node *node,
                               const struct lcm_fresh *fresh,
                               const lcm_expr *bytes, const lcm_ast *first) {
  lcm_ctx *ctx = l->ctx;
  lcm_iteration ranges[MOST_AROUND] = {{0}};
  const struct lcm_varying over = {ranges, ranges_around(ranges, l, first),
                                   is_other, NULL};
  const long long pitch = pitch_of(fresh);
  const lcm_expr *most = NULL;
  for (size_t i = 0; pitch && i < node->n_reads + node->n_writes; i++) {
    const lcm_section *section =
        i < node->n_reads ? &node->reads[i] : &node->writes[i - node->n_reads];
    if (section->key != fresh->origin->key)
      continue;
    const lcm_section wide = lcm_section_over(ctx, section, &over);
    const lcm_expr *of = taken_by(ctx, &wide, pitch);
    const lcm_expr *both[] = {most, of};
    if (!of)
      return bytes;
    if (lcm_expr_is_int(wide.extents[0].length, 1))
      continue;
    most = most ? lcm_expr_nary(ctx, LCM_X_MAX, both, 2) : of;
  }
  const lcm_expr *least[] = {bytes, most};
  return most ? lcm_expr_nary(ctx, LCM_X_MIN, least, 2) : bytes;
}

/* Return the pages of "fresh", of "bytes" bytes, that one execution of the
 * statements from "first" to "last", the fragment "node", touches first, as the
 * mean over all. */
static const lcm_expr *pages_of(struct lcm_lowering *l, const lcm_node *node,
                                const struct lcm_fresh *fresh,
                                const lcm_expr *bytes, const lcm_ast *first,
                                const lcm_ast *last) {
  lcm_ctx *ctx = l->ctx;
  const lcm_ast *origin = fresh->is_array ? NULL : fresh->origin;
  const lcm_expr *runs = runs_of(l, first, origin, false);
  const lcm_expr *touched =
      fresh->is_array ? reached(l, node, fresh, bytes, first) : bytes;
  const lcm_expr *times = is_inside(origin, first, last)
                              ? lcm_cost_times(l, first, last, origin)
                              : lcm_expr_int(ctx, 1);
  const lcm_expr *rounds = runs_of(l, first, origin, true);
  const lcm_expr *pages = lcm_expr_div(
      ctx, lcm_expr_div(ctx, touched, lcm_expr_int(ctx, PAGE)), runs);
  pages = lcm_expr_mul(ctx, pages, times);
  rounds = lcm_expr_mul(ctx, rounds, times);
  if (!pages || !rounds || fresh->is_array)
    return rounds ? pages : NULL;
  return where_fresh(ctx, pages, bytes, rounds);
}

/* Add the pages that the statements from "first" to "last" touch first to the
 * "n" kinds at "all". */
static void add_fresh(struct lcm_lowering *l, const lcm_node *node,
                      struct lcm_slow *all, size_t *n, const lcm_ast *first,
                      const lcm_ast *last) {
  size_t n_fresh = 0;
  const struct lcm_fresh *fresh = lcm_fresh_find(&n_fresh, l);
  for (size_t i = 0; i < n_fresh; i++) {
    const bool touched = is_of_touch(&fresh[i]);
    const lcm_ast *at = touched ? fresh[i].touch : fresh[i].origin;
    if ((!touched &&
         (fresh[i].is_array || !(fresh[i].touch || fresh[i].lost))) ||
        !is_inside(at, first, last) ||
        (touched ? fresh[i].user : fresh[i].owner) != l->function)
      continue;
    const lcm_expr *bytes = fresh_bytes(l, &fresh[i]);
    const lcm_expr *pages =
        bytes ? pages_of(l, node, &fresh[i], bytes, first, last) : NULL;
    if (fresh[i].is_array)
      pages = lcm_expr_div(l->ctx, pages,
                           lcm_expr_int(l->ctx, (long long)fresh[i].calls));
    const lcm_slow_kind kinds[] = {LCM_SLOW_FIRST, LCM_SLOW_READ};
    for (int k = 0; pages && !lcm_expr_is_int(pages, 0) && k <= fresh[i].read;
         k++)
      add(l->ctx, all, n,
          (struct lcm_slow){.kind = kinds[k], .count = pages, .bytes = bytes});
  }
}

/* Return "e" for the index of "range" at "part" of the way, by factors, from
 * the first value to the last. */
static const lcm_expr *at_part(lcm_ctx *ctx, const lcm_expr *e,
                               const lcm_iteration *range,
                               const lcm_expr *part) {
  const lcm_expr *from[] = {range->from, lcm_expr_int(ctx, 1)};
  const lcm_expr *least = lcm_expr_nary(ctx, LCM_X_MAX, from, 2);
  const lcm_expr *to[] = {range->to, least};
  const lcm_expr *most = lcm_expr_nary(ctx, LCM_X_MAX, to, 2);
  const struct lcm_subst at = {
      range->index,
      lcm_expr_apply(
          ctx, LCM_X_FLOOR,
          lcm_expr_mul(
              ctx, least,
              lcm_expr_pow(ctx, lcm_expr_div(ctx, most, least), part)))};
  return e ? lcm_expr_subst(ctx, e, &at, 1) : NULL;
}

/* Return the mean of "e", which speaks of how far the accesses "by" are apart,
 * where the index of the loop "range" around theirs decides that: by some of
 * its values, of which each stands for as many as it is large. */
static const lcm_expr *mean_over(struct lcm_lowering *l,
                                 const struct lcm_stride *by,
                                 const lcm_iteration *range,
                                 const lcm_expr *e) {
  enum { PARTS = 16 };
  lcm_ctx *ctx = l->ctx;
  const lcm_expr *trips = lcm_cost_trips(l, by->loop);
  const lcm_expr *all = lcm_expr_int(ctx, 0);
  const lcm_expr *sum = all;
  if (!range->factor)
    trips = lcm_expr_mul(ctx, trips,
                         lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE));
  for (int i = 0; i <= PARTS && trips && all && sum; i++) {
    const lcm_expr *part = lcm_expr_ratio(ctx, i, PARTS);
    const lcm_expr *here = at_part(ctx, trips, range, part);
    all = lcm_expr_add(ctx, all, here);
    sum = lcm_expr_add(ctx, sum,
                       lcm_expr_mul(ctx, here, at_part(ctx, e, range, part)));
  }
  const lcm_expr *most[] = {all, lcm_expr_int(ctx, 1)};
  return trips && all && sum
             ? lcm_expr_div(ctx, sum, lcm_expr_nary(ctx, LCM_X_MAX, most, 2))
             : NULL;
}

/* Return the mean of "e" as mean_over, where a loop around that of the accesses
 * "by", from "first" on, decides how far they are apart; NULL elsewhere. */
static const lcm_expr *mean_of(struct lcm_lowering *l, const lcm_ast *first,
                               const struct lcm_stride *by, const lcm_expr *e) {
  lcm_iteration range;
  for (const lcm_ast *at = lcm_pace_around(by->loop);
       at && at->begin >= first->begin && lcm_ast_is_loop(at);
       at = lcm_pace_around(at))
    if (lcm_lower_header(&range, l, at) &&
        lcm_expr_has(by->stride, range.index))
      return mean_over(l, by, &range, e);
  return NULL;
}

/* Return by how many bytes of lines the accesses "by" move: on average where a
 * loop around theirs, from "first" on, decides that. */
static const lcm_expr *mean_stride(struct lcm_lowering *l, const lcm_ast *first,
                                   const struct lcm_stride *by) {
  const lcm_expr *both[] = {by->stride, lcm_expr_int(l->ctx, LINE)};
  const lcm_expr *mean =
      mean_of(l, first, by, lcm_expr_nary(l->ctx, LCM_X_MIN, both, 2));
  return mean ? mean : by->stride;
}

/* Return 1 where accesses that are "by" apart are on different pages, else
 * 0. */
static const lcm_expr *is_apart(lcm_ctx *ctx, const lcm_expr *by) {
  return lcm_expr_if(
      ctx, lcm_expr_binary(ctx, LCM_X_LE, lcm_expr_int(ctx, PAGE), by),
      lcm_expr_int(ctx, 1), lcm_expr_int(ctx, 0));
}

/* Return how many of the "count" accesses "by" find another page than the one
 * before and a line that was not touched just so; NULL for none. */
static const lcm_expr *fresh_lines(lcm_ctx *ctx, const lcm_expr *count,
                                   const struct lcm_stride *by) {
  const lcm_expr *fresh =
      by->fresh
          ? lcm_expr_if(ctx,
                        lcm_expr_binary(ctx, LCM_X_LE, lcm_expr_int(ctx, PAGE),
                                        by->stride),
                        by->fresh, lcm_expr_int(ctx, 0))
          : NULL;
  return fresh ? lcm_expr_mul(ctx, count, fresh) : NULL;
}

/* Add the accesses "one" to the "n" kinds at "all": where a loop around decides
 * how far they are apart, those on other pages than the one before by
 * themselves. */
static void add_strided(const struct accesses *a, struct lcm_slow *all,
                        size_t *n, const struct strided *one) {
  struct lcm_lowering *l = a->l;
  lcm_ctx *ctx = l->ctx;
  const lcm_expr *count = lcm_cost_times(l, a->first, a->last, one->place);
  struct lcm_slow slow = {.kind = LCM_SLOW_STRIDE,
                          .count = count,
                          .bytes = one->by.span,
                          .stride = mean_stride(l, a->first, &one->by),
                          .used = lcm_expr_int(ctx, one->by.used)};
  if (!count || lcm_expr_is_int(count, 0))
    return;
  const lcm_expr *far = one->by.varies ? mean_of(l, a->first, &one->by,
                                                 is_apart(ctx, one->by.stride))
                                       : NULL;
  if (far) {
    struct lcm_slow apart = slow;
    apart.count = lcm_expr_mul(ctx, count, far);
    apart.bytes =
        lcm_expr_mul(ctx, one->by.span, lcm_expr_ratio(ctx, LINE, PAGE));
    apart.stride = lcm_expr_int(ctx, PAGE);
    all[(*n)++] = apart;
    slow.count =
        lcm_expr_mul(ctx, count, lcm_expr_sub(ctx, lcm_expr_int(ctx, 1), far));
  }
  all[(*n)++] = slow;
  count = one->by.varies ? NULL : fresh_lines(ctx, count, &one->by);
  if (count && !lcm_expr_is_int(count, 0))
    add(ctx, all, n,
        (struct lcm_slow){
            .kind = LCM_SLOW_GATHER, .count = count, .bytes = one->by.over});
}

/* Add the executions of "access" to the "n" kinds at "all".  Of a chain that
 * begins anew each time that its loop is executed, the first access waits for
 * none. */
static void add_access(const struct accesses *a, struct lcm_slow *all,
                       size_t *n, const struct access *access) {
  struct lcm_lowering *l = a->l;
  const lcm_expr *count = lcm_cost_times(l, a->first, a->last, access->site);
  const lcm_expr *over = count ? spread(l, access) : NULL;
  double bytes = 0;
  if (!count || lcm_expr_is_int(count, 0) ||
      (over && lcm_expr_is_number(over, &bytes) && bytes <= AT_HAND))
    return;
  const lcm_expr *begun =
      access->anew && is_inside(access->loop, a->first, a->last)
          ? smaller(l->ctx, count,
                    lcm_cost_times(l, a->first, a->last, access->loop))
          : NULL;
  if (begun)
    add(l->ctx, all, n,
        (struct lcm_slow){
            .kind = LCM_SLOW_GATHER, .count = begun, .bytes = over});
  count = begun ? lcm_expr_sub(l->ctx, count, begun) : count;
  if (!lcm_expr_is_int(count, 0))
    add(l->ctx, all, n,
        (struct lcm_slow){.kind = access->kind, .count = count, .bytes = over});
}

void lcm_lower_slow(struct lcm_lowering *l, lcm_node *node,
                    const lcm_ast *first, const lcm_ast *last) {
  struct accesses a = {.l = l, .first = first, .last = last};
  if (!l->options->slow || !first)
    return;
  for (const lcm_ast *at = first; at; at = at == last ? NULL : at->next)
    walk(&a, at);
  size_t n_fresh = 0;
  lcm_line_writes written = {0};
  (void)lcm_fresh_find(&n_fresh, l);
  lcm_lower_lines(&written, l, node, first, last);
  struct lcm_slow *slow = LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), struct lcm_slow,
                                        2 * a.list.n + 3 * a.strides.n +
                                            2 * n_fresh + written.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < a.list.n; i++)
    add_access(&a, slow, &n, &a.list.at[i]);
  for (size_t i = 0; i < a.strides.n; i++)
    if (!a.strides.at[i].of_other)
      add_strided(&a, slow, &n, &a.strides.at[i]);
  add_fresh(l, node, slow, &n, first, last);
  for (size_t i = 0; i < written.n; i++)
    slow[n++] = written.at[i];
  node->slow = slow;
  node->n_slow = n;
}
