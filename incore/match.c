/* Which loop of the code a loop of the source became: by the lines that its
 * instructions come from.  How many iterations it makes at once: by how far its
 * addresses move, by its stores and operations. */
#include "incore/match.h"

#include <math.h>
#include <string.h>

/* Numbers that are the same but for rounding. */
static bool is_near(double a, double b) {
  return fabs(a - b) <= 0.01 * fabs(b);
}

/* Return whether "value" is a whole number of iterations, at least 1. */
static bool is_whole(double value) {
  return value >= 0.99 && value < 4096 && is_near(value, round(value));
}

/* Return whether the place "file", "line" of "code" lies in "source". */
static bool is_in(const struct lcm_incore *code,
                  const struct lcm_incore_source *source, unsigned file,
                  unsigned line) {
  if (line < source->first || line > source->last)
    return false;
  for (size_t i = 0; i < code->files.n; i++)
    if (code->files.at[i].number == file &&
        !strcmp(code->files.at[i].path, source->file))
      return true;
  return false;
}

/* Return how well "loop" fits "source": 2 where its last jump comes from there,
 * 1 where most of it does, 0 elsewhere. */
static int fit_of(const struct lcm_incore *code,
                  const struct lcm_incore_source *source,
                  const struct lcm_asm_loop *loop) {
  unsigned inside = 0;
  unsigned all = 0;
  for (size_t i = 0; i < loop->lines.n; i++) {
    const struct lcm_asm_line *line = &loop->lines.at[i];
    all += line->n;
    inside += is_in(code, source, line->file, line->line) ? line->n : 0;
  }
  if (inside && is_in(code, source, loop->file, loop->line))
    return 2;
  return inside > all / 2;
}

/* Return whether "stride" is one of "source". */
static bool has_stride(const struct lcm_incore_source *source, double stride) {
  for (size_t i = 0; i < source->n_strides; i++)
    if (is_near(stride, (double)source->strides[i]))
      return true;
  return false;
}

/* Return how many iterations "facts" makes at once by how far addresses move, 0
 * where that does not say it. */
static double by_strides(const struct lcm_asm_facts *facts,
                         const struct lcm_incore_source *source) {
  double step = 0;
  double stride = 0;
  for (size_t i = 0; i < facts->moving.n; i++)
    step = fmax(step, (double)facts->moving.at[i].step);
  for (size_t i = 0; i < source->n_strides; i++)
    stride = fmax(stride, (double)source->strides[i]);
  if (step <= 0 || stride <= 0 || !is_whole(step / stride))
    return 0;
  const double n = round(step / stride);
  for (size_t i = 0; i < facts->moving.n; i++)
    if (!has_stride(source, (double)facts->moving.at[i].step / n))
      return 0;
  return n;
}

/* Return how many iterations "loop" makes at once by the step of what ends it,
 * 0 where that does not say it: a compiler counts in steps of 31 for `31 * i`,
 * too, and repeats what an iteration does a power of two times. */
static double by_counter(const struct lcm_asm_loop *loop,
                         const struct lcm_incore_source *source) {
  enum { COUNTS = 2, LEAST = 2 };
  const double counted = source->step > 0 && loop->facts.counter > 0
                             ? (double)loop->facts.counter / source->step
                             : 0;
  const bool repeated = is_whole(log2(fmax(counted, 1)) + 1) &&
                        (double)loop->instrs.n >= COUNTS + LEAST * counted;
  return is_near(counted, 1) || (is_whole(counted) && repeated) ? counted : 0;
}

/* Return how many iterations a loop makes at once where addresses and
 * operations do not say it, "counted" being what its counter says: code that
 * works on one number at a time makes one, unless it counts in larger steps,
 * stores other amounts or does the operations of several. */
static double scalar(const struct lcm_asm_facts *facts,
                     const struct lcm_incore_source *source, double counted) {
  enum { SEVERAL = 2 };
  const double flops = source->flops > 0 ? facts->flops / source->flops : 0;
  const bool stores = source->stores > 0 && facts->stores > 0;
  const bool others = stores && !is_near(facts->stores, source->stores);
  if (facts->packed || flops >= SEVERAL || (others && counted <= 1))
    return 0;
  return counted > 0 ? counted : 1;
}

/* Return how many iterations "loop" makes at once, 0 where what says it does
 * not agree. */
static double at_once(const struct lcm_asm_loop *loop,
                      const struct lcm_incore_source *source) {
  const struct lcm_asm_facts *facts = &loop->facts;
  const double moved = by_strides(facts, source);
  const double stores = source->stores > 0 && facts->stores > 0
                            ? facts->stores / source->stores
                            : 0;
  const double flops =
      source->flops > 0 && facts->flops > 0 ? facts->flops / source->flops : 0;
  const double counted = by_counter(loop, source);
  if (source->trips > 1 && flops > 1 && is_near(flops, source->trips))
    return source->trips;
  if (moved == 1 && facts->packed && facts->stores <= 0 && is_whole(flops))
    return round(flops);
  if (moved > 0) {
    const bool stored = stores > 0 && is_near(stores, moved);
    const bool computed = flops > 0.3 * moved && flops < 1.05 * moved;
    const bool known = stores > 0 || flops > 0;
    return facts->branches || !known || stored || (computed && stores <= 0)
               ? moved
               : scalar(facts, source, moved == 1 ? 1 : 0);
  }
  if (facts->irregular && stores > 0 && is_whole(stores) && flops > 0 &&
      flops <= 1.05 * stores)
    return round(stores);
  if (is_whole(flops) && stores <= 0 &&
      (facts->packed || facts->counter <= 0 || is_near(flops, counted)))
    return round(flops);
  return scalar(facts, source, is_whole(counted) ? round(counted) : 0);
}

/* Return the name of a function that stands where "source" was, or NULL. */
static const char *call_of(const struct lcm_incore *code,
                           const struct lcm_incore_source *source) {
  for (size_t i = 0; i < code->calls.n; i++)
    if (is_in(code, source, code->calls.at[i].file, code->calls.at[i].line))
      return code->calls.at[i].name;
  return NULL;
}

/* Return why no loop of "code" is that of "source". */
static const char *missing(lcm_ctx *ctx, const struct lcm_incore *code,
                           const struct lcm_incore_source *source) {
  const char *name = call_of(code, source);
  return name ? lcm_arena_printf(lcm_ctx_arena(ctx),
                                 "the compiler made a call of %s() of it", name)
              : "the code has no loop of it";
}

/* Take "loop", which makes "n" iterations at once, into "*out" where it is the
 * main one so far, or the one for what is left over. */
static void take(struct lcm_incore_cost *out, const struct lcm_asm_loop *loop,
                 double n) {
  const struct lcm_asm_divisions *d = &loop->divisions;
  const double cycles = loop->cycles / n;
  const double smallest = out->rest > 0 ? out->rest : cycles;
  const bool first = out->at_once <= 0;
  const bool more =
      n > out->at_once || (n == out->at_once && cycles > out->cycles);
  const double rest = first || cycles > smallest ? cycles : smallest;
  if (first || more)
    *out = (struct lcm_incore_cost){
        .cycles = cycles,
        .at_once = n,
        .unhindered = loop->unhindered / n,
        .operations = loop->operations / n,
        .undivided = loop->undivided / n,
        .undivided_unhindered = loop->undivided_unhindered / n,
        .divisions = {d->whole / n, d->quotients / n, d->roots / n},
        .kept = loop->facts.kept / n,
        .kept_whole = loop->facts.kept_whole / n,
        .kept_cycles = loop->facts.kept_cycles / n,
        .bound = loop->bound,
        .branches = loop->facts.branches && !loop->paths.n,
        .ways = loop->paths.n > 1,
        .calls = loop->facts.calls};
  out->rest = rest;
}

const char *lcm_incore_match(struct lcm_incore_cost *out, lcm_ctx *ctx,
                             const struct lcm_incore *code,
                             const struct lcm_incore_source *source) {
  const char *why = NULL;
  int best = 0;
  memset(out, 0, sizeof *out);
  for (size_t i = 0; i < code->loops.n; i++) {
    const int fit = fit_of(code, source, &code->loops.at[i]);
    best = fit > best ? fit : best;
  }
  if (!best)
    return missing(ctx, code, source);
  for (size_t i = 0; i < code->loops.n; i++) {
    const struct lcm_asm_loop *loop = &code->loops.at[i];
    if (fit_of(code, source, loop) != best)
      continue;
    const double n = at_once(loop, source);
    if (loop->facts.inlined)
      why = "it has assembly in it";
    else if (loop->cycles <= 0)
      why = "llvm-mca says nothing of it";
    else if (n <= 0)
      why = "how many iterations the code makes at once is not clear";
    else
      take(out, loop, n);
  }
  return out->at_once > 0 ? NULL : why;
}

const char *lcm_incore_bound_word(enum lcm_incore_bound bound) {
  switch (bound) {
  case LCM_BOUND_CHAIN:
    return "chain";
  case LCM_BOUND_PORTS:
    return "ports";
  case LCM_BOUND_FRONT:
    return "front end";
  }
  return "";
}
