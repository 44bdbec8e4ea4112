/* Exact rational numbers: machine words as long as they suffice, then GMP. */
#include "base/rational.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_EXPONENT = 4000, MAX_DIGITS = 40, MAX_LITERAL = 1000000 };

/* Whole numbers below this are written with all their digits. */
static const uint64_t MAX_PLAIN = 1000000000000000;

uint64_t lcm_gcd(uint64_t a, uint64_t b) {
  while (b) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static uint64_t magnitude(int64_t a) {
  return a < 0 ? -(uint64_t)a : (uint64_t)a;
}

/* Put "a" into the initialized "q". */
static void to_gmp(mpq_t q, lcm_rat a) {
  if (a.big) {
    mpq_set_str(q, a.big, 10);
    return;
  }
  mpz_set_si(mpq_numref(q), a.num);
  mpz_set_si(mpq_denref(q), a.den);
}

/* Return the canonical "q" as a rational. */
static lcm_rat from_gmp(lcm_arena *arena, const mpq_t q) {
  if (mpz_fits_slong_p(mpq_numref(q)) && mpz_fits_slong_p(mpq_denref(q)) &&
      mpz_get_si(mpq_numref(q)) != INT64_MIN)
    return (lcm_rat){mpz_get_si(mpq_numref(q)), mpz_get_si(mpq_denref(q)),
                     NULL};
  char *text = mpq_get_str(NULL, 10, q);
  const lcm_rat out = {0, 1, lcm_arena_strdup(arena, text)};
  void (*release)(void *, size_t) = NULL;
  mp_get_memory_functions(NULL, NULL, &release);
  release(text, strlen(text) + 1);
  return out;
}

lcm_rat lcm_rat_new(lcm_arena *arena, int64_t num, int64_t den) {
  const uint64_t divisor = lcm_gcd(magnitude(num), magnitude(den));
  const uint64_t n = magnitude(num) / divisor;
  const uint64_t d = magnitude(den) / divisor;
  if (n <= INT64_MAX && d <= INT64_MAX)
    return (lcm_rat){(num < 0) != (den < 0) ? -(int64_t)n : (int64_t)n,
                     (int64_t)d, NULL};
  mpq_t q;
  mpq_init(q);
  mpz_set_si(mpq_numref(q), num);
  mpz_set_si(mpq_denref(q), den);
  mpq_canonicalize(q);
  const lcm_rat out = from_gmp(arena, q);
  mpq_clear(q);
  return out;
}

/* A decimal literal taken apart: its digits without the point, and the power
 * of ten that they are multiplied with. */
struct decimal {
  char *digits;
  long exponent;
};

/* Take the literal "text" of length "len" apart; false where it is none. */
static bool take_apart(struct decimal *out, lcm_arena *arena, const char *text,
                       size_t len) {
  char *digits = lcm_arena_alloc(arena, 1, len + 2);
  size_t n = 0;
  size_t i = 0;
  long exponent = 0;
  bool point = false;
  for (; i < len && text[i] != 'e' && text[i] != 'E'; i++) {
    if (text[i] == '.' && !point)
      point = true;
    else if (text[i] >= '0' && text[i] <= '9') {
      digits[n++] = text[i];
      exponent -= point;
    } else
      return false;
  }
  const long given =
      i < len ? strtol(lcm_arena_strndup(arena, text + i + 1, len - i - 1),
                       NULL, 10)
              : 0;
  if (!n || n >= MAX_LITERAL || given > 2 * MAX_EXPONENT ||
      given < -2 * MAX_EXPONENT)
    return false;
  *out = (struct decimal){digits, exponent + given};
  return labs(out->exponent) <= MAX_EXPONENT;
}

bool lcm_rat_parse(lcm_rat *out, lcm_arena *arena, const char *text,
                   size_t len) {
  struct decimal decimal;
  if (!take_apart(&decimal, arena, text, len))
    return false;
  mpq_t q;
  mpz_t power;
  mpq_init(q);
  mpz_init(power);
  mpz_set_str(mpq_numref(q), decimal.digits, 10);
  mpz_ui_pow_ui(power, 10, (unsigned long)labs(decimal.exponent));
  if (decimal.exponent < 0)
    mpz_set(mpq_denref(q), power);
  else
    mpz_mul(mpq_numref(q), mpq_numref(q), power);
  mpq_canonicalize(q);
  *out = from_gmp(arena, q);
  mpz_clear(power);
  mpq_clear(q);
  return true;
}

/* Return "op" of "a" and "b" through GMP. */
static lcm_rat by_gmp(lcm_arena *arena, lcm_rat a, lcm_rat b,
                      void (*op)(mpq_ptr, mpq_srcptr, mpq_srcptr)) {
  mpq_t x;
  mpq_t y;
  mpq_init(x);
  mpq_init(y);
  to_gmp(x, a);
  to_gmp(y, b);
  op(x, x, y);
  const lcm_rat out = from_gmp(arena, x);
  mpq_clear(x);
  mpq_clear(y);
  return out;
}

lcm_rat lcm_rat_add(lcm_arena *arena, lcm_rat a, lcm_rat b) {
  int64_t left = 0;
  int64_t right = 0;
  int64_t num = 0;
  int64_t den = 0;
  if (!a.big && !b.big && !__builtin_mul_overflow(a.num, b.den, &left) &&
      !__builtin_mul_overflow(b.num, a.den, &right) &&
      !__builtin_add_overflow(left, right, &num) &&
      !__builtin_mul_overflow(a.den, b.den, &den))
    return lcm_rat_new(arena, num, den);
  return by_gmp(arena, a, b, mpq_add);
}

lcm_rat lcm_rat_mul(lcm_arena *arena, lcm_rat a, lcm_rat b) {
  int64_t num = 0;
  int64_t den = 0;
  if (!a.big && !b.big && !__builtin_mul_overflow(a.num, b.num, &num) &&
      !__builtin_mul_overflow(a.den, b.den, &den))
    return lcm_rat_new(arena, num, den);
  return by_gmp(arena, a, b, mpq_mul);
}

lcm_rat lcm_rat_inv(lcm_arena *arena, lcm_rat a) {
  if (!a.big)
    return lcm_rat_new(arena, a.den, a.num);
  return by_gmp(arena, (lcm_rat){1, 1, NULL}, a, mpq_div);
}

lcm_rat lcm_rat_pow(lcm_arena *arena, lcm_rat a, long exponent) {
  lcm_rat base = exponent < 0 ? lcm_rat_inv(arena, a) : a;
  lcm_rat out = {1, 1, NULL};
  for (unsigned long left = (unsigned long)labs(exponent); left; left /= 2) {
    if (left & 1)
      out = lcm_rat_mul(arena, out, base);
    if (left > 1)
      base = lcm_rat_mul(arena, base, base);
  }
  return out;
}

lcm_rat lcm_rat_neg(lcm_arena *arena, lcm_rat a) {
  return lcm_rat_mul(arena, a, (lcm_rat){-1, 1, NULL});
}

lcm_rat lcm_rat_floor(lcm_arena *arena, lcm_rat a) {
  if (!a.big)
    return (lcm_rat){a.num / a.den - (a.num % a.den < 0), 1, NULL};
  mpq_t q;
  mpq_init(q);
  to_gmp(q, a);
  mpz_fdiv_q(mpq_numref(q), mpq_numref(q), mpq_denref(q));
  mpz_set_ui(mpq_denref(q), 1);
  const lcm_rat out = from_gmp(arena, q);
  mpq_clear(q);
  return out;
}

int lcm_rat_sign(lcm_rat a) {
  if (a.big)
    return a.big[0] == '-' ? -1 : 1;
  return (a.num > 0) - (a.num < 0);
}

bool lcm_rat_equal(lcm_rat a, lcm_rat b) {
  if (a.big || b.big)
    return a.big && b.big && !strcmp(a.big, b.big);
  return a.num == b.num && a.den == b.den;
}

bool lcm_rat_is_whole(lcm_rat a) {
  return a.big ? !strchr(a.big, '/') : a.den == 1;
}

bool lcm_rat_is(lcm_rat a, int64_t value) {
  return !a.big && a.den == 1 && a.num == value;
}

double lcm_rat_double(lcm_rat a) {
  if (!a.big)
    return (double)a.num / (double)a.den;
  mpq_t q;
  mpq_init(q);
  to_gmp(q, a);
  const double out = mpq_get_d(q);
  mpq_clear(q);
  return out;
}

uint64_t lcm_rat_hash(lcm_rat a) {
  uint64_t hash = (uint64_t)a.num * 11400714819323198485u;
  hash ^= (uint64_t)a.den * 1099511628211u + (hash >> 29);
  for (const char *c = a.big ? a.big : ""; *c; c++)
    hash = (hash ^ (unsigned char)*c) * 1099511628211u;
  return hash;
}

/* Return how many digits behind the point "den" needs, or -1 when it has a
 * prime factor other than 2 and 5 or needs too many. */
static int decimals_of(const mpz_t den) {
  mpz_t power;
  mpz_init_set_ui(power, 1);
  int digits = 0;
  while (digits <= MAX_EXPONENT && !mpz_divisible_p(power, den)) {
    mpz_mul_ui(power, power, 10);
    digits++;
    if (digits > MAX_DIGITS * 10)
      break;
  }
  const bool exact = mpz_divisible_p(power, den) != 0;
  mpz_clear(power);
  return exact ? digits : -1;
}

/* Append the whole number "digits" (decimal) times 10^-"decimals". */
static void print_scaled(lcm_buf *buf, const char *digits, int decimals) {
  if (*digits == '-')
    lcm_buf_putc(buf, *digits++);
  size_t len = strlen(digits);
  int exponent = -decimals;
  const bool strip = !decimals && len > 15 && len <= MAX_EXPONENT;
  for (; strip && digits[len - 1] == '0'; len--)
    exponent++;
  const int point = (int)len + exponent;
  if (!exponent) {
    lcm_buf_add(buf, digits, len);
  } else if (exponent > 0 || point < -3) {
    lcm_buf_add(buf, digits, 1);
    lcm_buf_puts(buf, len > 1 ? "." : "");
    lcm_buf_add(buf, digits + 1, len - 1);
    lcm_buf_printf(buf, "e%d", point - 1);
  } else if (point > 0) {
    lcm_buf_add(buf, digits, (size_t)point);
    lcm_buf_putc(buf, '.');
    lcm_buf_add(buf, digits + point, len - (size_t)point);
  } else {
    lcm_buf_printf(buf, "0.%.*s", -point, "0000000000");
    lcm_buf_add(buf, digits, len);
  }
}

bool lcm_rat_print(lcm_buf *buf, lcm_rat a) {
  mpq_t q;
  if (!a.big && a.den == 1 && magnitude(a.num) < MAX_PLAIN) {
    if (a.num < 0)
      lcm_buf_putc(buf, '-');
    lcm_buf_whole(buf, magnitude(a.num));
    return true;
  }
  mpq_init(q);
  to_gmp(q, a);
  const int decimals = decimals_of(mpq_denref(q));
  void (*release)(void *, size_t) = NULL;
  mp_get_memory_functions(NULL, NULL, &release);
  if (decimals >= 0) {
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)decimals);
    mpz_mul(mpq_numref(q), mpq_numref(q), power);
    mpz_divexact(mpq_numref(q), mpq_numref(q), mpq_denref(q));
    mpz_clear(power);
    char *digits = mpz_get_str(NULL, 10, mpq_numref(q));
    print_scaled(buf, digits, decimals);
    release(digits, strlen(digits) + 1);
  } else {
    char *text = mpq_get_str(NULL, 10, q);
    lcm_buf_puts(buf, text);
    release(text, strlen(text) + 1);
  }
  mpq_clear(q);
  return decimals >= 0;
}
