/* Runs the instructions of tasks: making, beginning, waiting. */
#include <string.h>

#include "composer/simulate/crew.h"
#include "composer/simulate/frame.h"
#include "composer/simulate/task.h"

/* Return what "p" is executing: a task or itself. */
static struct lcm_vm_job *job_of(const struct lcm_vm_process *p) {
  return p->job ? p->job : &p->crew->self[p->member];
}

/* ---- what may begin ------------------------------------------------------ */

/* Return whether "job" has to wait for "before": siblings alone depend on each
 * other. */
static bool needs(const struct lcm_vm_job *job,
                  const struct lcm_vm_job *before) {
  if (before->done || before->parent != job->parent)
    return false;
  for (size_t a = 0; a < job->n_keys; a++)
    for (size_t b = 0; b < before->n_keys; b++)
      if (job->keys[a] == before->keys[b] &&
          (job->writes[a] || before->writes[b]))
        return true;
  return false;
}

/* Return whether "job" of "crew" may begin. */
static bool may_begin(const struct lcm_vm_crew *crew,
                      const struct lcm_vm_job *job) {
  for (size_t i = 0; job->n_keys && i < crew->depending.n; i++) {
    const struct lcm_vm_job *before = crew->depending.at[i];
    if (before == job)
      return true;
    if (needs(job, before))
      return false;
  }
  return true;
}

/* Forget the tasks with dependences that are done, at the head of their
 * list. */
static void forget_done(struct lcm_vm_crew *crew) {
  size_t n = 0;
  while (n < crew->depending.n && crew->depending.at[n]->done)
    n++;
  if (n < 64 && n < crew->depending.n)
    return;
  crew->depending.n -= n;
  if (crew->depending.n)
    memmove(crew->depending.at, crew->depending.at + n,
            crew->depending.n * sizeof *crew->depending.at);
}

/* Let "p" execute "job", and come back to its present instruction. */
static void enter(struct lcm_vm_process *p, struct lcm_vm_job *job) {
  job->frame->up = p->frame;
  job->frame->back = p->at;
  job->outer = p->job;
  p->job = job;
  p->frame = job->frame;
  p->next = job->next;
  p->calls++;
  p->phase = 0;
}

/* Take "job" out of the line of "crew" and let "p" execute it. */
static void begin(struct lcm_vm_crew *crew, struct lcm_vm_process *p,
                  struct lcm_vm_job *job) {
  if (job->back)
    job->back->link = job->link;
  else
    crew->first = job->link;
  if (job->link)
    job->link->back = job->back;
  else
    crew->last = job->back;
  job->parent->queued--;
  crew->running++;
  enter(p, job);
}

bool lcm_vm_begin_job(struct lcm_vm_process *p) {
  struct lcm_vm_job *job = p->crew->first;
  while (job && !may_begin(p->crew, job))
    job = job->link;
  if (job)
    begin(p->crew, p, job);
  return job != NULL;
}

/* Return whether "job" descends from "ancestor". */
static bool descends(const struct lcm_vm_job *job,
                     const struct lcm_vm_job *ancestor) {
  while (job && job != ancestor)
    job = job->parent;
  return job != NULL;
}

/* Return the first task in line that descends from "self", NULL for none. */
static struct lcm_vm_job *first_inside(const struct lcm_vm_crew *crew,
                                       const struct lcm_vm_job *self) {
  struct lcm_vm_job *job = crew->first;
  while (job && (!descends(job, self) || !may_begin(crew, job)))
    job = job->link;
  return job;
}

/* Return the newest task of "self" that may begin and is as urgent as
 * "priority" says, NULL for none. */
static struct lcm_vm_job *newest_of(const struct lcm_vm_crew *crew,
                                    const struct lcm_vm_job *self,
                                    double priority) {
  struct lcm_vm_job *job = self->queued ? crew->last : NULL;
  while (job && (job->priority < priority || job->parent != self ||
                 !may_begin(crew, job)))
    job = job->back;
  return job;
}

/* Begin a task that "self", which waits, may execute: one that descends from
 * it, since others might keep it from going on.  Of the most urgent ones the
 * newest of its own, else the oldest.  Return whether there is one. */
static bool begin_inside(struct lcm_vm_process *p,
                         const struct lcm_vm_job *self) {
  struct lcm_vm_crew *crew = p->crew;
  struct lcm_vm_job *first = NULL;
  if (crew->ranked)
    first = first_inside(crew, self);
  struct lcm_vm_job *job = newest_of(crew, self, first ? first->priority : 0);
  if (!job)
    job = crew->ranked ? first : first_inside(crew, self);
  if (job)
    begin(crew, p, job);
  return job != NULL;
}

/* ---- making tasks -------------------------------------------------------- */

/* Return a task of "p", not in line yet. */
static struct lcm_vm_job *new_job(lcm_vm *vm, struct lcm_vm_process *p,
                                  uint32_t next, struct lcm_vm_frame *frame) {
  struct lcm_vm_job *job = LCM_NEW(&vm->life, struct lcm_vm_job);
  job->next = next;
  job->frame = frame;
  job->parent = job_of(p);
  job->group = job->parent->group;
  job->parent->pending++;
  if (job->group)
    job->group->pending++;
  return job;
}

/* Put "job" in line behind all that are as urgent or more. */
static void queue(struct lcm_vm_crew *crew, struct lcm_vm_job *job) {
  job->parent->queued++;
  crew->ranked = crew->ranked || job->priority > 0;
  job->back = crew->last;
  while (job->back && job->back->priority < job->priority)
    job->back = job->back->back;
  job->link = job->back ? job->back->link : crew->first;
  *(job->back ? &job->back->link : &crew->first) = job;
  *(job->link ? &job->link->back : &crew->last) = job;
}

/* Return the priority of a task, where it is made: what "said" is. */
static double priority_of(lcm_vm *vm, const lcm_expr *said) {
  double value = 0;
  return lcm_run_derived(&value, &vm->run, said) && value > 0 ? value : 0;
}

/* Let "process" pay for making the task "node" in a team of "k", and for what
 * that costs who receives it; return whether it has. */
static bool pay_task(lcm_vm *vm, lcm_process *process, const lcm_node *node,
                     double k) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  const struct lcm_delivery delivery = lcm_run_delivery(&vm->run, node, k);
  const double cost =
      delivery.make + delivery.send + delivery.begin + delivery.receive;
  const bool paid = p->phase == 1 || cost <= 0;
  p->phase = paid ? 0 : 1;
  if (paid)
    return true;
  p->next = p->at;
  lcm_sim_delay(vm->sim, process, cost);
  return false;
}

/* Note what "job", the task "node", depends on. */
static void set_depends(lcm_vm *vm, struct lcm_vm_crew *crew,
                        struct lcm_vm_job *job, const lcm_node *node) {
  const size_t n = node->u.task.n_depends;
  const char **keys = LCM_NEW_ARRAY(&vm->life, const char *, n + 1);
  bool *writes = LCM_NEW_ARRAY(&vm->life, bool, n + 1);
  for (size_t i = 0; i < n; i++) {
    keys[i] = lcm_run_depend_key(&vm->run, &node->u.task.depends[i].section);
    writes[i] = lcm_depend_writes(&node->u.task.depends[i]);
  }
  job->keys = keys;
  job->writes = writes;
  job->n_keys = n;
  if (n)
    LCM_LIST_ADD(&vm->life, &crew->depending, job);
}

/* Return whether "p" executes the tasks that "node" makes at once. */
static bool is_at_once(lcm_vm *vm, const struct lcm_vm_process *p,
                       const lcm_node *node) {
  return job_of(p)->final || lcm_run_undeferred(&vm->run, node);
}

/* Let "process" execute "job" at once; what that depends on comes first. Return
 * whether it runs on. */
static bool run_at_once(lcm_vm *vm, lcm_process *process,
                        struct lcm_vm_job *job,
                        const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_job *self = job_of(p);
  self->at_once = job;
  if (!may_begin(p->crew, job)) {
    if (begin_inside(p, self))
      return true;
    lcm_vm_idle(vm, process);
    return false;
  }
  self->at_once = NULL;
  p->crew->running++;
  enter(p, job);
  job->frame->back = at->c;
  return true;
}

/* Return "list" with whether the task "name" was executed "at_once". */
static const struct lcm_vm_deferral *
with_deferral(lcm_vm *vm, const struct lcm_vm_deferral *list, const char *name,
              bool at_once) {
  struct lcm_vm_deferral *out = LCM_NEW(&vm->life, struct lcm_vm_deferral);
  *out = (struct lcm_vm_deferral){name, at_once, NULL};
  for (; list; list = list->next) {
    if (list->name == name)
      continue;
    struct lcm_vm_deferral *other = LCM_NEW(&vm->life, struct lcm_vm_deferral);
    *other = (struct lcm_vm_deferral){list->name, list->at_once, out};
    out = other;
  }
  return out;
}

/* Note in "frame" whether the task "node", made there, is executed "at_once",
 * where data move or not because of that. */
static void note_task(lcm_vm *vm, struct lcm_vm_frame *frame,
                      const lcm_node *node, bool at_once) {
  if (vm->run.data && vm->run.data->by_tasks)
    frame->deferrals = with_deferral(
        vm, frame->deferrals, lcm_node_task_name(vm->run.ctx, node), at_once);
}

void lcm_vm_bind_tasks(lcm_vm *vm, const struct lcm_vm_process *p) {
  for (const struct lcm_vm_deferral *at = p->frame->deferrals; at;
       at = at->next)
    lcm_run_bind(&vm->run, at->name, at->at_once);
}

/* Make the task "at" of "process", or execute it at once where its `if` clause
 * says so; return whether it runs on. */
static bool make_task(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_job *const unfinished = job_of(p)->at_once;
  if (unfinished)
    return run_at_once(vm, process, unfinished, at);
  lcm_vm_bind(vm, at->more, p->frame);
  const bool at_once = is_at_once(vm, p, at->node);
  if (!pay_task(vm, process, at->node, at_once ? 1 : (double)p->crew->k))
    return false;
  note_task(vm, p->frame, at->node, at_once);
  struct lcm_vm_frame *frame = lcm_vm_copy_frame(vm, p->frame);
  struct lcm_vm_job *job =
      new_job(vm, p, at_once ? p->at + 2 : p->at + 1, frame);
  job->priority = priority_of(vm, at->node->u.task.priority);
  job->final = job->parent->final || lcm_run_final(&vm->run, at->node);
  set_depends(vm, p->crew, job, at->node);
  if (at_once)
    return run_at_once(vm, process, job, at);
  queue(p->crew, job);
  p->next = at->c;
  lcm_vm_wake(vm, p->crew);
  return true;
}

enum lcm_vm_made lcm_vm_make_chunk(lcm_vm *vm, lcm_process *process,
                                   const lcm_node *node,
                                   struct lcm_vm_frame **frame) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  const bool at_once = is_at_once(vm, p, node);
  if (!pay_task(vm, process, node, at_once ? 1 : (double)p->crew->k))
    return LCM_VM_UNPAID;
  *frame = lcm_vm_copy_frame(vm, p->frame);
  struct lcm_vm_job *job = new_job(vm, p, p->at + 1, *frame);
  job->priority = priority_of(vm, node->u.loop.priority);
  job->final = job->parent->final || lcm_run_final(&vm->run, node);
  if (!at_once) {
    queue(p->crew, job);
    lcm_vm_wake(vm, p->crew);
    return LCM_VM_QUEUED;
  }
  p->crew->running++;
  enter(p, job);
  return LCM_VM_ENTERED;
}

/* ---- instructions -------------------------------------------------------- */

/* The task of "p" is finished. */
static void finish(lcm_vm *vm, struct lcm_vm_process *p) {
  struct lcm_vm_job *job = p->job;
  job->done = true;
  job->parent->pending--;
  if (job->group)
    job->group->pending--;
  p->crew->running--;
  p->job = job->outer;
  forget_done(p->crew);
  lcm_vm_wake(vm, p->crew);
}

/* Let "process" execute tasks while "missing" of those that it waits for are
 * not finished; return whether it runs on. */
static bool work_off(lcm_vm *vm, lcm_process *process, size_t missing) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  if (!missing || begin_inside(p, job_of(p)))
    return true;
  lcm_vm_idle(vm, process);
  return false;
}

bool lcm_vm_step_task(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_job *self = job_of(p);
  struct lcm_vm_group *group = self->group;
  if (at->code == LCM_VM_TASK)
    return make_task(vm, process, at);
  if (at->code == LCM_VM_TASKWAIT)
    return work_off(vm, process, self->pending);
  if (at->code == LCM_VM_UNGROUP) {
    if (!work_off(vm, process, group->pending))
      return false;
    if (!group->pending)
      self->group = group->outer;
  } else if (at->code == LCM_VM_GROUP) {
    self->group = LCM_NEW(&vm->life, struct lcm_vm_group);
    self->group->outer = group;
  } else if (at->code == LCM_VM_FINISH)
    finish(vm, p);
  else
    p->next = p->at + 1;
  return true;
}
