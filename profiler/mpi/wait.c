/* SPDX-License-Identifier: MIT
 *
 * Waits for open requests. */
#include <stdlib.h>

#include "profiler/mpi/call.h"
#include "profiler/mpi/request.h"
#include "profiler/mpi/state.h"

enum { MOST = 64 };

/* The requests of a call.
 * own...    room for a few */
typedef struct set {
  int n;
  lcm_mpi_request **known; /* of each what is known of it, or NULL */
  /* those of the program where it wants any, else our own */
  MPI_Status *statuses;
  lcm_mpi_request *own_known[MOST];
  MPI_Status own_statuses[MOST];
} set;

/* Return memory for "n" things of "size" bytes. */
static void *room(int n, size_t size) {
  void *out = malloc((size_t)n * size);
  if (!out)
    abort();
  return out;
}

/* Look up the "n" requests "all", whose statuses go to "statuses". */
static void look_up(set *s, int n, MPI_Request *all, MPI_Status *statuses) {
  s->n = n;
  s->known = n > MOST ? room(n, sizeof *s->known) : s->own_known;
  s->statuses = statuses != MPI_STATUSES_IGNORE ? statuses
                : n > MOST                      ? room(n, sizeof *s->statuses)
                                                : s->own_statuses;
  for (int i = 0; i < n; i++)
    s->known[i] = lcm_mpi_request_find(all[i], false, LCM_OF_SEND);
}

/* Give back what "s" has; the program wants its statuses at "statuses". */
static void let_go(set *s, const MPI_Status *statuses) {
  if (s->known != s->own_known)
    free(s->known);
  if (s->statuses != statuses && s->statuses != s->own_statuses)
    free(s->statuses);
}

/* Return how waiting for "s" is charged: as load imbalance where all that is
 * waited for are collectives of all with all, of "how" these two. */
static const lcm_mpi_how *how_of(const set *s, const lcm_mpi_how how[2]) {
  bool all = false;
  for (int i = 0; i < s->n; i++)
    if (s->known[i] && s->known[i]->active) {
      if (!s->known[i]->all)
        return &how[0];
      all = true;
    }
  return &how[all];
}

/* Request "i" of "s" is done, its status being "status". */
static void done(lcm_mpi_timed_call *call, const set *s, int i,
                 const MPI_Status *status) {
  if (i >= 0 && i < s->n)
    lcm_mpi_request_done(call, s->known[i], status);
}

/* How MPI_"name" is charged, and what its calls need. */
#define LCM_HOWS(name, first)                                                  \
  static const lcm_mpi_how how[2] = {                                          \
      {"MPI_" #name, LCM_RAW_MESSAGE_CALL, LCM_RAW_WAITING, first,             \
       LCM_RAW_CL},                                                            \
      {"MPI_" #name, LCM_RAW_MESSAGE_CALL, LCM_RAW_WAITING,                    \
       first == LCM_RAW_SL ? LCM_RAW_LI : LCM_RAW_CL, LCM_RAW_CL}};            \
  set s;                                                                       \
  lcm_mpi_timed_call call

/* Return whether the call is the library's own, or MPI is not there. */
static bool passes(void) { return *lcm_mpi_depth() || !lcm_mpi_the()->on; }

/* As PMPI_Wait. */
int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  LCM_HOWS(Wait, LCM_RAW_SL);
  if (passes())
    return PMPI_Wait(request, status);
  look_up(&s, 1, request,
          status == MPI_STATUS_IGNORE ? MPI_STATUSES_IGNORE : status);
  lcm_mpi_begin(&call, how_of(&s, how), __builtin_return_address(0));
  const int result = PMPI_Wait(request, s.statuses);
  if (result == MPI_SUCCESS)
    done(&call, &s, 0, s.statuses);
  lcm_mpi_end(&call);
  return result;
}

/* As PMPI_Waitall; what is received comes first, since who waits for a sender
 * does not wait for a receiver meanwhile. */
int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[]) {
  LCM_HOWS(Waitall, LCM_RAW_SL);
  if (passes())
    return PMPI_Waitall(n, requests, statuses);
  look_up(&s, n, requests, statuses);
  lcm_mpi_begin(&call, how_of(&s, how), __builtin_return_address(0));
  const int result = PMPI_Waitall(n, requests, s.statuses);
  for (int i = 0; result == MPI_SUCCESS && i < n; i++)
    if (!s.known[i] || s.known[i]->of != LCM_OF_SEND)
      done(&call, &s, i, &s.statuses[i]);
  for (int i = 0; result == MPI_SUCCESS && i < n; i++)
    if (s.known[i] && s.known[i]->of == LCM_OF_SEND)
      done(&call, &s, i, &s.statuses[i]);
  lcm_mpi_end(&call);
  let_go(&s, statuses);
  return result;
}

/* As PMPI_Waitany. */
int MPI_Waitany(int n, MPI_Request requests[], int *index, MPI_Status *status) {
  LCM_HOWS(Waitany, LCM_RAW_SL);
  MPI_Status own;
  MPI_Status *at = status == MPI_STATUS_IGNORE ? &own : status;
  if (passes())
    return PMPI_Waitany(n, requests, index, status);
  look_up(&s, n, requests, MPI_STATUSES_IGNORE);
  lcm_mpi_begin(&call, how_of(&s, how), __builtin_return_address(0));
  const int result = PMPI_Waitany(n, requests, index, at);
  if (result == MPI_SUCCESS && *index != MPI_UNDEFINED)
    done(&call, &s, *index, at);
  lcm_mpi_end(&call);
  let_go(&s, MPI_STATUSES_IGNORE);
  return result;
}

/* As PMPI_Waitsome. */
int MPI_Waitsome(int n, MPI_Request requests[], int *count, int indices[],
                 MPI_Status statuses[]) {
  LCM_HOWS(Waitsome, LCM_RAW_SL);
  if (passes())
    return PMPI_Waitsome(n, requests, count, indices, statuses);
  look_up(&s, n, requests, statuses);
  lcm_mpi_begin(&call, how_of(&s, how), __builtin_return_address(0));
  const int result = PMPI_Waitsome(n, requests, count, indices, s.statuses);
  for (int i = 0;
       result == MPI_SUCCESS && *count != MPI_UNDEFINED && i < *count; i++)
    done(&call, &s, indices[i], &s.statuses[i]);
  lcm_mpi_end(&call);
  let_go(&s, statuses);
  return result;
}

/* As PMPI_Test: looking is communication, nobody waits. */
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  LCM_HOWS(Test, LCM_RAW_CL);
  if (passes())
    return PMPI_Test(request, flag, status);
  look_up(&s, 1, request,
          status == MPI_STATUS_IGNORE ? MPI_STATUSES_IGNORE : status);
  lcm_mpi_begin(&call, &how[0], __builtin_return_address(0));
  const int result = PMPI_Test(request, flag, s.statuses);
  if (result == MPI_SUCCESS && *flag)
    done(&call, &s, 0, s.statuses);
  lcm_mpi_end(&call);
  return result;
}

/* As PMPI_Testall. */
int MPI_Testall(int n, MPI_Request requests[], int *flag,
                MPI_Status statuses[]) {
  LCM_HOWS(Testall, LCM_RAW_CL);
  if (passes())
    return PMPI_Testall(n, requests, flag, statuses);
  look_up(&s, n, requests, statuses);
  lcm_mpi_begin(&call, &how[0], __builtin_return_address(0));
  const int result = PMPI_Testall(n, requests, flag, s.statuses);
  for (int i = 0; result == MPI_SUCCESS && *flag && i < n; i++)
    done(&call, &s, i, &s.statuses[i]);
  lcm_mpi_end(&call);
  let_go(&s, statuses);
  return result;
}

/* As PMPI_Testany. */
int MPI_Testany(int n, MPI_Request requests[], int *index, int *flag,
                MPI_Status *status) {
  LCM_HOWS(Testany, LCM_RAW_CL);
  MPI_Status own;
  MPI_Status *at = status == MPI_STATUS_IGNORE ? &own : status;
  if (passes())
    return PMPI_Testany(n, requests, index, flag, status);
  look_up(&s, n, requests, MPI_STATUSES_IGNORE);
  lcm_mpi_begin(&call, &how[0], __builtin_return_address(0));
  const int result = PMPI_Testany(n, requests, index, flag, at);
  if (result == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED)
    done(&call, &s, *index, at);
  lcm_mpi_end(&call);
  let_go(&s, MPI_STATUSES_IGNORE);
  return result;
}

/* As PMPI_Testsome. */
int MPI_Testsome(int n, MPI_Request requests[], int *count, int indices[],
                 MPI_Status statuses[]) {
  LCM_HOWS(Testsome, LCM_RAW_CL);
  if (passes())
    return PMPI_Testsome(n, requests, count, indices, statuses);
  look_up(&s, n, requests, statuses);
  lcm_mpi_begin(&call, &how[0], __builtin_return_address(0));
  const int result = PMPI_Testsome(n, requests, count, indices, s.statuses);
  for (int i = 0;
       result == MPI_SUCCESS && *count != MPI_UNDEFINED && i < *count; i++)
    done(&call, &s, indices[i], &s.statuses[i]);
  lcm_mpi_end(&call);
  let_go(&s, statuses);
  return result;
}
