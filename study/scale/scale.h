/* How programs scale (composition.md, Scalability; Pacheco 1997, chapter 12;
 * Roth et al. 2012). */
#pragma once

#include "composer/predict/composer.h"
#include "model/measurement/measurement.h"
#include "model/results/scalability.h"

/* ---- laws ---------------------------------------------------------------- */

/* Return the speedup on "p" processors where the fraction "serial" of the time
 * on one cannot be divided (Amdahl), and by how much it grows with p. */
double lcm_law_amdahl(double serial, double p);
double lcm_law_amdahl_slope(double serial, double p);

/* Return what that speedup does not exceed for any p; infinite for 0. */
double lcm_law_limit(double serial);

/* Return the speedup of a problem that grows until it takes as long, where the
 * fraction "serial" of the time on "p" processors cannot be divided (Gustafson
 * 1988). */
double lcm_law_fixed_time(double serial, double p);

/* Return the serial fraction that the speedup "speedup" on "p" processors
 * shows (Karp, Flatt 1990); NaN for one processor. */
double lcm_law_karp_flatt(double speedup, double p);

/* What a partition costs on "p" processors: scheduling overhead and load
 * imbalance as fractions of p T. */
struct lcm_partition {
  double size;
  double p;
  double scheduling;
  double imbalance;
};

/* Return the next size of "partition" (Roth et al. 2012, eq. 9); the same size
 * for one processor.  The largest imbalance, 1 - 1/p, divides the size by
 * p + 1, as the formula is printed; the text says by p. */
double lcm_law_refine(const struct lcm_partition *partition);

/* Return Amdahl's law fitted to the "n" times at "times" on "p" processors, so
 * that relative errors are small; points of equal p count as many. */
struct lcm_amdahl_fit lcm_law_fit(const double *p, const double *times,
                                  size_t n);

/* ---- factors ------------------------------------------------------------- */

/* Return factors of which nothing is known but what has to be. */
lcm_factors lcm_factors_unknown(void);

/* Give factor "kind" the value "value". */
void lcm_factors_give(lcm_factors *factors, lcm_factor_kind kind, double value);

/* Say that factor "kind" lies within "low" and "high". */
void lcm_factors_within(lcm_factors *factors, lcm_factor_kind kind, double low,
                        double high);

/* Infer what is not given: parts add up to their whole, so a single missing one
 * is the rest, and several are bounded by it, unless they may be negative.
 * LCM_EDOMAIN where what is given contradicts itself by more than rounding. */
LCM_NODISCARD lcm_status lcm_factors_infer(lcm_factors *factors);

/* ---- growth -------------------------------------------------------------- */

/* Return the class by which the "n" sizes at "sizes" grow with "p", which
 * rises: "1", "log2(p)", "sqrt(p)", "p", "p*log2(p)", .. "2^p".  The larger
 * half of them decides; NULL for less than three sizes, or where no class fits
 * these within a factor of 1.25. */
const char *lcm_growth_class(const double *p, const double *sizes, size_t n);

/* ---- a program ----------------------------------------------------------- */

/* What is asked.
 * axis         the variable that counts processors in a model; NULL: p (or P,
 *              if the model has that)
 * size         the size for the isoefficiency; NULL: the variable besides the
 *              processors, if there is one
 * efficiency   that is to be kept; 0: 0.8
 * variable     whose least or most value is wanted; NULL: none
 * most         the most, not the least
 * wide         the values of the processors in the grid are not those among
 *              which to look for it
 * condition    over T, S, E, TO, core_hours, p and the variables; NULL: none
 * refine       the variable that is the size of a partition; NULL: none */
struct lcm_scale_options {
  const char *axis;
  const char *size;
  double efficiency;
  const char *variable;
  bool most;
  bool wide;
  const char *condition;
  const char *refine;
};

/* Predict how "program" scales over "grid" into "*out".  What makes no sense in
 * "what" is a diagnostic "usage" and LCM_EUSAGE. */
LCM_NODISCARD lcm_status lcm_scale(const lcm_scalability **out, lcm_ctx *ctx,
                                   const lcm_program *program,
                                   const lcm_grid *grid,
                                   const struct lcm_predict_options *options,
                                   const struct lcm_scale_options *what);

/* Say into "*out" how what was measured scales: of runs of equal variables the
 * value that they cluster around. */
LCM_NODISCARD lcm_status lcm_scale_measured(const lcm_scalability **out,
                                            lcm_ctx *ctx,
                                            const lcm_measurements *all);
