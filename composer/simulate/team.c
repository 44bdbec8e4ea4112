/* Runs the instructions of teams: worksharing, barriers, costs that share
 * bandwidth. */
#include <math.h>
#include <string.h>

#include "composer/simulate/code/emit.h"
#include "composer/simulate/code/leaf.h"
#include "composer/simulate/crew.h"
#include "composer/simulate/frame.h"
#include "composer/simulate/realm.h"
#include "composer/simulate/step.h"
#include "composer/simulate/task.h"
#include "composer/simulate/team.h"
#include "composer/simulate/trace_internal.h"

/* ---- costs ------------------------------------------------------------------
 */

/* Note that the run has failed, if it has. */
static void check_run(lcm_vm *vm) {
  if (vm->run.status)
    lcm_vm_fail(vm, vm->run.status);
}

/* Add "time", of which "pieces" share bandwidth, to "plan". */
static void add_time(struct lcm_vm_plan *plan, double time,
                     const struct lcm_pieces *pieces) {
  for (size_t i = 0; i < pieces->n; i++)
    time -= fmax(pieces->at[i].compute, pieces->at[i].move);
  plan->alone += fmax(0, time);
}

/* Return the plan of "leaf" for "key" on "weight" processors, or NULL. */
static struct lcm_vm_plan **find_plan(struct lcm_vm_leaf *leaf,
                                      const struct lcm_vm_frame *frame) {
  uint64_t hash = 0;
  for (size_t i = 0; i < leaf->n_keys; i++) {
    uint64_t bits = 0;
    memcpy(&bits, &frame->slots[leaf->keys[i]], sizeof bits);
    hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return &leaf->plans[hash % LCM_VM_CACHE];
}

/* Return how many processors move bytes at the same time as "p". */
static double movers_of(const struct lcm_vm_process *p) {
  return p->crew ? (double)p->crew->k * p->crew->weight : 1;
}

/* Return whether "plan" is for what "p" holds in its frame. */
static bool fits(const struct lcm_vm_plan *plan, const struct lcm_vm_leaf *leaf,
                 const struct lcm_vm_process *p) {
  const struct lcm_vm_frame *frame = p->frame;
  if (!plan || plan->weight != p->weight || plan->movers != movers_of(p))
    return false;
  for (size_t i = 0; i < leaf->n_keys; i++)
    if (memcmp(&plan->key[i], &frame->slots[leaf->keys[i]], sizeof(double)) !=
        0)
      return false;
  return true;
}

/* Return an empty plan of "leaf" for "p", in memory that stays; until the end
 * of the simulation where it is drawn anew each time. */
static struct lcm_vm_plan *fresh_plan(lcm_vm *vm,
                                      const struct lcm_vm_leaf *leaf,
                                      const struct lcm_vm_process *p) {
  const struct lcm_vm_frame *frame = p->frame;
  lcm_arena *arena = leaf->drawn ? &vm->life : lcm_ctx_arena(vm->ctx);
  struct lcm_vm_plan *plan = LCM_NEW(arena, struct lcm_vm_plan);
  plan->weight = p->weight;
  plan->movers = movers_of(p);
  plan->key = LCM_NEW_ARRAY(arena, double, leaf->n_keys + 1);
  for (size_t i = 0; i < leaf->n_keys; i++)
    plan->key[i] = frame->slots[leaf->keys[i]];
  return plan;
}

/* Let the engine note in "pieces" what members of the team of "p" share the
 * bandwidth for. */
static void note_pieces(lcm_vm *vm, const struct lcm_vm_process *p,
                        struct lcm_pieces *pieces) {
  const bool one = p->weight <= 1;
  vm->run.bandwidth.pieces = vm->sockets && one ? pieces : NULL;
  vm->run.bandwidth.movers = one ? movers_of(p) : 0;
}

/* Return what "leaf" costs with the values in the frame of "p" on its
 * processors. */
static const struct lcm_vm_plan *plan_of(lcm_vm *vm, struct lcm_vm_leaf *leaf,
                                         const struct lcm_vm_process *p) {
  struct lcm_vm_plan **place = find_plan(leaf, p->frame);
  const bool by_tasks = vm->run.data && vm->run.data->by_tasks;
  if (!leaf->drawn && !by_tasks && fits(*place, leaf, p))
    return *place;
  struct lcm_vm_plan *plan = fresh_plan(vm, leaf, p);
  lcm_vm_bind(vm, leaf, p->frame);
  lcm_vm_bind_tasks(vm, p);
  note_pieces(vm, p, &plan->pieces);
  const struct lcm_outcome out =
      lcm_run_serial(&vm->run, leaf->node, p->weight);
  vm->run.bandwidth.pieces = NULL;
  vm->run.bandwidth.movers = 0;
  add_time(plan, out.time, &plan->pieces);
  check_run(vm);
  if (!leaf->drawn && !by_tasks)
    *place = plan;
  return plan;
}

/* Return the resource for the processors that "p" shares; LCM_VM_NONE: it has
 * its own. */
static uint32_t cpu_of(const struct lcm_vm_process *p) {
  if (p->crew)
    return p->crew->cpu;
  return p->cpu ? p->cpu - 1 : LCM_VM_NONE;
}

/* Let "process" do "time" of computing. */
static void spend(lcm_vm *vm, lcm_process *process, double time) {
  const struct lcm_vm_process *p = lcm_process_extra(process);
  const uint32_t cpu = cpu_of(p);
  if (cpu != LCM_VM_NONE) {
    const struct lcm_claim claim = {cpu, 1};
    lcm_sim_use(vm->sim, process, &claim, 1, time);
  } else {
    lcm_sim_delay(vm->sim, process, time);
  }
}

/* Go on with the plan of "process"; return whether it is done. */
static bool follow(lcm_vm *vm, lcm_process *process) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  const struct lcm_vm_plan *plan = p->plan;
  const double now = lcm_sim_time(vm->sim);
  while (p->step <= 2 * plan->pieces.n) {
    const uint32_t step = p->step++;
    if (step == 0) {
      if (plan->alone * p->times > 0) {
        spend(vm, process, plan->alone * p->times);
        return false;
      }
    } else if (step % 2) {
      const struct lcm_piece *piece = &plan->pieces.at[step / 2];
      const struct lcm_claim claim = {
          vm->memory[piece->level] + lcm_vm_realm_offset(vm, false) +
              (uint32_t)lcm_machine_socket(vm->run.machine, p->member) %
                  vm->sockets,
          1};
      p->until = now + piece->compute * p->times;
      lcm_sim_use(vm->sim, process, &claim, 1, piece->move * p->times);
      return false;
    } else if (p->until > now) {
      lcm_sim_delay(vm->sim, process, p->until - now);
      return false;
    }
  }
  p->plan = NULL;
  return true;
}

/* Let "process" do "plan", "times" over; return whether that took no time. */
static bool start(lcm_vm *vm, lcm_process *process,
                  const struct lcm_vm_plan *plan, double times) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  p->plan = plan;
  p->times = times;
  p->step = 0;
  return follow(vm, process);
}

/* Return the machine's cost "name" for a team of "k". */
static double cost_of(lcm_vm *vm, const char *name, size_t k) {
  const double cost = lcm_run_machine(&vm->run, name, (double)k, 0, 1);
  check_run(vm);
  return cost;
}

/* Let "process" do "time" of overhead and come back to its instruction; return
 * false where that takes time. */
static bool pay(lcm_vm *vm, lcm_process *process, double time) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  if (!(time > 0))
    return true;
  p->next = p->at;
  lcm_sim_delay(vm->sim, process, time);
  return false;
}

/* ---- teams --------------------------------------------------------------- */

/* Return an empty team of "k" members. */
static struct lcm_vm_crew *new_crew(lcm_vm *vm, size_t k) {
  struct lcm_vm_crew *crew = vm->crews;
  if (crew && crew->room >= k) {
    vm->crews = crew->next;
    memset(crew->self, 0, k * sizeof *crew->self);
    crew->shared.n = crew->busy.n = crew->turns.n = 0;
    crew->depending.n = crew->rolls.n = 0;
    crew->arrived = crew->running = crew->n_idle = 0;
    crew->first = crew->last = NULL;
  } else {
    crew = LCM_NEW(&vm->life, struct lcm_vm_crew);
    crew->room = k;
    crew->self = LCM_NEW_ARRAY(&vm->life, struct lcm_vm_job, k);
    crew->idle = LCM_NEW_ARRAY(&vm->life, lcm_process *, k);
    crew->clocks = LCM_NEW_ARRAY(&vm->life, double, k);
    crew->own = LCM_VM_NONE;
  }
  crew->k = k;
  crew->met++;
  return crew;
}

/* Return a resource for "w" processors that are shared. */
static uint32_t new_cpu(lcm_vm *vm, double w) {
  return lcm_sim_add_resource(
      vm->sim, (struct lcm_sim_resource){
                   .units = 1, .shared = true, .capacity = fmax(w, 1e-9)});
}

/* Give "crew", whose maker has the processors "outer", a resource for "w"
 * processors where its members are more. */
static void set_processors(lcm_vm *vm, struct lcm_vm_crew *crew, uint32_t outer,
                           double w) {
  if ((double)crew->k * crew->weight <= w + 1e-9) {
    crew->cpu = outer;
    return;
  }
  if (crew->own == LCM_VM_NONE || crew->w != w)
    crew->own = new_cpu(vm, w);
  crew->w = w;
  crew->cpu = crew->own;
}

/* Make the members of the team of "process". */
static void make_members(lcm_vm *vm, lcm_process *process,
                         const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  const struct lcm_vm_team *team = at->more;
  struct lcm_vm_crew *crew = p->made;
  for (size_t i = 0; i < crew->k && !vm->status; i++) {
    lcm_process *const made = lcm_sim_fork(vm->sim, process, i, crew->k);
    if (!made)
      return;
    struct lcm_vm_process *m = lcm_process_extra(made);
    *m = (struct lcm_vm_process){.next = p->at + 1,
                                 .maker = p->at,
                                 .value = (double)i,
                                 .weight = crew->weight,
                                 .crew = crew,
                                 .member = (uint32_t)i,
                                 .realm = p->realm};
    m->frame = lcm_vm_copy_frame(vm, p->frame);
    m->frame->slots[team->thread] = (double)i;
    m->frame->slots[team->size] = (double)crew->k;
    m->frame->slots[team->p] = (double)crew->k * crew->weight;
    if (vm->recorder)
      lcm_vm_note_begin(vm, made);
  }
}

/* Return how many of "w" processors each of the "k" members of the team that
 * "node" makes has: several only where they make teams themselves. */
static double share_of(lcm_vm *vm, const lcm_node *node, double w, size_t k) {
  const bool nests =
      node->n_children && lcm_run_traits(&vm->run, node->children[0])->parallel;
  return nests ? fmax(1, w / (double)k) : 1;
}

/* Run the team "at"; return whether "process" runs on. */
static bool run_team(lcm_vm *vm, lcm_process *process,
                     const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_team *team = at->more;
  struct lcm_team nested = {0};
  if (p->phase == 0) {
    lcm_node loop = {.kind = LCM_NODE_TEAM};
    lcm_vm_bind(vm, &team->leaf, p->frame);
    vm->run.team = p->crew ? &nested : NULL;
    const size_t k = lcm_run_team_size(
        &vm->run, at->node->kind == LCM_NODE_TEAM ? at->node : &loop,
        p->weight);
    vm->run.team = NULL;
    p->made = new_crew(vm, k);
    p->made->weight = share_of(vm, at->node, p->weight, k);
    set_processors(vm, p->made, cpu_of(p), p->weight);
    p->phase = 1;
    if (!pay(vm, process, cost_of(vm, "fork", k)))
      return false;
  }
  if (p->phase == 1) {
    p->phase = 2;
    make_members(vm, process, at);
    p->next = p->at;
    return lcm_sim_join(vm->sim, process);
  }
  p->phase = 0;
  p->made->next = vm->crews;
  vm->crews = p->made;
  p->made = NULL;
  p->next = at->c;
  return true;
}

/* Let "process" meet the other members; return whether all were here and no
 * task is left.  Its phase is 1 while it waits.  All go on in the order of the
 * members, also the last one to come. */
static bool meet(lcm_vm *vm, lcm_process *process) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_crew *crew = p->crew;
  if (p->phase == 1 && p->met != crew->met) {
    p->phase = 2;
    return true;
  }
  if (p->phase == 0) {
    p->phase = 1;
    p->met = crew->met;
    crew->arrived++;
  }
  if (crew->arrived == crew->k && !crew->first && !crew->running) {
    crew->arrived = 0;
    crew->met++;
    p->phase = 2;
    p->next = p->at;
    lcm_vm_wake(vm, crew);
    lcm_sim_wake(vm->sim, process, 0);
    return false;
  }
  lcm_vm_idle(vm, process);
  return false;
}

/* Run the barrier "at"; return whether "process" runs on. */
static bool run_barrier(lcm_vm *vm, lcm_process *process,
                        const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_crew *crew = p->crew;
  const bool waiting = p->phase == 1 && p->met == crew->met;
  if (p->phase == 0 || waiting) {
    crew->arrived -= waiting;
    p->phase = 0;
    if (lcm_vm_begin_job(p))
      return true;
  }
  if (p->phase < 2 && !meet(vm, process))
    return false;
  if (p->phase == 2) {
    p->phase = 3;
    if (!at->a && !pay(vm, process, cost_of(vm, "barrier", crew->k)))
      return false;
  }
  p->phase = 0;
  p->next = p->at + 1;
  return true;
}

/* Let the engine say what each member of "crew" does in "leaf", which all do
 * together from the same moment on. */
static void do_together(lcm_vm *vm, struct lcm_vm_crew *crew,
                        const struct lcm_vm_leaf *leaf,
                        const struct lcm_vm_frame *frame) {
  struct lcm_run *run = &vm->run;
  lcm_vm_bind(vm, leaf, frame);
  struct lcm_team *team = lcm_team_new(run, crew->k, crew->weight);
  run->team = team;
  lcm_run_in_team(run, team, leaf->node);
  run->team = NULL;
  memcpy(crew->clocks, team->clocks, crew->k * sizeof *crew->clocks);
  check_run(vm);
}

/* Run the node "at" that all members execute together; return whether
 * "process" runs on. */
static bool run_together(lcm_vm *vm, lcm_process *process,
                         const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  if (p->phase < 2) {
    const bool last = p->phase == 0 && p->crew->arrived + 1 == p->crew->k &&
                      !p->crew->running;
    if (last)
      do_together(vm, p->crew, at->more, p->frame);
    if (!meet(vm, process))
      return false;
  }
  if (p->phase == 2) {
    p->phase = 3;
    if (!pay(vm, process, p->crew->clocks[p->member]))
      return false;
  }
  p->phase = 0;
  p->next = p->at + 1;
  return true;
}

/* ---- worksharing --------------------------------------------------------- */

/* Instead of how many chunks there were so far: the loop makes tasks; the task
 * has one chunk. */
enum { MAKING = -2, CHUNK = -1 };

/* Return how "node" is divided among "k" members, and put that into the slots
 * of the loop at "state". */
static struct lcm_loop_schedule begin_loop(lcm_vm *vm, double *state,
                                           const lcm_node *node, double k) {
  struct lcm_run *run = &vm->run;
  const struct lcm_loop_schedule d = lcm_run_loop_schedule(run, node, k, 1);
  state[LCM_VM_LOOP_FIRST] = d.first;
  state[LCM_VM_LOOP_STRIDE] = d.step;
  state[LCM_VM_LOOP_CHUNK] = d.chunk;
  state[LCM_VM_LOOP_COUNT] = d.count;
  return d;
}

/* Make the chunks of the taskloop "at" tasks, one after the other; return
 * whether "process" runs on. */
static bool make_chunks(lcm_vm *vm, lcm_process *process,
                        const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  const struct lcm_vm_loop *loop = at->more;
  double *state = p->frame->slots + loop->slot;
  const bool begun = state[LCM_VM_LOOP_ROUND] == MAKING;
  lcm_vm_bind(vm, &loop->leaf, p->frame);
  const struct lcm_loop_schedule d =
      begin_loop(vm, state, at->node, (double)p->crew->k);
  enum lcm_vm_made made = LCM_VM_QUEUED;
  double from = begun ? state[LCM_VM_LOOP_NEXT] : 0;
  state[LCM_VM_LOOP_ROUND] = MAKING;
  while (from < d.count && made == LCM_VM_QUEUED && !vm->status) {
    struct lcm_vm_frame *frame = NULL;
    state[LCM_VM_LOOP_NEXT] = from;
    made = lcm_vm_make_chunk(vm, process, at->node, &frame);
    if (made == LCM_VM_UNPAID)
      return false;
    const double next = from + lcm_loop_schedule_next(&d, from);
    double *own = frame->slots + loop->slot;
    own[LCM_VM_LOOP_NEXT] = from;
    own[LCM_VM_LOOP_END] = next;
    own[LCM_VM_LOOP_ROUND] = CHUNK;
    state[LCM_VM_LOOP_NEXT] = from = next;
  }
  if (made == LCM_VM_ENTERED)
    return true;
  state[LCM_VM_LOOP_NEXT] = state[LCM_VM_LOOP_END] = 0;
  state[LCM_VM_LOOP_ROUND] = state[LCM_VM_LOOP_COUNT] = 0;
  return true;
}

/* Begin the worksharing construct "at"; return whether "process" runs on. */
static bool run_share(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  const struct lcm_vm_loop *loop = at->more;
  struct lcm_vm_crew *crew = p->crew;
  double *state = p->frame->slots + loop->slot;
  const uint32_t number = p->seen;
  if (loop->tasks)
    return make_chunks(vm, process, at);
  if (p->phase == 1) {
    p->phase = 0;
    p->next = p->at + 1;
    return true;
  }
  lcm_vm_bind(vm, &loop->leaf, p->frame);
  state[LCM_VM_LOOP_NEXT] = state[LCM_VM_LOOP_END] = 0;
  state[LCM_VM_LOOP_FROM] = state[LCM_VM_LOOP_ROUND] = 0;
  state[LCM_VM_LOOP_COUNT] = loop->n_targets;
  state[LCM_VM_LOOP_CHUNK] = 0;
  p->seen++;
  while (crew->shared.n <= number) {
    LCM_LIST_ADD(&vm->life, &crew->shared, 0);
    LCM_LIST_ADD(&vm->life, &crew->busy, 0);
    LCM_LIST_ADD(&vm->life, &crew->turns, 0);
  }
  state[LCM_VM_LOOP_SHARED] = number;
  if (loop->n_targets)
    return true;
  (void)begin_loop(vm, state, at->node, (double)crew->k);
  check_run(vm);
  p->phase = 1;
  const double k = (double)crew->k;
  if (!pay(vm, process,
           lcm_run_crossing(&vm->run, at->node, k) +
               lcm_run_crowding(&vm->run, at->node, k)))
    return false;
  p->phase = 0;
  return true;
}

/* Give "n" iterations from "from" on as the next chunk; return whether there
 * are any. */
static bool give(double *state, double from, double n) {
  const double count = state[LCM_VM_LOOP_COUNT];
  state[LCM_VM_LOOP_FROM] = state[LCM_VM_LOOP_NEXT] = from;
  state[LCM_VM_LOOP_END] = fmin(count, from + n);
  state[LCM_VM_LOOP_ROUND]++;
  return state[LCM_VM_LOOP_END] > from;
}

/* Return whether one iteration of "loop" stands for all. */
static bool is_kept(const struct lcm_vm_loop *loop) {
  return loop->uniform && !loop->leaf.drawn;
}

/* Take the next chunk of a static schedule for member "m" of "k"; return
 * whether there is one. */
static bool next_static(double *state, const struct lcm_vm_loop *loop, double m,
                        double k) {
  const double count = state[LCM_VM_LOOP_COUNT];
  const double chunk = state[LCM_VM_LOOP_CHUNK];
  const double round = state[LCM_VM_LOOP_ROUND];
  if (chunk < 1) {
    const struct lcm_block block = lcm_block_of(count, k, m);
    return round == 0 && give(state, block.from, block.size);
  }
  if (loop->plain && is_kept(loop))
    return round == 0 && give(state, 0, lcm_rounds_share(count, k, chunk, m));
  return give(state, (round * k + m) * chunk, chunk);
}

/* Take the next part of the loop; return whether there is one. */
static bool next_part(struct lcm_vm_process *p, double *state,
                      const struct lcm_vm_loop *loop) {
  const double count = state[LCM_VM_LOOP_COUNT];
  const double k = (double)p->crew->k;
  if (loop->tasks)
    return false;
  if (!loop->demand && (!loop->n_targets || loop->blocks))
    return next_static(state, loop, p->member, k);
  double *next = &p->crew->shared.at[(size_t)state[LCM_VM_LOOP_SHARED]];
  const double left = count - *next;
  if (left <= 0)
    return false;
  const struct lcm_loop_schedule d = {.node = loop->leaf.node,
                                      .way = loop->way,
                                      .count = count,
                                      .chunk = state[LCM_VM_LOOP_CHUNK],
                                      .members = k};
  const double n = loop->n_targets ? 1 : lcm_loop_schedule_next(&d, *next);
  const double from = *next;
  *next += fmin(n, left);
  return give(state, from, n);
}

/* Return what the iterations of the chunk cost together. */
static const struct lcm_vm_plan *chunk_plan(lcm_vm *vm,
                                            struct lcm_vm_process *p,
                                            struct lcm_vm_loop *loop,
                                            double from, double to) {
  const double *state = p->frame->slots + loop->slot;
  const struct lcm_iteration_share how = {state[LCM_VM_LOOP_COUNT], p->weight};
  struct lcm_vm_plan **place = find_plan(&loop->leaf, p->frame);
  const bool kept = is_kept(loop);
  if (kept && fits(*place, &loop->leaf, p))
    return *place;
  struct lcm_vm_plan *plan = fresh_plan(vm, &loop->leaf, p);
  const double first = kept ? floor(how.count / 2) : from;
  const double last = kept ? first + 1 : to;
  for (double i = first; i < last && !vm->run.status; i++) {
    lcm_vm_bind(vm, &loop->leaf, p->frame);
    lcm_run_bind(&vm->run, vm->run.names->p, p->weight);
    const double value =
        state[LCM_VM_LOOP_FIRST] + i * state[LCM_VM_LOOP_STRIDE];
    struct lcm_pieces one = {0};
    note_pieces(vm, p, &one);
    const struct lcm_outcome out =
        lcm_run_iteration(&vm->run, loop->leaf.node, value, &how);
    vm->run.bandwidth.pieces = &plan->pieces;
    add_time(plan, out.time, &one);
    for (size_t k = 0; k < one.n; k++)
      lcm_run_piece(&vm->run, one.at[k]);
    vm->run.bandwidth.pieces = NULL;
    vm->run.bandwidth.movers = 0;
  }
  check_run(vm);
  if (kept)
    *place = plan;
  return plan;
}

/* Do the next iteration or all of the chunk; return whether "process" runs
 * on. */
static bool do_part(lcm_vm *vm, lcm_process *process,
                    struct lcm_vm_loop *loop) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  double *state = p->frame->slots + loop->slot;
  const double next = state[LCM_VM_LOOP_NEXT];
  const double end = state[LCM_VM_LOOP_END];
  if (loop->n_targets) {
    state[LCM_VM_LOOP_NEXT] = next + 1;
    p->next = vm->targets.at[loop->targets + (uint32_t)next];
    return true;
  }
  if (!loop->plain) {
    if (loop->index != LCM_VM_NONE)
      p->frame->slots[loop->index] =
          state[LCM_VM_LOOP_FIRST] + next * state[LCM_VM_LOOP_STRIDE];
    state[LCM_VM_LOOP_NEXT]++;
    p->next = p->at + 1;
    return true;
  }
  state[LCM_VM_LOOP_NEXT] = end;
  p->next = p->at;
  return start(vm, process, chunk_plan(vm, p, loop, next, end),
               is_kept(loop) ? end - next : 1);
}

/* Return how long "p" takes for the chunk of "loop" that it has got, with the
 * waiting for those who took one before. */
static double chunk_cost(lcm_vm *vm, const struct lcm_vm_process *p,
                         const double *state, const struct lcm_vm_loop *loop) {
  const bool shared = !loop->tasks && loop->way != LCM_ASSIGN_STOLEN;
  const double held = shared ? cost_of(vm, "counter", p->crew->k) : 0;
  double wait = 0;
  if (held > 0) {
    double *busy = &p->crew->busy.at[(size_t)state[LCM_VM_LOOP_SHARED]];
    const double now = lcm_sim_time(vm->sim);
    *busy = fmax(*busy, now) + held;
    wait = *busy - now;
  }
  return wait + cost_of(vm, "chunk", p->crew->k);
}

/* ---- what is ordered ------------------------------------------------------
 */

/* Return how many iterations of the ordered loop with "state", which "p"
 * executes, are through. */
static double *turn_of(const struct lcm_vm_process *p, const double *state) {
  return &p->crew->turns.at[(size_t)state[LCM_VM_LOOP_SHARED]];
}

/* Let the chunks behind that of "state" have their turn; return whether
 * "process" runs on: not before members ahead of it that waited for that. */
static bool pass_turn(lcm_vm *vm, lcm_process *process, const double *state) {
  const struct lcm_vm_process *p = lcm_process_extra(process);
  double *turn = turn_of(p, state);
  if (*turn >= state[LCM_VM_LOOP_END])
    return true;
  *turn = state[LCM_VM_LOOP_END];
  if (!p->crew->n_idle)
    return true;
  lcm_vm_wake(vm, p->crew);
  lcm_sim_wake(vm->sim, process, 0);
  return false;
}

/* Return whether it is the turn of the chunk of "state"; else "process" waits
 * for that. */
static bool has_turn(lcm_vm *vm, lcm_process *process, const double *state) {
  const struct lcm_vm_process *p = lcm_process_extra(process);
  if (*turn_of(p, state) >= state[LCM_VM_LOOP_FROM])
    return true;
  lcm_vm_idle(vm, process);
  return false;
}

/* Run the TURN "at"; return whether "process" runs on.  With libomp the next
 * chunk has its turn once the last ordered part is left. */
static bool run_turn(lcm_vm *vm, lcm_process *process,
                     const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  const double *state = p->turn;
  if (!state || !p->crew)
    return true;
  if (at->a == 0 && !has_turn(vm, process, state))
    return false;
  p->next = at->c;
  if (at->a == 0)
    return true;
  const bool last = state[LCM_VM_LOOP_NEXT] >= state[LCM_VM_LOOP_END];
  return vm->run.machine->openmp != LCM_LIBOMP || !last ||
         pass_turn(vm, process, state);
}

/* End the chunk of "state" of the ordered loop that "process" executes, once it
 * has had its turn; return whether it has. */
static bool end_chunk(lcm_vm *vm, lcm_process *process, double *state) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  if (state[LCM_VM_LOOP_FROM] >= state[LCM_VM_LOOP_END])
    return true;
  if (!has_turn(vm, process, state))
    return false;
  state[LCM_VM_LOOP_FROM] = state[LCM_VM_LOOP_END];
  p->turn = NULL;
  p->next = p->at;
  return pass_turn(vm, process, state);
}

/* Go on with the loop or the sections "at"; return whether "process" runs
 * on. */
static bool run_iterate(lcm_vm *vm, lcm_process *process,
                        const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_loop *loop = at->more;
  double *state = p->frame->slots + loop->slot;
  if (p->plan && !follow(vm, process)) {
    p->next = p->at;
    return false;
  }
  if (state[LCM_VM_LOOP_NEXT] < state[LCM_VM_LOOP_END]) {
    p->turn = loop->ordered ? state : NULL;
    return do_part(vm, process, loop);
  }
  if (loop->ordered && !end_chunk(vm, process, state))
    return false;
  if (!next_part(p, state, loop)) {
    p->next = state[LCM_VM_LOOP_ROUND] < 0 ? loop->finish : at->c;
    return true;
  }
  p->next = p->at;
  return !loop->demand || pay(vm, process, chunk_cost(vm, p, state, loop));
}

/* ---- the rest ------------------------------------------------------------ */

/* Set the weight of "process" as "at" says. */
static bool run_weight(lcm_vm *vm, lcm_process *process,
                       const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  const struct lcm_vm_leaf *leaf = at->more;
  const double n = at->a;
  const double w = p->crew ? (double)p->crew->k * p->crew->weight : p->weight;
  if (!leaf) {
    p->weight = p->crew ? p->crew->weight : p->weight;
    return true;
  }
  lcm_vm_bind(vm, leaf, p->frame);
  const bool parallel = lcm_run_traits(&vm->run, leaf->node)->parallel;
  p->weight = parallel && n <= w
                  ? lcm_run_unit_weight(&vm->run, leaf->node, w, n)
                  : fmin(w, 1);
  check_run(vm);
  return true;
}

/* From which operand on PLACE is of processors that are shared. */
enum { SHARES = 3 };

/* Make, take or give back a place for "process" as "at" says; return whether it
 * runs on. */
static bool run_place(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  double *slot = &p->frame->slots[at->b];
  const struct lcm_claim claim = {isnan(*slot) ? 0 : (uint32_t)*slot, 1};
  const double places = fmax(1, floor(p->weight + 1e-9));
  if (at->a >= SHARES) {
    if (at->a == SHARES)
      *slot = at->c > places ? new_cpu(vm, places) : NAN;
    else if (!isnan(*slot))
      p->cpu = 1 + (uint32_t)*slot;
    return true;
  }
  if (at->a == 0) {
    *slot = NAN;
    if (at->c > places)
      *slot = lcm_sim_add_resource(
          vm->sim, (struct lcm_sim_resource){.units = (int64_t)places});
    return true;
  }
  if (isnan(*slot))
    return true;
  if (at->a == 1)
    return lcm_sim_acquire(vm->sim, process, &claim, 1);
  lcm_sim_release(vm->sim, &claim, 1);
  return true;
}

/* Do what the leaf "at" costs; return whether "process" runs on. */
static bool run_leaf(lcm_vm *vm, lcm_process *process,
                     const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  const bool done = p->plan ? follow(vm, process)
                            : start(vm, process, plan_of(vm, at->more, p), 1);
  p->next = done ? p->at + 1 : p->at;
  return done;
}

/* Find how often the loop of "at" runs. */
static bool run_times(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at) {
  const struct lcm_vm_process *p = lcm_process_extra(process);
  lcm_vm_bind(vm, at->more, p->frame);
  p->frame->slots[at->a] = lcm_run_count(&vm->run, at->node);
  check_run(vm);
  return true;
}

/* Pay for getting the lock of "at". */
static bool run_locked(lcm_vm *vm, lcm_process *process,
                       const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  if (p->phase == 0) {
    p->phase = 1;
    const double cost = cost_of(vm, lcm_lock_cost(vm->run.machine, at->node),
                                p->crew ? p->crew->k : 1);
    if (!pay(vm, process, cost))
      return false;
  }
  p->phase = 0;
  p->next = p->at + 1;
  return true;
}

bool lcm_vm_step_program(lcm_vm *vm, lcm_process *process,
                         const struct lcm_vm_instruction *at) {
  static bool (*const STEPS[])(lcm_vm *, lcm_process *,
                               const struct lcm_vm_instruction *) = {
      [LCM_VM_LEAF] = run_leaf,         [LCM_VM_TIMES] = run_times,
      [LCM_VM_TEAM] = run_team,         [LCM_VM_SHARE] = run_share,
      [LCM_VM_ITERATE] = run_iterate,   [LCM_VM_BARRIER] = run_barrier,
      [LCM_VM_TOGETHER] = run_together, [LCM_VM_WEIGHT] = run_weight,
      [LCM_VM_PLACE] = run_place,       [LCM_VM_TURN] = run_turn,
      [LCM_VM_LOCKED] = run_locked,     [LCM_VM_HAND] = NULL};
  return (STEPS[at->code] ? STEPS[at->code] : lcm_vm_step_task)(vm, process,
                                                                at);
}
