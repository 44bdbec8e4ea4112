/* What happens to the members of structures other than by their names: pointers
 * that change their types, zeros, initializers. */
#include <string.h>

#include "analyzer/clang/clang_cursor.h"
#include "analyzer/clang/clang_record.h"
#include "analyzer/clang/libclang_calls.h"

/* How deeply structures are looked into. */
enum { MOST_DEEP = 16 };

/* Of how many elements it is noted what they begin with. */
enum { MOST_ELEMENTS = 64 };

typedef LCM_LIST(CXCursor) cursor_list;

/* What a pointer leads to. */
enum target { TO_NONE, TO_RECORD, TO_VOID, TO_CONSTANT, TO_OTHER };

/* Return "type" as it is without names and qualifiers. */
static CXType plain(CXType type) {
  return clang_getUnqualifiedType(clang_getCanonicalType(type));
}

/* Return what the array "type" is made of; others as they are. */
static CXType element_of(CXType type) {
  type = plain(type);
  CXType element = clang_getArrayElementType(type);
  while (element.kind != CXType_Invalid) {
    type = plain(element);
    element = clang_getArrayElementType(type);
  }
  return type;
}

/* Return the interned USR of "cursor". */
static const char *usr_of(struct lcm_records *r, CXCursor cursor) {
  CXString text = clang_getCursorUSR(cursor);
  const char *usr = lcm_intern(r->ctx, clang_getCString(text));
  clang_disposeString(text);
  return usr;
}

/* Return the key of the structure "type". */
static const char *key_of(struct lcm_records *r, CXType type) {
  size_t known = 0;
  if (lcm_map_get(&r->keys, type.data[0], &known))
    return (const char *)(uintptr_t)known;
  const char *key = usr_of(r, clang_getTypeDeclaration(type));
  lcm_map_put(lcm_ctx_arena(r->ctx), &r->keys, type.data[0],
              (size_t)(uintptr_t)key);
  return key;
}

/* Add "note". */
static void add(struct lcm_records *r, const struct lcm_record_note *note) {
  LCM_LIST_ADD(lcm_ctx_arena(r->ctx), &r->syntax->records, *note);
}

/* Return what the pointer "type" leads to, a structure as "*record". */
static enum target target_of(CXType type, CXType *record) {
  type = clang_getCanonicalType(type);
  const bool array = clang_getArrayElementType(type).kind != CXType_Invalid;
  if (type.kind != CXType_Pointer && !array)
    return TO_NONE;
  const CXType to = array ? type : clang_getPointeeType(type);
  *record = element_of(to);
  if (record->kind == CXType_Record)
    return TO_RECORD;
  if (record->kind == CXType_Void)
    return clang_isConstQualifiedType(to) ? TO_CONSTANT : TO_VOID;
  return record->kind == CXType_Pointer ? TO_NONE : TO_OTHER;
}

/* A list being filled. */
struct filling {
  lcm_arena *arena;
  cursor_list *list;
};

/* Take a member or a part. */
static enum CXVisitorResult visit_field(CXCursor cursor, CXClientData data) {
  const struct filling *filling = data;
  LCM_LIST_ADD(filling->arena, filling->list, cursor);
  return CXVisit_Continue;
}

/* Take a part. */
static enum CXChildVisitResult visit_part(CXCursor cursor, CXCursor parent,
                                          CXClientData data) {
  (void)parent;
  (void)visit_field(cursor, data);
  return CXChildVisit_Continue;
}

/* Return the members of the structure "type". */
static cursor_list fields_of(struct lcm_records *r, CXType type) {
  cursor_list list = {0};
  struct filling filling = {lcm_ctx_arena(r->ctx), &list};
  clang_Type_visitFields(type, visit_field, &filling);
  return list;
}

/* Return what lies directly below "cursor". */
static cursor_list parts_of(struct lcm_records *r, CXCursor cursor) {
  cursor_list list = {0};
  struct filling filling = {lcm_ctx_arena(r->ctx), &list};
  clang_visitChildren(cursor, visit_part, &filling);
  return list;
}

/* Return the type that the structure "type" begins with, that of the first
 * member of the first member and so on, without blanks: structures that are
 * taken for one another begin alike. */
static const char *head_of(struct lcm_records *r, CXType type) {
  for (unsigned depth = 0; type.kind == CXType_Record && depth < MOST_DEEP;
       depth++) {
    const cursor_list fields = fields_of(r, type);
    if (!fields.n)
      break;
    type = element_of(clang_getCursorType(fields.at[0]));
  }
  CXString spelling = clang_getTypeSpelling(plain(type));
  const char *text = clang_getCString(spelling);
  char *out = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), char, strlen(text) + 1);
  size_t n = 0;
  for (; *text; text++)
    if (*text != ' ' && *text != ';')
      out[n++] = *text;
  clang_disposeString(spelling);
  return lcm_intern(r->ctx, out);
}

/* Add "note" for the structure "type" and those in it. */
static void add_all(struct lcm_records *r, const struct lcm_record_note *note,
                    CXType type, unsigned depth) {
  struct lcm_record_note own = *note;
  type = element_of(type);
  if (type.kind != CXType_Record || depth > MOST_DEEP)
    return;
  own.record = key_of(r, type);
  if (note->node && !depth &&
      (note->event == LCM_RECORD_HIDDEN || note->event == LCM_RECORD_ZEROED))
    own.name = head_of(r, type);
  add(r, &own);
  const cursor_list fields = fields_of(r, type);
  for (size_t i = 0; i < fields.n; i++)
    add_all(r, note, clang_getCursorType(fields.at[i]), depth + 1);
}

/* Note that members of "type", and of the structures in it, may change
 * unseen. */
static void spoil(struct lcm_records *r, CXType type) {
  const struct lcm_record_note note = {.event = LCM_RECORD_SPOILED};
  add_all(r, &note, type, 0);
}

/* Return whether "node" is a call that gives memory in which nothing is. */
static bool is_fresh(const lcm_ast *node) {
  static const char *const NAMES[] = {"malloc", "realloc", "aligned_alloc",
                                      "memalign", "alloca"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (node->kind == LCM_AST_CALL && node->is_system && node->name &&
        !strcmp(node->name, NAMES[i]))
      return true;
  return node->kind == LCM_AST_LITERAL;
}

/* Return whether "node" is given to free(). */
static bool is_freed(const lcm_ast *node) {
  const lcm_ast *call = node->parent;
  return call && call->kind == LCM_AST_CALL && call->is_system && call->name &&
         !strcmp(call->name, "free");
}

void lcm_records_convert(struct lcm_records *r, const void *outer,
                         const void *inner, const lcm_ast *node,
                         const lcm_ast *function) {
  CXType from = {0};
  CXType to = {0};
  const enum target a =
      target_of(clang_getCursorType(*(const CXCursor *)inner), &from);
  const enum target b =
      target_of(clang_getCursorType(*(const CXCursor *)outer), &to);
  struct lcm_record_note note = {.function = function, .node = node};
  if (is_freed(node))
    return;
  if (a == b && (a != TO_RECORD || from.data[0] == to.data[0]))
    return;
  if (a == TO_RECORD && (b == TO_VOID || b == TO_CONSTANT)) {
    note.event = LCM_RECORD_HIDDEN;
    if (b == TO_VOID)
      add_all(r, &note, from, 0);
    return;
  }
  if (b == TO_RECORD && (a == TO_VOID || a == TO_CONSTANT)) {
    note.event = LCM_RECORD_ZEROED;
    if (!is_fresh(node))
      add_all(r, &note, to, 0);
    return;
  }
  note.event = LCM_RECORD_FOREIGN;
  if ((a == TO_OTHER || a == TO_NONE) && (b == TO_VOID || b == TO_CONSTANT) &&
      node->kind != LCM_AST_LITERAL)
    add(r, &note);
  note.event = LCM_RECORD_BLIND;
  if (a == TO_VOID && b == TO_OTHER && !is_fresh(node) &&
      (node->kind != LCM_AST_CALL || !node->is_system))
    add(r, &note);
  if (a == TO_RECORD)
    spoil(r, from);
  if (b == TO_RECORD && node->kind != LCM_AST_LITERAL)
    spoil(r, to);
}

/* Return whether pointers lie in the structure "type". */
static bool has_pointers(struct lcm_records *r, CXType type, unsigned depth) {
  const cursor_list fields = fields_of(r, type);
  for (size_t i = 0; i < fields.n; i++) {
    const CXType own = element_of(clang_getCursorType(fields.at[i]));
    if (own.kind == CXType_Pointer || depth > MOST_DEEP ||
        (own.kind == CXType_Record && has_pointers(r, own, depth + 1)))
      return true;
  }
  return !fields.n;
}

void lcm_records_use(struct lcm_records *r, const void *type,
                     const lcm_ast *node, const lcm_ast *function) {
  CXType record = {0};
  const enum target to = target_of(*(const CXType *)type, &record);
  const lcm_ast *call = node->parent;
  struct lcm_record_note note = {.function = function, .node = node};
  if (to == TO_VOID && node->kind == LCM_AST_REF) {
    note.event = LCM_RECORD_PASSED;
    add(r, &note);
  } else if ((to == TO_VOID || to == TO_CONSTANT) &&
             call->kind == LCM_AST_CALL && node->kind != LCM_AST_LITERAL) {
    note.event = LCM_RECORD_FOREIGN;
    add(r, &note);
  } else if (to == TO_RECORD && call->kind == LCM_AST_CALL && call->first &&
             !call->is_system) {
    note.event = LCM_RECORD_GIVEN;
    note.node = call;
    note.known = !has_pointers(r, record, 0);
    add_all(r, &note, record, 0);
  }
}

/* Return whether "cursor" says where it goes: `.f = x`, `[2] = x`. */
static bool is_designated(CXCursor cursor) {
  return clang_getCursorKind(cursor) == CXCursor_UnexposedExpr &&
         clang_getCursorType(cursor).kind == CXType_Void;
}

/* Note that what has the key "key" begins with the value at "cursor". */
static void begin_at(struct lcm_records *r, const struct lcm_record_note *where,
                     const char *key, CXCursor cursor) {
  struct lcm_record_note note = *where;
  const CXSourceRange range = clang_getCursorExtent(cursor);
  note.event = LCM_RECORD_BEGINS;
  note.record = key;
  note.known = lcm_cursor_number(&note.value, &cursor);
  clang_getFileLocation(clang_getRangeStart(range), NULL, NULL, NULL,
                        &note.begin);
  clang_getFileLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &note.end);
  add(r, &note);
}

/* Return "value" as a bit-field of the range "range" holds it. */
static long long in_bits(long long value, unsigned char range) {
  const long long all = 1LL << (range & LCM_RANGE_BITS) % 64;
  const long long rest =
      (range & LCM_RANGE_BITS) < 64 ? value & (all - 1) : value;
  return !(range & LCM_RANGE_NATURAL) && rest >= all / 2 ? rest - all : rest;
}

/* Note that the member "field" begins with the value at "cursor". */
static void begin(struct lcm_records *r, const struct lcm_record_note *where,
                  CXCursor field, CXCursor cursor) {
  begin_at(r, where, usr_of(r, field), cursor);
  struct lcm_record_note *note =
      &r->syntax->records.at[r->syntax->records.n - 1];
  note->range = lcm_cursor_field(&field);
  if (note->known && clang_Cursor_isBitField(field))
    note->value = in_bits(note->value, note->range);
}

/* Note that nothing is said of the member "field" in "list": it is 0. */
static void leave(struct lcm_records *r, const struct lcm_record_note *where,
                  CXCursor field, CXCursor list) {
  struct lcm_record_note note = *where;
  const CXSourceRange range = clang_getCursorExtent(list);
  note.event = LCM_RECORD_ZEROED;
  clang_getFileLocation(clang_getRangeStart(range), NULL, NULL, NULL,
                        &note.begin);
  clang_getFileLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &note.end);
  note.record = usr_of(r, field);
  add(r, &note);
  add_all(r, &note, clang_getCursorType(field), 0);
}

/* Put the value of the designated part "cursor" of a list for "fields" into
 * "*value"; return the number of the member that it goes to, the number of
 * "fields" where that is not plain. */
static size_t designated(struct lcm_records *r, const cursor_list *fields,
                         CXCursor cursor, CXCursor *value) {
  const cursor_list parts = parts_of(r, cursor);
  size_t at = 0;
  if (parts.n != 2 || clang_getCursorKind(parts.at[0]) != CXCursor_MemberRef)
    return fields->n;
  const CXCursor declared = clang_getCursorReferenced(parts.at[0]);
  while (at < fields->n && !clang_equalCursors(fields->at[at], declared))
    at++;
  *value = parts.at[1];
  return at;
}

/* Return "cursor" without what only wraps it. */
static CXCursor bare(struct lcm_records *r, CXCursor cursor) {
  while (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr &&
         !is_designated(cursor)) {
    const cursor_list parts = parts_of(r, cursor);
    if (parts.n != 1)
      return cursor;
    cursor = parts.at[0];
  }
  return cursor;
}

/* Return whether "value" goes into a member of "type" as a whole: without
 * braces it may fill a structure or array in it member by member. */
static bool is_whole(struct lcm_records *r, CXType type, CXCursor value) {
  const enum CXCursorKind kind = clang_getCursorKind(bare(r, value));
  const CXType element = element_of(type);
  const bool array =
      clang_getArrayElementType(plain(type)).kind != CXType_Invalid;
  return (!array && element.kind != CXType_Record) ||
         kind == CXCursor_InitListExpr || kind == CXCursor_StringLiteral ||
         (!array &&
          plain(clang_getCursorType(value)).data[0] == element.data[0]);
}

/* Note what the list "list" puts into the members of the structure "type";
 * return false where that is not plain. */
static bool read_list(struct lcm_records *r,
                      const struct lcm_record_note *where, CXType type,
                      CXCursor list) {
  const cursor_list fields = fields_of(r, type);
  const cursor_list parts = parts_of(r, list);
  bool *said = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), bool, fields.n + 1);
  size_t at = 0;
  for (size_t i = 0; i < parts.n; i++, at++) {
    CXCursor value = parts.at[i];
    if (is_designated(value))
      at = designated(r, &fields, value, &value);
    if (at >= fields.n ||
        !is_whole(r, clang_getCursorType(fields.at[at]), value))
      return false;
    said[at] = true;
    begin(r, where, fields.at[at], value);
  }
  for (size_t i = 0; i < fields.n; i++)
    if (!said[i])
      leave(r, where, fields.at[i], list);
  return true;
}

void lcm_records_list(struct lcm_records *r, const void *list,
                      const lcm_ast *node, const lcm_ast *function) {
  const CXCursor cursor = *(const CXCursor *)list;
  const CXType type = plain(clang_getCursorType(cursor));
  const CXType element = element_of(type);
  struct lcm_record_note where = {.function = function, .node = node};
  if (element.kind != CXType_Record)
    return;
  if (type.kind == CXType_Record) {
    if (!read_list(r, &where, type, cursor))
      spoil(r, type);
    return;
  }
  where.event = LCM_RECORD_ZEROED;
  if ((long long)parts_of(r, cursor).n != clang_getArraySize(type))
    add_all(r, &where, element, 0);
}

/* Return whether "type" is one of pointers to functions. */
static bool is_action(CXType type) {
  const CXType to = plain(clang_getPointeeType(type));
  return to.kind == CXType_FunctionProto || to.kind == CXType_FunctionNoProto;
}

/* Note what the elements of the array begin with that the list "cursor", that
 * of a variable at file scope, fills. */
static void read_elements(struct lcm_records *r, CXCursor cursor) {
  const CXType type = plain(clang_getCursorType(cursor));
  if (clang_getArrayElementType(type).kind == CXType_Invalid)
    return;
  const CXType element = plain(clang_getArrayElementType(type));
  const cursor_list parts = parts_of(r, cursor);
  if ((element.kind == CXType_Pointer && !is_action(element)) ||
      parts.n > MOST_ELEMENTS)
    return;
  for (size_t i = 0; i < parts.n; i++)
    if (is_designated(parts.at[i]) || !is_whole(r, element, parts.at[i]))
      return;
  for (size_t i = 0; i < parts.n; i++)
    begin_at(
        r, &(struct lcm_record_note){0},
        lcm_intern(r->ctx, lcm_arena_printf(lcm_ctx_arena(r->ctx), "[%zu]", i)),
        parts.at[i]);
}

/* Note the lists in what a variable begins with. */
static enum CXChildVisitResult visit_begin(CXCursor cursor, CXCursor parent,
                                           CXClientData data) {
  (void)parent;
  if (clang_getCursorKind(cursor) == CXCursor_InitListExpr) {
    lcm_records_list(data, &cursor, NULL, NULL);
    read_elements(data, cursor);
  }
  return CXChildVisit_Recurse;
}

/* Return whether "variable" at file scope is an array of whole numbers, or
 * pointers to functions, the "type", with a short list of initializers. */
static bool is_list_of_numbers(CXCursor variable, CXType type) {
  const long long n = clang_getArraySize(plain(clang_getCursorType(variable)));
  const bool action = type.kind == CXType_Pointer && is_action(type);
  return n > 0 && n <= MOST_ELEMENTS &&
         (action || (type.kind >= CXType_Bool && type.kind <= CXType_Int128)) &&
         clang_getCursorKind(clang_getCursorSemanticParent(variable)) ==
             CXCursor_TranslationUnit;
}

void lcm_records_variable(struct lcm_records *r, const void *variable) {
  const CXCursor cursor = *(const CXCursor *)variable;
  const CXType type = element_of(clang_getCursorType(cursor));
  struct lcm_record_note note = {.event = LCM_RECORD_ZEROED};
  if (is_list_of_numbers(cursor, type))
    clang_visitChildren(cursor, visit_begin, r);
  if (type.kind != CXType_Record)
    return;
  note.name = usr_of(r, cursor);
  const bool begins =
      !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(cursor));
  const bool elsewhere =
      !begins && clang_Cursor_getStorageClass(cursor) == CX_SC_Extern;
  if (begins)
    clang_visitChildren(cursor, visit_begin, r);
  else if (!elsewhere)
    add_all(r, &note, type, 0);
  note.event = elsewhere ? LCM_RECORD_LACKING : LCM_RECORD_DEFINED;
  add_all(r, &note, type, 0);
}

void lcm_records_field(struct lcm_records *r, const void *field) {
  const CXCursor cursor = *(const CXCursor *)field;
  if (clang_getCursorKind(cursor) != CXCursor_FieldDecl)
    return;
  if (clang_getCursorKind(clang_getCursorSemanticParent(cursor)) ==
      CXCursor_UnionDecl)
    spoil(r, clang_getCursorType(cursor));
}
