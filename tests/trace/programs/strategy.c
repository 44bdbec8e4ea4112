/* Chares of very different times, made by chares on all processors: a strategy
 * that leaves them where they are made (MD_STRATEGY=local) is wrong. */
#include <md.h>

enum { START, WORK, QUIET, CHARES = 200 };

static void start(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data, (void)size;
  for (int i = 0; i < CHARES; i++) {
    const int kind = i % 7 + 1;
    md_create(m, WORK, &kind, sizeof kind, 0);
  }
  md_quiescence(m, md_self(m), QUIET);
}

static void work(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)size;
  md_compute(m, 1e-3 * *(const int *)data);
  md_end(m);
}

static void quiet(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data, (void)size;
  md_exit(m, 0);
}

int main(void) {
  static const struct md_chare chares[] = {{"main", 0}, {"worker", 0}};
  static const struct md_entry entries[] = {[START] = {0, "start", start},
                                            [WORK] = {1, "work", work},
                                            [QUIET] = {0, "quiet", quiet}};
  static const struct md_program program = {.name = "strategy",
                                            .chares = chares,
                                            .n_chares = 2,
                                            .entries = entries,
                                            .n_entries = 3};
  return md_run(&program, NULL, NULL);
}
