/* The names by which things are printed: no keyword, none twice. */
#include <ctype.h>
#include <string.h>

#include "pamela/print_name.h"

/* Words that a printed name may not be. */
static const char *const RESERVED[] = {
    "param", "decision", "resource", "cond", "unit",  "and",    "or",  "not",
    "mod",   "div",      "else",     "skip", "inf",   "random", "seq", "par",
    "if",    "while",    "delay",    "use",  "using", "signal", "wait"};

const char *pml_team_name(size_t i) {
  static const char *const NAMES[PML_TEAM_NAMES] = {"rank", "ranks", "thread",
                                                    "threads"};
  return NAMES[i];
}

const lcm_function *pml_function_at(const struct pml_printer *p,
                                    const char *key, size_t *at) {
  const lcm_function *f = lcm_program_function(p->program, key);
  *at = f ? (size_t)(f - p->program->functions) : 0;
  return f;
}

void pml_lost(struct pml_printer *p, lcm_loc loc, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  const char *what = lcm_arena_vprintf(lcm_ctx_arena(p->ctx), fmt, args);
  va_end(args);
  const struct lcm_pamela_loss loss = {loc, what};
  for (size_t i = p->losses.n; i > 0 && p->losses.n - i < 50; i--)
    if (p->losses.at[i - 1].loc.begin == loc.begin &&
        p->losses.at[i - 1].loc.file == loc.file &&
        !strcmp(p->losses.at[i - 1].what, what))
      return;
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->losses, loss);
}

/* Return "name" with what no name may hold replaced. */
static const char *legal(struct pml_printer *p, const char *name,
                         enum pml_space space) {
  lcm_buf buf = {0};
  if (!*name || isdigit((unsigned char)*name))
    lcm_buf_putc(&buf, '_');
  for (const char *c = name; *c; c++)
    lcm_buf_putc(&buf, isalnum((unsigned char)*c) ? *c : '_');
  const char *text = lcm_ctx_text(p->ctx, &buf);
  bool bad =
      space == PML_FUNCTIONS && (!strcmp(text, "P") || !strcmp(text, "V"));
  for (size_t i = 0; i < sizeof RESERVED / sizeof *RESERVED; i++)
    bad = bad || !strcmp(RESERVED[i], text);
  return bad ? lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s_", text) : text;
}

/* Return a name like "base" that is not taken by "use", PML_USED_*; it is
 * then. */
static const char *unused(struct pml_printer *p, const char *base,
                          unsigned use) {
  size_t taken = 0;
  const char *name = lcm_intern(p->ctx, base);
  for (unsigned i = 2; lcm_map_get(&p->taken, name, &taken) && taken & use; i++)
    name = lcm_intern(
        p->ctx, lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s_%u", base, i));
  taken = lcm_map_get(&p->taken, name, &taken) ? taken : 0;
  lcm_map_put(lcm_ctx_arena(p->ctx), &p->taken, name, taken | use);
  return name;
}

/* Note that "key" of "space" is printed as "printed"; return that. */
static const char *keep(struct pml_printer *p, enum pml_space space,
                        const char *key, const char *printed) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  const struct pml_alias alias = {key, printed};
  lcm_map_put(arena, &p->by_name[space], key, p->aliases.n);
  LCM_LIST_ADD(arena, &p->aliases, alias);
  return printed;
}

const char *pml_fresh(struct pml_printer *p, const char *base) {
  const char *name = unused(p, base, PML_USED_VALUE | PML_USED_DECLARED);
  return keep(p, PML_VALUES, name, name);
}

const char *pml_renamed(struct pml_printer *p, const char *name) {
  const char *printed =
      unused(p, legal(p, name, PML_VALUES), PML_USED_VALUE | PML_USED_DECLARED);
  const struct pml_alias alias = {lcm_intern(p->ctx, name), printed};
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->shadows, alias);
  return printed;
}

const char *pml_local(struct pml_printer *p, const char *name) {
  const char *key = lcm_intern(p->ctx, name);
  bool used = false;
  for (size_t i = 0; i < p->program->n_params && !used; i++)
    used = p->program->params[i].name == key;
  for (size_t i = 0; i < p->home->n_params && !used; i++)
    used = p->home->params[i] == key;
  return used ? pml_renamed(p, key) : pml_printed(p, PML_VALUES, key);
}

const char *pml_printed(struct pml_printer *p, enum pml_space space,
                        const char *name) {
  const char *key = lcm_intern(p->ctx, name);
  size_t at = 0;
  for (size_t i = p->shadows.n; space == PML_VALUES && i > 0; i--)
    if (p->shadows.at[i - 1].name == key)
      return p->shadows.at[i - 1].printed;
  if (lcm_map_get(&p->by_name[space], key, &at))
    return p->aliases.at[at].printed;
  const unsigned use =
      (space == PML_VALUES ? PML_USED_VALUE : 0u) |
      (space != PML_VALUES || !p->declared ? PML_USED_DECLARED : 0u);
  return keep(p, space, key, unused(p, legal(p, name, space), use));
}

/* ---- numbers of the team --------------------------------------------------
 */

/* Return whether another function than number "at" goes by its name. */
static bool is_ambiguous(const struct pml_printer *p, size_t at) {
  const lcm_function *all = p->program->functions;
  for (size_t i = 0; i < p->program->n_functions; i++)
    if (i != at && (!strcmp(all[i].name, all[at].name) ||
                    !strcmp(all[i].key, all[at].name)))
      return true;
  return false;
}

const char *pml_function_name(struct pml_printer *p, size_t at) {
  const lcm_function *f = &p->program->functions[at];
  const size_t n = strcspn(f->key, "[");
  if (p->program->is_model)
    return pml_printed(p, PML_FUNCTIONS, lcm_intern_n(p->ctx, f->key, n));
  return pml_printed(p, PML_FUNCTIONS, is_ambiguous(p, at) ? f->key : f->name);
}

/* Return whether "e", which may be NULL, mentions "name". */
static bool has(const lcm_expr *e, const char *name) {
  return e && lcm_expr_has(e, name);
}

/* Return whether the branch "node" is taken by "name". */
static bool branch_has(const lcm_node *node, const char *name) {
  for (size_t i = 0; i < node->n_children; i++)
    if ((node->u.branch.conditions &&
         has(node->u.branch.conditions[i], name)) ||
        (node->u.branch.probabilities &&
         has(node->u.branch.probabilities[i], name)))
      return true;
  return false;
}

/* Return whether "node" without its children mentions "name". */
static bool mentions(const lcm_node *node, const char *name) {
  lcm_node alone = *node;
  const lcm_function function = {.body = &alone};
  const lcm_program program = {.functions = &function, .n_functions = 1};
  if (node->kind == LCM_NODE_BRANCH)
    return branch_has(node, name);
  alone.n_children = 0;
  alone.n_reads = alone.n_writes = 0;
  return lcm_program_mentions(&program, name);
}

bool pml_asks(const struct pml_printer *p, const lcm_node *node,
              const char *name) {
  size_t at = 0;
  if (node->ignored)
    return false;
  if (node->kind != LCM_NODE_CALL && mentions(node, name))
    return true;
  const bool known = node->kind == LCM_NODE_CALL && !node->n_models &&
                     pml_function_at(p, node->u.call.callee, &at);
  for (size_t i = 0; i < node->n_models; i++)
    if (has(node->models[i].expr, name))
      return true;
  for (size_t i = 0; known && i < node->u.call.n_args; i++)
    if (pml_asks_for(p, at, i) &&
        (has(node->u.call.args[i], name) ||
         (node->u.call.sizes && has(node->u.call.sizes[i], name))))
      return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (pml_asks(p, node->children[i], name))
      return true;
  return false;
}

bool pml_asks_for(const struct pml_printer *p, size_t at, size_t i) {
  return i < 64 ? p->asked[at] >> i & 1 : true;
}

void pml_find_asked(struct pml_printer *p) {
  const lcm_program *program = p->program;
  bool grew = true;
  p->asked = LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), unsigned long long,
                           program->n_functions + 1);
  while (grew) {
    grew = false;
    for (size_t i = 0; i < program->n_functions; i++) {
      const lcm_function *f = &program->functions[i];
      unsigned long long asked = 0;
      for (size_t k = 0; f->body && k < f->n_params && k < 64; k++)
        if (*f->params[k] && pml_asks(p, f->body, f->params[k]))
          asked |= 1ull << k;
      grew = grew || asked != p->asked[i];
      p->asked[i] = asked;
    }
  }
}

/* Return which numbers of its team "node" itself needs. */
static unsigned own_needs(const struct pml_printer *p, const lcm_node *node) {
  const bool shared =
      (node->kind == LCM_NODE_PARLOOP && node->u.loop.worksharing) ||
      (node->kind == LCM_NODE_PARALLEL && node->u.parallel.worksharing);
  unsigned needs = shared ? PML_NEEDS_THREAD : 0;
  size_t callee = 0;
  if (node->kind == LCM_NODE_CALL &&
      pml_function_at(p, node->u.call.callee, &callee))
    needs |= p->hidden[callee];
  for (size_t i = 0; i < PML_TEAM_NAMES; i++)
    if (mentions(node, lcm_intern(p->ctx, pml_team_name(i))))
      needs |= 1u << i;
  return needs;
}

/* Return which numbers of its team the tree "node" needs: a team gives them to
 * what is below it. */
static unsigned needs_of(const struct pml_printer *p, const lcm_node *node) {
  unsigned needs = 0;
  for (size_t i = 0; i < node->n_children; i++)
    needs |= needs_of(p, node->children[i]);
  if (node->kind == LCM_NODE_TEAM)
    needs &= ~(node->u.team.kind == LCM_TEAM_RANKS ? PML_NEEDS_RANK
                                                   : PML_NEEDS_THREAD);
  return needs | own_needs(p, node);
}

/* Return which numbers of a team "f" has arguments of the names of. */
static unsigned own_names(const struct pml_printer *p, const lcm_function *f) {
  unsigned own = 0;
  for (size_t i = 0; i < f->n_params; i++)
    for (size_t k = 0; k < PML_TEAM_NAMES; k++)
      if (f->params[i] == lcm_intern(p->ctx, pml_team_name(k)))
        own |= 1u << k;
  return own;
}

void pml_find_hidden(struct pml_printer *p) {
  const lcm_program *program = p->program;
  bool grew = !program->is_model;
  p->hidden = LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), unsigned char,
                            program->n_functions + 1);
  while (grew) {
    grew = false;
    for (size_t i = 0; i < program->n_functions; i++) {
      const lcm_function *f = &program->functions[i];
      const unsigned needs =
          f->body ? needs_of(p, f->body) & ~own_names(p, f) : 0;
      grew = grew || needs != p->hidden[i];
      p->hidden[i] = (unsigned char)needs;
    }
  }
}
