/* lcm-calibrate-threads: measures what OpenMP and memory cost here and prints
 * the samples, which `lcm calibrate` makes a description of the machine of.
 *
 *   lcm-calibrate-threads [--quick] [--force] [--runtime LIBRARY] [P...]
 *
 * Runs with whatever OpenMP library is loaded; where --runtime names another,
 * it prints the facts alone.  Each line is a fact, `fact NAME VALUE`, or
 * samples, `NAME p m SECONDS...`. */
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "measure/calibrate/benches.h"
#include "measure/calibrate/operations.h"
#include "measure/calibrate/places.h"
#include "measure/calibrate/topology.h"

enum { MAX_TEAMS = 64, MAX_BENCHES = 32 };

/* How to measure. */
struct plan {
  struct topology topology; /* of the machine */
  int teams[MAX_TEAMS];     /* numbers of threads, rising; n_teams of them */
  int n_teams;
  int rounds;          /* how often all is measured again */
  int batches;         /* samples each time */
  double batch;        /* seconds that a sample takes at least */
  const char *runtime; /* the library to measure; NULL: whatever it is */
  /* repetitions for a sample, by bench and team; 0: not known yet */
  long reps[MAX_BENCHES][MAX_TEAMS];
};

/* Return the name of the OpenMP library in use. */
static const char *runtime(void) {
  return dlsym(RTLD_DEFAULT, "__kmpc_fork_call") ? "libomp" : "libgomp";
}

/* Print the model of the processors. */
static void print_model(void) {
  FILE *file = fopen("/proc/cpuinfo", "r");
  char line[512];
  while (file && fgets(line, sizeof line, file)) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !colon)
      continue;
    printf("fact name %s", colon + 2);
    break;
  }
  if (file)
    fclose(file);
}

/* Print what is known without measuring. */
static void print_facts(const struct topology *topology) {
  char date[64];
  const time_t t = time(NULL);
  struct tm utc;
  strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&t, &utc));
  print_model();
  printf("fact date %s\nfact runtime %s\n", date, runtime());
  printf("fact processors %d\nfact sockets %d\n", topology->n,
         topology->sockets);
  printf("fact logical %d\n", topology->logical);
  for (int i = 0; i < topology->n_caches; i++)
    printf("fact L%d %.0f %d\n", topology->caches[i].level,
           topology->caches[i].size, topology->caches[i].shared_by);
}

/* Return how often "bench" is to be repeated with "p" threads for a sample of
 * "seconds". */
static long find_reps(const struct bench *bench, int p, double seconds) {
  long reps = 1;
  while (reps < 1L << 40) {
    const double time = bench->run(p, reps);
    if (time >= seconds)
      return reps;
    reps *= time > seconds / 4 ? 2 : 4;
  }
  return reps;
}

/* Return the seconds of "clock". */
static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Return the seconds that "reps" repetitions of "bench" take "p" threads.
 * Where other programs took a processor from one, which leaves the others
 * alone, it is tried again, a few times. */
static double run_together(const struct bench *bench, int p, long reps) {
  enum { TRIES = 5 };
  double time = 0;
  for (int i = 0; i < TRIES; i++) {
    const double wall = seconds(CLOCK_MONOTONIC);
    const double busy = seconds(CLOCK_PROCESS_CPUTIME_ID);
    time = bench->run(p, reps);
    const double used = seconds(CLOCK_PROCESS_CPUTIME_ID) - busy;
    if (p < 2 || used > 0.95 * p * (seconds(CLOCK_MONOTONIC) - wall))
      break;
  }
  return time;
}

/* Take samples of "bench", number "b", with the threads of team "t". */
static void sample(struct plan *plan, const struct bench *bench, size_t b,
                   int t) {
  const int p = plan->teams[t];
  if (!plan->reps[b][t])
    plan->reps[b][t] = find_reps(bench, p, plan->batch);
  const long reps = plan->reps[b][t];
  const double units = bench->units * (double)reps * (bench->each ? p : 1);
  printf("%s %d 0", bench->name, p);
  for (int i = 0; i < plan->batches; i++)
    printf(" %.9g", run_together(bench, p, reps) / units);
  putchar('\n');
}

/* Take samples of every bench with every team. */
static void sample_threads(struct plan *plan) {
  size_t n = 0;
  const struct bench *benches = thread_benches(&n);
  for (int t = 0; t < plan->n_teams; t++) {
    pin_team(&plan->topology, plan->teams[t]);
    (void)benches[ALONE].run(plan->teams[t], 20);
    for (size_t b = plan->teams[t] == 1 ? 0 : ALONE; b < n; b++)
      sample(plan, &benches[b], b, t);
  }
}

/* Take samples of operations, which one thread does. */
static void sample_operations(struct plan *plan) {
  size_t n = 0;
  size_t before = 0;
  const struct bench *benches = operation_benches(&n);
  (void)thread_benches(&before);
  pin_team(&plan->topology, 1);
  for (size_t b = 0; b < n; b++)
    sample(plan, &benches[b], before + b, 0);
}

/* Return how many bytes each of "p" threads is to go through for level "level"
 * of "top", of the memory where that is n_caches: half of its share of a cache,
 * more than what is inside; four times its share of the last cache. */
static double part_of(const struct topology *top, int level, int p) {
  const int memory = level == top->n_caches;
  const struct cache *of = &top->caches[memory && level ? level - 1 : level];
  const double inner = level ? top->caches[level - 1].size : 0;
  const double share = level
                           ? of->size / (of->shared_by < p ? of->shared_by : p)
                           : top->caches[0].size;
  const double least = 64e6;
  const double most = top->memory / 8 / p;
  double out = memory ? 4 * share : share / 2;
  if (memory && (!level || out < least))
    out = least;
  if (memory && out > most)
    out = most;
  if (!memory && level && inner * 2 < out)
    out = inner * 2 > out / 3 ? inner * 2 : out / 3;
  return out;
}

/* Take "n" samples of the bandwidth of level "level" to "p" threads. */
static void sample_level(const struct plan *plan, int level, int p, int n) {
  const struct topology *top = &plan->topology;
  const double each = part_of(top, level, p);
  const long reps = 1 + (long)(plan->batch * 5e9 / each);
  double samples[16];
  run_triad(samples, n, p, each * p, reps);
  const double moved =
      (double)((size_t)(each / 24) / 8 * 8) * 24 * p * (double)reps;
  printf("triad %d %d", p,
         level == top->n_caches ? 0 : top->caches[level].level);
  for (int i = 0; i < n; i++)
    printf(" %.9g", samples[i] / moved);
  putchar('\n');
}

/* Take samples of all bandwidths, in round "round"; that of the memory takes
 * long and is measured in every fourth. */
static void sample_memory(const struct plan *plan, int round) {
  const struct topology *top = &plan->topology;
  for (int t = 0; t < plan->n_teams; t++) {
    const int p = plan->teams[t];
    pin_team(top, p);
    for (int i = 0; i < top->n_caches; i++)
      if (p == 1 || top->caches[i].shared_by > 1)
        sample_level(plan, i, p, plan->batches);
    if (round % 4 == 0)
      sample_level(plan, top->n_caches, p, plan->batches);
  }
}

/* Take "n" samples of accesses to "places", of level number "number". */
static void sample_places(const struct plan *plan, struct places *places,
                          int number, int n) {
  enum { WARM = 1000000, LEAST = 1000 };
  const long chased = LEAST + (long)(plan->batch / 1e-7);
  const long gathered = 10 * chased;
  if (number)
    (void)run_chase(places, WARM);
  printf("chase 1 %d", number);
  for (int i = 0; i < n; i++)
    printf(" %.9g", run_chase(places, chased) / (double)chased);
  if (number)
    (void)run_gather(places, WARM);
  printf("\ngather 1 %d", number);
  for (int i = 0; i < n; i++)
    printf(" %.9g", run_gather(places, gathered) / (double)gathered);
  putchar('\n');
}

/* Take samples of accesses to pages, one after the other: how many a core has
 * at hand. */
static void sample_rows(const struct plan *plan) {
  static const size_t ROWS[] = {256, 512, 1024, 1536, 2048, 3072, 4096};
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
    const long reps = (long)(ROWS[i] * (1 + 65536 / ROWS[i]));
    printf("rows 1 %zu", ROWS[i]);
    for (int k = 0; k < 1 + plan->batches / 3; k++)
      printf(" %.9g", run_rows(ROWS[i], reps) / (double)reps);
    putchar('\n');
  }
}

/* Take samples of pages that are touched first, in more memory than caches
 * hold: pages that were given back a moment ago are still in them. */
static void sample_pages(const struct plan *plan) {
  static const char *const NAMES[] = {"page_fault", "page_copied"};
  const double bytes = part_of(&plan->topology, plan->topology.n_caches, 1) / 2;
  const size_t pages = (size_t)(bytes / PAGE);
  for (int read = 0; read < 2; read++) {
    printf("%s 1 0", NAMES[read]);
    for (int i = 0; i < 1 + plan->batches / 6; i++)
      printf(" %.9g", run_first(pages * PAGE, read) / (double)pages);
    putchar('\n');
  }
}

/* Take samples of accesses that nobody foresees, in all levels, and of pages
 * that are touched first; in memory the lines are made once, "far". */
static void sample_latency(const struct plan *plan, struct places *far) {
  const struct topology *top = &plan->topology;
  pin_team(top, 1);
  for (int i = 0; i < top->n_caches; i++) {
    struct places *places = places_new(part_of(top, i, 1));
    if (places)
      sample_places(plan, places, top->caches[i].level, plan->batches);
    places_free(places);
  }
  if (far)
    sample_places(plan, far, 0, plan->batches);
  sample_pages(plan);
}

/* Take samples of blocks that two threads pass to each other. */
static void sample_passing(const struct plan *plan) {
  static const size_t SIZES[] = {64,    256,   1024,   4096,
                                 16384, 65536, 262144, 1048576};
  pin_team(&plan->topology, 2);
  for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
    const long reps = 1 + (long)(plan->batch / (1e-6 + (double)SIZES[i] / 2e9));
    printf("passed 2 %zu", SIZES[i]);
    for (int k = 0; k < plan->batches; k++)
      printf(" %.9g", run_pass(SIZES[i], reps) / (double)(2 * reps));
    printf("\ntouched 2 %zu", SIZES[i]);
    for (int k = 0; k < plan->batches; k++)
      printf(" %.9g", run_touch(SIZES[i], reps) / (double)reps);
    putchar('\n');
  }
}

/* Add "p" to the teams, in order, unless it is one. */
static void add_team(struct plan *plan, int p) {
  int at = plan->n_teams;
  for (int i = 0; i < plan->n_teams; i++)
    if (plan->teams[i] == p)
      return;
  if (p < 1 || at == MAX_TEAMS)
    return;
  for (; at > 0 && plan->teams[at - 1] > p; at--)
    plan->teams[at] = plan->teams[at - 1];
  plan->teams[at] = p;
  plan->n_teams++;
}

/* Read the command line into "plan"; 0 where it makes no sense. */
static int read_arguments(struct plan *plan, int argc, char **argv) {
  int force = 0;
  for (int i = 1; i < argc; i++) {
    const int p = atoi(argv[i]);
    if (!strcmp(argv[i], "--quick"))
      plan->rounds = 5, plan->batches = 5, plan->batch = 1e-4;
    else if (!strcmp(argv[i], "--force"))
      force = 1;
    else if (!strcmp(argv[i], "--runtime") && i + 1 < argc)
      plan->runtime = argv[++i];
    else if (p < 1 || (p > plan->topology.n && !force))
      return 0;
    else
      add_team(plan, p);
  }
  add_team(plan, 1);
  if (plan->n_teams > 1)
    return 1;
  for (int p = 2; p < plan->topology.n; p *= 2)
    add_team(plan, p);
  add_team(plan, plan->topology.per_socket);
  add_team(plan, plan->topology.n);
  return 1;
}

/* Measure everything as "plan" says, in rounds. */
static void sample_all(struct plan *plan) {
  const struct topology *top = &plan->topology;
  struct places *far = places_new(part_of(top, top->n_caches, 1));
  for (int i = 0; i < plan->rounds; i++) {
    sample_operations(plan);
    sample_latency(plan, far);
    sample_rows(plan);
    sample_threads(plan);
    sample_memory(plan, i);
    if (top->n > 1 && plan->teams[plan->n_teams - 1] > 1)
      sample_passing(plan);
    fflush(stdout);
  }
  places_free(far);
}

/* Measure what the arguments say. */
int main(int argc, char **argv) {
  struct plan plan = {.rounds = 20, .batches = 6, .batch = 2e-4};
  omp_set_dynamic(0);
  find_topology(&plan.topology);
  if (!read_arguments(&plan, argc, argv)) {
    fprintf(stderr,
            "usage: lcm-calibrate-threads [--quick] [--force] [--runtime "
            "LIBRARY] [P...]: numbers of threads, at most %d\n",
            plan.topology.n);
    return 2;
  }
  puts("lcm-samples 1");
  print_facts(&plan.topology);
  if (!plan.runtime || !strcmp(plan.runtime, runtime()))
    sample_all(&plan);
  puts("end");
  return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
