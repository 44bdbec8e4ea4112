/* The composition engine: what the files engine_*.c say to each other.
 *
 * A node is executed by a crew of "w" processors, a real number where a part
 * gets p/T of them.  The outcome of an execution is its elapsed time and the
 * processor-seconds of each category, whose sum is w times the time.  Inside a
 * team every member has a clock of its own. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "composer/predict/composer.h"
#include "composer/scope/visit.h"
#include "model/sections/traffic.h"
#include "model/structure/message.h"

enum {
  LCM_MAX_CATS = 16,
  LCM_MAX_CALL_DEPTH = 400,
  LCM_MAX_FORMULA_CALLS = 60,
  LCM_MIN_SUMMED = 17,
  LCM_MIN_SAMPLED = 1025
};

struct lcm_score;
struct lcm_scoring;
struct lcm_slopes;
struct lcm_sloping;

/* The outcome of an execution; "score" says what it is the sum of, NULL where
 * nobody writes that down (composer/engine/score_internal.h). */
struct lcm_outcome {
  double time;
  double cats[LCM_MAX_CATS];
  const struct lcm_score *score;
};

/* What is known of a node for the whole run.
 * parallel  contains a team, or a model that depends on p; teams: a team
 * shared    contains worksharing, barriers, tasks of an enclosing team
 * meets     contains what all members of that come to, or none: worksharing,
 *           barriers
 * actor     contains locks, signals or waits; waiter: signals or waits
 * tasks     contains tasks; depends: and some name what they depend on
 * waits     and waits for them
 * makes     and each member that comes to them makes some
 * events    the order in which members do things inside matters: locks, tasks
 *           that wait or differ
 * random    contains a branch by probability
 * thread    its costs depend on `thread`
 * recurs    contains a call of a function that comes to call itself
 * messages  contains messages between ranks; groups: and makes communicators
 * ranks     contains a team of ranks */
struct lcm_traits {
  bool parallel;
  bool teams;
  bool shared;
  bool meets;
  bool actor;
  bool waiter;
  bool tasks;
  bool depends;
  bool waits;
  bool makes;
  bool events;
  bool random;
  bool thread;
  bool recurs;
  bool messages;
  bool groups;
  bool ranks;
};

/* What is remembered of a node.
 * bytes    that a fragment moves, see lcm_run_bytes
 * uniform  see lcm_loop_is_uniform
 * read     a movement of data ends here
 * busy     its traits are being gathered
 * lengths  of the ranges of a loop: the last less the first
 * sums     of the iterations of a loop, as last built
 * function what a MESSAGE does, NULL: not looked up
 * moves    of a fragment, see lcm_run_traffic; NULL: not looked up
 * recurs   the function whose body it is comes to call itself
 * elsewhere  see lcm_run_find_elsewhere
 * The flags "_known" say what was found out already. */
struct lcm_facts {
  struct lcm_traits traits;
  const lcm_expr *bytes;
  bool bytes_known;
  bool uniform;
  bool uniform_known;
  bool read;
  bool busy;
  const lcm_expr **lengths;
  struct lcm_sums *sums;
  const struct lcm_mpi_function *function;
  const struct lcm_moves *moves;
  bool recurs;
  bool recurs_known;
  bool elsewhere;
};

/* Statistics of one occurrence; indices of records are (size_t)-1 for none.
 * time     elapsed while it was executed at all
 * pending  time that executions by tasks would take one after the other, until
 *          the tasks are run; busy: for how long any of "sum" was, up to
 *          "until"
 * parent, first, next, cursor   the tree: children in the order of their nodes;
 *                               the one found last
 * active   how often it is open
 * folded   a recursive call, whose time is that of the body it repeats
 * aside    runs beside others: on the critical path only where "picked" */
struct lcm_record {
  const char *path;
  const lcm_node *node;
  const lcm_function *function;
  unsigned depth;
  double visits;
  double time;
  double pending;
  double busy;
  double sum;
  double until;
  double cats[LCM_MAX_CATS];
  double processors;
  const char *provenance;
  size_t parent;
  size_t first;
  size_t next;
  size_t cursor;
  unsigned active;
  bool folded;
  bool aside;
  bool picked;
};

/* Records on the path that led to a moment: "record" (or none) after "inner"
 * after those "before"; "seen" once they are picked. */
struct lcm_trail {
  size_t record;
  struct lcm_trail *before;
  struct lcm_trail *inner;
  bool seen;
};

/* Names and values: the first "globals" belong to the run, the rest to the
 * function being executed. */
typedef struct lcm_env {
  lcm_binding *at;
  size_t n;
  size_t cap;
} lcm_env;

/* A task that was made and waits to be run.
 * ready    when it was made; count: how many equal ones it stands for
 * trail    of who made it; record: its own
 * depends  keys of its `depend` items; writes[i]: item i is out or inout */
struct lcm_pool_task {
  struct lcm_outcome outcome;
  double ready;
  double count;
  struct lcm_trail *trail;
  size_t record;
  const char *const *depends;
  const bool *writes;
  size_t n_depends;
};

/* A team at work.
 * k        members; "weight" processors each
 * clocks   of the members; sums: what each has spent
 * active   members that execute now; NULL: all
 * pool     tasks made and not yet run
 * trails   of the members since they last met; top: the record around */
struct lcm_team {
  size_t k;
  double weight;
  double *clocks;
  struct lcm_outcome *sums;
  const bool *active;
  LCM_LIST(struct lcm_pool_task) pool;
  struct lcm_trail **trails;
  size_t top;
};

/* How long a lock or resource is possessed in a run; what waiting for it is. */
struct lcm_demand {
  const char *name;
  double time;
  enum lcm_cat waits;
};

/* What runs have noted, once for each node: places without a cost, the texts
 * of `assume`, loops of which some iterations stand for all, nodes that a
 * diagnostic has told of; whether the times come from a closed form. */
struct lcm_noted {
  LCM_LIST(struct lcm_unknown) unknown;
  LCM_LIST(const char *) assumptions;
  lcm_map nodes;
  lcm_map places;
  lcm_map texts;
  lcm_map sampled;
  lcm_map told;
  bool closed;
};

/* What is added to the record number "record", or to a demand by name. */
struct lcm_entry {
  size_t record;
  const char *demand;
  enum lcm_cat waits;
  double visits;
  double time;
  double pending;
  double cats[LCM_MAX_CATS];
};

/* What is noted once it is known to happen. */
struct lcm_journal {
  lcm_arena *arena;
  LCM_LIST(struct lcm_entry) entries;
};

/* Work that needs "move" seconds of the bandwidth that one core has of the
 * level of memory number "level" beside "compute" seconds of anything else: it
 * takes the longer of both, and more where cores share bandwidth. */
struct lcm_piece {
  double compute;
  double move;
  size_t level;
};

/* Pieces of different proportions. */
struct lcm_pieces {
  struct lcm_piece *at;
  size_t n;
  size_t cap;
};

/* The reserved names, interned. */
struct lcm_names {
  const char *p;
  const char *procs;
  const char *team;
  const char *thread;
  const char *parts;
  const char *rank;
  const char *ranks;
  const char *threads;
  const char *m;
  const char *n;
};

/* A name of the team's code whose value differs by member: what it is for each,
 * NaN where that is not known; NULL while one member is being followed, to
 * which the name is bound already. */
struct lcm_member_value {
  const char *name;
  const double *values;
};

/* In which order tasks are run where several can be: by a rule, or in the one
 * that takes least or most of all. */
enum lcm_order { LCM_ORDER_MIDDLE, LCM_ORDER_LEAST, LCM_ORDER_MOST };

/* A run at one point of the grid.
 * names      reserved ones
 * noted      NULL: nothing is to be noted
 * unlimited  computing the span: as many processors as there are units
 * pointees   what the parameters of "function" point to where tasks depend on
 *            that, else NULL
 * scale      how many executions the present one stands for
 * spread     how many of them are at the same time
 * trial      a coefficient is not at its estimate: costs may be negative
 * pooled     what is executed are tasks, to be run later
 * estimated  some waiting was too much to follow
 * coarse     several chunks were taken as one
 * movers     how many processors move bytes at the same time; 0: the active
 *            members of the team
 * pieces     where work that shares bandwidth is noted instead of the excess it
 *            would cost; NULL: it costs it
 * member_values  names whose values differ by member of the team
 * journal        where records and demands are noted for later; NULL: at once
 * alone      what one or unlimited processors would do: where messages make
 *            no sense there, that is "senseless" and no error
 * traffic    messages are noted here; NULL: they are not
 * visits     nodes whose executions are counted, NULL: none
 * counting   records tell how often nodes are executed, and demands by the
 *            names of "visits" what loops that are summed add to that
 * memos      what calls came to (composer/engine/team/task.c)
 * order      in which tasks are run; any_order: there were such tasks
 * scoring    how scores are written; NULL: there are none
 * slopes     what derivatives by coefficients there are
 *            (composer/engine/slopes_internal.h); NULL: they are not noted */
struct lcm_run {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_machine *machine;
  const struct lcm_predict_options *options;
  const lcm_data *data;
  size_t n_cats;
  const char *const *cat_names;
  lcm_env env;
  lcm_env *frames;
  size_t globals;
  const lcm_function *function;
  const lcm_section *pointees;
  unsigned depth;
  const char *path;
  size_t parent;
  double scale;
  double spread;
  bool trial;
  bool pooled;
  bool estimated;
  bool coarse;
  double movers;
  struct lcm_pieces *pieces;
  bool unlimited;
  LCM_LIST(struct lcm_demand) demands;
  LCM_LIST(struct lcm_record) records;
  const struct lcm_names *names;
  struct lcm_noted *noted;
  LCM_LIST(struct lcm_member_value) member_values;
  struct lcm_journal *journal;
  bool alone;
  bool senseless;
  struct lcm_traffic *traffic;
  const struct lcm_visits *visits;
  bool counting;
  struct lcm_mail_log *log;
  struct lcm_memos *memos;
  enum lcm_order order;
  bool any_order;
  struct lcm_scoring *scoring;
  struct lcm_slopes *slopes;
  struct lcm_facts_table *facts;
  struct lcm_team *team;
  lcm_status status;
};

/* Return the category with index "c" that the model category "name" is. */
size_t lcm_run_category(const struct lcm_run *run, const char *name);

/* What a run has noted of demands: the "n" at "at", and those among the
 * "n_entries" of its journal. */
struct lcm_possessed {
  const struct lcm_demand *at;
  size_t n;
  size_t n_entries;
};

/* What a model costs: processor-seconds of the category it speaks of, and of
 * resource contention beside it. */
struct lcm_price {
  double cost;
  double excess;
};

/* Return the value that argument "i" of the call "node" has: by `size` where
 * that says one; NULL where there is none. */
const lcm_expr *lcm_call_argument(const lcm_node *node, size_t i);
/* How a loop is walked.
 * count         its iterations
 * index         to bind, NULL where there is none
 * from, stride  its value at the first step, and how it grows
 * steps         how many are taken, each standing for "each" iterations: all
 *               where they differ and are not too many, one where they do
 *               not differ */
struct lcm_walk {
  double count;
  const char *index;
  double from;
  double stride;
  double steps;
  double each;
};

/* What the child tasks of a task have done so far to one key: when the last
 * that writes it ends and when those end that read it since, with what led to
 * that. */
struct lcm_elder {
  double written;
  double read;
  struct lcm_trail *writer;
  struct lcm_trail *reader;
};

/* What the child tasks of a task have done so far: {0} is nothing.
 * index  of a key's place in the list */
struct lcm_elders {
  lcm_map index;
  LCM_LIST(struct lcm_elder) at;
};

/* An iteration is one of "count", by "weight" processors. */
struct lcm_iterating {
  double count;
  double weight;
};

/* Units of code executed at the same time.
 * nodes     "n" of them; NULL: nothing
 * weights   unit i is executed by weights[i] processors
 * clocks    unit i goes on from clocks[i], which becomes its end
 * sums      what each has spent
 * may_fail  they need not be followed */
struct lcm_units {
  const lcm_node *const *nodes;
  size_t n;
  const double *weights;
  double *clocks;
  struct lcm_outcome *sums;
  bool may_fail;
};

/* How members take chunks: from which clocks on, what one costs, how long the
 * counter is held for it. */
struct lcm_taking {
  const double *starts;
  double chunk;
  double counter;
};
