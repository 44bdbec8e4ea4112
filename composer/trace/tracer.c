/* What a trace remembers: the last accesses to each datum, and the movements
 * found. */
#include "composer/trace/tracer.h"

/* Return a copy of "list". */
static lcm_trace_accesses copy_of(lcm_ctx *ctx,
                                  const lcm_trace_accesses *list) {
  lcm_trace_accesses copy = {0};
  for (size_t i = 0; i < list->n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &copy, list->at[i]);
  return copy;
}

void lcm_trace_save(struct lcm_tracer *tracer, struct lcm_datum *datum) {
  if (!tracer->again || datum->saved)
    return;
  datum->saved = LCM_NEW(lcm_ctx_arena(tracer->ctx), struct lcm_datum);
  *datum->saved = *datum;
  datum->saved->writers = copy_of(tracer->ctx, &datum->writers);
  datum->saved->readers = copy_of(tracer->ctx, &datum->readers);
}

void lcm_trace_restore(struct lcm_tracer *tracer) {
  for (size_t i = 0; i < tracer->data.n; i++)
    if (tracer->data.at[i].saved) {
      tracer->data.at[i] = *tracer->data.at[i].saved;
      tracer->data.at[i].saved = NULL;
    }
}

struct lcm_datum *lcm_trace_datum(struct lcm_tracer *tracer, const char *key) {
  for (size_t i = 0; i < tracer->data.n; i++)
    if (tracer->data.at[i].key == key)
      return &tracer->data.at[i];
  const struct lcm_datum fresh = {.key = key};
  LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &tracer->data, fresh);
  return &tracer->data.at[tracer->data.n - 1];
}

/* Return whether "a" and "b" say the same of one datum; the sections of two
 * passes over a loop may differ. */
static bool is_repetition(const lcm_movement *a, const lcm_movement *b) {
  return a->from == b->from && a->to == b->to && a->kind == b->kind &&
         a->crossing == b->crossing && a->section->key == b->section->key;
}

/* Return whether "a" and "b" are of other occurrences of the same nodes and the
 * same datum. */
static bool is_other_occurrence(const lcm_movement *a, const lcm_movement *b) {
  return a->from_node == b->from_node && a->to_node == b->to_node &&
         a->kind == b->kind && a->crossing == b->crossing && a->to != b->to &&
         a->section->datum == b->section->datum;
}

void lcm_trace_add(struct lcm_tracer *tracer, const lcm_movement *movement) {
  for (size_t i = 0; i < tracer->movements.n; i++) {
    const lcm_movement *known = &tracer->movements.at[i];
    if (is_repetition(known, movement) &&
        ((tracer->again && !tracer->repeated.at[i]) ||
         lcm_section_equal(known->section, movement->section)))
      return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &tracer->repeated, tracer->again);
  LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &tracer->movements, *movement);
  lcm_movement *added = &tracer->movements.at[tracer->movements.n - 1];
  for (size_t i = 0; i + 1 < tracer->movements.n && !added->again; i++)
    added->again = is_other_occurrence(&tracer->movements.at[i], added);
}
