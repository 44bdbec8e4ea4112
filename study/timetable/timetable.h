/* what each processor does when */
#pragma once

#include "study/timetable/predicted.h"
#include "study/timetable/schedule.h"
#include "study/timetable/trace.h"
