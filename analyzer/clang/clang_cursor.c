/* What a libclang cursor says by itself: kinds, operators, numbers. */
#include <limits.h>

#include "analyzer/clang/clang_cursor.h"
#include "analyzer/clang/libclang_calls.h"

/* Return the kind of an expression with a binary operator. */
static lcm_ast_kind binary_kind(CXCursor cursor) {
  const enum CXBinaryOperatorKind op =
      clang_getCursorBinaryOperatorKind(cursor);
  return op == CXBinaryOperator_Assign ? LCM_AST_ASSIGN
         : op == CXBinaryOperator_LAnd ? LCM_AST_AND
         : op == CXBinaryOperator_LOr  ? LCM_AST_OR
                                       : LCM_AST_OTHER;
}

/* Return the kind of an expression with a unary operator. */
static lcm_ast_kind unary_kind(CXCursor cursor) {
  const enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(cursor);
  if (op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec ||
      op == CXUnaryOperator_PreInc || op == CXUnaryOperator_PreDec)
    return LCM_AST_UPDATE;
  return op == CXUnaryOperator_AddrOf  ? LCM_AST_ADDRESS
         : op == CXUnaryOperator_Deref ? LCM_AST_DEREF
                                       : LCM_AST_OTHER;
}

/* Our kinds for theirs; FUNCTION where we have none. */
static const unsigned char KINDS[] = {
    [CXCursor_CompoundStmt] = LCM_AST_COMPOUND,
    [CXCursor_DeclStmt] = LCM_AST_DECLSTMT,
    [CXCursor_VarDecl] = LCM_AST_VAR,
    [CXCursor_ParmDecl] = LCM_AST_PARAM,
    [CXCursor_ForStmt] = LCM_AST_FOR,
    [CXCursor_WhileStmt] = LCM_AST_WHILE,
    [CXCursor_DoStmt] = LCM_AST_DO,
    [CXCursor_IfStmt] = LCM_AST_IF,
    [CXCursor_SwitchStmt] = LCM_AST_SWITCH,
    [CXCursor_CaseStmt] = LCM_AST_CASE,
    [CXCursor_DefaultStmt] = LCM_AST_CASE,
    [CXCursor_LabelStmt] = LCM_AST_LABEL,
    [CXCursor_ReturnStmt] = LCM_AST_RETURN,
    [CXCursor_BreakStmt] = LCM_AST_BREAK,
    [CXCursor_ContinueStmt] = LCM_AST_CONTINUE,
    [CXCursor_GotoStmt] = LCM_AST_GOTO,
    [CXCursor_IndirectGotoStmt] = LCM_AST_GOTO,
    [CXCursor_GCCAsmStmt] = LCM_AST_ASM,
    [CXCursor_MSAsmStmt] = LCM_AST_ASM,
    [CXCursor_ConditionalOperator] = LCM_AST_CONDITIONAL,
    [CXCursor_StmtExpr] = LCM_AST_BLOCK,
    [CXCursor_IntegerLiteral] = LCM_AST_LITERAL,
    [CXCursor_FloatingLiteral] = LCM_AST_LITERAL,
    [CXCursor_ImaginaryLiteral] = LCM_AST_LITERAL,
    [CXCursor_StringLiteral] = LCM_AST_LITERAL,
    [CXCursor_CharacterLiteral] = LCM_AST_LITERAL,
    [CXCursor_NullStmt] = LCM_AST_NULL,
    [CXCursor_CallExpr] = LCM_AST_CALL,
    [CXCursor_DeclRefExpr] = LCM_AST_REF,
    [CXCursor_ArraySubscriptExpr] = LCM_AST_SUBSCRIPT,
    [CXCursor_MemberRefExpr] = LCM_AST_MEMBER,
    [CXCursor_CompoundAssignOperator] = LCM_AST_UPDATE,
    [CXCursor_UnaryExpr] = LCM_AST_SIZEOF};

lcm_ast_kind lcm_cursor_kind(const void *cursor, int kind) {
  const CXCursor *what = cursor;
  if (kind == CXCursor_BinaryOperator)
    return binary_kind(*what);
  if (kind == CXCursor_UnaryOperator)
    return unary_kind(*what);
  const size_t at = (size_t)kind;
  const lcm_ast_kind known =
      at < sizeof KINDS ? (lcm_ast_kind)KINDS[at] : LCM_AST_FUNCTION;
  return known == LCM_AST_FUNCTION ? LCM_AST_OTHER : known;
}

/* What binary operators compute. */
static const unsigned char OPERATIONS[] = {
    [CXBinaryOperator_Add] = LCM_AST_OP_ADD,
    [CXBinaryOperator_Sub] = LCM_AST_OP_ADD,
    [CXBinaryOperator_AddAssign] = LCM_AST_OP_ADD,
    [CXBinaryOperator_SubAssign] = LCM_AST_OP_ADD,
    [CXBinaryOperator_Mul] = LCM_AST_OP_MUL,
    [CXBinaryOperator_MulAssign] = LCM_AST_OP_MUL,
    [CXBinaryOperator_Div] = LCM_AST_OP_DIV,
    [CXBinaryOperator_DivAssign] = LCM_AST_OP_DIV,
    [CXBinaryOperator_Rem] = LCM_AST_OP_REST,
    [CXBinaryOperator_RemAssign] = LCM_AST_OP_REST,
    [CXBinaryOperator_Shl] = LCM_AST_OP_BITS,
    [CXBinaryOperator_Shr] = LCM_AST_OP_BITS,
    [CXBinaryOperator_And] = LCM_AST_OP_BITS,
    [CXBinaryOperator_Xor] = LCM_AST_OP_BITS,
    [CXBinaryOperator_Or] = LCM_AST_OP_BITS};

lcm_ast_op lcm_cursor_operation(const void *cursor, int kind) {
  const CXCursor *what = cursor;
  if (kind != CXCursor_BinaryOperator &&
      kind != CXCursor_CompoundAssignOperator)
    return LCM_AST_OP_NONE;
  const size_t op = clang_getCursorBinaryOperatorKind(*what);
  const lcm_ast_op known =
      op < sizeof OPERATIONS ? OPERATIONS[op] : LCM_AST_OP_NONE;
  return known || kind != CXCursor_CompoundAssignOperator ? known
                                                          : LCM_AST_OP_BITS;
}

/* Return whether "type" is one of whole numbers. */
static bool is_whole(CXType type) {
  const enum CXTypeKind kind = clang_getCanonicalType(type).kind;
  return (kind >= CXType_Bool && kind <= CXType_Int128) || kind == CXType_Enum;
}

/* Return whether "result" is a whole number that fits into a `long long`. */
static bool is_number(CXEvalResult result) {
  return result && clang_EvalResult_getKind(result) == CXEval_Int &&
         (!clang_EvalResult_isUnsignedInt(result) ||
          clang_EvalResult_getAsUnsigned(result) <= LLONG_MAX);
}

/* libclang 19 dies of lists of values, such as `{1.0, {"a"}}`, where it is
 * asked for one. */
bool lcm_cursor_number(long long *out, const void *cursor) {
  const CXCursor *what = cursor;
  if (!is_whole(clang_getCursorType(*what)))
    return false;
  CXEvalResult result = clang_Cursor_Evaluate(*what);
  const bool known = is_number(result);
  if (known)
    *out = clang_EvalResult_getAsLongLong(result);
  clang_EvalResult_dispose(result);
  return known;
}

unsigned char lcm_cursor_range(const void *type) {
  const CXType *of = type;
  if (of->kind == CXType_Enum) {
    const CXType held = clang_getCanonicalType(
        clang_getEnumDeclIntegerType(clang_getTypeDeclaration(*of)));
    return held.kind == CXType_Enum ? 0 : lcm_cursor_range(&held);
  }
  if (of->kind == CXType_Bool)
    return lcm_ast_range(1, true);
  if (of->kind < CXType_Bool || of->kind > CXType_LongLong ||
      of->kind == CXType_UInt128)
    return 0;
  const long long size = clang_Type_getSizeOf(*of);
  return size > 0 && size <= 8
             ? lcm_ast_range(8 * (unsigned)size, of->kind < CXType_Char_S)
             : 0;
}

unsigned char lcm_cursor_field(const void *field) {
  const CXCursor *declared = field;
  const CXType type = clang_getCanonicalType(clang_getCursorType(*declared));
  const unsigned char range = lcm_cursor_range(&type);
  const int width = clang_getFieldDeclBitWidth(*declared);
  return width > 0 && width < (range & LCM_RANGE_BITS)
             ? lcm_ast_range((unsigned)width, range & LCM_RANGE_NATURAL)
             : range;
}
