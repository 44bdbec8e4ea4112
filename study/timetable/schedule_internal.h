/* Timetables of a run, by composition or by simulation. */
#pragma once

#include "study/timetable/sheet.h"
