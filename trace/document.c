/* A trace as a document: lcm-trace-report/1. */
#include "trace/document.h"
#include "base/json.h"
#include "base/json_print.h"

/* Return the amounts "cats" of "trace" by category, those that are not 0. */
static lcm_json *amounts(const lcm_trace *trace, const double *cats) {
  lcm_json *all = lcm_json_object();
  for (size_t c = 0; c < trace->n_cats; c++)
    if (cats[c] > 0)
      lcm_json_set(all, trace->cats[c], lcm_json_real(cats[c]));
  return all;
}

/* Return to what the time of the processors goes. */
static lcm_json *use(const lcm_trace *t) {
  return LCM_JSON_NEW(
      {"processor_time", LCM_JSON(t->time * (double)t->n_actors)},
      {"used", LCM_JSON(t->use[LCM_USE_WORK])},
      {"imbalance", LCM_JSON(t->use[LCM_USE_IMBALANCE])},
      {"messages", LCM_JSON(t->use[LCM_USE_MESSAGES])},
      {"sequential", LCM_JSON(t->use[LCM_USE_SEQUENTIAL])},
      {"other", LCM_JSON(t->use[LCM_USE_OTHER])});
}

/* Return an entry as a value. */
static lcm_json *entry(const void *at) {
  const struct lcm_trace_entry *e = at;
  return LCM_JSON_NEW(
      {"name", LCM_JSON(e->name)}, {"category", LCM_JSON(e->cat)},
      {"calls", LCM_JSON(e->calls)}, {"time", LCM_JSON(e->time)},
      {"longest", LCM_JSON(e->longest)}, {"sent", LCM_JSON(e->sent)},
      {"bytes_sent", LCM_JSON(e->bytes_sent)},
      {"received", LCM_JSON(e->received)},
      {"bytes_received", LCM_JSON(e->bytes_received)},
      {"depth", LCM_JSON(e->depth)});
}

/* Return a phase as a value. */
static lcm_json *phase(const void *at) {
  const struct lcm_trace_phase *p = at;
  return LCM_JSON_NEW({"begin", LCM_JSON(p->begin)}, {"end", LCM_JSON(p->end)},
                      {"tasks", LCM_JSON(p->tasks)},
                      {"work", LCM_JSON(p->work)}, {"name", LCM_JSON(p->name)});
}

/* Return a link of the chain as a value. */
static lcm_json *link(const void *at) {
  const struct lcm_trace_link *l = at;
  return LCM_JSON_NEW({"actor", LCM_JSON(l->actor)},
                      {"name", LCM_JSON(l->name)},
                      {"begin", LCM_JSON(l->begin)}, {"end", LCM_JSON(l->end)},
                      {"idle", LCM_JSON(l->idle)}, {"way", LCM_JSON(l->way)},
                      {"wait", LCM_JSON(l->wait)});
}

/* Return a pattern as a value. */
static lcm_json *pattern(const void *at) {
  const struct lcm_trace_pattern *p = at;
  return LCM_JSON_NEW(
      {"name", LCM_JSON(p->name)}, {"pattern", LCM_JSON(p->pattern)},
      {"phases", LCM_JSON(p->phases)}, {"messages", LCM_JSON(p->messages)});
}

/* Return a finding as a value. */
static lcm_json *finding(const void *at) {
  const struct lcm_trace_finding *f = at;
  return LCM_JSON_NEW({"id", LCM_JSON(f->id)}, {"text", LCM_JSON(f->text)},
                      {"gain", LCM_JSON(f->gain)},
                      {"share", LCM_JSON(f->share)});
}

/* Return the replay of "t", null where there is none. */
static lcm_json *replay(const lcm_trace *t) {
  const struct lcm_trace_replay *r = t->replay;
  if (!r)
    return lcm_json_null();
  return LCM_JSON_NEW(
      {"time", LCM_JSON(r->time)}, {"measured", LCM_JSON(r->measured)},
      {"processors", LCM_JSON(r->processors)},
      {"placement", LCM_JSON(r->placement)}, {"queue", LCM_JSON(r->queue)},
      {"machine", LCM_JSON(r->machine)}, {"latency", LCM_JSON(r->latency)},
      {"work", LCM_JSON(r->work)}, {"tasks", LCM_JSON(r->tasks)},
      {"remote", LCM_JSON(r->remote)}, {"quiet", LCM_JSON(r->quiet)},
      {"untriggered", LCM_JSON(r->untriggered)},
      {"anywhere", LCM_JSON(r->anywhere)}, {"scale", LCM_JSON(r->scale)},
      {"message_size", LCM_JSON(r->bytes)});
}

/* Return the actors of "trace". */
static lcm_json *actors(const lcm_trace *trace) {
  lcm_json *all = lcm_json_array();
  for (size_t i = 0; i < trace->n_actors; i++)
    lcm_json_add(all,
                 LCM_JSON_NEW({"name", LCM_JSON(trace->actors[i].name)},
                              {"time", amounts(trace, trace->actors[i].cats)}));
  return all;
}

/* Return the part of "t" that was asked for, null where none was. */
static lcm_json *selected(const lcm_trace *t) {
  const struct lcm_trace_selected *s = t->selected;
  lcm_json *rows = lcm_json_array();
  if (!s) {
    lcm_json_free(rows);
    return lcm_json_null();
  }
  for (size_t i = 0; i < s->n_actors; i++)
    lcm_json_add(rows, LCM_JSON_NEW({"name", LCM_JSON(s->actors[i].name)},
                                    {"time", amounts(t, s->actors[i].cats)}));
  lcm_json *all =
      LCM_JSON_NEW({"from", LCM_JSON(s->from)}, {"to", LCM_JSON(s->to)},
                   {"in", LCM_JSON(s->names)}, {"time", LCM_JSON(s->time)},
                   {"categories", amounts(t, s->by_cat)}, {"actors", rows});
  if (s->queues)
    LCM_JSON_PUT(
        all, {"idle",
              LCM_JSON_NEW({"queued", LCM_JSON(s->idle[LCM_TRACE_IDLE_QUEUED])},
                           {"empty", LCM_JSON(s->idle[LCM_TRACE_IDLE_EMPTY])},
                           {"all", LCM_JSON(s->idle[LCM_TRACE_IDLE_ALL])})});
  return all;
}

/* Return timestep "at" as a value. */
static lcm_json *step(const void *at) {
  const struct lcm_trace_moments *s = at;
  return LCM_JSON_NEW(
      {"working", LCM_JSON(s->working)}, {"waiting", LCM_JSON(s->waiting)},
      {"created", LCM_JSON(s->created)}, {"processed", LCM_JSON(s->processed)});
}

/* Return the timesteps of "t", null where none were asked for. */
static lcm_json *steps(const lcm_trace *t) {
  lcm_json *entries = lcm_json_array();
  if (!t->steps) {
    lcm_json_free(entries);
    return lcm_json_null();
  }
  for (size_t i = 0; i < t->n_entries; i++)
    lcm_json_add(
        entries,
        LCM_JSON_NEW(
            {"name", LCM_JSON(t->entries[i].name)},
            {"steps", LCM_JSON_LIST(step, t->steps->entries[i], t->steps->n)}));
  return LCM_JSON_NEW({"length", LCM_JSON(t->steps->length)},
                      {"all", LCM_JSON_LIST(step, t->steps->all, t->steps->n)},
                      {"entries", entries});
}

char *lcm_trace_to_json(const lcm_trace *t) {
  lcm_json *all = LCM_JSON_NEW(
      {"schema", lcm_json_string("lcm-trace-report/1")},
      {"format", LCM_JSON(t->format)}, {"program", LCM_JSON(t->program)},
      {"time", LCM_JSON(t->time)}, {"events", LCM_JSON(t->events)},
      {"messages", LCM_JSON(t->messages)},
      {"library_messages", LCM_JSON(t->system)}, {"bytes", LCM_JSON(t->bytes)},
      {"categories", amounts(t, t->by_cat)}, {"use", use(t)},
      {"actors", actors(t)});
  LCM_JSON_PUT(
      all, {"whole", LCM_JSON(t->whole)}, {"tachyons", LCM_JSON(t->tachyons)},
      {"removed_tachyons", LCM_JSON(t->removed)}, {"shift", LCM_JSON(t->shift)},
      {"without_creation", LCM_JSON(t->orphans)},
      {"without_begin", LCM_JSON(t->stray)},
      {"without_end", LCM_JSON(t->unended)}, {"crossed", LCM_JSON(t->crossed)},
      {"disorder", LCM_JSON(t->disorder)}, {"ignored", LCM_JSON(t->ignored)});
  LCM_JSON_PUT(all, {"entries", LCM_JSON_LIST(entry, t->entries, t->n_entries)},
               {"phases", LCM_JSON_LIST(phase, t->phases, t->n_phases)},
               {"chain", LCM_JSON_LIST(link, t->chain, t->n_chain)},
               {"patterns", LCM_JSON_LIST(pattern, t->patterns, t->n_patterns)},
               {"findings", LCM_JSON_LIST(finding, t->findings, t->n_findings)},
               {"replay", replay(t)}, {"selected", selected(t)},
               {"steps", steps(t)});
  return lcm_json_print(all);
}
