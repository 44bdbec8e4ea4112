/* Strategies with managers, which hand work out by priority (thesis, 7.1).  A
 * manager has a cluster of processors; it gives the most urgent work to one of
 * them that has less than its leash.  Managers are neighbours in a hypercube,
 * and exchange their most urgent work in pairs.  With tokens, work stays where
 * it was made, and managers deal in what stands for it. */
#include "chares/manager.h"

#include <string.h>

enum { LEASH = 2, FIXED = 2, FIRST_ROOM = 64 };

/* What control messages say: their first word. */
enum word { STATUS, TOKEN, REQUEST, COUNT, COUNT_BACK };

/* Work that a manager has, or a token of it. */
struct item {
  double priority;
  uint64_t order, id;
  md_message *work;
  int owner;
};

/* What a processor knows. */
struct manager {
  bool tokens, aperiodic, exchanges;
  int manager, members; /* of the cluster: the manager comes first */
  int64_t kept, told;   /* creations that came, and of how many it told */
  struct item *heap;
  size_t n, room;
  uint64_t serial;
  int64_t *sent, *done; /* to and by each member */
  int dimension;
};

/* Return whether "m" is a manager. */
static bool manages(const md *m, const struct manager *state) {
  return md_processor(m) == state->manager;
}

/* Return whether "a" comes before "b". */
static bool before(const struct item *a, const struct item *b) {
  return a->priority != b->priority ? a->priority < b->priority
                                    : a->order < b->order;
}

/* Put "item" into the heap. */
static void put(md *m, struct manager *state, struct item item) {
  size_t i = state->n;
  if (state->n == state->room) {
    struct item *old = state->heap;
    state->room = state->room ? 2 * state->room : FIRST_ROOM;
    state->heap = md_memory(m, state->room * sizeof *state->heap);
    if (state->n)
      memcpy(state->heap, old, state->n * sizeof *old);
  }
  item.order = state->serial++;
  state->n++;
  for (; i && before(&item, &state->heap[(i - 1) / 2]); i = (i - 1) / 2)
    state->heap[i] = state->heap[(i - 1) / 2];
  state->heap[i] = item;
  if (!item.id && state->n > m->longest)
    m->longest = state->n;
}

/* Take the most urgent item from the heap, which is not empty. */
static struct item take(struct manager *state) {
  const struct item first = state->heap[0];
  const struct item last = state->heap[--state->n];
  size_t i = 0;
  for (;;) {
    size_t child = 2 * i + 1;
    if (child >= state->n)
      break;
    if (child + 1 < state->n &&
        before(&state->heap[child + 1], &state->heap[child]))
      child++;
    if (!before(&state->heap[child], &last))
      break;
    state->heap[i] = state->heap[child];
    i = child;
  }
  state->heap[i] = last;
  return first;
}

/* Let what "item" stands for go to "processor". */
static void hand(md *m, struct manager *state, struct item item,
                 int processor) {
  if (item.work && processor == md_processor(m))
    state->kept++;
  if (item.work)
    md_place(m, item.work, processor);
  else
    md_control(m, item.owner,
               (int64_t[]){REQUEST, (int64_t)item.id, processor, 0});
}

/* Return which member of the cluster of "m" has least work, and put how much
 * into "*load". */
static int least_loaded(int64_t *load, const struct manager *state) {
  const int first = state->members > 1;
  int best = first;
  for (int i = first; i < state->members; i++)
    if (state->sent[i] - state->done[i] < state->sent[best] - state->done[best])
      best = i;
  *load = state->sent[best] - state->done[best];
  return best;
}

/* Return how many creations "m" has begun. */
static int64_t begun_here(const md *m, const struct manager *state) {
  return state->kept - md_load(m);
}

/* Hand out work while there is some, and a member has less than its leash. */
static void dispatch(md *m, struct manager *state) {
  while (state->n) {
    int64_t load = 0;
    int member = 0;
    if (state->members == 1)
      state->done[0] = begun_here(m, state);
    member = least_loaded(&load, state);
    if (load >= LEASH)
      return;
    state->sent[member]++;
    hand(m, state, take(state), state->manager + member);
  }
}

/* Let the manager of "m" know how many creations have begun. */
static void tell(md *m, struct manager *state) {
  state->told = begun_here(m, state);
  md_control(m, state->manager, (int64_t[]){STATUS, state->told, 0, 0});
}

/* Set up "m", whose clusters have "cluster" processors. */
static void set_up(md *m, struct manager *state, int cluster) {
  const int p = md_processors(m);
  const int i = md_processor(m);
  state->manager = i - i % cluster;
  state->members = state->manager + cluster < p ? cluster : p - state->manager;
  state->exchanges = cluster < p;
  if (manages(m, state)) {
    const size_t n = (size_t)state->members;
    state->sent = md_memory(m, n * sizeof *state->sent);
    state->done = md_memory(m, n * sizeof *state->done);
    if (state->exchanges)
      md_later(m, md_period(m));
  } else if (!state->aperiodic) {
    md_later(m, md_period(m));
  }
}

/* Begin with one manager. */
static void init_manager(md *m, void *state) {
  set_up(m, state, md_processors(m));
}

/* Begin with a manager of each cluster. */
static void init_managers(md *m, void *state) {
  set_up(m, state, md_cluster(m));
}

/* Begin with tokens. */
static void init_tokens(md *m, void *data) {
  struct manager *state = data;
  state->tokens = true;
  set_up(m, state, md_cluster(m));
}

/* Begin with tokens, and reports when they are needed. */
static void init_aperiodic(md *m, void *data) {
  struct manager *state = data;
  state->tokens = state->aperiodic = true;
  set_up(m, state, md_cluster(m));
}

/* A chare was created on "m": work or a token goes to the manager. */
static void from_local(md *m, void *data, md_message *message) {
  struct manager *state = data;
  const double priority = md_message_priority(message);
  struct item item = {priority, 0, 0, message, md_processor(m)};
  int64_t bits;
  if (state->tokens) {
    item.id = md_message_id(message);
    item.work = NULL;
    md_hold(m, message);
  }
  if (manages(m, state)) {
    put(m, state, item);
    dispatch(m, state);
  } else if (state->tokens) {
    memcpy(&bits, &priority, sizeof bits);
    state->told = begun_here(m, state);
    md_control(m, state->manager,
               (int64_t[]){TOKEN, (int64_t)item.id, bits, item.owner});
  } else {
    md_place(m, message, state->manager);
  }
}

/* Work has come from another processor: to a manager, or to a member that is
 * to do it. */
static void from_net(md *m, void *data, md_message *message) {
  struct manager *state = data;
  if (manages(m, state) && !state->tokens) {
    put(m, state,
        (struct item){md_message_priority(message), 0, 0, message,
                      md_processor(m)});
    dispatch(m, state);
    return;
  }
  state->kept++;
  md_keep(m, message);
}

/* Return what goes along with messages of "m": how much it has begun. */
static float add_status(md *m, void *state) {
  return (float)begun_here(m, state);
}

/* A message from "from" has come with "status". */
static void extract_status(md *m, void *data, int from, float status) {
  struct manager *state = data;
  const int member = from - state->manager;
  if (!manages(m, state) || member < 1 || member >= state->members)
    return;
  if ((int64_t)status > state->done[member])
    state->done[member] = (int64_t)status;
  dispatch(m, state);
}

/* Send the other manager "to", which has "theirs" pieces of work, the most
 * urgent ones here, and more where there are more. */
static void exchange(md *m, struct manager *state, int to, int64_t theirs) {
  const int64_t more = ((int64_t)state->n - theirs) / 2;
  int64_t n = more > FIXED ? more : FIXED;
  if (n > 2 * (int64_t)state->members + FIXED)
    n = 2 * (int64_t)state->members + FIXED;
  for (; n && state->n; n--) {
    const struct item item = take(state);
    int64_t bits;
    memcpy(&bits, &item.priority, sizeof bits);
    if (item.work)
      md_place(m, item.work, to);
    else
      md_control(m, to, (int64_t[]){TOKEN, (int64_t)item.id, bits, item.owner});
  }
}

/* A control message of "words" has come from "from". */
static void control(md *m, void *data, int from, const int64_t *words) {
  struct manager *state = data;
  struct item item = {0, 0, (uint64_t)words[1], NULL, (int)words[3]};
  switch ((enum word)words[0]) {
  case STATUS:
    extract_status(m, state, from, (float)words[1]);
    break;
  case TOKEN:
    memcpy(&item.priority, &words[2], sizeof item.priority);
    put(m, state, item);
    dispatch(m, state);
    break;
  case REQUEST:
    if ((int)words[2] == md_processor(m))
      state->kept++;
    md_place(m, md_release(m, (uint64_t)words[1]), (int)words[2]);
    break;
  case COUNT:
    md_control(m, from, (int64_t[]){COUNT_BACK, (int64_t)state->n, 0, 0});
    exchange(m, state, from, words[1]);
    break;
  case COUNT_BACK:
    exchange(m, state, from, words[1]);
    break;
  }
}

/* Offer an exchange to the next neighbour of the manager "m". */
static void offer(md *m, struct manager *state) {
  const int cluster = md_cluster(m);
  const int managers = (md_processors(m) + cluster - 1) / cluster;
  const int mine = state->manager / cluster;
  int other;
  if (1 << state->dimension >= managers)
    state->dimension = 0;
  other = mine ^ (1 << state->dimension++);
  if (other < managers && state->n)
    md_control(m, other * cluster, (int64_t[]){COUNT, (int64_t)state->n, 0, 0});
}

/* A period is over. */
static void timer(md *m, void *data) {
  struct manager *state = data;
  if (manages(m, state))
    offer(m, state);
  else if (begun_here(m, state) != state->told)
    tell(m, state);
  md_later(m, md_period(m));
}

/* A creation has begun on "m": its manager is told if little is left. */
static void begun(md *m, void *data) {
  struct manager *state = data;
  if (manages(m, state))
    dispatch(m, state);
  else if (state->aperiodic && md_load(m) < LEASH)
    tell(m, state);
}

const struct md_strategy *lcm_md_manager(enum md_managing managing) {
  static const struct md_strategy all[] = {
#define MANAGING(word, begin)                                                  \
  {.name = (word),                                                             \
   .size = sizeof(struct manager),                                             \
   .init = (begin),                                                            \
   .from_local = from_local,                                                   \
   .from_net = from_net,                                                       \
   .add_status = add_status,                                                   \
   .extract_status = extract_status,                                           \
   .control = control,                                                         \
   .begun = begun,                                                             \
   .timer = timer}
      MANAGING("manager", init_manager),
      MANAGING("managers", init_managers),
      MANAGING("token", init_tokens),
      MANAGING("aperiodic", init_aperiodic),
#undef MANAGING
  };
  return &all[managing];
}
