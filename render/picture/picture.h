/* structures as pictures: layout, DOT, SVG */
#pragma once

#include "render/picture/dot.h"
#include "render/picture/heading.h"
#include "render/picture/layout.h"
#include "render/picture/layout_items.h"
#include "render/picture/layout_whole.h"
#include "render/picture/measures.h"
#include "render/picture/paint.h"
#include "render/picture/svg.h"
#include "render/picture/svg_part.h"
#include "render/picture/svg_picture.h"
#include "render/picture/text.h"
