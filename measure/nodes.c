/* The nodes of the sources, by file and line. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "measure/nodes.h"

/* Return "path" without links, itself where it is not there. */
static const char *real_path(lcm_ctx *ctx, const char *path) {
  char *real = realpath(path, NULL);
  const char *out = lcm_intern(ctx, real ? real : path);
  free(real);
  return out;
}

/* Put where the lines of "file" begin into it. */
static void find_lines(lcm_ctx *ctx, struct profile_file *file) {
  size_t len = 0;
  const char *text = lcm_file_map(&len, file->path);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &file->lines, 0);
  for (size_t i = 0; text && i < len; i++)
    if (text[i] == '\n')
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &file->lines, (unsigned)i + 1);
  if (text)
    lcm_file_unmap(text, len);
}

/* Return the line of "file" that the byte "at" lies in. */
static unsigned line_of(const struct profile_file *file, unsigned at) {
  size_t low = 0;
  size_t high = file->lines.n;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (file->lines.at[middle] <= at)
      low = middle;
    else
      high = middle;
  }
  return (unsigned)low + 1;
}

/* Return the file of "sources" called "name", a new one where there is none. */
static struct profile_file *file_of(struct profile_sources *sources,
                                    const char *name) {
  for (size_t i = 0; i < sources->files.n; i++)
    if (sources->files.at[i].name == name)
      return &sources->files.at[i];
  const size_t n = sources->root ? strlen(sources->root) : 0;
  const bool below = n && sources->shortens &&
                     !strncmp(name, sources->root, n) && name[n] == '/';
  struct profile_file file = {
      .name = name,
      .shown = below ? lcm_intern(sources->ctx, name + n + 1) : name,
      .path = real_path(sources->ctx, name)};
  find_lines(sources->ctx, &file);
  LCM_LIST_ADD(lcm_ctx_arena(sources->ctx), &sources->files, file);
  return &sources->files.at[sources->files.n - 1];
}

/* The nodes of a function on their way into a file. */
struct node_listing {
  lcm_ctx *ctx;
  struct profile_file *file;
  const lcm_function *function;
  struct lcm_ordinals counted;
};

/* Add "node", inside node "parent", and what lies in it to the file of "l". */
static void add_node(struct node_listing *l, const lcm_node *node,
                     size_t parent) {
  struct profile_file *file = l->file;
  const size_t own = file->nodes.n;
  const bool inner = parent != own;
  const lcm_node *outer = inner ? file->nodes.at[parent].node : NULL;
  const bool here = node->loc.file && !strcmp(node->loc.file, file->name);
  const unsigned end =
      node->loc.end > node->loc.begin ? node->loc.end - 1 : node->loc.begin;
  const bool ignored =
      node->ignored || (inner && file->nodes.at[parent].ignored);
  const struct profile_node fresh = {
      .function = l->function,
      .node = node,
      .parent = parent,
      .first = here ? node->loc.line : 0,
      .last = here ? line_of(file, end) : 0,
      .ordinal = lcm_ordinal_next(&l->counted, node, outer),
      .ignored = ignored};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &file->nodes, fresh);
  for (size_t i = 0; i < node->n_children; i++)
    add_node(l, node->children[i], own);
}

/* The keys of functions, and which of them are run where that counts. */
struct liveness {
  const lcm_program *program;
  bool *called;
  bool *live;
  bool ignored;
  bool from_live;
  bool changed;
};

/* Note what "node" calls in "l". */
static void note_calls(struct liveness *l, const lcm_node *node, bool ignored) {
  ignored = ignored || node->ignored;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(l->program, node->u.call.callee)
          : NULL;
  if (callee) {
    const size_t i = (size_t)(callee - l->program->functions);
    l->called[i] = true;
    l->changed = l->changed || (l->from_live && !ignored && !l->live[i]);
    l->live[i] = l->live[i] || (l->from_live && !ignored);
  }
  for (size_t i = 0; i < node->n_children; i++)
    note_calls(l, node->children[i], ignored);
}

/* Note all calls of the program of "l", those of live functions as such. */
static void note_all(struct liveness *l) {
  l->changed = false;
  for (size_t i = 0; i < l->program->n_functions; i++) {
    l->from_live = l->live[i];
    if (l->program->functions[i].body)
      note_calls(l, l->program->functions[i].body, false);
  }
}

/* Return which functions of "program" are run other than by what is ignored:
 * those that nobody here calls, and what these call. */
static const bool *find_live(lcm_ctx *ctx, const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = program->n_functions;
  struct liveness l = {.program = program,
                       .called = LCM_NEW_ARRAY(arena, bool, n + 1),
                       .live = LCM_NEW_ARRAY(arena, bool, n + 1)};
  note_all(&l);
  for (size_t i = 0; i < n; i++)
    l.live[i] = !l.called[i] || program->functions[i].address_taken ||
                !strcmp(program->functions[i].name, "main");
  do
    note_all(&l);
  while (l.changed);
  return l.live;
}

lcm_status profile_sources_add(struct profile_sources *sources,
                               const lcm_program *program) {
  const bool *live = find_live(sources->ctx, program);
  for (size_t i = 0; i < program->n_functions; i++) {
    const lcm_function *function = &program->functions[i];
    if (!function->body || !function->body->loc.file)
      continue;
    struct profile_file *file = file_of(sources, function->body->loc.file);
    struct node_listing l = {
        .ctx = sources->ctx, .file = file, .function = function};
    const size_t first = file->nodes.n;
    add_node(&l, function->body, first);
    for (size_t k = first; k < file->nodes.n && !live[i]; k++)
      file->nodes.at[k].ignored = true;
  }
  return LCM_OK;
}

const struct profile_file *profile_file_find(struct profile_sources *sources,
                                             const char *path) {
  if (!path)
    return NULL;
  const char *real = real_path(sources->ctx, path);
  for (size_t i = 0; i < sources->files.n; i++)
    if (sources->files.at[i].path == real)
      return &sources->files.at[i];
  return NULL;
}

/* Return whether node "i" of "file", or the construct that consists of it and
 * its barrier, begins in "line". */
static bool begins_in(const struct profile_file *file, size_t i,
                      unsigned line) {
  const struct profile_node *own = &file->nodes.at[i];
  const struct profile_node *parent = &file->nodes.at[own->parent];
  return own->first == line ||
         (parent->first == line && parent->node->kind == LCM_NODE_SERIES &&
          parent->node->marks.construct);
}

/* Return the number of the innermost node of "file" of "kind" that begins in
 * "line", or, with "around", that has it; the number of nodes where none
 * does. */
static size_t node_of_kind(const struct profile_file *file, lcm_node_kind kind,
                           unsigned line, bool around) {
  size_t best = file->nodes.n;
  for (size_t i = 0; i < file->nodes.n; i++) {
    const struct profile_node *node = &file->nodes.at[i];
    if (node->node->kind == kind &&
        (begins_in(file, i, line) ||
         (around && node->first <= line && line <= node->last)))
      best = i;
  }
  return best;
}

/* Return node "i" of "file", or the team that it alone makes up: one construct
 * such as `parallel for`. */
size_t profile_node_combined(const struct profile_file *file, size_t i) {
  while (i < file->nodes.n) {
    const struct profile_node *own = &file->nodes.at[i];
    const struct profile_node *parent = &file->nodes.at[own->parent];
    const char *construct = lcm_node_attribute(parent->node, "construct");
    if (own->node->kind == LCM_NODE_TEAM || own->parent == i ||
        parent->node->kind != LCM_NODE_TEAM || parent->node->n_children != 1 ||
        !construct || !strcmp(construct, "parallel"))
      break;
    i = own->parent;
  }
  return i;
}

/* Return whether nodes of "kind" divide work, or are work that is given
 * away. */
static bool is_construct(lcm_node_kind kind) {
  return kind == LCM_NODE_PARLOOP || kind == LCM_NODE_PARALLEL ||
         kind == LCM_NODE_TASK || kind == LCM_NODE_TASKGROUP ||
         kind == LCM_NODE_TEAM;
}

size_t profile_node_construct(const struct profile_file *file, size_t i) {
  while (i < file->nodes.n && !is_construct(file->nodes.at[i].node->kind)) {
    if (file->nodes.at[i].parent == i)
      return file->nodes.n;
    i = file->nodes.at[i].parent;
  }
  return profile_node_combined(file, i);
}

/* Return the kinds of nodes that a site of "kind" may be about, the best
 * first, LCM_NODE_COUNT at the end. */
static const lcm_node_kind *kinds_of(uint32_t kind) {
  static const lcm_node_kind TEAMS[] = {LCM_NODE_TEAM, LCM_NODE_COUNT};
  static const lcm_node_kind SHARED[] = {LCM_NODE_PARLOOP, LCM_NODE_PARALLEL,
                                         LCM_NODE_TEAM, LCM_NODE_COUNT};
  static const lcm_node_kind TASKS[] = {LCM_NODE_TASK, LCM_NODE_PARLOOP,
                                        LCM_NODE_COUNT};
  static const lcm_node_kind WAITS[] = {LCM_NODE_TASKWAIT, LCM_NODE_COUNT};
  static const lcm_node_kind GROUPS[] = {LCM_NODE_PARLOOP, LCM_NODE_TASKGROUP,
                                         LCM_NODE_COUNT};
  static const lcm_node_kind HELD[] = {LCM_NODE_USING, LCM_NODE_ACQUIRE,
                                       LCM_NODE_USE, LCM_NODE_COUNT};
  static const lcm_node_kind MESSAGES[] = {LCM_NODE_MESSAGE, LCM_NODE_COUNT};
  static const lcm_node_kind NONE[] = {LCM_NODE_COUNT};
  switch (kind) {
  case LCM_RAW_PARALLEL:
    return TEAMS;
  case LCM_RAW_LOOP:
  case LCM_RAW_SECTIONS:
  case LCM_RAW_SINGLE:
  case LCM_RAW_WORKSHARE:
  case LCM_RAW_DISTRIBUTE:
    return SHARED;
  case LCM_RAW_TASK:
    return TASKS;
  case LCM_RAW_TASKWAIT:
    return WAITS;
  case LCM_RAW_TASKGROUP:
  case LCM_RAW_TASKLOOP:
    return GROUPS;
  case LCM_RAW_CRITICAL:
  case LCM_RAW_ORDERED:
  case LCM_RAW_LOCK:
    return HELD;
  case LCM_RAW_MESSAGE_CALL:
  case LCM_RAW_COLLECTIVE:
    return MESSAGES;
  }
  return NONE;
}

size_t profile_node_at(const struct profile_file *file, unsigned line) {
  size_t best = file->nodes.n;
  unsigned least = UINT_MAX;
  for (size_t i = 0; i < file->nodes.n; i++) {
    const struct profile_node *node = &file->nodes.at[i];
    const unsigned size = node->node->loc.end - node->node->loc.begin;
    if (node->first > line || line > node->last || size > least)
      continue;
    best = i;
    least = size;
  }
  return best;
}

/* Return the number of the first node of "file" of "kind" that follows "line"
 * in the same function, with no other statement between unless "far"; the
 * number of nodes where there is none.  Compilers have calls of their OpenMP
 * library in the line of the statement before. */
static size_t node_behind(const struct profile_file *file, lcm_node_kind kind,
                          unsigned line, bool far) {
  const size_t none = file->nodes.n;
  const size_t at = profile_node_at(file, line);
  unsigned next = UINT_MAX;
  size_t best = none;
  for (size_t i = 0; at < none && i < none; i++) {
    const struct profile_node *node = &file->nodes.at[i];
    if (node->function != file->nodes.at[at].function || node->first <= line)
      continue;
    if (node->node->kind == kind &&
        (best == none || node->first < file->nodes.at[best].first))
      best = i;
    if (node->first < next)
      next = node->first;
  }
  return best < none && (far || begins_in(file, best, next)) ? best : none;
}

/* Ways in which a node may be what a site in a line is about, the surest
 * first. */
enum { BEGINS, FOLLOWS, CONTAINS, FOLLOWS_FAR, WAYS };

/* Return the node of "kind" that a site in "line" of "file" is about, found in
 * the "way". */
static size_t node_by(const struct profile_file *file, lcm_node_kind kind,
                      unsigned line, int way) {
  if (way == FOLLOWS || (way == FOLLOWS_FAR && kind == LCM_NODE_TEAM))
    return node_behind(file, kind, line, way == FOLLOWS_FAR);
  return node_of_kind(file, kind, line, way == CONTAINS);
}

/* Return the node that a barrier in "line" of "file" is about: calls of the
 * barrier at the end of a loop are often in the last line inside it. */
static size_t node_of_barrier(const struct profile_file *file, unsigned line) {
  static const struct {
    lcm_node_kind kind;
    int way;
  } TRIES[] = {{LCM_NODE_PARLOOP, BEGINS},   {LCM_NODE_PARALLEL, BEGINS},
               {LCM_NODE_BARRIER, BEGINS},   {LCM_NODE_TEAM, BEGINS},
               {LCM_NODE_PARLOOP, CONTAINS}, {LCM_NODE_PARALLEL, CONTAINS},
               {LCM_NODE_BARRIER, FOLLOWS},  {LCM_NODE_TEAM, CONTAINS},
               {LCM_NODE_TEAM, FOLLOWS_FAR}};
  size_t found = file->nodes.n;
  for (size_t i = 0; i < sizeof TRIES / sizeof *TRIES && found == file->nodes.n;
       i++)
    found = node_by(file, TRIES[i].kind, line, TRIES[i].way);
  return found;
}

size_t profile_node_of_site(const struct profile_file *file, uint32_t kind,
                            unsigned line) {
  const bool barrier = kind == LCM_RAW_BARRIER || kind == LCM_RAW_REDUCTION;
  const size_t met = barrier ? node_of_barrier(file, line) : file->nodes.n;
  if (met < file->nodes.n)
    return profile_node_combined(file, met);
  const lcm_node_kind *kinds = kinds_of(kind);
  for (int way = BEGINS; way < WAYS; way++)
    for (size_t i = 0; kinds[i] != LCM_NODE_COUNT; i++) {
      const size_t found = node_by(file, kinds[i], line, way);
      if (found < file->nodes.n)
        return profile_node_combined(file, found);
    }
  return profile_node_at(file, line);
}

/* Return the kind of node that a construct "kind" is whose code the compiler
 * puts elsewhere; LCM_NODE_COUNT for others. */
static lcm_node_kind outlined_kind(uint32_t kind) {
  return kind == LCM_RAW_PARALLEL   ? LCM_NODE_TEAM
         : kind == LCM_RAW_TASK     ? LCM_NODE_TASK
         : kind == LCM_RAW_SINGLE   ? LCM_NODE_PARALLEL
         : kind == LCM_RAW_SECTIONS ? LCM_NODE_PARALLEL
                                    : LCM_NODE_COUNT;
}

size_t profile_node_ranked(const struct profile_file *file, uint32_t kind,
                           unsigned line, size_t rank) {
  const size_t none = file->nodes.n;
  const size_t at = profile_node_at(file, line);
  const lcm_node_kind wanted = outlined_kind(kind);
  size_t found = none;
  for (size_t i = 0; at < none && i < none; i++) {
    const struct profile_node *node = &file->nodes.at[i];
    if (node->function != file->nodes.at[at].function ||
        node->node->kind != wanted || node->first < line)
      continue;
    found = i;
    if (!rank--)
      return found;
  }
  return none;
}

size_t profile_node_around(const struct profile_file *file, uint32_t kind,
                           unsigned line) {
  const lcm_node_kind wanted = outlined_kind(kind);
  size_t best = file->nodes.n;
  for (size_t i = 0; i < file->nodes.n; i++) {
    const struct profile_node *node = &file->nodes.at[i];
    if (node->node->kind == wanted && node->first <= line && line <= node->last)
      best = i;
  }
  return best;
}

/* Return whether "node" is a fragment that does nothing worth mentioning: it
 * touches nothing and calls nobody. */
static bool is_idle(const lcm_node *node) {
  return node->kind == LCM_NODE_FRAGMENT && !node->n_reads && !node->n_writes &&
         !node->n_models && !node->bytes &&
         (!node->flops || lcm_expr_is_int(node->flops, 0)) &&
         !node->marks.calls;
}

/* Return whether "node" is one statement of serial code that takes time. */
static bool is_statement(const lcm_node *node) {
  const lcm_node_kind kind = node->kind;
  if (is_idle(node))
    return false;
  return kind == LCM_NODE_FRAGMENT || kind == LCM_NODE_CALL ||
         kind == LCM_NODE_LOOP || kind == LCM_NODE_WHILE ||
         kind == LCM_NODE_OPAQUE;
}

/* Return whether node "i" of "file" lies in a construct, or is one. */
static bool is_inside(const struct profile_file *file, size_t i) {
  while (!is_construct(file->nodes.at[i].node->kind)) {
    if (file->nodes.at[i].parent == i)
      return false;
    i = file->nodes.at[i].parent;
  }
  return true;
}

size_t profile_node_between(const struct profile_file *file, size_t before,
                            size_t behind) {
  const size_t none = file->nodes.n;
  const struct profile_node *nodes = file->nodes.at;
  const struct profile_node *known = &nodes[before < none ? before : behind];
  const unsigned from = before < none ? nodes[before].last : 0;
  const unsigned to = behind < none ? nodes[behind].first : UINT_MAX;
  size_t found = none;
  if (behind < none && nodes[behind].function != known->function)
    return none;
  for (size_t i = 0; i < none; i++) {
    const struct profile_node *node = &nodes[i];
    if (node->function != known->function || node->first <= from ||
        node->last >= to || !is_statement(node->node) || is_inside(file, i) ||
        (found != none && node->last <= nodes[found].last))
      continue;
    if (found != none)
      return none;
    found = i;
  }
  return found;
}
