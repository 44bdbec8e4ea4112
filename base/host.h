/* The host that lcm runs on, and the description of it that calibrate keeps. */
#pragma once

#include "base/ctx.h"

/* Append what the system calls the processor to "buf"; its architecture where
 * it has no name. */
void lcm_host_put_processor(lcm_buf *buf);

/* Return the file in which the description of this host is kept: in
 * lcm/machines of the user's configuration ($XDG_CONFIG_HOME, or ~/.config),
 * named after the host, its processor and how many there are.  NULL where the
 * environment says no such folder. */
const char *lcm_host_machine_place(lcm_ctx *ctx);

/* Return the description that stands for this host where none is given: its
 * own, or the first, by name, of another host with as many of the same
 * processors, as the nodes of a cluster have; NULL where there is none. */
const char *lcm_host_machine_find(lcm_ctx *ctx);

/* Make the folders in which "place", of lcm_host_machine_place, lies.  Failure
 * is diagnostic "io". */
LCM_NODISCARD lcm_status lcm_host_machine_prepare(lcm_ctx *ctx,
                                                  const char *place);

/* A description with typical values of a kind of processors. */
struct lcm_typical {
  const char *path; /* NULL: none stands for this host */
  bool same; /* it is of this processor's model, not of the nearest one */
  const char *missing; /* why "path" is NULL, static; NULL: nobody looked */
};

/* Return the description that comes with lcm whose processor is nearest to that
 * of this host: of the same vendor, then by family and model.  There is none
 * where $XDG_CONFIG_HOME is something else than a folder: then nothing is asked
 * of the host. */
struct lcm_typical lcm_typical_find(lcm_ctx *ctx);
