/* Handles of machine descriptions: reading and writing them. */
#include <stdlib.h>
#include <string.h>

#include "api/handles.h"
#include "api/request.h"
#include "base/fs.h"
#include "model/machine/machine.h"

/* A description being read. */
struct machine_reading {
  const char *path; /* of the file to read it from; NULL: it is "text" */
  const char *name;
  const char *text;
  size_t len;
  liblcm_machine *out;
};

/* Put the description of "user" into its handle, whose context is "ctx". */
static lcm_status read_machine(lcm_ctx *ctx, void *user) {
  struct machine_reading *r = user;
  const lcm_machine *machine = NULL;
  char *file = NULL;
  lcm_status status =
      r->path ? lcm_file_read(&file, &r->len, ctx, r->path) : LCM_OK;
  if (!status)
    status = lcm_machine_parse(&machine, ctx, lcm_intern(ctx, r->name),
                               r->path ? file : r->text, r->len);
  if (status)
    return status;
  r->out->text = lcm_api_text(ctx, lcm_machine_to_json(ctx, machine));
  if (!r->out->text)
    return LCM_ENOMEM;
  r->out->len = strlen(r->out->text);
  return LCM_OK;
}

/* Carry out "reading" and put its handle into "*out". */
static liblcm_code make(liblcm_machine **out, struct machine_reading *reading,
                        liblcm_log *log) {
  const struct lcm_api_request request = {
      .body = read_machine, .user = reading, .log = log};
  reading->out = calloc(1, sizeof *reading->out);
  if (!reading->out)
    return LIBLCM_ERROR_MEMORY;
  const liblcm_code code = lcm_api_run(&reading->out->ctx, &request);
  if (code)
    free(reading->out);
  else
    *out = reading->out;
  return code;
}

liblcm_code liblcm_machine_load(liblcm_machine **out, const char *path,
                                liblcm_log *log) {
  struct machine_reading reading = {.path = path, .name = path};
  return out && path ? make(out, &reading, log) : LIBLCM_ERROR_USAGE;
}

liblcm_code liblcm_machine_parse(liblcm_machine **out, const char *name,
                                 const char *text, size_t len,
                                 liblcm_log *log) {
  struct machine_reading reading = {.name = name, .text = text, .len = len};
  return out && name && text ? make(out, &reading, log) : LIBLCM_ERROR_USAGE;
}

const char *liblcm_machine_json(const liblcm_machine *machine) {
  return machine ? machine->text : NULL;
}

void liblcm_machine_free(liblcm_machine *machine) {
  if (machine)
    lcm_ctx_free(machine->ctx);
  free(machine);
}
