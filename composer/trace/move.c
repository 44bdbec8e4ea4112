/* Finds on which accesses before it an access depends, and what moves
 * because of that. */
#include <string.h>

#include "composer/trace/carry.h"
#include "composer/trace/cross.h"
#include "composer/trace/move.h"
#include "composer/trace/rows.h"
#include "composer/trace/tracer.h"
#include "composer/trace/unite.h"
#include "model/measurement/measurement.h"

/* Return the step at which the ways to "a" and "b" part: the least common
 * ancestor; "*forked" says whether the two run at the same time below it. */
static const struct lcm_trace_step *
parting(const struct lcm_place *a, const struct lcm_place *b, bool *forked) {
  size_t i = 0;
  while (i + 1 < a->n_steps && i + 1 < b->n_steps &&
         a->steps[i + 1].id == b->steps[i + 1].id)
    i++;
  while (i > 0 && a->steps[i].id != b->steps[i].id)
    i--;
  const struct lcm_trace_step *at = &a->steps[i];
  *forked = at->node->kind == LCM_NODE_PARALLEL &&
            a->steps[i].child != b->steps[i].child;
  for (size_t k = i + 1; k < a->n_steps && !*forked; k++)
    *forked = a->steps[k].node->kind == LCM_NODE_TASK;
  return &b->steps[i];
}

/* Return the side that "access" is beside "other", whose place shares the
 * outermost "n" ranges with its own. */
static struct lcm_side side_of(const struct lcm_trace_access *access,
                               const struct lcm_trace_access *other, size_t n) {
  const bool rows = access->pitch && access->pitch == other->pitch;
  return (struct lcm_side){rows ? access->rows : access->section,
                           access->place->ranges + n,
                           access->place->n_ranges - n};
}

/* Return whether the sections of "a" and "b" share an element. */
static lcm_overlap meet(struct lcm_tracer *tracer,
                        const struct lcm_trace_access *a,
                        const struct lcm_trace_access *b) {
  const size_t n = lcm_trace_shared(a->place, b->place);
  const struct lcm_side x = side_of(a, b, n);
  const struct lcm_side y = side_of(b, a, n);
  tracer->n_pairs++;
  return lcm_section_overlap(tracer->ctx, &x, &y);
}

/* A dependence being considered. */
struct relation {
  const struct lcm_trace_access *from;
  const struct lcm_trace_access *to;
  lcm_dependence kind; /* of it */
  lcm_overlap met;     /* how sure it is that the sections share an element */
  bool last;           /* nothing has overwritten since what "from" wrote */
};

/* Return what is assumed of the bytes of "relation", which are "exact" as far
 * as the sections go; NULL for nothing. */
static const char *assumed(const struct relation *relation, bool exact) {
  const lcm_section *from = relation->from->section;
  const lcm_section *to = relation->to->section;
  if (!from->exact && !from->declared)
    return from->why ? from->why : "what is written is not known exactly";
  if (!to->exact && !to->declared)
    return to->why ? to->why : "what is touched is not known exactly";
  if (relation->from->place->maybe || relation->to->place->maybe)
    return "a condition decides whether it is executed";
  if (relation->from->mixed && relation->kind == LCM_DEP_ANTI)
    return "the fragment that reads it writes it, too";
  if (relation->met != LCM_OVERLAP_YES || !exact)
    return "the common part is no simple section";
  return relation->last && !relation->from->stale
             ? NULL
             : "part of it may be overwritten before";
}

/* Return whether nothing but conditions decides, below the first "n" steps, how
 * often "place" is executed; "*decided": there is one. */
static bool is_conditional(bool *decided, struct lcm_tracer *tracer,
                           const struct lcm_place *place, size_t n) {
  *decided = false;
  for (size_t i = n; i < place->n_steps; i++) {
    const lcm_node *node = place->steps[i].node;
    if (node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_WHILE ||
        node->kind == LCM_NODE_PARLOOP)
      return false;
    if (node->kind == LCM_NODE_BRANCH)
      *decided = *decided || node->n_children != 1 ||
                 !lcm_trace_chosen(tracer->ctx, node, 0);
  }
  return true;
}

/* Return the node of "relation", below "lca", that pays for its transfers. */
static const lcm_node *payer_of(struct lcm_tracer *tracer,
                                const struct relation *relation,
                                const struct lcm_trace_step *lca) {
  const struct lcm_place *from = relation->from->place;
  const struct lcm_place *to = relation->to->place;
  const size_t n = (size_t)(lca - to->steps) + 1;
  bool wrote = false;
  bool reads = false;
  const bool simple = is_conditional(&wrote, tracer, from, n) &&
                      is_conditional(&reads, tracer, to, n);
  return simple && wrote && !reads ? from->steps[from->n_steps - 1].node
                                   : to->steps[to->n_steps - 1].node;
}

static bool speaks(const lcm_expr *e, const char *name) {
  return e && lcm_expr_has(e, name);
}

/* Return whether "section", or one of the "n" ranges at "inner", speaks of the
 * index "name". */
static bool is_spoken(const lcm_section *section, const lcm_iteration *inner,
                      size_t n, const char *name) {
  for (size_t d = 0; d < section->n_extents; d++)
    if (speaks(section->extents[d].lower, name) ||
        speaks(section->extents[d].length, name))
      return true;
  for (size_t i = 0; i < section->n_over; i++)
    if (speaks(section->over[i].from, name) ||
        speaks(section->over[i].to, name))
      return true;
  for (size_t i = 0; i < n; i++)
    if (speaks(inner[i].from, name) || speaks(inner[i].to, name))
      return true;
  return false;
}

/* Return whether each iteration of the loop "node" touches other parts of
 * "section". */
static bool goes_on(const lcm_section *section, const lcm_node *node) {
  for (size_t i = 0; section->exact && i < node->u.loop.n_ranges; i++)
    if (is_spoken(section, NULL, 0, node->u.loop.ranges[i].index))
      return true;
  return false;
}

/* Return the outermost loop around the end of "relation" below "lca" whose
 * iterations touch the same again, from the last one on that threads share
 * out: what moves is written before it, and moves to it once; NULL where there
 * is none. */
static const lcm_node *repeating(const struct relation *relation,
                                 const struct lcm_trace_step *lca) {
  const struct lcm_place *to = relation->to->place;
  const lcm_node *found = NULL;
  for (size_t i = (size_t)(lca - to->steps) + 1; i + 1 < to->n_steps; i++) {
    const lcm_node *node = to->steps[i].node;
    const bool divided = node->kind == LCM_NODE_PARLOOP;
    const bool loop = divided || node->kind == LCM_NODE_LOOP;
    const bool repeats = node->kind == LCM_NODE_WHILE ||
                         (loop && !goes_on(relation->to->section, node));
    if (divided || (repeats && !found))
      found = repeats ? node : NULL;
  }
  return found;
}

/* Return the outermost sequential loop around the end of "relation" below "lca"
 * in which one processor executes nothing but that, again and again: what its
 * iterations touch moves as one; NULL where there is none. */
static const lcm_node *streaming(const struct relation *relation,
                                 const struct lcm_trace_step *lca) {
  const struct lcm_place *to = relation->to->place;
  const lcm_node *found = NULL;
  for (size_t i = to->n_steps - 1; i-- > (size_t)(lca - to->steps) + 1;) {
    const lcm_node *node = to->steps[i].node;
    if (node->kind == LCM_NODE_LOOP)
      found = node;
    else if (node->kind != LCM_NODE_SERIES && node->kind != LCM_NODE_CALL)
      break;
  }
  return found;
}

/* Return the movement that "relation" is, below "lca"; "once": the bytes of one
 * execution of what comes last. */
static lcm_movement movement_of(struct lcm_tracer *tracer,
                                const struct relation *relation,
                                const struct lcm_trace_step *lca, bool once) {
  bool common = false;
  bool counted = false;
  const struct lcm_place *from = relation->from->place;
  const struct lcm_place *to = relation->to->place;
  const struct lcm_trace_step *first = &from->steps[from->n_steps - 1];
  const struct lcm_trace_step *last = &to->steps[to->n_steps - 1];
  const lcm_section *section =
      lcm_trace_common(&common, tracer, relation->from, relation->to, once);
  const lcm_expr *bytes = lcm_section_count(&counted, tracer->ctx, section);
  return (lcm_movement){.from = first->id,
                        .to = last->id,
                        .from_node = first->node,
                        .to_node = last->node,
                        .paid_at = payer_of(tracer, relation, lca),
                        .section = section,
                        .kind = relation->kind,
                        .bytes = bytes,
                        .why = assumed(relation, common && counted),
                        .count = once ? to->count : lca->count,
                        .lca = lca->id,
                        .lca_node = lca->node};
}

/* Add the dependence "relation" below "lca", or its section where it is
 * known. */
static void add_dependence(struct lcm_tracer *tracer,
                           const struct relation *relation,
                           const struct lcm_trace_step *lca) {
  size_t found = 0;
  lcm_arena *arena = lcm_ctx_arena(tracer->ctx);
  const struct lcm_place *from = relation->from->place;
  const struct lcm_place *to = relation->to->place;
  const lcm_movement dependence = movement_of(tracer, relation, lca, false);
  const char *text = lcm_intern(
      tracer->ctx, lcm_arena_printf(arena, "%d %s %s %s", (int)relation->kind,
                                    from->steps[from->n_steps - 1].id,
                                    to->steps[to->n_steps - 1].id,
                                    relation->to->section->key));
  if (!lcm_map_get(&tracer->known, text, &found)) {
    const struct lcm_parts none = {.of = {0}};
    found = tracer->dependences.n;
    lcm_map_put(arena, &tracer->known, text, found);
    LCM_LIST_ADD(arena, &tracer->dependences, dependence);
    LCM_LIST_ADD(arena, &tracer->parts, none);
  }
  lcm_movement *known = &tracer->dependences.at[found];
  known->why = known->why ? known->why : dependence.why;
  lcm_trace_part(tracer, &tracer->parts.at[found], dependence.section);
}

/* Return whether the communication loss that was measured at "node" has what
 * the transfers of "datum" to it cost. */
static bool has_transfers(const lcm_node *node, const char *datum) {
  for (size_t i = 0; i < node->n_models; i++) {
    const lcm_model *model = &node->models[i];
    if ((lcm_cat_find(model->category) == LCM_CAT_CL ||
         lcm_amount_traits(model->category) & LCM_OF_WHOLE) &&
        lcm_source_has(model->source, "moves", datum, strlen(datum)))
      return true;
  }
  return false;
}

/* Return whether what moving data to "access" costs was measured there or
 * around (`moves=`): it is a part of a model (Crovella 1994, section 6.2.2:
 * what moved in the measured structure is not added). */
static bool is_measured(const struct lcm_trace_access *access) {
  const struct lcm_place *place = access->place;
  for (size_t i = place->n_steps; i-- > 0;)
    if (has_transfers(place->steps[i].node, access->section->datum))
      return true;
  return false;
}

/* Return whether a sequential loop is around "lca", a step to "place": what is
 * below it is executed in turn, again and again. */
static bool alternates(const struct lcm_place *place,
                       const struct lcm_trace_step *lca) {
  for (const struct lcm_trace_step *step = place->steps; step <= lca; step++)
    if (step->node->kind == LCM_NODE_LOOP || step->node->kind == LCM_NODE_WHILE)
      return true;
  return false;
}

/* Return whether something of the same data is known to move as "movement"
 * does: neighbours that are read beside it move with it. */
static bool moves_along(const struct lcm_tracer *tracer,
                        const lcm_movement *movement) {
  for (size_t i = 0; i < tracer->movements.n; i++) {
    const lcm_movement *old = &tracer->movements.at[i];
    if (old->from == movement->from && old->to == movement->to &&
        old->paid_at == movement->paid_at && old->kind == movement->kind &&
        old->crossing == movement->crossing &&
        old->section->key == movement->section->key)
      return true;
  }
  return false;
}

/* Add that what "relation" is about moves, below "lca", between one thread and
 * those that share out a loop, in each round of a loop around both: it stays in
 * the caches of those who wrote it. */
static void hand(struct lcm_tracer *tracer, const struct relation *relation,
                 const struct lcm_trace_step *lca) {
  const struct lcm_trace_access *from = relation->from;
  const struct lcm_trace_access *to = relation->to;
  const lcm_expr *bytes = lcm_trace_handed(tracer, from, to);
  if (!bytes)
    return;
  const lcm_node *loop = to->place->loop;
  loop = loop ? loop : streaming(relation, lca);
  lcm_movement movement = movement_of(tracer, relation, lca, false);
  movement.paid_at = loop ? loop : movement.paid_at;
  movement.bytes = bytes;
  if (!moves_along(tracer, &movement))
    lcm_trace_add(tracer, &movement);
}

/* Note in "movement" the tasks around what "relation" comes from, below "lca":
 * where all have an `if` clause, nothing may move. */
static void note_tasks(lcm_movement *movement, struct lcm_tracer *tracer,
                       const struct relation *relation,
                       const struct lcm_trace_step *lca) {
  const struct lcm_place *from = relation->from->place;
  const size_t n = (size_t)(lca - relation->to->place->steps);
  LCM_LIST(const char *) names = {0};
  if (lca->node->kind == LCM_NODE_PARALLEL)
    return;
  for (size_t i = n; i < from->n_steps; i++) {
    const lcm_node *node = from->steps[i].node;
    if (node->kind != LCM_NODE_TASK)
      continue;
    if (!lcm_node_deferred_when(node))
      return;
    LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &names,
                 lcm_node_task_name(tracer->ctx, node));
  }
  movement->tasks = names.at;
  movement->n_tasks = names.n;
}

/* Consider the dependence "relation": a movement when both run at the same
 * time, a crossing when both are inside teams.  Threads that share out a loop
 * pay together for what moves to all of it. */
static void depend(struct lcm_tracer *tracer, const struct relation *relation) {
  bool forked = false;
  const struct lcm_trace_access *from = relation->from;
  const struct lcm_trace_access *to = relation->to;
  const struct lcm_trace_step *lca = parting(from->place, to->place, &forked);
  if (tracer->carrying && !lcm_trace_is_carried(tracer, from, to))
    return;
  if (tracer->all)
    add_dependence(tracer, relation, lca);
  else if (is_measured(to))
    return;
  if (tracer->carrying) {
    if (relation->kind == LCM_DEP_TRUE)
      lcm_trace_carry(tracer, from, to);
  } else if (forked) {
    const lcm_node *shared = to->place->loop;
    const lcm_node *loop = repeating(relation, lca);
    if (shared && loop != shared)
      loop = NULL;
    else if (!loop)
      loop = streaming(relation, lca);
    lcm_movement movement = movement_of(tracer, relation, lca, !loop);
    movement.paid_at = loop ? loop : shared ? shared : movement.paid_at;
    note_tasks(&movement, tracer, relation, lca);
    lcm_trace_add(tracer, &movement);
  } else if (relation->kind == LCM_DEP_TRUE && from->place->parallel &&
             to->place->parallel)
    lcm_trace_crossing(tracer, from, to);
  else if (relation->kind == LCM_DEP_TRUE &&
           from->place->parallel != to->place->parallel &&
           alternates(to->place, lca))
    hand(tracer, relation, lca);
}

/* Return whether "access" certainly overwrites all that "old" touches. */
static bool overwrites(struct lcm_tracer *tracer,
                       const struct lcm_trace_access *access,
                       const struct lcm_trace_access *old) {
  const size_t n = lcm_trace_shared(old->place, access->place);
  const struct lcm_side x = side_of(access, old, n);
  const struct lcm_side y = side_of(old, access, n);
  tracer->n_pairs++;
  return !access->place->maybe && lcm_section_covers(tracer->ctx, &x, &y);
}

/* Consider the dependences of "kind" of "to" on the accesses in "list", which
 * of several writers are those behind the last that has written all of it. */
static void depend_on(struct lcm_tracer *tracer, const lcm_trace_accesses *list,
                      const struct lcm_trace_access *to, lcm_dependence kind) {
  bool last = true;
  for (size_t i = list->n; i-- > 0;) {
    const struct lcm_trace_access *from = &list->at[i];
    const struct lcm_place *place = from->place;
    if ((kind == LCM_DEP_ANTI && place == to->place) ||
        (tracer->begun && place->steps[place->n_steps - 1].id == tracer->begun))
      continue;
    const struct relation relation = {from, to, kind, meet(tracer, from, to),
                                      last};
    if (relation.met == LCM_OVERLAP_NO)
      continue;
    depend(tracer, &relation);
    last = kind == LCM_DEP_ANTI;
    if (!last && overwrites(tracer, from, to))
      return;
  }
}

/* Let "access" read its datum. */
static void read(struct lcm_tracer *tracer,
                 const struct lcm_trace_access *access) {
  struct lcm_datum *datum = lcm_trace_datum(tracer, access->section->key);
  lcm_trace_save(tracer, datum);
  depend_on(tracer, &datum->writers, access, LCM_DEP_TRUE);
  LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &datum->readers, *access);
}

/* Return whether the indices of the loops around "a" that "section" speaks of
 * have the same values around "b". */
static bool same_indices(const lcm_section *section, const struct lcm_place *a,
                         const struct lcm_place *b) {
  for (size_t i = a->n_ranges; i-- > 0;) {
    const lcm_iteration *own = &a->ranges[i];
    size_t k = b->n_ranges;
    if (!is_spoken(section, own + 1, a->n_ranges - i - 1, own->index))
      continue;
    while (k > 0 && b->ranges[k - 1].index != own->index)
      k--;
    if (!k || b->ranges[k - 1].from != own->from ||
        b->ranges[k - 1].to != own->to || b->ranges[k - 1].step != own->step ||
        b->ranges[k - 1].factor != own->factor)
      return false;
  }
  return true;
}

/* Return whether "old" and "access" touch one section of which that is all that
 * can be said again: it is certain and for the same values of the indices, or
 * they are one occurrence. */
static bool repeats(const struct lcm_trace_access *access,
                    const struct lcm_trace_access *old) {
  const struct lcm_place *a = access->place;
  const struct lcm_place *b = old->place;
  if (!lcm_section_equal(old->section, access->section))
    return false;
  if (a->steps[a->n_steps - 1].id == b->steps[b->n_steps - 1].id)
    return true;
  return ((access->section->exact && !a->maybe) || access->section->declared) &&
         same_indices(access->section, a, b) &&
         same_indices(access->section, b, a);
}

/* Drop from "list" what "access" replaces: what it repeats, and
 * all that it covers; with "own" not those of the same place, which may come
 * after it. */
static void replace(struct lcm_tracer *tracer, lcm_trace_accesses *list,
                    const struct lcm_trace_access *access, bool own) {
  size_t kept = 0;
  for (size_t i = 0; i < list->n; i++) {
    struct lcm_trace_access *old = &list->at[i];
    const bool gone = repeats(access, old) || overwrites(tracer, access, old);
    const bool mine = own && old->place == access->place;
    old->mixed = old->mixed || (mine && gone);
    old->stale =
        old->stale ||
        (!mine && !gone && lcm_section_equal(old->section, access->section));
    if (mine || !gone)
      list->at[kept++] = *old;
  }
  list->n = kept;
}

/* Let "access" write its datum; "has_read" says that the same place has read
 * it, which covers the dependence on the last writer. */
static void write(struct lcm_tracer *tracer,
                  const struct lcm_trace_access *access, bool has_read) {
  struct lcm_datum *datum = lcm_trace_datum(tracer, access->section->key);
  lcm_trace_save(tracer, datum);
  if (!has_read)
    depend_on(tracer, &datum->writers, access, LCM_DEP_OUTPUT);
  depend_on(tracer, &datum->readers, access, LCM_DEP_ANTI);
  replace(tracer, &datum->writers, access, false);
  replace(tracer, &datum->readers, access, true);
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

/* Return the access of "place" to "section". */
static struct lcm_trace_access access_of(struct lcm_tracer *tracer,
                                         const lcm_section *section,
                                         const struct lcm_place *place) {
  struct lcm_trace_access access = {.section = section, .place = place};
  lcm_trace_find_rows(&access, tracer->ctx);
  return access;
}

/* Note the "n" sections at "sections", which "place" reads or writes. */
static void note_touches(struct lcm_tracer *tracer,
                         const struct lcm_place *place,
                         const lcm_section *sections, size_t n, bool write) {
  const struct lcm_trace_step *step = &place->steps[place->n_steps - 1];
  for (size_t i = 0; i < n && !tracer->again; i++) {
    const lcm_touch touch = {step->id,      step->node,      sections[i],
                             place->ranges, place->n_ranges, place->index,
                             write,         place->maybe};
    LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &tracer->touches, touch);
  }
}

void lcm_trace_touch(struct lcm_tracer *tracer,
                     const struct lcm_touching *touching) {
  const struct lcm_place *place = touching->place;
  const lcm_section *reads = touching->reads;
  const lcm_section *writes = touching->writes;
  if (tracer->all) {
    note_touches(tracer, place, reads, touching->n_reads, false);
    note_touches(tracer, place, writes, touching->n_writes, true);
  }
  for (size_t i = 0; i < touching->n_reads; i++) {
    const struct lcm_trace_access access = access_of(tracer, &reads[i], place);
    read(tracer, &access);
  }
  for (size_t i = 0; i < touching->n_writes; i++) {
    const struct lcm_trace_access access = access_of(tracer, &writes[i], place);
    write(tracer, &access, reads_datum(reads, touching->n_reads, &writes[i]));
  }
}
