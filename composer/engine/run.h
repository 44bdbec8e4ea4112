/* A run of the engine over the structure at one point of the grid.
 *
 * A node is executed by a crew of "w" processors, a real number where a part
 * gets p/T of them.  Inside a team every member has a clock of its own. */
#pragma once

#include "composer/engine/bandwidth.h"
#include "composer/engine/members.h"

/* In which order tasks are run where several can be: by a rule, or in the one
 * that takes least or most of all. */
enum lcm_order { LCM_ORDER_MIDDLE, LCM_ORDER_LEAST, LCM_ORDER_MOST };

/* How a run is to go. */
struct lcm_run_mode {
  /* computing the span: as many processors as there are units */
  bool unlimited;
  /* a lower bound is computed: chances count as means */
  bool least;
  /* a coefficient is not at its estimate: costs may be negative */
  bool trial;
  /* the loop around goes on until a test finds what it asks for, which is
   * known to happen */
  bool found;
  /* in which tasks are run */
  enum lcm_order order;
};

/* What in a run was not followed exactly. */
struct lcm_run_doubts {
  /* some waiting was too much to follow */
  bool estimated;
  /* several chunks were taken as one */
  bool coarse;
  /* there were tasks whose order is a choice */
  bool any_order;
};

/* Messages between the ranks of a run. */
struct lcm_run_messages {
  /* what one or unlimited processors would do: where messages make no sense
   * there, that is "senseless" and no error */
  bool alone;
  bool senseless;
  /* messages are noted here; NULL: they are not */
  struct lcm_traffic *traffic;
  /* when each was sent and received; NULL: not noted */
  struct lcm_queue_log *log;
  /* nodes of which a note has told where nothing else is noted; NULL: none is
   * to be told of */
  lcm_map *told;
};

/* A name without a value, and the one whose value would give it one. */
struct lcm_lost {
  const char *name;
  const char *origin;
};

/* A run.  The first "globals" names of "env" belong to it, the rest to the
 * function being executed. */
struct lcm_run {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_machine *machine;
  const struct lcm_predict_options *options;
  const lcm_data *data;
  struct lcm_facts_table *facts;
  size_t n_cats;
  const char *const *cat_names;
  /* reserved ones */
  const struct lcm_names *names;
  lcm_env env;
  lcm_env *frames;
  size_t globals;
  const lcm_function *function;
  /* what the parameters of "function" point to where tasks depend on that, else
   * NULL */
  const lcm_section *pointees;
  unsigned depth;
  const char *path;
  struct lcm_team *team;
  /* processors of the whole run */
  double processors;
  /* names that lack values because others do: those of "function" from
   * "lost_from" on */
  LCM_LIST(struct lcm_lost) lost;
  size_t lost_from;
  size_t lost_everywhere; /* so many from the first one on hold in any call */
  /* names whose values differ by member of the team */
  LCM_LIST(struct lcm_member_value) member_values;
  struct lcm_run_mode mode;
  struct lcm_run_doubts doubts;
  struct lcm_run_notes notes;
  struct lcm_run_bandwidth bandwidth;
  struct lcm_run_messages messages;
  /* what calls came to (composer/engine/team/task.c) */
  struct lcm_memos *memos;
  /* what other calls came to (composer/engine/again/recall.c) */
  struct lcm_recollection *recalled;
  /* and the first iterations of loops (composer/engine/again/prefix.c) */
  struct lcm_prefixes *prefixes;
  /* and parts between what members wait for (composer/engine/again/part.c) */
  struct lcm_executed *executed;
  lcm_status status;
};
