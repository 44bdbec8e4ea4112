/* Which data move in a program. */
#include <stdlib.h>

#include "api/program.h"
#include "api/request.h"
#include "composer/trace/trace.h"

/* Movements of data. */
struct liblcm_data {
  lcm_ctx *ctx; /* holds the rest */
  const lcm_data *data;
  const struct liblcm_movement *movements; /* one for each of "data" */
};

/* Movements being looked for. */
struct data_finding {
  const liblcm_program *program;
  liblcm_data *out;
};

/* Return "m" for the caller. */
static struct liblcm_movement movement_of(lcm_ctx *ctx, const lcm_movement *m) {
  static const char *const KINDS[] = {"true", "anti", "output"};
  return (struct liblcm_movement){
      .section = lcm_api_text(ctx, lcm_section_to_str(m->section, LCM_TEXT)),
      .kind = KINDS[m->kind],
      .from = m->from,
      .to = m->to,
      .lca = m->lca,
      .bytes = lcm_api_expr(ctx, m->bytes),
      .count = lcm_api_expr(ctx, m->count),
      .crossing = m->crossing};
}

/* Find the movements of the program of "user". */
static lcm_status find(lcm_ctx *ctx, void *user) {
  struct data_finding *f = user;
  const lcm_program *program = NULL;
  lcm_status status = lcm_api_enter_program(&program, ctx, f->program);
  status = status ? status : lcm_data_trace(&f->out->data, ctx, program);
  if (status)
    return status;
  const size_t n = f->out->data->n_movements;
  struct liblcm_movement *movements =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct liblcm_movement, n + 1);
  for (size_t i = 0; i < n; i++)
    movements[i] = movement_of(ctx, &f->out->data->movements[i]);
  f->out->movements = movements;
  return LCM_OK;
}

liblcm_code liblcm_data_find(liblcm_data **out, const liblcm_program *program,
                             liblcm_log *log) {
  struct data_finding f = {.program = program};
  const struct lcm_api_request request = {.body = find, .user = &f, .log = log};
  if (!out || !program)
    return LIBLCM_ERROR_USAGE;
  f.out = calloc(1, sizeof *f.out);
  if (!f.out)
    return LIBLCM_ERROR_MEMORY;
  const liblcm_code code = lcm_api_run(&f.out->ctx, &request);
  if (code)
    free(f.out);
  else
    *out = f.out;
  return code;
}

size_t liblcm_data_movements(const liblcm_data *data) {
  return data ? data->data->n_movements : 0;
}

liblcm_code liblcm_data_movement(struct liblcm_movement *out,
                                 const liblcm_data *data, size_t i) {
  if (!out || i >= liblcm_data_movements(data))
    return LIBLCM_ERROR_USAGE;
  *out = data->movements[i];
  return LIBLCM_OK;
}

/* Return the JSON of the movements "of". */
static char *print_json(lcm_ctx *ctx, const void *of) {
  return lcm_data_to_json(ctx, of);
}

liblcm_code liblcm_data_json(char **out, const liblcm_data *data) {
  if (!out || !data)
    return LIBLCM_ERROR_USAGE;
  const struct lcm_api_printing printing = {print_json, data->data};
  return lcm_api_print(out, &printing);
}

void liblcm_data_free(liblcm_data *data) {
  if (data)
    lcm_ctx_free(data->ctx);
  free(data);
}
