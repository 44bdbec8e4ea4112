/* Values that loops keep in memory: a sum that is loaded, added to and stored
 * in each iteration waits for the store of the iteration before.  llvm-mca
 * takes loads and stores as independent; what lies between is followed here. */
#include "incore/forward.h"

#include <math.h>
#include <string.h>

#include "incore/x86.h"

/* Registers of all kinds, the vectors last; and a value that does not depend on
 * what is followed. */
enum { GENERAL = 16, REGISTERS = GENERAL + 32 };
static const double NOT = -1;

/* A way through a loop, in which a place is followed. */
struct following {
  const struct lcm_asm_loop *loop;
  const char *place;
  double since[REGISTERS]; /* cycles since the place was loaded */
  double longest;          /* when it is stored; NOT: it is not */
  bool whole;              /* that is from a register for whole numbers */
};

/* Return whether "text" begins with "begin". */
static bool starts(const char *text, const char *begin) {
  return !strncmp(text, begin, strlen(begin));
}

/* Return whether "instr" works on registers of vectors. */
static bool is_vector(const struct lcm_asm_instr *instr) {
  return strstr(instr->operands[instr->n_operands - 1], "mm") ||
         strstr(instr->operands[0], "%xmm");
}

/* Return the cycles of "instr", in round numbers of the processors of today. */
static double latency_of(const struct lcm_asm_instr *instr) {
  static const struct {
    const char *begin;
    double cycles;
  } LATENCIES[] = {{"mov", 0},   {"add", 4},   {"sub", 4},    {"mul", 4},
                   {"fmadd", 4}, {"fmsub", 4}, {"fnmadd", 4}, {"fnmsub", 4},
                   {"div", 13},  {"sqrt", 15}, {"cvt", 5},    {"max", 4},
                   {"min", 4}};
  const bool vector = is_vector(instr);
  const char *name = instr->name + (instr->name[0] == 'v');
  if (starts(name, "mov"))
    return 0;
  if (!vector)
    return starts(name, "imul") || starts(name, "mul") ? 3 : 1;
  for (size_t i = 0; i < sizeof LATENCIES / sizeof *LATENCIES; i++)
    if (starts(name, LATENCIES[i].begin))
      return LATENCIES[i].cycles;
  return 1;
}

/* Return the number of the register "operand", -1 where it is none. */
static int register_of(const char *operand) {
  const int general = lcm_x86_register(operand, strlen(operand));
  if (general >= 0)
    return general;
  if (operand[0] != '%' || !operand[1] || strncmp(operand + 2, "mm", 2) != 0)
    return -1;
  int number = 0;
  for (const char *at = operand + 4; *at >= '0' && *at <= '9'; at++)
    number = 10 * number + (*at - '0');
  return number < REGISTERS - GENERAL ? GENERAL + number : -1;
}

/* Return since when the value of "operand" is there. */
static double since_of(const struct following *f, const char *operand) {
  const int reg = register_of(operand);
  return reg >= 0 ? f->since[reg] : !strcmp(operand, f->place) ? 0 : NOT;
}

/* Return whether the last operand of "instr" is no more than written. */
static bool only_writes(const struct lcm_asm_instr *instr) {
  static const char *const WRITERS[] = {"mov",  "vmov", "lea",  "cvt",
                                        "vcvt", "set",  "sqrt", "pshuf"};
  if (instr->n_operands > 2)
    return instr->name[0] == 'v' && !strstr(instr->name, "fm") &&
           !strstr(instr->name, "fnm");
  for (size_t i = 0; i < sizeof WRITERS / sizeof *WRITERS; i++)
    if (starts(instr->name, WRITERS[i]))
      return true;
  return false;
}

/* Execute "instr". */
static void step(struct following *f, const struct lcm_asm_instr *instr) {
  const unsigned n = instr->n_operands;
  double since = NOT;
  if (!n || lcm_x86_only_reads(instr))
    return;
  for (unsigned i = 0; i + 1 < n; i++)
    since = fmax(since, since_of(f, instr->operands[i]));
  const char *last = instr->operands[n - 1];
  if (n == 1 || !only_writes(instr))
    since = fmax(since, since_of(f, last));
  since = since < 0 ? NOT : since + latency_of(instr);
  const int reg = register_of(last);
  if (reg >= 0)
    f->since[reg] = since;
  else if (!strcmp(last, f->place) && since > f->longest) {
    f->longest = since;
    f->whole = !is_vector(instr);
  }
}

/* Follow "place" through the "n" instructions "numbers" from a load to a store
 * there. */
static struct following follow(const struct lcm_asm_loop *loop,
                               const char *place, const size_t *numbers,
                               size_t n) {
  struct following f = {.loop = loop, .place = place, .longest = NOT};
  for (int i = 0; i < REGISTERS; i++)
    f.since[i] = NOT;
  for (size_t i = 0; i < n; i++)
    step(&f, &loop->function->instrs.at[numbers[i]]);
  return f;
}

/* Add what the way of the "n" instructions "numbers" through "loop", "share" of
 * its iterations, keeps in memory. */
static void add_way(struct lcm_asm_loop *loop, const size_t *numbers, size_t n,
                    double share) {
  struct following longest = {.longest = NOT};
  for (size_t i = 0; i < loop->facts.still.n; i++) {
    const struct following f =
        follow(loop, loop->facts.still.at[i], numbers, n);
    const bool more = longest.longest < 0 || (longest.whole && !f.whole) ||
                      (longest.whole == f.whole && f.longest > longest.longest);
    if (f.longest >= 0 && more)
      longest = f;
  }
  if (longest.longest < 0)
    return;
  *(longest.whole ? &loop->facts.kept_whole : &loop->facts.kept) += share;
  loop->facts.kept_cycles += share * longest.longest;
}

void lcm_forward_find(struct lcm_asm_loop *loop) {
  if (loop->facts.calls || !loop->facts.still.n)
    return;
  for (size_t i = 0; i < loop->paths.n; i++)
    add_way(loop, loop->paths.at[i].instrs.at, loop->paths.at[i].instrs.n,
            loop->paths.at[i].share);
  if (!loop->paths.n)
    add_way(loop, loop->instrs.at, loop->instrs.n, 1);
}
