/* The files of the project that a unit includes and that hold functions. */
#include <string.h>

#include "analyzer/clang/clang_parts.h"
#include "analyzer/clang/clang_unit.h"
#include "analyzer/clang/libclang_calls.h"

/* A file that may be a part. */
struct candidate {
  lcm_tu tu;
  CXFile handle;
  bool defines; /* it is a source file, or defines a function */
};

/* The parts of a unit. */
struct parts {
  const lcm_tu *whole;
  LCM_LIST(struct candidate) all;
  bool has_headers; /* some of them are headers */
  CXFile other;     /* the file met last that is none of them */
};

/* Return whether libclang takes the file "handle" for one of the system. */
static bool is_of_system(const struct parts *parts, CXFile handle) {
  return clang_Location_isInSystemHeader(
             clang_getLocationForOffset(parts->whole->unit, handle, 0)) != 0;
}

/* Return whether the text of the header "tu" may define a function. */
static bool may_define(const lcm_tu *tu) {
  return memchr(tu->text, '{', tu->len) && memchr(tu->text, ')', tu->len);
}

/* Note an included file where it may be a part. */
static void visit_file(CXFile handle, CXSourceLocation *stack, unsigned depth,
                       CXClientData data) {
  struct parts *parts = data;
  const lcm_tu *whole = parts->whole;
  (void)stack;
  CXString string = clang_getFileName(handle);
  const char *text = clang_getCString(string);
  const char *name = lcm_intern(whole->ctx, text ? text : "");
  clang_disposeString(string);
  const bool header = !lcm_is_source_file(name);
  if (!depth || !lcm_is_project_file(name) ||
      (header && is_of_system(parts, handle)))
    return;
  struct candidate one = {.tu = *whole, .handle = handle, .defines = !header};
  struct lcm_unit_input *input =
      LCM_NEW(lcm_ctx_arena(whole->ctx), struct lcm_unit_input);
  *input = *whole->input;
  input->file = name;
  one.tu.input = input;
  one.tu.whole = whole;
  one.tu.is_header = header;
  one.tu.file = lcm_printed_file(whole->ctx, name);
  one.tu.text = clang_getFileContents(whole->unit, handle, &one.tu.len);
  bool known = !one.tu.text || one.tu.file == whole->file ||
               (header && !may_define(&one.tu));
  for (size_t i = 0; i < parts->all.n; i++)
    known = known || parts->all.at[i].tu.file == one.tu.file;
  parts->has_headers = parts->has_headers || (header && !known);
  if (!known)
    LCM_LIST_ADD(lcm_ctx_arena(whole->ctx), &parts->all, one);
}

/* What headers declare to a unit. */
struct declaring {
  const lcm_tu *whole;
  lcm_included_list all;
};

/* Note an included header where its comments declare functions from
 * elsewhere. */
static void visit_header(CXFile handle, CXSourceLocation *stack, unsigned depth,
                         CXClientData data) {
  struct declaring *d = data;
  struct lcm_included one = {0};
  CXString string = clang_getFileName(handle);
  const char *text = clang_getCString(string);
  const char *name = lcm_intern(d->whole->ctx, text ? text : "");
  (void)stack;
  clang_disposeString(string);
  if (!depth || lcm_is_source_file(name) || !lcm_is_project_file(name))
    return;
  one.file = lcm_printed_file(d->whole->ctx, name);
  one.text = clang_getFileContents(d->whole->unit, handle, &one.len);
  for (size_t i = 0; i < d->all.n; i++)
    if (d->all.at[i].file == one.file)
      return;
  if (one.text && memmem(one.text, one.len, "lcm:", 4) &&
      memmem(one.text, one.len, "external", 8))
    LCM_LIST_ADD(lcm_ctx_arena(d->whole->ctx), &d->all, one);
}

lcm_included_list lcm_tu_declaring(const lcm_tu *tu) {
  struct declaring d = {.whole = tu};
  clang_getInclusions(tu->unit, visit_header, &d);
  return d.all;
}

/* Note that the file at the cursor, which is at file scope, defines a function,
 * where it does. */
static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent,
                                         CXClientData data) {
  struct parts *parts = data;
  CXFile file = NULL;
  (void)parent;
  if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl ||
      !clang_isCursorDefinition(cursor))
    return CXChildVisit_Continue;
  clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL,
                             NULL);
  if (!file || file == parts->other)
    return CXChildVisit_Continue;
  for (size_t i = 0; i < parts->all.n; i++)
    if (lcm_tu_same_file(parts->all.at[i].handle, file)) {
      parts->all.at[i].defines = true;
      return CXChildVisit_Continue;
    }
  parts->other = file;
  return CXChildVisit_Continue;
}

struct lcm_part_list lcm_tu_parts(const lcm_tu *tu) {
  struct parts parts = {.whole = tu};
  struct lcm_part_list out = {0};
  clang_getInclusions(tu->unit, visit_file, &parts);
  if (parts.has_headers)
    clang_visitChildren(clang_getTranslationUnitCursor(tu->unit), visit_top,
                        &parts);
  out.at = LCM_NEW_ARRAY(lcm_ctx_arena(tu->ctx), lcm_tu, parts.all.n + 1);
  for (size_t i = 0; i < parts.all.n; i++)
    if (parts.all.at[i].defines)
      out.at[out.n++] = parts.all.at[i].tu;
  return out;
}

bool lcm_parts_have(const struct lcm_part_list *parts, const char *file) {
  for (size_t i = 0; i < parts->n; i++)
    if (!strcmp(parts->at[i].file, file))
      return true;
  return false;
}

void lcm_tu_inactive(struct lcm_syntax *syntax, const lcm_tu *tu) {
  CXFile file = clang_getFile(tu->unit, tu->input->file);
  CXSourceRangeList *ranges =
      file ? clang_getSkippedRanges(tu->unit, file) : NULL;
  for (unsigned i = 0; ranges && i < ranges->count; i++) {
    struct lcm_text_part one = {0};
    const CXSourceRange range = ranges->ranges[i];
    clang_getFileLocation(clang_getRangeStart(range), NULL, NULL, NULL,
                          &one.begin);
    clang_getFileLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &one.end);
    LCM_LIST_ADD(lcm_ctx_arena(tu->ctx), &syntax->inactive, one);
  }
  if (ranges)
    clang_disposeSourceRangeList(ranges);
}
