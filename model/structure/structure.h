/* The task structure: what every input becomes and every result is computed
 * from.  Plain data; every pointer lives in the arena of the context; names are
 * interned there. */
#pragma once

#include "model/structure/check.h"
#include "model/structure/finish.h"
#include "model/structure/program.h"
