#include <math.h>
#include <string.h>

#include "composer/simulate_team_internal.h"

struct lcm_vm_job *lcm_vm_job_of(const struct lcm_vm_process *p) {
  return p->job ? p->job : &p->crew->self[p->member];
}

/* ---- what may begin ------------------------------------------------------ */

/* Return whether "job" has to wait for "before". */
static bool needs(const struct lcm_vm_job *job,
                  const struct lcm_vm_job *before) {
  if (before->done)
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
  if (job->group)
    job->group->queued--;
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

/* Return whether "job" descends from "ancestor" or, where that is NULL, was
 * made inside "group". */
static bool is_inside(const struct lcm_vm_job *job,
                      const struct lcm_vm_job *ancestor,
                      const struct lcm_vm_group *group) {
  const struct lcm_vm_group *around = job->group;
  if (ancestor) {
    while (job && job != ancestor)
      job = job->parent;
    return job != NULL;
  }
  while (around && around != group)
    around = around->outer;
  return around != NULL;
}

/* Begin a task that a task may execute which waits for what descends from
 * "ancestor" or, where that is NULL, for "group": such a one, or it would have
 * to finish others first.  The newest of its own, else the oldest.  Return
 * whether there is one. */
static bool begin_inside(struct lcm_vm_process *p,
                         const struct lcm_vm_job *ancestor,
                         const struct lcm_vm_group *group) {
  struct lcm_vm_job *job = p->crew->last;
  const bool own = ancestor ? ancestor->queued > 0 : group->queued > 0;
  while (own && job &&
         ((ancestor ? job->parent != ancestor : job->group != group) ||
          !may_begin(p->crew, job)))
    job = job->back;
  if (!own || !job) {
    job = p->crew->first;
    while (job &&
           (!is_inside(job, ancestor, group) || !may_begin(p->crew, job)))
      job = job->link;
  }
  if (job)
    begin(p->crew, p, job);
  return job != NULL;
}

/* ---- making tasks -------------------------------------------------------- */

/* Return a task of "p", not in line yet. */
static struct lcm_vm_job *new_job(lcm_vm *vm, struct lcm_vm_process *p,
                                  uint32_t next, struct lcm_vm_frame *frame) {
  struct lcm_vm_job *job = LCM_NEW(&vm->life, struct lcm_vm_job);
  job->next = next;
  job->frame = frame;
  job->parent = lcm_vm_job_of(p);
  job->group = job->parent->group;
  job->parent->pending++;
  if (job->group)
    job->group->pending++;
  return job;
}

struct lcm_vm_job *lcm_vm_make_job(lcm_vm *vm, struct lcm_vm_process *p,
                                   uint32_t next, struct lcm_vm_frame *frame) {
  struct lcm_vm_crew *crew = p->crew;
  struct lcm_vm_job *job = new_job(vm, p, next, frame);
  job->parent->queued++;
  if (job->group)
    job->group->queued++;
  job->back = crew->last;
  if (crew->last)
    crew->last->link = job;
  else
    crew->first = job;
  crew->last = job;
  return job;
}

/* Note what "job", the task "node", depends on. */
static void set_depends(lcm_vm *vm, struct lcm_vm_crew *crew,
                        struct lcm_vm_job *job, const lcm_node *node) {
  const size_t n = node->u.task.n_depends;
  const char **keys = LCM_NEW_ARRAY(&vm->life, const char *, n + 1);
  bool *writes = LCM_NEW_ARRAY(&vm->life, bool, n + 1);
  for (size_t i = 0; i < n; i++) {
    keys[i] = lcm_run_depend_key(&vm->run, &node->u.task.depends[i].section);
    writes[i] = strcmp(node->u.task.depends[i].type, "in") != 0;
  }
  job->keys = keys;
  job->writes = writes;
  job->n_keys = n;
  if (n)
    LCM_LIST_ADD(&vm->life, &crew->depending, job);
}

/* Make the task "at" of "p", or execute it at once where its `if` clause says
 * so. */
static void make_task(lcm_vm *vm, struct lcm_vm_process *p,
                      const struct lcm_vm_instruction *at) {
  struct lcm_vm_frame *frame = lcm_vm_copy_frame(vm, p->frame);
  double when = 1;
  lcm_vm_bind(vm, at->more, p->frame);
  const bool known = lcm_run_derived(&when, &vm->run, at->node->u.task.when);
  p->next = at->c;
  if (known && when == 0) {
    struct lcm_vm_job *job = new_job(vm, p, p->at + 2, frame);
    p->crew->running++;
    enter(p, job);
    frame->back = at->c;
    return;
  }
  struct lcm_vm_job *job = lcm_vm_make_job(vm, p, p->at + 1, frame);
  set_depends(vm, p->crew, job, at->node);
  lcm_vm_wake(vm, p->crew);
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

/* Let "process" execute the tasks that "parent" made or, where that is NULL,
 * that are in "group" until all are finished; return whether it runs on. */
static bool work_off(lcm_vm *vm, lcm_process *process,
                     const struct lcm_vm_job *parent,
                     const struct lcm_vm_group *group) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  if (parent ? !parent->pending : !group->pending)
    return true;
  if (begin_inside(p, parent, group))
    return true;
  lcm_vm_idle(vm, process);
  return false;
}

/* Begin a task: what getting it costs. */
static bool begin_task(lcm_vm *vm, lcm_process *process) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  const double cost =
      lcm_run_machine(&vm->run, "task", (double)p->crew->k, 0, 1);
  if (p->phase == 0 && cost > 0) {
    p->phase = 1;
    p->next = p->at;
    lcm_sim_delay(vm->sim, process, cost);
    return false;
  }
  p->phase = 0;
  p->next = p->at + 1;
  return true;
}

bool lcm_vm_step_task(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_job *self = lcm_vm_job_of(p);
  struct lcm_vm_group *group = self->group;
  switch ((int)at->code) {
  case LCM_VM_TASK:
    make_task(vm, p, at);
    return true;
  case LCM_VM_START:
    return begin_task(vm, process);
  case LCM_VM_FINISH:
    finish(vm, p);
    return true;
  case LCM_VM_TASKWAIT:
    return work_off(vm, process, self, NULL);
  case LCM_VM_GROUP:
    self->group = LCM_NEW(&vm->life, struct lcm_vm_group);
    self->group->outer = group;
    return true;
  case LCM_VM_UNGROUP:
    if (!work_off(vm, process, NULL, group))
      return false;
    if (!group->pending)
      self->group = group->outer;
    return true;
  }
  return false;
}
