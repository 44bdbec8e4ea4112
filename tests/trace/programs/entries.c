/* A table of which each processor asks for entries, one after the other.  As
 *   "far"      it asks for those that it has put there, which are on the next
 *              processor; "near": on its own
 *   "again"    all ask for the same ten times; "cached": and keep them
 *   "heaped"   all ask for the same once, which are on processor 0; "spread":
 *              on one processor after the other */
#include <md.h>
#include <string.h>

enum { START, ASK, GOT, DONE, KEYS = 16, AGAIN = 10 };

/* Of a processor: questions that were answered, and processors that are
 * done. */
struct one {
  int answers, done;
};

/* Which of these is done. */
struct how {
  const char *name;
  int shared, times;
  int (*hash)(int64_t key, int processors);
};

static int own(int64_t key, int p) { return (int)(key / KEYS) % p; }

static int next(int64_t key, int p) { return (int)(key / KEYS + 1) % p; }

static int zero(int64_t key, int p) {
  (void)key, (void)p;
  return 0;
}

static int turns(int64_t key, int p) { return (int)(key % p); }

/* Ask for the next entry of "one". */
static void ask_next(md *m, const struct one *one) {
  const struct how *how = md_user(m);
  const int key = how->shared ? (2 * md_processor(m) + one->answers) % KEYS
                              : md_processor(m) * KEYS + one->answers % KEYS;
  md_await(m, 0, key, md_self(m), GOT);
}

static void start(md *m, void *self, const void *data, size_t size) {
  const struct how *how = md_user(m);
  const double value[32] = {0};
  (void)self, (void)data, (void)size;
  for (int i = 0; how->shared && i < KEYS; i++)
    md_insert(m, 0, i, value, sizeof value);
  for (int i = 0; i < md_processors(m); i++)
    md_send(m, md_resident(i), ASK, NULL, 0, 0);
}

static void ask(md *m, void *self, const void *data, size_t size) {
  const struct how *how = md_user(m);
  const double value[32] = {0};
  (void)data, (void)size;
  for (int i = 0; !how->shared && i < KEYS; i++)
    md_insert(m, 0, md_processor(m) * KEYS + i, value, sizeof value);
  ask_next(m, self);
}

static void got(md *m, void *self, const void *data, size_t size) {
  struct one *one = self;
  const struct how *how = md_user(m);
  (void)data, (void)size;
  md_compute(m, 1e-6);
  if (++one->answers < KEYS * how->times)
    ask_next(m, one);
  else
    md_send(m, md_resident(0), DONE, NULL, 0, 0);
}

static void done(md *m, void *self, const void *data, size_t size) {
  struct one *one = self;
  (void)data, (void)size;
  if (++one->done == md_processors(m))
    md_exit(m, 0);
}

int main(int argc, char **argv) {
  static const struct md_chare chares[] = {{"main", 0},
                                           {"one", sizeof(struct one)}};
  static const struct md_entry entries[] = {[START] = {0, "start", start},
                                            [ASK] = {1, "ask", ask},
                                            [GOT] = {1, "got", got},
                                            [DONE] = {1, "done", done}};
  static struct how all[] = {
      {"far", 0, 1, next},        {"near", 0, 1, own},
      {"again", 1, AGAIN, turns}, {"cached", 1, AGAIN, turns},
      {"heaped", 1, 1, zero},     {"spread", 1, 1, turns}};
  size_t k = 0;
  while (k < 5 && (argc < 2 || strcmp(all[k].name, argv[1])))
    k++;
  const struct md_variable table = {
      .kind = MD_TABLE, .name = "rows", .hash = all[k].hash, .cache = k == 3};
  const struct md_program program = {.name = "entries",
                                     .chares = chares,
                                     .n_chares = 2,
                                     .entries = entries,
                                     .n_entries = 4,
                                     .variables = &table,
                                     .n_variables = 1,
                                     .resident = 2};
  struct md_options options = {.user = &all[k]};
  return md_run(&program, &options, NULL);
}
