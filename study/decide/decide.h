/* the choices that a model leaves open */
#pragma once

#include "study/decide/choices.h"
