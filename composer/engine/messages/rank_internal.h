/* What the ranks of a team have while their scripts are written down: their
 * communicators, requests and numbers. */
#pragma once

#include "composer/engine/events.h"
#include "composer/engine/messages/queue.h"

/* The neighbours of a rank in a graph: those that send to it, and those that it
 * sends to. */
struct lcm_near {
  const double *sources;
  size_t n_sources;
  const double *targets;
  size_t n_targets;
};

/* Edges of a graph that a rank gives: from[i] sends to to[i]. */
struct lcm_edges {
  double *from;
  double *to;
  size_t n;
};

/* A communicator as one rank knows it: by the name it was made under last, and
 * its group, NULL where that is not known; as a grid or graph, NULL where it is
 * none, or one that is not known. */
struct lcm_comm {
  const char *name;
  struct lcm_group *group;
  const struct lcm_cart *grid;
  const struct lcm_near *near;
};

/* A request of a rank: "message" is on its way, or prepared ("again": it can be
 * started again and again); "asked": how often one of it and others was waited
 * for. */
struct lcm_request {
  const char *name;
  double slot;
  struct lcm_queued *queued;
  bool again;
  bool active;
  size_t asked;
};

/* Something that a rank has read or written far away in the window "name". */
struct lcm_rank_access {
  const char *name;
  struct lcm_queued *queued;
};

/* What the variable "name" says of the message "message" that came last: where
 * it came from, or its tag. */
struct lcm_source {
  const char *name;
  bool tag;
  const struct lcm_queued *queued;
};

/* A communicator that a rank makes out of "parent", as the "order"-th of those
 * made of it: with whom is found out when all scripts are written; also who its
 * neighbours are, where each gives "edges" of the graph. */
struct lcm_making {
  struct lcm_group *parent;
  size_t order;
  double colour;
  double key;
  struct lcm_group *group;
  const struct lcm_edges *edges;
  const struct lcm_near *near;
};

/* What a rank was told: "name" is "value" (NAN: not known), in the function
 * that is executed at "depth", or everywhere. */
struct lcm_told {
  const char *name;
  double value;
  bool everywhere;
  unsigned depth;
};

/* What one rank has so far. */
struct lcm_rank {
  LCM_LIST(struct lcm_comm) comms;
  LCM_LIST(struct lcm_request) requests;
  LCM_LIST(struct lcm_rank_access) accesses;
  LCM_LIST(struct lcm_source) sources;
  /* of all its communicators, "made" of them in this writing */
  LCM_LIST(struct lcm_making) makings;
  LCM_LIST(struct lcm_told) told; /* numbers that it was told */
  size_t made;
  bool begun; /* begun, ended: it has called MPI_Init, MPI_Finalize */
  bool ended;
};

/* groups      how many there are */
struct lcm_ranks {
  struct lcm_rank *at;
  size_t n;
  size_t groups;
  /* all, alone: the group of all ranks, and those of each alone */
  struct lcm_group *all;
  struct lcm_group **alone;
  LCM_LIST(struct lcm_group *) formed; /* communicators made of groups */
  bool excludes; /* some lock a window for themselves alone */
};

/* What makes a communicator: the ranks with one "colour" by "key", where
 * "known"; "grid", "near", "edges": as what, NULL for none. */
struct lcm_split {
  bool known;
  double colour;
  double key;
  const struct lcm_cart *grid;
  const struct lcm_near *near;
  const struct lcm_edges *edges;
};
