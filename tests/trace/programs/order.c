/* Two problems of order.  Processor 1 gets 40 messages that nobody waits for,
 * and then one that begins the work of processor 2: as "urgent" that one has
 * priority, as "same" it is to the same entry as the others. */
#include <md.h>
#include <string.h>

enum { START, LATER, FIRST, WORK, DONE, MESSAGES = 40 };

/* Of a processor: what was done. */
struct one {
  int done;
};

static void start(md *m, void *self, const void *data, size_t size) {
  const char *how = md_user(m);
  const int begins = 1;
  (void)self, (void)data, (void)size;
  for (int i = 0; i < MESSAGES; i++)
    md_send(m, md_resident(1), LATER, NULL, 0, 0);
  md_send(m, md_resident(1), strcmp(how, "same") ? FIRST : LATER, &begins,
          sizeof begins, strcmp(how, "urgent") ? 0 : -1);
}

/* A message that has data begins the work of processor 2. */
static void later(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data;
  md_compute(m, 1e-3);
  if (size)
    md_send(m, md_resident(2), WORK, NULL, 0, 0);
  else
    md_send(m, md_resident(0), DONE, NULL, 0, 0);
}

static void work(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data, (void)size;
  md_compute(m, 35e-3);
  md_send(m, md_resident(0), DONE, NULL, 0, 0);
}

static void done(md *m, void *self, const void *data, size_t size) {
  struct one *one = self;
  (void)data, (void)size;
  if (++one->done == MESSAGES + 1)
    md_exit(m, 0);
}

int main(int argc, char **argv) {
  static const struct md_chare chares[] = {{"main", 0},
                                           {"one", sizeof(struct one)}};
  static const struct md_entry entries[] = {[START] = {0, "start", start},
                                            [LATER] = {1, "later", later},
                                            [FIRST] = {1, "first", later},
                                            [WORK] = {1, "work", work},
                                            [DONE] = {1, "done", done}};
  static const struct md_program program = {.name = "order",
                                            .chares = chares,
                                            .n_chares = 2,
                                            .entries = entries,
                                            .n_entries = 5,
                                            .resident = 2};
  static char plain[] = "";
  struct md_options options = {.user = argc > 1 ? argv[1] : plain};
  return md_run(&program, &options, NULL);
}
