/* Names of resources, conditions and processes, for messages to people. */
#include <math.h>

#include "composer/simulate/names.h"

/* Return the name of element "offset" of "array". */
static const char *element_name(lcm_vm *vm, const struct lcm_vm_array *array,
                                double offset) {
  lcm_arena *arena = lcm_ctx_arena(vm->ctx);
  const char *text = "";
  for (size_t i = array->n_subscripts; i-- > 0;) {
    const double at = fmod(offset, array->extent[i]) + array->from[i];
    offset = floor(offset / array->extent[i]);
    text = lcm_arena_printf(arena, "%.15g%s%s", at, *text ? "," : "", text);
  }
  return array->n_subscripts
             ? lcm_arena_printf(arena, "%s[%s]", array->name, text)
             : array->name;
}

/* Return the name of "instance". */
static const char *instance_name(lcm_vm *vm,
                                 const struct lcm_vm_instance *instance) {
  lcm_arena *arena = lcm_ctx_arena(vm->ctx);
  const char *text = instance->name;
  for (size_t i = 0; i < instance->n_indices; i++)
    text = lcm_arena_printf(arena, "%s%c%.15g", text, i ? ',' : '[',
                            instance->indices[i]);
  return instance->n_indices ? lcm_arena_printf(arena, "%s]", text) : text;
}

const char *lcm_vm_name_of(lcm_vm *vm, lcm_sim_index index, bool condition) {
  for (size_t i = 0; i < vm->instances.n; i++)
    if (vm->instances.at[i].condition == condition &&
        vm->instances.at[i].index == index)
      return instance_name(vm, &vm->instances.at[i]);
  for (size_t i = vm->arrays.n; i-- > 0;) {
    const struct lcm_vm_array *array = &vm->arrays.at[i];
    if (array->condition == condition && array->base <= index &&
        index < (condition ? vm->n_conditions : vm->n_resources))
      return element_name(vm, array, (double)(index - array->base));
  }
  return "a processor";
}

const char *lcm_vm_process_name(lcm_vm *vm, const lcm_process *process) {
  lcm_arena *arena = lcm_ctx_arena(vm->ctx);
  const char *text = "";
  for (; lcm_process_parent(process); process = lcm_process_parent(process)) {
    const struct lcm_vm_process *p = lcm_process_extra_of(process);
    const struct lcm_vm_instruction *maker = &vm->code.at[p->maker];
    const char *rest = *text ? ", " : "";
    if (maker->code == LCM_VM_FORK_RANGE)
      text = lcm_arena_printf(arena, "%s = %.15g%s%s",
                              *(const char *const *)maker->more, p->value, rest,
                              text);
    else if (maker->code == LCM_VM_RANKS)
      text = lcm_arena_printf(arena, "rank %.15g%s%s", p->value, rest, text);
    else if (maker->code == LCM_VM_CARRY || maker->code == LCM_VM_HAND)
      text = maker->code == LCM_VM_CARRY ? "a message" : "a collective";
    else if (maker->code == LCM_VM_TEAM)
      text = lcm_arena_printf(arena, "thread %.15g%s%s", p->value, rest, text);
    else
      text = lcm_arena_printf(arena, "branch %.15g%s%s", p->value, rest, text);
  }
  return *text ? text : "the first process";
}

const char *lcm_vm_hidden(const lcm_vm *vm, size_t i) {
  const struct lcm_names *names = vm->run.names;
  const char *const hidden[LCM_VM_HIDDEN] = {names->thread, names->team,
                                             names->parts,  names->p,
                                             names->rank,   names->ranks};
  return hidden[i];
}
