/* Makes declared resources, conditions and the bandwidth of the machine, once
 * for each rank with memory of its own, and finds those that a reference or a
 * claim means. */
#include "composer/simulate/realm.h"

#include <math.h>
#include <string.h>

#include "composer/simulate/code/emit.h"
#include "composer/simulate/code/expr.h"

/* Report that subscript "value" of "name" is none, where "from" .. "to" are
 * (to below from: no whole number). */
static void report_subscript(lcm_vm *vm, const lcm_node *node, const char *name,
                             double value, double from, double to) {
  if (vm->status)
    return;
  if (value != floor(value))
    lcm_report(vm->ctx, LCM_DIAG_DOMAIN, node->loc,
               "subscript %g of '%s' is no whole number", value, name);
  else
    lcm_report(vm->ctx, LCM_DIAG_DOMAIN, node->loc,
               "subscript %g of '%s' is out of %g..%g", value, name, from, to);
  lcm_vm_fail(vm, LCM_EDOMAIN);
}

/* Return the realm of what is called "name" and not declared: the first for
 * what the machine has. */
static uint32_t realm_of(const lcm_vm *vm, const char *name) {
  const lcm_machine *machine = vm->run.machine;
  for (size_t i = 0; machine && i < machine->n_resources; i++)
    if (!strcmp(machine->resources[i].name, name))
      return 0;
  return vm->realm;
}

/* Return the number in the kernel of the instance "name" with the subscripts
 * "indices", which is made where there is none. */
static uint32_t instance_of(lcm_vm *vm, const struct lcm_vm_ref *ref,
                            const double *indices, bool condition) {
  struct lcm_vm_instance fresh = {.name = ref->name,
                                  .realm = realm_of(vm, ref->name),
                                  .condition = condition,
                                  .n_indices = ref->n_indices};
  for (size_t i = 0; i < vm->instances.n; i++) {
    const struct lcm_vm_instance *known = &vm->instances.at[i];
    if (known->condition == condition && known->name == ref->name &&
        known->realm == fresh.realm && known->n_indices == ref->n_indices &&
        !memcmp(known->indices, indices, ref->n_indices * sizeof *indices))
      return known->index;
  }
  if (ref->n_indices)
    memcpy(fresh.indices, indices, ref->n_indices * sizeof *indices);
  fresh.index = condition ? lcm_sim_add_condition(vm->sim)
                          : lcm_sim_add_resource(
                                vm->sim, (struct lcm_sim_resource){.units = 1});
  LCM_LIST_ADD(&vm->life, &vm->instances, fresh);
  return fresh.index;
}

/* Return whether all ranks share "array": a resource that is no lock. */
static bool is_common(const struct lcm_vm_array *array) {
  return array->resource && !array->resource->lock &&
         !array->resource->semaphore;
}

uint32_t lcm_vm_resolve(lcm_vm *vm, uint32_t index, struct lcm_vm_frame *frame,
                        const lcm_node *node, bool condition) {
  const struct lcm_vm_ref *ref = &vm->refs.at[index];
  double indices[LCM_VM_MAX_SUBSCRIPTS];
  const struct lcm_vm_array *array =
      ref->array == LCM_VM_NONE ? NULL : &vm->arrays.at[ref->array];
  for (size_t i = 0; i < ref->n_indices; i++) {
    indices[i] = lcm_vm_value(vm, ref->indices[i], frame);
    if (isnan(indices[i]))
      indices[i] =
          lcm_run_any_index(&vm->run, ref->name) + (array ? array->from[i] : 0);
  }
  if (!array)
    return instance_of(vm, ref, indices, condition);
  double offset = 0;
  for (size_t i = 0; i < ref->n_indices; i++) {
    const double at = indices[i] - array->from[i];
    if (!(at >= 0 && at < array->extent[i]) || at != floor(at)) {
      report_subscript(vm, node, array->name, indices[i], array->from[i],
                       array->from[i] + array->extent[i] - 1);
      return LCM_VM_NONE;
    }
    offset = offset * array->extent[i] + at;
  }
  return array->base + (uint32_t)offset +
         (is_common(array) ? 0 : lcm_vm_realm_offset(vm, condition));
}

/* Return how many units of its resource "node" claims: one, or all. */
static int64_t units_of(const lcm_vm *vm, const lcm_node *node) {
  double units = 1;
  if (!lcm_node_attribute(node, "units"))
    return 1;
  const char *name = node->u.resource.instances[0].name;
  for (size_t i = 0; i < vm->program->n_resources; i++)
    if (!strcmp(vm->program->resources[i].name, name))
      (void)lcm_expr_is_number(vm->program->resources[i].multiplicity, &units);
  return (int64_t)units;
}

size_t lcm_vm_claim(lcm_vm *vm, struct lcm_claim *claims, uint32_t index,
                    struct lcm_vm_frame *frame, const lcm_node *node,
                    uint32_t keep) {
  const struct lcm_vm_claims *all = &vm->claims.at[index];
  const int64_t units = units_of(vm, node);
  size_t n = 0;
  for (size_t i = 0; i < all->n; i++) {
    const uint32_t resource =
        lcm_vm_resolve(vm, all->refs[i], frame, node, false);
    size_t k = 0;
    if (resource == LCM_VM_NONE)
      return 0;
    while (k < n && claims[k].resource != resource)
      k++;
    if (k == n)
      claims[n++] = (struct lcm_claim){resource, 0};
    claims[k].units += units;
    if (keep != LCM_VM_NONE)
      frame->slots[keep + i] = resource;
  }
  return n;
}

/* Make the resources that stand for the bandwidth of "level" on the sockets of
 * the machine; return the first. */
static lcm_sim_index make_bandwidth(lcm_vm *vm, const struct lcm_level *level) {
  const struct lcm_sim_resource bandwidth = {
      .units = 1,
      .shared = true,
      .capacity = fmax(1, level->socket / level->core)};
  lcm_sim_index first = LCM_VM_NONE;
  for (uint32_t i = 0; i < vm->sockets; i++) {
    const lcm_sim_index made = lcm_sim_add_resource(vm->sim, bandwidth);
    first = i ? first : made;
  }
  return first;
}

void lcm_vm_make_machine(lcm_vm *vm) {
  const lcm_machine *machine = vm->run.machine;
  const bool first = vm->realm == 0;
  bool any = false;
  for (size_t i = 0; machine && i < machine->n_levels; i++)
    any = any || lcm_level_is_shared(&machine->levels[i]);
  vm->sockets = any ? (uint32_t)fmin(fmax(1, machine->sockets), 1024) : 0;
  for (size_t i = 0; any && i < machine->n_levels; i++) {
    const lcm_sim_index made = lcm_level_is_shared(&machine->levels[i])
                                   ? make_bandwidth(vm, &machine->levels[i])
                                   : LCM_VM_NONE;
    vm->memory[i] = first ? made : vm->memory[i];
  }
}

/* Put the values of the subscripts of element "offset" of "array" on top of the
 * globals. */
static void bind_subscripts(lcm_vm *vm, const struct lcm_vm_array *array,
                            double offset) {
  for (size_t i = array->n_subscripts; i-- > 0;) {
    lcm_run_bind(&vm->run, array->resource->ranges[i].index,
                 fmod(offset, array->extent[i]) + array->from[i]);
    offset = floor(offset / array->extent[i]);
  }
}

/* Return what element "offset" of "array" is in the kernel. */
static struct lcm_sim_resource
element_of(lcm_vm *vm, const struct lcm_vm_array *array, double offset) {
  const lcm_resource *r = array->resource;
  const size_t bound = vm->run.env.n;
  double units = 1;
  double service = 0;
  bool known = true;
  bind_subscripts(vm, array, offset);
  if (r->multiplicity)
    known = lcm_expr_eval(&units, r->multiplicity, vm->run.env.at,
                          vm->run.env.n) == LCM_OK;
  if (r->service)
    known = known && lcm_expr_eval(&service, r->service, vm->run.env.at,
                                   vm->run.env.n) == LCM_OK;
  vm->run.env.n = bound;
  const bool whole = units >= 0 && units < 9e15 && units == floor(units);
  if (!known || (r->multiplicity && !whole) || !(service >= 0)) {
    if (!vm->status)
      lcm_report(vm->ctx, LCM_DIAG_DOMAIN, r->loc,
                 known ? "the multiplicity of '%s' is no whole number"
                       : "the multiplicity of '%s' is not known",
                 r->name);
    lcm_vm_fail(vm, LCM_EDOMAIN);
    units = 1;
  }
  return (struct lcm_sim_resource){.units = r->multiplicity ? (int64_t)units
                                                            : LCM_SIM_UNLIMITED,
                                   .service = service,
                                   .shared = r->discipline == LCM_PS};
}

void lcm_vm_make_declared(lcm_vm *vm) {
  for (size_t i = 0; i < vm->arrays.n && !vm->status; i++) {
    const struct lcm_vm_array *array = &vm->arrays.at[i];
    double size = 1;
    for (size_t k = 0; k < array->n_subscripts; k++)
      size *= array->extent[k];
    for (double k = 0; k < size && !vm->status; k++) {
      if (array->condition)
        (void)lcm_sim_add_condition(vm->sim);
      else
        (void)lcm_sim_add_resource(vm->sim, element_of(vm, array, k));
    }
  }
}

uint32_t lcm_vm_new_realm(lcm_vm *vm) {
  const struct lcm_vm_realm fresh = {(uint32_t)lcm_sim_resources(vm->sim),
                                     (uint32_t)lcm_sim_conditions(vm->sim)};
  LCM_LIST_ADD(&vm->life, &vm->realms, fresh);
  const uint32_t outer = vm->realm;
  vm->realm = (uint32_t)vm->realms.n;
  lcm_vm_make_declared(vm);
  lcm_vm_make_machine(vm);
  vm->realm = outer;
  return (uint32_t)vm->realms.n;
}

uint32_t lcm_vm_realm_offset(const lcm_vm *vm, bool condition) {
  if (!vm->realm)
    return 0;
  const struct lcm_vm_realm *realm = &vm->realms.at[vm->realm - 1];
  return condition ? realm->conditions : realm->resources;
}
