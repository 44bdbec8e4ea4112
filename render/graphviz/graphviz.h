/* draws DOT with Graphviz: part of lcm-render */
#pragma once

#include "render/graphviz/draw.h"
