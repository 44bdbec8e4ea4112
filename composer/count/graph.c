/* Finds functions that call each other (Tarjan 1972). */
#include "composer/count/graph.h"

/* Functions that a function calls. */
typedef LCM_LIST(size_t) callees;

/* A search for functions that call each other (Tarjan 1972). */
struct search {
  struct lcm_cost_store *store;
  const lcm_program *program;
  /* of each function, from 1 in the order in which they were found; 0: not
   * yet */
  size_t *number;
  size_t *low;      /* least number that its calls lead back to */
  bool *is_waiting; /* that they are */
  size_t *own;      /* nodes of each function */
  callees *calls;   /* of each function */
  /* functions whose circle is not known yet, innermost last */
  LCM_LIST(size_t) waiting;
  size_t n;
};

static size_t index_of(const lcm_program *program,
                       const lcm_function *function) {
  return (size_t)(function - program->functions);
}

/* What calls are collected from, and the number of the function. */
struct collecting {
  const struct search *search;
  size_t from;
};

/* Add the function that "node" calls. */
static lcm_status collect(const lcm_node *node, void *user) {
  struct collecting *c = user;
  const lcm_program *program = c->search->program;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(program, node->u.call.callee)
          : NULL;
  c->search->own[c->from]++;
  if (callee && callee->body)
    LCM_LIST_ADD(lcm_ctx_arena(c->search->store->ctx),
                 &c->search->calls[c->from], index_of(program, callee));
  return LCM_OK;
}

/* Return the nodes that executing function number "i" of a circle visits, once
 * for each function of the circle where they are few. */
static size_t count_nodes(const struct search *s, size_t i,
                          const callees *calls) {
  const struct lcm_cost_circle *circles = s->store->circles;
  size_t n = s->own[i];
  for (size_t k = 0; k < calls->n && n <= LCM_COST_VISITS; k++)
    if (circles[calls->at[k]].id != circles[i].id)
      n += circles[calls->at[k]].nodes;
  return n <= LCM_COST_VISITS ? n : LCM_COST_VISITS + 1;
}

/* Take the functions that wait from "first" on as one circle. */
static void close_circle(struct search *s, size_t first, bool calls_itself) {
  struct lcm_cost_store *store = s->store;
  size_t size = 0;
  while (!size || s->waiting.at[s->waiting.n] != first) {
    const size_t at = s->waiting.at[--s->waiting.n];
    s->is_waiting[at] = false;
    store->circles[at].id = first + 1;
    size++;
  }
  for (size_t i = 0; i < size; i++)
    store->circles[s->waiting.at[s->waiting.n + i]].size =
        size > 1 || calls_itself ? size : 0;
  for (size_t i = 0; i < size; i++) {
    const size_t at = s->waiting.at[s->waiting.n + i];
    store->circles[at].nodes = count_nodes(s, at, &s->calls[at]);
  }
}

/* A function whose calls are being looked at: "next" is the number of the next
 * one. */
struct frame {
  size_t function;
  size_t next;
  bool calls_itself;
};

/* Return a frame for the function number "i", found now. */
static struct frame enter(struct search *s, size_t i) {
  struct frame frame = {.function = i};
  struct collecting collecting = {s, i};
  const lcm_node *body = s->program->functions[i].body;
  s->number[i] = s->low[i] = ++s->n;
  s->is_waiting[i] = true;
  LCM_LIST_ADD(lcm_ctx_arena(s->store->ctx), &s->waiting, i);
  if (body && lcm_node_foreach(body, collect, &collecting))
    s->calls[i].n = 0;
  return frame;
}

/* Find all that is called from function number "root" on. */
static void find_from(struct search *s, size_t root) {
  lcm_arena *arena = lcm_ctx_arena(s->store->ctx);
  LCM_LIST(struct frame) stack = {0};
  LCM_LIST_ADD(arena, &stack, enter(s, root));
  while (stack.n) {
    struct frame *top = &stack.at[stack.n - 1];
    const size_t from = top->function;
    if (top->next == s->calls[from].n) {
      if (s->low[from] == s->number[from])
        close_circle(s, from, top->calls_itself);
      stack.n--;
      if (stack.n && s->low[from] < s->low[stack.at[stack.n - 1].function])
        s->low[stack.at[stack.n - 1].function] = s->low[from];
      continue;
    }
    const size_t to = s->calls[from].at[top->next++];
    top->calls_itself = top->calls_itself || to == from;
    if (!s->number[to])
      LCM_LIST_ADD(arena, &stack, enter(s, to));
    else if (s->is_waiting[to] && s->number[to] < s->low[from])
      s->low[from] = s->number[to];
  }
}

void lcm_cost_find_circles(struct lcm_cost_store *store,
                           const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(store->ctx);
  const size_t n = program->n_functions;
  struct search s = {.store = store, .program = program};
  s.number = LCM_NEW_ARRAY(arena, size_t, n + 1);
  s.low = LCM_NEW_ARRAY(arena, size_t, n + 1);
  s.is_waiting = LCM_NEW_ARRAY(arena, bool, n + 1);
  s.own = LCM_NEW_ARRAY(arena, size_t, n + 1);
  s.calls = LCM_NEW_ARRAY(arena, callees, n + 1);
  store->circles = LCM_NEW_ARRAY(arena, struct lcm_cost_circle, n + 1);
  for (size_t i = 0; i < n; i++)
    if (!s.number[i])
      find_from(&s, i);
}

struct lcm_cost_circle *lcm_cost_circle_of(const struct lcm_cost_walk *walk,
                                           const lcm_function *function) {
  return &walk->store->circles[index_of(walk->program, function)];
}
