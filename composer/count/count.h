/* operations and bytes of functions */
#pragma once

#include "composer/count/costs.h"
#include "composer/count/effects.h"
