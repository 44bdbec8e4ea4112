/* Documents that are taken for programs or traces: what they are, and which
 * command reads them. */
#pragma once

#include "base/ctx.h"

/* Report, where the text of the file "name" that begins with the "len" bytes at
 * "head" is one of documents.def, that it is not what is "wanted" ("a
 * program"), and who reads it; return whether it is.  Where a trace is wanted
 * ("a trace"), a trace is none of them. */
LCM_NODISCARD bool lcm_document_refuse(lcm_ctx *ctx, const char *name,
                                       const char *head, size_t len,
                                       const char *wanted);
