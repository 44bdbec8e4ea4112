#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "trace/trace.h"

/* What is read, and how. */
struct reading {
  const char *path;
  struct lcm_trace_options how;
};

/* Require that each actor of "trace" does something all the time, and that what
 * is found saves no more than there is. */
static void check(const lcm_trace *trace) {
  for (size_t i = 0; i < trace->n_actors; i++) {
    double sum = 0;
    for (size_t c = 0; c < trace->n_cats; c++)
      sum += trace->actors[i].cats[c];
    fuzz_require(fabs(sum - trace->time) <= 1e-6 * trace->time ||
                     trace->disorder > 0,
                 "all time is in a category");
  }
  for (size_t i = 0; i < trace->n_chain; i++)
    fuzz_require(trace->chain[i].begin <= trace->chain[i].end &&
                     (!i || trace->chain[i - 1].end <= trace->chain[i].begin),
                 "the chain goes forward");
}

/* Read the trace, and write what is known of it. */
static lcm_status read_trace(lcm_ctx *ctx, void *user) {
  const struct reading *reading = user;
  const struct lcm_style style = {0};
  const lcm_trace *trace = NULL;
  const lcm_status status =
      lcm_trace_read(&trace, ctx, reading->path, &reading->how);
  size_t n = 0;
  (void)lcm_diag_all(ctx, &n);
  fuzz_require(!status || n, "what is refused is said");
  if (status)
    return status;
  check(trace);
  fuzz_require(!reading->how.repair || trace->tachyons == 0 || n,
               "repaired clocks have no tachyons");
  free(lcm_trace_to_json(trace));
  free(lcm_render_trace(ctx, trace, true, &style));
  return LCM_OK;
}

/* The bytes as a trace: as it is, and repaired. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  const int file = memfd_create("trace", 0);
  char path[64];
  fuzz_require(file >= 0 && write(file, data, len) == (ssize_t)len,
               "there is a file");
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  for (int repair = 0; repair < 2; repair++) {
    lcm_ctx *ctx = fuzz_ctx();
    struct reading reading = {
        path, {.repair = repair, .perturbation = repair && len % 2 ? 0.01 : 0}};
    fuzz_require(ctx != NULL, "there is a context");
    fuzz_require(lcm_ctx_guard(ctx, read_trace, &reading) != LCM_ENOMEM,
                 "there is memory");
    lcm_ctx_free(ctx);
  }
  (void)close(file);
  return 0;
}
