/* Divisions and square roots.  The models of llvm-mca let those of AMD take the
 * divider until they are done (20 cycles for a square root, where a new one can
 * begin each 9): what measurements say counts instead. */
#include "incore/division.h"

#include <string.h>

#include "incore/parse.h"

/* What an instruction divides. */
enum kind { NOTHING, WHOLE, QUOTIENT, ROOT };

/* Return whether "text" begins with "begin". */
static bool starts(const char *text, const char *begin) {
  return !strncmp(text, begin, strlen(begin));
}

/* Return what "instr" divides. */
static enum kind kind_of(const struct lcm_asm_instr *instr) {
  const char *name = instr->name + (instr->name[0] == 'v');
  const size_t n = strlen(name);
  const bool number = n > 4 && (name[n - 2] == 's' || name[n - 2] == 'p') &&
                      (name[n - 1] == 's' || name[n - 1] == 'd');
  if (number && n == 5 && starts(name, "div"))
    return QUOTIENT;
  if (number && n == 6 && starts(name, "sqrt"))
    return ROOT;
  return instr->n_operands == 1 &&
                 (starts(instr->name, "div") || starts(instr->name, "idiv"))
             ? WHOLE
             : NOTHING;
}

/* Return how many registers of 16 bytes "instr" works on. */
static double registers_of(const struct lcm_asm_instr *instr) {
  enum { BYTES = 16 };
  unsigned bytes = BYTES;
  for (unsigned i = 0; i < instr->n_operands; i++) {
    const unsigned of = lcm_asm_vector_bytes(instr->operands[i]);
    bytes = of > bytes ? of : bytes;
  }
  return (double)bytes / BYTES;
}

void lcm_division_count(struct lcm_asm_divisions *out,
                        const struct lcm_asm_instr *instr, double share) {
  const double n = share * registers_of(instr);
  switch (kind_of(instr)) {
  case NOTHING:
    break;
  case WHOLE:
    out->whole += n;
    break;
  case QUOTIENT:
    out->quotients += n;
    break;
  case ROOT:
    out->roots += n;
    break;
  }
}

/* Append the operands of "instr". */
static void put_operands(lcm_buf *buf, const struct lcm_asm_instr *instr) {
  for (unsigned i = 0; i < instr->n_operands; i++)
    lcm_buf_printf(buf, "%s%s", i ? ", " : "\t", instr->operands[i]);
  lcm_buf_puts(buf, "\n");
}

/* Append a move in place of the square root "instr". */
static void put_move(lcm_buf *buf, const struct lcm_asm_instr *instr) {
  const bool wide = instr->name[0] == 'v';
  const char *kind = instr->name + 4 + wide;
  const bool memory = strchr(instr->operands[0], '(') != NULL;
  if (instr->n_operands > 2)
    lcm_buf_printf(buf, "\tvmul%s", kind);
  else if (kind[0] == 's' && memory)
    lcm_buf_printf(buf, "\t%smov%s", wide ? "v" : "", kind);
  else
    lcm_buf_printf(buf, "\t%smov%cp%c", wide ? "v" : "", memory ? 'u' : 'a',
                   kind[1]);
  put_operands(buf, instr);
}

void lcm_division_put(lcm_buf *buf, const struct lcm_asm_instr *instr) {
  const char *name = instr->name;
  switch (kind_of(instr)) {
  case NOTHING:
    lcm_buf_printf(buf, "%s\n", instr->text);
    break;
  case WHOLE:
    lcm_buf_printf(buf, "\tmul%s", name + (name[0] == 'i' ? 4 : 3));
    put_operands(buf, instr);
    break;
  case QUOTIENT:
    lcm_buf_printf(buf, "\t%smul%s", name[0] == 'v' ? "v" : "",
                   name + (name[0] == 'v' ? 4 : 3));
    put_operands(buf, instr);
    break;
  case ROOT:
    put_move(buf, instr);
    break;
  }
}
