#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "base/fs.h"
#include "model/machine/json.h"
#include "model/machine/machine.h"

/* Assert that "a" and "b" are the same machine; "given" as well where
 * "strict". */
static void assert_same(const lcm_machine *a, const lcm_machine *b,
                        bool strict) {
  assert_string_equal(a->name, b->name);
  assert_string_equal(a->runtime, b->runtime);
  assert_true(a->processors == b->processors);
  assert_true(a->sockets == b->sockets);
  assert_true(a->placement == b->placement);
  assert_true(a->ranks_per_node == b->ranks_per_node);
  assert_int_equal(a->n_levels, b->n_levels);
  for (size_t i = 0; i < a->n_levels; i++) {
    assert_string_equal(a->levels[i].name, b->levels[i].name);
    assert_true(a->levels[i].size == b->levels[i].size);
    assert_true(a->levels[i].shared_by == b->levels[i].shared_by);
    assert_true(a->levels[i].core == b->levels[i].core);
    assert_true(a->levels[i].socket == b->levels[i].socket);
  }
  assert_int_equal(a->n_resources, b->n_resources);
  for (size_t i = 0; i < a->n_resources; i++) {
    assert_string_equal(a->resources[i].name, b->resources[i].name);
    assert_ptr_equal(a->resources[i].multiplicity,
                     b->resources[i].multiplicity);
    assert_int_equal(a->resources[i].discipline, b->resources[i].discipline);
  }
  assert_int_equal(a->n_costs, b->n_costs);
  for (size_t i = 0; i < a->n_costs; i++) {
    const struct lcm_cost *cost = lcm_machine_cost(b, a->costs[i].name);
    assert_non_null(cost);
    assert_ptr_equal(a->costs[i].expr, cost->expr);
    assert_true(!strict || a->costs[i].given == cost->given);
  }
}

/* data/machines/default.json is the default. */
static void default_file(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_machine *machine = NULL;
  char *text = NULL;
  size_t len = 0;
  assert_int_equal(lcm_file_read(&text, &len, ctx,
                                 LCM_SOURCE_DIR "/data/machines/default.json"),
                   LCM_OK);
  assert_int_equal(lcm_machine_parse(&machine, ctx, "default.json", text, len),
                   LCM_OK);
  assert_int_equal(lcm_diag_count(ctx, LCM_NOTE), 0);
  assert_same(machine, lcm_machine_default(ctx), false);
  lcm_ctx_free(ctx);
}

/* A description is written so that it reads back to the same. */
static void round_trip(void **state) {
  (void)state;
  static const char TEXT[] =
      "{\"schema\": \"lcm-machine/1\", \"name\": \"clu\\\"ster\","
      " \"processors\": 256, \"runtime\": \"libgomp\", \"sockets\": 2,"
      " \"placement\": \"close\", \"ranks_per_node\": 48,"
      " \"levels\": [{\"name\": \"L2\", \"size\": 1048576, \"shared_by\": 2,"
      " \"bandwidth\": {\"core\": 4e10}}, {\"name\": \"memory\","
      " \"bandwidth\": {\"core\": 1e10, \"socket\": 2e10}}],"
      " \"resources\": [{\"name\": \"link\", \"multiplicity\": 3,"
      " \"discipline\": \"ps\"}, {\"name\": \"disk\"}],"
      " \"costs\": {\"flop\": 1.7e-10, \"transfer\": \"5e-6 + m/1.25e9\","
      " \"MPI_Allreduce\": \"2*ceil(log2(p))*(5e-6 + m/1.25e9)\","
      " \"barrier\": 0}}";
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_machine *machine = NULL;
  const lcm_machine *again = NULL;
  assert_int_equal(
      lcm_machine_parse(&machine, ctx, "m.json", TEXT, strlen(TEXT)), LCM_OK);
  char *json = lcm_machine_to_json(ctx, machine);
  assert_int_equal(lcm_machine_parse(&again, ctx, "m.json", json, strlen(json)),
                   LCM_OK);
  assert_same(machine, again, true);
  assert_true(lcm_machine_cost(again, "barrier")->given);
  assert_false(lcm_machine_cost(again, "fork")->given);
  char *twice = lcm_machine_to_json(ctx, again);
  assert_string_equal(json, twice);
  free(twice);
  free(json);
  json = lcm_machine_to_json(ctx, lcm_machine_default(ctx));
  assert_int_equal(lcm_machine_parse(&again, ctx, "m.json", json, strlen(json)),
                   LCM_OK);
  assert_same(again, lcm_machine_default(ctx), true);
  free(json);
  lcm_ctx_free(ctx);
}

/* What `runtime` and `schedule` say of loops; the defaults of schedule(runtime)
 * are those that libgomp and libomp document. */
static void schedules(void **state) {
  (void)state;
  static const struct {
    const char *members;
    lcm_status status;
    lcm_openmp openmp;
    struct lcm_run_schedule want;
  } CASES[] = {{"\"name\": \"\"",
                LCM_OK,
                LCM_LIBGOMP,
                {LCM_SCHED_DYNAMIC, 1, false, false}},
               {"\"runtime\": \"libgomp 12\"",
                LCM_OK,
                LCM_LIBGOMP,
                {LCM_SCHED_DYNAMIC, 1, false, false}},
               {"\"runtime\": \"libiomp5\"",
                LCM_OK,
                LCM_LIBOMP,
                {LCM_SCHED_STATIC, 0, false, false}},
               {"\"runtime\": \"libomp\", \"schedule\": \"guided,7\"",
                LCM_OK,
                LCM_LIBOMP,
                {LCM_SCHED_GUIDED, 7, false, true}},
               {"\"schedule\": \"monotonic:dynamic\"",
                LCM_OK,
                LCM_LIBGOMP,
                {LCM_SCHED_DYNAMIC, 0, true, true}},
               {"\"schedule\": \"nonmonotonic:auto\"",
                LCM_OK,
                LCM_LIBGOMP,
                {LCM_SCHED_AUTO, 0, false, true}},
               {"\"schedule\": \"dynamic,\"", LCM_EPARSE, LCM_LIBGOMP, {0}},
               {"\"schedule\": \"dynamic,0\"", LCM_EPARSE, LCM_LIBGOMP, {0}},
               {"\"schedule\": \"statical\"", LCM_EPARSE, LCM_LIBGOMP, {0}},
               {"\"schedule\": \"trapezoid\"", LCM_EPARSE, LCM_LIBGOMP, {0}},
               {"\"schedule\": \"often\"", LCM_EPARSE, LCM_LIBGOMP, {0}}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const lcm_machine *m = NULL;
    char text[200];
    (void)lcm_ctx_mute(ctx, true);
    snprintf(text, sizeof text, "{\"schema\": \"lcm-machine/1\", %s}",
             CASES[i].members);
    assert_int_equal(lcm_machine_parse(&m, ctx, "m.json", text, strlen(text)),
                     CASES[i].status);
    if (m) {
      assert_int_equal(m->openmp, CASES[i].openmp);
      assert_int_equal(m->run_schedule.kind, CASES[i].want.kind);
      assert_true(m->run_schedule.chunk == CASES[i].want.chunk);
      assert_int_equal(m->run_schedule.monotonic, CASES[i].want.monotonic);
      assert_int_equal(m->run_schedule.given, CASES[i].want.given);
    }
    lcm_ctx_free(ctx);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(schedules),
      cmocka_unit_test(default_file),
      cmocka_unit_test(round_trip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
