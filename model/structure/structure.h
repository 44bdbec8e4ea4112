/* The task structure: what every input becomes and every result is computed
 * from.  Plain data; every pointer lives in the arena of the context; names are
 * interned there. */
#pragma once

#include "model/structure/categories.h"
#include "model/structure/check.h"
#include "model/structure/construct.h"
#include "model/structure/coverage.h"
#include "model/structure/exprs.h"
#include "model/structure/finish.h"
#include "model/structure/grid.h"
#include "model/structure/holds.h"
#include "model/structure/label.h"
#include "model/structure/message.h"
#include "model/structure/names.h"
#include "model/structure/param.h"
#include "model/structure/program.h"
#include "model/structure/serial.h"
#include "model/structure/spelling.h"
#include "model/structure/tasks.h"
#include "model/structure/whole.h"
