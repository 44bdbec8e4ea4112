/* Printing expressions in all notations: text, LaTeX, C, Python. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/expr/coef.h"
#include "model/expr/node.h"
#include "model/expr/print.h"

/* How tightly the text of an expression binds, from loose to tight. */
enum level {
  L_OR,
  L_AND,
  L_NOT,
  L_COMPARE,
  L_SUM,
  L_PRODUCT,
  L_UNARY,
  L_POWER
};

/* A printer of one notation. */
struct printer {
  lcm_buf buf;
  lcm_notation notation;
  lcm_arena scratch; /* memory for coefficients that are multiplied into sums */
};

static void print(struct printer *p, const lcm_expr *e, enum level level);
static void print_symbol(struct printer *p, const char *name);

/* Return whether what "p" prints reads back. */
static bool is_precise(const struct printer *p) {
  return p->notation == LCM_TEXT || p->notation == LCM_EXACT;
}

/* Return whether "p" prints for people. */
static bool is_reader(const struct printer *p) {
  return p->notation == LCM_READER || p->notation == LCM_LATEX;
}

static bool is_text(const struct printer *p) {
  return p->notation == LCM_READER || is_precise(p);
}

/* Return the name of the function "kind" in the notation of "p". */
static const char *function_name(const struct printer *p, lcm_expr_kind kind) {
  static const char *const NAMES[LCM_X_COUNT] = {
#define LCM_EXPR(name, text, arity) text,
#include "model/expr/exprs.def"
#undef LCM_EXPR
  };
  if (p->notation == LCM_C && kind == LCM_X_ABS)
    return "fabs";
  if ((p->notation == LCM_C || p->notation == LCM_PYTHON) &&
      (kind == LCM_X_FLOOR || kind == LCM_X_CEIL))
    return kind == LCM_X_FLOOR ? "lcm_floor" : "lcm_ceil";
  if (p->notation == LCM_C && (kind == LCM_X_MAX || kind == LCM_X_MIN))
    return kind == LCM_X_MAX ? "fmax" : "fmin";
  return NAMES[kind];
}

/* Print "value" with four digits; LaTeX writes powers of ten. */
static void print_short(struct printer *p, double value) {
  const size_t start = p->buf.len;
  lcm_buf_short(&p->buf, value, 4);
  if (p->notation != LCM_LATEX || p->buf.failed)
    return;
  const char *e = strchr(p->buf.text + start, 'e');
  if (!e)
    return;
  const long power = strtol(e + 1, NULL, 10);
  const bool one = e == p->buf.text + start + 1 && p->buf.text[start] == '1';
  p->buf.len = one ? start : (size_t)(e - p->buf.text);
  lcm_buf_printf(&p->buf, "%s10^{%ld}", one ? "" : " \\cdot ", power);
}

/* Print the number "rat" without a dimension; whether it is a fraction that
 * needs parentheses was decided by the caller. */
static void print_rat(struct printer *p, lcm_rat rat) {
  if (is_reader(p)) {
    const double value = lcm_rat_double(rat);
    if (!lcm_rat_is_whole(rat) || value > 1e6 || value < -1e6) {
      print_short(p, value);
      return;
    }
  }
  if (p->notation == LCM_C || p->notation == LCM_PYTHON) {
    const size_t start = p->buf.len;
    lcm_buf_double(&p->buf, lcm_rat_double(rat));
    if (!strpbrk(p->buf.text + start, ".en"))
      lcm_buf_puts(&p->buf, ".0");
    return;
  }
  lcm_rat_print(&p->buf, rat);
}

/* Return whether "rat" prints as a fraction. */
static bool is_fraction(const struct printer *p, lcm_rat rat) {
  lcm_buf buf = {0};
  if (!is_precise(p) || lcm_rat_is_whole(rat))
    return false;
  const bool decimal = lcm_rat_print(&buf, rat);
  lcm_buf_free(&buf);
  return !decimal;
}

/* Return the part of "dim" with exponents of the sign "sign", made positive. */
static lcm_dim dim_part(lcm_dim dim, int sign) {
  const lcm_dim part = {(short)(dim.second * sign > 0 ? dim.second * sign : 0),
                        (short)(dim.byte * sign > 0 ? dim.byte * sign : 0),
                        (short)(dim.flop * sign > 0 ? dim.flop * sign : 0)};
  return part;
}

/* Print the time of "rat" seconds in the unit that suits its size. */
static void print_time(struct printer *p, lcm_rat rat) {
  static const struct {
    const char *unit;
    double size;
  } UNITS[] = {
      {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}};
  const double value = lcm_rat_double(rat);
  size_t i = 0;
  while (value != 0 && i < 4 && fabs(value) < UNITS[i].size * (1 - 1e-9))
    i++;
  lcm_buf_short(&p->buf, value / UNITS[i].size, 4);
  lcm_buf_printf(&p->buf, " %s", UNITS[i].unit);
}

/* Print the number "rat" of dimension "dim" so that it reads back: `2 s`,
 * `1 s/3`, `5/1 s`. */
static void print_number(struct printer *p, lcm_rat rat, lcm_dim dim) {
  char unit[64];
  if (p->notation == LCM_READER && lcm_dim_equal(dim, LCM_DIM_TIME)) {
    print_time(p, rat);
    return;
  }
  const lcm_dim above = dim_part(dim, 1);
  const lcm_dim below = dim_part(dim, -1);
  const bool shows = is_text(p);
  const bool fraction = is_fraction(p, rat);
  lcm_buf whole = {0};
  if (fraction)
    lcm_rat_print(&whole, rat);
  const char *slash = fraction ? strchr(whole.text, '/') : NULL;
  if (fraction)
    lcm_buf_add(&p->buf, whole.text, (size_t)(slash - whole.text));
  else
    print_rat(p, rat);
  lcm_dim_print(unit, above);
  if (shows && strcmp(unit, "1") != 0)
    lcm_buf_printf(&p->buf, " %s", unit);
  lcm_dim_print(unit, below);
  if (shows && strcmp(unit, "1") != 0)
    lcm_buf_printf(&p->buf, "/1 %s", unit);
  if (fraction)
    lcm_buf_puts(&p->buf, slash);
  lcm_buf_free(&whole);
}

/* Print the "n" arguments "args" between parentheses after "name". */
static void print_call(struct printer *p, const char *name,
                       const lcm_expr *const *args, size_t n) {
  lcm_buf_printf(&p->buf, "%s(", name);
  for (size_t i = 0; i < n; i++) {
    lcm_buf_puts(&p->buf, i ? ", " : "");
    print(p, args[i], L_OR);
  }
  lcm_buf_putc(&p->buf, ')');
}

/* Print the max of four operands, the first a symbol, so that it is not taken
 * for a maximum over a range. */
static void print_four(struct printer *p, const lcm_expr *const *args) {
  lcm_buf_puts(&p->buf, "max(");
  print_call(p, "max", args, 2);
  for (size_t i = 2; i < 4; i++) {
    lcm_buf_puts(&p->buf, ", ");
    print(p, args[i], L_OR);
  }
  lcm_buf_putc(&p->buf, ')');
}

/* Print a max or min; C and LaTeX know them of two arguments. */
static void print_extreme(struct printer *p, const lcm_expr *e) {
  const char *name = function_name(p, e->kind);
  if (p->notation == LCM_LATEX) {
    lcm_buf_printf(&p->buf, "\\%s\\left", name);
    print_call(p, "", e->args, e->n);
    p->buf.len--;
    lcm_buf_puts(&p->buf, "\\right)");
    return;
  }
  if (is_text(p) && e->kind == LCM_X_MAX && e->n == 4 &&
      e->args[0]->kind == LCM_X_SYMBOL) {
    print_four(p, e->args);
    return;
  }
  if (p->notation != LCM_C) {
    print_call(p, name, e->args, e->n);
    return;
  }
  for (size_t i = 0; i + 1 < e->n; i++) {
    lcm_buf_printf(&p->buf, "%s(", name);
    print(p, e->args[i], L_OR);
    lcm_buf_puts(&p->buf, ", ");
  }
  print(p, e->args[e->n - 1], L_OR);
  for (size_t i = 0; i + 1 < e->n; i++)
    lcm_buf_putc(&p->buf, ')');
}

/* Print an uncertain coefficient. */
static void print_coef(struct printer *p, const lcm_coef *coef) {
  if (!is_text(p)) {
    lcm_buf_double(&p->buf, coef->value);
    return;
  }
  lcm_buf_putc(&p->buf, '(');
  if (is_precise(p) && coef->anonymous)
    lcm_buf_printf(&p->buf, "\"%s\" = ", coef->name);
  else if (!coef->anonymous)
    lcm_buf_printf(&p->buf, "%.*s = ", lcm_coef_length(coef->name), coef->name);
  if (p->notation == LCM_READER)
    lcm_buf_short(&p->buf, coef->value, 4);
  else
    lcm_buf_double(&p->buf, coef->value);
  lcm_buf_puts(&p->buf, " +/- ");
  if (p->notation == LCM_READER)
    lcm_buf_short(&p->buf, coef->half_width, 4);
  else
    lcm_buf_double(&p->buf, coef->half_width);
  lcm_buf_putc(&p->buf, ')');
}

/* Return whether "exponent" is num/2 and put num into "*num". */
static bool is_half(const lcm_expr *exponent, long long *num) {
  if (exponent->kind != LCM_X_NUMBER || exponent->rat.big ||
      exponent->rat.den != 2)
    return false;
  *num = exponent->rat.num;
  return true;
}

/* Print the square root of "e". */
static void print_root(struct printer *p, const lcm_expr *e) {
  if (p->notation == LCM_LATEX) {
    lcm_buf_puts(&p->buf, "\\sqrt{");
    print(p, e, L_OR);
    lcm_buf_putc(&p->buf, '}');
    return;
  }
  print_call(p, p->notation == LCM_PYTHON ? "math.sqrt" : "sqrt", &e, 1);
}

/* Print base^exponent. */
static void print_power(struct printer *p, const lcm_expr *base,
                        const lcm_expr *exponent) {
  long long num = 0;
  if (is_half(exponent, &num) && num == 1) {
    print_root(p, base);
    return;
  }
  if (p->notation == LCM_C) {
    const lcm_expr *args[] = {base, exponent};
    print_call(p, "pow", args, 2);
    return;
  }
  print(p, base, L_POWER + 1);
  lcm_buf_puts(&p->buf, p->notation == LCM_PYTHON ? "**" : "^");
  if (p->notation == LCM_LATEX) {
    lcm_buf_putc(&p->buf, '{');
    print(p, exponent, L_OR);
    lcm_buf_putc(&p->buf, '}');
  } else
    print(p, exponent, L_POWER + 1);
}

/* Return whether the factor "e" belongs below the fraction bar. */
static bool is_below(const lcm_expr *e) {
  return e->kind == LCM_X_POW && e->args[1]->kind == LCM_X_NUMBER &&
         lcm_rat_sign(e->args[1]->rat) < 0;
}

/* Print the factor "e", inverted where "below". */
static void print_factor(struct printer *p, const lcm_expr *e, bool below) {
  if (!below) {
    print(p, e, L_POWER);
    return;
  }
  lcm_rat exponent = e->args[1]->rat;
  if (exponent.big)
    exponent.big++;
  else
    exponent.num = -exponent.num;
  lcm_expr positive = *e->args[1];
  positive.rat = exponent;
  if (lcm_rat_is(exponent, 1))
    print(p, e->args[0], L_POWER);
  else
    print_power(p, e->args[0], &positive);
}

/* Return whether the first factor of the product "e" is a sum that is not all
 * there is: a number with a unit before it would be distributed when read. */
static bool starts_with_sum(const lcm_expr *e) {
  for (size_t i = 0; i < e->n; i++)
    if (!is_below(e->args[i]))
      return e->n > 1 && e->args[i]->kind == LCM_X_SUM_OF;
  return false;
}

/* Return the dimension of the number in the product "e". */
static lcm_dim number_dim(const lcm_expr *e) {
  lcm_dim dim = e->dim;
  for (size_t i = 0; i < e->n; i++) {
    dim.second = (short)(dim.second - e->args[i]->dim.second);
    dim.byte = (short)(dim.byte - e->args[i]->dim.byte);
    dim.flop = (short)(dim.flop - e->args[i]->dim.flop);
  }
  return dim;
}

/* Return the number of the factor of the product "e" into which its coefficient
 * is multiplied for people: the first sum; the number of factors where there
 * is none. */
static size_t sum_factor(const struct printer *p, const lcm_expr *e) {
  size_t i = 0;
  if (!is_reader(p) || lcm_rat_is(e->rat, 1) || lcm_rat_is(e->rat, -1) ||
      !lcm_dim_equal(number_dim(e), LCM_DIM_NONE))
    return e->n;
  while (i < e->n && e->args[i]->kind != LCM_X_SUM_OF)
    i++;
  return i;
}

/* Return "e" times "rat", for printing: neither interned nor normal. */
static const lcm_expr *scaled(struct printer *p, const lcm_expr *e,
                              lcm_rat rat) {
  lcm_expr *copy = LCM_NEW(&p->scratch, lcm_expr);
  *copy = *e;
  if (e->kind == LCM_X_NUMBER || e->kind == LCM_X_MUL_OF)
    copy->rat = lcm_rat_mul(&p->scratch, e->rat, rat);
  else {
    const lcm_expr **args = LCM_NEW(&p->scratch, const lcm_expr *);
    *args = e;
    *copy = (lcm_expr){
        .kind = LCM_X_MUL_OF, .dim = e->dim, .rat = rat, .args = args, .n = 1};
  }
  return copy;
}

/* Return the product "e" with its coefficient in the sum that is factor number
 * "at". */
static const lcm_expr *coefficient_inside(struct printer *p, const lcm_expr *e,
                                          size_t at) {
  lcm_expr *product = LCM_NEW(&p->scratch, lcm_expr);
  lcm_expr *sum = LCM_NEW(&p->scratch, lcm_expr);
  const lcm_expr **factors = LCM_NEW_ARRAY(&p->scratch, const lcm_expr *, e->n);
  const lcm_expr **terms =
      LCM_NEW_ARRAY(&p->scratch, const lcm_expr *, e->args[at]->n);
  for (size_t i = 0; i < e->n; i++)
    factors[i] = e->args[i];
  for (size_t i = 0; i < e->args[at]->n; i++)
    terms[i] = scaled(p, e->args[at]->args[i], e->rat);
  *sum = *e->args[at];
  sum->args = terms;
  factors[at] = sum;
  *product = *e;
  product->rat = (lcm_rat){1, 1, NULL};
  product->args = factors;
  return product;
}

/* Print the product "e". */
static void print_product(struct printer *p, const lcm_expr *e) {
  bool first = true;
  const size_t inside = sum_factor(p, e);
  if (inside < e->n)
    e = coefficient_inside(p, e, inside);
  const lcm_dim dim = number_dim(e);
  const bool pure = lcm_dim_equal(dim, LCM_DIM_NONE) || !is_text(p);
  const bool group = !pure && starts_with_sum(e);
  size_t above = 0;
  for (size_t i = 0; i < e->n; i++)
    above += !is_below(e->args[i]);
  if (pure && above && lcm_rat_is(e->rat, -1))
    lcm_buf_putc(&p->buf, '-');
  else if (!pure || !above || !lcm_rat_is(e->rat, 1)) {
    print_number(p, e->rat, dim);
    first = false;
  }
  const char *times = p->notation == LCM_LATEX ? " \\cdot " : "*";
  lcm_buf_puts(&p->buf, group ? "*(" : "");
  first = first || group;
  for (size_t i = 0; i < e->n; i++)
    if (!is_below(e->args[i])) {
      lcm_buf_puts(&p->buf, first ? "" : times);
      print_factor(p, e->args[i], false);
      first = false;
    }
  for (size_t i = 0; i < e->n; i++)
    if (is_below(e->args[i])) {
      lcm_buf_puts(&p->buf, "/");
      print_factor(p, e->args[i], true);
    }
  lcm_buf_puts(&p->buf, group ? ")" : "");
}

/* Print the sum "e"; a negative term is subtracted. */
static void print_sum(struct printer *p, const lcm_expr *e) {
  for (size_t i = 0; i < e->n; i++) {
    const size_t at = p->buf.len;
    print(p, e->args[i], L_SUM + 1);
    if (!i || p->buf.failed)
      continue;
    const bool minus = p->buf.text[at] == '-';
    char *copy = strdup(p->buf.text + at + minus);
    p->buf.len = at;
    lcm_buf_puts(&p->buf, minus ? " - " : " + ");
    lcm_buf_puts(&p->buf, copy ? copy : "");
    free(copy);
  }
}

/* Print the operator "text" between the two operands of "e". */
static void print_infix(struct printer *p, const lcm_expr *e, const char *text,
                        enum level level) {
  print(p, e->args[0], level + 1);
  lcm_buf_printf(&p->buf, " %s ", text);
  print(p, e->args[1], level + 1);
}

/* Print mod or div. */
static void print_division(struct printer *p, const lcm_expr *e) {
  const bool mod = e->kind == LCM_X_MOD;
  if (p->notation == LCM_C)
    print_call(p, mod ? "lcm_mod" : "lcm_div", e->args, 2);
  else if (p->notation == LCM_PYTHON)
    print_infix(p, e, mod ? "%" : "//", L_PRODUCT);
  else if (p->notation == LCM_LATEX)
    print_infix(p, e, mod ? "\\bmod" : "\\div", L_PRODUCT);
  else
    print_infix(p, e, mod ? "mod" : "div", L_PRODUCT);
}

/* Print a logical operator or comparison. */
static void print_logic(struct printer *p, const lcm_expr *e,
                        enum level level) {
  const char *text = function_name(p, e->kind);
  if (p->notation == LCM_C && e->kind == LCM_X_AND)
    text = "&&";
  if (p->notation == LCM_C && e->kind == LCM_X_OR)
    text = "||";
  if (p->notation == LCM_LATEX)
    text = e->kind == LCM_X_LE    ? "\\le"
           : e->kind == LCM_X_EQ  ? "="
           : e->kind == LCM_X_NE  ? "\\ne"
           : e->kind == LCM_X_AND ? "\\land"
           : e->kind == LCM_X_OR  ? "\\lor"
                                  : text;
  print_infix(p, e, text, level);
}

/* Print if(c, a, b). */
static void print_if(struct printer *p, const lcm_expr *e) {
  if (is_text(p) || p->notation == LCM_LATEX) {
    print_call(p, p->notation == LCM_LATEX ? "\\mathrm{if}" : "if", e->args, 3);
    return;
  }
  const bool c = p->notation == LCM_C;
  lcm_buf_putc(&p->buf, '(');
  print(p, e->args[!c], L_SUM);
  lcm_buf_puts(&p->buf, c ? " ? " : " if ");
  print(p, e->args[c], L_SUM);
  lcm_buf_puts(&p->buf, c ? " : " : " else ");
  print(p, e->args[2], L_SUM);
  lcm_buf_putc(&p->buf, ')');
}

/* Print a sum, product or maximum over a range. */
static void print_over(struct printer *p, const lcm_expr *e) {
  const char *name = function_name(p, e->kind);
  if (p->notation == LCM_LATEX) {
    lcm_buf_printf(&p->buf, "\\%s_{", name);
    print_symbol(p, e->name);
    lcm_buf_putc(&p->buf, '=');
    print(p, e->args[0], L_OR);
    lcm_buf_puts(&p->buf, "}^{");
    print(p, e->args[1], L_OR);
    lcm_buf_puts(&p->buf, "} ");
    print(p, e->args[2], L_PRODUCT);
    return;
  }
  if (p->notation == LCM_PYTHON) {
    lcm_buf_printf(&p->buf, "lcm_%s(lambda %s: ", name, e->name);
    print(p, e->args[2], L_OR);
    for (size_t i = 0; i < 2; i++) {
      lcm_buf_puts(&p->buf, ", ");
      print(p, e->args[i], L_OR);
    }
    lcm_buf_putc(&p->buf, ')');
    return;
  }
  lcm_buf_printf(&p->buf, "%s(%s, ",
                 p->notation == LCM_C ? e->kind == LCM_X_SUM    ? "LCM_SUM"
                                        : e->kind == LCM_X_PROD ? "LCM_PROD"
                                                                : "LCM_MAX"
                                      : name,
                 e->name);
  for (size_t i = 0; i < 3; i++) {
    lcm_buf_puts(&p->buf, i ? ", " : "");
    print(p, e->args[i], L_OR);
  }
  lcm_buf_putc(&p->buf, ')');
}

/* Print floor, exp, log ... of one argument. */
static void print_function(struct printer *p, const lcm_expr *e) {
  const char *name = function_name(p, e->kind);
  if (p->notation == LCM_LATEX &&
      (e->kind == LCM_X_FLOOR || e->kind == LCM_X_CEIL)) {
    lcm_buf_printf(&p->buf, "\\l%s ", name);
    print(p, e->args[0], L_OR);
    lcm_buf_printf(&p->buf, " \\r%s", name);
    return;
  }
  if (p->notation == LCM_LATEX) {
    const char *latex = e->kind == LCM_X_LOG     ? "\\ln"
                        : e->kind == LCM_X_LOG2  ? "\\log_2"
                        : e->kind == LCM_X_LOG10 ? "\\log_{10}"
                        : e->kind == LCM_X_EXP   ? "\\exp"
                                                 : "\\mathrm{abs}";
    print_call(p, latex, e->args, 1);
    return;
  }
  if (p->notation == LCM_PYTHON && strncmp(name, "lcm_", 4) != 0 &&
      e->kind != LCM_X_ABS)
    lcm_buf_puts(&p->buf, "math.");
  print_call(p, name, e->args, 1);
}

/* Return how tightly the text of "e" binds. */
static enum level level_of(const struct printer *p, const lcm_expr *e) {
  switch (e->kind) {
  case LCM_X_OR:
    return L_OR;
  case LCM_X_AND:
    return L_AND;
  case LCM_X_NOT:
    return L_NOT;
  case LCM_X_OF_COMPARISONS:
    return L_COMPARE;
  case LCM_X_SUM_OF:
    return L_SUM;
  case LCM_X_MUL_OF:
  case LCM_X_MOD:
  case LCM_X_DIV:
    return L_PRODUCT;
  case LCM_X_NUMBER:
    if (lcm_rat_sign(e->rat) < 0 || is_fraction(p, e->rat) ||
        !lcm_dim_equal(e->dim, LCM_DIM_NONE))
      return L_PRODUCT;
    return L_POWER + 1;
  case LCM_X_POW:
    if (is_below(e))
      return L_PRODUCT;
    if (e->args[1]->kind == LCM_X_NUMBER && lcm_rat_is(e->args[1]->rat, 0))
      return L_POWER;
    {
      long long num = 0;
      return is_half(e->args[1], &num) && num == 1 ? L_POWER + 1 : L_POWER;
    }
  case LCM_X_REAL:
  case LCM_X_SYMBOL:
  case LCM_X_COEF:
  case LCM_X_INDEX:
  case LCM_X_MAX:
  case LCM_X_MIN:
  case LCM_X_ABS:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
  case LCM_X_IF:
  case LCM_X_OF_LOOPS:
  case LCM_X_COUNT:
    break;
  }
  return L_POWER + 1;
}

/* Return whether the symbol "name" needs backquotes: it is a unit, the word
 * `not`, or no name of the language at all. */
static bool needs_quotes(const char *name) {
  bool inside = false;
  if (lcm_measure_find(name) || !strcmp(name, "not"))
    return true;
  for (const char *c = name; *c; c++) {
    const bool letter = isalpha((unsigned char)*c) || *c == '_';
    if (!letter && !(inside && isdigit((unsigned char)*c)) &&
        !(inside && *c == '.' && (isalpha((unsigned char)c[1]) || c[1] == '_')))
      return true;
    inside = true;
  }
  return !inside;
}

/* Print the symbol "e" so that it reads back. */
static void print_precise(struct printer *p, const lcm_expr *e) {
  const char *quote = needs_quotes(e->name) ? "`" : "";
  char dim[64];
  lcm_buf_printf(&p->buf, "%s%s%s", quote, e->name, quote);
  lcm_dim_print(dim, e->dim);
  if (p->notation == LCM_EXACT && !lcm_dim_equal(e->dim, LCM_DIM_NONE))
    lcm_buf_printf(&p->buf, "{%s}", dim);
}

/* Print the symbol "name". */
static void print_symbol(struct printer *p, const char *name) {
  const bool latex = p->notation == LCM_LATEX;
  lcm_buf_puts(&p->buf, latex && name[1] ? "\\mathit{" : "");
  for (const char *c = name; *c; c++)
    if (latex && *c == '_')
      lcm_buf_puts(&p->buf, "\\_");
    else
      lcm_buf_putc(&p->buf, is_text(p) || latex || *c != '.' ? *c : '_');
  lcm_buf_puts(&p->buf, latex && name[1] ? "}" : "");
}

/* Print "e" without parentheses. */
static void print_bare(struct printer *p, const lcm_expr *e) {
  switch (e->kind) {
  case LCM_X_NUMBER:
    print_number(p, e->rat, e->dim);
    break;
  case LCM_X_SYMBOL:
    if (is_precise(p))
      print_precise(p, e);
    else
      print_symbol(p, e->name);
    break;
  case LCM_X_COEF:
    print_coef(p, e->coef);
    break;
  case LCM_X_SUM_OF:
    print_sum(p, e);
    break;
  case LCM_X_MUL_OF:
    print_product(p, e);
    break;
  case LCM_X_POW:
    if (is_below(e)) {
      print_number(p, (lcm_rat){1, 1, NULL}, LCM_DIM_NONE);
      lcm_buf_putc(&p->buf, '/');
      print_factor(p, e, true);
    } else
      print_power(p, e->args[0], e->args[1]);
    break;
  case LCM_X_MAX:
  case LCM_X_MIN:
    print_extreme(p, e);
    break;
  case LCM_X_MOD:
  case LCM_X_DIV:
    print_division(p, e);
    break;
  case LCM_X_OF_COMPARISONS:
  case LCM_X_AND:
  case LCM_X_OR:
    print_logic(p, e, level_of(p, e));
    break;
  case LCM_X_NOT:
    lcm_buf_puts(&p->buf, p->notation == LCM_C       ? "!"
                          : p->notation == LCM_LATEX ? "\\lnot "
                                                     : "not ");
    print(p, e->args[0], p->notation == LCM_C ? L_POWER : L_COMPARE);
    break;
  case LCM_X_IF:
    print_if(p, e);
    break;
  case LCM_X_SUM:
  case LCM_X_PROD:
  case LCM_X_MAX_OVER:
    print_over(p, e);
    break;
  case LCM_X_ABS:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
    print_function(p, e);
    break;
  case LCM_X_REAL:
  case LCM_X_INDEX:
  case LCM_X_COUNT:
    break;
  }
}

/* Print "e" in a place that needs at least "level". */
static void print(struct printer *p, const lcm_expr *e, enum level level) {
  const bool wrap = level_of(p, e) < level;
  const bool truth = is_text(p) && wrap && level_of(p, e) == L_COMPARE;
  lcm_buf_puts(&p->buf, truth ? "[" : wrap ? "(" : "");
  print_bare(p, e);
  lcm_buf_puts(&p->buf, truth ? "]" : wrap ? ")" : "");
}

LCM_GIVE char *lcm_expr_to_str(const lcm_expr *e, lcm_notation notation) {
  struct printer p = {.notation = notation};
  if (e)
    print(&p, e, L_OR);
  lcm_arena_reset(&p.scratch);
  return lcm_buf_take(&p.buf);
}
