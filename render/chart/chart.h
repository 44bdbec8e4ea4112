/* Charts and timelines as SVG or for gnuplot: all that draws them. */
#pragma once

#include "render/chart/gnuplot_chart.h"
#include "render/chart/gnuplot_winners.h"
#include "render/chart/page.h"
#include "render/chart/prediction.h"
#include "render/chart/roofline.h"
#include "render/chart/svg_chart.h"
#include "render/chart/svg_timeline.h"
#include "render/chart/svg_winners.h"
#include "render/chart/swept.h"
#include "render/chart/types.h"
#include "render/chart/variants.h"
