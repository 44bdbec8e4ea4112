/* names, values and what is known of nodes: what every evaluator asks */
#pragma once

#include "composer/scope/categories.h"
#include "composer/scope/elsewhere.h"
#include "composer/scope/levels.h"
#include "composer/scope/lines.h"
#include "composer/scope/loops.h"
#include "composer/scope/moves.h"
#include "composer/scope/nodes.h"
#include "composer/scope/options.h"
#include "composer/scope/predictor_setup.h"
#include "composer/scope/shift.h"
#include "composer/scope/slow.h"
#include "composer/scope/traits.h"
#include "composer/scope/turns.h"
#include "composer/scope/values.h"
#include "composer/scope/visit.h"
