/* Kinds of nodes of the task structure, and what is true of all of one kind. */
#pragma once

#include <stdbool.h>

/* Kinds of nodes: LCM_NODE_<NAME> for each row of nodes.def. */
typedef enum lcm_node_kind {
#define LCM_NODE(name, text, part, children, spread, meaning) LCM_NODE_##name,
#include "model/structure/nodes.def"
#undef LCM_NODE
  LCM_NODE_COUNT
} lcm_node_kind;

/* Which part of lcm_node.u is live. */
typedef enum lcm_node_part {
  LCM_U_NONE,
  LCM_U_LOOP,
  LCM_U_TEAM,
  LCM_U_PARALLEL,
  LCM_U_BRANCH,
  LCM_U_CALL,
  LCM_U_LET,
  LCM_U_RESOURCE,
  LCM_U_CONDITION,
  LCM_U_TASK,
  LCM_U_TRANSFER,
  LCM_U_MESSAGE,
  LCM_U_OPAQUE
} lcm_node_part;

/* Return the word for "kind" in the text form. */
const char *lcm_node_word(lcm_node_kind kind);

/* Return the article that the word for "kind" takes: "a" or "an". */
const char *lcm_node_article(lcm_node_kind kind);

/* Return which part of lcm_node.u nodes of "kind" have. */
lcm_node_part lcm_node_part_of(lcm_node_kind kind);

/* Return whether nodes of "kind" repeat their body: loop, while, parloop. */
bool lcm_node_is_loop(lcm_node_kind kind);

/* Return whether they do so one iteration after the other: loop, while. */
bool lcm_node_is_serial_loop(lcm_node_kind kind);

/* Return whether nodes of "kind" demand, take or give back resources: use,
 * using, acquire, release. */
bool lcm_node_is_resource(lcm_node_kind kind);

/* Return whether nodes of "kind" set or await a condition: signal, wait. */
bool lcm_node_is_condition(lcm_node_kind kind);

/* Return whether what nodes of "kind" execute may be executed by several at the
 * same time, or beside what follows: team, parloop, parallel, task. */
bool lcm_node_spreads(lcm_node_kind kind);

/* Return whether nodes of "kind" have at most one child, their body. */
bool lcm_node_has_body(lcm_node_kind kind);
