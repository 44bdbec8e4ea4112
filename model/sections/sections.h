/* parts of arrays, whether they depend, and how many elements they have (isl)
 */
#pragma once

#include "model/sections/condition.h"
#include "model/sections/count.h"
#include "model/sections/dependence.h"
#include "model/sections/filled.h"
#include "model/sections/isl_count.h"
#include "model/sections/isl_dependence.h"
#include "model/sections/isl_meet.h"
#include "model/sections/points.h"
#include "model/sections/section.h"
#include "model/sections/traffic.h"
#include "model/sections/traffic_known.h"
