/* The processors and caches of this machine, as lcm-calibrate-threads sees
 * them. */
#pragma once

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
  int n;                           /* how many cores */
  int sockets;                     /* on how many sockets */
  int per_socket;                  /* cores of the first one */
  int logical;                     /* logical processors there are */
  struct cache caches[MAX_LEVELS]; /* of data, the innermost first */
  int n_caches;
  double memory; /* in bytes */
};

/* Find out what processors there are. */
void find_topology(struct topology *out);

/* Keep each of "p" threads of a team on a core of its own. */
void pin_team(const struct topology *topology, int p);
