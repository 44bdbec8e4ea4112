/* An edit that is being written as a change of the text. */
#pragma once

#include "study/patch/directive.h"
#include "study/patch/make.h"

typedef LCM_LIST(struct lcm_patch_source *) lcm_patch_sources;

/* Edits being written, one after the other. */
struct lcm_patching {
  lcm_ctx *ctx;
  const lcm_program *before; /* before, after: the structures of this step */
  const lcm_program *after;
  const struct lcm_edit_step *step;
  lcm_patch_sources sources; /* that were read */
  lcm_patch_read_fn *read;
  void *user;
};

/* Writes the step of "p" at the "n" places "spots"; false, and a diagnostic,
 * where it cannot. */
typedef bool lcm_patch_fn(struct lcm_patching *p,
                          const struct lcm_edit_spot *spots, size_t n);

/* Say why the step of "p" cannot be written at "node"; return false. */
bool lcm_patch_cannot(struct lcm_patching *p, const lcm_node *node,
                      const char *fmt, ...) LCM_PRINTF(3, 4);

/* Call "see" with each node of "root" and below, and "user". */
void lcm_patch_walk(const lcm_node *root, lcm_visit_fn see, void *user);

/* Return the team at "at" in function number "function" of "program", NULL
 * where there is none. */
const lcm_node *lcm_patch_team_at(const lcm_program *program, size_t function,
                                  const lcm_loc *at);

/* Return the text of the file in which "node" stands, NULL, and a diagnostic,
 * where it cannot be read or is not as it was. */
struct lcm_patch_source *lcm_patch_source_of(struct lcm_patching *p,
                                             const lcm_node *node);

/* Return the directive of the construct that "spot" is, or is all of; NULL
 * where there is none in the text. */
struct lcm_patch_directive *
lcm_patch_directive_of(struct lcm_patching *p,
                       const struct lcm_edit_spot *spot);

/* As that, with a diagnostic where there is none. */
struct lcm_patch_directive *
lcm_patch_need_directive(struct lcm_patching *p,
                         const struct lcm_edit_spot *spot);

/* A loop as text. */
struct lcm_patch_loop {
  size_t begin;      /* of its `for` */
  size_t header_end; /* behind the bracket that closes its header */
  size_t body;       /* where its body begins */
  size_t end;        /* behind all of it */
  bool block;        /* its body stands in braces */
};

/* Put the loop "node" of "source" into "*out"; false, and a diagnostic, where
 * it is no `for` loop that is written out. */
bool lcm_patch_loop_of(struct lcm_patch_loop *out, struct lcm_patching *p,
                       const struct lcm_patch_source *source,
                       const lcm_node *node);
