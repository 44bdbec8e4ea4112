/* Calls of MPI as messages: partners, sizes, requests. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/access/buffer.h"
#include "analyzer/lower/control/argument.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/let.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/order.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/communicator.h"
#include "analyzer/lower/mpi/counts.h"
#include "analyzer/lower/mpi/message.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/mpi/range.h"
#include "analyzer/lower/mpi/told.h"
#include "analyzer/lower/values/elements/elements.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"

/* Return the argument of "texts" that has the role "role" of "function"; NULL
 * for none. */
static const char *with_role(const lcm_text_list *texts,
                             const struct lcm_mpi_function *function,
                             char role) {
  const char *at = strchr(function->roles, role);
  const size_t i = at ? (size_t)(at - function->roles) : texts->n;
  return i < texts->n ? texts->at[i] : NULL;
}

/* Return "text" without `&` and parentheses around it. */
static const char *target_text(struct lcm_lowering *l, const char *text) {
  size_t n = text ? strlen(text) : 0;
  while (n && (*text == '&' || isspace((unsigned char)*text) ||
               (*text == '(' && text[n - 1] == ')'))) {
    n -= *text == '(';
    text++;
    n--;
  }
  return n ? lcm_call_trimmed(l, text, n) : NULL;
}

/* The call that is read. */
struct reading {
  struct lcm_lowering *l;
  const lcm_ast *ast;
  const struct lcm_mpi_function *function;
  lcm_text_list texts;
};

/* Return the value of the argument with "role", NULL where there is none or it
 * has no model. */
static const lcm_expr *value_of(struct reading *r, char role) {
  return lcm_lower_clause(r->l, with_role(&r->texts, r->function, role));
}

/* Return the count that the call is given, which may be an element of an array
 * of counts; NULL where it has no model. */
static const lcm_expr *count_of(struct reading *r, char role) {
  struct lcm_lowering *l = r->l;
  const char *text = with_role(&r->texts, r->function, role);
  const lcm_expr *value = value_of(r, role);
  const char *open = text && !value ? strchr(text, '[') : NULL;
  const size_t n = open ? strlen(open) : 0;
  if (!open || open[n - 1] != ']')
    return value;
  const lcm_expr *index =
      lcm_lower_clause(l, lcm_call_trimmed(l, open + 1, n - 2));
  return index ? lcm_counts_at(l, r->ast,
                               lcm_call_trimmed(l, text, (size_t)(open - text)),
                               index)
               : NULL;
}

/* Return the member "member" of a status that "text" is, `s.MPI_SOURCE` or
 * `s->MPI_SOURCE`, as a symbol with a point; NULL where it is none. */
static const lcm_expr *told_by(struct lcm_lowering *l, const char *text,
                               const char *member) {
  const size_t n = text ? strlen(text) : 0;
  const size_t k = strlen(member);
  size_t base = n > k && !strcmp(text + n - k, member) ? n - k : 0;
  if (base > 2 && text[base - 1] == '>' && text[base - 2] == '-')
    base -= 2;
  else if (base > 1 && text[base - 1] == '.')
    base--;
  else
    return NULL;
  return lcm_expr_symbol(
      l->ctx,
      LCM_INTERN_JOINED(l->ctx, lcm_call_trimmed(l, text, base), ".", member),
      LCM_DIM_NONE);
}

/* Return the value of the argument with "role", a rank or ("tag") a tag, where
 * that is what a status tells of the message that came. */
static const lcm_expr *told_or_value(struct reading *r, char role, bool tag) {
  const lcm_expr *told =
      told_by(r->l, target_text(r->l, with_role(&r->texts, r->function, role)),
              tag ? "MPI_TAG" : "MPI_SOURCE");
  return told ? told : value_of(r, role);
}

/* Return the product of the values of the arguments with "roles" that there
 * are; NULL where there are none or one has no model. */
static const lcm_expr *product(struct reading *r, const char *roles) {
  const lcm_expr *out = NULL;
  for (; *roles; roles++) {
    if (!strchr(r->function->roles, *roles))
      continue;
    const lcm_expr *one = count_of(r, *roles);
    if (!one)
      return NULL;
    out = out ? lcm_expr_mul(r->l->ctx, out, one) : one;
  }
  return out;
}

/* Return whether the call is about all ranks. */
static bool is_of_world(struct reading *r) {
  return lcm_communicator_is_world(r->l, r->ast, NULL);
}

/* Return the number of all ranks. */
static const lcm_expr *ranks_of(struct lcm_lowering *l) {
  return lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "ranks"), LCM_DIM_NONE);
}

/* Return the mean of the bytes that the call sends to each rank, where an array
 * says how many elements; NULL where that is not known. */
static const lcm_expr *mean_of(struct reading *r) {
  struct lcm_lowering *l = r->l;
  const lcm_expr *size = value_of(r, 'e');
  const lcm_expr *mean =
      lcm_counts_mean(l, r->ast, with_role(&r->texts, r->function, 'M'),
                      is_of_world(r) ? ranks_of(l) : NULL);
  return mean && size ? lcm_expr_mul(l->ctx, mean, size) : NULL;
}

/* Return the place of the argument with the datatype that the call, a
 * collective that sends to or from a buffer for each rank, receives; 0 where
 * there is none. */
static size_t place_of_received(const struct reading *r) {
  const char *roles = r->function->roles;
  const char *counts = strchr(roles, 'C');
  const lcm_message_kind kind = r->function->kind;
  if (kind != LCM_MESSAGE_GATHER && kind != LCM_MESSAGE_ALLGATHER &&
      kind != LCM_MESSAGE_ALLTOALL)
    return 0;
  if (counts)
    return (size_t)(counts - roles) + 2;
  return strncmp(roles, "snd...", 6) ? 0 : 5;
}

/* Return the bytes that each rank has for another where they stand in the
 * buffer that receives, MPI_IN_PLACE; NULL where that is not known. */
static const lcm_expr *bytes_in_place(struct reading *r) {
  struct lcm_lowering *l = r->l;
  const size_t at = place_of_received(r);
  const lcm_expr *size = lcm_lower_clause(l, r->texts.at[at]);
  const lcm_expr *n = NULL;
  if (!strchr(r->function->roles, 'C')) {
    n = lcm_lower_clause(l, r->texts.at[at - 1]);
  } else {
    const char *counts = r->texts.at[at - 2];
    const bool world = is_of_world(r);
    if (world && r->function->kind != LCM_MESSAGE_ALLTOALL)
      n = lcm_counts_at(
          l, r->ast, counts,
          lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "rank"), LCM_DIM_NONE));
    if (!n)
      n = lcm_counts_mean(l, r->ast, counts, world ? ranks_of(l) : NULL);
  }
  return n && size ? lcm_expr_mul(l->ctx, n, size) : NULL;
}

/* Return the bytes that the call sends. */
static const lcm_expr *bytes_of(struct reading *r) {
  const char *roles = r->function->roles;
  const char *sent = with_role(&r->texts, r->function, 's');
  const size_t received = place_of_received(r);
  if (sent && !strcmp(sent, "MPI_IN_PLACE") && received &&
      received < r->texts.n)
    return bytes_in_place(r);
  const lcm_expr *mean = strchr(roles, 'M') ? mean_of(r) : NULL;
  if (mean)
    return mean;
  return strchr(roles, 'n') || strchr(roles, 'd') ? product(r, "pnd") : NULL;
}

/* Put the request "text", `&r[i]`, `r` or `r + i`, into "call". */
static void read_request(struct reading *r, struct lcm_mpi_call *call,
                         const char *text) {
  struct lcm_lowering *l = r->l;
  const char *target = target_text(l, text);
  const char *open = target ? strchr(target, '[') : NULL;
  const char *plus = target && !open ? strchr(target, '+') : NULL;
  const char *close = open ? strrchr(target, ']') : NULL;
  call->request = target;
  if (open && close && close > open) {
    call->request = lcm_call_trimmed(l, target, (size_t)(open - target));
    call->slot = lcm_lower_clause(
        l, lcm_call_trimmed(l, open + 1, (size_t)(close - open) - 1));
    if (!call->slot)
      call->slot = lcm_expr_symbol(
          l->ctx, lcm_name_of_source(l->ctx, "unknown"), LCM_DIM_NONE);
  } else if (plus) {
    call->request = lcm_call_trimmed(l, target, (size_t)(plus - target));
    call->slot =
        lcm_lower_clause(l, lcm_call_trimmed(l, plus + 1, strlen(plus + 1)));
  }
}

/* Elements of arrays of which nothing says how many there are. */
enum { MOST_NUMBERS = 16 };

typedef lcm_expr_list number_list;
typedef LCM_LIST(const char *) name_list;

/* Return element "k" of the array that the argument "text" is. */
static const lcm_expr *element_of(struct lcm_lowering *l, const char *text,
                                  size_t k) {
  const char *plain = target_text(l, text);
  if (!plain)
    return NULL;
  const bool element = plain[strlen(plain) - 1] == ']';
  if (text[0] == '&' && !element)
    return k ? NULL : lcm_lower_clause(l, plain);
  if (text[0] == '&')
    return lcm_lower_clause(
        l, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%.*s + %zu]",
                            (int)strlen(plain) - 1, plain, k));
  return lcm_lower_clause(
      l, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s[%zu]", plain, k));
}

/* Return how many elements the arrays of the call have: what the last of the
 * numbers "args" says, or (where they have numbers of their own) as many as can
 * be followed. */
static size_t count_elements(struct reading *r, const number_list *args) {
  const lcm_expr *last = args->n ? args->at[args->n - 1] : NULL;
  double n = 0;
  size_t most = 0;
  const lcm_message_kind kind = r->function->kind;
  const bool graph =
      kind == LCM_MESSAGE_GRAPH || kind == LCM_MESSAGE_GRAPH_NEAR ||
      kind == LCM_MESSAGE_GRAPH_ALL || kind == LCM_MESSAGE_GRAPH_EDGES;
  if (!graph && last && lcm_expr_is_number(last, &n) && n >= 0 &&
      n <= MOST_NUMBERS)
    return (size_t)n;
  for (size_t i = 0; i < r->texts.n; i++) {
    const bool array = strchr("NOB", r->function->roles[i]) != NULL;
    const char *plain = array ? target_text(r->l, r->texts.at[i]) : NULL;
    const size_t own = !plain ? 0
                       : r->texts.at[i][0] == '&'
                           ? 1
                           : lcm_numbers_length(r->l, plain);
    most = own > most ? own : most;
  }
  return most;
}

/* Return the name of the variable that "e" is and that may be set; "" where it
 * is none that is followed. */
static const char *settable(struct lcm_lowering *l, const lcm_expr *e) {
  const char *name = e ? lcm_expr_name(e) : NULL;
  const struct lcm_local *local = name ? lcm_lower_local(l, name) : NULL;
  const bool own = local && !local->changed && !local->unstable;
  return name && (own || strpbrk(name, ".[")) ? name : "";
}

/* Add the numbers that the call is given, and those that it sets, to "args" and
 * "sets". */
static void read_numbers(number_list *args, name_list *sets,
                         struct reading *r) {
  struct lcm_lowering *l = r->l;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  for (size_t i = 0; i < r->texts.n; i++)
    if (r->function->roles[i] == 'v')
      LCM_LIST_ADD(arena, args, lcm_lower_clause(l, r->texts.at[i]));
  const size_t n = count_elements(r, args);
  for (size_t i = 0; i < r->texts.n; i++) {
    const char role = r->function->roles[i];
    const char *text = r->texts.at[i];
    if (role == 'o')
      LCM_LIST_ADD(arena, sets,
                   settable(l, lcm_lower_clause(l, target_text(l, text))));
    if (role == 'R')
      lcm_numbers_ranges(l, args, target_text(l, text));
    l->globals.initial = role == 'B';
    for (size_t k = 0; k < n && (role == 'N' || role == 'B'); k++)
      LCM_LIST_ADD(arena, args, element_of(l, text, k));
    l->globals.initial = false;
    for (size_t k = 0; k < n && (role == 'O' || role == 'B'); k++)
      LCM_LIST_ADD(arena, sets, settable(l, element_of(l, text, k)));
  }
}

/* Put the numbers that a topology is made of or asked with, or counts of each
 * neighbour, into "call". */
static void put_numbers(struct reading *r, struct lcm_mpi_call *call) {
  const lcm_message_kind kind = r->function->kind;
  number_list args = {0};
  name_list sets = {0};
  if (!lcm_message_tells(kind) && kind != LCM_MESSAGE_CART &&
      kind != LCM_MESSAGE_GRAPH && kind != LCM_MESSAGE_GRAPH_ALL &&
      kind != LCM_MESSAGE_GRAPH_EDGES && kind != LCM_MESSAGE_CART_SUB &&
      kind != LCM_MESSAGE_GROUP && kind != LCM_MESSAGE_NEIGHBOUR &&
      kind != LCM_MESSAGE_LOCK)
    return;
  read_numbers(&args, &sets, r);
  call->args = args.at;
  call->n_args = args.n;
  call->sets = sets.at;
  call->n_sets = sets.n;
  if (lcm_message_tells(kind))
    call->made = NULL;
}

/* Put the name of the variable that says whether what the call tests is done
 * into "call". */
static void put_flag(struct reading *r, struct lcm_mpi_call *call) {
  struct lcm_lowering *l = r->l;
  name_list sets = {0};
  const lcm_expr *flag = lcm_lower_clause(
      l, target_text(l, with_role(&r->texts, r->function, 'i')));
  const char *name = flag ? lcm_expr_name(flag) : NULL;
  if (!name)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &sets, name);
  call->sets = sets.at;
  call->n_sets = sets.n;
}

/* Return whether something in or below "ast" sets the variable with the key
 * "key" otherwise than a call of MPI that asks for a number. */
static bool sets_otherwise(struct lcm_lowering *l, const lcm_ast *ast,
                           const char *key) {
  const lcm_ast *target = ast->first;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return false;
  if (lcm_external_changes(l, ast) && target && target->kind == LCM_AST_REF &&
      target->key == key &&
      (ast->kind != LCM_AST_ADDRESS || lcm_message_role(l, ast) != 'o'))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (sets_otherwise(l, at, key))
      return true;
  return false;
}

/* Return the name of the number "made" (may be NULL) that the call sets, as it
 * goes by everywhere it is meant; NULL where the variable may hold something
 * else at times. */
static const char *number_made(struct lcm_lowering *l, const char *made) {
  const struct lcm_local *local = made ? lcm_lower_local(l, made) : NULL;
  const char *global =
      made && !local && l->globals.grids ? lcm_numbers_global(l, made) : NULL;
  if (!local || !l->function)
    return global ? global : made;
  return sets_otherwise(l, l->function, local->key) ? NULL
                                                    : lcm_lower_name(l, made);
}

/* Put what the arguments say into "call". */
static void read_call(struct reading *r, struct lcm_mpi_call *call) {
  const char *comm = with_role(&r->texts, r->function, 'c');
  const char *window = with_role(&r->texts, r->function, 'W');
  const char *made = with_role(&r->texts, r->function, 'm');
  const char *request = with_role(&r->texts, r->function, 'q');
  const char *file = with_role(&r->texts, r->function, 'F');
  const char *group = with_role(&r->texts, r->function, 'G');
  made = made ? made : with_role(&r->texts, r->function, 'w');
  const bool number = !made;
  made = made ? made : with_role(&r->texts, r->function, 'o');
  call->operation = lcm_intern(r->l->ctx, r->function->name);
  comm = comm ? comm : group;
  call->comm = comm ? lcm_told_text(r->l, comm, false)
                    : target_text(r->l, window ? window : file);
  if (file && r->function->mode == LCM_MODE_LATER && !request)
    request = file;
  call->to = told_or_value(r, 't', false);
  call->from = told_or_value(r, 'f', false);
  call->status = target_text(r->l, with_role(&r->texts, r->function, 'u'));
  call->root = value_of(r, 'r');
  call->bytes = bytes_of(r);
  call->tag = told_or_value(r, 'g', true);
  call->from_tag = told_or_value(r, 'h', true);
  call->count = value_of(r, 'k');
  call->colour = value_of(r, 'x');
  call->key = value_of(r, 'y');
  call->made = lcm_told_text(r->l, target_text(r->l, made), number);
  if (number)
    call->made = number_made(r->l, call->made);
  else if (call->made && lcm_lower_local(r->l, call->made))
    call->made = lcm_lower_name(r->l, call->made);
  if (request)
    read_request(r, call, request);
  if (strchr(r->function->roles, 'H'))
    call->request = with_role(&r->texts, r->function, 'H');
  put_numbers(r, call);
  if (strchr(r->function->roles, 'i'))
    put_flag(r, call);
}

/* Return element "k" of the array of numbers or datatypes that the argument
 * with "role" is; NULL where it is not known. */
static const lcm_expr *number_in(struct reading *r, char role, size_t k) {
  return lcm_counts_element(r->l, r->ast,
                            with_role(&r->texts, r->function, role), k);
}

/* Return the size of the datatype that the call makes of "n" parts, whose
 * lengths ("S": along each dimension) an array has; NULL where it is not
 * known. */
static const lcm_expr *size_of_parts(struct reading *r, size_t n) {
  lcm_ctx *ctx = r->l->ctx;
  const char *roles = r->function->roles;
  const bool grid = strchr(roles, 'S') != NULL;
  const lcm_expr *same = strchr(roles, 'd') ? value_of(r, 'd') : NULL;
  const lcm_expr *out = lcm_expr_int(ctx, grid);
  for (size_t k = 0; k < n; k++) {
    const lcm_expr *one = number_in(r, grid ? 'S' : 'L', k);
    const lcm_expr *size = same ? same : number_in(r, 'T', k);
    if (!one || !size)
      return NULL;
    out = grid ? lcm_expr_mul(ctx, out, one)
               : lcm_expr_add(ctx, out, lcm_expr_mul(ctx, one, size));
  }
  return grid ? lcm_expr_mul(ctx, out, same) : out;
}

/* Return the size of the datatype that the call makes or asks for; NULL where
 * it is not known. */
static const lcm_expr *size_of_type(struct reading *r) {
  const lcm_expr *n = value_of(r, 'k');
  double parts = 0;
  if (!strchr(r->function->roles, 'k'))
    return product(r, "bnd");
  return n && lcm_expr_is_number(n, &parts) && parts >= 1 &&
                 parts <= MOST_NUMBERS
             ? size_of_parts(r, (size_t)parts)
             : NULL;
}

/* Return the value that the call gives to the variable that it sets; NULL where
 * it has none that is known here. */
static const lcm_expr *answer(struct reading *r) {
  lcm_ctx *ctx = r->l->ctx;
  const bool world = is_of_world(r);
  if (r->function->kind == LCM_MESSAGE_TYPE)
    return size_of_type(r);
  const char *name = r->function->kind == LCM_MESSAGE_RANK   ? "rank"
                     : r->function->kind == LCM_MESSAGE_SIZE ? "ranks"
                                                             : NULL;
  return name && world
             ? lcm_expr_symbol(ctx, lcm_intern(ctx, name), LCM_DIM_NONE)
             : NULL;
}

void lcm_lower_message(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast) {
  struct reading r = {.l = l, .ast = ast, .function = lcm_call_mpi(l, ast)};
  lcm_call_texts(&r.texts, l, ast);
  const char *set = target_text(l, with_role(&r.texts, r.function, 'o'));
  const lcm_expr *value = answer(&r);
  if (value && set) {
    const bool same =
        !strcmp(lcm_lower_name(l, set), "rank") && lcm_expr_has(value, "rank");
    struct lcm_local *local = same ? lcm_lower_local(l, set) : NULL;
    if (local)
      local->is_rank = local->n_assigned == 1;
    lcm_node *let = same ? NULL : lcm_lower_let(l, ast, set, value);
    if (let)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, let);
    return;
  }
  if (r.function->kind == LCM_MESSAGE_TYPE)
    return;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_MESSAGE, ast);
  read_call(&r, node->u.message);
  node->label = node->u.message->operation;
  lcm_buffer_touch(l, node, ast, r.texts.at, r.texts.n);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

/* Return "rank" or "ranks" where that is what the call "call" of MPI gives to
 * the variable that it sets; NULL otherwise.  "outer": the call of the function
 * that it stands in, or NULL. */
static const char *told_in(struct lcm_lowering *l, const lcm_ast *call,
                           const lcm_ast *outer) {
  const struct lcm_mpi_function *function = lcm_call_mpi(l, call);
  if (!function ||
      (function->kind != LCM_MESSAGE_RANK &&
       function->kind != LCM_MESSAGE_SIZE) ||
      !lcm_communicator_is_world(l, call, outer))
    return NULL;
  return function->kind == LCM_MESSAGE_RANK ? "rank" : "ranks";
}

/* What is known of the parameter "name" of a function: how often the function
 * speaks of it, and what it is set to, or NULL. */
struct parameter {
  const char *name;
  const lcm_ast *call; /* of the function */
  size_t uses;
  const char *answer;
};

/* Note what "ast", of the body of a function, does to the parameter "p". */
static void note_parameter(struct lcm_lowering *l, struct parameter *p,
                           const lcm_ast *ast) {
  if (ast->kind == LCM_AST_REF && ast->name == p->name) {
    const bool set = lcm_message_role(l, ast) == 'o';
    p->uses++;
    p->answer =
        set && lcm_runs_always(ast) ? told_in(l, ast->parent, p->call) : NULL;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_parameter(l, p, child);
}

/* Return the definition of the function that "call" calls in the file itself,
 * NULL where there is none. */
static const lcm_ast *called(const struct lcm_lowering *l,
                             const lcm_ast *call) {
  const lcm_ast *found = NULL;
  if (!lcm_call_is_project(call))
    return NULL;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && !strcmp(top->name, call->name))
      found = top;
  return found;
}

/* Return "rank" or "ranks" where that is all that the function of the file that
 * "call" calls does with the variable whose address is argument number "i". */
static const char *set_by(struct lcm_lowering *l, const lcm_ast *call,
                          size_t i) {
  const lcm_ast *function = called(l, call);
  const lcm_ast *at = function ? function->first : NULL;
  while (at && (at->kind != LCM_AST_PARAM || i)) {
    i -= at->kind == LCM_AST_PARAM;
    at = at->next;
  }
  struct parameter p = {.name = at ? at->name : NULL, .call = call};
  if (p.name)
    note_parameter(l, &p, function);
  return p.uses == 1 ? p.answer : NULL;
}

const char *lcm_message_answer(struct lcm_lowering *l, const lcm_ast *address) {
  const lcm_ast *call = address->parent;
  if (!call || call->kind != LCM_AST_CALL)
    return NULL;
  if (lcm_call_mpi(l, call))
    return lcm_message_role(l, address) == 'o' ? told_in(l, call, NULL) : NULL;
  size_t i = 0;
  const lcm_ast *at = lcm_syntax_arguments(call);
  for (; at && at != address; at = at->next)
    i++;
  return at ? set_by(l, call, i) : NULL;
}

void lcm_message_told(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *call) {
  const lcm_ast *first = called(l, call) ? lcm_syntax_arguments(call) : NULL;
  for (const lcm_ast *at = first; at; at = at->next) {
    const lcm_ast *target = at->kind == LCM_AST_ADDRESS ? at->first : NULL;
    const char *answer = target && target->kind == LCM_AST_REF
                             ? lcm_message_answer(l, at)
                             : NULL;
    lcm_node *let =
        answer && strcmp(lcm_lower_name(l, target->name), answer) != 0
            ? lcm_lower_let(l, call, target->name,
                            lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, answer),
                                            LCM_DIM_NONE))
            : NULL;
    if (let)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, let);
  }
}
