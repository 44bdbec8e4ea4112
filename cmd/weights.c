/* What operations weigh by the description of a machine. */
#include "cmd/weights.h"

#include <math.h>

/* Return the cost "name" of "machine" in operations of "flop" seconds;
 * "otherwise" where it is not a number. */
static double weight_of(const lcm_machine *machine, const char *name,
                        double flop, double otherwise) {
  const struct lcm_cost *cost = lcm_machine_cost(machine, name);
  double value = 0;
  return cost && lcm_expr_is_number(cost->expr, &value) ? value / flop
                                                        : otherwise;
}

/* As weight_of, for a cost that depends on how many members want it: of one. */
static double weight_alone(lcm_ctx *ctx, const lcm_machine *machine,
                           const char *name, double flop, double otherwise) {
  const struct lcm_cost *cost = lcm_machine_cost(machine, name);
  const struct lcm_subst alone = {lcm_intern(ctx, "p"), lcm_expr_int(ctx, 1)};
  const lcm_expr *e = cost ? lcm_expr_subst(ctx, cost->expr, &alone, 1) : NULL;
  double value = 0;
  return e && lcm_expr_is_number(e, &value) ? value / flop : otherwise;
}

/* Put what the bytes of the levels of "machine" weigh that have a size into
 * "out", operations being of "flop" seconds. */
static void weigh_levels(struct lcm_weights *out, const lcm_machine *machine,
                         double flop) {
  size_t n = 0;
  for (size_t i = 0; i < machine->n_levels && n < LCM_WEIGHED_LEVELS; i++) {
    const struct lcm_level *level = &machine->levels[i];
    if (!isfinite(level->size) || !(level->core > 0))
      continue;
    out->held[n] = level->size;
    out->byte[n++] = 1 / level->core / flop;
  }
}

const struct lcm_weights *command_weights(lcm_ctx *ctx,
                                          const lcm_machine *machine) {
  const double flop = machine ? weight_of(machine, "flop", 1, 0) : 0;
  const double whole = flop > 0 ? weight_of(machine, "integer", flop, 0) : 0;
  if (!(whole > 0))
    return NULL;
  const double special = weight_of(machine, "special", flop, 10);
  const double atomic = weight_alone(ctx, machine, "atomic", flop, whole);
  const double store = weight_of(machine, "store_chain", flop, 0);
  struct lcm_weights *out = LCM_NEW(lcm_ctx_arena(ctx), struct lcm_weights);
  *out = (struct lcm_weights){
      .whole = whole,
      .remainder = weight_of(machine, "remainder", flop, whole),
      .divide = weight_of(machine, "divide", flop, 1),
      .special = special,
      .trig = weight_of(machine, "trig", flop, special),
      .root = weight_of(machine, "sqrt", flop, 10),
      .power = weight_of(machine, "pow", flop, 10),
      .call = weight_of(machine, "call", flop, 0),
      .add_chain = weight_of(machine, "add_chain", flop, 0),
      .mul_chain = weight_of(machine, "mul_chain", flop, 0),
      .whole_chain = weight_of(machine, "integer_chain", flop, 0),
      .product_chain = weight_of(machine, "product_chain", flop, 0),
      .load_chain = weight_of(machine, "load_chain", flop, 0),
      .store_chain = store,
      .whole_store_chain =
          weight_of(machine, "integer_store_chain", flop, store),
      .atomic = fmax(atomic, whole),
      .atomic_real = weight_alone(ctx, machine, "atomic_real", flop, atomic),
      .miss = weight_of(machine, "mispredict", flop, 0),
      .cycle = lcm_machine_cycle(machine) > 0
                   ? flop / lcm_machine_cycle(machine)
                   : 0};
  weigh_levels(out, machine, flop);
  return out;
}
