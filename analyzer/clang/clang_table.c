/* Structures and arrays with pointers in them, and what initializers put
 * there. */
#include <string.h>

#include "analyzer/clang/clang_table.h"
#include "analyzer/clang/libclang_calls.h"

/* How deeply structures are looked into. */
enum { MOST_DEEP = 32 };

typedef LCM_LIST(CXCursor) cursor_list;

/* Return "type" as it is without names and qualifiers. */
static CXType plain(CXType type) {
  return clang_getUnqualifiedType(clang_getCanonicalType(type));
}

/* Return whether "type" is a pointer to a function. */
static bool is_action(CXType type) {
  const enum CXTypeKind target = clang_getPointeeType(type).kind;
  return type.kind == CXType_Pointer &&
         (target == CXType_FunctionProto || target == CXType_FunctionNoProto);
}

/* Return whether "type" is a pointer to data, and not to text. */
static bool is_data(CXType type) {
  if (type.kind != CXType_Pointer || is_action(type))
    return false;
  const CXType target = clang_getPointeeType(type);
  const enum CXTypeKind kind = plain(target).kind;
  const bool text = kind == CXType_Char_S || kind == CXType_Char_U ||
                    kind == CXType_SChar || kind == CXType_UChar;
  return !text || !clang_isConstQualifiedType(target);
}

/* Return whether "type" is a pointer of the kind that "t" is about. */
static bool is_meant(const struct lcm_tables *t, CXType type) {
  return t->data ? is_data(type) : is_action(type);
}

/* A list being filled. */
struct filling {
  lcm_arena *arena;
  cursor_list *list;
};

/* Take a member. */
static enum CXVisitorResult visit_field(CXCursor cursor, CXClientData data) {
  const struct filling *filling = data;
  LCM_LIST_ADD(filling->arena, filling->list, cursor);
  return CXVisit_Continue;
}

/* Take a part. */
static enum CXChildVisitResult visit_part(CXCursor cursor, CXCursor parent,
                                          CXClientData data) {
  const struct filling *filling = data;
  (void)parent;
  LCM_LIST_ADD(filling->arena, filling->list, cursor);
  return CXChildVisit_Continue;
}

/* Return the members of the structure "type". */
static cursor_list fields_of(struct lcm_tables *t, CXType type) {
  cursor_list list = {0};
  struct filling filling = {lcm_ctx_arena(t->ctx), &list};
  clang_Type_visitFields(type, visit_field, &filling);
  return list;
}

/* Return what lies directly below "cursor". */
static cursor_list parts_of(struct lcm_tables *t, CXCursor cursor) {
  cursor_list list = {0};
  struct filling filling = {lcm_ctx_arena(t->ctx), &list};
  clang_visitChildren(cursor, visit_part, &filling);
  return list;
}

/* Return what the array "type" is made of; others as they are. */
static CXType element_of(CXType type) {
  CXType element = clang_getArrayElementType(type);
  while (element.kind != CXType_Invalid) {
    type = plain(element);
    element = clang_getArrayElementType(type);
  }
  return type;
}

/* Return whether pointers to functions are in a value of "type". */
static bool has(struct lcm_tables *t, CXType type, unsigned depth) {
  size_t known = 0;
  bool any = false;
  type = element_of(plain(type));
  if (type.kind != CXType_Record)
    return is_meant(t, type);
  if (lcm_map_get(&t->records, type.data[0], &known))
    return known == 2;
  const cursor_list fields = fields_of(t, type);
  for (size_t i = 0; i < fields.n && !any && depth < MOST_DEEP; i++)
    any = has(t, clang_getCursorType(fields.at[i]), depth + 1);
  lcm_map_put(lcm_ctx_arena(t->ctx), &t->records, type.data[0], any ? 2 : 1);
  return any;
}

bool lcm_table_has(struct lcm_tables *t, const void *type) {
  return has(t, *(const CXType *)type, 0);
}

/* Return the name of the structure that "declaration" declares. */
static const char *record_name(struct lcm_tables *t, CXCursor declaration) {
  static const char *const BEFORE[] = {"c:@SA@", "c:@UA@", "c:@S@", "c:@U@",
                                       "c:"};
  CXString usr = clang_getCursorUSR(declaration);
  const char *text = clang_getCString(usr);
  const char *name = text ? text : "";
  for (size_t i = 0; i < sizeof BEFORE / sizeof *BEFORE; i++)
    if (!strncmp(name, BEFORE[i], strlen(BEFORE[i]))) {
      name += strlen(BEFORE[i]);
      break;
    }
  name = lcm_intern(t->ctx, name);
  clang_disposeString(usr);
  return name;
}

/* Note the structure "name" where "declaration" says that it is the
 * system's. */
static void note_foreign(struct lcm_tables *t, CXCursor declaration,
                         const char *name) {
  size_t known = 0;
  if (lcm_map_get(&t->foreign, name, &known))
    return;
  lcm_map_put(lcm_ctx_arena(t->ctx), &t->foreign, name, 1);
  if (clang_Location_isInSystemHeader(clang_getCursorLocation(declaration)))
    LCM_LIST_ADD(lcm_ctx_arena(t->ctx), &t->syntax->foreign, name);
}

const char *lcm_table_member(struct lcm_tables *t, const void *field) {
  const CXCursor cursor = *(const CXCursor *)field;
  const CXCursor parent = clang_getCursorSemanticParent(cursor);
  const char *record = record_name(t, parent);
  CXString spelling = clang_getCursorSpelling(cursor);
  const bool any = clang_getCursorKind(parent) == CXCursor_UnionDecl;
  const char *name = LCM_INTERN_JOINED(
      t->ctx, record, ".", any ? "any" : clang_getCString(spelling));
  clang_disposeString(spelling);
  if (!t->data)
    note_foreign(t, parent, record);
  return name;
}

const char *lcm_table_pool(struct lcm_tables *t, const void *type) {
  CXString text = clang_getTypeSpelling(*(const CXType *)type);
  const char *name =
      lcm_intern(t->ctx, lcm_arena_printf(lcm_ctx_arena(t->ctx), "*%s",
                                          clang_getCString(text)));
  clang_disposeString(text);
  return name;
}

/* Append the structures in the structure "type", itself included, that have
 * members which are pointers to functions, to "text". */
static const char *add_records(struct lcm_tables *t, CXType type,
                               const char *text, unsigned depth) {
  const cursor_list fields = fields_of(t, type);
  bool own = false;
  for (size_t i = 0; i < fields.n; i++) {
    const CXType of = element_of(plain(clang_getCursorType(fields.at[i])));
    own = own || is_action(of);
    if (of.kind == CXType_Record && depth < MOST_DEEP && has(t, of, 0))
      text = add_records(t, of, text, depth + 1);
  }
  return !own
             ? text
             : lcm_arena_printf(lcm_ctx_arena(t->ctx), "%s%s%s", text,
                                *text ? ";" : "",
                                record_name(t, clang_getTypeDeclaration(type)));
}

const char *lcm_table_pointee(struct lcm_tables *t, const void *type) {
  const CXType pointee =
      clang_getPointeeType(clang_getCanonicalType(*(const CXType *)type));
  if (pointee.kind == CXType_Invalid || clang_isConstQualifiedType(pointee))
    return NULL;
  const CXType record = plain(pointee);
  size_t known = 0;
  if (record.kind != CXType_Record || !has(t, record, 0))
    return NULL;
  if (lcm_map_get(&t->names, record.data[0], &known))
    return (const char *)(uintptr_t)known;
  const char *names = lcm_intern(t->ctx, add_records(t, record, "", 0));
  lcm_map_put(lcm_ctx_arena(t->ctx), &t->names, record.data[0],
              (size_t)(uintptr_t)names);
  return names;
}

/* A search for what may set pointers to functions. */
struct setting {
  struct lcm_tables *t;
  bool found;
};

/* Look at "cursor" inside a function: what sets a pointer, or a structure with
 * some, or calls a function of which nothing is known, may. */
static enum CXChildVisitResult visit_setting(CXCursor cursor, CXCursor parent,
                                             CXClientData data) {
  struct setting *setting = data;
  const enum CXCursorKind kind = clang_getCursorKind(cursor);
  (void)parent;
  if (kind == CXCursor_BinaryOperator &&
      clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign)
    setting->found = has(setting->t, clang_getCursorType(cursor), 0);
  if (kind == CXCursor_CallExpr) {
    const CXCursor called = clang_getCursorReferenced(cursor);
    setting->found =
        !clang_Location_isInSystemHeader(clang_getCursorLocation(called)) &&
        clang_Cursor_isNull(clang_getCursorDefinition(called));
  }
  return setting->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool lcm_table_sets(struct lcm_tables *t, const void *call) {
  const CXCursor definition = clang_getCursorDefinition(
      clang_getCursorReferenced(*(const CXCursor *)call));
  struct setting setting = {t, false};
  size_t known = 0;
  if (clang_Cursor_isNull(definition) ||
      clang_Location_isFromMainFile(clang_getCursorLocation(definition)))
    return true;
  if (lcm_map_get(&t->setters, definition.data[0], &known))
    return known == 2;
  clang_visitChildren(definition, visit_setting, &setting);
  lcm_map_put(lcm_ctx_arena(t->ctx), &t->setters, definition.data[0],
              setting.found ? 2 : 1);
  return setting.found;
}

/* The parts of a list of initializers, the next of which is number "at".
 * member    what they go into where it is a member; else NULL */
struct items {
  struct lcm_tables *t;
  cursor_list list;
  size_t at;
  lcm_ast *variable; /* what the list is the value of, or NULL */
};

static void read_list(struct lcm_tables *t, CXType type, const char *member,
                      CXCursor list, lcm_ast *variable);

/* Return whether "cursor" says where it goes: `.f = x`, `[2] = x`. */
static bool is_designated(CXCursor cursor) {
  return clang_getCursorKind(cursor) == CXCursor_UnexposedExpr &&
         clang_getCursorType(cursor).kind == CXType_Void;
}

/* Return "cursor" without what only wraps it. */
static CXCursor bare(struct lcm_tables *t, CXCursor cursor) {
  while (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr &&
         !is_designated(cursor)) {
    const cursor_list parts = parts_of(t, cursor);
    if (parts.n != 1)
      return cursor;
    cursor = parts.at[0];
  }
  return cursor;
}

/* Note that "cursor" is put into "member" or, where that is NULL, the
 * variable. */
static void put_value(struct items *items, const char *member,
                      CXCursor cursor) {
  const struct lcm_tables *t = items->t;
  const struct lcm_filled filled = {items->variable, member,
                                    t->copy(t->user, &cursor)};
  if (t->data)
    LCM_LIST_ADD(lcm_ctx_arena(t->ctx), &t->syntax->pointing, filled);
  else
    LCM_LIST_ADD(lcm_ctx_arena(t->ctx), &t->syntax->filled, filled);
}

static void read_next(struct items *items, CXType type, const char *member);

/* Let the next items go into the members from number "first" on of the
 * structure "type". */
static void read_fields(struct items *items, CXType type, size_t first) {
  const cursor_list fields = fields_of(items->t, type);
  for (size_t i = first; i < fields.n && items->at < items->list.n &&
                         !is_designated(items->list.at[items->at]);
       i++)
    read_next(items, clang_getCursorType(fields.at[i]),
              lcm_table_member(items->t, &fields.at[i]));
}

/* Let the item "cursor" go into an object of "type", or the first in it that
 * takes one. */
static void read_item(struct items *items, CXType type, const char *member,
                      CXCursor cursor) {
  const CXCursor inner = bare(items->t, cursor);
  if (clang_getCursorKind(inner) == CXCursor_InitListExpr)
    read_list(items->t, type, member, inner, items->variable);
  else if (is_meant(items->t, type))
    put_value(items, member, cursor);
}

/* Let the next item, or as many as it takes where they have no braces, go into
 * an object of "type", which is "member" or the variable. */
static void read_next(struct items *items, CXType type, const char *member) {
  const CXCursor cursor = items->list.at[items->at];
  const enum CXCursorKind kind = clang_getCursorKind(bare(items->t, cursor));
  type = plain(type);
  const bool braces = kind == CXCursor_InitListExpr;
  const long long n = clang_getArraySize(type);
  const CXType own = plain(clang_getCursorType(cursor));
  if (!braces && type.kind == CXType_Record && own.kind != CXType_Record) {
    read_fields(items, type, 0);
  } else if (!braces && n >= 0 && kind != CXCursor_StringLiteral) {
    for (long long i = 0; i < n && items->at < items->list.n &&
                          !is_designated(items->list.at[items->at]);
         i++)
      read_next(items, clang_getArrayElementType(type), member);
  } else {
    items->at++;
    read_item(items, type, member, cursor);
  }
}

/* Let the last of "parts", the value, go where those from number "i" on say,
 * inside an object of "type"; "depth" of them were before.  What follows goes
 * on behind that. */
static void read_designated(struct items *items, CXType type,
                            const char *member, const cursor_list *parts,
                            size_t i) {
  const bool field = clang_getCursorKind(parts->at[i]) == CXCursor_MemberRef;
  type = plain(type);
  if (i + 1 == parts->n) {
    read_item(items, type, member, parts->at[i]);
    return;
  }
  if (!field) {
    read_designated(items, clang_getArrayElementType(type), member, parts,
                    i + 1);
    return;
  }
  const CXCursor declared = clang_getCursorReferenced(parts->at[i]);
  const cursor_list fields = fields_of(items->t, type);
  size_t at = 0;
  while (at < fields.n && !clang_equalCursors(fields.at[at], declared))
    at++;
  read_designated(items, clang_getCursorType(declared),
                  lcm_table_member(items->t, &declared), parts, i + 1);
  if (at < fields.n)
    read_fields(items, type, at + 1);
}

/* Read the list "list", which is the value of an object of "type": of "member"
 * or, where that is NULL, of "variable". */
static void read_list(struct lcm_tables *t, CXType type, const char *member,
                      CXCursor list, lcm_ast *variable) {
  struct items items = {t, parts_of(t, list), 0, variable};
  type = plain(type);
  if (!has(t, type, 0))
    return;
  const CXType element = clang_getArrayElementType(type);
  while (items.at < items.list.n) {
    const size_t before = items.at;
    const CXCursor cursor = items.list.at[items.at];
    if (is_designated(cursor)) {
      const cursor_list parts = parts_of(t, cursor);
      items.at++;
      read_designated(&items, type, member, &parts, 0);
    } else if (type.kind == CXType_Record)
      read_fields(&items, type, 0);
    else
      read_next(&items, element.kind != CXType_Invalid ? element : type,
                member);
    items.at += items.at == before;
  }
}

void lcm_table_read(struct lcm_tables *t, const void *list, lcm_ast *variable) {
  const CXCursor cursor = *(const CXCursor *)list;
  const CXType type = clang_getCursorType(cursor);
  const CXType element = element_of(plain(type));
  const bool nameless = !variable && !t->data && is_action(element);
  read_list(t, type, nameless ? lcm_table_pool(t, &element) : NULL, cursor,
            variable);
}

bool lcm_table_begins(struct lcm_tables *t, const void *variable,
                      lcm_ast *node) {
  const CXCursor cursor = *(const CXCursor *)variable;
  const CXCursor first = clang_Cursor_getVarDeclInitializer(cursor);
  struct items items = {.t = t, .variable = node};
  if (clang_Cursor_isNull(first))
    return false;
  const CXCursor value = bare(t, first);
  const enum CXCursorKind kind = clang_getCursorKind(value);
  if (kind == CXCursor_InitListExpr)
    lcm_table_read(t, &value, node);
  else if (is_meant(t, plain(clang_getCursorType(cursor))) &&
           kind != CXCursor_IntegerLiteral && kind != CXCursor_StringLiteral)
    put_value(&items, NULL, first);
  return true;
}
