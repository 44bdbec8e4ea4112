/* Every function of pam.h; prints nothing but what is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pam.h"

#define CHECK(condition)                                                       \
  ((condition)                                                                 \
       ? (void)0                                                               \
       : (void)(printf("line %d: %s\n", __LINE__, #condition), failed = 1))

static int failed;
static int messages;
static pam_sema *empty;
static pam_sema *two;
static pam_proc *main_process;

/* What a worker finds about itself. */
static void worker(void) {
  pam_proc *me = pam_me();
  CHECK(pam_args(me) == 7);
  CHECK(!strcmp(pam_name(me), "worker"));
  CHECK(pam_mode(me) == NULL);
  CHECK(pam_mode(main_process) == pam_sched);
  CHECK(pam_delay(1) == me);
  CHECK(pam_time() == 1);
  CHECK(pam_P(empty) == main_process);
  CHECK(pam_time() == 3);
}

/* Interrupted twice: in a delay and in a queue. */
static void sleeper(void) {
  CHECK(pam_delay(100) == pam_null);
  CHECK(pam_time() == 2);
  CHECK(pam_P(empty) == pam_null);
  CHECK(pam_time() == 4);
  CHECK(pam_T(empty) == 0);
  CHECK(pam_delay(1) == pam_me());
}

/* Uses a shared server of two units for 3. */
static void user(void) {
  CHECK(pam_use(two, 3) == pam_me());
  CHECK(pam_time() == 4.5);
}

/* Counts what goes wrong. */
static void count(const char *message) { messages += strlen(message) > 0; }

/* Waits for ever. */
static void stuck(void) { (void)pam_P(empty); }

/* Interrupts: posted, cancelled. */
static void test_interrupts(void) {
  pam_init("main");
  empty = pam_alloc("empty", 0);
  pam_proc *p = pam_fork("sleeper", sleeper, 0);
  pam_post(p, 2);
  pam_post(p, 3);
  pam_post(p, 4);
  CHECK(pam_delay(2.5) == pam_me());
  pam_cancel(p);
  (void)pam_delay(10);
}

/* Semaphores, switching, killing. */
static void test_semaphores(void) {
  pam_init("main");
  main_process = pam_me();
  empty = pam_alloc("empty", 0);
  two = pam_alloc("two", 2);
  pam_proc *p = pam_fork("worker", worker, 7);
  CHECK(pam_mode(p) == pam_sched);
  CHECK(pam_T(two) == 2);
  CHECK(pam_P(two) == pam_me());
  CHECK(pam_T(two) == 1);
  pam_V(two);
  (void)pam_delay(3);
  CHECK(pam_T(empty) == -1);
  CHECK(pam_mode(p) == empty);
  pam_V(empty);
  CHECK(pam_switch() == 1);
  CHECK(pam_switch() == 0);
  p = pam_fork("stuck", stuck, 0);
  CHECK(pam_switch() == 1);
  CHECK(pam_T(empty) == -1);
  pam_kill(p);
  CHECK(pam_T(empty) == 0);
  pam_reset();
  CHECK(pam_time() == 0);
  (void)pam_delay(1);
  CHECK(pam_time() == 1);
  pam_free(empty);
}

/* Three users of two servers: 9 units of work at a rate of 2. */
static void test_sharing(void) {
  pam_init("main");
  two = pam_alloc("two", 2);
  for (int i = 0; i < 3; i++)
    (void)pam_fork("user", user, i);
  (void)pam_delay(10);
}

int main(void) {
  test_semaphores();
  test_interrupts();
  test_sharing();
  pam_init("main");
  pam_trap(count);
  empty = pam_alloc("empty", 0);
  CHECK(pam_delay(-1) == pam_me());
  CHECK(messages == 1);
  for (int i = 0; i < 2000; i++) {
    (void)pam_fork("brief", pam_exit, i);
    (void)pam_switch();
  }
  if (failed)
    return EXIT_FAILURE;
  pam_quit();
}
