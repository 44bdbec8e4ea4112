/* The queue of events gives them by time, and those of one time in the order in
 * which they came, whatever their times are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "chares/events.h"

enum { MOST = 4000, ROUNDS = 40 };

/* An event, as the reference has it. */
struct reference {
  double time;
  int order, waits;
};

/* Return the next of some numbers. */
static uint32_t draw(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

/* Return which of the "n" events comes first; -1: none. */
static int first_of(const struct reference *all, int n) {
  int best = -1;
  for (int i = 0; i < n; i++)
    if (all[i].waits && (best < 0 || all[i].time < all[best].time))
      best = i;
  return best;
}

/* Return a time at or after "now", of a kind that "round" chooses. */
static double later(uint64_t *state, double now, int round) {
  const double part = draw(state) / 2147483648.0;
  if (round % 4 == 0)
    return now + draw(state) % 3;
  if (round % 4 == 1)
    return now + part * 1e-9;
  if (round % 4 == 2)
    return draw(state) % 8 ? now + part : now;
  return now + part * (draw(state) % 2 ? 1e-6 : 1e6);
}

/* Put events in and take them out, by chance, as "round" chooses. */
static void compare(int round) {
  static struct reference all[MOST];
  struct md_events events;
  uint64_t state = (uint64_t)round * 77;
  double now = 0;
  int n = 0;
  const int grows = round % 3;
  lcm_md_events_begin(&events);
  for (int i = 0; i < MOST / 2 || events.n; i++) {
    const int fills = n < (grows ? 900 : 300) || draw(&state) % 2;
    if (i < MOST / 2 && fills && n < MOST) {
      all[n] = (struct reference){later(&state, now, round), n, 1};
      lcm_md_events_put(&events, all[n].time, &all[n]);
      n++;
    } else {
      double time = -1;
      const struct reference *got = lcm_md_events_take(&time, &events);
      const int want = first_of(all, n);
      assert_int_equal(want < 0 ? -1 : all[want].order, got ? got->order : -1);
      if (!got)
        continue;
      assert_true(time == got->time && time >= now);
      all[want].waits = 0;
      now = time;
    }
  }
  lcm_md_events_end(&events);
}

/* Compare in several rounds. */
static void test_order(void **state) {
  (void)state;
  for (int round = 0; round < ROUNDS; round++)
    compare(round);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
