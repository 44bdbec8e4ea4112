/* What the calls of md.h mean: order of queues, shared variables, placement,
 * and the time that simulated processors take, by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "md.h"

enum { START, NODE, BRANCH, TOLD, QUIET, ANSWER, AT_BRANCH };
enum { SUM, TREE, WAITING, FLOOD, TABLE, CACHED, WORD };
enum { MOST = 64 };

/* What a test does, and what it finds. */
struct script {
  void (*start)(md *m, struct script *script);
  void (*branch)(md *m, struct script *script);
  void (*told)(md *m, struct script *script, const void *data, size_t size);
  void (*quiet)(md *m, struct script *script);
  void (*at_branch)(md *m, struct script *script, const void *data);
  int numbers[MOST], n;
  double time;
};

/* The entries of all tests: each calls what the script has for it. */
static void start(md *m, void *self, const void *data, size_t size) {
  struct script *script = md_user(m);
  (void)self, (void)data, (void)size;
  script->start(m, script);
}
static void node(md *m, void *self, const void *data, size_t size) {
  struct script *script = md_user(m);
  (void)self, (void)size;
  if (data)
    script->numbers[script->n++] = *(const int *)data;
  else
    script->numbers[script->n++] = md_processor(m);
}
static void branch(md *m, void *self, const void *data, size_t size) {
  struct script *script = md_user(m);
  (void)self, (void)data, (void)size;
  if (script->branch)
    script->branch(m, script);
}
static void told(md *m, void *self, const void *data, size_t size) {
  struct script *script = md_user(m);
  (void)self;
  script->told(m, script, data, size);
}
static void quiet(md *m, void *self, const void *data, size_t size) {
  struct script *script = md_user(m);
  (void)self, (void)data, (void)size;
  if (script->quiet)
    script->quiet(m, script);
  else
    md_exit(m, 0);
}
static void at_branch(md *m, void *self, const void *data, size_t size) {
  struct script *script = md_user(m);
  (void)self, (void)size;
  script->at_branch(m, script, data);
}

/* Add, and take the larger. */
static void add(void *value, const void *more) {
  *(int *)value += *(const int *)more;
}
static int larger(void *value, const void *more) {
  const int better = *(const int *)more > *(int *)value;
  if (better)
    *(int *)value = *(const int *)more;
  return better;
}

/* Run "script" with "options"; return the status. */
static int run(struct script *script, struct md_options options,
               struct md_report *report) {
  static const struct md_chare chares[] = {{"main", 0}, {"node", 0}, {"b", 0}};
  static const struct md_entry entries[] = {
      [START] = {0, "start", start},     [NODE] = {1, "node", node},
      [BRANCH] = {2, "branch", branch},  [TOLD] = {0, "told", told},
      [QUIET] = {0, "quiet", quiet},     [ANSWER] = {0, "answer", told},
      [AT_BRANCH] = {2, "at", at_branch}};
  static const struct md_variable variables[] = {
      [SUM] = {MD_ACCUMULATOR, "sum", sizeof(int), .add = add},
      [TREE] = {MD_MONOTONIC, "tree", sizeof(int), .update = larger},
      [WAITING] = {MD_MONOTONIC, "waiting", sizeof(int), .update = larger,
                   .wait = 1e-3},
      [FLOOD] = {MD_MONOTONIC, "flood", sizeof(int), .update = larger,
                 .flood = 1},
      [TABLE] = {MD_TABLE, "table"},
      [CACHED] = {MD_TABLE, "cached", .cache = 1},
      [WORD] = {MD_READONLY, "word"}};
  static const struct md_program program = {.name = "meaning",
                                            .chares = chares,
                                            .n_chares = 3,
                                            .entries = entries,
                                            .n_entries = 7,
                                            .variables = variables,
                                            .n_variables = 7};
  options.user = script;
  if (!options.run)
    options.run = "simulate";
  if (!options.processors)
    options.processors = 7;
  if (!(options.until > 0))
    options.until = 60;
  return md_run(&program, &options, report);
}

/* Run "script" simulated, on 1 and 7 processors, and on threads. */
static void run_all(struct script script) {
  struct script copy = script;
  assert_int_equal(run(&copy, (struct md_options){0}, NULL), 0);
  copy = script;
  assert_int_equal(run(&copy, (struct md_options){.processors = 1}, NULL), 0);
  copy = script;
  assert_int_equal(
      run(&copy, (struct md_options){.run = "threads", .processors = 3}, NULL),
      0);
}

/* ---- queues -------------------------------------------------------------- */

/* Create chares of several priorities, all at once. */
static void make_nodes(md *m, struct script *script) {
  static const int priorities[] = {3, 1, 2, 1};
  (void)script;
  for (int i = 0; i < 4; i++)
    md_create(m, NODE, &i, sizeof i, priorities[i]);
  md_quiescence(m, md_self(m), QUIET);
}

/* Check that chares run in "order" where "queue" is chosen. */
static void check_order(const char *queue, const int *order) {
  struct script script = {.start = make_nodes};
  const struct md_options options = {
      .processors = 1, .queue = queue, .strategy = "local"};
  assert_int_equal(run(&script, options, NULL), 0);
  assert_int_equal(script.n, 4);
  assert_memory_equal(script.numbers, order, 4 * sizeof *order);
}

/* Each way to queue has its order. */
static void test_queues(void **state) {
  (void)state;
  check_order("fifo", (int[]){0, 1, 2, 3});
  check_order("lifo", (int[]){3, 2, 1, 0});
  check_order("fifolifo", (int[]){3, 2, 1, 0});
  check_order("priority", (int[]){1, 3, 2, 0});
}

/* Create a chare, and then send a response. */
static void make_both(md *m, struct script *script) {
  const int one = 1;
  (void)script;
  md_create(m, NODE, &one, sizeof one, 0);
  md_send(m, md_self(m), TOLD, NULL, 0, 5);
  md_quiescence(m, md_self(m), QUIET);
}
static void note(md *m, struct script *script, const void *data, size_t size) {
  (void)m, (void)data, (void)size;
  script->numbers[script->n++] = 2;
}

/* Responses come before creations, whatever their priority is. */
static void test_responses(void **state) {
  struct script script = {.start = make_both, .told = note};
  (void)state;
  assert_int_equal(run(&script,
                       (struct md_options){.processors = 1,
                                           .queue = "priority",
                                           .strategy = "local"},
                       NULL),
                   0);
  assert_int_equal(script.numbers[0], 2);
  assert_int_equal(script.numbers[1], 1);
}

/* ---- shared variables ---------------------------------------------------- */

/* All branches add, and offer, their number and one more. */
static void make_branches(md *m, struct script *script) {
  (void)script;
  md_set(m, WORD, "hello", sizeof "hello");
  (void)md_create_office(m, BRANCH, NULL, 0);
  md_quiescence(m, md_self(m), QUIET);
}
static void contribute(md *m, struct script *script) {
  const int value = md_processor(m) + 1;
  size_t size = 0;
  (void)script;
  md_accumulate(m, SUM, &value);
  for (int i = TREE; i <= FLOOD; i++) {
    md_improve(m, i, &value);
    if (*(const int *)md_best(m, i) < value)
      md_exit(m, 1);
  }
  if (strcmp(md_read(m, WORD, &size), "hello") != 0 || size != 6)
    md_exit(m, 1);
}
/* First ask twice for the sum; then have all look at the best; then end. */
static void collect(md *m, struct script *script) {
  if (script->n) {
    md_exit(m, 0);
    return;
  }
  md_collect(m, SUM, md_self(m), TOLD);
  md_collect(m, SUM, md_self(m), TOLD);
}
static void check_sum(md *m, struct script *script, const void *data,
                      size_t size) {
  const int p = md_processors(m);
  const int want = script->n++ ? 0 : p * (p + 1) / 2;
  if (*(const int *)data != want || size != sizeof(int))
    md_exit(m, 1);
  if (script->n < 2)
    return;
  md_broadcast(m, 0, AT_BRANCH, NULL, 0, 0);
  md_quiescence(m, md_self(m), QUIET);
}
static void check_best(md *m, struct script *script, const void *data) {
  (void)script, (void)data;
  for (int i = TREE; i <= FLOOD; i++)
    if (*(const int *)md_best(m, i) != md_processors(m))
      md_exit(m, 1);
}

/* Accumulators are read once; the best of monotonic variables comes to all. */
static void test_variables(void **state) {
  (void)state;
  run_all((struct script){.start = make_branches,
                          .branch = contribute,
                          .quiet = collect,
                          .told = check_sum,
                          .at_branch = check_best});
}

/* Two write-once variables; every branch reads them when their names come. */
static void write_once(md *m, struct script *script) {
  (void)script;
  (void)md_create_office(m, BRANCH, NULL, 0);
  md_write_once(m, "first", sizeof "first", md_self(m), TOLD);
  md_write_once(m, "second", sizeof "second", md_self(m), TOLD);
}
static void pass_name(md *m, struct script *script, const void *data,
                      size_t size) {
  if (size != sizeof(int))
    md_exit(m, 1);
  md_broadcast(m, 0, AT_BRANCH, data, size, 0);
  if (++script->n == 2)
    md_quiescence(m, md_self(m), QUIET);
}
static void read_name(md *m, struct script *script, const void *data) {
  const int name = *(const int *)data;
  size_t size = 0;
  const char *text = md_deref(m, name, &size);
  (void)script;
  if (!text || size != (strcmp(text, "first") ? 7 : 6) ||
      (strcmp(text, "first") != 0 && strcmp(text, "second") != 0) ||
      md_deref(m, 2, NULL))
    md_exit(m, 1);
}

/* Write-once variables are everywhere when their name is told. */
static void test_write_once(void **state) {
  (void)state;
  run_all((struct script){
      .start = write_once, .told = pass_name, .at_branch = read_name});
}

/* Keys of a table are put in, replaced, found, and taken out. */
static void use_table(md *m, struct script *script) {
  const int one = 1;
  (void)script;
  md_await(m, TABLE, 5, md_self(m), TOLD);
  for (int64_t key = -2; key < 30; key++)
    md_insert(m, TABLE, key, &one, sizeof one);
  md_quiescence(m, md_self(m), QUIET);
}
static void next_use(md *m, struct script *script) {
  const int two = 2;
  script->n++;
  if (script->n == 1)
    md_insert(m, TABLE, 7, &two, sizeof two);
  else if (script->n == 2)
    md_delete(m, TABLE, 8);
  else if (script->n == 3)
    for (int64_t key = -2; key < 31; key++)
      md_find(m, TABLE, key, md_self(m), ANSWER);
  if (script->n > 3)
    md_exit(m, script->numbers[0] != 1 + 33);
  else
    md_quiescence(m, md_self(m), QUIET);
}
static void check_found(md *m, struct script *script, const void *data,
                        size_t size) {
  const int64_t key = md_key(m);
  const int want = key == 8 || key == 30 ? 0 : key == 7 ? 2 : 1;
  const int got = data ? *(const int *)data : 0;
  script->numbers[0]++;
  if (got != want || size != (got ? sizeof got : 0))
    md_exit(m, 1);
}

/* What is found in tables. */
static void test_tables(void **state) {
  (void)state;
  run_all((struct script){
      .start = use_table, .quiet = next_use, .told = check_found});
}

/* All branches wait for one key, several times; it is sent to each once. */
static void await_cached(md *m, struct script *script) {
  const int one = 1;
  (void)script;
  (void)md_create_office(m, BRANCH, NULL, 0);
  md_insert(m, CACHED, 0, &one, sizeof one);
  md_quiescence(m, md_self(m), QUIET);
}
static void await_thrice(md *m, struct script *script) {
  (void)script;
  for (int i = 0; i < 3; i++)
    md_await(m, CACHED, 0, md_self(m), AT_BRANCH);
}
static void check_cached(md *m, struct script *script, const void *data) {
  script->numbers[md_processor(m)]++;
  if (!data || *(const int *)data != 1)
    md_exit(m, 1);
}
static void check_thrice(md *m, struct script *script) {
  int wrong = 0;
  for (int i = 0; i < md_processors(m); i++)
    wrong += script->numbers[i] != 3;
  md_exit(m, wrong);
}

/* Entries that were found are kept. */
static void test_cache(void **state) {
  struct script script = {.start = await_cached,
                          .branch = await_thrice,
                          .at_branch = check_cached,
                          .quiet = check_thrice};
  struct md_report report;
  (void)state;
  run_all(script);
  assert_int_equal(run(&script, (struct md_options){.processors = 4}, &report),
                   0);
  assert_in_range(report.remote - report.probes, 3 * 4 - 3, 3 * 4 + 3);
}

/* ---- placement ----------------------------------------------------------- */

/* Put all on the last processor. */
static void to_last(md *m, void *state, md_message *message) {
  (void)state;
  md_place(m, message, md_processors(m) - 1);
}
static void make_without(md *m, struct script *script) {
  (void)script;
  for (int i = 0; i < 5; i++)
    md_create(m, NODE, NULL, 0, 0);
  md_create_on(m, 2, NODE, NULL, 0, 0);
  md_quiescence(m, md_self(m), QUIET);
}

/* A strategy of one's own places chares, but not those created on one. */
static void test_plugin(void **state) {
  static const struct md_strategy last = {.name = "last",
                                          .from_local = to_last};
  struct script script = {.start = make_without};
  int twos = 0;
  int sixes = 0;
  (void)state;
  assert_int_equal(run(&script, (struct md_options){.plugin = &last}, NULL), 0);
  for (int i = 0; i < script.n; i++) {
    twos += script.numbers[i] == 2;
    sixes += script.numbers[i] == 6;
  }
  assert_int_equal(script.n, 6);
  assert_true(twos == 1 && sixes == 5);
}

/* ---- time ---------------------------------------------------------------- */

/* Two messages of 10 bytes go to processor 1, which notes the time. */
static void send_two(md *m, struct script *script) {
  (void)script;
  (void)md_create_office(m, BRANCH, NULL, 0);
}
static void begin_sending(md *m, struct script *script) {
  (void)script;
  if (md_processor(m))
    return;
  md_compute(m, 1000 - md_time(m));
  md_send(m, md_branch(0, 1), AT_BRANCH, NULL, 10, 0);
  md_send(m, md_branch(0, 1), AT_BRANCH, NULL, 10, 0);
}
static void note_time(md *m, struct script *script, const void *data) {
  (void)data;
  md_compute(m, 1);
  script->time += script->n++ ? 10000 * md_time(m) : md_time(m);
  if (script->n == 2)
    md_exit(m, 0);
}

/* With 1 for a send, 2 for a receive, 10 on the way, 1/2 for each byte and 3
 * to pick one: the first leaves at 1001, its bytes at 1006, it arrives at 1016
 * and has been received at 1021; it computes until 1022.  The second leaves at
 * 1002, its bytes from 1006 to 1011, it arrives at 1021, is picked at 1022 and
 * done at 1028. */
static void test_time(void **state) {
  static const struct md_machine machine = {1, 2, 10, 0.5, 3, 0};
  struct script script = {
      .start = send_two, .branch = begin_sending, .at_branch = note_time};
  (void)state;
  assert_int_equal(
      run(&script,
          (struct md_options){.processors = 2, .costs = &machine, .until = 1e6},
          NULL),
      0);
  assert_true(script.time == 1022 + 10000 * 1028.0);
}

/* Runs with one seed are the same, with another not. */
static void test_seeds(void **state) {
  struct script scripts[3];
  struct md_report reports[3];
  (void)state;
  for (int i = 0; i < 3; i++) {
    const struct md_options options = {
        .processors = 50, .strategy = "random", .seed = i == 2 ? 9 : 4};
    scripts[i] = (struct script){.start = make_without};
    assert_int_equal(run(&scripts[i], options, &reports[i]), 0);
  }
  assert_memory_equal(&reports[0], &reports[1], sizeof reports[0]);
  assert_memory_equal(scripts[0].numbers, scripts[1].numbers,
                      sizeof scripts[0].numbers);
  assert_memory_not_equal(scripts[0].numbers, scripts[2].numbers,
                          sizeof scripts[0].numbers);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_queues),    cmocka_unit_test(test_responses),
      cmocka_unit_test(test_variables), cmocka_unit_test(test_write_once),
      cmocka_unit_test(test_tables),    cmocka_unit_test(test_cache),
      cmocka_unit_test(test_plugin),    cmocka_unit_test(test_time),
      cmocka_unit_test(test_seeds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
