/* Programs that are wrong, one for each word that may be given: wrong.py wants
 * each to be told so. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "md.h"

enum { START, NODE, BRANCH };

static const char *the_word(const md *m) { return md_user(m); }

/* Return whether the program is to do what "word" says. */
static int is(const md *m, const char *word) {
  return !strcmp(the_word(m), word);
}

/* A chare that ends at once, and tells where it was. */
static void node(md *m, void *self, const void *data, size_t size) {
  const md_id me = md_self(m);
  (void)self, (void)size;
  md_end(m);
  if (data)
    md_send(m, *(const md_id *)data, BRANCH, &me, sizeof me, 0);
}

/* A chare has ended: send it a message nevertheless. */
static void branch(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)size;
  md_send(m, *(const md_id *)data, NODE, NULL, 0, 0);
}

/* Do what is wrong. */
static void start(md *m, void *self, const void *data, size_t size) {
  const md_id me = md_self(m);
  (void)self, (void)data, (void)size;
  if (is(m, "ended"))
    md_create_on(m, md_processors(m) - 1, NODE, &me, sizeof me, 0);
  else if (is(m, "kind"))
    md_send(m, me, NODE, NULL, 0, 0);
  else if (is(m, "nobody"))
    md_send(m, (md_id){99, 0, 1}, NODE, NULL, 0, 0);
  else if (is(m, "entry"))
    md_create(m, 17, NULL, 0, 0);
  else if (is(m, "nan"))
    md_create(m, NODE, NULL, 0, NAN);
  else if (is(m, "negative"))
    md_compute(m, -1);
  else if (is(m, "variable"))
    md_accumulate(m, 0, &me);
  while (is(m, "endless"))
    ;
  if (is(m, "forever"))
    md_send(m, me, START, NULL, 0, 0);
}

int main(int argc, char **argv) {
  static const struct md_chare chares[] = {{"main", 0}, {"node", 0}};
  static const struct md_entry entries[] = {[START] = {0, "start", start},
                                            [NODE] = {1, "begin", node},
                                            [BRANCH] = {0, "was", branch}};
  static const struct md_variable variables[] = {
      {.kind = MD_ACCUMULATOR, .name = "sum", .size = sizeof(int)}};
  struct md_program program = {.name = "wrong",
                               .chares = chares,
                               .n_chares = 2,
                               .entries = entries,
                               .n_entries = 3,
                               .variables = variables};
  static char none[] = "";
  const struct md_options options = {.user = argc > 1 ? argv[1] : none};
  program.n_variables = !strcmp(options.user, "add");
  program.n_chares -= !strcmp(options.user, "chare");
  return md_run(&program, &options, NULL);
}
