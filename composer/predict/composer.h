/* From structure and models to predictions (composition.md 1 and 2). */
#pragma once

#include "model/machine/machine.h"
#include "model/results/costs.h"
#include "model/results/prediction.h"
#include "model/structure/grid.h"
#include "model/structure/structure.h"

/* Ways to a time, which are added.
 * COMPOSE   from the models of the parts, with its lost cycles
 * BOUND     serialization analysis (composer/bound/bound.h)
 * SIMULATE  discrete events (composer/simulate/simulate.h) */
enum lcm_method {
  LCM_METHOD_COMPOSE = 1,
  LCM_METHOD_BOUND = 2,
  LCM_METHOD_SIMULATE = 4
};

struct lcm_simulate_options;

/* How to predict.
 * methods         0: COMPOSE for programs, BOUND for models
 * simulate        how to simulate; NULL: the defaults
 * machine         NULL: lcm_machine_default
 * nodes           fill in the occurrences of each point
 * formula         report the closed form
 * recurrences     report recursive functions as recurrences; so does formula
 * interpret       execute the structure at every point, also where a closed
 *                 form says the same
 * check           check the invariants of architecture.md, diagnostics
 *                 "invariant" and LCM_ECHECK where one does not hold
 * thesis_li       LI+ as printed in Crovella 1994 (6.2.2), not weighted by
 *                 processors
 * thesis_barrier  waiting at explicit barriers is synchronization loss, as in
 *                 the KSR categories
 * reductions      of the closed form of a model beside LCM_REDUCE_EXACT: then
 *                 its numbers are by that form
 * skewed          the time of a model is that by (3.16) where its pattern
 * occurs nesting_off     nested teams have one member level           of the
 * interval, 0: 0.90 */
struct lcm_predict_options {
  unsigned methods;
  const struct lcm_simulate_options *simulate;
  const lcm_machine *machine;
  unsigned reductions;
  bool nodes;
  bool formula;
  bool recurrences;
  bool interpret;
  bool check;
  bool thesis_li;
  bool thesis_barrier;
  bool skewed;
  bool nesting_off;
};

/* Put what the ranks of "program" send, receive and compute at the last point
 * of "grid" into "*out", in GOAL, the language of LogGOPSim (Hoefler,
 * Schneider, Lumsdaine 2010); NULL where there are no ranks.  Messages have
 * their bytes, and their tags where they are between all ranks; what ranks do
 * together is sent message by message as it is timed.  Waiting is left to who
 * reads it. */
LCM_NODISCARD lcm_status lcm_predict_goal(
    LCM_GIVE char **out, lcm_ctx *ctx, const lcm_program *program,
    const lcm_grid *grid, const struct lcm_predict_options *options);

/* Predict "program" at every point of "grid" into "*out".  A name without a
 * value, p = 0, a negative or undefined cost, recursion that does not end: a
 * diagnostic at its place, and no result. */
LCM_NODISCARD lcm_status lcm_predict(const lcm_prediction **out, lcm_ctx *ctx,
                                     const lcm_program *program,
                                     const lcm_grid *grid,
                                     const struct lcm_predict_options *options);

/* Put the time of "program" at each point of "grid" into "times", as
 * lcm_predict gives it, by executing the structure; NaN where there is none.
 * Nothing else is worked out, which is faster, and nothing is reported. */
void lcm_predict_times(double *times, lcm_ctx *ctx, const lcm_program *program,
                       const lcm_grid *grid,
                       const struct lcm_predict_options *options);

/* As lcm_predict, of as much of "*program" as has a prediction: a node of which
 * an error is reported becomes one that is not modelled (OPAQUE) for the reason
 * that the error states, the error a warning ("not-predicted"), and "*program"
 * the program that was predicted.  Errors of nothing in it remain. */
LCM_NODISCARD lcm_status lcm_predict_most(
    const lcm_prediction **out, const lcm_program **program, lcm_ctx *ctx,
    const lcm_grid *grid, const struct lcm_predict_options *options);

/* A variant to compare: its structure under a name. */
struct lcm_variant {
  const char *name;
  const lcm_program *program;
};

/* Predict the "n" variants over "grid" and compare them into "*out": winners,
 * every sign change between neighbouring points of the grid refined to its
 * crossover, intervals of the differences with shared coefficients
 * cancelled. */
LCM_NODISCARD lcm_status lcm_compare(const lcm_comparison **out, lcm_ctx *ctx,
                                     const struct lcm_variant *variants,
                                     size_t n, const lcm_grid *grid,
                                     const struct lcm_predict_options *options);

/* What to count.
 * only   key of the one function that is wanted; NULL: all
 * level  bytes of the cache for which movement is counted; 0: none
 * grid   values of names at its first point, for functions that call themselves
 *        and have no closed form; may be NULL */
struct lcm_cost_options {
  const char *only;
  long long level;
  const lcm_grid *grid;
};

/* Count what the functions of "program", which was analysed for it
 * (lcm_analyze_options.costs), compute and touch, into "*out". */
LCM_NODISCARD lcm_status
lcm_costs_count(const lcm_costs **out, lcm_ctx *ctx, const lcm_program *program,
                const struct lcm_cost_options *options);

/* Find the data movements of "program" (Crovella 1994, 6.2.2: data traces)
 * and the crossings inside teams into "*out", without those that a model says
 * it was measured with (`measured ... moves=`). */
LCM_NODISCARD lcm_status lcm_data_trace(const lcm_data **out, lcm_ctx *ctx,
                                        const lcm_program *program);

/* Put the patterns that the messages of "program", which has an entry, show on
 * a few small numbers of ranks into "*out"; return how many there are. */
size_t lcm_program_patterns(const struct lcm_pattern **out, lcm_ctx *ctx,
                            const lcm_program *program);

/* As lcm_data_trace, with those of models, what every fragment of the run
 * touches and all dependences between fragments. */
LCM_NODISCARD lcm_status lcm_data_trace_all(const lcm_data **out, lcm_ctx *ctx,
                                            const lcm_program *program);
