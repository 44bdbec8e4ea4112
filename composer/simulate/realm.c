/* Makes declared resources, conditions and the bandwidth of the machine,
 * once for each rank with memory of its own. */
#include <math.h>

#include "composer/simulate/code/code.h"
#include "composer/simulate/code/emit.h"
#include "composer/simulate/internal.h"
#include "composer/simulate/realm.h"

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
