/* What the parts of lcm-calibrate-threads, which measures what OpenMP and the
 * memory of this machine cost, have in common. */
#ifndef LCM_CALIBRATE_CALIBRATE_H
#define LCM_CALIBRATE_CALIBRATE_H

#include <stddef.h>

/* Most processors, and levels of caches, that are told apart. */
enum { MAX_PROCESSORS = 1024, MAX_LEVELS = 6 };

/* A level of caches: "size" bytes that "shared_by" processors share. */
struct cache {
  int level;
  double size;
  int shared_by;
};

/* The processors this process may use. */
struct topology {
  /* one logical processor of each core, those of a socket together */
  int cpus[MAX_PROCESSORS];
  int n;          /* how many cores */
  int sockets;    /* on how many sockets */
  int per_socket; /* cores of the first one */
  int logical;    /* logical processors there are */
  /* of data, the innermost first; memory, in bytes */
  struct cache caches[MAX_LEVELS];
  int n_caches;
  double memory;
};

/* Something that is measured. */
struct bench {
  const char *name; /* of the samples */
  /* does it "reps" times with p threads; the seconds that took */
  double (*run)(int p, long reps);
  /* a repetition is so many units, of which one is a sample: for every thread
   * that takes part, or for all of them */
  double units;
  int each;
};

/* So many benches, the first ones, are for one thread. */
enum { ALONE = 2 };

/* Return all benches and put their number into "*n". */
const struct bench *thread_benches(size_t *n);

/* Return the seconds of the monotonic clock. */
double now(void);

/* Find out what processors there are. */
void find_topology(struct topology *out);

/* Keep each of "p" threads of a team on a core of its own. */
void pin_team(const struct topology *topology, int p);

/* Let "p" threads each go through their own part of three arrays, of "bytes"
 * together, "reps" times; return the seconds that takes, each of the "n" at
 * "samples" being one try. */
void run_triad(double *samples, int n, int p, double bytes, long reps);

/* Return the seconds in which two threads pass a block of "bytes" to each
 * other "reps" times there and back. */
double run_pass(size_t bytes, long reps);

/* Return the seconds in which one thread goes through a block of "bytes"
 * "reps" times, as those of run_pass do. */
double run_touch(size_t bytes, long reps);

#endif
