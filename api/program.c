/* Handles of programs: structure, fragments, params, edits. */
#include <stdlib.h>
#include <string.h>

#include "api/handles.h"
#include "api/program.h"
#include "api/request.h"
#include "model/edit/edit.h"
#include "model/lcs/lcs.h"
#include "model/link/link.h"

/* ---- handles ------------------------------------------------------------- */

/* A handle being made. */
struct keeping {
  const lcm_program *program;
  char *text; /* of the structure, on the heap */
  liblcm_program *out;
};

/* Put the external variables of the program into the handle. */
static void keep_params(lcm_ctx *ctx, const struct keeping *k) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_program *program = k->program;
  struct liblcm_param *params =
      LCM_NEW_ARRAY(arena, struct liblcm_param, program->n_params + 1);
  for (size_t i = 0; i < program->n_params; i++) {
    const lcm_param *param = &program->params[i];
    const char *description = param->description;
    params[i].name = lcm_arena_strdup(arena, param->name);
    params[i].value =
        lcm_api_expr(ctx, param->value ? param->value : param->tied);
    params[i].low = lcm_api_expr(ctx, param->low);
    params[i].high = lcm_api_expr(ctx, param->high);
    params[i].description =
        description ? lcm_arena_strdup(arena, description) : NULL;
  }
  k->out->params = params;
  k->out->n_params = program->n_params;
}

/* Put the premises of the program into the handle. */
static void keep_premises(lcm_ctx *ctx, const struct keeping *k) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_program *program = k->program;
  struct liblcm_premise *premises =
      LCM_NEW_ARRAY(arena, struct liblcm_premise, program->n_premises + 1);
  for (size_t i = 0; i < program->n_premises; i++)
    premises[i] = (struct liblcm_premise){
        lcm_arena_strdup(arena, program->premises[i].edit),
        lcm_arena_strdup(arena, program->premises[i].text),
        program->premises[i].proved};
  k->out->premises = premises;
  k->out->n_premises = program->n_premises;
}

/* Put everything into the handle, whose context is "ctx". */
static lcm_status keep(lcm_ctx *ctx, void *user) {
  struct keeping *k = user;
  const char *const *names = NULL;
  const size_t n = lcm_program_fragments(&names, ctx, k->program);
  const char **copies = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, n + 1);
  for (size_t i = 0; i < n; i++)
    copies[i] = lcm_arena_strdup(lcm_ctx_arena(ctx), names[i]);
  k->out->fragments = copies;
  k->out->n_fragments = n;
  k->out->len = strlen(k->text);
  k->out->text = lcm_arena_strndup(lcm_ctx_arena(ctx), k->text, k->out->len);
  keep_params(ctx, k);
  keep_premises(ctx, k);
  return LCM_OK;
}

lcm_status lcm_api_keep_program(liblcm_program **out,
                                const lcm_program *program) {
  struct keeping k = {.program = program,
                      .text = lcm_program_to_str(program),
                      .out = calloc(1, sizeof *k.out)};
  if (k.out)
    k.out->ctx = lcm_ctx_new(NULL);
  const bool failed = !k.text || !k.out || !k.out->ctx ||
                      lcm_ctx_guard(k.out->ctx, keep, &k) != LCM_OK;
  free(k.text);
  if (failed)
    liblcm_program_free(k.out);
  else
    *out = k.out;
  return failed ? LCM_ENOMEM : LCM_OK;
}

/* Return "program" with the premises of "handle". */
static const lcm_program *with_premises(lcm_ctx *ctx,
                                        const lcm_program *program,
                                        const liblcm_program *handle) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  struct lcm_premise *premises =
      LCM_NEW_ARRAY(arena, struct lcm_premise, handle->n_premises + 1);
  for (size_t i = 0; i < handle->n_premises; i++)
    premises[i] = (struct lcm_premise){
        .edit = lcm_arena_strdup(arena, handle->premises[i].edit),
        .text = lcm_arena_strdup(arena, handle->premises[i].text),
        .proved = handle->premises[i].proved != 0};
  *copy = *program;
  copy->premises = premises;
  copy->n_premises = handle->n_premises;
  return copy;
}

/* Read the structure of "handle" into "*out". */
static lcm_status read_back(const lcm_program **out, lcm_ctx *ctx,
                            const liblcm_program *handle) {
  const lcm_program *program = NULL;
  const lcm_status status =
      lcm_program_parse(&program, ctx, "program", handle->text, handle->len);
  if (!status)
    *out = handle->n_premises ? with_premises(ctx, program, handle) : program;
  return status;
}

lcm_status lcm_api_enter_program(const lcm_program **out, lcm_ctx *ctx,
                                 const liblcm_program *handle) {
  const lcm_program *program = NULL;
  const lcm_status status = read_back(&program, ctx, handle);
  return status ? status : lcm_program_enter(out, ctx, program, NULL);
}

void liblcm_program_free(liblcm_program *program) {
  if (program)
    lcm_ctx_free(program->ctx);
  free(program);
}

/* ---- making programs ----------------------------------------------------- */

/* A program to be made out of text or of others: which of the fields are live
 * depends on the request. */
struct program_making {
  liblcm_program *out;
  const char *name;
  const char *text;
  size_t len;
  const liblcm_program *const *parts;
  const struct liblcm_edit *edits;
  const struct liblcm_restructuring *restructuring;
  size_t n;
};

/* Carry out "body" for "making", then put its program into "*out". */
static liblcm_code make(liblcm_program **out, struct program_making *making,
                        lcm_api_fn body, liblcm_log *log) {
  const struct lcm_api_request request = {
      .body = body, .user = making, .log = log};
  const liblcm_code code = lcm_api_run(NULL, &request);
  if (code)
    liblcm_program_free(making->out);
  else
    *out = making->out;
  return code;
}

/* Read the text of "user". */
static lcm_status parse(lcm_ctx *ctx, void *user) {
  struct program_making *making = user;
  const lcm_program *program = NULL;
  const lcm_status status = lcm_program_parse(
      &program, ctx, lcm_intern(ctx, making->name), making->text, making->len);
  return status ? status : lcm_api_keep_program(&making->out, program);
}

liblcm_code liblcm_program_parse(liblcm_program **out, const char *name,
                                 const char *text, size_t len,
                                 liblcm_log *log) {
  struct program_making making = {.name = name, .text = text, .len = len};
  return out && name && text ? make(out, &making, parse, log)
                             : LIBLCM_ERROR_USAGE;
}

/* Join the parts of "user". */
static lcm_status link_parts(lcm_ctx *ctx, void *user) {
  struct program_making *making = user;
  const lcm_program **parts =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_program *, making->n + 1);
  const lcm_program *program = NULL;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < making->n && !status; i++)
    status = read_back(&parts[i], ctx, making->parts[i]);
  status = status ? status
                  : lcm_program_join(&program, ctx, parts, making->n, false);
  return status ? status : lcm_api_keep_program(&making->out, program);
}

liblcm_code liblcm_program_link(liblcm_program **out,
                                const liblcm_program *const *parts, size_t n,
                                liblcm_log *log) {
  struct program_making making = {.parts = parts, .n = n};
  for (size_t i = 0; i < n; i++)
    if (!parts || !parts[i])
      return LIBLCM_ERROR_USAGE;
  return out && n ? make(out, &making, link_parts, log) : LIBLCM_ERROR_USAGE;
}

/* Let the run of the program of "user" begin where its name says. */
static lcm_status enter(lcm_ctx *ctx, void *user) {
  struct program_making *making = user;
  const lcm_program *program = NULL;
  lcm_status status = read_back(&program, ctx, making->parts[0]);
  status =
      status ? status : lcm_program_enter(&program, ctx, program, making->name);
  return status ? status : lcm_api_keep_program(&making->out, program);
}

liblcm_code liblcm_program_enter(liblcm_program **out,
                                 const liblcm_program *program,
                                 const char *entry, liblcm_log *log) {
  struct program_making making = {.parts = &program, .n = 1, .name = entry};
  return out && program ? make(out, &making, enter, log) : LIBLCM_ERROR_USAGE;
}

/* ---- edits --------------------------------------------------------------- */

/* Return "edit" as the model calls it. */
static struct lcm_edit edit_of(const struct liblcm_edit *edit) {
  static const lcm_model_per PER[] = {LCM_PER_EXECUTION, LCM_PER_ITERATION,
                                      LCM_PER_RUN, LCM_PER_EXECUTION};
  return (struct lcm_edit){
      .fragment = edit->fragment,
      .kind = edit->kind == LIBLCM_EDIT_WITH ? LCM_EDIT_WITH : LCM_EDIT_MODEL,
      .per = PER[edit->kind],
      .name = edit->name,
      .expression = edit->expression};
}

/* Make the edits of "user". */
static lcm_status edit_all(lcm_ctx *ctx, void *user) {
  struct program_making *making = user;
  const lcm_program *program = NULL;
  lcm_status status = read_back(&program, ctx, making->parts[0]);
  for (size_t i = 0; i < making->n && !status; i++) {
    const struct lcm_edit edit = edit_of(&making->edits[i]);
    status = lcm_program_edit(&program, ctx, program, &edit);
  }
  return status ? status : lcm_api_keep_program(&making->out, program);
}

liblcm_code liblcm_program_edit(liblcm_program **out,
                                const liblcm_program *program,
                                const struct liblcm_edit *edits, size_t n,
                                liblcm_log *log) {
  struct program_making making = {.parts = &program, .edits = edits, .n = n};
  for (size_t i = 0; i < n; i++)
    if (!edits || !edits[i].fragment || !edits[i].name ||
        (unsigned)edits[i].kind > LIBLCM_EDIT_WITH)
      return LIBLCM_ERROR_USAGE;
  return out && program ? make(out, &making, edit_all, log)
                        : LIBLCM_ERROR_USAGE;
}

/* Make the restructuring of "user". */
static lcm_status restructure(lcm_ctx *ctx, void *user) {
  struct program_making *making = user;
  const lcm_program *program = NULL;
  const lcm_restructuring *edits = NULL;
  lcm_status status = read_back(&program, ctx, making->parts[0]);
  status = status ? status
                  : lcm_restructuring_parse(&edits, ctx,
                                            making->restructuring->text);
  status = status ? status
                  : lcm_program_restructure(&program, ctx, program, edits,
                                            making->restructuring->force);
  return status ? status : lcm_api_keep_program(&making->out, program);
}

liblcm_code
liblcm_program_restructure(liblcm_program **out, const liblcm_program *program,
                           const struct liblcm_restructuring *restructuring,
                           liblcm_log *log) {
  struct program_making making = {
      .parts = &program, .n = 1, .restructuring = restructuring};
  return out && program && restructuring && restructuring->text
             ? make(out, &making, restructure, log)
             : LIBLCM_ERROR_USAGE;
}

size_t liblcm_program_premises(const liblcm_program *program) {
  return program ? program->n_premises : 0;
}

liblcm_code liblcm_program_premise(struct liblcm_premise *out,
                                   const liblcm_program *program, size_t i) {
  if (!out || i >= liblcm_program_premises(program))
    return LIBLCM_ERROR_USAGE;
  *out = program->premises[i];
  return LIBLCM_OK;
}

/* ---- reading them -------------------------------------------------------- */

const char *liblcm_program_text(const liblcm_program *program) {
  return program ? program->text : NULL;
}

/* Return the JSON of the program "of". */
static char *print_json(lcm_ctx *ctx, const void *of) {
  const lcm_program *program = NULL;
  return read_back(&program, ctx, of) ? NULL
                                      : lcm_program_to_json(ctx, program);
}

liblcm_code liblcm_program_json(char **out, const liblcm_program *program) {
  const struct lcm_api_printing printing = {print_json, program};
  return out && program ? lcm_api_print(out, &printing) : LIBLCM_ERROR_USAGE;
}

size_t liblcm_program_fragments(const liblcm_program *program) {
  return program ? program->n_fragments : 0;
}

const char *liblcm_program_fragment(const liblcm_program *program, size_t i) {
  return program && i < program->n_fragments ? program->fragments[i] : NULL;
}

size_t liblcm_program_params(const liblcm_program *program) {
  return program ? program->n_params : 0;
}

liblcm_code liblcm_program_param(struct liblcm_param *out,
                                 const liblcm_program *program, size_t i) {
  if (!out || !program || i >= program->n_params)
    return LIBLCM_ERROR_USAGE;
  *out = program->params[i];
  return LIBLCM_OK;
}
