/* Errands from the events of a run. */
#include "trace/errand.h"

#include <math.h>
#include <string.h>

#include "trace/table.h"

/* The errand that an actor is at. */
struct doing {
  uint32_t errand; /* TRACE_NONE: none that counts */
  double begin;
  double sends;  /* messages sent in it so far */
  double factor; /* it takes so many times as long */
};

/* Events being gone through. */
struct finding {
  struct trace_errands *out;
  const struct trace_log *log;
  lcm_arena *arena;
  struct trace_table letters; /* x: the letter, by the message */
  struct doing *doing;        /* by actor */
  double send;                /* what sending costs, as the work has it */
  const struct trace_rescale *rescale; /* or NULL */
};

/* Return how much of its errand actor "d" has done until "time". */
static double done(const struct finding *f, const struct doing *d,
                   double time) {
  return d->factor * fmax(time - d->begin - f->send * d->sends, 0);
}

/* Take that an actor begins something: an errand, unless the library deals with
 * a message that another errand is for. */
static void take_begin(struct finding *f, const struct trace_event *e) {
  const struct trace_slot *slot =
      e->id ? trace_table_get(&f->letters, e->id) : NULL;
  const bool own = f->log->names.at[e->name].class != TRACE_SYSTEM;
  struct doing *d = &f->doing[e->actor];
  *d = (struct doing){TRACE_NONE, e->time, 0,
                      f->rescale ? f->rescale->factors[e->name] : 1};
  if (!e->id || (!own && (!slot || slot->y)))
    return;
  d->errand = (uint32_t)f->out->all.n;
  LCM_LIST_ADD(f->arena, &f->out->all,
               ((struct trace_errand){.begin = e->time,
                                      .actor = e->actor,
                                      .message = slot ? slot->x : TRACE_NONE,
                                      .name = e->name,
                                      .own = own}));
}

/* Take that a message is created. */
static void take_create(struct finding *f, const struct trace_event *e) {
  const struct doing *d = &f->doing[e->actor];
  struct trace_slot *slot = trace_table_put(&f->letters, e->id);
  if (!slot)
    return;
  slot->x = (uint32_t)f->out->letters.n;
  slot->y =
      e->name != TRACE_NONE && f->log->names.at[e->name].class != TRACE_SYSTEM;
  LCM_LIST_ADD(f->arena, &f->out->letters,
               ((struct trace_letter){
                   .offset = done(f, d, e->time),
                   .time = e->time,
                   .bytes = isnan(e->value)
                                ? 0
                                : fmin(fmax(e->value, 0) *
                                           (f->rescale ? f->rescale->bytes : 1),
                                       UINT32_MAX),
                   .creator = d->errand,
                   .name = e->name,
                   .priority = e->priority,
                   .open = e->open != 0}));
}

/* Take that an actor ends what it is at. */
static void take_end(struct finding *f, const struct trace_event *e) {
  struct doing *d = &f->doing[e->actor];
  if (d->errand != TRACE_NONE)
    f->out->all.at[d->errand].work = done(f, d, e->time);
  d->errand = TRACE_NONE;
}

uint32_t trace_errand_creator(const struct trace_errands *errands, size_t i) {
  const uint32_t letter = errands->all.at[i].message;
  return letter == TRACE_NONE ? TRACE_NONE
                              : errands->letters.at[letter].creator;
}

/* Put the "total" errands "by", which are in the order of their messages, with
 * those that led to them. */
static void put_children(struct trace_errands *out, lcm_arena *arena,
                         const uint32_t *by, size_t total) {
  size_t *first = LCM_NEW_ARRAY(arena, size_t, out->all.n + 2);
  out->child = LCM_NEW_ARRAY(arena, uint32_t, total + 1);
  for (size_t k = 0; k < total; k++)
    first[trace_errand_creator(out, by[k]) + 1]++;
  for (size_t i = 0; i <= out->all.n; i++)
    first[i + 1] += first[i];
  for (size_t k = total; k-- > 0;)
    out->child[--first[trace_errand_creator(out, by[k]) + 1]] = by[k];
  out->first = first + 1;
}

/* Note in "out" which key each message of "log" is about. */
static void put_keys(struct finding *f) {
  for (size_t i = 0; i < f->log->keys.n; i++) {
    const struct trace_key *key = &f->log->keys.at[i];
    const struct trace_slot *slot = trace_table_get(&f->letters, key->id);
    if (!slot)
      continue;
    f->out->letters.at[slot->x].keyed = true;
    f->out->letters.at[slot->x].key = key->key;
  }
}

/* Return whether errand "i" is done for its own sake: it is the program's, or
 * keeps or looks for an entry of a table. */
static bool counts(const struct trace_errands *out, size_t i) {
  const struct trace_errand *errand = &out->all.at[i];
  return errand->own || (errand->message != TRACE_NONE &&
                         out->letters.at[errand->message].keyed);
}

void trace_errands_join(struct trace_errands *out, lcm_arena *arena,
                        const bool *left) {
  const size_t n = out->all.n;
  const size_t n_letters = out->letters.n;
  size_t *of = LCM_NEW_ARRAY(arena, size_t, n_letters + 2);
  uint32_t *by = LCM_NEW_ARRAY(arena, uint32_t, n + 1);
  out->n_kept = 0;
  for (size_t i = 0; i < n; i++)
    out->all.at[i].kept = counts(out, i) && !(left && left[i]);
  for (size_t i = n; i-- > 0;) {
    const uint32_t from = trace_errand_creator(out, i);
    out->n_kept += out->all.at[i].kept;
    if (out->all.at[i].kept && from != TRACE_NONE)
      out->all.at[from].kept = true;
    if (out->all.at[i].kept && from != TRACE_NONE)
      of[out->all.at[i].message + 1]++;
  }
  for (size_t k = 0; k < n_letters; k++)
    of[k + 1] += of[k];
  const size_t total = of[n_letters];
  for (size_t i = n; i-- > 0;)
    if (out->all.at[i].kept && trace_errand_creator(out, i) != TRACE_NONE)
      by[--of[out->all.at[i].message + 1]] = (uint32_t)i;
  put_children(out, arena, by, total);
}

void trace_errands_copy(struct trace_errands *out, lcm_arena *arena,
                        const struct trace_errands *errands) {
  *out = *errands;
  out->all.at = LCM_NEW_ARRAY(arena, struct trace_errand, errands->all.n + 1);
  out->letters.at =
      LCM_NEW_ARRAY(arena, struct trace_letter, errands->letters.n + 1);
  memcpy(out->all.at, errands->all.at, errands->all.n * sizeof *out->all.at);
  memcpy(out->letters.at, errands->letters.at,
         errands->letters.n * sizeof *out->letters.at);
}

/* Take "event" of "f". */
static void take(struct finding *f, const struct trace_event *event) {
  switch ((enum trace_kind)event->kind) {
  case TRACE_BEGIN:
    take_begin(f, event);
    break;
  case TRACE_END:
    take_end(f, event);
    break;
  case TRACE_CREATE:
    take_create(f, event);
    break;
  case TRACE_SEND:
    f->doing[event->actor].sends++;
    break;
  case TRACE_RECEIVE:
    break;
  }
}

bool trace_errands_find(struct trace_errands *out, const struct trace_log *log,
                        const struct trace_rescale *rescale) {
  lcm_arena *arena = lcm_ctx_arena(log->ctx);
  struct finding f = {.out = out,
                      .log = log,
                      .arena = arena,
                      .doing =
                          LCM_NEW_ARRAY(arena, struct doing, log->actors.n + 1),
                      .send = log->simulated ? log->costs[0] : 0,
                      .rescale = rescale};
  for (size_t i = 0; i < log->actors.n; i++) {
    f.doing[i].errand = TRACE_NONE;
    f.doing[i].factor = 1;
  }
  for (size_t i = 0; i < log->n; i++)
    take(&f, &log->events[i]);
  const bool failed = f.letters.failed;
  put_keys(&f);
  trace_table_free(&f.letters);
  if (!failed)
    trace_errands_join(out, arena, NULL);
  return !failed;
}
