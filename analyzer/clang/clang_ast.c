/* The syntax tree of a file, copied from libclang. */
#include <limits.h>
#include <string.h>

#include "analyzer/clang/clang_ast.h"
#include "analyzer/clang/clang_cursor.h"
#include "analyzer/clang/clang_macro.h"
#include "analyzer/clang/clang_outside.h"
#include "analyzer/clang/clang_parts.h"
#include "analyzer/clang/clang_places.h"
#include "analyzer/clang/clang_record.h"
#include "analyzer/clang/clang_table.h"
#include "analyzer/clang/clang_unit.h"
#include "analyzer/clang/libclang_calls.h"
#include "base/find.h"

enum { N_TYPES = 512, N_REFERRED = 4096 };

/* What is known of a type. */
struct type {
  CXType type;
  enum CXTypeKind kind; /* of its canonical type */
  /* that is a pointer to a function or an array of them */
  bool is_action;
  bool is_volatile;
  bool to_record; /* a pointer to a structure */
  bool sized;
  bool looked;
  unsigned char range; /* as in lcm_ast */
  const char *pool;    /* as in lcm_table_pool, of these, once asked for */
  long long size;      /* in bytes, 0 when unknown, once "sized" */
  const char *records; /* as lcm_table_pointee says, once "looked" */
};

/* What a reference to "declaration" says; member: as lcm_table_member, once
 * asked for; like: a reference to it, once met, whose type is that of all. */
struct referred {
  CXCursor declaration;
  const lcm_ast *like;
  const char *name;
  const char *key;
  const char *member;
  bool is_function;
  bool is_local;
  bool is_static;
  bool is_system;
  bool is_thread;
};

/* A cursor whose parts are being visited. */
struct open {
  CXCursor cursor;
  CXCursor inner; /* of a wrapper, what is in it */
  enum CXCursorKind kind;
  /* for it; NULL: it only wraps an expression, as far as is known */
  lcm_ast *node;
  lcm_ast *outer;  /* what that is to be a part of */
  lcm_ast *before; /* its last part so far */
  unsigned parts;  /* of a wrapper, as many as were met */
  bool is_late;    /* its extent is told by its parts */
  /* in_table, in_data: what is around it is inside a list of initializers, see
   * copier */
  bool in_table;
  bool in_data;
};

/* A copy under way. */
struct copier {
  lcm_ctx *ctx;
  CXFile file;
  const char *path;
  struct lcm_syntax *syntax;
  lcm_ast *parent; /* what is being put together */
  lcm_ast *last_top;
  const lcm_ast *function;    /* around that; NULL: none */
  LCM_LIST(struct open) open; /* the cursors around, the outermost first */
  bool is_cut;
  struct lcm_places *places; /* in the file */
  /* types, referred: the types and declarations met last, by their hash */
  struct type types[N_TYPES];
  struct referred referred[N_REFERRED];
  struct lcm_records records;
  /* structures and arrays with pointers to functions */
  struct lcm_tables tables;
  struct lcm_tables data; /* with pointers to data */
  /* in_table, in_data: what is copied is inside a list of initializers with
   * some */
  bool in_table;
  bool in_data;
  bool apart;   /* what is copied is a copy of what stands elsewhere too */
  bool returns; /* the function returns such a pointer */
};

/* Return the interned text of "string", which is disposed of. */
static const char *take(lcm_ctx *ctx, CXString string) {
  const char *text = clang_getCString(string);
  const char *out = lcm_intern(ctx, text ? text : "");
  clang_disposeString(string);
  return out;
}

/* Return whether "type" is a pointer to a function. */
static bool is_action(CXType type) {
  const enum CXTypeKind target = clang_getPointeeType(type).kind;
  return type.kind == CXType_Pointer &&
         (target == CXType_FunctionProto || target == CXType_FunctionNoProto);
}

/* Return what the canonical type "type" is an array of; itself where it is
 * none. */
static CXType element_of(CXType type) {
  while (type.kind == CXType_ConstantArray ||
         type.kind == CXType_IncompleteArray ||
         type.kind == CXType_VariableArray)
    type = clang_getCanonicalType(clang_getArrayElementType(type));
  return type;
}

/* Return what is known of the type of "cursor". */
static struct type *type_of(struct copier *c, CXCursor cursor) {
  const CXType type = clang_getCursorType(cursor);
  struct type *known = &c->types[(uintptr_t)type.data[0] / 16 % N_TYPES];
  if (clang_equalTypes(known->type, type) && known->type.kind == type.kind)
    return known;
  const CXType canonical = clang_getCanonicalType(type);
  *known = (struct type){
      .type = type,
      .kind = canonical.kind,
      .is_action = is_action(element_of(canonical)),
      .is_volatile = clang_isVolatileQualifiedType(canonical),
      .to_record = canonical.kind == CXType_Pointer &&
                   clang_getPointeeType(canonical).kind == CXType_Record,
      .range = lcm_cursor_range(&canonical)};
  return known;
}

/* Return the name of all pointers of the type of the action "type". */
static const char *pool_of(struct copier *c, struct type *type) {
  const CXType element = element_of(clang_getCanonicalType(type->type));
  if (!type->pool)
    type->pool = lcm_table_pool(&c->tables, &element);
  return type->pool;
}

/* Return whether "type" is a pointer or array. */
static bool is_pointer(const struct type *type) {
  return type->kind == CXType_Pointer || type->kind == CXType_ConstantArray ||
         type->kind == CXType_IncompleteArray ||
         type->kind == CXType_VariableArray;
}

static bool is_array(const struct type *type) {
  return is_pointer(type) && type->kind != CXType_Pointer;
}

/* Put what the type of "cursor" says into "node". */
static void copy_type(struct copier *c, lcm_ast *node, CXCursor cursor) {
  struct type *type = type_of(c, cursor);
  if (!type->sized)
    type->size = clang_Type_getSizeOf(type->type);
  type->sized = true;
  node->size = type->size > 0 ? type->size : 0;
  node->is_pointer = is_pointer(type);
  node->is_array = is_array(type);
  node->is_action = type->is_action;
  if (type->is_action)
    node->type = pool_of(c, type);
  node->is_record = type->kind == CXType_Record;
  node->to_record = type->to_record;
  node->is_atomic = type->kind == CXType_Atomic;
  node->is_volatile = type->is_volatile;
  node->range = type->range;
  node->is_real = type->kind >= CXType_Float && type->kind <= CXType_LongDouble;
}

/* Remember that "name", a name or the key of a variable, is a constant with the
 * value "value", unless it is one already. */
static void add_constant(struct copier *c, const char *name, long long value) {
  size_t known = 0;
  if (lcm_map_get(&c->syntax->by_name, name, &known))
    return;
  const struct lcm_constant constant = {name, value};
  lcm_map_put(lcm_ctx_arena(c->ctx), &c->syntax->by_name, name,
              c->syntax->constants.n);
  LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->syntax->constants, constant);
}

/* Note the value of the constant that "declaration" declares, if it is one, by
 * its key "key" (NULL: not asked for), and by its name unless it is a variable
 * of a function, where another one may be called so. */
static void note_constant(struct copier *c, CXCursor declaration,
                          const char *name, const char *key) {
  const enum CXCursorKind kind = clang_getCursorKind(declaration);
  const bool listed = kind == CXCursor_EnumConstantDecl;
  long long value = 0;
  if (listed)
    value = clang_getEnumConstantDeclValue(declaration);
  else if (kind != CXCursor_VarDecl ||
           !clang_isConstQualifiedType(clang_getCursorType(declaration)) ||
           !lcm_cursor_number(&value, &declaration))
    return;
  if (key)
    add_constant(c, key, value);
  if (listed || clang_getCursorLinkage(declaration) != CXLinkage_NoLinkage)
    add_constant(c, name, value);
}

/* Put the number that the variable "cursor" begins with into "node". */
static void copy_value(lcm_ast *node, CXCursor cursor) {
  const CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
  if (type.kind < CXType_Bool || type.kind > CXType_Int128)
    return;
  node->has_value = lcm_cursor_number(&node->value, &cursor);
}

/* Return whether "declaration" belongs to the system or the compiler. */
static bool is_foreign(CXCursor declaration) {
  const CXSourceLocation at = clang_getCursorLocation(declaration);
  CXFile file = NULL;
  clang_getExpansionLocation(at, &file, NULL, NULL, NULL);
  return !file || clang_Location_isInSystemHeader(at) != 0;
}

/* Return whether "a" and "b" are the same cursor, asking libclang only where
 * that is not plain. */
static bool is_same(const CXCursor *a, const CXCursor *b) {
  return a->kind == b->kind &&
         (!memcmp(a, b, sizeof *a) || clang_equalCursors(*a, *b));
}

/* Return the key of "declaration", called "name": its USR; of what a function
 * declares, for which libclang takes long, the same with the offset of the name
 * for that of the declaration.  "@F@" in it means that each call has its own,
 * which a static variable has not. */
static const char *key_of(struct copier *c, CXCursor declaration,
                          const char *name) {
  unsigned offset = 0;
  char digits[16] = "";
  char *number = digits + sizeof digits - 1;
  if ((declaration.kind != CXCursor_VarDecl &&
       declaration.kind != CXCursor_ParmDecl) ||
      !c->function ||
      clang_getCursorLinkage(declaration) != CXLinkage_NoLinkage ||
      !lcm_places_offset(c->places, &declaration, &offset))
    return take(c->ctx, clang_getCursorUSR(declaration));
  do
    *--number = (char)('0' + offset % 10);
  while (offset /= 10);
  const char *const slash = strrchr(c->path, '/');
  const bool one = clang_Cursor_getStorageClass(declaration) == CX_SC_Static;
  return LCM_INTERN_JOINED(c->ctx, "c:", slash ? slash + 1 : c->path, "@",
                           number, one ? "@S@" : "@F@", c->function->name, "@",
                           name);
}

/* Return what references to "declaration" say. */
static struct referred *refer(struct copier *c, CXCursor declaration) {
  struct referred *known =
      &c->referred[clang_hashCursor(declaration) % N_REFERRED];
  if (known->name && is_same(&known->declaration, &declaration))
    return known;
  const enum CXCursorKind kind = clang_getCursorKind(declaration);
  const enum CXLinkageKind linkage = clang_getCursorLinkage(declaration);
  const char *name = take(c->ctx, clang_getCursorSpelling(declaration));
  *known = (struct referred){
      .declaration = declaration,
      .name = name,
      .key = key_of(c, declaration, name),
      .is_function = kind == CXCursor_FunctionDecl,
      .is_local = kind == CXCursor_ParmDecl || linkage == CXLinkage_NoLinkage,
      .is_static = linkage == CXLinkage_Internal,
      .is_thread = clang_getCursorTLSKind(declaration) != CXTLS_None,
      .is_system = (kind == CXCursor_FunctionDecl ||
                    kind == CXCursor_EnumConstantDecl) &&
                   is_foreign(declaration)};
  note_constant(c, declaration, known->name, known->key);
  return known;
}

/* Put what the type of "like" says into "node". */
static void copy_likeness(lcm_ast *node, const lcm_ast *like) {
  node->size = like->size;
  node->is_pointer = like->is_pointer;
  node->is_array = like->is_array;
  node->is_action = like->is_action;
  node->type = like->type;
  node->is_record = like->is_record;
  node->to_record = like->to_record;
  node->is_atomic = like->is_atomic;
  node->is_volatile = like->is_volatile;
  node->range = like->range;
  node->is_real = like->is_real;
}

/* Put what the reference "cursor" refers to into "node". */
static void copy_reference(struct copier *c, lcm_ast *node, CXCursor cursor) {
  struct referred *referred = refer(c, clang_getCursorReferenced(cursor));
  node->name = referred->name;
  node->key = referred->key;
  node->is_function = referred->is_function;
  node->is_local = referred->is_local;
  node->is_static = referred->is_static;
  node->is_thread = referred->is_thread;
  node->is_system = referred->is_system;
  if (node->kind == LCM_AST_CALL) {
    const int n = clang_Cursor_getNumArguments(cursor);
    node->n_args = n > 0 ? (unsigned)n : 0;
    struct type *type = type_of(c, cursor);
    node->is_pointer = is_pointer(type);
    node->to_record = type->to_record || type->kind == CXType_Record;
    node->range = type->range;
    node->is_real =
        type->kind >= CXType_Float && type->kind <= CXType_LongDouble;
  }
  if (node->is_function)
    return;
  const bool named = node->kind == LCM_AST_REF;
  if (named && referred->like) {
    copy_likeness(node, referred->like);
    return;
  }
  copy_type(c, node, cursor);
  if (named)
    referred->like = node;
}

/* Return the sizes of what 0 to 3 subscripts leave of the variable "cursor". */
static const long long *sizes_of(struct copier *c, CXCursor cursor) {
  long long *sizes = LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), long long, 4);
  CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
  for (unsigned i = 0; i < 4; i++) {
    const long long size = clang_Type_getSizeOf(type);
    sizes[i] = size > 0 ? size : 0;
    const CXType element = clang_getArrayElementType(type);
    type =
        element.kind != CXType_Invalid ? element : clang_getPointeeType(type);
    if (type.kind == CXType_Invalid)
      break;
    type = clang_getCanonicalType(type);
  }
  return sizes;
}

static enum CXVisitorResult visit_field(CXCursor cursor, CXClientData data);

/* Return whether pointers lie in values of "type". */
static bool holds_pointers(CXType type) {
  bool found = false;
  type = clang_getCanonicalType(type);
  for (CXType element = clang_getArrayElementType(type);
       element.kind != CXType_Invalid;
       element = clang_getArrayElementType(type))
    type = clang_getCanonicalType(element);
  if (type.kind == CXType_Record)
    clang_Type_visitFields(type, visit_field, &found);
  return found || type.kind == CXType_Pointer;
}

/* Note in "data", a bool, whether a member of a structure holds pointers. */
static enum CXVisitorResult visit_field(CXCursor cursor, CXClientData data) {
  bool *found = data;
  *found = holds_pointers(clang_getCursorType(cursor));
  return *found ? CXVisit_Break : CXVisit_Continue;
}

/* Put what "cursor" declares into "node". */
static void copy_declaration(struct copier *c, lcm_ast *node, CXCursor cursor) {
  const struct referred *known = refer(c, cursor);
  node->name = known->name;
  node->key = known->key;
  node->is_local = known->is_local;
  node->is_static = known->is_static;
  copy_type(c, node, cursor);
  if (node->kind != LCM_AST_FUNCTION)
    node->sizes = sizes_of(c, cursor);
  if (node->kind == LCM_AST_VAR && (node->is_record || node->is_array))
    node->is_flat = !holds_pointers(clang_getCursorType(cursor));
  if (node->kind == LCM_AST_VAR &&
      clang_Cursor_getStorageClass(cursor) == CX_SC_Static)
    lcm_records_variable(&c->records, &cursor);
}

/* Return whether the integer literal "cursor" is 0. */
static bool is_zero(CXCursor cursor) {
  long long value = 1;
  return lcm_cursor_number(&value, &cursor) && value == 0;
}

/* Put what a function returns, a value of "type", into "node". */
static void copy_result(lcm_ast *node, CXType type) {
  node->is_action = is_action(type);
  node->is_flat = type.kind != CXType_Pointer || node->is_action;
}

/* Return the name of the pointers in the member that "declared" declares. */
static const char *member_of(struct copier *c, CXCursor declared) {
  struct referred *known = refer(c, declared);
  if (!known->member)
    known->member = lcm_table_member(&c->tables, &declared);
  return known->member;
}

/* Return the bytes from the begin of its structure to the member that is
 * declared at "cursor"; below 0 where they are not known. */
static long long offset_of(CXCursor cursor) {
  const long long bits = clang_Cursor_getOffsetOfField(cursor);
  return bits < 0 ? -1 : bits / CHAR_BIT;
}

/* Put what "cursor" says of a member of a structure into "node". */
static void copy_member(struct copier *c, lcm_ast *node, CXCursor cursor) {
  const CXCursor declared = clang_getCursorReferenced(cursor);
  node->is_union =
      clang_getCursorKind(clang_getCursorSemanticParent(declared)) ==
      CXCursor_UnionDecl;
  node->is_bits = clang_Cursor_isBitField(declared);
  const struct referred *member = refer(c, declared);
  node->name = member->name;
  node->key = member->key;
  copy_type(c, node, cursor);
  if (node->is_bits)
    node->range = lcm_cursor_field(&declared);
  if (!node->is_action)
    node->value = offset_of(declared);
  if (node->is_action)
    node->key = member_of(c, declared);
}

/* Put what "cursor" says besides its kind and place into "node". */
static void copy_details(struct copier *c, lcm_ast *node, CXCursor cursor) {
  if (node->kind == LCM_AST_REF || node->kind == LCM_AST_CALL)
    copy_reference(c, node, cursor);
  else if (node->kind == LCM_AST_MEMBER)
    copy_member(c, node, cursor);
  else if (lcm_ast_class_of(node->kind) == LCM_CLASS_PLACE)
    copy_type(c, node, cursor);
  else if (lcm_ast_class_of(node->kind) == LCM_CLASS_VARIABLE)
    copy_declaration(c, node, cursor);
  else if (node->kind == LCM_AST_LITERAL) {
    node->is_zero = c->parent->kind == LCM_AST_DO && is_zero(cursor);
    node->range = type_of(c, cursor)->range;
  } else if (node->kind == LCM_AST_LABEL)
    node->name = take(c->ctx, clang_getCursorSpelling(cursor));
  else if (node->kind == LCM_AST_GOTO)
    node->name = lcm_intern(c->ctx, "");
  else if (node->kind == LCM_AST_FUNCTION) {
    copy_declaration(c, node, cursor);
    node->type = take(c->ctx, clang_getTypeSpelling(clang_getCanonicalType(
                                  clang_getCursorType(cursor))));
    const CXType result =
        clang_getCanonicalType(clang_getCursorResultType(cursor));
    copy_result(node, result);
    node->range = lcm_cursor_range(&result);
  }
}

/* Append "node" to the children of "parent". */
static void append(lcm_ast *parent, lcm_ast *node) {
  node->parent = parent;
  node->holds |= lcm_ast_holds_of(node->kind);
  parent->holds |= node->holds;
  if (parent->last)
    parent->last->next = node;
  else
    parent->first = node;
  parent->last = node;
}

static bool is_literal(enum CXCursorKind kind) {
  return kind == CXCursor_IntegerLiteral || kind == CXCursor_FloatingLiteral ||
         kind == CXCursor_StringLiteral || kind == CXCursor_CharacterLiteral ||
         kind == CXCursor_ImaginaryLiteral;
}

/* Remember the type that "cursor" names. */
static void note_type(struct copier *c, CXCursor cursor) {
  const CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
  const char *name =
      take(c->ctx, clang_getCursorSpelling(clang_getCursorReferenced(cursor)));
  size_t known = 0;
  if (lcm_map_get(&c->syntax->type_by_name, name, &known))
    return;
  const long long size = clang_Type_getSizeOf(type);
  const struct lcm_type_name found = {name, size > 0 ? size : 0,
                                      type.kind >= CXType_Float &&
                                          type.kind <= CXType_LongDouble};
  lcm_map_put(lcm_ctx_arena(c->ctx), &c->syntax->type_by_name, name,
              c->syntax->types.n);
  LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->syntax->types, found);
}

/* Put how many operations the operator "cursor" does into "node". */
static void copy_operations(struct copier *c, lcm_ast *node, CXCursor cursor,
                            enum CXCursorKind kind) {
  node->op = (unsigned char)lcm_cursor_operation(&cursor, (int)kind);
  if (!node->op && node->kind != LCM_AST_UPDATE)
    return;
  const struct type *known = type_of(c, cursor);
  const enum CXTypeKind type = known->kind;
  node->range = known->range;
  const bool real = type >= CXType_Float && type <= CXType_LongDouble;
  node->is_real = real;
  if (node->kind == LCM_AST_UPDATE)
    node->is_pointer = type == CXType_Pointer;
  if (type == CXType_Complex)
    node->flops = node->op ? 4 : 0;
  else if (real)
    node->flops = node->op && node->op != LCM_AST_OP_BITS;
  else
    node->ops = node->op && type >= CXType_Bool && type <= CXType_Int128;
}

/* Return whether "node" is a label with the statement behind it as child. */
static bool labels(const lcm_ast *node) {
  return (node->kind == LCM_AST_CASE || node->kind == LCM_AST_LABEL) &&
         node->last;
}

/* Move the statements behind the labels that end "parent", a compound, out of
 * them: they follow their labels. */
static void lift(lcm_ast *parent) {
  while (labels(parent->last)) {
    lcm_ast *label = parent->last;
    lcm_ast *statement = label->last;
    lcm_ast *before = label->first == statement ? NULL : label->first;
    while (before && before->next != statement)
      before = before->next;
    label->last = before;
    if (before)
      before->next = NULL;
    else
      label->first = NULL;
    label->end = before ? before->end : label->begin + 1;
    append(parent, statement);
    if (statement->kind != LCM_AST_CASE && statement->kind != LCM_AST_LABEL)
      return;
  }
}

/* Return whether nothing lies below a cursor of "kind". */
static bool is_leaf(enum CXCursorKind kind) {
  return kind == CXCursor_DeclRefExpr || kind == CXCursor_IntegerLiteral ||
         kind == CXCursor_FloatingLiteral || kind == CXCursor_StringLiteral ||
         kind == CXCursor_CharacterLiteral;
}

/* Return whether the function that is called leaves the pointers to functions
 * in what its argument "node", the next one, points to alone. */
static bool is_kept(struct copier *c, const lcm_ast *node) {
  unsigned i = 0;
  size_t call = c->open.n;
  for (const lcm_ast *at = node->parent->first; at && at->next; at = at->next)
    i++;
  while (call > 1 && c->open.at[call - 1].node != node->parent)
    call--;
  const CXCursor cursor = c->open.at[call - 1].cursor;
  const CXType param = clang_getArgType(
      clang_getCursorType(clang_getCursorReferenced(cursor)), i);
  return clang_isConstQualifiedType(
             clang_getPointeeType(clang_getCanonicalType(param))) != 0 ||
         !lcm_table_sets(&c->tables, &cursor);
}

/* Note that "node", an argument of a call whose type is "type", points to
 * structures with pointers to functions, if it does. */
static void note_records(struct copier *c, struct type *type,
                         const lcm_ast *node) {
  const lcm_ast *call = node->parent;
  if (type->kind != CXType_Pointer || !call->is_function || call->is_system)
    return;
  if (!type->looked)
    type->records = lcm_table_pointee(&c->tables, &type->type);
  type->looked = true;
  const struct lcm_exposed exposed = {call, type->records};
  if (type->records && !is_kept(c, node))
    LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->syntax->exposed, exposed);
}

/* Note "node", which is to be the next part of its parent, where it is a
 * pointer to a function, or a function that is not called there. */
static void note_action(struct copier *c, const lcm_ast *node) {
  const bool called =
      node->parent->kind == LCM_AST_CALL && !node->parent->first;
  bool wanted = node->is_action &&
                (node->kind == LCM_AST_REF || node->kind == LCM_AST_MEMBER ||
                 node->kind == LCM_AST_SUBSCRIPT ||
                 node->kind == LCM_AST_DEREF || node->kind == LCM_AST_VAR);
  if (node->kind == LCM_AST_REF && node->is_function)
    wanted = !called && !c->in_table;
  if (node->kind == LCM_AST_RETURN)
    wanted = c->returns;
  if (wanted)
    LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->syntax->actions, node);
}

/* Note what goes into pointers by the list of initializers "entry", whose parts
 * come next. */
static void open_list(struct copier *c, const struct open *entry) {
  const CXCursor cursor = entry->cursor;
  const CXType type = type_of(c, cursor)->type;
  lcm_ast *variable = entry->outer->kind == LCM_AST_VAR ? entry->outer : NULL;
  if (!c->in_table && lcm_table_has(&c->tables, &type)) {
    c->in_table = true;
    lcm_table_read(&c->tables, &cursor, variable);
  }
  if (!c->in_data && lcm_table_has(&c->data, &type)) {
    c->in_data = true;
    lcm_table_read(&c->data, &cursor, variable);
  }
}

/* Let the call "node" of what a call returns be none of the function that
 * libclang takes it for. */
static void correct_call(struct copier *c, lcm_ast *node) {
  if (!node->first || node->first->kind != LCM_AST_CALL)
    return;
  node->is_function = node->is_static = node->is_system = false;
  node->name = lcm_intern(c->ctx, "");
  node->key = NULL;
}

/* Return whether a cursor of "kind" may only wrap an expression.  One that
 * libclang does not name is no mere conversion where it has several parts, as
 * an atomic operation has. */
static bool may_wrap(enum CXCursorKind kind) {
  return kind == CXCursor_ParenExpr || kind == CXCursor_CStyleCastExpr ||
         kind == CXCursor_UnexposedExpr;
}

/* Open "cursor", whose parts come next; return its entry. */
static inline struct open *open_cursor(struct copier *c, CXCursor cursor,
                                       enum CXCursorKind kind) {
  const struct open entry = {.cursor = cursor,
                             .kind = kind,
                             .outer = c->parent,
                             .before = c->parent->last,
                             .in_table = c->in_table,
                             .in_data = c->in_data};
  LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->open, entry);
  return &c->open.at[c->open.n - 1];
}

/* Note that "node", which is "cursor", is used as a pointer. */
static void note_use(struct copier *c, const lcm_ast *node, CXCursor cursor) {
  const CXType type = clang_getCursorType(cursor);
  if ((!node->is_function || node->kind == LCM_AST_CALL) && !c->apart)
    lcm_records_use(&c->records, &type, node, c->function);
}

/* Return the node for "entry", a part of what is being put together. */
static lcm_ast *new_node(struct copier *c, struct open *entry) {
  lcm_ast *node = LCM_NEW(lcm_ctx_arena(c->ctx), lcm_ast);
  node->kind = lcm_cursor_kind(&entry->cursor, (int)entry->kind);
  node->parent = c->parent;
  copy_operations(c, node, entry->cursor, entry->kind);
  copy_details(c, node, entry->cursor);
  entry->is_late = lcm_places_wait(node, c->parent, (int)entry->kind);
  if (!entry->is_late)
    lcm_places_put(c->places, node, c->parent, &entry->cursor);
  if (c->parent->kind == LCM_AST_CALL) {
    struct type *type = type_of(c, entry->cursor);
    node->is_pointer = is_pointer(type);
    node->is_action = type->is_action;
    if (node->parent->first)
      note_records(c, type, node);
  }
  if (node->is_pointer && (node->kind == LCM_AST_REF || node->parent->first))
    note_use(c, node, entry->cursor);
  note_action(c, node);
  entry->node = node;
  return node;
}

/* Make a node of "entry", a wrapper with more than one part: those met are
 * below it. */
static void widen(struct copier *c, struct open *entry) {
  lcm_ast *outer = entry->outer;
  lcm_ast *part = entry->before ? entry->before->next : outer->first;
  outer->last = entry->before;
  *(entry->before ? &entry->before->next : &outer->first) = NULL;
  c->parent = new_node(c, entry);
  while (part) {
    lcm_ast *next = part->next;
    part->next = NULL;
    append(c->parent, part);
    part = next;
  }
}

/* Put the node of "entry", all parts of which are there, where it belongs. */
static void settle(struct copier *c, const struct open *entry) {
  lcm_ast *outer = entry->outer;
  c->parent = outer;
  c->in_table = entry->in_table;
  c->in_data = entry->in_data;
  if (entry->node->kind == LCM_AST_CALL) {
    const struct lcm_called called = {entry->node, c->function};
    correct_call(c, entry->node);
    if (c->function && !c->apart)
      LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->syntax->calls, called);
  }
  if (entry->is_late)
    lcm_places_put_late(c->places, entry->node, outer, &entry->cursor);
  append(outer, entry->node);
  if (outer->kind == LCM_AST_COMPOUND)
    lift(outer);
}

/* Note that the value of "node" is converted from the type of "inner" to that
 * of "cursor". */
static void note_cast(struct copier *c, lcm_ast *node, CXCursor cursor,
                      CXCursor inner) {
  size_t n = 0;
  while (n < 3 && node->casts[n])
    n++;
  const unsigned char range = type_of(c, cursor)->range;
  const unsigned char before = n             ? node->casts[n - 1]
                               : node->range ? node->range
                                             : type_of(c, inner)->range;
  if (range && before && !lcm_ast_holds_range(range, before))
    node->casts[n < 3 ? n : 2] = range;
}

/* Return whether the wrapper "entry" may make another pointer of one. */
static bool may_convert(struct copier *c, const struct open *entry) {
  const struct type *to = type_of(c, entry->cursor);
  const struct type *from = type_of(c, entry->inner);
  return is_pointer(from) && !is_array(to) &&
         !clang_equalTypes(to->type, from->type);
}

/* Return the bytes by which a pointer of "type" steps, 0 where these are not
 * known, or it points to arrays. */
static long long step_of(const struct type *type) {
  const CXType to = clang_getCanonicalType(
      clang_getPointeeType(clang_getCanonicalType(type->type)));
  const bool known = to.kind != CXType_Invalid && to.kind != CXType_Void &&
                     clang_getArrayElementType(to).kind == CXType_Invalid;
  const long long size = known ? clang_Type_getSizeOf(to) : 0;
  return size > 0 ? size : 0;
}

/* Return whether the wrapper "entry" lets a pointer step otherwise. */
static bool is_recast(struct copier *c, const struct open *entry) {
  const long long to = step_of(type_of(c, entry->cursor));
  const long long from = step_of(type_of(c, entry->inner));
  return to && from && to != from;
}

/* Close the innermost cursor: its parts have been visited. */
static void close_cursor(struct copier *c) {
  struct open *entry = &c->open.at[--c->open.n];
  if (!entry->node && entry->outer->last != entry->before) {
    lcm_places_wrap(c->places, entry->outer->last, &entry->cursor,
                    (int)entry->kind);
    note_cast(c, entry->outer->last, entry->cursor, entry->inner);
    const bool converts = !entry->outer->last->range && may_convert(c, entry);
    if (converts && is_recast(c, entry))
      entry->outer->last->is_recast = true;
    if (converts)
      lcm_records_convert(&c->records, &entry->cursor, &entry->inner,
                          entry->outer->last, c->function);
    return;
  }
  if (!entry->node)
    (void)new_node(c, entry);
  settle(c, entry);
}

/* Close the cursors in "parent" that are not around the one that comes. */
static void close_inside(struct copier *c, CXCursor parent) {
  size_t n = c->open.n;
  while (n && !is_same(&c->open.at[n - 1].cursor, &parent))
    n--;
  while (n && c->open.n > n)
    close_cursor(c);
}

/* Note the constants that a declaration of a type makes. */
static enum CXChildVisitResult visit_type(CXCursor cursor, CXCursor parent,
                                          CXClientData data) {
  struct copier *c = data;
  (void)parent;
  lcm_records_field(&c->records, &cursor);
  if (clang_getCursorKind(cursor) == CXCursor_EnumConstantDecl)
    note_constant(c, cursor, take(c->ctx, clang_getCursorSpelling(cursor)),
                  NULL);
  return CXChildVisit_Recurse;
}

/* Return whether "kind" declares a type in which constants can be. */
static bool is_type(enum CXCursorKind kind) {
  return kind == CXCursor_EnumDecl || kind == CXCursor_StructDecl ||
         kind == CXCursor_UnionDecl;
}

/* Report, once, that "cursor" is nested too deeply to be read. */
static void report_depth(struct copier *c, CXCursor cursor) {
  lcm_loc at = {.file = c->path};
  if (c->is_cut)
    return;
  c->is_cut = true;
  clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, &at.line,
                             &at.column, NULL);
  lcm_report(c->ctx, LCM_DIAG_DEPTH, at,
             "statements and expressions are nested more than %d deep",
             LCM_MAX_DEPTH);
}

/* Note what "cursor" says that is no part of what is around; return whether
 * that is all it says. */
static bool is_note(struct copier *c, CXCursor cursor, CXCursor parent,
                    enum CXCursorKind kind) {
  if (kind == CXCursor_TypeRef)
    note_type(c, cursor);
  if (is_type(kind))
    clang_visitChildren(cursor, visit_type, c);
  if (kind == CXCursor_LabelRef && c->parent->kind == LCM_AST_GOTO)
    c->parent->name = take(c->ctx, clang_getCursorSpelling(cursor));
  return kind == CXCursor_TypeRef || kind == CXCursor_LabelRef ||
         clang_isAttribute(kind) ||
         (kind == CXCursor_ParmDecl && c->parent->kind != LCM_AST_FUNCTION) ||
         (is_literal(kind) &&
          clang_getCursorKind(parent) == CXCursor_InitListExpr);
}

/* Visit a cursor inside a function. */
static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent,
                                     CXClientData data) {
  struct copier *c = data;
  const enum CXCursorKind kind = clang_getCursorKind(cursor);
  close_inside(c, parent);
  struct open *around = &c->open.at[c->open.n - 1];
  if (c->open.n > LCM_MAX_DEPTH + 1) {
    report_depth(c, cursor);
    return CXChildVisit_Break;
  }
  if (!around->node && ++around->parts > 1 &&
      around->kind == CXCursor_UnexposedExpr)
    widen(c, around);
  around->inner = cursor;
  if (is_note(c, cursor, parent, kind))
    return CXChildVisit_Continue;
  struct open *entry = open_cursor(c, cursor, kind);
  if (may_wrap(kind))
    return CXChildVisit_Recurse;
  c->parent = new_node(c, entry);
  if (kind == CXCursor_InitListExpr) {
    open_list(c, entry);
    lcm_records_list(&c->records, &cursor, entry->outer, c->function);
  }
  if (!is_leaf(kind))
    return CXChildVisit_Recurse;
  close_cursor(c);
  return CXChildVisit_Continue;
}

/* Return the syntax of the value at "cursor" in a list of initializers. */
static lcm_ast *copy_filled(void *user, const void *cursor) {
  struct copier *c = user;
  lcm_ast *const outer = c->parent;
  const bool in_table = c->in_table;
  const bool in_data = c->in_data;
  const bool apart = c->apart;
  const size_t n = c->open.n;
  lcm_ast *holder = LCM_NEW(lcm_ctx_arena(c->ctx), lcm_ast);
  holder->kind = LCM_AST_OTHER;
  holder->parent = outer;
  c->parent = holder;
  c->in_table = c->in_data = c->apart = true;
  const CXCursor none = clang_getNullCursor();
  open_cursor(c, none, CXCursor_InvalidFile)->node = holder;
  if (visit(*(const CXCursor *)cursor, none, c) == CXChildVisit_Recurse)
    clang_visitChildren(*(const CXCursor *)cursor, visit, c);
  while (c->open.n > n + 1)
    close_cursor(c);
  c->open.n = n;
  c->in_table = in_table;
  c->in_data = in_data;
  c->apart = apart;
  c->parent = outer;
  holder->begin = holder->first ? holder->first->begin : 0;
  holder->end = holder->first ? holder->first->end : 0;
  return holder;
}

/* Note what the variable "cursor" at file scope, which is "node", begins with
 * where that is pointers to functions or data. */
static void copy_pointers(struct copier *c, lcm_ast *node, CXCursor cursor) {
  const struct type *type = type_of(c, cursor);
  if (type->kind != CXType_Record && !is_pointer(type))
    return;
  c->parent = node;
  if (lcm_table_has(&c->tables, &type->type)) {
    LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->syntax->actions, node);
    node->is_extern = !lcm_table_begins(&c->tables, &cursor, node) &&
                      clang_Cursor_getStorageClass(cursor) == CX_SC_Extern;
  }
  if (lcm_table_has(&c->data, &type->type))
    (void)lcm_table_begins(&c->data, &cursor, node);
}

/* Copy what lies below the function "cursor" into "node". */
static void copy_function(struct copier *c, lcm_ast *node, CXCursor cursor) {
  c->parent = node;
  c->function = node;
  c->open.n = 0;
  open_cursor(c, cursor, clang_getCursorKind(cursor))->node = node;
  clang_visitChildren(cursor, visit, c);
  while (c->open.n > 1)
    close_cursor(c);
  c->function = NULL;
}

/* Visit a cursor at file scope. */
static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent,
                                         CXClientData data) {
  struct copier *c = data;
  CXFile file = NULL;
  (void)parent;
  const enum CXCursorKind kind = clang_getCursorKind(cursor);
  if (kind == CXCursor_MacroDefinition)
    lcm_tu_define(&c->syntax->macros, &cursor);
  if (clang_isPreprocessing(kind))
    return CXChildVisit_Continue;
  if (is_type(kind) && !is_foreign(cursor))
    clang_visitChildren(cursor, visit_type, c);
  clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL,
                             NULL);
  if (!file || !lcm_tu_same_file(file, c->file)) {
    if (file && kind == CXCursor_VarDecl)
      lcm_outside_note(&c->records, &cursor);
    return CXChildVisit_Continue;
  }
  lcm_ast *node = LCM_NEW(lcm_ctx_arena(c->ctx), lcm_ast);
  node->kind = kind == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor)
                   ? LCM_AST_FUNCTION
                   : LCM_AST_DECLARATION;
  lcm_places_put(c->places, node, NULL, &cursor);
  if (kind == CXCursor_VarDecl) {
    copy_declaration(c, node, cursor);
    copy_value(node, cursor);
    copy_pointers(c, node, cursor);
    lcm_records_variable(&c->records, &cursor);
  }
  if (node->kind == LCM_AST_FUNCTION) {
    copy_details(c, node, cursor);
    c->returns = node->is_action;
    copy_function(c, node, cursor);
  }
  if (c->last_top)
    c->last_top->next = node;
  else
    c->syntax->top = node;
  c->last_top = node;
  return CXChildVisit_Continue;
}

struct lcm_syntax *lcm_tu_syntax(lcm_tu *tu) {
  struct lcm_syntax *syntax =
      LCM_NEW(lcm_ctx_arena(tu->ctx), struct lcm_syntax);
  struct copier *c = LCM_NEW(lcm_ctx_arena(tu->ctx), struct copier);
  c->ctx = tu->ctx;
  c->file = clang_getFile(tu->unit, tu->input->file);
  c->path = tu->input->file;
  c->syntax = syntax;
  syntax->unit = tu->whole ? tu->whole->file : tu->file;
  syntax->file = tu->file;
  if (lcm_find(tu->text, tu->len, "lcm:"))
    lcm_tu_inactive(syntax, tu);
  c->tables = (struct lcm_tables){
      .ctx = tu->ctx, .syntax = syntax, .copy = copy_filled, .user = c};
  c->records = (struct lcm_records){.ctx = tu->ctx, .syntax = syntax};
  c->data = c->tables;
  c->data.data = true;
  c->places = lcm_places_new(tu);
  syntax->lines = lcm_places_lines(c->places);
  syntax->macros = lcm_tu_macros(tu);
  clang_visitChildren(clang_getTranslationUnitCursor(tu->unit), visit_top, c);
  return syntax;
}
