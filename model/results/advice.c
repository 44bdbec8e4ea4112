/* Advice as JSON (lcm-advice/1); the words of advice.def. */
#include "model/results/advice.h"

#include "base/json_print.h"

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

/* Put the place "at" into "one". */
static void set_place(lcm_json *one, lcm_loc at) {
  lcm_json_set(one, "file", lcm_json_string(at.file));
  lcm_json_set(one, "line", lcm_json_real(at.line));
}

/* Return the "n" preconditions at "premises". */
static lcm_json *premises_json(const struct lcm_premise *premises, size_t n) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++) {
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "edit", lcm_json_string(premises[i].edit));
    lcm_json_set(one, "text", lcm_json_string(premises[i].text));
    lcm_json_set(one, "proved", lcm_json_bool(premises[i].proved));
    lcm_json_add(list, one);
  }
  return list;
}

/* Return what "finding" does at each point. */
static lcm_json *at_points_json(const lcm_finding *finding) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < finding->n_at_points; i++) {
    const struct lcm_finding_at *at = &finding->at_points[i];
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "point", lcm_json_real((double)at->point));
    lcm_json_set(one, "time", lcm_json_real(at->time));
    lcm_json_set(one, "gain", lcm_json_real(at->gain));
    lcm_json_set(one, "holds", lcm_json_bool(at->holds));
    lcm_json_add(list, one);
  }
  return list;
}

/* Return "finding". */
static lcm_json *finding_json(const lcm_finding *finding) {
  lcm_json *one = lcm_json_object();
  lcm_json *explains = lcm_json_array();
  for (size_t i = 0; i < finding->n_explains; i++)
    lcm_json_add(explains, lcm_json_string(finding->explains[i]));
  lcm_json_set(one, "id", lcm_json_string(lcm_advice_id(finding->kind)));
  set_place(one, finding->at);
  lcm_json_set(one, "place", lcm_json_string(finding->place));
  lcm_json_set(one, "what", lcm_json_string(finding->what));
  lcm_json_set(one, "edit", lcm_json_string(finding->edit));
  lcm_json_set(one, "premises",
               premises_json(finding->premises, finding->n_premises));
  lcm_json_set(one, "point", lcm_json_real((double)finding->point));
  lcm_json_set(one, "time", lcm_json_real(finding->time));
  lcm_json_set(one, "gain", lcm_json_real(finding->gain));
  lcm_json_set(one, "points", at_points_json(finding));
  lcm_json_set(one, "explains", explains);
  return one;
}

/* Return the "n" findings at "findings". */
static lcm_json *findings_json(const lcm_finding *findings, size_t n) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++)
    lcm_json_add(list, finding_json(&findings[i]));
  return list;
}

/* Return the ceilings of "advice". */
static lcm_json *ceilings_json(const lcm_advice *advice) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < advice->n_ceilings; i++) {
    const struct lcm_ceiling *ceiling = &advice->ceilings[i];
    lcm_json *one = lcm_json_object();
    set_place(one, ceiling->at);
    lcm_json_set(one, "place", lcm_json_string(ceiling->place));
    lcm_json_set(one, "title", lcm_json_string(ceiling->title));
    lcm_json_set(one, "time", lcm_json_real(ceiling->time));
    lcm_json_set(one, "gain", lcm_json_real(ceiling->gain));
    lcm_json_add(list, one);
  }
  return list;
}

/* Return the phases of "advice". */
static lcm_json *phases_json(const lcm_advice *advice) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < advice->n_phases; i++) {
    const struct lcm_phase *phase = &advice->phases[i];
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "id", lcm_json_string(phase->id));
    set_place(one, phase->at);
    lcm_json_set(one, "title", lcm_json_string(phase->title));
    lcm_json_set(one, "time", lcm_json_real(phase->time));
    lcm_json_set(one, "share", lcm_json_real(phase->share));
    lcm_json_set(one, "processors", lcm_json_real(phase->processors));
    lcm_json_set(one, "utilization", lcm_json_real(phase->utilization));
    lcm_json_set(one, "category", lcm_json_string(phase->category));
    lcm_json_set(one, "lost", lcm_json_real(phase->lost));
    lcm_json_add(list, one);
  }
  return list;
}

/* Return the shared data of "advice". */
static lcm_json *data_json(const lcm_advice *advice) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < advice->n_data; i++) {
    const struct lcm_shared_datum *datum = &advice->data[i];
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "datum", lcm_json_string(datum->datum));
    lcm_json_set(one, "kind", lcm_json_string(lcm_shared_name(datum->kind)));
    lcm_json_set(one, "reads", lcm_json_real((double)datum->reads));
    lcm_json_set(one, "writes", lcm_json_real((double)datum->writes));
    set_place(one, datum->at);
    lcm_json_add(list, one);
  }
  return list;
}

/* Return the notes of "advice". */
static lcm_json *notes_json(const lcm_advice *advice) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < advice->n_notes; i++) {
    const struct lcm_advice_note *note = &advice->notes[i];
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "id", lcm_json_string(note->id));
    set_place(one, note->at);
    lcm_json_set(one, "what", lcm_json_string(note->what));
    lcm_json_set(one, "why", lcm_json_string(note->why));
    lcm_json_add(list, one);
  }
  return list;
}

/* Return the values of the names of the grid of "advice" at point "i". */
static lcm_json *env_json(const lcm_advice *advice, size_t i) {
  const lcm_grid *grid = advice->grid;
  lcm_json *env = lcm_json_object();
  for (size_t j = 0; j < grid->n_names; j++)
    lcm_json_set(env, grid->names[j], lcm_json_real(grid->columns[j][i]));
  return env;
}

/* Return the points of the grid of "advice". */
static lcm_json *grid_json(const lcm_advice *advice) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < advice->grid->n_points; i++)
    lcm_json_add(list, env_json(advice, i));
  return list;
}

/* Return the stages of "t": each with the share of its time that each processor
 * is busy. */
static lcm_json *stages_json(const lcm_timetable *t) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < t->n_stages; i++) {
    const struct lcm_stage *stage = &t->stages[i];
    lcm_json *one = lcm_json_object();
    lcm_json *busy = lcm_json_array();
    for (size_t k = 0; k < t->n_processors; k++)
      lcm_json_add(
          busy,
          lcm_json_real(stage->time > 0 ? stage->busy[k] / stage->time : 0));
    lcm_json_set(one, "label", lcm_json_string(stage->label));
    lcm_json_set(one, "place", lcm_json_string(stage->place));
    lcm_json_set(one, "from", lcm_json_real(stage->start));
    lcm_json_set(one, "time", lcm_json_real(stage->time));
    lcm_json_set(one, "times", lcm_json_real((double)stage->count));
    lcm_json_set(one, "busy", busy);
    lcm_json_add(list, one);
  }
  return list;
}

/* Return the last-event chain of "t". */
static lcm_json *chain_json(const lcm_timetable *t) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < t->n_chain; i++) {
    const struct lcm_link *link = &t->chain[i];
    const lcm_interval *most = lcm_link_longest(t, link);
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "processor", lcm_json_string(t->names[link->processor]));
    lcm_json_set(one, "from", lcm_json_real(link->start));
    lcm_json_set(one, "to", lcm_json_real(link->end));
    lcm_json_set(one, "label", lcm_json_string(most->label));
    lcm_json_set(one, "place", lcm_json_string(most->place));
    lcm_json_add(list, one);
  }
  return list;
}

LCM_GIVE char *lcm_advice_to_json(const lcm_advice *advice) {
  lcm_json *document = lcm_json_object();
  const lcm_timetable *t = advice->timetable;
  lcm_json_set(document, "schema", lcm_json_string("lcm-advice/1"));
  lcm_json_set(document, "env", env_json(advice, advice->point));
  lcm_json_set(document, "p", lcm_json_real(advice->p));
  lcm_json_set(document, "time", lcm_json_real(advice->time));
  lcm_json_set(document, "costless", lcm_json_bool(advice->costless));
  lcm_json_set(document, "unknown",
               lcm_json_real((double)advice->prediction->n_unknown));
  lcm_json_set(document, "threshold", lcm_json_real(advice->threshold));
  lcm_json_set(document, "tried", lcm_json_real((double)advice->n_tried));
  lcm_json_set(document, "left", lcm_json_real((double)advice->n_left));
  lcm_json_set(document, "findings",
               findings_json(advice->findings, advice->n_findings));
  lcm_json_set(document, "grid", grid_json(advice));
  lcm_json_set(document, "looked", lcm_json_real((double)advice->n_looked));
  lcm_json_set(document, "elsewhere",
               findings_json(advice->elsewhere, advice->n_elsewhere));
  lcm_json_set(document, "notes", notes_json(advice));
  lcm_json_set(document, "steps",
               findings_json(advice->steps, advice->n_steps));
  lcm_json_set(document, "ceilings", ceilings_json(advice));
  lcm_json_set(document, "phases", phases_json(advice));
  lcm_json_set(document, "data", data_json(advice));
  lcm_json_set(document, "stages", t ? stages_json(t) : lcm_json_array());
  lcm_json_set(document, "chain", t ? chain_json(t) : lcm_json_array());
  return lcm_json_print(document);
}
