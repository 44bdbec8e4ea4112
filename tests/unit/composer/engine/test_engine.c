/* The execution of small structures: times and lost cycles that follow from the
 * clocks of the processors, worked out beside each case.  The categories sum to
 * p times the time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/composer/composed.h"

/* What a body has to come to: the time, and processor-seconds of computation,
 * load imbalance, insufficient parallelism and synchronization. */
struct want {
  double time;
  double pc;
  double li;
  double ip;
  double sl;
};

/* Check that "body" with n = 10 on "p" processors comes to "want". */
static void check(const char *body, int p, struct want want) {
  const struct composed got = compose(body, 10, p, false);
  const double *cats = got.cats;
  double sum = 0;
  for (size_t c = 0; c < LCM_CAT_USER; c++)
    sum += cats[c];
  if (!is_near(got.time, want.time) || !is_near(cats[LCM_CAT_PC], want.pc) ||
      !is_near(cats[LCM_CAT_LI], want.li) ||
      !is_near(cats[LCM_CAT_IP], want.ip) ||
      !is_near(cats[LCM_CAT_SL], want.sl))
    fail_msg("time %g, pc %g, li %g, ip %g, sl %g: %s", got.time,
             cats[LCM_CAT_PC], cats[LCM_CAT_LI], cats[LCM_CAT_IP],
             cats[LCM_CAT_SL], body);
  assert_true(is_near(sum, p * got.time));
}

/* A fragment that takes "seconds". */
#define TAKES(seconds) "fragment {\nmodel time ((" seconds ")*(1 s))\n}\n"

/* A loop of a team over i from "from" to "to" with "schedule", the iterations
 * taking "seconds". */
#define SHARED(from, to, schedule, seconds)                                    \
  "parloop for=i(" from ", " to ") " schedule                                  \
  " worksharing {\n" TAKES(seconds) "}\n"

/* 2 s, then 3 s: 5 s.  Three of four processors idle beside serial code, 3 * 5
 * processor-seconds. */
static void test_series(void **state) {
  (void)state;
  check(TAKES("2") TAKES("3"), 1, (struct want){5, 5, 0, 0, 0});
  check(TAKES("2") TAKES("3"), 4, (struct want){5, 5, 0, 15, 0});
}

/* i = 1 .. 10 take i s in turn: 10 * 11 / 2 = 55 s. */
static void test_loop(void **state) {
  (void)state;
  check("loop for=i(1, n) {\n" TAKES("i") "}\n", 1,
        (struct want){55, 55, 0, 0, 0});
}

/* 3 s beside 5 s are over after 5 s.  On two processors one waits for 2 s; on
 * four, two more have no unit, for 5 s each: 2 + 10. */
static void test_parallel(void **state) {
  (void)state;
  check("parallel {\n" TAKES("3") TAKES("5") "}\n", 2,
        (struct want){5, 8, 2, 0, 0});
  check("parallel {\n" TAKES("3") TAKES("5") "}\n", 4,
        (struct want){5, 8, 12, 0, 0});
}

/* 10 iterations of 1 s for 4 members: 3, 3, 2 and 2.  The last two wait for 1 s
 * each at the end. */
static void test_static(void **state) {
  (void)state;
  check("team {\n" SHARED("0", "n - 1", "schedule=static", "1") "}\n", 4,
        (struct want){3, 10, 2, 0, 0});
}

/* The same in chunks of two: the fifth chunk begins when the first four end, at
 * 2 s, and ends at 4 s; of 4 * 4 processor-seconds 10 are computation.
 * Assigned in turn it is the same. */
static void test_chunks(void **state) {
  (void)state;
  check(
      "team {\n" SHARED("0", "n - 1", "schedule=dynamic chunk=(2)", "1") "}\n",
      4, (struct want){4, 10, 6, 0, 0});
  check("team {\n" SHARED("0", "n - 1", "schedule=static chunk=(2)", "1") "}\n",
        4, (struct want){4, 10, 6, 0, 0});
}

/* Iterations of 5, 4, 3 and 2 s for two members.  In blocks: 5 + 4 and 3 + 2,
 * the second waits for 4 s.  On demand: the second takes the third at 4 s and
 * ends at 7 s, the first takes the fourth at 5 s and ends at 7 s as well. */
static void test_uneven(void **state) {
  (void)state;
  check("team {\n" SHARED("0", "3", "schedule=static", "5 - i") "}\n", 2,
        (struct want){9, 14, 4, 0, 0});
  check("team {\n" SHARED("0", "3", "schedule=dynamic", "5 - i") "}\n", 2,
        (struct want){7, 14, 0, 0, 0});
}

/* Three members hold a lock for 1 s each, one from 0, one from 1 and one from
 * 2 s on: they wait for 0 + 1 + 2 s for the lock, and for 2 + 1 + 0 s for the
 * last. */
static void test_critical(void **state) {
  (void)state;
  check("team {\nusing of=lock {\n" TAKES("1") "}\n}\n", 3,
        (struct want){3, 3, 3, 0, 3});
}

/* The first loop takes 2 iterations of 1 s on member 0 and 1 on member 1.  In
 * the second member 0 takes 1 s and member 1 takes 4 s.  Without a barrier they
 * end at 2 + 1 and 1 + 4 s; with one the second begins at 2 s for both, so that
 * member 1 waits for 1 s and ends at 6 s, and member 0 waits from 3 s on. */
static void test_barrier(void **state) {
  (void)state;
  check("team {\nseries {\n" SHARED("0", "2", "schedule=static", "1")
            SHARED("0", "1", "schedule=static", "1 + 3*i") "}\n}\n",
        2, (struct want){5, 8, 2, 0, 0});
  check("team {\nseries {\n" SHARED("0", "2", "schedule=static",
                                    "1") "barrier\n" SHARED("0", "1",
                                                            "schedule=static",
                                                            "1 + 3*i") "}\n}\n",
        2, (struct want){6, 8, 4, 0, 0});
}

/* Two loops around a team that shares j iterations, of which the member with
 * most has ceil(j / p). */
struct nest {
  const char *body;
  double (*count)(double i, double n); /* iterations of the loop over j */
  bool by_row;                         /* each takes i times as long */
};

static double up_to(double i, double n) {
  (void)n;
  return i;
}

static double down_from(double i, double n) { return n - i; }

static double to_and_fro(double i, double n) { return fmod(7 * i, n + 1); }

/* A loop over i around one over j around a team that shares j iterations: each
 * execution of the second loop has the first iterations in common with others,
 * unless what is in it depends on i; its time is what adding up all of them
 * says. */
static void test_nests(void **state) {
#define NEST(last, seconds)                                                    \
  "loop for=i(1, n) {\nloop for=j(1, " last ") {\nteam {\n"                    \
  "parloop for=k(1, j) schedule=static worksharing {\n" TAKES(                 \
      seconds) "}\n}\n}\n}\n"
  static const struct nest NESTS[] = {
      {NEST("i", "1"), up_to, false},
      {NEST("n - i", "1"), down_from, false},
      {NEST("7*i mod (n + 1)", "1"), to_and_fro, false},
      {NEST("i", "i"), up_to, true},
  };
  const int n = 150;
  (void)state;
  for (size_t k = 0; k < sizeof NESTS / sizeof *NESTS; k++)
    for (int p = 1; p <= 4; p += 3) {
      double want = 0;
      for (double i = 1; i <= n; i++)
        for (double j = 1; j <= NESTS[k].count(i, n); j++)
          want += ceil(j / p) * (NESTS[k].by_row ? i : 1);
      const struct composed got = compose(NESTS[k].body, n, p, false);
      if (!is_near(got.time, want))
        fail_msg("p = %d, %g, not %g: %s", p, got.time, want, NESTS[k].body);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_series),   cmocka_unit_test(test_loop),
      cmocka_unit_test(test_parallel), cmocka_unit_test(test_static),
      cmocka_unit_test(test_chunks),   cmocka_unit_test(test_uneven),
      cmocka_unit_test(test_critical), cmocka_unit_test(test_barrier),
      cmocka_unit_test(test_nests),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
