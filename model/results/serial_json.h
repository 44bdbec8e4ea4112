/* Why loops are executed by one processor, as JSON (lcm-serial/1). */
#pragma once

#include "model/structure/structure.h"

/* Return "serial" as JSON (lcm-serial/1). */
LCM_GIVE char *lcm_serial_to_json(const struct lcm_serial *serial);
