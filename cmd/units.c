/* What a command says of the analysis of units: where results are kept, how far
 * it is. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fs.h"
#include "cmd/command.h"
#include "cmd/units.h"

/* ---- the cache ------------------------------------------------------------
 */

/* Return the directory "lcm" below the one for caches that the environment
 * says; NULL where it says none. */
static const char *usual_cache(lcm_ctx *ctx) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *cache = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  if (cache && cache[0] == '/')
    return lcm_arena_printf(arena, "%s/lcm", cache);
  return home && home[0] == '/' ? lcm_arena_printf(arena, "%s/.cache/lcm", home)
                                : NULL;
}

const char *command_cache(struct command *command) {
  if (command->given[OPT_NO_CACHE])
    return NULL;
  if (command->given[OPT_CACHE])
    return command->values[OPT_CACHE];
  if (command->given[OPT_CHECK] || lcm_ctx_options(command->ctx)->check)
    return NULL;
  return usual_cache(command->ctx);
}

/* ---- progress -------------------------------------------------------------
 */

/* How progress is shown. */
struct units_shown {
  /* on one line of a terminal, which is written again and again */
  bool line;
  size_t kept;  /* so many units came from the cache so far */
  double begin; /* when the analysis began */
  double shown; /* when something was shown last */
};

/* Show how far the analysis is: on a terminal ten times a second and when it
 * has taken a second, elsewhere every unit. */
static void show(void *user, const struct lcm_progress *progress) {
  struct units_shown *shown = user;
  const double time = lcm_clock_now();
  const bool last = progress->done == progress->n;
  if (!shown->line) {
    fprintf(stderr, "[%zu/%zu] %s%s\n", progress->done, progress->n,
            progress->file, progress->cached > shown->kept ? ", kept" : "");
    shown->kept = progress->cached;
    return;
  }
  if (last && shown->shown > 0)
    fputs("\r\033[K", stderr);
  if (last || time < shown->begin + 1 || time < shown->shown + 0.1)
    return;
  shown->shown = time;
  fprintf(stderr, "\r\033[K[%zu/%zu] %.60s", progress->done, progress->n,
          progress->file);
  fflush(stderr);
}

void command_progress(struct lcm_analyze_options *options,
                      struct command *command) {
  const bool terminal = isatty(STDERR_FILENO) && !command->given[OPT_QUIET];
  if (!terminal && !command->given[OPT_PROGRESS])
    return;
  struct units_shown *shown =
      LCM_NEW(lcm_ctx_arena(command->ctx), struct units_shown);
  shown->line = isatty(STDERR_FILENO);
  shown->begin = lcm_clock_now();
  options->progress = show;
  options->user = shown;
}
