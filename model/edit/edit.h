/* Edits of a structure: another cost, another share of the processors, another
 * order of what it does. */
#pragma once

#include "model/edit/core/fragment.h"
#include "model/edit/kinds/collapse.h"
#include "model/edit/parse.h"
#include "model/edit/place.h"
#include "model/edit/race/find.h"
#include "model/edit/race/report.h"
#include "model/edit/race/simd.h"
#include "model/edit/restructure.h"
#include "model/edit/why/why.h"
