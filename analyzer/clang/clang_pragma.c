/* The OpenMP pragmas of a file, also those that macros make. */
#include <string.h>

#include "analyzer/clang/clang_macro.h"
#include "analyzer/clang/clang_parts.h"
#include "analyzer/clang/clang_pragma.h"
#include "analyzer/clang/clang_unit.h"
#include "analyzer/clang/libclang_calls.h"
#include "base/find.h"

/* A macro as defined last. */
struct entry {
  const char *name; /* interned; NULL in an empty place of the table */
  CXCursor cursor;
  bool defined;           /* not undefined since */
  bool asked;             /* somebody has looked it up */
  const lcm_macro *macro; /* its definition once somebody needed it */
  bool yes;               /* it is known to make pragmas */
  unsigned checked;       /* round in which it was found not to */
  unsigned stamp;         /* of the last question that came by here */
};

/* A file whose pragmas are wanted. */
struct file {
  CXFile handle;
  const char *name;
  const char *text;
  size_t len;
  bool may_have; /* it may hold a pragma or `_Pragma` */
  lcm_event_list events;
  size_t event;               /* the next one to come */
  unsigned behind;            /* offset behind the last expansion looked at */
  CXSourceRangeList *skipped; /* its inactive regions */
  lcm_pragma_list *into;      /* where its pragmas go */
};

/* A search for pragmas. */
struct search {
  lcm_tu *tu;
  LCM_LIST(struct file) files;
  size_t last;  /* index of the file that was met last */
  CXFile other; /* the last file that was met and is not wanted */
  /* open-addressing table of "cap" (a power of two) places */
  struct entry *entries;
  size_t n;
  size_t cap;
  unsigned round; /* counts definitions that may change what was found out */
  unsigned stamp;
};

/* Return the place of the interned "name" in the table of "s". */
static struct entry *place_of(const struct search *s, const char *name) {
  size_t i = ((uintptr_t)name >> 3) * 2654435761u & (s->cap - 1);
  while (s->entries[i].name && s->entries[i].name != name)
    i = (i + 1) & (s->cap - 1);
  return &s->entries[i];
}

/* Return the entry of "name", made where there is none. */
static struct entry *entry_of(struct search *s, const char *name) {
  if (2 * s->n >= s->cap) {
    struct entry *old = s->entries;
    const size_t cap = s->cap;
    s->cap = cap ? 2 * cap : 4096;
    s->entries = LCM_NEW_ARRAY(lcm_ctx_arena(s->tu->ctx), struct entry, s->cap);
    for (size_t i = 0; i < cap; i++)
      if (old[i].name)
        *place_of(s, old[i].name) = old[i];
  }
  struct entry *entry = place_of(s, name);
  if (!entry->name) {
    entry->name = name;
    s->n++;
  }
  return entry;
}

/* Return the macro of "entry", which is defined. */
static const lcm_macro *macro_of(struct search *s, struct entry *entry) {
  if (!entry->macro)
    entry->macro = lcm_tu_definition(s->tu, &entry->cursor);
  return entry->macro;
}

/* Return what "name" stands for now, or NULL: the lookup of an expansion. */
static const lcm_macro *find_macro(void *user, const char *name) {
  struct search *s = user;
  struct entry *entry = entry_of(s, name);
  entry->asked = true;
  return entry->defined ? macro_of(s, entry) : NULL;
}

/* Note the definition "cursor", or that "name" has none any more (NULL). */
static void define(struct search *s, const char *name, const CXCursor *cursor) {
  struct entry *entry = entry_of(s, name);
  s->round += entry->asked;
  entry->defined = cursor != NULL;
  entry->macro = NULL;
  entry->yes = false;
  entry->checked = 0;
  if (cursor)
    entry->cursor = *cursor;
}

/* Return whether the expansion of the macro "name" may hold `_Pragma` or an
 * attribute of OpenMP. */
static bool makes_pragma(struct search *s, const char *name) {
  if (!strcmp(name, "_Pragma") || !strcmp(name, "omp"))
    return true;
  const lcm_macro *macro = find_macro(s, name);
  struct entry *entry = entry_of(s, name);
  if (!macro || entry->yes || entry->stamp == s->stamp ||
      entry->checked == s->round)
    return macro && entry->yes;
  entry->stamp = s->stamp;
  for (size_t i = 0; i < macro->body.n; i++)
    if (macro->body.at[i].kind == LCM_TOKEN_NAME &&
        makes_pragma(s, macro->body.at[i].text)) {
      entry_of(s, name)->yes = true;
      return true;
    }
  return false;
}

/* Ask makes_pragma anew. */
static bool may_make_pragma(struct search *s, const char *name) {
  s->stamp++;
  const bool yes = makes_pragma(s, name);
  if (!yes)
    entry_of(s, name)->checked = s->round;
  return yes;
}

/* Add the pragma at "loc" with the unexpanded "tokens" to those of "file". */
static void add_pragma(struct search *s, struct file *file, lcm_pragma pragma,
                       const lcm_token_list *tokens) {
  const struct lcm_macro_table table = {find_macro, s};
  lcm_token_list full = {0};
  if (pragma.inactive)
    full = *tokens;
  else if (lcm_macro_expand(&full, s->tu->ctx, &table, tokens->at, tokens->n)) {
    lcm_report(s->tu->ctx, LCM_DIAG_BUDGET, pragma.loc,
               "a macro in this pragma grows too much: not expanded");
    full = *tokens;
  }
  lcm_pragma_parse_tokens(&pragma, s->tu->ctx, full.at, full.n);
  LCM_LIST_ADD(lcm_ctx_arena(s->tu->ctx), file->into, pragma);
}

/* Return whether "offset" lies in an inactive region of "file". */
static bool is_skipped(const struct file *file, unsigned offset) {
  for (unsigned i = 0; file->skipped && i < file->skipped->count; i++) {
    unsigned begin = 0;
    unsigned end = 0;
    const CXSourceRange range = file->skipped->ranges[i];
    clang_getFileLocation(clang_getRangeStart(range), NULL, NULL, NULL, &begin);
    clang_getFileLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
    if (offset >= begin && offset < end)
      return true;
  }
  return false;
}

/* Let the events of "file" before the offset "until" happen. */
static void run_events(struct search *s, struct file *file, unsigned until) {
  for (; file->event < file->events.n; file->event++) {
    const struct lcm_event *event = &file->events.at[file->event];
    if (event->loc.begin >= until)
      return;
    lcm_pragma pragma = {.loc = event->loc,
                         .raw = event->kind == LCM_EVENT_PRAGMA,
                         .inactive = is_skipped(file, event->loc.begin)};
    if (event->kind == LCM_EVENT_UNDEF && pragma.inactive)
      continue;
    if (event->kind == LCM_EVENT_UNDEF) {
      define(s, event->tokens.at[0].text, NULL);
      continue;
    }
    if (event->kind == LCM_EVENT_OPERATOR && event->loc.begin < file->behind)
      continue;
    if (!pragma.raw)
      pragma.loc.end = pragma.loc.begin;
    add_pragma(s, file, pragma, &event->tokens);
  }
}

/* Return whether one of "tokens" may make a pragma. */
static bool any_makes_pragma(struct search *s, const lcm_token_list *tokens) {
  for (size_t i = 0; i < tokens->n; i++)
    if (tokens->at[i].kind == LCM_TOKEN_NAME &&
        may_make_pragma(s, tokens->at[i].text))
      return true;
  return false;
}

/* Expand what stands at "loc" in "file" and add the pragmas that come out. */
static void expand_use(struct search *s, struct file *file, lcm_loc loc,
                       const lcm_token_list *tokens) {
  const struct lcm_macro_table table = {find_macro, s};
  lcm_token_list full = {0};
  if (lcm_macro_expand(&full, s->tu->ctx, &table, tokens->at, tokens->n)) {
    lcm_report(s->tu->ctx, LCM_DIAG_BUDGET, loc,
               "this macro grows too much: its pragmas are not known");
    return;
  }
  unsigned *orders =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->tu->ctx), unsigned, full.n + 1);
  const struct lcm_marks *marks =
      lcm_marks_read(orders, s->tu->ctx, full.at, full.n);
  for (size_t i = 0; i < full.n; i++) {
    lcm_token_list pragma = {0};
    const size_t used =
        lcm_operator_read(&pragma, s->tu->ctx, &full.at[i], full.n - i);
    const lcm_pragma made = {.loc = loc, .made = marks, .order = orders[i]};
    if (used) {
      add_pragma(s, file, made, &pragma);
      i += used - 1;
      continue;
    }
    lcm_directive_tokens directives = {0};
    (void)lcm_attribute_read(&directives, s->tu->ctx, &full.at[i], full.n - i);
    for (size_t k = 0; k < directives.n; k++)
      add_pragma(s, file, made, &directives.at[k]);
  }
}

/* Return the end of the use of a macro from "begin" to "end" of "file": with
 * the parentheses behind it where the name itself takes none. */
static unsigned use_end(const struct search *s, const struct file *file,
                        unsigned end) {
  lcm_lexer lexer = {s->tu->ctx, file->text, file->len, end, 1};
  int nesting = 0;
  for (;;) {
    const lcm_token token = lcm_lexer_next(&lexer);
    if (token.kind == LCM_TOKEN_NEWLINE)
      continue;
    nesting += lcm_token_is(&token, "(");
    if (!nesting || token.kind == LCM_TOKEN_END)
      return end;
    nesting -= lcm_token_is(&token, ")");
    if (!nesting)
      return token.end;
  }
}

/* Look at the use of the macro "name" at "loc" in "file". */
static void visit_use(struct search *s, struct file *file, const char *name,
                      lcm_loc loc) {
  lcm_token_list tokens = {0};
  if (loc.begin < file->behind || loc.end > file->len || loc.end < loc.begin)
    return;
  file->behind = loc.end;
  const size_t len = strlen(name);
  const bool plain = loc.end - loc.begin <= len;
  if (!may_make_pragma(s, name)) {
    if (plain)
      return;
    lcm_tokens_read(&tokens, s->tu->ctx, file->text + loc.begin,
                    loc.end - loc.begin);
    if (!any_makes_pragma(s, &tokens))
      return;
  } else {
    if (plain)
      file->behind = loc.end = use_end(s, file, loc.end);
    lcm_tokens_read(&tokens, s->tu->ctx, file->text + loc.begin,
                    loc.end - loc.begin);
  }
  loc.end = loc.begin;
  expand_use(s, file, loc, &tokens);
}

/* Return the wanted file "handle", or NULL. */
static struct file *file_of(struct search *s, CXFile handle) {
  if (!handle || handle == s->other)
    return NULL;
  if (s->files.at[s->last].handle == handle)
    return &s->files.at[s->last];
  for (size_t i = 0; i < s->files.n; i++)
    if (lcm_tu_same_file(s->files.at[i].handle, handle)) {
      s->last = i;
      return &s->files.at[i];
    }
  s->other = handle;
  return NULL;
}

/* Visit a cursor of the record, which comes before all declarations. */
static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent,
                                     CXClientData data) {
  struct search *s = data;
  const enum CXCursorKind kind = clang_getCursorKind(cursor);
  (void)parent;
  if (!clang_isPreprocessing(kind))
    return CXChildVisit_Break;
  CXFile handle = NULL;
  lcm_loc loc = {0};
  const CXSourceRange range = clang_getCursorExtent(cursor);
  clang_getExpansionLocation(clang_getRangeStart(range), &handle, &loc.line,
                             &loc.column, &loc.begin);
  struct file *file = file_of(s, handle);
  if (file)
    run_events(s, file, loc.begin);
  if (kind == CXCursor_InclusionDirective ||
      (kind == CXCursor_MacroExpansion && !file))
    return CXChildVisit_Continue;
  CXString string = clang_getCursorSpelling(cursor);
  const char *name = lcm_intern(s->tu->ctx, clang_getCString(string));
  clang_disposeString(string);
  if (kind == CXCursor_MacroDefinition)
    define(s, name, &cursor);
  else {
    loc.file = file->name;
    clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL,
                               &loc.end);
    visit_use(s, file, name, loc);
  }
  return CXChildVisit_Continue;
}

/* Texts of the files that were read, and the names of macros that lead to
 * `_Pragma`. */
struct texts {
  struct search *s;
  lcm_pragma_list *headers;
  const struct lcm_part_list
      *parts; /* the headers that are wanted; NULL: all */
  LCM_LIST(struct file) all;
  LCM_LIST(const char *) names;
};

/* Add "file" to those whose pragmas are wanted. */
static void want(struct search *s, const struct file *found,
                 lcm_pragma_list *into) {
  struct file file = *found;
  file.into = into;
  file.skipped = clang_getSkippedRanges(s->tu->unit, file.handle);
  file.may_have = lcm_text_has_pragma(file.text, file.len);
  if (file.may_have)
    lcm_events_read(&file.events, s->tu->ctx, file.name, file.text, file.len);
  LCM_LIST_ADD(lcm_ctx_arena(s->tu->ctx), &s->files, file);
}

/* Note an included file. */
static void visit_file(CXFile handle, CXSourceLocation *stack, unsigned depth,
                       CXClientData data) {
  struct texts *t = data;
  struct file file = {.handle = handle};
  (void)stack;
  for (size_t i = 0; i < t->all.n; i++)
    if (t->all.at[i].handle == handle)
      return;
  lcm_ctx *ctx = t->s->tu->ctx;
  CXString name = clang_getFileName(handle);
  file.name = lcm_printed_file(ctx, clang_getCString(name));
  clang_disposeString(name);
  file.text = clang_getFileContents(t->s->tu->unit, handle, &file.len);
  if (!depth || !file.text)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &t->all, file);
  if (t->parts) {
    if (t->parts->n && lcm_parts_have(t->parts, file.name))
      want(t->s, &file, t->headers);
    return;
  }
  const CXSourceLocation start =
      clang_getLocationForOffset(t->s->tu->unit, handle, 0);
  if (!clang_Location_isInSystemHeader(start) && lcm_is_project_file(file.name))
    want(t->s, &file, t->headers);
}

/* Return whether "c" can stand in a name. */
static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

/* Return the first place of the name "name" in "text" from "at" on. */
static const char *find_name(const struct file *file, const char *at,
                             const char *name) {
  const char *const end = file->text + file->len;
  const size_t n = strlen(name);
  while ((at = lcm_find(at, (size_t)(end - at), name))) {
    const bool inner = (at > file->text && is_word(at[-1])) ||
                       (at + n < end && is_word(at[n]));
    if (!inner)
      return at;
    at += n;
  }
  return NULL;
}

/* Return the macro that the logical line of "at" defines; NULL where it is no
 * definition. */
static const char *defined_at(struct search *s, const struct file *file,
                              const char *at) {
  const char *start = at;
  while (start > file->text) {
    if (start[-1] == '\n') {
      const char *last = start - 1;
      while (last > file->text && strchr(" \t\r", last[-1]))
        last--;
      if (last == file->text || last[-1] != '\\')
        break;
    }
    start--;
  }
  lcm_lexer lexer = {s->tu->ctx, start, (size_t)(at - start), 0, 1};
  lcm_token token = lcm_lexer_next(&lexer);
  if (!lcm_token_is(&token, "#"))
    return NULL;
  token = lcm_lexer_next(&lexer);
  if (token.kind != LCM_TOKEN_NAME || strcmp(token.text, "define") != 0)
    return NULL;
  token = lcm_lexer_next(&lexer);
  return token.kind == LCM_TOKEN_NAME ? token.text : "";
}

/* Return whether "name" is among the C library's own macros that make pragmas
 * (warnings, vector variants of its functions) for its headers alone. */
static bool is_of_library(const char *name) {
  return !strncmp(name, "__glibc_macro_warning", 21) ||
         !strncmp(name, "__DECL_SIMD_", 12);
}

/* Add "name" to the names unless it is there. */
static void add_name(struct texts *t, const char *name) {
  if (is_of_library(name))
    return;
  for (size_t i = 0; i < t->names.n; i++)
    if (t->names.at[i] == name)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(t->s->tu->ctx), &t->names, name);
}

/* Return whether a wanted file uses "name" outside definitions; macros whose
 * definitions use it join the names. */
static bool is_used(struct texts *t, const char *name) {
  for (size_t i = 0; i < t->all.n; i++) {
    const struct file *file = &t->all.at[i];
    const bool wanted = file_of(t->s, file->handle) != NULL;
    const char *at = file->text;
    if (!i && name == t->names.at[0] && !t->s->files.at[0].may_have)
      continue;
    while ((at = find_name(file, at, name))) {
      const char *macro = defined_at(t->s, file, at);
      if (wanted && !macro)
        return true;
      if (macro && *macro)
        add_name(t, macro);
      at += strlen(name);
    }
  }
  return false;
}

/* Return whether the wanted files may make pragmas at all: by the text alone,
 * and yes where that is much work. */
static bool is_worth_while(struct texts *t) {
  enum { MANY_NAMES = 24 };
  const struct search *s = t->s;
  for (size_t i = 0; i < s->files.n; i++)
    for (size_t k = 0; k < s->files.at[i].events.n; k++)
      if (s->files.at[i].events.at[k].kind != LCM_EVENT_UNDEF)
        return true;
  for (size_t i = 0; i < s->tu->input->n_flags; i++)
    if (strstr(s->tu->input->flags[i], "_Pragma") ||
        strstr(s->tu->input->flags[i], "omp::"))
      return true;
  for (size_t i = 0; i < t->all.n; i++)
    if (lcm_is_project_file(t->all.at[i].name) &&
        lcm_text_has_attribute(t->all.at[i].text, t->all.at[i].len))
      return true;
  add_name(t, lcm_intern(s->tu->ctx, "_Pragma"));
  for (size_t i = 0; i < t->names.n; i++)
    if (i == MANY_NAMES || is_used(t, t->names.at[i]))
      return true;
  return false;
}

void lcm_tu_pragmas(lcm_pragma_list *found, lcm_pragma_list *headers,
                    lcm_tu *tu, const struct lcm_part_list *parts) {
  struct search s = {.tu = tu, .round = 1};
  struct texts texts = {.s = &s, .headers = headers, .parts = parts};
  const struct file main_file = {.handle =
                                     clang_getFile(tu->unit, tu->input->file),
                                 .name = tu->file,
                                 .text = tu->text,
                                 .len = tu->len};
  want(&s, &main_file, found);
  LCM_LIST_ADD(lcm_ctx_arena(tu->ctx), &texts.all, main_file);
  clang_getInclusions(tu->unit, visit_file, &texts);
  if (is_worth_while(&texts)) {
    clang_visitChildren(clang_getTranslationUnitCursor(tu->unit), visit, &s);
    for (size_t i = 0; i < s.files.n; i++)
      run_events(&s, &s.files.at[i], (unsigned)-1);
  }
  for (size_t i = 0; i < s.files.n; i++)
    clang_disposeSourceRangeList(s.files.at[i].skipped);
}
