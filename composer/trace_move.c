#include "composer/trace_internal.h"
#include "model/dependence.h"

/* Return what is known of the datum "key". */
static struct lcm_datum *datum_of(struct lcm_tracer *tracer, const char *key) {
  for (size_t i = 0; i < tracer->data.n; i++)
    if (tracer->data.at[i].key == key)
      return &tracer->data.at[i];
  const struct lcm_datum fresh = {.key = key};
  LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &tracer->data, fresh);
  return &tracer->data.at[tracer->data.n - 1];
}

/* Return the step at which the ways to "a" and "b" part: the least common
 * ancestor; "*forked" says whether the two run at the same time below it. */
static const struct lcm_step *parting(const struct lcm_place *a,
                                      const struct lcm_place *b, bool *forked) {
  size_t i = 0;
  while (i + 1 < a->n_steps && i + 1 < b->n_steps &&
         a->steps[i + 1].id == b->steps[i + 1].id)
    i++;
  while (i > 0 && a->steps[i].id != b->steps[i].id)
    i--;
  const struct lcm_step *at = &a->steps[i];
  *forked = at->node->kind == LCM_NODE_PARALLEL &&
            a->steps[i].child != b->steps[i].child;
  for (size_t k = i + 1; k < a->n_steps && !*forked; k++)
    *forked = a->steps[k].node->kind == LCM_NODE_TASK;
  return at;
}

/* Return how many leading ranges of "a" and "b" belong to sequential loops
 * around both: in one iteration their indices are the same. */
static size_t shared_ranges(const struct lcm_place *a,
                            const struct lcm_place *b) {
  size_t n = 0;
  for (size_t i = 0; i + 1 < a->n_steps && i + 1 < b->n_steps &&
                     a->steps[i].id == b->steps[i].id;
       i++) {
    if (a->steps[i].node->kind == LCM_NODE_PARLOOP)
      break;
    if (a->steps[i].node->kind == LCM_NODE_LOOP)
      n += a->steps[i].node->u.loop.n_ranges;
  }
  return n < a->n_ranges ? n : a->n_ranges;
}

/* Return whether the sections of "a" and "b" may share an element. */
static bool meet(struct lcm_tracer *tracer, const struct lcm_access *a,
                 const struct lcm_access *b) {
  const size_t n = shared_ranges(a->place, b->place);
  return lcm_section_overlap(tracer->ctx, a->section, a->place->ranges + n,
                             a->place->n_ranges - n, b->section,
                             b->place->ranges + n,
                             b->place->n_ranges - n) != LCM_OVERLAP_NO;
}

/* Return whether "a" and "b" say the same of one datum; the sections of two
 * passes over a loop may differ. */
static bool is_repetition(const lcm_movement *a, const lcm_movement *b) {
  return a->from == b->from && a->to == b->to && a->kind == b->kind &&
         a->crossing == b->crossing && a->section->key == b->section->key;
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
}

/* Add the movement of "to"'s section between "from" and "to". */
static void add(struct lcm_tracer *tracer, const struct lcm_access *from,
                const struct lcm_access *to, lcm_dependence kind,
                const struct lcm_step *lca) {
  const struct lcm_step *first = &from->place->steps[from->place->n_steps - 1];
  const struct lcm_step *last = &to->place->steps[to->place->n_steps - 1];
  const lcm_section *section = lcm_trace_widen(tracer, to);
  const lcm_movement movement = {
      .from = first->id,
      .to = last->id,
      .from_node = first->node,
      .to_node = last->node,
      .section = section,
      .kind = kind,
      .bytes = lcm_section_bytes(tracer->ctx, section),
      .count = to->place->count,
      .lca = lca->id,
      .lca_node = lca->node,
  };
  lcm_trace_add(tracer, &movement);
}

/* Consider the dependence of "kind" of "to" on "from": a movement when they
 * run at the same time, a crossing when both are inside teams. */
static void depend(struct lcm_tracer *tracer, const struct lcm_access *from,
                   const struct lcm_access *to, lcm_dependence kind) {
  bool forked = false;
  const struct lcm_step *lca = parting(from->place, to->place, &forked);
  if (forked)
    add(tracer, from, to, kind, lca);
  else if (kind == LCM_DEP_TRUE && from->place->parallel && to->place->parallel)
    lcm_trace_crossing(tracer, from, to);
}

/* Let "access" read its datum. */
static void read(struct lcm_tracer *tracer, const struct lcm_access *access) {
  struct lcm_datum *datum = datum_of(tracer, access->section->key);
  for (size_t i = datum->writers.n; i-- > 0;)
    if (meet(tracer, &datum->writers.at[i], access))
      depend(tracer, &datum->writers.at[i], access, LCM_DEP_TRUE);
  LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &datum->readers, *access);
}

/* Drop from "list" what "access" replaces: accesses to the same section. */
static void replace(lcm_access_list *list, const struct lcm_access *access) {
  size_t kept = 0;
  for (size_t i = 0; i < list->n; i++)
    if (!lcm_section_equal(list->at[i].section, access->section))
      list->at[kept++] = list->at[i];
  list->n = kept;
}

/* Let "access" write its datum; "has_read" says that the same place has read
 * it, which covers the dependence on the last writer. */
static void write(struct lcm_tracer *tracer, const struct lcm_access *access,
                  bool has_read) {
  struct lcm_datum *datum = datum_of(tracer, access->section->key);
  for (size_t i = datum->writers.n; i-- > 0 && !has_read;)
    if (meet(tracer, &datum->writers.at[i], access))
      depend(tracer, &datum->writers.at[i], access, LCM_DEP_OUTPUT);
  for (size_t i = datum->readers.n; i-- > 0;)
    if (datum->readers.at[i].place != access->place &&
        meet(tracer, &datum->readers.at[i], access))
      depend(tracer, &datum->readers.at[i], access, LCM_DEP_ANTI);
  replace(&datum->writers, access);
  replace(&datum->readers, access);
  LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &datum->writers, *access);
}

/* Return whether a datum of the "n" sections at "reads" is that of "write". */
static bool reads_datum(const lcm_section *reads, size_t n,
                        const lcm_section *write) {
  for (size_t i = 0; i < n; i++)
    if (reads[i].key == write->key)
      return true;
  return false;
}

void lcm_trace_access(struct lcm_tracer *tracer, const struct lcm_place *place,
                      const lcm_section *reads, size_t n_reads,
                      const lcm_section *writes, size_t n_writes) {
  for (size_t i = 0; i < n_reads; i++)
    read(tracer, &(struct lcm_access){&reads[i], place});
  for (size_t i = 0; i < n_writes; i++)
    write(tracer, &(struct lcm_access){&writes[i], place},
          reads_datum(reads, n_reads, &writes[i]));
}

lcm_status lcm_data_trace(const lcm_data **out, lcm_ctx *ctx,
                          const lcm_program *program) {
  struct lcm_tracer tracer = {.ctx = ctx, .program = program};
  const lcm_status status = lcm_trace_walk(&tracer);
  if (status)
    return status;
  lcm_data *data = LCM_NEW(lcm_ctx_arena(ctx), lcm_data);
  data->program = program;
  data->movements = tracer.movements.at;
  data->n_movements = tracer.movements.n;
  *out = data;
  return LCM_OK;
}
