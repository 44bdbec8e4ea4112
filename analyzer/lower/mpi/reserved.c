/* Params that declare a reserved name: what they may say, and what has no
 * effect. */
#include <string.h>

#include "analyzer/lower/mpi/message.h"
#include "analyzer/lower/mpi/reserved.h"
#include "annotations/annotations.h"

/* Return whether "ast", or something below it, lets MPI set the variable "name"
 * to the rank or the number of ranks; which is put into "*answer". */
static bool is_asked(const char **answer, struct lcm_lowering *l,
                     const lcm_ast *ast, const char *name) {
  const lcm_ast *target =
      ast->kind == LCM_AST_ADDRESS && ast->first ? ast->first : NULL;
  if (target && target->kind == LCM_AST_REF && target->name &&
      !strcmp(target->name, name))
    *answer = lcm_message_answer(l, ast);
  for (const lcm_ast *at = ast->first; at && !*answer; at = at->next)
    (void)is_asked(answer, l, at, name);
  return *answer != NULL;
}

/* Return what MPI says that the variable "name" is, `rank` or `ranks`; NULL
 * where it is something else. */
static const char *answer_of(struct lcm_lowering *l, const char *name) {
  const char *answer = NULL;
  name = lcm_name_plain(name);
  for (const lcm_ast *top = l->syntax->top; top && !answer; top = top->next)
    (void)is_asked(&answer, l, top, name);
  return answer;
}

/* Report that "param" has no effect. */
static void report(struct lcm_lowering *l, const lcm_param *param,
                   const char *what) {
  lcm_report(l->ctx, LCM_DIAG_RESERVED_PARAM, param->loc,
             "'%s' is a reserved name, %s", param->name, what);
  l->status = l->status ? l->status : LCM_EPARSE;
}

void lcm_reserved_check(struct lcm_lowering *l) {
  for (size_t i = 0; i < l->declared.params.n; i++) {
    const lcm_param *param = &l->declared.params.at[i];
    const char *tied = param->tied ? lcm_expr_name(param->tied) : NULL;
    const char *answer = tied ? answer_of(l, tied) : NULL;
    if (!lcm_name_is_reserved(param->name))
      continue;
    if (answer)
      report(l, param,
             lcm_arena_printf(lcm_ctx_arena(l->ctx),
                              "the processors of the part that a model stands "
                              "in: write '%s' for what MPI sets '%s' to",
                              answer, lcm_name_plain(tied)));
    else if (param->value || (strcmp(param->name, "p") != 0 && param->tied))
      report(l, param, "which no param gives a value: use another name");
  }
}
