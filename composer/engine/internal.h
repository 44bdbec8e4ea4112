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

/* Fill in "names". */
void lcm_names_intern(struct lcm_names *names, lcm_ctx *ctx);

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

/* ---- values (composer/engine/env.c) ------------------------------------------------
 */

/* Bind "name" to "value" on top of what is bound. */
void lcm_run_bind(struct lcm_run *run, const char *name, double value);

/* Bind `thread` to "m" and the values that depend on the member. */
void lcm_run_bind_member(struct lcm_run *run, size_t m);

/* Return whether "e" depends on the member of the team that evaluates it. */
bool lcm_run_by_member(const struct lcm_run *run, const lcm_expr *e);

/* Return the first free name of "e" (may be NULL) that nothing binds, or
 * NULL. */
const char *lcm_run_missing(struct lcm_run *run, const lcm_expr *e);

/* Note that "name" is "e" evaluated by each member of "team"; of a NULL one,
 * only that it differs. */
void lcm_run_add_member_value(struct lcm_run *run, const struct lcm_team *team,
                              const char *name, const lcm_expr *e);

/* Evaluate "model" in the scope of "run"; as lcm_run_cost, but one that was
 * fitted to measurements is 0 where it is negative, with a warning. */
double lcm_run_model(struct lcm_run *run, const lcm_model *model);

/* Evaluate "e" as a quantity of a model (must be known): an unbound name, NaN
 * or a negative cost is a diagnostic at "at". */
double lcm_run_cost(struct lcm_run *run, const lcm_expr *e, lcm_loc at);

/* Evaluate "e", derived from source, into "*out"; false where it is NULL or not
 * known. */
bool lcm_run_derived(double *out, struct lcm_run *run, const lcm_expr *e);

/* Return the machine's cost "name" with p, m and n as given. */
double lcm_run_machine(struct lcm_run *run, const char *name, double p,
                       double m, double n);

/* Return what is remembered of "node". */
struct lcm_facts *lcm_run_facts(struct lcm_run *run, const lcm_node *node);

/* Return the traits of "node" (of the function or what it calls). */
const struct lcm_traits *lcm_run_traits(struct lcm_run *run,
                                        const lcm_node *node);

/* Return the category with index "c" that the model category "name" is. */
size_t lcm_run_category(const struct lcm_run *run, const char *name);

/* ---- dependence on an index (composer/engine/uniform.c) ----------------------------
 */

/* Return whether what "node" costs depends on the value of "name". */
bool lcm_node_depends(const lcm_node *node, const char *name);

/* Return whether the body of the loop "node" costs the same in each
 * iteration; lcm_run_is_uniform remembers what it found. */
bool lcm_loop_is_uniform(const lcm_node *node);
bool lcm_run_is_uniform(struct lcm_run *run, const lcm_node *node);

/* ---- iterations that differ (composer/formula/sums.c) --------------------------------
 */

/* Return what iterations of the loop "node", of which there are "count" and
 * which a crew of "w" executes, cost together in closed form, with the present
 * values of names; NULL where that has none.  What is not known in them is
 * noted. */
struct lcm_sums *lcm_run_sums(struct lcm_run *run, const lcm_node *node,
                              double w, double count);

/* Return the outcome of the iterations number ends[0] to ends[1] (from 0 on)
 * that "sums" says. */
struct lcm_outcome lcm_sums_outcome(struct lcm_run *run,
                                    const struct lcm_sums *sums, double w,
                                    const double ends[2]);

/* As lcm_sums_outcome, of the elapsed time; no demands are noted. */
double lcm_sums_time(struct lcm_run *run, const struct lcm_sums *sums, double w,
                     const double ends[2]);

/* Return from how many iterations on a loop of "run" is summed: where nodes are
 * noted, from where it is too long to be walked. */
double lcm_run_min_summed(const struct lcm_run *run);

/* Return whether what nodes in a loop of "run" take is to be noted where the
 * loop is summed. */
bool lcm_run_samples(const struct lcm_run *run);

/* ---- iterations that are too many (composer/engine/sample.c) ------------------------
 */

/* Let the records below the open one have what the "count" iterations of the
 * loop "node", by a crew of "w", come to, "all" together: what some of them,
 * evenly spread, come to, made to fit; the demands are not touched. */
void lcm_run_sample(struct lcm_run *run, const lcm_node *node, double w,
                    double count, const struct lcm_outcome *all);

/* ---- memory (composer/engine/memory.c) ---------------------------------------------
 */

/* Return how many processors move bytes at the same time: the crew of "w"
 * ("parallel"), or the active members of the team around. */
double lcm_run_movers(const struct lcm_run *run, double w, bool parallel);

/* Return whether any movement of data costs something on "machine". */
bool lcm_machine_moves(const lcm_machine *machine);

/* Return the `with p = ...` of "node" or of the first below it, through series
 * only; NULL where there is none. */
const struct lcm_assign *lcm_node_with_p(const lcm_node *node);

/* Note what is possessed ("of", with an interned name). */
void lcm_run_demand(struct lcm_run *run, struct lcm_demand of);

/* What a run has noted of demands: the "n" at "at", and those among the
 * "n_entries" of its journal. */
struct lcm_possessed {
  const struct lcm_demand *at;
  size_t n;
  size_t n_entries;
};

/* Return what "run" has noted so far. */
struct lcm_possessed lcm_run_possessed(const struct lcm_run *run);

/* Return how long what was possessed longest, in one execution, since "before"
 * was possessed; its name is left out. */
struct lcm_demand lcm_run_busiest(const struct lcm_run *run,
                                  const struct lcm_possessed *before);

/* Return the seconds that one core takes for a byte of "level", a cache. */
double lcm_level_rate(const struct lcm_level *level);

/* Return whether cores of a socket slow each other down at "level". */
bool lcm_level_is_shared(const struct lcm_level *level);

/* Return by which factor moving "bytes" of memory takes longer than on one core
 * alone, by "w" processors together ("parallel") or by each active member of
 * the team: cores of a socket share its bandwidth, threads being placed as the
 * machine says. */
double lcm_run_contention(struct lcm_run *run, double bytes, double w,
                          bool parallel);

/* Note a piece of work. */
void lcm_run_piece(struct lcm_run *run, struct lcm_piece piece);

/* Return the bytes that one execution of the fragment "node" moves as far as
 * its accesses say: each section once, scalars and private data not at all; and
 * those that it says itself.  NULL where nothing is known to move. */
const lcm_expr *lcm_run_bytes(struct lcm_run *run, const lcm_node *node);

/* Return the traffic of the fragment "node"; everything is a first touch where
 * the machine has no caches (composer/engine/messages/traffic.c). */
const struct lcm_moves *lcm_run_traffic(struct lcm_run *run,
                                        const lcm_node *node);

/* What a model costs: processor-seconds of the category it speaks of, and of
 * resource contention beside it. */
struct lcm_price {
  double cost;
  double excess;
};

/* Return the price of the fragment "node" by its static cost: the larger of its
 * operations and its bytes; notes what is not known. */
struct lcm_price lcm_run_static(struct lcm_run *run, const lcm_node *node);

/* Return whether "model" is of what all processors spend on a node together:
 * one that depends on how many there are, or of idling, unless it was measured
 * and idling, which is not covered, is to be composed. */
bool lcm_run_is_together(const lcm_model *model);

/* Note of all nodes whether their computation was measured and stands in the
 * model of another node of their function, whose `measured` names them
 * (`of=`): their static cost would count it again. */
void lcm_run_find_elsewhere(struct lcm_run *run);

/* Return the price of the fragment "node", which computes for "compute": the
 * larger of that and of what each level of memory takes. */
struct lcm_price lcm_run_roofline(struct lcm_run *run, const lcm_node *node,
                                  double compute);

/* Return the price of one execution by "model", by "w" processors together
 * ("parallel") or one. */
struct lcm_price lcm_run_price(struct lcm_run *run, const lcm_model *model,
                               double w, bool parallel);

/* ---- outcomes -------------------------------------------------------------
 */

/* Add "b", "times" over, to "*a" (one after the other). */
void lcm_outcome_add(struct lcm_outcome *a, const struct lcm_outcome *b,
                     double times);

/* ---- serial code (composer/engine/serial.c) ----------------------------------------
 */

/* Execute "node" by a crew of "w" processors of which one runs serial code. */
struct lcm_outcome lcm_run_serial(struct lcm_run *run, const lcm_node *node,
                                  double w);

/* Execute the models of "node": return whether they cover all that lies below,
 * with the outcome in "*out"; else "covered" says which categories they
 * give. */
bool lcm_run_models(struct lcm_outcome *out, bool covered[LCM_MAX_CATS],
                    struct lcm_run *run, const lcm_node *node, double w,
                    bool parallel);

/* Return the number of iterations of the loop "node"; 1 and a note where it is
 * unknown. */
double lcm_run_count(struct lcm_run *run, const lcm_node *node);

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

/* Return how the sequential loop "node" is walked. */
struct lcm_walk lcm_run_walk(struct lcm_run *run, const lcm_node *node);

/* Bind the index for step "i" of "walk". */
void lcm_run_step(struct lcm_run *run, const struct lcm_walk *walk, double i);

/* Call "fn" in the scope of the callee of "node", if it has a body; the
 * function "fn" gets the body. */
bool lcm_run_enter(struct lcm_run *run, const lcm_node *node,
                   struct lcm_run *saved, const lcm_node **body);
void lcm_run_leave(struct lcm_run *run, const struct lcm_run *saved);

/* The same for a call by the members of "team" (NULL: by the one that is being
 * followed), whose arguments may differ. */
bool lcm_run_enter_members(struct lcm_run *run, const struct lcm_team *team,
                           const lcm_node *node, struct lcm_run *saved,
                           const lcm_node **body);

/* Return whether the branch "node" is an exit that is taken as never because
 * its condition could not be read. */
bool lcm_branch_is_guessed(const lcm_node *node);

/* Return the index of the alternative of the branch "node" that is taken, or
 * (size_t)-1 for none; "*random" where probabilities decide. */
size_t lcm_run_taken(struct lcm_run *run, const lcm_node *node, bool *random);

/* Return the probability of alternative "i" of "node". */
double lcm_run_chance(struct lcm_run *run, const lcm_node *node, size_t i);

/* ---- teams (composer/engine/team/team.c) ------------------------------------------------
 */

/* Execute the team "node" by "w" processors. */
struct lcm_outcome lcm_run_team(struct lcm_run *run, const lcm_node *node,
                                double w);

/* Return how many members the team "node" has on "w" processors. */
size_t lcm_run_team_size(struct lcm_run *run, const lcm_node *node, double w);

/* The members of the finished "team" wait for the last: make its outcome on "w"
 * processors. */
struct lcm_outcome lcm_team_end(struct lcm_run *run, struct lcm_team *team,
                                double w);

/* Return a new team of "k" members of "weight" processors each. */
struct lcm_team *lcm_team_new(struct lcm_run *run, size_t k, double weight);

/* Return the processors that unit "node" gets of "w" shared by "n" parallel
 * units. */
double lcm_run_unit_weight(struct lcm_run *run, const lcm_node *node, double w,
                           double n);

/* Execute "node" by the members of "team". */
void lcm_run_in_team(struct lcm_run *run, struct lcm_team *team,
                     const lcm_node *node);

/* Return whether the model that covers the worksharing loop "node" is of its
 * work or of one iteration, so that the schedule divides it. */
bool lcm_model_is_divided(const lcm_node *node);

/* Execute the PARALLEL "node" by "w" processors. */
struct lcm_outcome lcm_run_parallel(struct lcm_run *run, const lcm_node *node,
                                    double w);

/* Return whether all units of the PARALLEL "node" are executed at the same time
 * by parts of "team": they are parallel themselves, or wait for each other. */
bool lcm_run_is_beside(struct lcm_run *run, const struct lcm_team *team,
                       const lcm_node *node);

/* Return the active member of "team" that is free first, or (size_t)-1. */
size_t lcm_team_first_free(const struct lcm_team *team);

/* Return whether all clocks of "team" are equal. */
bool lcm_team_is_aligned(const struct lcm_team *team);

/* Let member "m" of "team" spend "outcome", "times" over. */
void lcm_team_spend(struct lcm_team *team, size_t m,
                    const struct lcm_outcome *outcome, double times);

/* ---- tasks of a team (composer/engine/team/pool.c) --------------------------------------
 */

/* Let member "m" make the task "node": it goes to the pool, or is run at once
 * where its `if` clause says so. */
void lcm_run_make_task(struct lcm_run *run, struct lcm_team *team, size_t m,
                       const lcm_node *node);

/* Let the members of "team" run the tasks in its pool. */
void lcm_run_drain(struct lcm_run *run, struct lcm_team *team);

/* Return what the parameters of "callee" point to where the run is about to
 * enter it at the CALL "node": datum NULL where that is not known. */
const lcm_section *lcm_run_pointees(struct lcm_run *run, const lcm_node *node,
                                    const lcm_function *callee);

/* Return the key of what the dependence "of" of the function being executed
 * speaks of: the variable and the first element. */
const char *lcm_run_depend_key(struct lcm_run *run, const lcm_section *of);

/* Return whether a task with the dependence "of" has to wait for those that
 * read as well. */
bool lcm_depend_writes(const struct lcm_depend *of);

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

/* Return when all elders of the TASK "node" have ended that it depends on, and
 * put what led to that into "*last"; minus infinity for none. */
double lcm_elders_end(struct lcm_run *run, const struct lcm_elders *elders,
                      const lcm_node *node, struct lcm_trail **last);

/* Note in "elders" that the TASK "node" ends at "end", which "trail" led to. */
void lcm_elders_add(struct lcm_run *run, struct lcm_elders *elders,
                    const lcm_node *node, double end, struct lcm_trail *trail);

/* ---- loops (composer/engine/team/loop.c) ------------------------------------------------
 */

/* How an OpenMP library deals out the iterations of a loop (composer/engine/team/deal.c).
 * BLOCKS  one to each member, the first count mod k of them longer by one
 * ROUNDS  chunks in turn
 * CHUNKS  the next chunk to the member that is free first, as are the others:
 * GUIDED  of an even share of what is left; HALVES: of half of one
 * CURVE   of sizes that shrink by the number of the chunk
 * STOLEN  blocks of chunks, from which members without any take some
 * TASKS   tasks of equal size */
enum lcm_deal {
  LCM_DEAL_BLOCKS,
  LCM_DEAL_ROUNDS,
  LCM_DEAL_CHUNKS,
  LCM_DEAL_GUIDED,
  LCM_DEAL_HALVES,
  LCM_DEAL_CURVE,
  LCM_DEAL_STOLEN,
  LCM_DEAL_TASKS
};

/* How a loop is dealt out: "chunk" (or NULL) is the size that the source says,
 * "fixed" (or 0) the one that the machine says. */
struct lcm_dealing {
  enum lcm_deal deal;
  const lcm_expr *chunk;
  double fixed;
};

/* Return how the library of "machine" deals out the PARLOOP "node". */
struct lcm_dealing lcm_loop_dealing(const lcm_machine *machine,
                                    const lcm_node *node);

/* Return what is assumed of the schedule of "node", or NULL. */
const char *lcm_loop_assumption(const lcm_machine *machine,
                                const lcm_node *node);

/* Return whether the library of "machine" deals out the units of the PARALLEL
 * "node" in blocks, as libomp does with sections. */
bool lcm_units_are_blocks(const lcm_machine *machine, const lcm_node *node);

/* Return which of "k" members has number "i" of "n" that are dealt out in
 * blocks. */
size_t lcm_block_owner(double i, double n, double k);

/* Return whether members ask for what they get by "deal". */
bool lcm_deal_is_on_demand(enum lcm_deal deal);

/* An iteration is one of "count", by "weight" processors. */
struct lcm_iterating {
  double count;
  double weight;
};

/* Return the outcome of the iteration of the PARLOOP "node" in which the index
 * is "value". */
struct lcm_outcome lcm_run_iteration(struct lcm_run *run, const lcm_node *node,
                                     double value,
                                     const struct lcm_iterating *how);

/* How the iterations of the PARLOOP "node" are divided among "members" of
 * "weight" processors each.
 * count        iterations; chunk: of a chunk, 0 where none is said
 * tasks        of a taskloop
 * first, step  of the index */
struct lcm_division {
  const lcm_node *node;
  enum lcm_deal deal;
  double count;
  double chunk;
  double tasks;
  double first;
  double step;
  double members;
  double weight;
};

/* Return how the PARLOOP "node" is divided. */
struct lcm_division lcm_run_division(struct lcm_run *run, const lcm_node *node,
                                     double members, double weight);

/* Return how many iterations are given out together from number "from" on,
 * where chunks are given out on demand. */
double lcm_division_next(const struct lcm_division *d, double from);

/* Chunks in blocks, from which members that have none left take some.
 * chunks   how many there are; k: members
 * alone    too few for that: members take the next chunk, "given" so far
 * next, end, state, victim   of each member: its chunks, how far it is, where
 *          it looks for others */
struct lcm_stealing {
  size_t k;
  double chunks;
  bool alone;
  double given;
  double *next;
  double *end;
  unsigned char *state;
  size_t *victim;
};

/* Return the chunks of "d", of which nobody has taken any. */
struct lcm_stealing *lcm_stealing_new(lcm_arena *arena,
                                      const struct lcm_division *d);

/* Put the number of the chunk that member "m" takes next into "*chunk"; false
 * where it finds none, now and later. */
bool lcm_stealing_take(double *chunk, struct lcm_stealing *s, size_t m);

/* Return the outcome of iteration number "i". */
struct lcm_outcome lcm_division_iteration(struct lcm_run *run,
                                          const struct lcm_division *d,
                                          double i);

/* Return what the crossings of data that end at "node" cost each of "k"
 * members. */
double lcm_run_crossing(struct lcm_run *run, const lcm_node *node, double k);

/* Divide the iterations of the PARLOOP "node" among the members of "team". */
void lcm_run_parloop(struct lcm_run *run, struct lcm_team *team,
                     const lcm_node *node);

/* ---- tasks (composer/engine/team/task.c) ------------------------------------------------
 */

/* Return work (the outcome of one crew of "w" processors) and span of "node",
 * whose models were looked at and whose record is open, with its tasks. */
struct lcm_outcome lcm_run_tasks(struct lcm_run *run, const lcm_node *node,
                                 double w, double *span);

/* Return whether "node" is a call of a function that comes to call itself, and
 * does so without what is parallel or shared: lcm_run_tasks executes it, each
 * call with the same arguments once. */
bool lcm_run_is_recursion(struct lcm_run *run, const lcm_node *node);

/* Return how many steps it takes to follow "node" with its tasks event by
 * event; infinity where its calls nest too deeply for that. */
double lcm_run_steps(struct lcm_run *run, const lcm_node *node);

/* ---- actors (composer/engine/team/actor.c) ----------------------------------------------
 */

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

/* Execute "units" with locks and conditions.  Return false where that is too
 * much: an error, unless it may fail; nothing has happened then. */
bool lcm_run_actors(struct lcm_run *run, const struct lcm_units *units);

/* Note that the resources of the USING "node" are possessed for "time". */
void lcm_run_possess(struct lcm_run *run, const lcm_node *node, double time);

/* Execute the children of the SERIES "node" by the members of "team", event by
 * event where their order matters. */
void lcm_run_stretches(struct lcm_run *run, struct lcm_team *team,
                       const lcm_node *node);

/* Execute "node" by the members of "team" event by event, if that is needed and
 * no part of it can be; false: nothing has happened. */
bool lcm_run_events(struct lcm_run *run, struct lcm_team *team,
                    const lcm_node *node);

/* ---- ranks (composer/engine/messages/ranks.c) -----------------------------------------------
 */

/* Return whether "node", a loop, asks again and again whether messages are
 * there: it is left when they are. */
bool lcm_node_polls(const lcm_node *node);

/* The messages of the ranks make no sense: return whether that is to be
 * reported. */
bool lcm_run_makes_no_sense(struct lcm_run *run);

/* Return how many ranks the team "node" has on "w" processors. */
size_t lcm_run_count_ranks(struct lcm_run *run, const lcm_node *node, double w);

/* Return whether all ranks share what is called "name": a resource that is
 * declared and no lock.  They have locks and memory of their own. */
bool lcm_run_is_common(const struct lcm_run *run, const char *name);

/* Execute the team of ranks "node" by "w" processors. */
struct lcm_outcome lcm_run_ranks(struct lcm_run *run, const lcm_node *node,
                                 double w);

/* ---- span (composer/engine/span.c) --------------------------------------------------
 */

/* Return the time of "node" on unlimited processors, without overheads and
 * contention; models that depend on p are taken at "w". */
double lcm_run_span(struct lcm_run *run, const lcm_node *node, double w);

/* ---- randomness (composer/engine/random.c) -----------------------------------------
 */

/* Return the expected maximum over "n" members of which member i repeats
 * "node" shares[i] times, and put the expected sum of all into "*sum". */
double lcm_run_expected_max(struct lcm_run *run, const lcm_node *node,
                            const double *shares, size_t n, double *sum);

/* How members take chunks: from which clocks on, what one costs, how long the
 * counter is held for it. */
struct lcm_taking {
  const double *starts;
  double chunk;
  double counter;
};

/* Return when the last member is expected to be done with the random loop "of",
 * whose chunks members ask for as "taking" says; put the mean of an iteration
 * into "*mean".  Exact for exponential iterations taken one by one; else the
 * mean of many plays with dice, of which only what goes beyond an even share of
 * the work is left to chance. */
double lcm_run_expected_end(struct lcm_run *run, const struct lcm_division *of,
                            const struct lcm_taking *taking, double *mean);

/* Return what the iterations of the PARLOOP "node" execute, where that is
 * random: the body, or the node itself whose model says it; else NULL. */
const lcm_node *lcm_loop_random_part(struct lcm_run *run, const lcm_node *node);

/* Return whether "e" (or NULL) mentions a random quantity of "program". */
bool lcm_expr_draws(const lcm_program *program, const lcm_expr *e);
