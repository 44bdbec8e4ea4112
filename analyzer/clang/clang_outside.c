/* Variables at file scope that other files of a unit define, its headers. */
#include <ctype.h>
#include <string.h>

#include "analyzer/clang/clang_cursor.h"
#include "analyzer/clang/clang_outside.h"
#include "analyzer/clang/libclang_calls.h"
#include "base/find.h"

/* A search for a variable of which each thread has a copy of its own. */
struct search {
  CXTranslationUnit tu;
  const char *name;
  bool found;
};

/* Return whether "name" stands as a word between "at" and "end". */
static bool has_word(const char *at, const char *end, const char *name) {
  const size_t n = strlen(name);
  const char *const from = at;
  for (; (at = lcm_find(at, (size_t)(end - at), name)) != NULL; at++)
    if ((at == from || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) &&
        (at + n == end || !(isalnum((unsigned char)at[n]) || at[n] == '_')))
      return true;
  return false;
}

/* Look for the variable in the directives `threadprivate` of one file. */
static void look_into(CXFile file, CXSourceLocation *stack, unsigned depth,
                      CXClientData data) {
  static const char WORD[] = "threadprivate";
  struct search *search = data;
  size_t n = 0;
  const char *text = clang_getFileContents(search->tu, file, &n);
  const char *end = text ? text + n : NULL;
  (void)stack;
  (void)depth;
  if (!text || clang_Location_isInSystemHeader(
                   clang_getLocationForOffset(search->tu, file, 0)))
    return;
  while (!search->found &&
         (text = lcm_find(text, (size_t)(end - text), WORD)) != NULL) {
    const char *close = memchr(text, ')', (size_t)(end - text));
    search->found = has_word(text, close ? close : end, search->name);
    text += sizeof WORD - 1;
  }
}

/* Return whether each thread has a copy of its own of the variable "cursor",
 * called "name". */
static bool has_copies(CXCursor cursor, const char *name) {
  struct search search = {.tu = clang_Cursor_getTranslationUnit(cursor),
                          .name = name};
  if (clang_getCursorTLSKind(cursor) != CXTLS_None)
    return true;
  clang_getInclusions(search.tu, look_into, &search);
  return search.found;
}

/* Return the interned text of "string", which is given back. */
static const char *take(lcm_ctx *ctx, CXString string) {
  const char *text = lcm_intern(ctx, clang_getCString(string));
  clang_disposeString(string);
  return text;
}

/* Return whether "type" is one of whole numbers, an array or a structure. */
static bool is_followed(CXType type) {
  type = clang_getCanonicalType(type);
  return (type.kind >= CXType_Bool && type.kind <= CXType_Int128) ||
         type.kind == CXType_Enum || type.kind == CXType_Record ||
         clang_getArrayElementType(type).kind != CXType_Invalid;
}

void lcm_outside_note(struct lcm_records *r, const void *variable) {
  const CXCursor cursor = *(const CXCursor *)variable;
  const CXType type = clang_getCursorType(cursor);
  const CXCursor begin = clang_Cursor_getVarDeclInitializer(cursor);
  struct lcm_record_note note = {.event = LCM_RECORD_OUTSIDE};
  if (!is_followed(type) || clang_isVolatileQualifiedType(type) ||
      clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) ||
      (clang_Cursor_isNull(begin) &&
       clang_Cursor_getStorageClass(cursor) == CX_SC_Extern))
    return;
  note.name = take(r->ctx, clang_getCursorSpelling(cursor));
  if (has_copies(cursor, note.name))
    return;
  note.record = take(r->ctx, clang_getCursorUSR(cursor));
  note.known =
      clang_Cursor_isNull(begin) || lcm_cursor_number(&note.value, &cursor);
  LCM_LIST_ADD(lcm_ctx_arena(r->ctx), &r->syntax->records, note);
}
