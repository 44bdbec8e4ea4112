/* Results: how a program scales (lcm-scalability/1).  Times are in seconds;
 * NaN stands for what is not known. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/ctx.h"
#include "model/expr/expr.h"
#include "model/results/prediction.h"

/* Factors: LCM_FACTOR_<NAME> for each row of factors.def. */
typedef enum lcm_factor_kind {
#define LCM_FACTOR(name, parent, text, is_signed, meaning) LCM_FACTOR_##name,
#include "model/results/factors.def"
#undef LCM_FACTOR
  LCM_FACTOR_COUNT
} lcm_factor_kind;

/* How the value of a factor is known. */
typedef enum lcm_factor_source {
  LCM_FACTOR_GIVEN,    /* measured, or predicted for itself */
  LCM_FACTOR_INFERRED, /* from its parent, parts and siblings */
  LCM_FACTOR_BOUNDED   /* somewhere between "low" and "high" */
} lcm_factor_source;

/* A factor as a fraction of p times the time.
 * low, high   what it lies within, infinite where nothing bounds it; equal
 *             unless it is BOUNDED */
typedef struct lcm_factor {
  double low;
  double high;
  lcm_factor_source source;
} lcm_factor;

/* The factors of a run, each with its parent; the value of the total is 1. */
typedef struct lcm_factors {
  lcm_factor at[LCM_FACTOR_COUNT];
} lcm_factors;

/* Efficiencies as the POP centre of excellence multiplies them:
 * global = parallel x computation, parallel = balance x serialization x
 * transfer.
 * computation   computation of one processor over that of all
 * alone         the parallel efficiency of one processor
 * Work, the factor, is the global efficiency; the efficiency T_s / (p T) is
 * global / alone. */
struct lcm_pop {
  double global;
  double parallel;
  double balance;
  double serialization;
  double transfer;
  double computation;
  double alone;
};

/* One point.
 * values       of the variables of the result
 * p            processors
 * time, low, high   with its 90 % interval
 * alone        the time on one processor, T_s
 * speedup, efficiency
 * overhead     T_O = p T - T_s; relative: T_O / T_s
 * serial       serial fraction by the structure: idle beside serial code over
 *              (p - 1) T_s
 * karp_flatt   serial fraction by the speedup (Karp, Flatt 1990)
 * amdahl       speedup if nothing were lost but the serial fraction
 * fixed_time   speedup of a problem that grows until it takes as long
 *              (Gustafson 1988), with the serial part of this run
 * weak         time on the fewest processors of the line over the time, where
 *              the problem grows with p
 * parallelism  T_s over span: no speedup on p processors exceeds it
 * core_hours   p T / 3600
 * has_pop      the efficiencies are known */
struct lcm_scale_point {
  const double *values;
  double p;
  double time;
  double low;
  double high;
  double alone;
  double speedup;
  double efficiency;
  double overhead;
  double relative;
  double serial;
  double karp_flatt;
  double amdahl;
  double fixed_time;
  double weak;
  double parallelism;
  double core_hours;
  lcm_factors factors;
  bool has_pop;
  struct lcm_pop pop;
};

/* Where along a line something happens.
 * p        there
 * open     the search ended there: it may lie beyond
 * exact    every number of processors up to there was looked at */
struct lcm_scale_place {
  double p;
  bool open;
  bool exact;
};

/* Amdahl's law fitted to the times of a line, T = T_1 (s + (1 - s)/p).
 * points   at so many numbers of processors; below 2 nothing is fitted
 * serial, half   the serial fraction and the half-width of its 90 % interval
 *          (NaN from two points)
 * alone    T_1
 * error    the largest relative error of a time */
struct lcm_amdahl_fit {
  size_t points;
  double serial;
  double half;
  double alone;
  double error;
};

/* Points that differ in processors (and what follows them) alone.
 * points, n     numbers of the points, by p
 * weak          the problem grows with p
 * serial        serial fraction by the structure, at the most processors
 * limit         speedup that no number of processors exceeds: 1 / serial
 * parallelism   at the most processors
 * saturation    from where on more processors do not help: the fewest with
 *               the least time
 * knee          where efficiency over time is largest (Eager, Zahorjan,
 *               Lazowska 1989)
 * fit           of Amdahl's law; its points are 0 for weak scaling */
struct lcm_scale_line {
  const size_t *points;
  size_t n;
  bool weak;
  double serial;
  double limit;
  double parallelism;
  struct lcm_scale_place saturation;
  struct lcm_scale_place knee;
  struct lcm_amdahl_fit fit;
};

/* A size at which p processors have the efficiency; NaN where none has. */
struct lcm_iso_row {
  double p;
  double size;
};

/* How a size has to grow for the efficiency to stay (Kumar et al.).
 * name         the size; NULL where there is none to look for
 * efficiency   that is kept
 * line         number of the line whose other variables hold
 * exact        n(p) in closed form, NULL where there is none
 * divides      "exact" holds where p divides the size
 * growth       its class, "p*log2(p)"; NULL where it cannot be told
 * low, high    sizes that were looked at
 * reason       why there are no rows, NULL where there are */
struct lcm_isoefficiency {
  const char *name;
  double efficiency;
  size_t line;
  const struct lcm_iso_row *rows;
  size_t n_rows;
  const lcm_expr *exact;
  bool divides;
  const char *growth;
  double low;
  double high;
  const char *reason;
};

/* The least or most value of a variable for which a condition holds.
 * most        the largest is wanted, else the least
 * found, value   there is one
 * point       what is predicted there; where none was found, only the values of
 *             the other variables
 * low, high   what was looked at
 * exact       every value was; else it holds there and not beside it
 * steady      it holds for all larger (smaller) values that were looked at */
struct lcm_scale_answer {
  const char *variable;
  const char *condition;
  bool most;
  bool found;
  struct lcm_scale_point point;
  double value;
  double low;
  double high;
  bool exact;
  bool steady;
};

/* What part of the variance of a time comes from coefficients that belong
 * together: one, several that are correlated, or none: what all are off
 * together (lcm_coef_share). */
struct lcm_variance_share {
  const lcm_coef *const *coefs;
  size_t n;
  double share;
};

/* A step of the refinement of a partition (Roth et al. 2012, eq. 9): the size,
 * and what it costs as fractions of p T. */
struct lcm_refinement_step {
  double size;
  double time;
  double scheduling;
  double imbalance;
};

/* A partition that was refined: its steps, the last one the end.
 * name      the variable that is its size; NULL: none was
 * settled   it did not change any more
 * best      number of the fastest step */
struct lcm_refinement {
  const char *name;
  const struct lcm_refinement_step *steps;
  size_t n;
  bool settled;
  size_t best;
};

/* How a program, or what was measured, scales.
 * names       of the variables
 * measured    the times were measured, not predicted
 * is_model    a model: what is lost is not known; "plain": its times have no
 *             unit
 * axis        the variable that counts processors
 * points      in the order of the grid
 * lines       the last one is what tables for people show in full
 * saturations from where on resources of a model bind, at the last point
 * variance    of the time at "variance_at", the largest share first
 * unknown     how many places have no cost */
typedef struct lcm_scalability {
  const char *const *names;
  size_t n_names;
  bool measured;
  bool is_model;
  bool plain;
  const char *axis;
  const struct lcm_scale_point *points;
  size_t n_points;
  const struct lcm_scale_line *lines;
  size_t n_lines;
  struct lcm_isoefficiency iso;
  const struct lcm_scale_answer *answers;
  size_t n_answers;
  const struct lcm_saturation *saturations;
  size_t n_saturations;
  const struct lcm_variance_share *variance;
  size_t n_variance;
  size_t variance_at;
  struct lcm_refinement refinement;
  size_t unknown;
} lcm_scalability;

/* Return "scalability" as JSON (lcm-scalability/1). */
LCM_GIVE char *lcm_scalability_to_json(const lcm_scalability *scalability);
