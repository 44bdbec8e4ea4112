/* Traces as Perfetto reads them: TrackEvents in protocol buffers. */
#pragma once

#include "model/results/tracks.h"

/* Append "tracks" as a trace of Perfetto. */
void lcm_put_track_events(lcm_buf *buf, const lcm_tracks *tracks);
