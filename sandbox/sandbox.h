/* Processes that read what strangers wrote: which files they may read, and what
 * the kernel lets them do. */
#pragma once

#include "sandbox/confine.h"
#include "sandbox/places.h"
