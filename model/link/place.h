/* Places of nodes: "FILE:FUNCTION/KIND#N", as sidecar files, measurements and
 * fits name them.  Numbers are those of the source: they are the same for a
 * file alone and for a program that it was joined into. */
#pragma once

#include "model/structure/structure.h"

/* What a node is counted as among those of its function. */
struct lcm_ordinal {
  /* of a call through a pointer and of what joining puts in its stead CALL,
   * else its own */
  lcm_node_kind kind;
  /* how many of that kind there are up to it, in preorder; 0: joining made it
   * of nothing, and no place is its own */
  unsigned number;
  /* how many opaque nodes and calls through pointers there are up to it, 0
   * where it is none of them or inside one */
  unsigned opaque;
  bool inside; /* it is a part of what stands for a call, which has its place */
};

/* What a walk in preorder over the nodes of a function has counted; all 0
 * before it. */
struct lcm_ordinals {
  unsigned n[LCM_NODE_COUNT];
};

/* Return the ordinal of "node", the next one of a walk, a child of "parent"
 * (NULL: the body), and count it in "counted". */
struct lcm_ordinal lcm_ordinal_next(struct lcm_ordinals *counted,
                                    const lcm_node *node,
                                    const lcm_node *parent);

/* Return whether the node with "ordinal" is the one that the place
 * "WORD#NUMBER" means, "word" having "len" bytes. */
bool lcm_ordinal_is(const struct lcm_ordinal *ordinal, const char *word,
                    size_t len, unsigned number);

/* Return the kind that "node", a child of "parent" or a body (NULL), is counted
 * as. */
lcm_node_kind lcm_place_kind(const lcm_node *node, const lcm_node *parent);

/* Let "node", made of another one, be counted as that was: as "as". */
void lcm_place_keep(lcm_ctx *ctx, lcm_node *node, const char *as);

/* What "as" is of a node that stands for a call, for a call through a pointer,
 * and of one that joining makes of nothing. */
#define LCM_PLACE_CALL "call"
#define LCM_PLACE_THROUGH "call through"
#define LCM_PLACE_NONE "none"

/* Return what the place of a node with "ordinal" in "function" has behind the
 * file, "FUNCTION/KIND#N"; "FUNCTION" where it has no number (memory of
 * "ctx"). */
const char *lcm_place_key(lcm_ctx *ctx, const lcm_function *function,
                          const struct lcm_ordinal *ordinal);

/* Return the place of "node", which stands in "function": its file and key
 * (memory of "ctx"). */
const char *lcm_place_of(lcm_ctx *ctx, const lcm_function *function,
                         const lcm_node *node);

/* Return whether the path "file" (or NULL) is the "len" bytes at "wanted", or
 * one of them ends in the other. */
bool lcm_place_is_file(const char *file, const char *wanted, size_t len);

/* Return whether "line" of "file" is the place "FILE:LINE". */
bool lcm_place_is_line(const char *place, const char *file, unsigned line);

/* Return the node of "program" at "place", and put its function into
 * "*function"; NULL where there is none.  The file may be left out where one
 * function has that name, and is compared by the path it ends with; of
 * "FILE:FUNCTION" it is the body. */
const lcm_node *lcm_place_find(const lcm_function **function,
                               const lcm_program *program, const char *place);

/* Return the node of "function" with the place "FUNCTION/KIND#N", the first
 * "len" bytes of "key"; NULL where it has none or "key" names another one. */
const lcm_node *lcm_place_in(const lcm_function *function, const char *key,
                             size_t len);
