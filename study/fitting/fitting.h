/* fits as text, charts and comments */
#pragma once

#include "study/fitting/chart.h"
#include "study/fitting/gnuplot.h"
#include "study/fitting/text.h"
