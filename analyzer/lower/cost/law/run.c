/* Executes the code of loops over whole numbers. */
#include "analyzer/lower/cost/law/run.h"

/* A value. */
struct value {
  long long number;
  bool known;
};

/* How a statement ended. */
enum end { GO_ON, BREAK, CONTINUE, RETURN };

static enum end execute(struct lcm_rerun_run *run,
                        const struct lcm_rerun_code *code);

unsigned long long lcm_rerun_draw(struct lcm_rerun_run *run) {
  run->random ^= run->random << 13;
  run->random ^= run->random >> 7;
  run->random ^= run->random << 17;
  return run->random * 0x2545F4914F6CDD1Dull;
}

/* Return "number" as one of "range". */
static long long wrapped(long long number, unsigned char range) {
  const unsigned bits = range & LCM_RANGE_BITS;
  if (!bits || bits >= 64)
    return number;
  const unsigned long long mask = (1ull << bits) - 1;
  const unsigned long long low = (unsigned long long)number & mask;
  const bool negative = !(range & LCM_RANGE_NATURAL) && low >> (bits - 1) & 1;
  return (long long)(negative ? low | ~mask : low);
}

/* Put what the operator "op", one of `/ % < > <= >=`, makes of "a" and "b" as
 * numbers without a sign into "*out"; false for others. */
static bool natural(long long *out, unsigned op, unsigned long long a,
                    unsigned long long b) {
  if (op == '/' || op == '%')
    *out = (long long)(op == '/' ? a / b : a % b);
  else if (op == '<' || op == '>')
    *out = op == '<' ? a < b : a > b;
  else if (op == ('<' | '=' << 8) || op == ('>' | '=' << 8))
    *out = (op & 255) == '<' ? a <= b : a >= b;
  else if (op == ('>' | '>' << 8))
    *out = (long long)(a >> (b & 63));
  else
    return false;
  return true;
}

/* Put what "op" makes of "a" and "b", numbers with a sign, into "*out"; false
 * where nobody knows. */
static bool with_sign(long long *out, unsigned op, long long a, long long b) {
  const unsigned long long x = (unsigned long long)a;
  const unsigned long long y = (unsigned long long)b;
  const struct {
    unsigned op;
    long long value;
  } all[] = {{'+', (long long)(x + y)},
             {'-', (long long)(x - y)},
             {'*', (long long)(x * y)},
             {'&', a & b},
             {'|', a | b},
             {'^', a ^ b},
             {'<', a < b},
             {'>', a > b},
             {'<' | '=' << 8, a <= b},
             {'>' | '=' << 8, a >= b},
             {'=' | '=' << 8, a == b},
             {'!' | '=' << 8, a != b},
             {'<' | '<' << 8, (long long)(x << (y & 63))},
             {'>' | '>' << 8, a >> (y & 63)},
             {',', b}};
  if (op == '/' || op == '%') {
    *out = b == -1 ? (op == '/' ? (long long)(0 - x) : 0)
                   : (op == '/' ? a / b : a % b);
    return true;
  }
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].op == op) {
      *out = all[i].value;
      return true;
    }
  return false;
}

static struct value evaluate(struct lcm_rerun_run *run,
                             const struct lcm_rerun_code *code);

/* Return the value of the operator "code" with two operands. */
static struct value binary(struct lcm_rerun_run *run,
                           const struct lcm_rerun_code *code) {
  const struct value a = evaluate(run, code->parts);
  const struct value b = evaluate(run, code->parts->next);
  struct value out = {0, a.known && b.known};
  const bool divides = code->op == '/' || code->op == '%';
  if (!out.known || (divides && b.number == 0))
    return (struct value){0, false};
  if (!(code->natural &&
        natural(&out.number, code->op, (unsigned long long)a.number,
                (unsigned long long)b.number)))
    out.known = with_sign(&out.number, code->op, a.number, b.number);
  out.number = wrapped(out.number, code->range);
  return out;
}

/* Return the value of the operator "code" with one operand, or of a cast. */
static struct value unary(struct lcm_rerun_run *run,
                          const struct lcm_rerun_code *code) {
  struct value out = evaluate(run, code->parts);
  const unsigned long long x = (unsigned long long)out.number;
  out.number = code->op == '-'   ? (long long)(0 - x)
               : code->op == '~' ? (long long)~x
               : code->op == '!' ? !x
                                 : out.number;
  out.known = out.known && code->range;
  out.number = wrapped(out.number, code->range);
  return out;
}

/* Return the value of "code", `&&` or `||`, whose second operand is looked at
 * where the first does not decide. */
static struct value either(struct lcm_rerun_run *run,
                           const struct lcm_rerun_code *code) {
  const bool is_and = code->kind == LCM_RERUN_AND;
  const struct value a = evaluate(run, code->parts);
  if (a.known && !a.number == is_and)
    return (struct value){!is_and, true};
  const struct value b = evaluate(run, code->parts->next);
  if (b.known && !b.number == is_and)
    return (struct value){!is_and, true};
  return (struct value){is_and, a.known && b.known};
}

/* Return whether the choice "code" takes its second part. */
static bool takes(struct lcm_rerun_run *run,
                  const struct lcm_rerun_code *code) {
  const struct value by = evaluate(run, code->parts);
  if (by.known)
    return by.number;
  return !code->leaves && lcm_rerun_draw(run) >> 40 & 1;
}

/* Let the slot of "code" hold "value"; return what "code" is worth. */
static struct value hold(struct lcm_rerun_run *run,
                         const struct lcm_rerun_code *code,
                         struct value value) {
  value.number = wrapped(value.number, code->range);
  run->values[code->slot] = value.number;
  run->known[code->slot] = value.known;
  return value;
}

/* Return the value of "code" after it has been executed. */
static struct value evaluate(struct lcm_rerun_run *run,
                             const struct lcm_rerun_code *code) {
  struct value out = {0, false};
  run->lost = run->lost || run->left-- <= 0;
  if (run->lost)
    return out;
  switch (code->kind) {
  case LCM_RERUN_NUMBER:
    return (struct value){code->number, true};
  case LCM_RERUN_SLOT:
    return (struct value){run->values[code->slot], run->known[code->slot]};
  case LCM_RERUN_SET:
    return hold(run, code, evaluate(run, code->parts));
  case LCM_RERUN_STEP: {
    const struct value old = {run->values[code->slot], run->known[code->slot]};
    out = old;
    out.number += code->number;
    out = hold(run, code, out);
    return code->late ? old : out;
  }
  case LCM_RERUN_UNARY:
    return unary(run, code);
  case LCM_RERUN_BINARY:
    return binary(run, code);
  case LCM_RERUN_AND:
  case LCM_RERUN_OR:
    return either(run, code);
  case LCM_RERUN_CHOICE: {
    const struct lcm_rerun_code *yes = code->parts->next;
    const struct lcm_rerun_code *no = yes ? yes->next : NULL;
    const struct lcm_rerun_code *taken = takes(run, code) ? yes : no;
    return taken ? evaluate(run, taken) : out;
  }
  case LCM_RERUN_UNKNOWN:
  case LCM_RERUN_SERIES:
    for (const struct lcm_rerun_code *at = code->parts; at; at = at->next)
      (void)evaluate(run, at);
    return out;
  case LCM_RERUN_LOOP:
  case LCM_RERUN_BREAK:
  case LCM_RERUN_CONTINUE:
  case LCM_RERUN_RETURN:
    run->lost = true;
  }
  return out;
}

/* Execute the loop "code". */
static enum end repeat(struct lcm_rerun_run *run,
                       const struct lcm_rerun_code *code) {
  const struct lcm_rerun_code *cond = code->parts->next;
  const struct lcm_rerun_code *body = cond->next;
  (void)execute(run, code->parts);
  run->entries += code == run->play->loop;
  for (bool first = true; !run->lost; first = false) {
    if (code->tested && !(first && code->late)) {
      const struct value on = evaluate(run, cond);
      run->lost = run->lost || !on.known;
      if (!on.number)
        return GO_ON;
    }
    run->trips += code == run->play->loop;
    const enum end end = run->lost ? RETURN : execute(run, body);
    if (end == RETURN || end == BREAK)
      return end == BREAK ? GO_ON : end;
    (void)execute(run, body->next);
  }
  return RETURN;
}

/* Execute "code", a statement; return how it ends. */
static enum end execute(struct lcm_rerun_run *run,
                        const struct lcm_rerun_code *code) {
  enum end end = GO_ON;
  if (code->kind == LCM_RERUN_LOOP)
    return repeat(run, code);
  if (code->kind == LCM_RERUN_BREAK)
    return BREAK;
  if (code->kind == LCM_RERUN_CONTINUE)
    return CONTINUE;
  if (code->kind == LCM_RERUN_RETURN)
    return RETURN;
  if (code->kind == LCM_RERUN_SERIES) {
    for (const struct lcm_rerun_code *at = code->parts;
         at && end == GO_ON && !run->lost; at = at->next)
      end = execute(run, at);
    return end;
  }
  if (code->kind == LCM_RERUN_CHOICE) {
    const struct lcm_rerun_code *yes = code->parts->next;
    const struct lcm_rerun_code *taken = takes(run, code) ? yes : yes->next;
    return taken && !run->lost ? execute(run, taken) : GO_ON;
  }
  (void)evaluate(run, code);
  return GO_ON;
}

void lcm_rerun_execute(struct lcm_rerun_run *run) {
  (void)execute(run, run->play->all);
}
