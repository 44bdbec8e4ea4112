/* text models of contention: reader and printer */
#pragma once

#include "pamela/print.h"
#include "pamela/read.h"
#include "pamela/types.h"
