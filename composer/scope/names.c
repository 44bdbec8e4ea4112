/* Interns the reserved names. */
#include "composer/scope/names.h"

void lcm_names_intern(struct lcm_names *names, lcm_ctx *ctx) {
  *names = (struct lcm_names){.p = lcm_intern(ctx, "p"),
                              .procs = lcm_intern(ctx, "procs"),
                              .team = lcm_intern(ctx, "team"),
                              .thread = lcm_intern(ctx, "thread"),
                              .parts = lcm_intern(ctx, "T"),
                              .rank = lcm_intern(ctx, "rank"),
                              .ranks = lcm_intern(ctx, "ranks"),
                              .threads = lcm_intern(ctx, "threads"),
                              .m = lcm_intern(ctx, "m"),
                              .n = lcm_intern(ctx, "n")};
}
