/* Descriptions of machines: reading and writing them. */
#ifndef LIBLCM_MACHINE_H
#define LIBLCM_MACHINE_H

#include <stddef.h>

#include "log.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A machine description (docs/reference/machine.md). */
typedef struct liblcm_machine liblcm_machine;

/* Read the description in the file "path" into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_machine_load(liblcm_machine **out,
                                               const char *path,
                                               liblcm_log *log);

/* Read the description in the "len" bytes of JSON at "text" into "*out";
 * messages call it "name". */
LIBLCM_CHECKED liblcm_code liblcm_machine_parse(liblcm_machine **out,
                                                const char *name,
                                                const char *text, size_t len,
                                                liblcm_log *log);

/* Return "machine" as JSON (lcm-machine/1), with what it left to the default
 * written out. */
const char *liblcm_machine_json(const liblcm_machine *machine);

/* Free "machine"; NULL is fine. */
void liblcm_machine_free(liblcm_machine *machine);

#ifdef __cplusplus
}
#endif

#endif
