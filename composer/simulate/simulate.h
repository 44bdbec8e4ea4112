/* simulation by discrete events */
#pragma once

#include "composer/simulate/goal.h"
#include "composer/simulate/goal_threads.h"
#include "composer/simulate/run.h"
#include "composer/simulate/trace.h"
#include "composer/simulate/types.h"
