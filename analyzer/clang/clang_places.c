/* Where in its file a piece of syntax stands, asking libclang as seldom as may
 * be. */
#include <ctype.h>
#include <string.h>

#include "analyzer/clang/clang_places.h"
#include "analyzer/clang/clang_unit.h"
#include "analyzer/clang/libclang_calls.h"

/* Places in a file. */
struct lcm_places {
  CXFile file;
  struct lcm_lines lines; /* lines, text: of the file, which has "len" bytes */
  const char *text;
  unsigned len;
  /* base, plain: how libclang writes the start of the file down where it does
   * so by numbers that grow with the offset */
  CXSourceLocation base;
  bool plain;
  /* an expression that libclang does not name may be what it made of an
   * error */
  bool has_errors;
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
static bool put_begin(const struct lcm_places *p, lcm_ast *node,
                      CXSourceRange range) {
  const CXSourceLocation begin = clang_getRangeStart(range);
  CXFile file = NULL;
  node->in_place = offset_of(p, begin, &node->begin);
  if (node->in_place)
    return true;
  clang_getExpansionLocation(begin, &file, NULL, NULL, &node->begin);
  return lcm_tu_same_file(file, p->file) && node->begin <= p->len;
}

/* Return the offset of the first character from "at" on that is no white space
 * nor, where "empty", a semicolon. */
static unsigned skip(const struct lcm_places *p, unsigned at, bool empty) {
  while (at < p->len &&
         (isspace((unsigned char)p->text[at]) || (empty && p->text[at] == ';')))
    at++;
  return at;
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

/* Put the extent of a leaf at "location", which a macro makes, into "node" by
 * the name of the macro, which stands in the file; false where that takes
 * arguments or is not what stands there. */
static bool put_made(const struct lcm_places *p, lcm_ast *node,
                     CXSourceLocation location) {
  CXFile file = NULL;
  clang_getExpansionLocation(location, &file, NULL, NULL, &node->begin);
  if (!lcm_tu_same_file(file, p->file) || node->begin >= p->len ||
      isdigit((unsigned char)p->text[node->begin]))
    return false;
  unsigned end = node->begin;
  while (end < p->len &&
         (isalnum((unsigned char)p->text[end]) || p->text[end] == '_'))
    end++;
  const unsigned behind = skip(p, end, false);
  if (end == node->begin || behind >= p->len ||
      strchr("(\\/$", p->text[behind]))
    return false;
  node->end = end;
  node->ends_here = true;
  return true;
}

/* Put the extent of "cursor", a reference or a whole number, into "node" by
 * what the file says there; false where that does not tell. */
static bool put_leaf(const struct lcm_places *p, lcm_ast *node,
                     CXCursor cursor) {
  const enum CXCursorKind kind = clang_getCursorKind(cursor);
  if (kind != CXCursor_DeclRefExpr && kind != CXCursor_IntegerLiteral)
    return false;
  const CXSourceLocation location = clang_getCursorLocation(cursor);
  if (!offset_of(p, location, &node->begin))
    return p->plain && put_made(p, node, location);
  const unsigned length = leaf_length(p, node, kind);
  node->end = node->begin + length;
  node->in_place = node->ends_here = length > 0;
  return length > 0;
}

/* Let "node", of another file inside "parent", stand where that is included. */
static void put_included(lcm_ast *node, const lcm_ast *parent) {
  const lcm_ast *before = parent->last;
  node->begin = node->end = before ? before->end : parent->begin;
}

/* Put the extent of "cursor" into "node", a part of "parent". */
static void put_extent(const struct lcm_places *p, lcm_ast *node,
                       const lcm_ast *parent, CXCursor cursor) {
  const CXSourceRange range = clang_getCursorExtent(cursor);
  const CXSourceLocation end = clang_getRangeEnd(range);
  const bool here = put_begin(p, node, range);
  if (!here && parent)
    put_included(node, parent);
  else if (!here)
    clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, NULL,
                               NULL, &node->begin);
  else if (!offset_of(p, end, &node->end)) {
    node->in_place = false;
    clang_getExpansionLocation(end, NULL, NULL, NULL, &node->end);
  }
  node->end = node->end < node->begin ? node->begin : node->end;
  node->ends_here = node->in_place;
}

void lcm_places_put(const struct lcm_places *places, lcm_ast *node,
                    const lcm_ast *parent, const void *cursor) {
  const CXCursor *what = cursor;
  if (!put_leaf(places, node, *what))
    put_extent(places, node, parent, *what);
}

/* Let "node" end behind "text", which comes next from "at" on, white space
 * apart; return whether it does. */
static bool ends_with(const struct lcm_places *p, lcm_ast *node, unsigned at,
                      const char *text) {
  const size_t n = strlen(text);
  const unsigned from = skip(p, at, *text == '}');
  if (p->len - from < n || memcmp(p->text + from, text, n) != 0)
    return false;
  node->end = from + (unsigned)n;
  return true;
}

/* Let "node" begin where "cursor" is; return whether that is in the file. */
static bool begins_at(const struct lcm_places *p, lcm_ast *node,
                      CXCursor cursor) {
  if (!offset_of(p, clang_getCursorLocation(cursor), &node->begin))
    return false;
  return true;
}

/* Let "node" begin where its first part does. */
static bool begins_first(lcm_ast *node) {
  node->begin = node->first->begin;
  return node->first->in_place;
}

/* Let "node" end where its last part does. */
static bool ends_last(lcm_ast *node) {
  node->end = node->last->end;
  return node->last->ends_here;
}

/* Put the extent of "cursor", a member behind the only part of "node". */
static bool put_member(const struct lcm_places *p, lcm_ast *node,
                       CXCursor cursor) {
  unsigned at = 0;
  const size_t n = strlen(node->name);
  if (node->first != node->last || !n || !begins_first(node) ||
      !offset_of(p, clang_getCursorLocation(cursor), &at) || p->len - at < n ||
      memcmp(p->text + at, node->name, n) != 0)
    return false;
  node->end = at + (unsigned)n;
  return true;
}

/* Put the extent of "cursor", an operator before or behind the only part of
 * "node". */
static bool put_unary(const struct lcm_places *p, lcm_ast *node,
                      CXCursor cursor) {
  const lcm_ast *part = node->first;
  if (part != node->last || !part->ends_here || !begins_at(p, node, cursor))
    return false;
  if (node->begin < part->begin)
    return ends_last(node);
  return ends_with(p, node, part->end, "++") ||
         ends_with(p, node, part->end, "--");
}

/* Put the extent of "cursor", a call whose parts are the function and its
 * arguments. */
static bool put_call(const struct lcm_places *p, lcm_ast *node) {
  unsigned at = node->last->end;
  if (!begins_first(node) || !node->last->ends_here)
    return false;
  if (node->first == node->last) {
    at = skip(p, at, false);
    if (at >= p->len || p->text[at++] != '(')
      return false;
  }
  return ends_with(p, node, at, ")");
}

/* Put the extent of "cursor", a compound statement. */
static bool put_compound(const struct lcm_places *p, lcm_ast *node,
                         CXCursor cursor) {
  if (!begins_at(p, node, cursor) || p->text[node->begin] != '{')
    return false;
  return node->last
             ? node->last->ends_here && ends_with(p, node, node->last->end, "}")
             : ends_with(p, node, node->begin + 1, "}");
}

/* Return whether the declaration "node" and what it begins with are in place.
 */
static bool is_in_place(const lcm_ast *node) {
  return node->in_place && (!node->last || node->last->ends_here);
}

/* Put the extent of "cursor", of the kind "kind", into "node" by its parts;
 * false where they do not tell. */
static bool put_by_parts(const struct lcm_places *p, lcm_ast *node,
                         CXCursor cursor, int kind) {
  if (kind == CXCursor_CompoundStmt)
    return put_compound(p, node, cursor);
  if (!node->first)
    return false;
  switch (kind) {
  case CXCursor_BinaryOperator:
  case CXCursor_CompoundAssignOperator:
  case CXCursor_ConditionalOperator:
    return node->first != node->last && begins_first(node) && ends_last(node);
  case CXCursor_ArraySubscriptExpr:
    return node->first != node->last && begins_first(node) &&
           node->last->ends_here && ends_with(p, node, node->last->end, "]");
  case CXCursor_MemberRefExpr:
    return put_member(p, node, cursor);
  case CXCursor_UnaryOperator:
    return put_unary(p, node, cursor);
  case CXCursor_CallExpr:
    return put_call(p, node);
  case CXCursor_DeclStmt:
    return is_in_place(node->last) && begins_at(p, node, cursor) &&
           ends_with(p, node, node->last->end, ";");
  case CXCursor_IfStmt:
  case CXCursor_ForStmt:
  case CXCursor_WhileStmt:
  case CXCursor_ReturnStmt:
    return ends_last(node) && begins_at(p, node, cursor);
  }
  return false;
}

bool lcm_places_wait(lcm_ast *node, const lcm_ast *parent, int kind) {
  switch (kind) {
  case CXCursor_CompoundStmt:
  case CXCursor_BinaryOperator:
  case CXCursor_CompoundAssignOperator:
  case CXCursor_ConditionalOperator:
  case CXCursor_ArraySubscriptExpr:
  case CXCursor_MemberRefExpr:
  case CXCursor_UnaryOperator:
  case CXCursor_CallExpr:
  case CXCursor_DeclStmt:
  case CXCursor_IfStmt:
  case CXCursor_ForStmt:
  case CXCursor_WhileStmt:
  case CXCursor_ReturnStmt:
    put_included(node, parent);
    return true;
  }
  return false;
}

void lcm_places_put_late(const struct lcm_places *places, lcm_ast *node,
                         const lcm_ast *parent, const void *cursor) {
  const CXCursor *what = cursor;
  node->in_place =
      put_by_parts(places, node, *what, clang_getCursorKind(*what));
  node->ends_here = node->in_place;
  if (!node->in_place)
    put_extent(places, node, parent, *what);
}

void lcm_places_wrap(const struct lcm_places *places, lcm_ast *node,
                     const void *cursor, int kind) {
  const CXCursor *what = cursor;
  unsigned at = 0;
  bool adds = places->has_errors || kind != CXCursor_UnexposedExpr;
  if (!adds) {
    const bool here = offset_of(places, clang_getCursorLocation(*what), &at);
    adds = node->in_place ? !here || at < node->begin || at >= node->end : here;
  }
  node->in_place = node->in_place && !adds;
  node->ends_here = node->ends_here && !adds;
}

struct lcm_places *lcm_places_new(lcm_tu *tu) {
  struct lcm_places *p = LCM_NEW(lcm_ctx_arena(tu->ctx), struct lcm_places);
  p->file = clang_getFile(tu->unit, tu->input->file);
  p->text = tu->text;
  p->len = (unsigned)tu->len;
  p->has_errors = tu->has_errors;
  lcm_lines_read(&p->lines, tu->ctx, tu->text, tu->len);
  learn(p, tu->unit);
  return p;
}

bool lcm_places_offset(const struct lcm_places *places, const void *cursor,
                       unsigned *offset) {
  const CXCursor *what = cursor;
  return offset_of(places, clang_getCursorLocation(*what), offset);
}

struct lcm_lines *lcm_places_lines(struct lcm_places *places) {
  return &places->lines;
}
