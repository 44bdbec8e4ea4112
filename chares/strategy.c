/* Where new chares go: the strategies that there are. */
#include "chares/strategy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chares/manager.h"

enum { MOST_HOPS = 3, NEIGHBOURS = 32, ROW = 400 };

/* ---- random -------------------------------------------------------------- */

/* Send a new chare anywhere. */
static void random_local(md *m, void *state, md_message *message) {
  (void)state;
  md_place(m, message, (int)(md_random(m) % (uint64_t)md_processors(m)));
}

/* ---- adaptive contracting within neighbourhoods -------------------------- */

/* What a processor knows of its neighbours, those in a hypercube. */
struct acwn {
  bool told; /* that nothing is left here */
  int n;
  int at[NEIGHBOURS];
  float load[NEIGHBOURS];
};

/* Find the neighbours of "m". */
static void acwn_init(md *m, void *data) {
  struct acwn *state = data;
  for (int step = 1; step < md_processors(m) && step > 0; step *= 2)
    if ((md_processor(m) ^ step) < md_processors(m))
      state->at[state->n++] = md_processor(m) ^ step;
}

/* Keep a creation here, or send it to the neighbour that has least, if that has
 * less than is here, and the less the further it has come. */
static void acwn_place(md *m, void *data, md_message *message) {
  struct acwn *state = data;
  const int hops = md_message_hops(message);
  int best = 0;
  for (int i = 1; i < state->n; i++)
    if (state->load[i] < state->load[best])
      best = i;
  if (!state->n || hops >= MOST_HOPS ||
      state->load[best] >= (float)(md_load(m) - hops)) {
    md_keep(m, message);
    return;
  }
  state->load[best]++;
  md_place(m, message, state->at[best]);
}

/* Return what neighbours are told: how much there is to do. */
static float acwn_status(md *m, void *state) {
  (void)state;
  return (float)md_load(m);
}

/* "from" has told its load. */
static void acwn_extract(md *m, void *data, int from, float status) {
  struct acwn *state = data;
  (void)m;
  for (int i = 0; i < state->n; i++)
    if (state->at[i] == from)
      state->load[i] = status;
}

/* Something was done, so that the neighbours are to be told when it is all. */
static void acwn_begun(md *m, void *data) {
  (void)m;
  ((struct acwn *)data)->told = false;
}

/* Tell the neighbours that nothing is left here; the load comes along. */
static void acwn_idle(md *m, void *data) {
  struct acwn *state = data;
  const bool told = state->told;
  state->told = true;
  for (int i = 0; i < state->n && !told; i++)
    md_control(m, state->at[i], (int64_t[]){0, 0, 0, 0});
}

/* ---- receiver ------------------------------------------------------------ */

/* Whether a processor has asked for work. */
struct receiver {
  bool asks;
};

/* What is asked and answered. */
enum { WANT, NOTHING };

/* Ask another processor for work. */
static void receiver_idle(md *m, void *data) {
  struct receiver *state = data;
  const uint64_t others = (uint64_t)md_processors(m) - 1;
  if (state->asks || !others)
    return;
  state->asks = true;
  md_control(m,
             (int)(((uint64_t)md_processor(m) + 1 + md_random(m) % others) %
                   (others + 1)),
             (int64_t[]){WANT, 0, 0, 0});
}

/* Answer one that wants work, or learn that another has none. */
static void receiver_control(md *m, void *state, int from,
                             const int64_t *words) {
  md_message *message;
  (void)state;
  if (words[0] == NOTHING) {
    md_later(m, md_period(m));
    return;
  }
  message = md_take(m);
  if (message)
    md_place(m, message, from);
  else
    md_control(m, from, (int64_t[]){NOTHING, 0, 0, 0});
}

/* Work has come. */
static void receiver_net(md *m, void *data, md_message *message) {
  ((struct receiver *)data)->asks = false;
  md_keep(m, message);
}

/* Ask again, if there is still nothing to do. */
static void receiver_timer(md *m, void *data) {
  ((struct receiver *)data)->asks = false;
  if (!md_load(m))
    receiver_idle(m, data);
}

/* ---- replay -------------------------------------------------------------- */

/* How many creations a processor has placed. */
struct replay {
  size_t n;
};

/* Send a new chare where it went in the run that is replayed. */
static void replay_local(md *m, void *data, md_message *message) {
  const struct md_run *run = m->run;
  struct replay *state = data;
  const size_t i = run->replay_at[m->index] + state->n++;
  if (i < run->replay_at[m->index + 1] && run->replay[i] >= 0)
    md_place(m, message, run->replay[i]);
  else
    md_keep(m, message);
}

/* Creations of a trace. */
struct creation {
  int creator, place;
  uint64_t number;
};

/* Order creations by creator and number. */
static int compare(const void *left, const void *right) {
  const struct creation *a = left;
  const struct creation *b = right;
  if (a->creator != b->creator)
    return a->creator < b->creator ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* Read the creations that strategies placed from "in" to "*all"; return how
 * many.  Their places are not known. */
static size_t read_creations(struct creation **all, FILE *in) {
  char line[ROW];
  size_t n = 0;
  size_t room = 0;
  while (fgets(line, sizeof line, in)) {
    struct creation one = {0, -1, 0};
    int to = 0;
    if (sscanf(line, "create %*s %*d %d.%" SCNu64 " create %*s %d",
               &one.creator, &one.number, &to) != 3 ||
        to >= 0)
      continue;
    if (n == room) {
      room = room ? 2 * room : ROW;
      *all = realloc(*all, room * sizeof **all);
      if (!*all)
        abort();
    }
    (*all)[n++] = one;
  }
  return n;
}

/* Learn from "in" where the "n" creations of "all" began. */
static void read_places(struct creation *all, size_t n, FILE *in) {
  char line[ROW];
  while (fgets(line, sizeof line, in)) {
    struct creation key = {0};
    struct creation *found;
    int at = 0;
    if (sscanf(line, "begin %*s %d %d.%" SCNu64, &at, &key.creator,
               &key.number) != 3)
      continue;
    found = bsearch(&key, all, n, sizeof *all, compare);
    if (found)
      found->place = at;
  }
}

const char *lcm_md_replay_read(struct md_run *run, const char *path) {
  FILE *in = fopen(path, "r");
  const size_t p = (size_t)run->processors;
  struct creation *all = NULL;
  const char *wrong = NULL;
  size_t n;
  if (!in)
    return "cannot be read";
  n = read_creations(&all, in);
  if (n)
    qsort(all, n, sizeof *all, compare);
  rewind(in);
  read_places(all, n, in);
  (void)fclose(in);
  run->replay = calloc(n + 1, sizeof *run->replay);
  run->replay_at = calloc(p + 1, sizeof *run->replay_at);
  if (!run->replay || !run->replay_at)
    abort();
  for (size_t i = 0; i < n && !wrong; i++) {
    if (all[i].creator < 0 || (size_t)all[i].creator >= p ||
        all[i].place >= (int)p)
      wrong = "is of a run on more processors";
    else
      run->replay_at[all[i].creator + 1]++;
    run->replay[i] = all[i].place;
  }
  for (size_t i = 0; i < p; i++)
    run->replay_at[i + 1] += run->replay_at[i];
  free(all);
  return wrong;
}

/* ---- all of them --------------------------------------------------------- */

const char *md_strategy_name(size_t i) {
  static const char *const NAMES[] = {"local",    "random",  "acwn",
                                      "receiver", "manager", "managers",
                                      "token",    "shared",  "aperiodic"};
  return i < sizeof NAMES / sizeof *NAMES ? NAMES[i] : NULL;
}

void lcm_md_strategies(char *text, size_t size) {
  size_t n = 0;
  const char *name = NULL;
  for (size_t i = 0; (name = md_strategy_name(i)) && n < size; i++)
    n += (size_t)snprintf(text + n, size - n, "%s, ", name);
  if (n < size)
    (void)snprintf(text + n, size - n, "replay");
}

const struct md_strategy *lcm_md_strategy(const char *name) {
  static const struct md_strategy own[] = {
      {.name = "local"},
      {.name = "shared"},
      {.name = "random", .from_local = random_local},
      {.name = "replay",
       .size = sizeof(struct replay),
       .from_local = replay_local},
      {.name = "receiver",
       .size = sizeof(struct receiver),
       .from_net = receiver_net,
       .control = receiver_control,
       .idle = receiver_idle,
       .timer = receiver_timer},
      {.name = "acwn",
       .size = sizeof(struct acwn),
       .init = acwn_init,
       .from_local = acwn_place,
       .from_net = acwn_place,
       .add_status = acwn_status,
       .extract_status = acwn_extract,
       .begun = acwn_begun,
       .idle = acwn_idle}};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (!strcmp(own[i].name, name))
      return &own[i];
  for (enum md_managing i = MD_MANAGER; i <= MD_APERIODIC; i++)
    if (!strcmp(lcm_md_manager(i)->name, name))
      return lcm_md_manager(i);
  return NULL;
}
