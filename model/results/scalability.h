/* Results: how a program scales (lcm-scalability/1). Times are in seconds;
 * NaN stands for what is not known.  The tree of factors of an efficiency. */
#pragma once

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

/* A factor as a fraction of p times the time. */
typedef struct lcm_factor {
  /* low, high: what it lies within, infinite where nothing bounds it; equal
   * unless it is BOUNDED */
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
 * Work, the factor, is the global efficiency; the efficiency T_s / (p T) is
 * global / alone. */
struct lcm_pop {
  double global;
  double parallel;
  double balance;
  double serialization;
  double transfer;
  double computation; /* computation of one processor over that of all */
  double alone;       /* the parallel efficiency of one processor */
};

/* One point.
 * speedup, efficiency */
struct lcm_scale_point {
  const double *values; /* of the variables of the result */
  double p;             /* processors */
  double time;          /* time, low, high: with its 90 % interval */
  double low;
  double high;
  double alone; /* the time on one processor, T_s */
  double speedup;
  double efficiency;
  double overhead; /* T_O = p T - T_s */
  double relative; /* T_O / T_s */
  /* serial fraction by the structure: idle beside serial code over (p - 1)
   * T_s */
  double serial;
  double karp_flatt; /* serial fraction by the speedup (Karp, Flatt 1990) */
  double amdahl;     /* speedup if nothing were lost but the serial fraction */
  /* speedup of a problem that grows until it takes as long (Gustafson 1988),
   * with the serial part of this run */
  double fixed_time;
  /* time on the fewest processors of the line over the time, where the problem
   * grows with p */
  double weak;
  double parallelism; /* T_s over span: no speedup on p processors exceeds it */
  double core_hours;  /* p T / 3600 */
  lcm_factors factors;
  bool has_pop; /* the efficiencies are known */
  struct lcm_pop pop;
};

/* Where along a line something happens. */
struct lcm_scale_place {
  double p;   /* there */
  bool open;  /* the search ended there: it may lie beyond */
  bool exact; /* every number of processors up to there was looked at */
};

/* Amdahl's law fitted to the times of a line, T = T_1 (s + (1 - s)/p). */
struct lcm_amdahl_fit {
  /* at so many numbers of processors; below 2 nothing is fitted */
  size_t points;
  /* serial, half: the serial fraction and the half-width of its 90 % interval
   * (NaN from two points) */
  double serial;
  double half;
  double alone; /* T_1 */
  double error; /* the largest relative error of a time */
};

/* Points that differ in processors (and what follows them) alone. */
struct lcm_scale_line {
  const size_t *points; /* points, n: numbers of the points, by p */
  size_t n;
  bool weak; /* the problem grows with p */
  /* serial fraction by the structure, at the most processors */
  double serial;
  /* speedup that no number of processors exceeds: 1 / serial */
  double limit;
  double parallelism; /* at the most processors */
  /* from where on more processors do not help: the fewest with the least
   * time */
  struct lcm_scale_place saturation;
  /* where efficiency over time is largest (Eager, Zahorjan, Lazowska 1989) */
  struct lcm_scale_place knee;
  /* of Amdahl's law; its points are 0 for weak scaling */
  struct lcm_amdahl_fit fit;
};

/* A size at which p processors have the efficiency; NaN where none has. */
struct lcm_iso_row {
  double p;
  double size;
};

/* How a size has to grow for the efficiency to stay (Kumar et al.). */
struct lcm_isoefficiency {
  const char *name;  /* the size; NULL where there is none to look for */
  double efficiency; /* that is kept */
  size_t line;       /* number of the line whose other variables hold */
  const struct lcm_iso_row *rows;
  size_t n_rows;
  const lcm_expr *exact; /* n(p) in closed form, NULL where there is none */
  bool divides;          /* "exact" holds where p divides the size */
  /* its class, "p*log2(p)"; NULL where it cannot be told */
  const char *growth;
  double low; /* low, high: sizes that were looked at */
  double high;
  const char *reason; /* why there are no rows, NULL where there are */
};

/* The least or most value of a variable for which a condition holds. */
struct lcm_scale_answer {
  const char *variable;
  const char *condition;
  bool most;  /* the largest is wanted, else the least */
  bool found; /* found, value: there is one */
  /* what is predicted there; where none was found, only the values of the other
   * variables */
  struct lcm_scale_point point;
  double value;
  double low; /* low, high: what was looked at */
  double high;
  bool exact; /* every value was; else it holds there and not beside it */
  /* it holds for all larger (smaller) values that were looked at */
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

/* A partition that was refined: its steps, the last one the end. */
struct lcm_refinement {
  const char *name; /* the variable that is its size; NULL: none was */
  const struct lcm_refinement_step *steps;
  size_t n;
  bool settled; /* it did not change any more */
  size_t best;  /* number of the fastest step */
};

/* How a program, or what was measured, scales. */
typedef struct lcm_scalability {
  const char *const *names; /* of the variables */
  size_t n_names;
  bool measured; /* the times were measured, not predicted */
  /* a model: what is lost is not known; "plain": its times have no unit */
  bool is_model;
  bool plain;
  /* the variable that counts processors */
  const char *axis;
  const struct lcm_scale_point *points; /* in the order of the grid */
  size_t n_points;
  /* the last one is what tables for people show in full */
  const struct lcm_scale_line *lines;
  size_t n_lines;
  struct lcm_isoefficiency iso;
  const struct lcm_scale_answer *answers;
  size_t n_answers;
  /* from where on resources of a model bind, at the last point */
  const struct lcm_saturation *saturations;
  size_t n_saturations;
  /* of the time at "variance_at", the largest share first */
  const struct lcm_variance_share *variance;
  size_t n_variance;
  size_t variance_at;
  struct lcm_refinement refinement;
  size_t unknown; /* how many places have no cost */
  /* what says what the times rest on; NULL where they were measured */
  const lcm_prediction *prediction;
} lcm_scalability;

/* Return "scalability" as JSON (lcm-scalability/1). */
LCM_GIVE char *lcm_scalability_to_json(const lcm_scalability *scalability);

/* Return the name and the parent of a factor (the parent of the
 * total is the total), how deep it lies below the total, and whether it may be
 * negative. */
const char *lcm_factor_name(lcm_factor_kind kind);
lcm_factor_kind lcm_factor_parent(lcm_factor_kind kind);
unsigned lcm_factor_depth(lcm_factor_kind kind);
bool lcm_factor_is_signed(lcm_factor_kind kind);
