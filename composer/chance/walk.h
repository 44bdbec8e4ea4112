/* The law of the time of a structure, composed of those of its parts. */
#pragma once

#include "composer/chance/law.h"
#include "composer/engine/engine.h"

/* A walk through a structure. */
struct lcm_chance_walk {
  struct lcm_run *run;
  lcm_arena *arena;
  /* why there is no law, and where; NULL: there is one so far */
  const char *reason;
  lcm_loc at;
  /* several are taken to be as long as independent ones are, and the longest of
   * them is no longer exact in mean and deviation */
  bool longest;
  /* a recursion was followed that chance ends */
  bool recurred;
  double reach; /* how probable it is to come to the present place */
  /* levels of it were left out; deeper: the mean of the last one followed */
  bool far;
  double deeper;
  /* what calls came to: composer/chance/walk.c */
  struct lcm_chance_calls *calls;
};

/* Return the law of the time that "node" takes a crew of "w" processors; where
 * there is none, "walk" says why. */
const struct lcm_law *lcm_chance_law(struct lcm_chance_walk *walk,
                                     const lcm_node *node, double w);

/* Let "walk" have no law because of "reason" at "node"; return some. */
const struct lcm_law *lcm_chance_refuse(struct lcm_chance_walk *walk,
                                        const lcm_node *node,
                                        const char *reason);

/* Times that depend on draws: "at" returns one with the draws bound. */
struct lcm_drawn_time {
  double (*at)(struct lcm_chance_walk *walk, const lcm_node *node, void *user);
  void *user;
};

/* Return the law of "time" of "node", whose models draw. */
const struct lcm_law *lcm_chance_drawn(struct lcm_chance_walk *walk,
                                       const lcm_node *node,
                                       struct lcm_drawn_time time);

/* Return the law of "times" independent times like "law", where that need not
 * be a whole number: of so many on average. */
const struct lcm_law *lcm_chance_times(struct lcm_chance_walk *walk,
                                       const struct lcm_law *law, double times);
