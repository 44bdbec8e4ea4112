/* Where shapes stand: columns, rows, sizes of frames. */
#pragma once

#include "render/picture/layout.h"

/* Give "root" and what is in it sizes and places. */
void lcm_shape_place(lcm_shape *root);
