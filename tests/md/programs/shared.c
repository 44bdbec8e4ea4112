/* Steps of all processors, as in steps.c, with a readonly variable that takes
 * long to come to all, and monotonic ones that the last processor improves in
 * each step: one along the tree, or, with an argument, one by flooding. */
#include <md.h>
#include <stdio.h>

enum { START, STEP, DONE, STEPS = 5 };
enum { TABLE, TREE, FLOOD };

// lcm: param flooded = 0 in 0..1 "whether there is an argument"

struct steps {
  int done, step;
};

static int more(void *value, const void *other) {
  if (*(const int *)other <= *(int *)value)
    return 0;
  *(int *)value = *(const int *)other;
  return 1;
}

static void start(md *m, void *self, const void *data, size_t size) {
  static const char table[100000];
  (void)self, (void)data, (void)size;
  md_set(m, TABLE, table, sizeof table);
  (void)md_create_office(m, STEP, NULL, 0);
}

static void step(md *m, void *self, const void *data, size_t size) {
  static int value[5000];
  const int flood = *(const int *)md_user(m);
  (void)self, (void)data, (void)size;
  md_compute(m, 1e-3);
  if (md_processor(m) == md_processors(m) - 1) {
    value[0]++;
    // lcm: prob 1 - flooded
    if (!flood)
      md_improve(m, TREE, value);
    else
      md_improve(m, FLOOD, value);
  }
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

int main(int argc, char **argv) {
  static const struct md_chare chares[] = {{"main", 0},
                                           {"step", sizeof(struct steps)}};
  static const struct md_entry entries[] = {[START] = {0, "start", start},
                                            [STEP] = {1, "step", step},
                                            [DONE] = {1, "done", done}};
  static const struct md_variable variables[] = {
      [TABLE] = {.kind = MD_READONLY, .name = "table"},
      [TREE] = {MD_MONOTONIC, "tree", .size = 20000, .update = more},
      [FLOOD] = {.kind = MD_MONOTONIC,
                 .name = "flood",
                 .size = 20000,
                 .update = more,
                 .flood = 1}};
  static const struct md_program program = {.name = "shared",
                                            .chares = chares,
                                            .n_chares = 2,
                                            .entries = entries,
                                            .n_entries = 3,
                                            .variables = variables,
                                            .n_variables = 3};
  int flood = argc > 1;
  const struct md_options options = {.user = &flood};
  (void)argv;
  return md_run(&program, &options, NULL);
}
