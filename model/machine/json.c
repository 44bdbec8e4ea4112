/* Descriptions of machines as JSON. */
#include <math.h>
#include <stdlib.h>

#include "base/json_print.h"
#include "model/machine/json.h"

/* Put the number "value" into "object" unless it is infinite. */
static void set_finite(lcm_json *object, const char *key, double value) {
  if (isfinite(value))
    lcm_json_set(object, key, lcm_json_real(value));
}

/* Return the levels of memory of "machine". */
static lcm_json *levels_json(const lcm_machine *machine) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < machine->n_levels; i++) {
    const struct lcm_level *level = &machine->levels[i];
    lcm_json *json = lcm_json_object();
    lcm_json *bandwidth = lcm_json_object();
    lcm_json_set(json, "name", lcm_json_string(level->name));
    set_finite(json, "size", level->size);
    set_finite(json, "shared_by", level->shared_by);
    set_finite(bandwidth, "core", level->core);
    set_finite(bandwidth, "socket", level->socket);
    lcm_json_set(json, "bandwidth", bandwidth);
    if (level->latency > 0)
      lcm_json_set(json, "latency", lcm_json_real(level->latency));
    if (level->gather > 0)
      lcm_json_set(json, "gather", lcm_json_real(level->gather));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return the resources of "machine". */
static lcm_json *resources_json(const lcm_machine *machine) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < machine->n_resources; i++) {
    const lcm_resource *resource = &machine->resources[i];
    lcm_json *json = lcm_json_object();
    double multiplicity = 1;
    lcm_json_set(json, "name", lcm_json_string(resource->name));
    if (resource->multiplicity &&
        lcm_expr_is_number(resource->multiplicity, &multiplicity))
      lcm_json_set(json, "multiplicity", lcm_json_real(multiplicity));
    lcm_json_set(
        json, "discipline",
        lcm_json_string(resource->discipline == LCM_PS ? "ps" : "fcfs"));
    if (resource->bandwidth > 0)
      lcm_json_set(json, "bandwidth", lcm_json_real(resource->bandwidth));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return the costs that the description of "machine" gives; the others come
 * from the default when it is read again. */
static lcm_json *costs_json(const lcm_machine *machine) {
  lcm_json *costs = lcm_json_object();
  for (size_t i = 0; i < machine->n_costs; i++) {
    const struct lcm_cost *cost = &machine->costs[i];
    char *text = cost->given ? lcm_expr_to_str(cost->expr, LCM_TEXT) : NULL;
    double value = 0;
    if (cost->given && lcm_expr_is_number(cost->expr, &value))
      lcm_json_set(costs, cost->name, lcm_json_real(value));
    else if (cost->given)
      lcm_json_set(costs, cost->name, lcm_json_string(text));
    free(text);
  }
  return costs;
}

LCM_GIVE char *lcm_machine_to_json(lcm_ctx *ctx, const lcm_machine *machine) {
  lcm_json *document = lcm_json_object();
  (void)ctx;
  LCM_JSON_PUT(document, {"schema", LCM_JSON("lcm-machine/1")},
               {"name", LCM_JSON(machine->name)});
  if (machine->processors > 0)
    lcm_json_set(document, "processors", lcm_json_real(machine->processors));
  if (machine->runtime && *machine->runtime)
    lcm_json_set(document, "runtime", lcm_json_string(machine->runtime));
  if (machine->schedule && *machine->schedule)
    lcm_json_set(document, "schedule", lcm_json_string(machine->schedule));
  if (machine->clock > 0)
    lcm_json_set(document, "clock", lcm_json_real(machine->clock));
  if (machine->lines_given)
    lcm_json_set(document, "line", lcm_json_real(machine->line));
  if (machine->tlb > 0)
    lcm_json_set(document, "tlb", lcm_json_real(machine->tlb));
  lcm_json_set(document, "sockets", lcm_json_real(machine->sockets));
  if (machine->ranks_per_node > 0)
    lcm_json_set(document, "ranks_per_node",
                 lcm_json_real(machine->ranks_per_node));
  if (machine->placement == LCM_PLACE_CLOSE)
    lcm_json_set(document, "placement", lcm_json_string("close"));
  LCM_JSON_PUT(document, {"levels", levels_json(machine)},
               {"resources", resources_json(machine)},
               {"costs", costs_json(machine)});
  return lcm_json_print(document);
}
