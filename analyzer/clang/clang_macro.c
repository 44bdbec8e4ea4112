/* The definitions of macros, from libclang. */
#include <string.h>

#include "analyzer/clang/clang_macro.h"
#include "analyzer/clang/libclang_calls.h"

/* A macro: its last definition, parsed once somebody needed it. */
struct definition {
  const char *name;
  CXCursor cursor;
  const lcm_macro *macro;
};

/* The macros of a file by name: open addressing, "cap" (a power of two)
 * places. */
struct definitions {
  lcm_tu *tu;
  struct definition *at;
  size_t n;
  size_t cap;
};

/* Return the text of the definition "cursor" that lies in no file. */
static const char *built_in_text(const lcm_tu *tu, CXCursor cursor) {
  CXToken *tokens = NULL;
  unsigned n = 0;
  lcm_buf buf = {0};
  const bool is_function = clang_Cursor_isMacroFunctionLike(cursor) != 0;
  clang_tokenize(tu->unit, clang_getCursorExtent(cursor), &tokens, &n);
  for (unsigned i = 0; i < n; i++) {
    CXString text = clang_getTokenSpelling(tu->unit, tokens[i]);
    lcm_buf_printf(&buf, "%s%s", i > 1 || (i && !is_function) ? " " : "",
                   clang_getCString(text));
    clang_disposeString(text);
  }
  clang_disposeTokens(tu->unit, tokens, n);
  const char *out =
      lcm_arena_strdup(lcm_ctx_arena(tu->ctx), buf.text ? buf.text : "");
  lcm_buf_free(&buf);
  return out;
}

const lcm_macro *lcm_tu_definition(const lcm_tu *tu, const void *cursor) {
  const CXCursor *definition = cursor;
  CXFile file = NULL;
  unsigned begin = 0;
  unsigned end = 0;
  size_t size = 0;
  const CXSourceRange range = clang_getCursorExtent(*definition);
  clang_getFileLocation(clang_getRangeStart(range), &file, NULL, NULL, &begin);
  clang_getFileLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
  const char *text = file ? clang_getFileContents(tu->unit, file, &size) : NULL;
  if (text && begin <= end && end <= size)
    return lcm_macro_parse(tu->ctx, text + begin, end - begin);
  text = built_in_text(tu, *definition);
  return lcm_macro_parse(tu->ctx, text, strlen(text));
}

/* Return the place of the interned "name" in the table of "d". */
static struct definition *place_of(const struct definitions *d,
                                   const char *name) {
  size_t i = ((uintptr_t)name >> 3) * 2654435761u & (d->cap - 1);
  while (d->at[i].name && d->at[i].name != name)
    i = (i + 1) & (d->cap - 1);
  return &d->at[i];
}

/* Make the table of "d" large enough for one more. */
static void grow(struct definitions *d) {
  struct definition *old = d->at;
  const size_t cap = d->cap;
  if (2 * d->n < cap)
    return;
  d->cap = cap ? 2 * cap : 4096;
  d->at = LCM_NEW_ARRAY(lcm_ctx_arena(d->tu->ctx), struct definition, d->cap);
  for (size_t i = 0; i < cap; i++)
    if (old[i].name)
      *place_of(d, old[i].name) = old[i];
}

void lcm_tu_define(struct lcm_macro_table *macros, const void *cursor) {
  struct definitions *d = macros->user;
  const CXCursor *definition = cursor;
  CXString spelling = clang_getCursorSpelling(*definition);
  const char *name = lcm_intern(d->tu->ctx, clang_getCString(spelling));
  clang_disposeString(spelling);
  grow(d);
  struct definition *entry = place_of(d, name);
  d->n += !entry->name;
  *entry = (struct definition){name, *definition, NULL};
}

/* Return the macro called "name", or NULL. */
static const lcm_macro *find(void *user, const char *name) {
  struct definitions *d = user;
  struct definition *entry = place_of(d, name);
  if (entry->name && !entry->macro)
    entry->macro = lcm_tu_definition(d->tu, &entry->cursor);
  return entry->macro;
}

struct lcm_macro_table lcm_tu_macros(lcm_tu *tu) {
  struct definitions *d = LCM_NEW(lcm_ctx_arena(tu->ctx), struct definitions);
  d->tu = tu;
  grow(d);
  return (struct lcm_macro_table){find, d};
}
