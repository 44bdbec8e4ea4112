/* The fields of each kind of node by their names in text and JSON. */
#include <string.h>

#include "model/lcs/fields.h"

static const char *const SCHEDULES[] = {
#define LCM_SCHEDULE(name, word, traits, meaning) word,
#include "model/structure/schedules.def"
#undef LCM_SCHEDULE
};
static const char *const TEAMS[] = {"threads", "league", "ranks"};
static const char *const DISCIPLINES[] = {"fcfs", "ps"};
static const char *const DRAWS[] = {
#define LCM_DRAW(name, text, arguments, meaning) text,
#include "model/structure/draws.def"
#undef LCM_DRAW
};
static const char *const PERS[] = {"execution", "iteration", "run"};
static const char *const PROVENANCES[] = {"measured", "annotated", "derived",
                                          "machine"};

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define FIELD(type, record, key, member)                                       \
  { key, type, offsetof(record, member), NULL, 0, 0 }
#define WORDS(record, key, member, words, otherwise)                           \
  { key, LCS_WORD, offsetof(record, member), words, COUNT(words), otherwise }

static const struct lcs_field FUNCTION[] = {
    FIELD(LCS_TEXT, lcm_function, "name", name),
    FIELD(LCS_TEXT, lcm_function, "usr", usr),
    FIELD(LCS_TEXT, lcm_function, "flags", flags_hash),
    FIELD(LCS_TEXT, lcm_function, "type", type),
    FIELD(LCS_TEXT, lcm_function, "restrict", restricts),
    FIELD(LCS_FLAG, lcm_function, "static", is_static),
    FIELD(LCS_FLAG, lcm_function, "weak", weak),
    FIELD(LCS_FLAG, lcm_function, "variadic", variadic),
    FIELD(LCS_FLAG, lcm_function, "address_taken", address_taken)};

static const struct lcs_field PARAM[] = {
    FIELD(LCS_EXPR, lcm_param, "value", value),
    FIELD(LCS_EXPR, lcm_param, "tied", tied),
    FIELD(LCS_EXPR, lcm_param, "low", low),
    FIELD(LCS_EXPR, lcm_param, "high", high),
    FIELD(LCS_TEXT, lcm_param, "description", description)};

static const struct lcs_field RESOURCE[] = {
    FIELD(LCS_EXPR, lcm_resource, "multiplicity", multiplicity),
    FIELD(LCS_EXPR, lcm_resource, "service", service),
    WORDS(lcm_resource, "discipline", discipline, DISCIPLINES, LCM_FCFS),
    FIELD(LCS_FLAG, lcm_resource, "lock", lock),
    FIELD(LCS_FLAG, lcm_resource, "semaphore", semaphore),
    FIELD(LCS_TEXT, lcm_resource, "description", description)};

static const struct lcs_field DRAW[] = {
    WORDS(struct lcm_draw, "kind", kind, DRAWS, LCM_DRAW_COUNT)};

static const struct lcs_field CATEGORY[] = {
    FIELD(LCS_TEXT, lcm_category, "description", description)};

static const struct lcs_field COVARIANCE[] = {
    FIELD(LCS_FLAG, struct lcm_covariance, "correlation", correlation)};

static const struct lcs_field CONTRACT[] = {
    FIELD(LCS_TEXT, lcm_contract, "text", text)};

static const struct lcs_field POINTER[] = {
    FIELD(LCS_TEXT, lcm_pointer, "unknown", unknown),
    FIELD(LCS_FLAG, lcm_pointer, "defined", defined),
    FIELD(LCS_FLAG, lcm_pointer, "external", external)};

static const struct lcs_field MODEL[] = {
    WORDS(lcm_model, "per", per, PERS, LCM_PER_EXECUTION),
    WORDS(lcm_model, "provenance", provenance, PROVENANCES, LCM_PROV_ANNOTATED),
    FIELD(LCS_TEXT, lcm_model, "source", source),
    FIELD(LCS_FLAG, lcm_model, "stale", stale)};

static const struct lcs_field SECTION[] = {
    FIELD(LCS_TEXT, lcm_section, "key", key),
    FIELD(LCS_EXPR, lcm_section, "element", element),
    FIELD(LCS_EXPR, lcm_section, "count", count),
    FIELD(LCS_EXPR, lcm_section, "pitch", pitch),
    FIELD(LCS_EXPR, lcm_section, "offset", offset),
    FIELD(LCS_TEXT, lcm_section, "why", why),
    FIELD(LCS_FLAG, lcm_section, "exact", exact),
    FIELD(LCS_FLAG, lcm_section, "maybe", maybe),
    FIELD(LCS_FLAG, lcm_section, "declared", declared),
    FIELD(LCS_FLAG, lcm_section, "private", is_private),
    FIELD(LCS_FLAG, lcm_section, "priced", priced),
    FIELD(LCS_FLAG, lcm_section, "passed", passed),
    FIELD(LCS_FLAG, lcm_section, "added", added),
    FIELD(LCS_FLAG, lcm_section, "rounded", rounded),
    FIELD(LCS_TEXT, lcm_section, "combined", combined),
    FIELD(LCS_FLAG, lcm_section, "pointed", pointed),
    FIELD(LCS_EXPR, lcm_section, "by", by),
    FIELD(LCS_FLAG, lcm_section, "sure", sure),
    FIELD(LCS_FLAG, lcm_section, "looped", looped),
    FIELD(LCS_FLAG, lcm_section, "atomic", atomic),
    FIELD(LCS_EXPR, lcm_section, "rounds", rounds),
    FIELD(LCS_EXPR, lcm_section, "share", share),
    FIELD(LCS_FLAG, lcm_section, "decided", decided),
    FIELD(LCS_TEXT, lcm_section, "via", via),
    FIELD(LCS_TEXT, lcm_section, "loaded", loaded),
    FIELD(LCS_TEXT, lcm_section, "led", led)};

static const struct lcs_field NODE[] = {
    FIELD(LCS_TEXT, lcm_node, "name", name),
    FIELD(LCS_TEXT, lcm_node, "label", label),
    FIELD(LCS_EXPR, lcm_node, "flops", flops),
    FIELD(LCS_EXPR, lcm_node, "cycles", cycles),
    FIELD(LCS_EXPR, lcm_node, "rest", rest),
    FIELD(LCS_EXPR, lcm_node, "moves", bytes),
#define LCM_COST(name, text, meaning)                                          \
  FIELD(LCS_EXPR, lcm_node, text, costs[LCM_COST_##name]),
#include "model/structure/costs.def"
#undef LCM_COST
    FIELD(LCS_FLAG, lcm_node, "ignored", ignored)};

static const struct lcs_field LOOP[] = {
    FIELD(LCS_EXPR, lcm_node, "condition", u.loop.condition),
    FIELD(LCS_EXPR, lcm_node, "count", u.loop.count),
    WORDS(lcm_node, "schedule", u.loop.schedule, SCHEDULES, LCM_SCHED_DEFAULT),
    FIELD(LCS_EXPR, lcm_node, "chunk", u.loop.chunk),
    FIELD(LCS_EXPR, lcm_node, "when", u.loop.when),
    FIELD(LCS_EXPR, lcm_node, "final", u.loop.final_when),
    FIELD(LCS_EXPR, lcm_node, "priority", u.loop.priority),
    FIELD(LCS_FLAG, lcm_node, "worksharing", u.loop.worksharing),
    FIELD(LCS_FLAG, lcm_node, "ordered", u.loop.ordered)};

static const struct lcs_field TEAM[] = {
    WORDS(lcm_node, "of", u.team.kind, TEAMS, LCM_TEAM_THREADS),
    FIELD(LCS_EXPR, lcm_node, "size", u.team.size),
    FIELD(LCS_EXPR, lcm_node, "when", u.team.when)};

static const struct lcs_field PARALLEL[] = {
    FIELD(LCS_FLAG, lcm_node, "worksharing", u.parallel.worksharing)};

static const struct lcs_field CALL[] = {
    FIELD(LCS_TEXT, lcm_node, "callee", u.call.callee)};

static const struct lcs_field LET[] = {
    FIELD(LCS_TEXT, lcm_node, "variable", u.let.name),
    FIELD(LCS_EXPR, lcm_node, "value", u.let.value)};

static const struct lcs_field USE[] = {
    FIELD(LCS_EXPR, lcm_node, "time", u.resource.time)};

static const struct lcs_field TASK[] = {
    FIELD(LCS_EXPR, lcm_node, "when", u.task.when),
    FIELD(LCS_EXPR, lcm_node, "final", u.task.final_when),
    FIELD(LCS_EXPR, lcm_node, "priority", u.task.priority),
    FIELD(LCS_EXPR, lcm_node, "bytes", u.task.bytes)};

static const struct lcs_field TRANSFER[] = {
    FIELD(LCS_EXPR, lcm_node, "bytes", u.transfer.bytes),
    FIELD(LCS_TEXT, lcm_node, "from", u.transfer.from),
    FIELD(LCS_TEXT, lcm_node, "to", u.transfer.to)};

static const struct lcs_field MESSAGE[] = {
    FIELD(LCS_TEXT, struct lcm_mpi_call, "operation", operation),
    FIELD(LCS_TEXT, struct lcm_mpi_call, "comm", comm),
    FIELD(LCS_EXPR, struct lcm_mpi_call, "to", to),
    FIELD(LCS_EXPR, struct lcm_mpi_call, "from", from),
    FIELD(LCS_EXPR, struct lcm_mpi_call, "root", root),
    FIELD(LCS_EXPR, struct lcm_mpi_call, "bytes", bytes),
    FIELD(LCS_EXPR, struct lcm_mpi_call, "tag", tag),
    FIELD(LCS_EXPR, struct lcm_mpi_call, "from_tag", from_tag),
    FIELD(LCS_TEXT, struct lcm_mpi_call, "request", request),
    FIELD(LCS_EXPR, struct lcm_mpi_call, "slot", slot),
    FIELD(LCS_EXPR, struct lcm_mpi_call, "count", count),
    FIELD(LCS_EXPR, struct lcm_mpi_call, "colour", colour),
    FIELD(LCS_EXPR, struct lcm_mpi_call, "key", key),
    FIELD(LCS_TEXT, struct lcm_mpi_call, "status", status),
    FIELD(LCS_TEXT, struct lcm_mpi_call, "made", made)};

static const struct lcs_field OPAQUE[] = {
    FIELD(LCS_TEXT, lcm_node, "reason", u.opaque.reason)};

const struct lcs_fields LCS_FUNCTION = {FUNCTION, COUNT(FUNCTION)};
const struct lcs_fields LCS_PARAM = {PARAM, COUNT(PARAM)};
const struct lcs_fields LCS_RESOURCE = {RESOURCE, COUNT(RESOURCE)};
const struct lcs_fields LCS_DRAW = {DRAW, COUNT(DRAW)};
const struct lcs_fields LCS_CATEGORY = {CATEGORY, COUNT(CATEGORY)};
const struct lcs_fields LCS_COVARIANCE = {COVARIANCE, COUNT(COVARIANCE)};
const struct lcs_fields LCS_CONTRACT = {CONTRACT, COUNT(CONTRACT)};
const struct lcs_fields LCS_POINTER = {POINTER, COUNT(POINTER)};
const struct lcs_fields LCS_MODEL = {MODEL, COUNT(MODEL)};
const struct lcs_fields LCS_SECTION = {SECTION, COUNT(SECTION)};

struct lcs_fields lcs_common_fields(void) {
  return (struct lcs_fields){NODE, COUNT(NODE)};
}

void *lcs_kind_object(const lcm_node *node) {
  return node->kind == LCM_NODE_MESSAGE ? (void *)node->u.message
                                        : (void *)(uintptr_t)node;
}

struct lcs_fields lcs_kind_fields(lcm_node_kind kind) {
  switch (lcm_node_part_of(kind)) {
  case LCM_U_LOOP:
    return (struct lcs_fields){LOOP, COUNT(LOOP)};
  case LCM_U_TEAM:
    return (struct lcs_fields){TEAM, COUNT(TEAM)};
  case LCM_U_PARALLEL:
    return (struct lcs_fields){PARALLEL, COUNT(PARALLEL)};
  case LCM_U_CALL:
    return (struct lcs_fields){CALL, COUNT(CALL)};
  case LCM_U_LET:
    return (struct lcs_fields){LET, COUNT(LET)};
  case LCM_U_RESOURCE:
    return (struct lcs_fields){USE, COUNT(USE)};
  case LCM_U_TASK:
    return (struct lcs_fields){TASK, COUNT(TASK)};
  case LCM_U_TRANSFER:
    return (struct lcs_fields){TRANSFER, COUNT(TRANSFER)};
  case LCM_U_MESSAGE:
    return (struct lcs_fields){MESSAGE, COUNT(MESSAGE)};
  case LCM_U_OPAQUE:
    return (struct lcs_fields){OPAQUE, COUNT(OPAQUE)};
  case LCM_U_NONE:
  case LCM_U_BRANCH:
  case LCM_U_CONDITION:
    break;
  }
  return (struct lcs_fields){NULL, 0};
}

const void *lcs_field_get(const struct lcs_field *field, const void *record) {
  return (const char *)record + field->offset;
}

static bool same_text(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

/* Return whether "field" is equal in "a" and "b". */
static bool same_field(const struct lcs_field *field, const void *a,
                       const void *b) {
  const void *x = lcs_field_get(field, a);
  const void *y = lcs_field_get(field, b);
  switch (field->type) {
  case LCS_TEXT:
    return same_text(*(const char *const *)x, *(const char *const *)y);
  case LCS_EXPR:
    return *(const lcm_expr *const *)x == *(const lcm_expr *const *)y;
  case LCS_FLAG:
    return *(const bool *)x == *(const bool *)y;
  case LCS_WORD:
    return !memcmp(x, y, sizeof(unsigned));
  }
  return false;
}

bool lcs_fields_equal(struct lcs_fields fields, const void *a, const void *b) {
  for (size_t i = 0; i < fields.n; i++)
    if (!same_field(&fields.at[i], a, b))
      return false;
  return true;
}

const struct lcm_instance *lcs_node_instances(size_t *n, const lcm_node *node) {
  *n = 0;
  if (lcm_node_is_condition(node->kind)) {
    *n = node->u.condition.name != NULL;
    return &node->u.condition;
  }
  if (!lcm_node_is_resource(node->kind))
    return NULL;
  *n = node->u.resource.n_instances;
  return node->u.resource.instances;
}

const lcm_expr *lcs_at(const lcm_expr *const *list, size_t i) {
  return list ? list[i] : NULL;
}
