/* Cycles of loops, by llvm-mca: all loops as regions of one text, of which it
 * prints a summary each. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "incore/division.h"
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

/* Which instructions stand for a way through a loop: its own, or others for its
 * divisions. */
enum form { AS_IS, UNDIVIDED };

/* A way through a loop. */
struct way {
  const struct lcm_asm_loop *loop;
  size_t number; /* of the loop */
  size_t path;
  const size_t *instrs;
  size_t n;
};

/* Append "way" in the form "form" as a region. */
static void put_region(lcm_buf *buf, const struct way *way, enum form form) {
  lcm_buf_printf(buf, "# LLVM-MCA-BEGIN loop%zu.%zu.%d\n", way->number,
                 way->path, (int)form);
  for (size_t k = 0; k < way->n; k++) {
    const struct lcm_asm_instr *instr =
        &way->loop->function->instrs.at[way->instrs[k]];
    if (!strncmp(instr->name, "call", 4))
      continue;
    if (form == UNDIVIDED)
      lcm_division_put(buf, instr);
    else
      lcm_buf_printf(buf, "%s\n", instr->text);
  }
  lcm_buf_puts(buf, "# LLVM-MCA-END\n");
}

/* Append the way "way", and without its divisions if it has any. */
static void put_way(lcm_buf *buf, const struct way *way) {
  struct lcm_asm_divisions all = {0, 0, 0};
  for (size_t k = 0; k < way->n; k++)
    lcm_division_count(&all, &way->loop->function->instrs.at[way->instrs[k]],
                       1);
  put_region(buf, way, AS_IS);
  if (all.whole + all.quotients + all.roots > 0)
    put_region(buf, way, UNDIVIDED);
}

/* Append "loop" as the region number "i", by each way through it if these are
 * known. */
static void put_loop(lcm_buf *buf, const struct lcm_asm_loop *loop, size_t i) {
  for (size_t k = 0; k < loop->paths.n; k++) {
    const struct way way = {loop, i, k, loop->paths.at[k].instrs.at,
                            loop->paths.at[k].instrs.n};
    put_way(buf, &way);
  }
  const struct way all = {loop, i, 0, loop->instrs.at, loop->instrs.n};
  if (!loop->paths.n)
    put_way(buf, &all);
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

/* Add the divisions of the way number "path" of "loop", "share" of its
 * iterations, to those of the loop. */
static void add_divisions(struct lcm_asm_loop *loop, size_t path,
                          double share) {
  const bool known = path < loop->paths.n;
  const size_t n = known ? loop->paths.at[path].instrs.n : loop->instrs.n;
  for (size_t k = 0; k < n; k++)
    lcm_division_count(
        &loop->divisions,
        &loop->function->instrs.at[known ? loop->paths.at[path].instrs.at[k]
                                         : loop->instrs.at[k]],
        share);
}

/* What a region is: a way through a loop, in some form. */
struct region {
  struct lcm_asm_loop *loop;
  size_t path;
  enum form form;
};

/* Add the cycles of "summary", that of "region", to those of its loop if it is
 * whole; the way with most cycles says what binds. */
static void settle(const struct region *region, const struct summary *summary) {
  struct lcm_asm_loop *loop = region->loop;
  if (summary->iterations < 1 || summary->cycles < 1)
    return;
  const double share =
      region->path < loop->paths.n ? loop->paths.at[region->path].share : 1;
  const double cycles = summary->cycles / summary->iterations;
  const double front =
      summary->width > 0 ? summary->uops / summary->iterations / summary->width
                         : 0;
  const double ports = summary->throughput;
  const double unhindered = ports > front ? ports : front;
  if (region->form == UNDIVIDED) {
    loop->undivided += share * (cycles - loop->last);
    loop->undivided_unhindered += share * (unhindered - loop->last_unhindered);
    return;
  }
  loop->last = cycles;
  loop->last_unhindered = unhindered;
  loop->undivided += share * cycles;
  loop->undivided_unhindered += share * unhindered;
  add_divisions(loop, region->path, share);
  if (share * cycles > loop->most)
    loop->bound = cycles > 1.15 * unhindered + 0.05 ? LCM_BOUND_CHAIN
                  : front >= 0.95 * ports           ? LCM_BOUND_FRONT
                                                    : LCM_BOUND_PORTS;
  loop->most = share * cycles > loop->most ? share * cycles : loop->most;
  loop->cycles += share * cycles;
  loop->unhindered += share * unhindered;
  loop->operations += share * summary->uops / summary->iterations;
}

/* Read into "region" what the line "line" says of "loops" where it begins
 * one. */
static void take_region(struct region *region, lcm_asm_loop_list *loops,
                        const char *line) {
  const char *name = line[0] == '[' ? strstr(line, "Code Region - loop") : NULL;
  if (!name)
    return;
  char *end = NULL;
  const unsigned long i =
      strtoul(name + strlen("Code Region - loop"), &end, 10);
  region->loop = i < loops->n ? &loops->at[i] : NULL;
  region->path = *end == '.' ? strtoul(end + 1, &end, 10) : 0;
  region->form = *end == '.' && strtoul(end + 1, NULL, 10) == UNDIVIDED
                     ? UNDIVIDED
                     : AS_IS;
}

/* Read what llvm-mca printed, "text", into "loops". */
static bool read_output(lcm_asm_loop_list *loops, char *text) {
  struct region region = {NULL, 0, AS_IS};
  struct summary summary = {0};
  bool any = false;
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line;
       line = strtok_r(NULL, "\n", &rest)) {
    take_region(&region, loops, line);
    take(&summary.iterations, line, "Iterations:");
    take(&summary.cycles, line, "Total Cycles:");
    take(&summary.uops, line, "Total uOps:");
    take(&summary.width, line, "Dispatch Width:");
    const double before = summary.throughput;
    summary.throughput = -1;
    take(&summary.throughput, line, "Block RThroughput:");
    const bool last = summary.throughput >= 0;
    summary.throughput = last ? summary.throughput : before;
    if (last && region.loop) {
      settle(&region, &summary);
      any = any || region.loop->cycles > 0;
      region.loop = NULL;
      summary = (struct summary){0};
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
      put_loop(&buf, &loops->at[i], i);
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
