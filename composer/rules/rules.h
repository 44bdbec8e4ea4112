/* schedules, blocks, movements, locks, levels of memory, Cartesian topologies:
 * what sets the time of fragments: each rule once */
#pragma once

#include "composer/rules/block.h"
#include "composer/rules/cart.h"
#include "composer/rules/error.h"
#include "composer/rules/level.h"
#include "composer/rules/limit.h"
#include "composer/rules/price.h"
#include "composer/rules/schedule.h"
#include "composer/rules/steal.h"
