/* the raw file of a measured program: its layout, and a reader */
#pragma once

#include "profiler/raw/read.h"
#include "profiler/raw/types.h"
