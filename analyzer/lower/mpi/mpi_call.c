/* What the table of MPI says of a call and its arguments. */
#include <string.h>

#include "analyzer/lower/mpi/mpi_call.h"

/* Return whether the file itself defines the function "name". */
static bool is_defined(const struct lcm_lowering *l, const char *name) {
  size_t at = 0;
  return lcm_map_get(&l->globals.defined, name, &at);
}

/* Return whether "ast" calls a function of MPI by its name. */
static bool calls_mpi(const struct lcm_lowering *l, const lcm_ast *ast) {
  const char *model =
      ast->kind == LCM_AST_CALL && ast->name ? lcm_call_model(ast->name) : NULL;
  return model && !strcmp(model, "mpi") && !is_defined(l, ast->name);
}

const struct lcm_mpi_function *lcm_call_mpi(const struct lcm_lowering *l,
                                            const lcm_ast *ast) {
  return calls_mpi(l, ast) ? lcm_mpi_function(ast->name) : NULL;
}

bool lcm_call_is_message(const struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_mpi_function *function = lcm_call_mpi(l, ast);
  return function && function->kind != LCM_MESSAGE_LOCAL &&
         function->kind != LCM_MESSAGE_OPAQUE;
}

/* Return why what the opaque function "name" does is not modelled, with %s for
 * its name. */
static const char *why_opaque(const char *name) {
  if (!strncmp(name, "MPI_Comm_spawn", 14))
    return "the processes that %s() starts are not followed";
  if (!strncmp(name, "MPI_Comm_", 9))
    return "%s() waits for another program, which is not followed";
  if (!strcmp(name, "MPI_Win_wait"))
    return "%s() waits for accesses of ranks that are not known";
  return "%s() is not modelled";
}

const char *lcm_message_oddity(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  if (!calls_mpi(l, ast) || !strncmp(ast->name, "MPI_T_", 6))
    return NULL;
  const struct lcm_mpi_function *function = lcm_mpi_function(ast->name);
  if (!function)
    return lcm_arena_printf(arena, "%s() is no function of MPI that is known",
                            ast->name);
  if (function->kind != LCM_MESSAGE_OPAQUE)
    return NULL;
  const char *why = why_opaque(function->name);
  const char *rest = strstr(why, "%s") + 2;
  return lcm_arena_printf(arena, "%.*s%s%s", (int)(rest - 2 - why), why,
                          ast->name, rest);
}

/* Return the number of the argument of "call" that "ast" is, or lies in. */
static size_t argument_number(const lcm_ast *call, const lcm_ast *ast) {
  const lcm_ast *at = call->first ? call->first->next : NULL;
  size_t i = 0;
  while (at && at != ast) {
    at = at->next;
    i++;
  }
  return i;
}

char lcm_message_role(const struct lcm_lowering *l, const lcm_ast *address) {
  const lcm_ast *call = address->parent;
  const struct lcm_mpi_function *function = call ? lcm_call_mpi(l, call) : NULL;
  const size_t i = function ? argument_number(call, address) : 0;
  return function && i < strlen(function->roles) ? function->roles[i] : '\0';
}

bool lcm_message_reads(const struct lcm_lowering *l, const lcm_ast *address) {
  const lcm_ast *call = address->parent;
  const struct lcm_mpi_function *function = call ? lcm_call_mpi(l, call) : NULL;
  return function && lcm_mpi_reads(function, argument_number(call, address));
}
