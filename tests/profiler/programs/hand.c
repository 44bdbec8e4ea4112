/* Programs whose lost cycles are known, with calls into the profiler.
 *
 * usage: hand CASE */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "profiler/lcm_profile.h"
#include "work.h"

static void *idle_share(void *unused) {
  (void)unused;
  work(300);
  return NULL;
}

/* Regions, in the first thread, between others. */
static void regions(void) {
  work(50);
  for (int i = 0; i < 2; i++) {
    lcm_region_begin("inner");
    work(60);
    lcm_start_profiling_tag(7);
    work(40);
    lcm_end_profiling_tag(7);
    lcm_region_end();
  }
  lcm_loop_start();
  work(30);
  lcm_loop_end(15);
}

/* Tags that overlap each other and a region with a name: the first 100 long,
 * the second 140, the region 150. */
static void overlap(void) {
  lcm_start_profiling_tag(1);
  work(40);
  lcm_start_profiling_tag(2);
  work(30);
  lcm_region_begin("named");
  work(30);
  lcm_end_profiling_tag(1);
  work(80);
  lcm_end_profiling_tag(2);
  work(40);
  lcm_region_end();
}

/* Only the middle is measured, and of that all but a pause. */
static void window(void) {
  work(100);
  lcm_start_profiling();
  work(100);
  lcm_end_profiling();
  work(100);
  lcm_start_profiling();
  work(50);
  lcm_end_profiling();
  work(100);
}

static void categories(void) {
  work(50);
  lcm_category_begin("packing");
  work(100);
  lcm_category_begin("sorting");
  work(50);
  lcm_category_end();
  lcm_sync_start();
  work(70);
  lcm_sync_end();
  work(30);
  lcm_category_end();
  work(50);
}

static void speculation(void) {
  lcm_speculation_begin();
  work(100);
  lcm_region_begin("inner");
  work(50);
  lcm_region_end();
  lcm_speculation_end(0);
  lcm_speculation_begin();
  work(80);
  lcm_speculation_begin();
  work(30);
  lcm_speculation_end(0);
  lcm_speculation_begin();
  work(20);
  lcm_speculation_end(1);
  lcm_speculation_end(1);
}

static void braking(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, idle_share, NULL);
  work(100);
  lcm_solution_found();
  pthread_join(thread, NULL);
}

/* A lock made by hand. */
static atomic_int taken;

static void *own_lock(void *unused) {
  (void)unused;
  lcm_sync_start();
  while (atomic_exchange(&taken, 1))
    work(1);
  lcm_sync_end();
  work(200);
  atomic_store(&taken, 0);
  return NULL;
}

static void sync_by_hand(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, own_lock, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}

static void mismatch(void) {
  work(20);
  lcm_region_end();
  lcm_category_end();
  work(20);
}

static void *nothing(void *unused) { return unused; }

/* What every program with threads has. */
static void start(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, nothing, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } cases[] = {{"regions", regions},
               {"overlap", overlap},
               {"window", window},
               {"categories", categories},
               {"speculation", speculation},
               {"braking", braking},
               {"sync", sync_by_hand},
               {"mismatch", mismatch},
               {"start", start}};
  for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof *cases; i++) {
    if (strcmp(cases[i].name, argv[1]) == 0) {
      cases[i].run();
      return 0;
    }
  }
  return 2;
}
