/* Calls that are parallel constructs, as libclang finds them.  Calls of
 * parallel libraries by their names: also those that a text holds where
 * libclang understands it in part. */
#include "analyzer/clang/clang_call.h"
#include "analyzer/clang/libclang_calls.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/clang/clang_parts.h"
#include "analyzer/clang/clang_unit.h"

static bool begins(const char *name, const char *prefix) {
  return !strncmp(name, prefix, strlen(prefix));
}

/* Return whether "name" is a function of MPI: MPI_Send, MPIX_..., PMPI_... */
static bool is_mpi(const char *name) {
  name += name[0] == 'P';
  if (!begins(name, "MPI"))
    return false;
  name += 3 + (name[3] == 'X');
  return name[0] == '_' && isupper((unsigned char)name[1]) && name[2];
}

const char *lcm_call_model(const char *name) {
  switch (name[0]) {
  case 'M':
  case 'P':
    return is_mpi(name) ? "mpi" : NULL;
  case 'p':
    return begins(name, "pthread_") && name[8] ? "pthread" : NULL;
  case 't':
    return (begins(name, "thrd_") || begins(name, "tss_")) &&
                   name[4 + (name[1] == 'h')]
               ? "c11"
               : NULL;
  case 'm':
    return begins(name, "mtx_") && name[4] ? "c11" : NULL;
  case 'c':
    return (begins(name, "cnd_") && name[4]) || !strcmp(name, "call_once")
               ? "c11"
               : NULL;
  }
  return NULL;
}

/* Order offsets, each an unsigned, for qsort. */
static int by_offset(const void *a, const void *b) {
  const unsigned x = *(const unsigned *)a;
  const unsigned y = *(const unsigned *)b;
  return (x > y) - (x < y);
}

/* Return whether "offset" lies in an inactive region. */
static bool is_skipped(const struct lcm_known_calls *calls, unsigned offset) {
  for (size_t i = 0; i < calls->n_skipped; i++)
    if (offset >= calls->skipped[2 * i] && offset < calls->skipped[2 * i + 1])
      return true;
  return false;
}

/* Return whether "token", with "next" behind it, is a call that "calls"
 * lacks. */
static bool is_new_call(const lcm_token *token, const lcm_token *next,
                        const struct lcm_known_calls *calls) {
  if (token->kind != LCM_TOKEN_NAME || !lcm_token_is(next, "(") ||
      !lcm_call_model(token->text) || is_skipped(calls, token->begin))
    return false;
  return !calls->n || !bsearch(&token->begin, calls->known, calls->n,
                               sizeof *calls->known, by_offset);
}

/* Return the place of "token" in "tu". */
static lcm_loc place(const lcm_tu *tu, const lcm_token *token) {
  const char *newline = memrchr(tu->text, '\n', token->begin);
  const size_t start = newline ? (size_t)(newline - tu->text) + 1 : 0;
  return (lcm_loc){tu->file, token->line, (unsigned)(token->begin - start) + 1,
                   token->begin, token->end};
}

/* Add the calls of interest that the text of the unit holds outside what
 * "calls" knows to "out". */
static void calls_of_text(lcm_construct_list *out, const lcm_tu *tu,
                          const struct lcm_known_calls *calls) {
  lcm_lexer lexer = {tu->ctx, tu->text, tu->len, 0, 1};
  lcm_token token = lcm_lexer_next(&lexer);
  bool at_start = true;
  bool directive = false;
  int nesting = 0;
  while (token.kind != LCM_TOKEN_END) {
    const lcm_token next = lcm_lexer_next(&lexer);
    directive = directive || (at_start && lcm_token_is(&token, "#"));
    at_start = token.kind == LCM_TOKEN_NEWLINE;
    directive = directive && !at_start;
    nesting += lcm_token_is(&token, "{");
    nesting -= lcm_token_is(&token, "}") && nesting;
    if (!directive && nesting && is_new_call(&token, &next, calls)) {
      const lcm_construct call = {.loc = place(tu, &token),
                                  .model = lcm_call_model(token.text),
                                  .construct = token.text,
                                  .clauses = ""};
      LCM_LIST_ADD(lcm_ctx_arena(tu->ctx), out, call);
    }
    token = next;
  }
}

/* How many functions without interest are kept in mind. */
enum { N_IDLE = 1024 };

/* A search for calls. */
struct search {
  lcm_tu *tu;
  CXFile main; /* the file itself */
  CXFile other;
  bool other_wanted;
  const struct lcm_part_list
      *parts; /* included files; NULL: all of the project */
  lcm_construct_list *out;
  LCM_LIST(unsigned) known; /* offsets in the file where calls are spelled */
  /* functions met that are of no interest, by their hash */
  CXCursor idle[N_IDLE];
};

/* Return the name of "file" as it is printed. */
static const char *name_of(const struct search *s, CXFile file) {
  if (lcm_tu_same_file(file, s->main))
    return s->tu->file;
  CXString string = clang_getFileName(file);
  const char *name = lcm_printed_file(s->tu->ctx, clang_getCString(string));
  clang_disposeString(string);
  return name;
}

/* Return whether constructs of "file" are wanted, which lies at "location". */
static bool is_wanted(struct search *s, CXFile file,
                      CXSourceLocation location) {
  if (!file || file == s->other)
    return file && s->other_wanted;
  if (lcm_tu_same_file(file, s->main))
    return true;
  const char *name = name_of(s, file);
  s->other = file;
  s->other_wanted = s->parts ? lcm_parts_have(s->parts, name)
                             : !clang_Location_isInSystemHeader(location) &&
                                   lcm_is_project_file(name);
  return s->other_wanted;
}

/* Add the call "cursor" of the function "name" of "model". */
static void add_call(struct search *s, CXCursor cursor, const char *model,
                     const char *name) {
  CXFile file = NULL;
  lcm_construct call = {.model = model, .clauses = ""};
  const CXSourceRange range = clang_getCursorExtent(cursor);
  const CXSourceLocation begin = clang_getRangeStart(range);
  clang_getExpansionLocation(begin, &file, &call.loc.line, &call.loc.column,
                             &call.loc.begin);
  if (!is_wanted(s, file, begin))
    return;
  clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL,
                             &call.loc.end);
  call.loc.file = name_of(s, file);
  call.construct = lcm_intern(s->tu->ctx, name);
  LCM_LIST_ADD(lcm_ctx_arena(s->tu->ctx), s->out, call);
  unsigned spelled = 0;
  clang_getSpellingLocation(begin, &file, NULL, NULL, &spelled);
  if (file && lcm_tu_same_file(file, s->main))
    LCM_LIST_ADD(lcm_ctx_arena(s->tu->ctx), &s->known, spelled);
}

/* Put the function that a parenthesised callee names into "data". */
static enum CXChildVisitResult visit_callee(CXCursor cursor, CXCursor parent,
                                            CXClientData data) {
  (void)parent;
  if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr)
    *(CXCursor *)data = cursor;
  else if (clang_getCursorKind(cursor) == CXCursor_ParenExpr ||
           clang_getCursorKind(cursor) == CXCursor_UnexposedExpr)
    return CXChildVisit_Recurse;
  return CXChildVisit_Break;
}

/* Return the name of what the call "cursor" calls, which the caller disposes
 * of. */
static CXString callee(CXCursor cursor) {
  CXString name = clang_getCursorSpelling(cursor);
  const char *text = clang_getCString(name);
  if (text && *text)
    return name;
  CXCursor found = clang_getNullCursor();
  clang_disposeString(name);
  clang_visitChildren(cursor, visit_callee, &found);
  return clang_getCursorSpelling(found);
}

/* Look at the call "cursor". */
static void visit_call(struct search *s, CXCursor cursor) {
  const CXCursor function = clang_getCursorReferenced(cursor);
  CXCursor *idle = &s->idle[clang_hashCursor(function) % N_IDLE];
  const bool named = clang_getCursorKind(function) == CXCursor_FunctionDecl;
  if (named && clang_equalCursors(*idle, function))
    return;
  CXString name = callee(cursor);
  const char *text = clang_getCString(name);
  const char *model = text ? lcm_call_model(text) : NULL;
  if (model)
    add_call(s, cursor, model, text);
  else if (named)
    *idle = function;
  clang_disposeString(name);
}

/* Return whether nothing lies below a cursor of "kind". */
static bool is_leaf(enum CXCursorKind kind) {
  return kind == CXCursor_DeclRefExpr || kind == CXCursor_TypeRef ||
         kind == CXCursor_IntegerLiteral || kind == CXCursor_StringLiteral ||
         kind == CXCursor_CharacterLiteral || kind == CXCursor_FloatingLiteral;
}

/* Visit a cursor inside a declaration. */
static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent,
                                     CXClientData data) {
  const enum CXCursorKind kind = clang_getCursorKind(cursor);
  (void)parent;
  if (kind != CXCursor_CallExpr)
    return is_leaf(kind) ? CXChildVisit_Continue : CXChildVisit_Recurse;
  visit_call(data, cursor);
  return CXChildVisit_Recurse;
}

/* Visit a cursor at file scope. */
static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent,
                                         CXClientData data) {
  struct search *s = data;
  const enum CXCursorKind kind = clang_getCursorKind(cursor);
  CXFile file = NULL;
  (void)parent;
  if (kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl)
    return CXChildVisit_Continue;
  const CXSourceLocation location = clang_getCursorLocation(cursor);
  clang_getExpansionLocation(location, &file, NULL, NULL, NULL);
  if (is_wanted(s, file, location))
    clang_visitChildren(cursor, visit, s);
  return CXChildVisit_Continue;
}

/* Add what the text shows besides. */
static void add_of_text(struct search *s) {
  struct lcm_known_calls calls = {.n = s->known.n, .known = s->known.at};
  LCM_LIST(unsigned) skipped = {0};
  CXSourceRangeList *ranges = clang_getSkippedRanges(s->tu->unit, s->main);
  for (unsigned i = 0; ranges && i < 2 * ranges->count; i++) {
    unsigned offset = 0;
    const CXSourceRange range = ranges->ranges[i / 2];
    clang_getFileLocation(i % 2 ? clang_getRangeEnd(range)
                                : clang_getRangeStart(range),
                          NULL, NULL, NULL, &offset);
    LCM_LIST_ADD(lcm_ctx_arena(s->tu->ctx), &skipped, offset);
  }
  clang_disposeSourceRangeList(ranges);
  if (s->known.n)
    qsort(s->known.at, s->known.n, sizeof *s->known.at, by_offset);
  calls.skipped = skipped.at;
  calls.n_skipped = skipped.n / 2;
  calls_of_text(s->out, s->tu, &calls);
}

void lcm_tu_calls(lcm_construct_list *out, lcm_tu *tu,
                  const struct lcm_part_list *parts) {
  struct search *s = LCM_NEW(lcm_ctx_arena(tu->ctx), struct search);
  s->tu = tu;
  s->main = clang_getFile(tu->unit, tu->input->file);
  s->parts = parts;
  s->out = out;
  for (size_t i = 0; i < N_IDLE; i++)
    s->idle[i] = clang_getNullCursor();
  clang_visitChildren(clang_getTranslationUnitCursor(tu->unit), visit_top, s);
  if (tu->has_errors)
    add_of_text(s);
}
