/* Records what a rank's messages touch, beside runtime.c: wraps around the
 * functions of MPI note their buffers, which the library reads and writes
 * unseen. What makes a request touches its buffer there and where it is waited
 * for.  `R` is the rank, of how many, with the address of what is under way;
 * `s` and `v` are messages that are sent and received: peer, tag, place,
 * nothing, bytes. */
#include <mpi.h>

void movement_note(char what, int first, int second, const void *pc,
                   const volatile void *at, unsigned long n);
void movement_access(char what, const void *pc, const volatile void *at,
                     unsigned long n);

#define HERE __builtin_return_address(0)

enum { MOST = 64 };

/* Requests under way: 'w' for a receive, 'r' for a send, 0 for none. */
static struct {
  MPI_Request request;
  char what;
  void *buffer;
  unsigned long bytes;
} movement_pending[MOST];

int __real_MPI_Comm_rank(MPI_Comm comm, int *rank);
int __real_MPI_Isend(const void *buffer, int n, MPI_Datatype type, int to,
                     int tag, MPI_Comm comm, MPI_Request *request);
int __real_MPI_Irecv(void *buffer, int n, MPI_Datatype type, int from, int tag,
                     MPI_Comm comm, MPI_Request *request);
int __real_MPI_Waitall(int n, MPI_Request *requests, MPI_Status *statuses);
int __real_MPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm);

/* Return the bytes of "n" values of "type". */
static unsigned long bytes_of(int n, MPI_Datatype type) {
  int size = 0;
  MPI_Type_size(type, &size);
  return (unsigned long)n * (unsigned long)size;
}

int __wrap_MPI_Comm_rank(MPI_Comm comm, int *rank) {
  int ranks = 0;
  const int status = __real_MPI_Comm_rank(comm, rank);
  MPI_Comm_size(comm, &ranks);
  movement_note('R', *rank, ranks, HERE, movement_pending, 0);
  return status;
}

/* Note that "request" reads or writes, as "what" says, "n" bytes at "buffer"
 * for a message of "tag" with "peer". */
static void begin(char what, MPI_Request request, void *buffer, unsigned long n,
                  int peer, int tag, const void *pc) {
  if (peer == MPI_PROC_NULL)
    return;
  movement_note(what == 'r' ? 's' : 'v', peer, tag, pc, 0, n);
  movement_access(what, pc, buffer, n);
  int i = 0;
  while (i < MOST - 1 && movement_pending[i].what)
    i++;
  movement_pending[i].request = request;
  movement_pending[i].what = what;
  movement_pending[i].buffer = buffer;
  movement_pending[i].bytes = n;
}

int __wrap_MPI_Isend(const void *buffer, int n, MPI_Datatype type, int to,
                     int tag, MPI_Comm comm, MPI_Request *request) {
  const int status = __real_MPI_Isend(buffer, n, type, to, tag, comm, request);
  begin('r', *request, (void *)buffer, bytes_of(n, type), to, tag, HERE);
  return status;
}

int __wrap_MPI_Irecv(void *buffer, int n, MPI_Datatype type, int from, int tag,
                     MPI_Comm comm, MPI_Request *request) {
  const int status =
      __real_MPI_Irecv(buffer, n, type, from, tag, comm, request);
  begin('w', *request, buffer, bytes_of(n, type), from, tag, HERE);
  return status;
}

int __wrap_MPI_Waitall(int n, MPI_Request *requests, MPI_Status *statuses) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < MOST; k++)
      if (movement_pending[k].what &&
          movement_pending[k].request == requests[i]) {
        movement_access(movement_pending[k].what, HERE,
                        movement_pending[k].buffer, movement_pending[k].bytes);
        movement_pending[k].what = 0;
      }
  return __real_MPI_Waitall(n, requests, statuses);
}

int __wrap_MPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm) {
  movement_access('r', HERE, from, bytes_of(n, type));
  movement_access('w', HERE, to, bytes_of(n, type));
  return __real_MPI_Allreduce(from, to, n, type, op, comm);
}
