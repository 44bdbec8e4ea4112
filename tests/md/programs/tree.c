/* A tree of chares: a node of size n makes nodes of the sizes n - 1 and n - 2,
 * and a leaf computes longer. */
#include <md.h>
#include <stdio.h>

enum { START, NODE, QUIET };

static void start(md *m, void *self, const void *data, size_t size) {
  const int n = 15;
  (void)self, (void)data, (void)size;
  md_create(m, NODE, &n, sizeof n, 0);
  md_quiescence(m, md_self(m), QUIET);
}

static void node(md *m, void *self, const void *data, size_t size) {
  const int n = *(const int *)data;
  (void)self, (void)size;
  md_compute(m, 1e-4);
  if (n > 1) {
    const int first = n - 1;
    const int second = n - 2;
    md_create(m, NODE, &first, sizeof first, 0);
    md_create(m, NODE, &second, sizeof second, 0);
  } else
    md_compute(m, 2e-4);
  md_end(m);
}

static void quiet(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data, (void)size;
  printf("over %.9f\n", md_time(m));
  md_exit(m, 0);
}

int main(void) {
  static const struct md_chare chares[] = {{"main", 0}, {"node", 0}};
  static const struct md_entry entries[] = {[START] = {0, "start", start},
                                            [NODE] = {1, "node", node},
                                            [QUIET] = {0, "quiet", quiet}};
  static const struct md_program program = {.name = "tree",
                                            .chares = chares,
                                            .n_chares = 2,
                                            .entries = entries,
                                            .n_entries = 3};
  return md_run(&program, NULL, NULL);
}
