/* Steps of all processors: each computes and tells processor 0, which lets all
 * begin the next step when the last of them has. */
#include <md.h>
#include <stdio.h>

enum { START, STEP, DONE, STEPS = 5 };

struct steps {
  int done, step;
};

static void start(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data, (void)size;
  (void)md_create_office(m, STEP, NULL, 0);
}

static void step(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data, (void)size;
  md_compute(m, 1e-3);
  // lcm: count 5
  md_send(m, md_branch(0, 0), DONE, NULL, 1000, 0);
}

static void done(md *m, void *self, const void *data, size_t size) {
  struct steps *steps = self;
  (void)data, (void)size;
  // lcm: prob 1 - 1 / procs
  if (++steps->done < md_processors(m))
    return;
  steps->done = 0;
  // lcm: prob 1
  if (++steps->step < STEPS) {
    // lcm: count 4
    md_broadcast(m, 0, STEP, NULL, 0, 0);
  } else {
    printf("over %.9f\n", md_time(m));
    md_exit(m, 0);
  }
}

int main(void) {
  static const struct md_chare chares[] = {{"main", 0},
                                           {"step", sizeof(struct steps)}};
  static const struct md_entry entries[] = {[START] = {0, "start", start},
                                            [STEP] = {1, "step", step},
                                            [DONE] = {1, "done", done}};
  static const struct md_program program = {.name = "steps",
                                            .chares = chares,
                                            .n_chares = 2,
                                            .entries = entries,
                                            .n_entries = 3};
  return md_run(&program, NULL, NULL);
}
