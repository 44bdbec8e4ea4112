/* Processor 0 sends 8 messages to each other one in each of 20 rounds; as
 * "mended", one with all that. */
#include <md.h>
#include <string.h>

enum { START, ROUND, PART, DONE, ROUNDS = 20, PARTS = 8, BYTES = 100 };

/* Of processor 0: rounds, and answers of one. */
struct one {
  int rounds, answers;
};

static void round_of(md *m, void *self, const void *data, size_t size) {
  const int times = md_user(m) ? 1 : PARTS;
  (void)self, (void)data, (void)size;
  md_compute(m, 1e-6);
  for (int i = 0; i < times; i++)
    for (int to = 1; to < md_processors(m); to++)
      md_send(m, md_resident(to), PART, NULL, (size_t)(BYTES * PARTS / times),
              0);
}

static void start(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data, (void)size;
  md_send(m, md_resident(0), ROUND, NULL, 0, 0);
}

static void part(md *m, void *self, const void *data, size_t size) {
  struct one *one = self;
  const int times = md_user(m) ? 1 : PARTS;
  (void)data, (void)size;
  md_compute(m, 2e-6 * PARTS / times);
  if (++one->answers % times == 0)
    md_send(m, md_resident(0), DONE, NULL, 0, 0);
}

static void done(md *m, void *self, const void *data, size_t size) {
  struct one *one = self;
  (void)data, (void)size;
  if (++one->answers % (md_processors(m) - 1))
    return;
  if (++one->rounds == ROUNDS)
    md_exit(m, 0);
  else
    md_send(m, md_resident(0), ROUND, NULL, 0, 0);
}

int main(int argc, char **argv) {
  static const struct md_chare chares[] = {{"main", 0},
                                           {"one", sizeof(struct one)}};
  static const struct md_entry entries[] = {[START] = {0, "start", start},
                                            [ROUND] = {1, "round", round_of},
                                            [PART] = {1, "part", part},
                                            [DONE] = {1, "done", done}};
  static const struct md_program program = {.name = "combine",
                                            .chares = chares,
                                            .n_chares = 2,
                                            .entries = entries,
                                            .n_entries = 4,
                                            .resident = 2};
  struct md_options options = {
      .user = argc > 1 && !strcmp(argv[1], "mended") ? argv : NULL};
  return md_run(&program, &options, NULL);
}
