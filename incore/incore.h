/* cycles of the loops that a compiler makes of a file */
#pragma once

#include "incore/division.h"
#include "incore/match.h"
#include "incore/read.h"
#include "incore/tools.h"
