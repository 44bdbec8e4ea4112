/* What the language server says of a file. */
#pragma once

#include "cmd/command.h"
#include "lsp/lsp.h"

/* Look at the file of "job" and write what is found to "fd", as lcm_lsp_look
 * says; "user" is NULL. */
void command_look(int fd, const struct lcm_lsp_job *job, void *user);
