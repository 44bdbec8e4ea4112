/* Symbolic expressions: immutable, interned, in a local normal form.
 *
 * An expression is a sum of monomials with exact rational coefficients over
 * atoms.  Constructors keep that form, never distribute over max and min, and
 * never expand a power of a sum (lcm_expr_expand does, within the budget).
 * Equal pointers mean equal expressions; the converse is not promised.  Every
 * constructor returns NULL when an operand is NULL, when dimensions do not fit
 * (reported at the place set by lcm_expr_at) or when the budget is spent, so
 * that a chain of calls needs one check at its end.  What is asked about NULL
 * has the answer that there is nothing: no kind (LCM_X_COUNT), no arguments, no
 * names, no number, no value (LCM_EBUDGET).
 *
 * Dimensions: a sum needs equal dimensions; a product adds them; functions
 * such as log take pure numbers; max, min, if take one dimension.  The number
 * 0 fits every dimension.  Booleans are pure numbers 0 and 1. */
#pragma once

#include "base/ctx.h"
#include "model/expr/dim.h"

typedef struct lcm_expr lcm_expr;

/* Operators and atoms: LCM_X_<NAME> for each row of exprs.def. */
typedef enum lcm_expr_kind {
#define LCM_EXPR(name, text, arity) LCM_X_##name,
#include "model/expr/exprs.def"
#undef LCM_EXPR
  LCM_X_COUNT
} lcm_expr_kind;

/* Kinds that are often treated alike, behind one "case" of a switch.  A new
 * kind is in none of them, so that the compiler names each switch it needs. */
#define LCM_X_OF_LEAVES                                                        \
  LCM_X_NUMBER:                                                                \
  case LCM_X_REAL:                                                             \
  case LCM_X_SYMBOL:                                                           \
  case LCM_X_COEF:                                                             \
  case LCM_X_INDEX
#define LCM_X_OF_COMPARISONS                                                   \
  LCM_X_LT:                                                                    \
  case LCM_X_LE:                                                               \
  case LCM_X_EQ:                                                               \
  case LCM_X_NE
#define LCM_X_OF_TRUTH                                                         \
  LCM_X_OF_COMPARISONS:                                                        \
  case LCM_X_AND:                                                              \
  case LCM_X_OR:                                                               \
  case LCM_X_NOT
#define LCM_X_OF_LOGARITHMS                                                    \
  LCM_X_EXP:                                                                   \
  case LCM_X_LOG:                                                              \
  case LCM_X_LOG2:                                                             \
  case LCM_X_LOG10
#define LCM_X_OF_LOOPS                                                         \
  LCM_X_SUM:                                                                   \
  case LCM_X_PROD:                                                             \
  case LCM_X_MAX_OVER

/* A value for a name.  "name" is interned in the context of the expression. */
typedef struct lcm_binding {
  const char *name;
  double value;
} lcm_binding;

/* An uncertain coefficient: equal names are the same quantity wherever they
 * stand. */
typedef struct lcm_coef {
  const char *name;  /* interned identity, such as "k1" or "fft.c:12:15" */
  double value;      /* the estimate */
  double half_width; /* of the 90 % interval; 0 or more */
  bool anonymous;    /* the name is only a place, not to be shown to readers */
  /* half-width of what it is off beside that together with all others that have
   * such a thing, by its sign (lcm_coef_share) */
  double common;
} lcm_coef;

/* The range of a bound index: name = from .. to, both included, step 1. */
struct lcm_range {
  const char *index;
  const lcm_expr *from;
  const lcm_expr *to;
};

typedef enum lcm_relation {
  LCM_REL_UNKNOWN,
  LCM_REL_LESS,
  LCM_REL_EQUAL,
  LCM_REL_GREATER
} lcm_relation;

/* A replacement of the symbol "name" by "by". */
struct lcm_subst {
  const char *name;
  const lcm_expr *by;
};

/* A name for a part of an expression. */
struct lcm_shared {
  const char *name;
  const lcm_expr *is;
};

typedef enum lcm_notation {
  LCM_TEXT,   /* the comment language; parses back to the same expression
                 where names resolve to the same symbols */
  LCM_EXACT,  /* as LCM_TEXT, symbols with their dimension: "x{s/byte}"; for
                 lcm_expr_parse_exact */
  LCM_READER, /* as LCM_TEXT for people: no names of anonymous coefficients,
                 four digits */
  LCM_LATEX,
  LCM_C,     /* a C expression of doubles over <math.h> and lcm_*() helpers */
  LCM_PYTHON /* a Python expression over math.* */
} lcm_notation;

/* What a parser asks for a name that is no operator, unit or bound index:
 * return its expression, or NULL after having reported why not. */
typedef const lcm_expr *(*lcm_name_fn)(lcm_ctx *ctx, const char *name,
                                       lcm_loc at, void *user);

/* Return whether "name" (interned) is the name of a type of C; put its size in
 * bytes, 0 when unknown, into "*size", and whether its values are real numbers
 * into "*is_real". */
typedef bool (*lcm_type_fn)(long long *size, bool *is_real, const char *name,
                            void *user);

/* Return the element "index" of the array "name" in a C expression, or NULL
 * where it has no model. */
typedef const lcm_expr *(*lcm_element_fn)(lcm_ctx *ctx, const char *name,
                                          const lcm_expr *index, void *user);

/* A call in a C expression: "args" are its "n" arguments, each a formula or
 * NULL, of a number that is not whole where "reals" say so, or a whole one of
 * one of the "types", as LCM_WHOLE_BITS says. */
struct lcm_expr_call {
  const char *name; /* of the function */
  const lcm_expr *const *args;
  const bool *reals;
  const unsigned char *types;
  size_t n;
};

/* Return what "call" returns, or NULL where that has no model. */
typedef const lcm_expr *(*lcm_call_fn)(lcm_ctx *ctx,
                                       const struct lcm_expr_call *call,
                                       void *user);

/* Put the size in bytes of what "depth" subscripts leave of the variable "name"
 * into "*size"; false where that is not known. */
typedef bool (*lcm_size_fn)(long long *size, const char *name, size_t depth,
                            void *user);

/* A type of whole numbers: its bits, and whether it has no negative ones. */
enum { LCM_WHOLE_BITS = 127, LCM_WHOLE_NATURAL = 128 };

/* Return the type of the variable "name" of whole numbers, or of what the
 * function called so returns, 0 where it is none or not known. */
typedef unsigned char (*lcm_whole_fn)(const char *name, void *user);

/* A condition of the operator `?:`, `&&` or `||` that is being read, by which
 * its operand is evaluated: where "cond" holds, or where it does not. */
struct lcm_given {
  const lcm_expr *cond;
  bool holds;
  const struct lcm_given *outer;
};

/* Return whether "e", made of names of C, is never below zero where the
 * conditions "given" (NULL: none) are met. */
typedef bool (*lcm_natural_fn)(const lcm_expr *e, const struct lcm_given *given,
                               void *user);

/* Return the string literals that the variable "name" is always, as C has them,
 * or NULL. */
typedef const char *(*lcm_literal_fn)(const char *name, void *user);

/* Put the number that "e", made of names of C, is where it is read into
 * "*value"; false where it may be another one, or is not known. */
typedef bool (*lcm_known_fn)(double *value, const lcm_expr *e, void *user);

/* Where and how to parse. */
struct lcm_expr_source {
  const char *text;
  size_t len;
  /* place of text[0], columns and offsets count from there */
  lcm_loc at;
  lcm_name_fn resolve; /* for names; NULL makes every name a pure symbol */
  void *user;          /* passed to "resolve" and "type" */
  /* for names of types in C expressions; NULL: basic types alone */
  lcm_type_fn type;
  /* for `a[i]` in C expressions; NULL: these have no model */
  lcm_element_fn element;
  lcm_call_fn call; /* for calls of functions in C expressions, likewise */
  lcm_size_fn size; /* for `sizeof a` in C expressions, likewise */
  /* for numbers below zero in C expressions; NULL: there are none, and
   * variables have the type int */
  lcm_natural_fn natural;
  const struct lcm_given *given; /* conditions that are met */
  lcm_whole_fn whole;
  /* for numbers that do not fit their types; NULL: none is known */
  lcm_known_fn known;
  /* for `strlen(a)`; NULL: nothing is known of variables */
  lcm_literal_fn literal;
  bool members; /* in C expressions `a.b` and `a->b` are names "a.b" */
  /* in an array section, what has no model is left open in silence */
  bool quiet;
};

/* Expressions compiled for many evaluations. */
typedef struct lcm_tape lcm_tape;

/* What a tape is to compute: the "n" expressions at "exprs" and, where "least"
 * is not NULL, the smallest of the "n_least" there as one more result
 * (infinity for none; NaN where one is). */
struct lcm_tape_parts {
  const lcm_expr *const *exprs;
  size_t n;
  const lcm_expr *const *least;
  size_t n_least;
  const char *const *names;
  size_t n_names;
};

/* The numbers from "low" to "high". */
struct lcm_bounds {
  double low;
  double high;
};
