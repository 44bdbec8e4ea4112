/* Goes through a trace once more, and charges only what was asked for. */
#include "trace/select.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From "begin" on the program is in a state, one of enum lcm_trace_idle;
 * "passed": how long it was in each before that. */
struct moment {
  double begin;
  unsigned state;
  double passed[LCM_TRACE_IDLES];
};

/* A selection being made. */
struct selecting {
  const struct trace_log *log;
  lcm_arena *arena;
  bool *actors; /* which are selected */
  bool *names;  /* and which names; NULL: all, and time in none */
  double from;
  double to;
  struct lcm_trace_selected *out;
  double **cats; /* of each actor */
  LCM_LIST(struct moment) moments;
};

/* Return the next of the words between commas at "*text", of "*n" bytes; NULL
 * for none. */
static const char *next_word(const char **text, size_t *n) {
  const char *at = *text + strspn(*text, ", ");
  *n = strcspn(at, ",");
  *text = at + *n;
  while (*n && at[*n - 1] == ' ')
    --*n;
  return *n ? at : NULL;
}

/* Return whether actor "i" is called "word", of "n" bytes, or has that
 * number. */
static bool is_actor(const struct trace_log *log, size_t i, const char *word,
                     size_t n) {
  const char *name = trace_actor_name(log, i);
  char *end = NULL;
  if (strlen(name) == n && !memcmp(name, word, n))
    return true;
  return isdigit((unsigned char)*word) && strtoull(word, &end, 10) == i &&
         end == word + n;
}

/* Return whether "text" has "word", of "n" bytes, in it. */
static bool has_word(const char *text, const char *word, size_t n) {
  for (; strlen(text) >= n; text++)
    if (!memcmp(text, word, n))
      return true;
  return false;
}

/* Report that there is no "what" called "word", of "n" bytes. */
static lcm_status complain(const struct trace_log *log, const char *what,
                           const char *word, size_t n) {
  lcm_report(log->ctx, LCM_DIAG_USAGE,
             (lcm_loc){.file = lcm_intern(log->ctx, log->file)},
             "the trace has no %s '%.*s'", what, (int)n, word);
  return LCM_EUSAGE;
}

/* Find the actors that "words" (NULL: all) name. */
static lcm_status find_actors(struct selecting *s, const char *words) {
  const size_t all = s->log->actors.n;
  const char *word = NULL;
  size_t n = 0;
  s->actors = LCM_NEW_ARRAY(s->arena, bool, all + 1);
  for (size_t i = 0; i < all; i++)
    s->actors[i] = !words;
  while (words && (word = next_word(&words, &n))) {
    bool found = false;
    for (size_t i = 0; i < all; i++)
      if (!s->log->actors.at[i].hidden && is_actor(s->log, i, word, n))
        found = s->actors[i] = true;
    if (!found)
      return complain(s->log, "actor", word, n);
  }
  return LCM_OK;
}

/* Put the lines that "word", of "n" bytes, says into "*out": FILE:LINE or
 * FILE:FIRST-LAST; false where it says none. */
static bool read_place(struct trace_place *out, lcm_ctx *ctx, const char *word,
                       size_t n) {
  const char *text = lcm_intern_n(ctx, word, n);
  const char *colon = strrchr(text, ':');
  char *end = NULL;
  if (!colon || colon == text || !isdigit((unsigned char)colon[1]))
    return false;
  out->file = lcm_intern_n(ctx, text, (size_t)(colon - text));
  out->first = out->last = (uint32_t)strtoul(colon + 1, &end, 10);
  if (*end == '-' && isdigit((unsigned char)end[1]))
    out->last = (uint32_t)strtoul(end + 1, &end, 10);
  return !*end;
}

bool trace_selects_places(lcm_ctx *ctx, const char *words) {
  struct trace_place place;
  const char *word = NULL;
  size_t n = 0;
  while (words && (word = next_word(&words, &n)))
    if (read_place(&place, ctx, word, n))
      return true;
  return false;
}

/* Return whether "file" is "asked", or ends with it behind a slash. */
static bool is_file(const char *file, const char *asked) {
  const size_t n = strlen(file);
  const size_t k = strlen(asked);
  return n >= k && !strcmp(file + n - k, asked) &&
         (n == k || file[n - k - 1] == '/');
}

/* Return whether what is at "place" is asked for by "asked": it lies in those
 * lines, or has the only one among its own. */
static bool is_at(const struct trace_place *place,
                  const struct trace_place *asked) {
  if (!place->file || !is_file(place->file, asked->file))
    return false;
  return asked->first == asked->last
             ? place->first <= asked->first && asked->first <= place->last
             : asked->first <= place->first && place->last <= asked->last;
}

/* Select the names at "asked"; of a single line the shortest of what has it:
 * what is around it has other lines, too.  Return whether there is one. */
static bool select_place(struct selecting *s, const struct trace_place *asked) {
  const bool single = asked->first == asked->last;
  uint32_t least = UINT32_MAX;
  bool found = false;
  for (size_t i = 0; i < s->log->names.n; i++) {
    const struct trace_place *place = &s->log->names.at[i].place;
    if (is_at(place, asked) && place->last - place->first < least)
      least = place->last - place->first;
  }
  for (size_t i = 0; i < s->log->names.n; i++) {
    const struct trace_place *place = &s->log->names.at[i].place;
    if (is_at(place, asked) && (!single || place->last - place->first == least))
      found = s->names[i] = true;
  }
  return found;
}

/* Return whether "log" says of something where in the source it is. */
static bool has_places(const struct trace_log *log) {
  for (size_t i = 0; i < log->names.n; i++)
    if (log->names.at[i].place.file)
      return true;
  return false;
}

/* Find the names that have one of "words" (NULL: all) in them, or are at the
 * lines that it says. */
static lcm_status find_names(struct selecting *s, const char *words) {
  const bool placed = has_places(s->log);
  struct trace_place place;
  const char *word = NULL;
  size_t n = 0;
  if (!words)
    return LCM_OK;
  s->names = LCM_NEW_ARRAY(s->arena, bool, s->log->names.n + 1);
  while ((word = next_word(&words, &n))) {
    const bool lines = read_place(&place, s->log->ctx, word, n);
    bool found = placed && lines && select_place(s, &place);
    for (size_t i = 0; i < s->log->names.n && !(placed && lines); i++)
      if (has_word(s->log->names.at[i].text, word, n))
        found = s->names[i] = true;
    if (!found)
      return complain(s->log,
                      !lines   ? "name with"
                      : placed ? "lines"
                               : "lines of the source, and no name with",
                      word, n);
  }
  return LCM_OK;
}

/* Return how long the program was in "state" until "time". */
static double passed(const struct selecting *s, double time, unsigned state) {
  size_t low = 0;
  size_t high = s->moments.n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (s->moments.at[middle].begin <= time)
      low = middle + 1;
    else
      high = middle;
  }
  if (!low)
    return 0;
  const struct moment *m = &s->moments.at[low - 1];
  return m->passed[state] + (m->state == state ? time - m->begin : 0);
}

/* Take an interval of actor "i". */
static void take(void *user, uint32_t i, const double between[2], uint32_t name,
                 unsigned cat) {
  struct selecting *s = user;
  const double from = fmax(between[0], s->from);
  const double to = fmin(between[1], s->to);
  const bool named = !s->names || (name != TRACE_NONE && s->names[name]);
  if (!s->actors[i] || !named || !(to > from))
    return;
  s->cats[i][cat] += to - from;
  s->out->time += to - from;
  if (name != TRACE_NONE || (cat != LCM_CAT_LI && cat != LCM_CAT_IP))
    return;
  for (unsigned k = 0; k < LCM_TRACE_IDLES; k++)
    s->out->idle[k] += passed(s, to, k) - passed(s, from, k);
}

/* Note in which state the program of "walk" is from its time on until that of
 * "e", which comes next. */
static void note(struct selecting *s, const struct trace_walk *walk,
                 const struct trace_event *e) {
  const unsigned state = walk->waiting > 0   ? LCM_TRACE_IDLE_QUEUED
                         : walk->working > 0 ? LCM_TRACE_IDLE_EMPTY
                                             : LCM_TRACE_IDLE_ALL;
  struct moment *last = s->moments.n ? &s->moments.at[s->moments.n - 1] : NULL;
  struct moment next = {walk->now, state, {0}};
  if (!walk->n || !(e->time > walk->now) ||
      s->log->actors.at[e->actor].hidden || (last && last->state == state))
    return;
  if (last) {
    memcpy(next.passed, last->passed, sizeof next.passed);
    next.passed[last->state] += walk->now - last->begin;
  }
  LCM_LIST_ADD(s->arena, &s->moments, next);
}

/* Put the actors that are selected into what is put out. */
static void put_actors(struct selecting *s) {
  const size_t n = s->log->actors.n;
  struct lcm_trace_actor *all =
      LCM_NEW_ARRAY(s->arena, struct lcm_trace_actor, n + 1);
  double *sum = LCM_NEW_ARRAY(s->arena, double, TRACE_CATS);
  for (size_t i = 0; i < n; i++) {
    if (!s->actors[i] || s->log->actors.at[i].hidden)
      continue;
    all[s->out->n_actors++] =
        (struct lcm_trace_actor){trace_actor_name(s->log, i), s->cats[i]};
    for (size_t c = 0; c < TRACE_CATS; c++)
      sum[c] += s->cats[i][c];
  }
  s->out->actors = all;
  s->out->by_cat = sum;
}

/* Go through the events again. */
static void go_through(struct selecting *s, const struct trace_walk *walk) {
  const struct trace_spans spans = {take, s};
  struct trace_walk again = {.log = walk->log, .spans = &spans};
  for (size_t i = 0; i < s->log->n; i++) {
    note(s, &again, &s->log->events[i]);
    trace_walk_take(&again, &s->log->events[i]);
  }
  trace_walk_end(&again);
  trace_walk_free(&again);
}

lcm_status trace_select(lcm_trace *out, const struct trace_walk *walk,
                        const struct lcm_trace_selecting *how) {
  const struct trace_log *log = walk->log;
  struct selecting s = {.log = log, .arena = lcm_ctx_arena(log->ctx)};
  struct lcm_trace_selected *selected =
      LCM_NEW(s.arena, struct lcm_trace_selected);
  const double time = walk->end - walk->begin;
  lcm_status status = find_actors(&s, how->actors);
  if (!status)
    status = find_names(&s, how->names);
  if (status)
    return status;
  selected->from = fmin(how->from, time);
  selected->to = fmin(how->to, time);
  selected->names = how->names;
  selected->queues = log->driven && !how->names;
  s.from = walk->begin + selected->from;
  s.to = walk->begin + selected->to;
  s.out = selected;
  s.cats = LCM_NEW_ARRAY(s.arena, double *, log->actors.n + 1);
  for (size_t i = 0; i < log->actors.n; i++)
    s.cats[i] = LCM_NEW_ARRAY(s.arena, double, TRACE_CATS);
  go_through(&s, walk);
  put_actors(&s);
  out->selected = selected;
  return LCM_OK;
}
