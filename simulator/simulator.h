/* the kernel of discrete events; `pam.h`, for simulations written in C */
#pragma once

#include "simulator/kernel.h"
#include "simulator/look.h"
#include "simulator/random.h"
#include "simulator/resource.h"
#include "simulator/types.h"
