/* Advice as JSON (lcm-advice/1); the words of advice.def. */
#include "model/results/advice.h"

#include "base/json_print.h"
#include "model/results/prediction_internal.h"

/* The rows of advice.def. */
static const struct {
  const char *id;
  const char *title;
} KINDS[] = {
#define LCM_ADVICE(name, word, id, title) {id, title},
#include "model/results/advice.def"
#undef LCM_ADVICE
};

const char *lcm_advice_id(lcm_advice_kind kind) { return KINDS[kind].id; }

const char *lcm_advice_title(lcm_advice_kind kind) { return KINDS[kind].title; }

/* The rows of shared.def. */
static const struct {
  const char *name;
  const char *allows;
} SHARED[] = {
#define LCM_SHARED(name, text, allows) {text, allows},
#include "model/results/shared.def"
#undef LCM_SHARED
};

const char *lcm_shared_name(lcm_shared_kind kind) { return SHARED[kind].name; }

const char *lcm_shared_allows(lcm_shared_kind kind) {
  return SHARED[kind].allows;
}

/* Return the premise "at". */
static lcm_json *premise_json(const void *at) {
  const struct lcm_premise *premise = at;
  return LCM_JSON_NEW({"edit", LCM_JSON(premise->edit)},
                      {"text", LCM_JSON(premise->text)},
                      {"proved", LCM_JSON(premise->proved)});
}

/* Return what a finding does at a point, "at". */
static lcm_json *at_point_json(const void *at) {
  const struct lcm_finding_at *there = at;
  return LCM_JSON_NEW(
      {"point", LCM_JSON(there->point)}, {"time", LCM_JSON(there->time)},
      {"gain", LCM_JSON(there->gain)}, {"holds", LCM_JSON(there->holds)});
}

/* Return the finding "at". */
static lcm_json *finding_json(const void *at) {
  const lcm_finding *finding = at;
  return LCM_JSON_NEW(
      {"id", LCM_JSON(lcm_advice_id(finding->kind))},
      {"file", LCM_JSON(finding->at.file)},
      {"line", LCM_JSON(finding->at.line)}, {"place", LCM_JSON(finding->place)},
      {"what", LCM_JSON(finding->what)}, {"edit", LCM_JSON(finding->edit)},
      {"premises",
       LCM_JSON_LIST(premise_json, finding->premises, finding->n_premises)},
      {"point", LCM_JSON(finding->point)}, {"time", LCM_JSON(finding->time)},
      {"gain", LCM_JSON(finding->gain)},
      {"points",
       LCM_JSON_LIST(at_point_json, finding->at_points, finding->n_at_points)},
      {"explains", lcm_json_strings(finding->explains, finding->n_explains)});
}

/* Return the ceiling "at". */
static lcm_json *ceiling_json(const void *at) {
  const struct lcm_ceiling *ceiling = at;
  return LCM_JSON_NEW(
      {"file", LCM_JSON(ceiling->at.file)},
      {"line", LCM_JSON(ceiling->at.line)}, {"place", LCM_JSON(ceiling->place)},
      {"title", LCM_JSON(ceiling->title)}, {"time", LCM_JSON(ceiling->time)},
      {"gain", LCM_JSON(ceiling->gain)});
}

/* Return the phase "at". */
static lcm_json *phase_json(const void *at) {
  const struct lcm_phase *phase = at;
  return LCM_JSON_NEW(
      {"id", LCM_JSON(phase->id)}, {"file", LCM_JSON(phase->at.file)},
      {"line", LCM_JSON(phase->at.line)}, {"title", LCM_JSON(phase->title)},
      {"time", LCM_JSON(phase->time)}, {"share", LCM_JSON(phase->share)},
      {"processors", LCM_JSON(phase->processors)},
      {"utilization", LCM_JSON(phase->utilization)},
      {"category", LCM_JSON(phase->category)}, {"lost", LCM_JSON(phase->lost)});
}

/* Return the datum "at". */
static lcm_json *datum_json(const void *at) {
  const struct lcm_shared_datum *datum = at;
  lcm_json *out = LCM_JSON_NEW(
      {"datum", LCM_JSON(datum->datum)},
      {"kind", LCM_JSON(lcm_shared_name(datum->kind))},
      {"reads", LCM_JSON(datum->reads)}, {"writes", LCM_JSON(datum->writes)},
      {"file", LCM_JSON(datum->at.file)}, {"line", LCM_JSON(datum->at.line)});
  if (datum->unless)
    lcm_json_set(out, "unless_written_by", LCM_JSON(datum->unless));
  return out;
}

/* Return the note "at". */
static lcm_json *note_json(const void *at) {
  const struct lcm_advice_note *note = at;
  return LCM_JSON_NEW(
      {"id", LCM_JSON(note->id)}, {"file", LCM_JSON(note->at.file)},
      {"line", LCM_JSON(note->at.line)}, {"what", LCM_JSON(note->what)},
      {"why", LCM_JSON(note->why)});
}

/* Return the points of "grid". */
static lcm_json *grid_json(const lcm_grid *grid) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < grid->n_points; i++)
    lcm_json_add(list, lcm_point_env_json(grid, i));
  return list;
}

/* Return the stages of "t": each with the share of its time that each processor
 * is busy. */
static lcm_json *stages_json(const lcm_timetable *t) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < t->n_stages; i++) {
    const struct lcm_stage *stage = &t->stages[i];
    lcm_json *busy = lcm_json_array();
    for (size_t k = 0; k < t->n_processors; k++)
      lcm_json_add(
          busy,
          lcm_json_real(stage->time > 0 ? stage->busy[k] / stage->time : 0));
    lcm_json_add(list, LCM_JSON_NEW({"label", LCM_JSON(stage->label)},
                                    {"place", LCM_JSON(stage->place)},
                                    {"from", LCM_JSON(stage->start)},
                                    {"time", LCM_JSON(stage->time)},
                                    {"times", LCM_JSON(stage->count)},
                                    {"busy", busy}));
  }
  return list;
}

/* Return the last-event chain of "t". */
static lcm_json *chain_json(const lcm_timetable *t) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < t->n_chain; i++) {
    const struct lcm_link *link = &t->chain[i];
    const lcm_interval *most = lcm_link_longest(t, link);
    lcm_json_add(
        list, LCM_JSON_NEW({"processor", LCM_JSON(t->names[link->processor])},
                           {"from", LCM_JSON(link->start)},
                           {"to", LCM_JSON(link->end)},
                           {"label", LCM_JSON(most->label)},
                           {"place", LCM_JSON(most->place)}));
  }
  return list;
}

LCM_GIVE char *lcm_advice_to_json(const lcm_advice *advice) {
  const lcm_timetable *t = advice->timetable;
  lcm_json *document = LCM_JSON_NEW(
      {"schema", LCM_JSON("lcm-advice/1")},
      {"env", lcm_point_env_json(advice->grid, advice->point)},
      {"p", LCM_JSON(advice->p)}, {"time", LCM_JSON(advice->time)},
      {"costless", LCM_JSON(advice->costless)},
      {"unknown", LCM_JSON(advice->prediction->n_unknown)},
      {"threshold", LCM_JSON(advice->threshold)},
      {"below", LCM_JSON(advice->n_below)},
      {"tried", LCM_JSON(advice->n_tried)}, {"left", LCM_JSON(advice->n_left)},
      {"findings",
       LCM_JSON_LIST(finding_json, advice->findings, advice->n_findings)},
      {"grid", grid_json(advice->grid)}, {"looked", LCM_JSON(advice->n_looked)},
      {"elsewhere",
       LCM_JSON_LIST(finding_json, advice->elsewhere, advice->n_elsewhere)},
      {"notes", LCM_JSON_LIST(note_json, advice->notes, advice->n_notes)},
      {"steps", LCM_JSON_LIST(finding_json, advice->steps, advice->n_steps)},
      {"ceilings",
       LCM_JSON_LIST(ceiling_json, advice->ceilings, advice->n_ceilings)},
      {"phases", LCM_JSON_LIST(phase_json, advice->phases, advice->n_phases)},
      {"data", LCM_JSON_LIST(datum_json, advice->data, advice->n_data)},
      {"stages", t ? stages_json(t) : lcm_json_array()},
      {"chain", t ? chain_json(t) : lcm_json_array()});
  if (advice->prediction->basis.told)
    lcm_json_set(document, "basis", lcm_basis_json(&advice->prediction->basis));
  return lcm_json_print(document);
}
