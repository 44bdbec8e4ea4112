/* By which jumps and final calls statements are left, as their text says. */
#pragma once

#include <stdbool.h>

#include "analyzer/clang/ast.h"

/* Ways to leave a statement. */
enum lcm_leave_way {
  LCM_LEAVE_CONTINUE = 1, /* the iteration around ends */
  LCM_LEAVE_BREAK = 2,    /* the loop around ends */
  LCM_LEAVE_JUMP = 4,     /* more than that ends: return, goto */
  LCM_LEAVE_END = 8,      /* the program ends, or the thread: exit() */
  LCM_LEAVE_AWAY = LCM_LEAVE_JUMP | LCM_LEAVE_END,
  LCM_LEAVE_LOOP = LCM_LEAVE_BREAK | LCM_LEAVE_AWAY,
  LCM_LEAVE_ANY = LCM_LEAVE_CONTINUE | LCM_LEAVE_BREAK | LCM_LEAVE_AWAY
};

/* Return the way in which the jump or final call "ast" leaves, 0 for others. */
unsigned lcm_leave_way(const lcm_ast *ast);

/* Return the ways, out of "ways", by which the statement "ast" may be left,
 * as its text says. */
unsigned lcm_leave_ways(const lcm_ast *ast, unsigned ways);

/* Return whether the call "ast" does not come back. */
bool lcm_leave_is_final(const lcm_ast *ast);

/* Return whether control leaves the block at the end of "ast" (may be
 * NULL). */
bool lcm_leaves(const lcm_ast *ast);
