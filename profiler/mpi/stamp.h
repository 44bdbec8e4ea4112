/* SPDX-License-Identifier: MIT
 *
 * Stamps of messages, and answers of late receivers. */
#pragma once

#include "profiler/mpi/internal.h"

/* Stamp the message that is about to go to "dest" with "tag" in "comm"; return
 * its number. */
uint32_t lcm_mpi_stamp_send(MPI_Comm comm, int dest, int tag);

/* Take the stamp of the message from "source" with "tag" that was received in
 * "comm", by a receive that began at "begin"; "call" has waited for it. */
void lcm_mpi_stamp_take(lcm_mpi_timed_call *call, MPI_Comm comm, int source,
                        int tag, uint64_t begin);

/* Look at the stamp of the message from "source" with "tag" that can be
 * received in "comm" next; "call" has waited for it. */
void lcm_mpi_stamp_look(lcm_mpi_timed_call *call, MPI_Comm comm, int source,
                        int tag);

/* "call" was busy with the message number "id" until now: where its receiver
 * turns out to be late, that was waiting. */
void lcm_mpi_sent(const lcm_mpi_timed_call *call, uint32_t id);

/* Hear which receivers were late. */
void lcm_mpi_hear(void);
