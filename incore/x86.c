/* What instructions of x86-64 do, as far as it says how many iterations of the
 * source a loop makes at once. */
#include <stdlib.h>
#include <string.h>

#include "incore/division.h"
#include "incore/parse.h"
#include "incore/x86.h"

/* General registers; and the step of one that is not followed. */
enum { REGISTERS = 16, NO_REGISTER = -1 };

/* How registers change in an iteration. */
struct steps {
  long long by[REGISTERS];
  bool lost[REGISTERS];
};

/* A memory operand. */
struct address {
  int base;
  int index;
  long long scale;
};

/* Return whether "text" begins with "begin". */
static bool starts(const char *text, const char *begin) {
  return !strncmp(text, begin, strlen(begin));
}

/* Return whether "text" ends with "end". */
static bool ends(const char *text, const char *end) {
  const size_t n = strlen(text);
  const size_t m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

int lcm_x86_register(const char *text, size_t n) {
  static const char *const NAMES[] = {"ax", "bx", "cx", "dx",
                                      "si", "di", "bp", "sp"};
  if (n < 3 || text[0] != '%')
    return NO_REGISTER;
  if (text[1] == 'r' && text[2] >= '0' && text[2] <= '9') {
    const long number = strtol(text + 2, NULL, 10);
    return number >= 8 && number < REGISTERS ? (int)number : NO_REGISTER;
  }
  const char *name = text + 1 + (n == 4 && (text[1] == 'r' || text[1] == 'e'));
  for (int i = 0; i < 8; i++)
    if (name[0] == NAMES[i][0] &&
        (name[1] == NAMES[i][1] ||
         (i < 4 && (name[1] == 'l' || name[1] == 'h'))))
      return i;
  return NO_REGISTER;
}

/* Return whether "operand" is in memory. */
static bool is_memory(const char *operand) {
  return operand[0] != '%' && operand[0] != '$' && operand[0] != '*' &&
         strchr(operand, '(') != NULL;
}

/* Read the memory operand "text". */
static struct address address_of(const char *text) {
  struct address address = {NO_REGISTER, NO_REGISTER, 1};
  const char *at = strchr(text, '(') + 1;
  size_t n = strcspn(at, ",)");
  address.base = n ? lcm_x86_register(at, n) : NO_REGISTER;
  at += n;
  if (*at != ',')
    return address;
  n = strcspn(++at, ",)");
  address.index = lcm_x86_register(at, n);
  at += n;
  if (*at == ',')
    address.scale = strtoll(at + 1, NULL, 10);
  return address;
}

bool lcm_x86_only_reads(const struct lcm_asm_instr *instr) {
  static const char *const READERS[] = {
      "cmp",   "test",    "ucomis", "vucomis",  "comis", "vcomis", "push",
      "vtest", "vptest",  "ptest",  "prefetch", "nop",   "j",      "call",
      "ret",   "kortest", "ktest",  "loop",     "btl",   "btq",    "btw"};
  const char *name = instr->name;
  if (starts(name, "cmpxchg") || starts(name, "cmps") || starts(name, "cmpp") ||
      starts(name, "cmpeq"))
    return false;
  for (size_t i = 0; i < sizeof READERS / sizeof *READERS; i++)
    if (starts(name, READERS[i]))
      return true;
  return false;
}

/* Note that "reg" is no longer followed. */
static void lose(struct steps *steps, int reg) {
  if (reg >= 0)
    steps->lost[reg] = true;
}

/* Note registers that "instr" changes without naming them. */
static void note_implicit(struct steps *steps,
                          const struct lcm_asm_instr *instr) {
  static const char *const WIDE[] = {"mul", "imul", "div", "idiv"};
  static const char *const OTHERS[] = {"cltq",  "cqto",  "cltd",    "cwtl",
                                       "cwtd",  "cbtw",  "cmpxchg", "rdtsc",
                                       "cpuid", "xgetbv"};
  static const char *const TEXTS[] = {"movs", "stos", "lods", "scas", "cmps"};
  const bool text = !instr->n_operands || instr->operands[0][0] != '%';
  bool wide = false;
  for (size_t i = 0; i < sizeof WIDE / sizeof *WIDE; i++)
    wide = wide || (instr->n_operands == 1 && starts(instr->name, WIDE[i]));
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    wide = wide || starts(instr->name, OTHERS[i]);
  for (int reg = 0; wide && reg < 4; reg++)
    lose(steps, reg);
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS && text; i++)
    if (starts(instr->name, TEXTS[i]) && instr->n_operands < 2)
      for (int reg = 2; reg < 6; reg++)
        lose(steps, reg);
  if (starts(instr->name, "call"))
    for (int reg = 0; reg < 12; reg++)
      if (reg != 1 && reg != 6 && reg != 7)
        lose(steps, reg);
  if (starts(instr->name, "loop"))
    steps->by[2]--;
}

/* Put the constant that "instr" adds to the register "reg", its last operand,
 * into "*by"; false where it does something else. */
static bool added(long long *by, const struct lcm_asm_instr *instr, int reg) {
  const char *name = instr->name;
  const char *first = instr->operands[0];
  const bool constant = instr->n_operands == 2 && first[0] == '$';
  char *end = NULL;
  if (instr->n_operands == 1 && (starts(name, "inc") || starts(name, "dec"))) {
    *by = name[0] == 'i' ? 1 : -1;
    return true;
  }
  if (constant && (starts(name, "add") || starts(name, "sub"))) {
    *by = strtoll(first + 1, &end, 0) * (name[0] == 'a' ? 1 : -1);
    return !*end;
  }
  if (starts(name, "lea") && instr->n_operands == 2 && is_memory(first)) {
    const struct address address = address_of(first);
    *by = first[0] == '(' ? 0 : strtoll(first, &end, 0);
    return address.base == reg && address.index == NO_REGISTER &&
           (first[0] == '(' || *end == '(') && !strchr(first, ',');
  }
  return false;
}

/* Find out how the registers of "loop" change.  Where not all of it is executed
 * in an iteration, two steps of a register may stand for each other: it is not
 * followed. */
static struct steps steps_of(const struct lcm_asm_loop *loop) {
  struct steps steps = {{0}, {false}};
  for (size_t i = 0; i < loop->instrs.n; i++) {
    const struct lcm_asm_instr *instr =
        &loop->function->instrs.at[loop->instrs.at[i]];
    const unsigned n = instr->n_operands;
    long long by = 0;
    note_implicit(&steps, instr);
    if (!n || lcm_x86_only_reads(instr))
      continue;
    const char *last = instr->operands[n - 1];
    const int reg = lcm_x86_register(last, strlen(last));
    const bool other = loop->facts.branches && reg >= 0 && steps.by[reg];
    if (reg >= 0 && !other && added(&by, instr, reg))
      steps.by[reg] += by;
    else
      lose(&steps, reg);
    const bool two = starts(instr->name, "xchg") ||
                     starts(instr->name, "xadd") || starts(instr->name, "mulx");
    if (two && n > 1)
      lose(&steps, lcm_x86_register(instr->operands[n - 2],
                                    strlen(instr->operands[n - 2])));
  }
  return steps;
}

/* Return the bytes that "instr" stores, whose last operand is in memory. */
static unsigned stored_bytes(const struct lcm_asm_instr *instr) {
  const char *name = instr->name;
  const size_t n = strlen(name);
  const unsigned vector = lcm_asm_vector_bytes(instr->operands[0]);
  if (starts(name, "set"))
    return 1;
  if (vector) {
    if (starts(name, "vextract"))
      return ends(name, "x4") ? 32 : 16;
    if (starts(name, "vcvtps2ph"))
      return vector / 2;
    if (ends(name, "ss") || ends(name, "movd"))
      return 4;
    if (ends(name, "sd") || ends(name, "movq") || ends(name, "lps") ||
        ends(name, "hps") || ends(name, "lpd") || ends(name, "hpd"))
      return 8;
    return starts(name, "mov") || starts(name, "vmov") ? vector : 0;
  }
  switch (name[n - 1]) {
  case 'b':
    return 1;
  case 'w':
    return 2;
  case 'l':
    return 4;
  case 'q':
    return 8;
  }
  return 0;
}

/* Note the memory operand "operand" of "instr"; "store": it is written. */
static void note_memory(struct lcm_asm_loop *loop, lcm_ctx *ctx,
                        const struct steps *steps,
                        const struct lcm_asm_instr *instr,
                        const char *operand) {
  struct lcm_asm_facts *facts = &loop->facts;
  const struct address at = address_of(operand);
  struct lcm_asm_access access = {0};
  const bool vector = strstr(operand, "mm") != NULL;
  access.store = operand == instr->operands[instr->n_operands - 1] &&
                 !lcm_x86_only_reads(instr);
  if (access.store)
    access.bytes = stored_bytes(instr);
  if (vector || (at.base >= 0 && steps->lost[at.base]) ||
      (at.index >= 0 && steps->lost[at.index])) {
    facts->irregular = true;
    return;
  }
  access.step = (at.base >= 0 ? steps->by[at.base] : 0) +
                (at.index >= 0 ? steps->by[at.index] * at.scale : 0);
  access.step = access.step < 0 ? -access.step : access.step;
  if (!access.step && access.store)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &facts->still, operand);
  if (!access.step)
    return;
  if (access.store)
    facts->stores += access.bytes;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &facts->moving, access);
}

/* Return how many operations on floating-point numbers "instr" does in all
 * lanes. */
static double flops_of(const struct lcm_asm_instr *instr, bool *packed) {
  static const char *const PLAIN[] = {"add", "sub", "mul", "div"};
  static const char *const KINDS[] = {"ss", "sd", "ps", "pd"};
  const char *name = instr->name + (instr->name[0] == 'v');
  double each = 0;
  for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++)
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
      if (strlen(name) == 5 && starts(name, PLAIN[i]) &&
          !strcmp(name + 3, KINDS[k]))
        each = 1;
  if (instr->name[0] == 'v' &&
      (starts(name, "fmadd") || starts(name, "fmsub") ||
       starts(name, "fnmadd") || starts(name, "fnmsub")))
    each = 2;
  if (each == 0)
    return 0;
  const size_t n = strlen(name);
  if (name[n - 2] != 'p')
    return each;
  unsigned bytes = 0;
  for (unsigned i = 0; i < instr->n_operands; i++) {
    const unsigned of = lcm_asm_vector_bytes(instr->operands[i]);
    bytes = of > bytes ? of : bytes;
  }
  *packed = true;
  return each * bytes / (name[n - 1] == 's' ? 4 : 8);
}

/* Return whether "instr" computes with several whole numbers at once. */
static bool is_packed(const struct lcm_asm_instr *instr) {
  const char *name = instr->name + (instr->name[0] == 'v');
  static const char *const OTHERS[] = {"push", "pop",  "pause", "prefetch",
                                       "pxor", "pext", "pdep"};
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    if (starts(name, OTHERS[i]))
      return false;
  return name[0] == 'p' || ends(name, "ps") || ends(name, "pd");
}

/* Return the step of what the last jump of "loop" compares, 0 where that is not
 * known. */
static long long counter_of(const struct lcm_asm_loop *loop,
                            const struct steps *steps) {
  const struct lcm_asm_instr *instrs = loop->function->instrs.at;
  for (size_t i = loop->instrs.n; i > 0; i--) {
    const struct lcm_asm_instr *instr = &instrs[loop->instrs.at[i - 1]];
    if (instr->name[0] == 'j')
      continue;
    for (unsigned k = 0; k < instr->n_operands; k++) {
      const char *operand = instr->operands[k];
      const int reg = lcm_x86_register(operand, strlen(operand));
      if (reg >= 0 && !steps->lost[reg] && steps->by[reg])
        return steps->by[reg] < 0 ? -steps->by[reg] : steps->by[reg];
    }
    return 0;
  }
  return 0;
}

/* Return whether the call "instr" is made where a square root that "loop" takes
 * itself has no result: it sets errno. */
static bool is_for_error(const struct lcm_asm_loop *loop,
                         const struct lcm_asm_instr *instr) {
  struct lcm_asm_divisions all = {0, 0, 0};
  if (!instr->n_operands || !starts(instr->operands[0], "sqrt"))
    return false;
  for (size_t i = 0; i < loop->instrs.n; i++)
    lcm_division_count(&all, &loop->function->instrs.at[loop->instrs.at[i]], 1);
  return all.roots > 0;
}

void lcm_x86_facts(struct lcm_asm_loop *loop, lcm_ctx *ctx) {
  struct lcm_asm_facts *facts = &loop->facts;
  const struct steps steps = steps_of(loop);
  for (size_t i = 0; i < loop->instrs.n; i++) {
    const struct lcm_asm_instr *instr =
        &loop->function->instrs.at[loop->instrs.at[i]];
    facts->inlined = facts->inlined || instr->inlined;
    if (starts(instr->name, "call") && !is_for_error(loop, instr)) {
      facts->calls = true;
      facts->calling = instr->n_operands ? instr->operands[0] : NULL;
    }
    facts->flops += flops_of(instr, &facts->packed);
    facts->packed = facts->packed || is_packed(instr);
    for (unsigned k = 0; k < instr->n_operands; k++)
      if (is_memory(instr->operands[k]) && !starts(instr->name, "lea") &&
          !starts(instr->name, "nop"))
        note_memory(loop, ctx, &steps, instr, instr->operands[k]);
  }
  facts->counter = counter_of(loop, &steps);
}
