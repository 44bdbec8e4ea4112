/* Flows of traces for viewers: which slices send and receive them. */
#pragma once

#include "model/results/tracks.h"

/* Let both ends of each flow of "tracks" lie inside a slice of its row, as
 * viewers take a flow for one of the slice around its time: inside the slice
 * that sends, or waits for it.  A slice is from its begin on, and ends before
 * its end.  Where a row does nothing at that time, a slice of a nanosecond is
 * put there.  Flows that end before they begin are left out. */
void lcm_tracks_bind(lcm_tracks *tracks, lcm_ctx *ctx);
