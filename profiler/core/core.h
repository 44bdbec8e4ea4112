/* what a measured program notes; MIT licence, nothing of lcm */
#pragma once

#include "profiler/core/barriers.h"
#include "profiler/core/clock.h"
#include "profiler/core/events.h"
#include "profiler/core/frames.h"
#include "profiler/core/modules.h"
#include "profiler/core/ranks.h"
#include "profiler/core/real.h"
#include "profiler/core/run.h"
#include "profiler/core/state.h"
#include "profiler/core/teams.h"
#include "profiler/core/threads.h"
#include "profiler/core/types.h"
