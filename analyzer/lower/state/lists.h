/* Lists that lowering puts together. */
#pragma once

#include "base/list.h"
#include "model/sections/sections.h"

typedef LCM_LIST(const lcm_node *) lcm_node_list;
typedef LCM_LIST(lcm_section) lcm_section_list;
typedef LCM_LIST(const lcm_expr *) lcm_expr_list;
