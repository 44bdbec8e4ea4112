/* the text form, JSON and equality of structures */
#pragma once

#include "model/lcs/json.h"
#include "model/lcs/parse.h"
#include "model/lcs/print.h"
