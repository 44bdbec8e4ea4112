/* Tables of what nodes.def says of each kind of node. */
#include "model/structure/kind.h"

#include <string.h>

/* How many children a kind has: none, at most one, any number. */
enum children { LEAF, BODY, MANY };

/* Whether what a kind executes is executed by one after the other. */
enum spread { SERIAL, PARALLEL };

/* What nodes.def says of a kind. */
struct traits {
  const char *word;
  lcm_node_part part;
  enum children children;
  enum spread spread;
};

static const struct traits TRAITS[LCM_NODE_COUNT + 1] = {
#define LCM_NODE(name, text, part, children, spread, meaning)                  \
  {text, LCM_U_##part, children, spread},
#include "model/structure/nodes.def"
#undef LCM_NODE
    {"", LCM_U_NONE, LEAF, SERIAL}};

const char *lcm_node_word(lcm_node_kind kind) { return TRAITS[kind].word; }

const char *lcm_node_article(lcm_node_kind kind) {
  return strchr("aeio", *lcm_node_word(kind)) ? "an" : "a";
}

lcm_node_part lcm_node_part_of(lcm_node_kind kind) { return TRAITS[kind].part; }

bool lcm_node_is_loop(lcm_node_kind kind) {
  return TRAITS[kind].part == LCM_U_LOOP;
}

bool lcm_node_is_serial_loop(lcm_node_kind kind) {
  return lcm_node_is_loop(kind) && !lcm_node_spreads(kind);
}

bool lcm_node_is_resource(lcm_node_kind kind) {
  return TRAITS[kind].part == LCM_U_RESOURCE;
}

bool lcm_node_is_condition(lcm_node_kind kind) {
  return TRAITS[kind].part == LCM_U_CONDITION;
}

bool lcm_node_spreads(lcm_node_kind kind) {
  return TRAITS[kind].spread == PARALLEL;
}

bool lcm_node_has_body(lcm_node_kind kind) {
  return TRAITS[kind].children == BODY;
}
