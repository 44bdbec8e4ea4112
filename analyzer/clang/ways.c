/* By which jumps and final calls statements are left, as their text says. */
#include "analyzer/clang/ways.h"

#include <string.h>

bool lcm_leave_is_final(const lcm_ast *ast) {
  static const char *const NAMES[] = {"exit",           "_exit",
                                      "_Exit",          "quick_exit",
                                      "abort",          "longjmp",
                                      "siglongjmp",     "pthread_exit",
                                      "thrd_exit",      "MPI_Abort",
                                      "__assert_fail",  "__builtin_abort",
                                      "__builtin_trap", "__builtin_unreachable",
                                      "__builtin_exit"};
  for (size_t i = 0; ast->name && i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(ast->name, NAMES[i]))
      return ast->kind == LCM_AST_CALL;
  return false;
}

bool lcm_leaves(const lcm_ast *ast) {
  if (!ast)
    return false;
  if (ast->kind == LCM_AST_COMPOUND)
    return ast->last && lcm_leaves(ast->last);
  if (ast->kind == LCM_AST_IF && ast->first && ast->first->next)
    return lcm_leaves(ast->first->next) && lcm_leaves(ast->first->next->next);
  return lcm_ast_class_of(ast->kind) == LCM_CLASS_JUMP ||
         lcm_leave_is_final(ast);
}

unsigned lcm_leave_way(const lcm_ast *ast) {
  if (lcm_ast_class_of(ast->kind) != LCM_CLASS_JUMP)
    return lcm_leave_is_final(ast) ? LCM_LEAVE_END : 0;
  return ast->kind == LCM_AST_CONTINUE ? LCM_LEAVE_CONTINUE
         : ast->kind == LCM_AST_BREAK  ? LCM_LEAVE_BREAK
                                       : LCM_LEAVE_JUMP;
}

unsigned lcm_leave_ways(const lcm_ast *ast, unsigned ways) {
  unsigned found = lcm_leave_way(ast) & ways;
  if (!(ast->holds & (LCM_AST_HOLDS_STATEMENT | LCM_AST_HOLDS_CALL)))
    return found;
  const unsigned kept = lcm_ast_is_loop(ast)
                            ? LCM_LEAVE_BREAK | LCM_LEAVE_CONTINUE
                        : ast->kind == LCM_AST_SWITCH ? LCM_LEAVE_BREAK
                                                      : 0;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    found |= lcm_leave_ways(child, ways & ~kept);
  return found;
}
