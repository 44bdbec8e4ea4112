/* laws of the times of programs: through sequences, choices, teams */
#pragma once

#include "composer/chance/law.h"
#include "composer/chance/walk.h"
