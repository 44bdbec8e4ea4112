#include "model/advice.h"

#include "base/json.h"

/* The rows of advice.def. */
static const struct {
  const char *id;
  const char *title;
} KINDS[] = {
#define LCM_ADVICE(name, word, id, title) {id, title},
#include "model/advice.def"
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
#include "model/shared.def"
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
  lcm_json_set(one, "time", lcm_json_real(finding->time));
  lcm_json_set(one, "gain", lcm_json_real(finding->gain));
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

LCM_GIVE char *lcm_advice_to_json(const lcm_advice *advice) {
  lcm_json *document = lcm_json_object();
  lcm_json *env = lcm_json_object();
  const lcm_grid *grid = advice->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    lcm_json_set(env, grid->names[j],
                 lcm_json_real(grid->columns[j][advice->point]));
  lcm_json_set(document, "schema", lcm_json_string("lcm-advice/1"));
  lcm_json_set(document, "env", env);
  lcm_json_set(document, "p", lcm_json_real(advice->p));
  lcm_json_set(document, "time", lcm_json_real(advice->time));
  lcm_json_set(document, "threshold", lcm_json_real(advice->threshold));
  lcm_json_set(document, "tried", lcm_json_real((double)advice->n_tried));
  lcm_json_set(document, "left", lcm_json_real((double)advice->n_left));
  lcm_json_set(document, "findings",
               findings_json(advice->findings, advice->n_findings));
  lcm_json_set(document, "steps",
               findings_json(advice->steps, advice->n_steps));
  lcm_json_set(document, "ceilings", ceilings_json(advice));
  lcm_json_set(document, "phases", phases_json(advice));
  lcm_json_set(document, "data", data_json(advice));
  return lcm_json_print(document);
}
