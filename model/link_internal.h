/* What the files link*.c say to each other. */
#ifndef LCM_MODEL_LINK_INTERNAL_H
#define LCM_MODEL_LINK_INTERNAL_H

#include "base/list.h"
#include "model/structure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a call passes: in its argument number "at", the function "key", or the
 * parameter "key" of the caller where "forwarded". */
struct lcm_passed {
  size_t at;
  const char *key;
  bool forwarded;
};

typedef LCM_LIST(struct lcm_passed) lcm_passed_list;

/* Put the functions, and parameters that are pointers to functions, that the
 * call "node" passes into "list". */
void lcm_passes_read(lcm_passed_list *list, lcm_ctx *ctx, const lcm_node *node);

/* Put "program" into "*out" with its entry executed by a team of ranks, where
 * that sends messages between ranks. */
LCM_NODISCARD lcm_status lcm_program_rank(const lcm_program **out, lcm_ctx *ctx,
                                          const lcm_program *program);

#ifdef __cplusplus
}
#endif

#endif
