/* Cycles of loops, by llvm-mca: all loops as regions of one text, of which it
 * prints a summary each. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "incore/mca.h"

/* Instructions of a loop that are looked at, instructions that are simulated in
 * a run, iterations at least and at most, runs for loops one by one, bytes of
 * output. */
enum { LONGEST = 4000, WORK = 3000000, FEWEST = 40, MOST = 300, ALONE = 40 };
static const size_t OUTPUT = (size_t)64 << 20;

/* What a summary says. */
struct summary {
  double iterations;
  double cycles;
  double uops;
  double width;
  double throughput; /* cycles of an iteration that the ports take */
};

/* Return whether "loop" can be looked at. */
static bool is_wanted(const struct lcm_asm_loop *loop) {
  return loop->instrs.n && loop->instrs.n <= LONGEST && !loop->facts.inlined &&
         loop->cycles <= 0;
}

/* Append "loop" as the region number "i". */
static void put_region(lcm_buf *buf, const struct lcm_asm_loop *loop,
                       size_t i) {
  lcm_buf_printf(buf, "# LLVM-MCA-BEGIN loop%zu\n", i);
  for (size_t k = 0; k < loop->instrs.n; k++) {
    const struct lcm_asm_instr *instr =
        &loop->function->instrs.at[loop->instrs.at[k]];
    if (strncmp(instr->name, "call", 4) != 0)
      lcm_buf_printf(buf, "%s\n", instr->text);
  }
  lcm_buf_puts(buf, "# LLVM-MCA-END\n");
}

/* Put the number behind "word" in "line" into "*out". */
static void take(double *out, const char *line, const char *word) {
  const size_t n = strlen(word);
  const char *end = NULL;
  if (strncmp(line, word, n) != 0)
    return;
  const char *at = line + n + strspn(line + n, " \t");
  const double value = lcm_strtod(at, &end);
  if (end != at && value >= 0)
    *out = value;
}

/* Let "loop" have the cycles of "summary" if that is whole. */
static void settle(struct lcm_asm_loop *loop, const struct summary *summary) {
  if (summary->iterations < 1 || summary->cycles < 1)
    return;
  loop->cycles = summary->cycles / summary->iterations;
  const double front =
      summary->width > 0 ? summary->uops / summary->iterations / summary->width
                         : 0;
  const double ports = summary->throughput;
  loop->unhindered = ports > front ? ports : front;
  loop->operations = summary->uops / summary->iterations;
  loop->bound = loop->cycles > 1.15 * loop->unhindered + 0.05 ? LCM_BOUND_CHAIN
                : front >= 0.95 * ports                       ? LCM_BOUND_FRONT
                                                              : LCM_BOUND_PORTS;
}

/* Read what llvm-mca printed, "text", into "loops". */
static bool read_output(lcm_asm_loop_list *loops, char *text) {
  struct lcm_asm_loop *loop = NULL;
  struct summary summary = {0};
  bool any = false;
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line;
       line = strtok_r(NULL, "\n", &rest)) {
    const char *name =
        line[0] == '[' ? strstr(line, "Code Region - loop") : NULL;
    if (name) {
      const unsigned long i =
          strtoul(name + strlen("Code Region - loop"), NULL, 10);
      loop = i < loops->n ? &loops->at[i] : NULL;
      summary = (struct summary){0};
    }
    take(&summary.iterations, line, "Iterations:");
    take(&summary.cycles, line, "Total Cycles:");
    take(&summary.uops, line, "Total uOps:");
    take(&summary.width, line, "Dispatch Width:");
    const double before = summary.throughput;
    summary.throughput = -1;
    take(&summary.throughput, line, "Block RThroughput:");
    const bool last = summary.throughput >= 0;
    summary.throughput = last ? summary.throughput : before;
    if (last && loop) {
      settle(loop, &summary);
      any = any || loop->cycles > 0;
      loop = NULL;
    }
  }
  return any;
}

/* Loops that are looked at in one run. */
struct span {
  size_t first;
  size_t end;
  bool killed; /* the run took too long or said too much */
};

/* Run "mca" on those of "loops" that are in "span"; return whether it said
 * anything. */
static bool run(lcm_asm_loop_list *loops, struct span *span, lcm_ctx *ctx,
                const struct lcm_mca *mca) {
  lcm_buf buf = {0};
  size_t n = 0;
  for (size_t i = span->first; i < span->end; i++)
    if (is_wanted(&loops->at[i])) {
      put_region(&buf, &loops->at[i], i);
      n += loops->at[i].instrs.n;
    }
  const size_t times = n ? WORK / n : 0;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *argv[] = {
      mca->path,
      "-mtriple=x86_64",
      "-instruction-info=0",
      "-resource-pressure=0",
      lcm_arena_printf(arena, "-iterations=%zu",
                       times < FEWEST ? FEWEST
                       : times > MOST ? MOST
                                      : times),
      "-",
      mca->processor ? lcm_arena_printf(arena, "-mcpu=%s", mca->processor)
                     : NULL,
      NULL};
  const struct lcm_child child = {.argv = argv,
                                  .input = buf.text,
                                  .input_len = buf.len,
                                  .seconds = mca->seconds,
                                  .most = OUTPUT,
                                  .group = true};
  char *out = NULL;
  size_t len = 0;
  int status = 0;
  const bool good = n && !buf.failed &&
                    !lcm_child_run(&out, &len, &status, ctx, &child) &&
                    !status && read_output(loops, out);
  lcm_buf_free(&buf);
  span->killed = status > 127;
  return good;
}

bool lcm_mca_run(lcm_asm_loop_list *loops, bool *host, lcm_ctx *ctx,
                 const struct lcm_mca *mca) {
  struct lcm_mca plain = *mca;
  struct span all = {0, loops->n, false};
  *host = false;
  if (run(loops, &all, ctx, mca))
    return true;
  plain.processor = NULL;
  if (!all.killed && mca->processor && run(loops, &all, ctx, &plain))
    return *host = true;
  bool any = false;
  for (size_t i = 0; i < loops->n && i < ALONE && !all.killed; i++) {
    all.first = i;
    all.end = i + 1;
    any = run(loops, &all, ctx, &plain) || any;
  }
  *host = any && mca->processor;
  return any;
}
