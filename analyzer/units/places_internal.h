/* Where in its file a piece of syntax stands. */
#pragma once

#include "analyzer/clang/tu_internal.h"

struct lcm_places;
