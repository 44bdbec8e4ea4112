/* Strategies with managers, which hand work out by priority (thesis, 7.1). */
#pragma once

#include "chares/types.h"

enum md_managing { MD_MANAGER, MD_MANAGERS, MD_TOKENS, MD_APERIODIC };

/* Return the strategy of "managing". */
const struct md_strategy *lcm_md_manager(enum md_managing managing);
