#include <clang-c/Index.h>
#include <ctype.h>
#include <string.h>

#include "analyzer/lines_internal.h"
#include "analyzer/places_internal.h"

/* Places in a file.
 * lines, text    of the file, which has "len" bytes
 * base, plain    how libclang writes the start of the file down where it does
 *                so by numbers that grow with the offset */
struct lcm_places {
  CXFile file;
  struct lcm_lines lines;
  const char *text;
  unsigned len;
  CXSourceLocation base;
  bool plain;
};

/* Put the offset of "location" into "*offset"; false where it is not plainly
 * one in the file. */
static bool offset_of(const struct lcm_places *p, CXSourceLocation location,
                      unsigned *offset) {
  *offset = location.int_data - p->base.int_data;
  return p->plain && *offset <= p->len &&
         location.ptr_data[0] == p->base.ptr_data[0] &&
         location.ptr_data[1] == p->base.ptr_data[1];
}

/* Find out how libclang writes down places of the file. */
static void learn(struct lcm_places *p, CXTranslationUnit unit) {
  p->base = clang_getLocationForOffset(unit, p->file, 0);
  p->plain = p->len < 1U << 30;
  for (unsigned i = 0; i <= 4 && p->plain; i++) {
    const unsigned at = (unsigned)((unsigned long long)p->len * i / 4);
    const CXSourceLocation location =
        clang_getLocationForOffset(unit, p->file, at);
    CXFile file = NULL;
    unsigned line = 0;
    unsigned column = 0;
    unsigned found[4] = {0};
    clang_getExpansionLocation(location, &file, &found[0], &found[1],
                               &found[2]);
    lcm_lines_find(&p->lines, at, &line, &column);
    p->plain = offset_of(p, location, &found[3]) && found[3] == at &&
               found[2] == at && found[0] == line && found[1] == column &&
               lcm_tu_same_file(file, p->file);
  }
}

/* Put where "range" begins into "node"; return whether that is in the file. */
static bool put_begin(struct lcm_places *p, lcm_ast *node,
                      CXSourceRange range) {
  const CXSourceLocation begin = clang_getRangeStart(range);
  CXFile file = NULL;
  if (offset_of(p, begin, &node->begin)) {
    lcm_lines_find(&p->lines, node->begin, &node->line, &node->column);
    return true;
  }
  clang_getExpansionLocation(begin, &file, &node->line, &node->column,
                             &node->begin);
  return lcm_tu_same_file(file, p->file);
}

/* Return how long the token is that stands where "node", a leaf of the kind
 * "kind", begins: the name that it refers to, or a whole number; 0 where that
 * is not what stands there. */
static unsigned leaf_length(const struct lcm_places *p, const lcm_ast *node,
                            enum CXCursorKind kind) {
  const char *at = p->text + node->begin;
  const size_t left = p->len - node->begin;
  size_t n = 0;
  if (kind == CXCursor_DeclRefExpr) {
    n = strlen(node->name);
    return n <= left && !memcmp(at, node->name, n) ? (unsigned)n : 0;
  }
  while (n < left && isalnum((unsigned char)at[n]))
    n++;
  return n < left && at[n] != '.' && at[n] != '\'' && at[n] != '\\' &&
                 isdigit((unsigned char)at[0])
             ? (unsigned)n
             : 0;
}

/* Put the extent of "cursor", a reference or a whole number, into "node" by
 * what the file says there; false where that does not tell. */
static bool put_leaf(struct lcm_places *p, lcm_ast *node, CXCursor cursor) {
  const enum CXCursorKind kind = clang_getCursorKind(cursor);
  const bool leaf =
      kind == CXCursor_DeclRefExpr || kind == CXCursor_IntegerLiteral;
  if (!leaf || !offset_of(p, clang_getCursorLocation(cursor), &node->begin))
    return false;
  const unsigned length = leaf_length(p, node, kind);
  node->end = node->begin + length;
  lcm_lines_find(&p->lines, node->begin, &node->line, &node->column);
  return length > 0;
}

/* Let "node", of another file inside "parent", stand where that is included. */
static void put_included(lcm_ast *node, const lcm_ast *parent) {
  const lcm_ast *before = parent->last;
  node->begin = node->end = before ? before->end : parent->begin;
  node->line = before ? before->line : parent->line;
  node->column = before ? before->column : parent->column;
}

/* Put the extent of "cursor" into "node", a part of "parent". */
static void put_extent(struct lcm_places *p, lcm_ast *node,
                       const lcm_ast *parent, CXCursor cursor) {
  const CXSourceRange range = clang_getCursorExtent(cursor);
  const CXSourceLocation end = clang_getRangeEnd(range);
  if (!put_begin(p, node, range) && parent)
    put_included(node, parent);
  else if (!offset_of(p, end, &node->end))
    clang_getExpansionLocation(end, NULL, NULL, NULL, &node->end);
  node->end = node->end < node->begin ? node->begin : node->end;
}

void lcm_places_put(struct lcm_places *places, lcm_ast *node,
                    const lcm_ast *parent, const void *cursor) {
  const CXCursor *what = cursor;
  if (!put_leaf(places, node, *what))
    put_extent(places, node, parent, *what);
}

struct lcm_places *lcm_places_new(lcm_tu *tu) {
  struct lcm_places *p = LCM_NEW(lcm_ctx_arena(tu->ctx), struct lcm_places);
  p->file = clang_getFile(tu->unit, tu->input->file);
  p->text = tu->text;
  p->len = (unsigned)tu->len;
  lcm_lines_read(&p->lines, tu->ctx, tu->text, tu->len);
  learn(p, tu->unit);
  return p;
}
