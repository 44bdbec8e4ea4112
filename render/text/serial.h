/* Why loops are executed by one processor, as text. */
#pragma once

#include "model/structure/structure.h"
#include "render/table/table.h"

/* Return what "serial" says. */
LCM_GIVE char *lcm_render_serial(const struct lcm_serial *serial,
                                 const struct lcm_style *style);
