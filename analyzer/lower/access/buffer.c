/* What message passing reads and writes: the buffers of its calls. */
#include <string.h>
#include <strings.h>

#include "analyzer/lower/access/buffer.h"
#include "analyzer/lower/access/note.h"
#include "analyzer/lower/access/place.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/names.h"

/* Who touches a buffer. */
enum who {
  EVERYONE,
  ROOT,  /* only the root of a collective */
  OTHERS /* all but the root */
};

/* A buffer of an operation. */
struct buffer {
  lcm_message_kind kind; /* of the operation */
  /* r, w or b: what is done to argument number "at"; 0: none */
  char mode;
  unsigned at;
  /* n, d: the arguments with the count and the datatype; n 0: it is 1; d 0: the
   * counts are arrays */
  unsigned n;
  unsigned d;
  bool each; /* as many for each rank */
  enum who who;
};

static const struct buffer BUFFERS[] = {
    {LCM_MESSAGE_SEND, 'r', 0, 1, 2, false, EVERYONE},
    {LCM_MESSAGE_SSEND, 'r', 0, 1, 2, false, EVERYONE},
    {LCM_MESSAGE_BSEND, 'r', 0, 1, 2, false, EVERYONE},
    {LCM_MESSAGE_RECV, 'w', 0, 1, 2, false, EVERYONE},
    {LCM_MESSAGE_MATCHED, 'w', 0, 1, 2, false, EVERYONE},
    {LCM_MESSAGE_SENDRECV, 'r', 0, 1, 2, false, EVERYONE},
    {LCM_MESSAGE_SENDRECV, 'w', 5, 6, 7, false, EVERYONE},
    {LCM_MESSAGE_BCAST, 'r', 0, 1, 2, false, ROOT},
    {LCM_MESSAGE_BCAST, 'w', 0, 1, 2, false, OTHERS},
    {LCM_MESSAGE_REDUCE, 'r', 0, 2, 3, false, EVERYONE},
    {LCM_MESSAGE_REDUCE, 'w', 1, 2, 3, false, ROOT},
    {LCM_MESSAGE_ALLREDUCE, 'r', 0, 2, 3, false, EVERYONE},
    {LCM_MESSAGE_ALLREDUCE, 'w', 1, 2, 3, false, EVERYONE},
    {LCM_MESSAGE_SCAN, 'r', 0, 2, 3, false, EVERYONE},
    {LCM_MESSAGE_SCAN, 'w', 1, 2, 3, false, EVERYONE},
    {LCM_MESSAGE_GATHER, 'r', 0, 1, 2, false, EVERYONE},
    {LCM_MESSAGE_GATHER, 'w', 3, 4, 5, true, ROOT},
    {LCM_MESSAGE_SCATTER, 'r', 0, 1, 2, true, ROOT},
    {LCM_MESSAGE_SCATTER, 'w', 3, 4, 5, false, EVERYONE},
    {LCM_MESSAGE_ALLGATHER, 'r', 0, 1, 2, false, EVERYONE},
    {LCM_MESSAGE_ALLGATHER, 'w', 3, 4, 5, true, EVERYONE},
    {LCM_MESSAGE_ALLTOALL, 'r', 0, 1, 2, true, EVERYONE},
    {LCM_MESSAGE_ALLTOALL, 'w', 3, 4, 5, true, EVERYONE},
    {LCM_MESSAGE_REDUCE_SCATTER, 'r', 0, 2, 3, true, EVERYONE},
    {LCM_MESSAGE_REDUCE_SCATTER, 'w', 1, 2, 3, false, EVERYONE},
    {LCM_MESSAGE_NEIGHBOUR, 'r', 0, 0, 0, false, EVERYONE},
    {LCM_MESSAGE_NEIGHBOUR, 'w', 3, 0, 0, false, EVERYONE},
    {LCM_MESSAGE_PUT, 'r', 0, 1, 2, false, EVERYONE},
    {LCM_MESSAGE_GET, 'w', 0, 1, 2, false, EVERYONE}};

/* Operations that are called otherwise than others of their kind, by their
 * names without I before or _init behind them. */
static const struct {
  const char *name;
  struct buffer buffers[2];
} SPECIAL[] = {{"sendrecv_replace",
                {{LCM_MESSAGE_SENDRECV, 'b', 0, 1, 2, false, EVERYONE}}},
               {"psend", {{LCM_MESSAGE_SEND, 'r', 0, 2, 3, false, EVERYONE}}},
               {"precv", {{LCM_MESSAGE_RECV, 'w', 0, 2, 3, false, EVERYONE}}},
               {"gatherv",
                {{LCM_MESSAGE_GATHER, 'r', 0, 1, 2, false, EVERYONE},
                 {LCM_MESSAGE_GATHER, 'w', 3, 0, 0, false, ROOT}}},
               {"scatterv",
                {{LCM_MESSAGE_SCATTER, 'r', 0, 0, 0, false, ROOT},
                 {LCM_MESSAGE_SCATTER, 'w', 4, 5, 6, false, EVERYONE}}},
               {"allgatherv",
                {{LCM_MESSAGE_ALLGATHER, 'r', 0, 1, 2, false, EVERYONE},
                 {LCM_MESSAGE_ALLGATHER, 'w', 3, 0, 0, false, EVERYONE}}},
               {"alltoallv",
                {{LCM_MESSAGE_ALLTOALL, 'r', 0, 0, 0, false, EVERYONE},
                 {LCM_MESSAGE_ALLTOALL, 'w', 4, 0, 0, false, EVERYONE}}},
               {"alltoallw",
                {{LCM_MESSAGE_ALLTOALL, 'r', 0, 0, 0, false, EVERYONE},
                 {LCM_MESSAGE_ALLTOALL, 'w', 4, 0, 0, false, EVERYONE}}},
               {"reduce_scatter",
                {{LCM_MESSAGE_REDUCE_SCATTER, 'r', 0, 0, 0, false, EVERYONE},
                 {LCM_MESSAGE_REDUCE_SCATTER, 'w', 1, 0, 0, false, EVERYONE}}},
               {"neighbor_allgather",
                {{LCM_MESSAGE_NEIGHBOUR, 'r', 0, 1, 2, false, EVERYONE},
                 {LCM_MESSAGE_NEIGHBOUR, 'w', 3, 0, 0, false, EVERYONE}}},
               {"neighbor_allgatherv",
                {{LCM_MESSAGE_NEIGHBOUR, 'r', 0, 1, 2, false, EVERYONE},
                 {LCM_MESSAGE_NEIGHBOUR, 'w', 3, 0, 0, false, EVERYONE}}},
               {"neighbor_alltoallv",
                {{LCM_MESSAGE_NEIGHBOUR, 'r', 0, 0, 0, false, EVERYONE},
                 {LCM_MESSAGE_NEIGHBOUR, 'w', 4, 0, 0, false, EVERYONE}}},
               {"neighbor_alltoallw",
                {{LCM_MESSAGE_NEIGHBOUR, 'r', 0, 0, 0, false, EVERYONE},
                 {LCM_MESSAGE_NEIGHBOUR, 'w', 4, 0, 0, false, EVERYONE}}},
               {"get_accumulate",
                {{LCM_MESSAGE_GET, 'r', 0, 1, 2, false, EVERYONE},
                 {LCM_MESSAGE_GET, 'w', 3, 4, 5, false, EVERYONE}}},
               {"fetch_and_op",
                {{LCM_MESSAGE_GET, 'r', 0, 0, 2, false, EVERYONE},
                 {LCM_MESSAGE_GET, 'w', 1, 0, 2, false, EVERYONE}}},
               {"compare_and_swap",
                {{LCM_MESSAGE_GET, 'r', 0, 0, 3, false, EVERYONE},
                 {LCM_MESSAGE_GET, 'w', 2, 0, 3, false, EVERYONE}}}};

/* A call whose buffers are noted; "texts": its arguments, "n" of them, 0 where
 * they are not known. */
struct noting {
  struct lcm_collection c;
  const lcm_ast *ast;
  const char *const *texts;
  size_t n;
};

/* Return argument number "i" of the call, NULL where it has none. */
static const lcm_ast *argument(const struct noting *w, unsigned i) {
  const lcm_ast *at = w->ast->first ? w->ast->first->next : NULL;
  for (; at && i; i--)
    at = at->next;
  return at;
}

/* Return whether the call sends or receives in parts: argument 1 says how
 * many. */
static bool is_parted(struct noting *w) {
  return strchr(lcm_call_mpi(w->c.l, w->ast)->roles, 'p') != NULL;
}

/* Return the bytes of "buffer"; NULL where they are not known, or not next to
 * each other. */
static const lcm_expr *bytes_of(struct noting *w, const struct buffer *buffer) {
  struct lcm_lowering *l = w->c.l;
  long long size = 0;
  if (!buffer->d || buffer->d >= w->n || buffer->n >= w->n ||
      !lcm_mpi_value(&size, w->texts[buffer->d]))
    return NULL;
  const lcm_expr *n = buffer->n ? lcm_lower_clause(l, w->texts[buffer->n])
                                : lcm_expr_int(l->ctx, 1);
  const lcm_expr *bytes =
      n ? lcm_expr_mul(l->ctx, n, lcm_expr_int(l->ctx, size)) : NULL;
  if (bytes && is_parted(w))
    return lcm_expr_mul(l->ctx, bytes, lcm_lower_clause(l, w->texts[1]));
  return bytes && buffer->each
             ? lcm_expr_mul(l->ctx, bytes,
                            lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "ranks"),
                                            LCM_DIM_NONE))
             : bytes;
}

/* Return "bytes" (may be NULL) in elements of "size" bytes; NULL where these
 * are no whole number. */
static const lcm_expr *elements(lcm_ctx *ctx, const lcm_expr *bytes,
                                long long size) {
  double value = 0;
  const lcm_expr *n = bytes && size > 0
                          ? lcm_expr_div(ctx, bytes, lcm_expr_int(ctx, size))
                          : NULL;
  return n && (!lcm_expr_is_number(n, &value) ||
               value == (double)(long long)value)
             ? n
             : NULL;
}

/* Return why not all, or not just, of a buffer is touched; NULL for that. */
static const char *reason_of(const struct buffer *buffer, bool known) {
  if (!known)
    return buffer->d ? "a datatype says which part is sent"
           : buffer->kind == LCM_MESSAGE_NEIGHBOUR
               ? "each neighbour has a part of it"
               : "counts from memory say which part is sent";
  return buffer->who == ROOT     ? "only the root touches it"
         : buffer->who == OTHERS ? "all but the root touch it"
                                 : NULL;
}

/* Note "object", to which argument "arg" points, as part of "buffer", which has
 * "bytes" (NULL: nobody knows). */
static void note(struct noting *w, const struct buffer *buffer,
                 const lcm_ast *arg, struct lcm_object object,
                 const lcm_expr *bytes) {
  lcm_ctx *ctx = w->c.l->ctx;
  double whole = 0;
  struct lcm_extent *last = object.n ? &object.steps[object.n - 1] : NULL;
  const bool address =
      last && last->field && !strcmp(last->field, LCM_FIELD_ADDRESS);
  long long size = arg->kind == LCM_AST_ADDRESS && arg->first
                       ? arg->first->size
                       : lcm_place_element(w->c.l, &object);
  const lcm_expr *n = elements(ctx, bytes, size);
  if (address) {
    object.n--;
    if (!n || !lcm_expr_is_number(n, &whole) || whole != 1)
      n = NULL;
  } else
    lcm_place_advance(w->c.l, &object, lcm_expr_int(ctx, 0), n);
  const char *why = reason_of(buffer, n != NULL);
  object.why = !n || !object.why ? why : object.why;
  lcm_access_note(&w->c, &object,
                  buffer->mode == 'r'   ? LCM_MODE_READ
                  : buffer->mode == 'w' ? LCM_MODE_WRITE
                                        : LCM_MODE_UPDATE,
                  n ? size : 0, arg);
}

/* Note what the call does to "buffer"; "other": the buffer that is used where
 * this one is MPI_IN_PLACE, or NULL. */
static void note_buffer(struct noting *w, const struct buffer *buffer,
                        const struct buffer *other) {
  struct lcm_objects objects;
  struct buffer used = *buffer;
  const bool in_place =
      buffer->at < w->n && !strcmp(w->texts[buffer->at], "MPI_IN_PLACE");
  if (in_place && (!other || other->mode == buffer->mode))
    return;
  if (in_place) {
    used = *other;
    used.mode = buffer->mode;
    used.who = buffer->who;
  }
  const lcm_ast *arg = argument(w, used.at);
  if (!arg)
    return;
  lcm_place_pointee(&objects, &w->c, arg);
  const lcm_expr *bytes = bytes_of(w, &used);
  for (size_t i = 0; i < objects.n; i++)
    note(w, &used, arg, objects.at[i], bytes);
}

/* Return the two buffers of "function", which is called otherwise than others
 * of its kind; NULL where it is not. */
static const struct buffer *special(const struct lcm_mpi_function *function) {
  const char *name = function->name + 4 + (function->mode == LCM_MODE_LATER);
  const size_t n = strlen(name);
  const size_t less =
      function->mode == LCM_MODE_INIT && n > 5 ? strlen("_init") : 0;
  for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++)
    if (strlen(SPECIAL[i].name) == n - less &&
        !strncasecmp(SPECIAL[i].name, name, n - less))
      return SPECIAL[i].buffers;
  return NULL;
}

/* Return the buffers of operations of "kind"; their number goes into "*n". */
static const struct buffer *plain(size_t *n, lcm_message_kind kind) {
  size_t i = 0;
  const size_t all = sizeof BUFFERS / sizeof *BUFFERS;
  while (i < all && BUFFERS[i].kind != kind)
    i++;
  *n = (i < all) + (i + 1 < all && BUFFERS[i + 1].kind == kind);
  return &BUFFERS[i < all ? i : 0];
}

/* Return the buffer of "function", which reads or writes a file. */
static struct buffer of_file(const struct lcm_mpi_function *function) {
  const char *at = strchr(function->roles, 's');
  const unsigned i = at ? (unsigned)(at - function->roles) : 0;
  const char mode = strstr(function->name, "read") ? 'w' : 'r';
  return (struct buffer){function->kind, at ? mode : '\0', i, i + 1, i + 2,
                         false,          EVERYONE};
}

void lcm_buffer_touch(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast, const char *const *texts, size_t n) {
  struct noting w = {.c = {.l = l, .begin = ast->begin, .end = ast->end},
                     .ast = ast,
                     .texts = texts,
                     .n = n};
  const struct lcm_mpi_function *function = lcm_call_mpi(l, ast);
  const struct buffer *buffers = special(function);
  size_t n_buffers = buffers ? 1 + (buffers[1].mode != 0) : 0;
  const struct buffer file = of_file(function);
  if (function->kind == LCM_MESSAGE_FILE ||
      function->kind == LCM_MESSAGE_FILE_ALL) {
    buffers = &file;
    n_buffers = 1;
  } else if (!buffers)
    buffers = plain(&n_buffers, function->kind);
  for (size_t i = 0; i < n_buffers; i++)
    note_buffer(&w, &buffers[i], n_buffers > 1 ? &buffers[1 - i] : NULL);
  lcm_lower_touch(l, node, &w.c.reads, &w.c.writes);
}

/* Return the declaration of the variable "key" in or below "ast", or NULL. */
static const lcm_ast *declared_in(const lcm_ast *ast, const char *key) {
  const lcm_ast *found =
      (ast->kind == LCM_AST_VAR || ast->kind == LCM_AST_PARAM) &&
              ast->key == key
          ? ast
          : NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = declared_in(at, key);
  return found;
}

/* Return the declaration of the variable of "section", or NULL. */
static const lcm_ast *declaration_of(const struct lcm_lowering *l,
                                     const lcm_section *section) {
  size_t found = 0;
  const lcm_ast *local =
      l->function ? declared_in(l->function, section->key) : NULL;
  if (!local && lcm_map_get(&l->globals.declarations, section->datum, &found))
    return (const lcm_ast *)(uintptr_t)found;
  return local;
}

/* Put "section" behind "object", to which its variable points or which it
 * is. */
static void add_steps(struct lcm_lowering *l, struct lcm_object *object,
                      const lcm_section *section, bool pointer) {
  for (size_t i = 0; i < section->n_extents; i++) {
    const struct lcm_extent *e = &section->extents[i];
    if (!i && pointer)
      lcm_place_advance(l, object, e->lower, e->length);
    else if (object->n < LCM_MAX_STEPS)
      object->steps[object->n++] = *e;
  }
}

void lcm_buffer_map(struct lcm_lowering *l, lcm_node *node,
                    const lcm_section *section) {
  const lcm_ast *declaration = declaration_of(l, section);
  struct lcm_collection c = {.l = l};
  struct lcm_objects objects;
  double size = 0;
  if (!declaration || !declaration->key)
    return;
  lcm_ast ref = *declaration;
  ref.kind = LCM_AST_REF;
  ref.first = ref.last = NULL;
  const bool pointer = ref.is_pointer && !ref.is_array && section->n_extents &&
                       !section->extents[0].field;
  lcm_ast *base = LCM_NEW(lcm_ctx_arena(l->ctx), lcm_ast);
  *base = ref;
  if (pointer)
    lcm_place_pointee(&objects, &c, base);
  else
    lcm_place_only(&objects, base);
  if (section->element)
    (void)lcm_expr_is_number(section->element, &size);
  for (size_t i = 0; i < objects.n; i++) {
    add_steps(l, &objects.at[i], section, pointer);
    lcm_access_note(&c, &objects.at[i], LCM_MODE_UPDATE, (long long)size, base);
  }
  lcm_lower_touch(l, node, &c.reads, &c.writes);
}
