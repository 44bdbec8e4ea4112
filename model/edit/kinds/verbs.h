/* What each row of edits.def does. */
#pragma once

#include "model/edit/kinds/barrier.h"
#include "model/edit/kinds/collapse.h"
#include "model/edit/kinds/combine.h"
#include "model/edit/kinds/fuse.h"
#include "model/edit/kinds/guard.h"
#include "model/edit/kinds/lock.h"
#include "model/edit/kinds/loop.h"
#include "model/edit/kinds/model.h"
#include "model/edit/kinds/move.h"
#include "model/edit/kinds/pad.h"
#include "model/edit/kinds/parallel.h"
#include "model/edit/kinds/pipeline.h"
#include "model/edit/kinds/serial.h"
#include "model/edit/kinds/split.h"
#include "model/edit/kinds/task.h"
#include "model/edit/kinds/team.h"
