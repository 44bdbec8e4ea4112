/* Closed forms: some that are known, and on random structures at many points
 * the same times and lost cycles as their execution.  A failure prints the
 * structure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "simulator/random.h"
#include "tests/unit/composer/composed.h"

enum { STRUCTURES = 300, MOST_DEPTH = 3 };

/* A text being made: "loops" are around. */
struct writer {
  lcm_buf buf;
  struct lcm_random random;
  int loops;
};

/* Return a number from "low" to "high". */
static int pick(struct writer *w, int low, int high) {
  return low + (int)(lcm_random_bits(&w->random) % (uint64_t)(high - low + 1));
}

/* Append code that takes a time of n and of the index of the loop around. */
static void put_fragment(struct writer *w) {
  static const char *const OF_N[] = {"", " + n", " + n/2", " + n^2/8"};
  lcm_buf_printf(&w->buf, "fragment {\nmodel time ((%d%s", pick(w, 1, 9),
                 OF_N[pick(w, 0, 3)]);
  if (w->loops && pick(w, 0, 1))
    lcm_buf_printf(&w->buf, " + i%d", pick(w, 1, w->loops));
  lcm_buf_puts(&w->buf, ")*(1 s))\n}\n");
}

/* Append the head of a loop of kind "kind" with an index of its own. */
static void put_loop(struct writer *w, const char *kind, const char *more) {
  static const char *const LAST[] = {"3", "n", "2*n", "7"};
  w->loops++;
  lcm_buf_printf(&w->buf, "%s for=i%d(1, %s)%s {\n", kind, w->loops,
                 LAST[pick(w, 0, 3)], more);
}

/* Append a loop that a team divides: its iterations are equal, or assigned in
 * an order that does not depend on what they take. */
static void put_shared(struct writer *w) {
  static const char *const SCHEDULES[] = {
      " schedule=static worksharing", " schedule=static chunk=(1) worksharing",
      " schedule=static chunk=(3) worksharing",
      " schedule=dynamic chunk=(2) worksharing"};
  const int around = w->loops;
  put_loop(w, "parloop", SCHEDULES[pick(w, 0, 3)]);
  put_fragment(w);
  lcm_buf_puts(&w->buf, "}\n");
  w->loops = around;
}

/* Append a team: loops that it divides, and code of all members. */
static void put_team(struct writer *w) {
  lcm_buf_puts(&w->buf, "team {\nseries {\n");
  for (int parts = pick(w, 1, 3); parts > 0; parts--) {
    if (pick(w, 0, 3))
      put_shared(w);
    else
      put_fragment(w);
    lcm_buf_puts(&w->buf, pick(w, 0, 2) ? "barrier\n" : "");
  }
  lcm_buf_puts(&w->buf, "}\n}\n");
}

/* Append a structure that is nested "depth" deep. */
static void put_structure(struct writer *w, int depth) {
  const int kind = depth < MOST_DEPTH ? pick(w, 0, 4) : 0;
  const int around = w->loops;
  if (kind == 0 || kind == 4) {
    put_fragment(w);
    return;
  }
  if (kind == 1) {
    put_team(w);
    return;
  }
  if (kind == 2)
    put_loop(w, "loop", "");
  lcm_buf_puts(&w->buf, "series {\n");
  for (int parts = pick(w, 1, 3); parts > 0; parts--)
    put_structure(w, depth + 1);
  lcm_buf_puts(&w->buf, kind == 2 ? "}\n}\n" : "}\n");
  w->loops = around;
}

/* Check "body" at one point; return whether it has a closed form. */
static bool check_point(const char *body, int n, int p) {
  const struct composed form = compose(body, n, p, true);
  const struct composed engine = compose(body, n, p, false);
  double sum = 0;
  if (!is_near(form.time, engine.time))
    fail_msg("n = %d, p = %d: %.15g s, executed %.15g s: %s", n, p, form.time,
             engine.time, body);
  for (size_t c = 0; c < LCM_CAT_USER; c++) {
    sum += form.cats[c];
    if (!is_near(form.cats[c], engine.cats[c]))
      fail_msg("n = %d, p = %d, category %zu: %.15g, executed %.15g: %s", n, p,
               c, form.cats[c], engine.cats[c], body);
  }
  assert_true(is_near(sum, p * form.time));
  return form.closed;
}

/* Random structures at n = 1, 4, 7, 10 and p = 1 .. 5.  Most of them have a
 * closed form: at least half, else this says nothing. */
static void test_random(void **state) {
  (void)state;
  size_t closed = 0;
  for (unsigned seed = 1; seed <= STRUCTURES; seed++) {
    struct writer w = {.buf = {0}};
    lcm_random_seed(&w.random, seed);
    put_structure(&w, 0);
    bool all = true;
    for (int n = 1; n <= 10; n += 3)
      for (int p = 1; p <= 5; p++)
        all = check_point(w.buf.text, n, p) && all;
    closed += all;
    lcm_buf_free(&w.buf);
  }
  assert_in_range(closed, STRUCTURES / 2, STRUCTURES);
}

/* n iterations of 1 s in blocks take ceil(n/p) s; in turn, iteration i taking i
 * s, they take n (n + 1) / 2 s. */
static void test_known(void **state) {
  (void)state;
  for (int n = 1; n <= 20; n++)
    for (int p = 1; p <= 6; p++) {
      const struct composed blocks =
          compose("team {\nparloop for=i(1, n) schedule=static worksharing {\n"
                  "fragment {\nmodel time (1 s)\n}\n}\n}\n",
                  n, p, true);
      const struct composed turn = compose(
          "loop for=i(1, n) {\nfragment {\nmodel time (i*(1 s))\n}\n}\n", n, p,
          true);
      assert_true(blocks.closed && turn.closed);
      assert_true(is_near(blocks.time, (n + p - 1) / p));
      assert_true(is_near(blocks.cats[LCM_CAT_PC], n));
      assert_true(is_near(turn.time, n * (n + 1) / 2.0));
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_known),
                                     cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
