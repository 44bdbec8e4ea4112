/* a language server: what lcm knows, in the editor */
#pragma once

#include "lsp/document.h"
#include "lsp/rpc.h"

/* A file to look at, as it is in the editor. */
struct lcm_lsp_job {
  const char *path;
  const char *text; /* "len" bytes */
  size_t len;
  /* what the editor is set to: an object with "defines" (an array of texts as
   * behind -D), "machine" (a file), "flags" (an array) and "variant"; NULL:
   * nothing */
  const lcm_json *settings;
};

/* Look at the file of "job", in a process of its own, and write what is found
 * to "fd" by lcm_rpc_send: first an object "found", then "formulas", the closed
 * forms of what is predicted, with the lines of the functions where that
 * begins, and at last "advice":
 *   {"found": {"headline", "p", "diagnostics": [{"line", "column", "severity",
 *     "id", "message"}], "nodes": [{"line", "column", "kind", "label", "time",
 *     "share", "lost", "lost_share", "critical", "provenance", "parallel",
 *     "whole", "shown"}]}}
 *   {"formulas": [{"line", "text"}]}
 *   {"advice": {"loops": [{"line", "column", "title", "pragma", "notes"}],
 *     "findings": [{"line", "message", "edit", "change": {"from", "to",
 *       "text"}}]}}
 * where "change" are the lines from "from" to the one before "to", which become
 * "text"; not there where the edit cannot be written in this file.
 * Lines and columns are from 1, columns in bytes; files other than the job's
 * are left out. */
typedef void lcm_lsp_look(int fd, const struct lcm_lsp_job *job, void *user);

/* Serve the language server protocol (3.17) over "in" and "out" until the
 * client ends; files are looked at by "look". Return the exit status that the
 * protocol asks for. */
int lcm_lsp_serve(int in, int out, lcm_lsp_look *look, void *user);
