/* the report of a program */
#pragma once

#include "study/report/make.h"
