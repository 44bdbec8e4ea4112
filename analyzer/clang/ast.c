/* What the table of the kinds of syntax says. */
#include "analyzer/clang/ast.h"

enum lcm_ast_class lcm_ast_class_of(lcm_ast_kind kind) {
  static const unsigned char CLASSES[] = {
#define LCM_AST_KIND(kind, class, holds) LCM_CLASS_##class,
#include "analyzer/clang/kinds.def"
#undef LCM_AST_KIND
  };
  return CLASSES[kind];
}

unsigned lcm_ast_holds_of(lcm_ast_kind kind) {
  static const unsigned char HOLDS[] = {
#define LCM_AST_KIND(kind, class, holds) holds,
#include "analyzer/clang/kinds.def"
#undef LCM_AST_KIND
  };
  return HOLDS[kind];
}
