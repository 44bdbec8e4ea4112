/* Messages of JSON-RPC as the language server protocol frames them: a header
 * with their length in bytes, an empty line, JSON. */
#pragma once

#include "base/json.h"

/* A stream of messages that is read as it comes. */
struct lcm_rpc {
  int fd;
  lcm_buf got; /* bytes that are read, but not taken */
  size_t at;   /* so many of them are taken */
  bool ended;  /* no more will come, or what came was no message */
};

/* Read what has come into "rpc", waiting for it where that is nothing. */
void lcm_rpc_fill(struct lcm_rpc *rpc);

/* Return the next whole message of "rpc", NUL behind its "*len" bytes, which
 * stays until the next call; NULL where none is whole. */
const char *lcm_rpc_next(size_t *len, struct lcm_rpc *rpc);

/* Free what "rpc" holds; the descriptor stays open. */
void lcm_rpc_free(struct lcm_rpc *rpc);

/* Write "message" to "fd", all of it; false where that is not possible. */
bool lcm_rpc_send(int fd, LCM_TAKE lcm_json *message);
