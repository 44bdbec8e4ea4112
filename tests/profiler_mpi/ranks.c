/* Ranks whose lost cycles are known: their work is sleeping, which takes its
 * time whoever else uses the processors.  At the end each says when it began,
 * how long it worked, how much of that was beyond what was asked for, and how
 * long its threads waited for a processor.
 *
 *   mpirun -np N ranks CASE */
#include <dirent.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { BIG = 1 << 22 };

static int rank, ranks;
static char big[BIG];
static long worked, overslept;

/* Return the time in nanoseconds. */
static long time_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Work for "units" of two milliseconds. */
static void work(long units) {
  const long ms = 2 * units;
  const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  const long begin = time_now();
  clock_nanosleep(CLOCK_MONOTONIC, 0, &time, 0);
  const long took = time_now() - begin;
  worked += took;
  overslept += took - ms * 1000000;
}

/* Go before others that use the processors, as does the session, which is the
 * test's or the rank's own, where that is allowed. */
static void go_first(void) {
  FILE *group = fopen("/proc/self/autogroup", "w");
  if (setpriority(PRIO_PROCESS, 0, -20) == 0 && group)
    fputs("-20", group);
  if (group)
    fclose(group);
}

/* Return how long the threads of this process have waited for a processor, in
 * nanoseconds; 0 where the kernel does not count that. */
static long queued(void) {
  long sum = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *task = tasks ? readdir(tasks) : NULL; task;
       task = readdir(tasks)) {
    char path[300];
    long waited = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", task->d_name);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%*s %ld", &waited) == 1)
      sum += waited;
    if (file)
      fclose(file);
  }
  if (tasks)
    closedir(tasks);
  return sum;
}

/* Say how the work went, which began at "begin", in one piece. */
static void tell(long begin) {
  char text[128];
  const int n = snprintf(text, sizeof text, "worked %ld %ld %ld %ld\n", begin,
                         worked, overslept, queued());
  if (write(1, text, (size_t)n) != n)
    perror("ranks");
}

/* Leave with a word where "holds" is not. */
static void check(int holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "rank %d: %s\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 9);
}

/* Send "n" bytes to "to" in "comm", receive them. */
static void give(int n, int to, MPI_Comm comm) {
  MPI_Send(big, n, MPI_BYTE, to, 3, comm);
}

static void take(int n, int from, MPI_Comm comm) {
  MPI_Recv(big, n, MPI_BYTE, from, 3, comm, MPI_STATUS_IGNORE);
}

static void late_sender(void) {
  if (rank)
    take(8, 0, MPI_COMM_WORLD);
  else
    work(200), give(8, 1, MPI_COMM_WORLD);
  work(100);
}

static void late_receiver(void) {
  if (rank)
    work(200), take(BIG, MPI_ANY_SOURCE, MPI_COMM_WORLD);
  else
    give(BIG, 1, MPI_COMM_WORLD);
  work(100);
}

static void late_ssend(void) {
  if (rank)
    work(200), take(8, 0, MPI_COMM_WORLD);
  else
    MPI_Ssend(big, 8, MPI_BYTE, 1, 3, MPI_COMM_WORLD);
  work(100);
}

static void isend(void) {
  MPI_Request request;
  if (rank) {
    work(300);
    take(BIG, 0, MPI_COMM_WORLD);
  } else {
    MPI_Isend(big, BIG, MPI_BYTE, 1, 3, MPI_COMM_WORLD, &request);
    work(100);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void irecv(void) {
  MPI_Request request;
  if (rank) {
    MPI_Irecv(big, 8, MPI_BYTE, 0, 3, MPI_COMM_WORLD, &request);
    work(100);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    work(300);
    give(8, 1, MPI_COMM_WORLD);
  }
}

static void waits(int how) {
  MPI_Request requests[3];
  int index = -1, count = 0, indices[3], flag = 0, done = 0;
  if (!rank) {
    for (int i = 0; i < 3; i++)
      work(100), MPI_Send(&i, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
    return;
  }
  int got[3] = {-1, -1, -1};
  for (int i = 0; i < 3; i++)
    MPI_Irecv(&got[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
  if (how == 0)
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; how == 1 && i < 3; i++) {
    MPI_Status status;
    MPI_Waitany(3, requests, &index, &status);
    check(index == i && status.MPI_TAG == i, "Waitany");
  }
  while (how == 2 && done < 3) {
    MPI_Waitsome(3, requests, &count, indices, MPI_STATUSES_IGNORE);
    done += count;
  }
  while (how == 3 && !flag) {
    MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    work(20);
  }
  while (how == 4 && done < 3) {
    MPI_Testany(3, requests, &index, &flag, MPI_STATUS_IGNORE);
    done += flag;
    work(20);
  }
  while (how == 5 && done < 3) {
    MPI_Testsome(3, requests, &count, indices, MPI_STATUSES_IGNORE);
    done += count;
    work(20);
  }
  for (int i = 0; i < 3; i++)
    check(got[i] == i, "a message is wrong");
}

static void waitall(void) { waits(0); }
static void waitany(void) { waits(1); }
static void waitsome(void) { waits(2); }
static void testall(void) { waits(3); }
static void testany(void) { waits(4); }
static void testsome(void) { waits(5); }

static void persistent(void) {
  MPI_Request request;
  int value = 0;
  if (rank)
    MPI_Recv_init(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
  else
    MPI_Send_init(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
  for (int i = 0; i < 4; i++) {
    if (!rank)
      work(60), value = i;
    if (i % 2)
      MPI_Start(&request);
    else
      MPI_Startall(1, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(value == i, "a persistent message is wrong");
  }
  MPI_Request_free(&request);
}

static void sendrecv(void) {
  int out = rank, in = -1;
  if (!rank)
    work(200);
  MPI_Sendrecv(&out, 1, MPI_INT, 1 - rank, 1, &in, 1, MPI_INT, 1 - rank, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  check(in == 1 - rank, "Sendrecv");
  if (rank)
    work(200);
  MPI_Sendrecv_replace(&out, 1, MPI_INT, 1 - rank, 2, 1 - rank, 2,
                       MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  check(out == 1 - rank, "Sendrecv_replace");
}

static void probe(void) {
  MPI_Status status;
  MPI_Message message;
  int there = 0;
  if (!rank) {
    for (int i = 0; i < 3; i++)
      work(100), give(8, 1, MPI_COMM_WORLD);
    return;
  }
  MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Probe(0, 3, MPI_COMM_WORLD, &status);
  take(8, status.MPI_SOURCE, MPI_COMM_WORLD);
  MPI_Mprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(big, 8, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  work(50);
  MPI_Iprobe(0, 3, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
  check(!there, "Iprobe");
  take(8, 0, MPI_COMM_WORLD);
}

/* Rank 0 of "comm", which is freed, is late with a message to rank 1. */
static void late_in(MPI_Comm comm) {
  int me = 0;
  MPI_Comm_rank(comm, &me);
  if (me)
    take(8, 0, comm);
  else
    work(50), give(8, 1, comm);
  MPI_Comm_free(&comm);
}

static void communicators(void) {
  const int dims[] = {2}, around[] = {1}, index[] = {1, 2}, edges[] = {1, 0},
            keep[] = {1};
  MPI_Comm comm, cart;
  MPI_Group group;
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  late_in(comm);
  MPI_Comm_split(MPI_COMM_WORLD, 0, 1 - rank, &comm);
  late_in(comm);
  MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
  late_in(comm);
  MPI_Comm_create_group(MPI_COMM_WORLD, group, 5, &comm);
  late_in(comm);
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, around, 0, &cart);
  MPI_Cart_sub(cart, keep, &comm);
  late_in(comm);
  late_in(cart);
  MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &comm);
  late_in(comm);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &comm);
  late_in(comm);
  MPI_Group_free(&group);
}

static void barrier(void) {
  work(rank ? 200 : 50);
  MPI_Barrier(MPI_COMM_WORLD);
  work(rank ? 50 : 100);
}

static void all(void) {
  double out[2] = {rank, rank}, in[2] = {0, 0};
  work(rank ? 100 : 0);
  MPI_Allreduce(out, in, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  check(in[0] == 1, "Allreduce");
  work(rank ? 0 : 100);
  MPI_Allgather(out, 1, MPI_DOUBLE, in, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  check(in[0] == 0 && in[1] == 1, "Allgather");
  work(rank ? 100 : 0);
  MPI_Alltoall(out, 1, MPI_DOUBLE, in, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  check(in[0] == 0 && in[1] == 1, "Alltoall");
}

static void rooted(void) {
  int value = rank ? 0 : 42, in[2] = {0, 0}, sum = 0;
  work(rank ? 0 : 100);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  check(value == 42, "Bcast");
  work(rank ? 100 : 0);
  MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  check(rank || sum == 84, "Reduce");
  work(rank ? 100 : 0);
  MPI_Gather(&value, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_WORLD);
  work(rank ? 0 : 100);
  MPI_Scatter(in, 1, MPI_INT, &value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  work(rank ? 0 : 100);
  MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  check(sum == rank, "Scan");
}

/* A root does not wait for others, nor others for a root that only takes. */
static void unrooted(void) {
  int value = 42, sum = 0;
  work(rank ? 100 : 0);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  work(rank ? 0 : 200);
  MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void later(void) {
  MPI_Request requests[2];
  int value = 1, sum = 0;
  work(rank ? 200 : 0);
  MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                 &requests[0]);
  work(50);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  check(sum == 2, "Iallreduce");
  work(rank ? 0 : 200);
  MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void serial(void) {
  if (!rank)
    work(300);
  MPI_Bcast(big, 1, MPI_BYTE, 0, MPI_COMM_WORLD);
  work(100);
}

static void message(void) {
  work(300);
  for (int i = 0; i < 5; i++) {
    if (rank)
      take(BIG, 0, MPI_COMM_WORLD);
    else
      give(BIG, 1, MPI_COMM_WORLD);
  }
}

static void early(void) { work(rank ? 200 : 100); }

static void windows(void) {
  int *memory = NULL;
  MPI_Win window;
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &window);
  *memory = -1;
  MPI_Win_fence(0, window);
  work(rank ? 200 : 50);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

static void files(void) {
  MPI_File file;
  char name[64];
  snprintf(name, sizeof name, "out.%d", rank);
  work(200);
  if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_WRONLY,
                    MPI_INFO_NULL, &file))
    return;
  MPI_File_write(file, big, 1000, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

/* Many messages in any order come out right, stamps or not. */
static void storm(void) {
  enum { N = 400 };
  MPI_Request requests[N];
  int values[N], flag = 0;
  unsigned seed = 7;
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < N; i++) {
      const int at = round % 2 ? N - 1 - i : i;
      values[at] = rank ? -1 : at;
      seed = seed * 1664525u + 1013904223u;
      if (!rank && seed >> 31)
        MPI_Isend(&values[at], 1, MPI_INT, 1, at % 7, MPI_COMM_WORLD,
                  &requests[at]);
      else if (!rank)
        MPI_Send(&values[at], 1, MPI_INT, 1, at % 7, MPI_COMM_WORLD),
            requests[at] = MPI_REQUEST_NULL;
      else
        MPI_Irecv(&values[at], 1, MPI_INT, MPI_ANY_SOURCE, at % 7,
                  MPI_COMM_WORLD, &requests[at]);
    }
    for (int done = 0, count = 0, where[N]; done < N / 2 && rank; done += count)
      MPI_Waitsome(N, requests, &count, where, MPI_STATUSES_IGNORE);
    MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; rank && i < N; i++)
      check(values[i] % 7 == i % 7, "a message of the storm is wrong");
  }
  MPI_Send(big, 1, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Recv(big, 1, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  MPI_Irecv(big, 1, MPI_BYTE, 1 - rank, 99, MPI_COMM_WORLD, requests);
  MPI_Cancel(requests);
  MPI_Wait(requests, MPI_STATUS_IGNORE);
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag,
             MPI_STATUS_IGNORE);
  check(!flag, "something is left over");
}

/* A thread's messages to the same thread of the other rank. */
static void *talk(void *tag) {
  int value = 0;
  for (int i = 0; i < 200; i++) {
    const int t = *(int *)tag;
    if (rank)
      MPI_Recv(&value, 1, MPI_INT, 0, t, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      MPI_Send(&i, 1, MPI_INT, 1, t, MPI_COMM_WORLD);
    check(!rank || value == i, "a thread's message is wrong");
  }
  return NULL;
}

static void threads(void) {
  pthread_t thread[2];
  int tags[] = {11, 12};
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, talk, &tags[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
}

static void aborted(void) {
  work(100);
  if (rank)
    MPI_Abort(MPI_COMM_WORLD, 3);
  work(5000);
}

/* How long a million small messages take, for the cost of a message. */
static void rate(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int i = 0; i < 100000; i++) {
    if (rank)
      take(8, 0, MPI_COMM_WORLD), give(8, 0, MPI_COMM_WORLD);
    else
      give(8, 1, MPI_COMM_WORLD), take(8, 1, MPI_COMM_WORLD);
  }
  if (!rank)
    fprintf(stderr, "%.0f ns a message\n",
            (MPI_Wtime() - begin) / 200000 * 1e9);
}

/* Run the case that is asked for. */
int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } cases[] = {{"late_sender", late_sender},
               {"late_receiver", late_receiver},
               {"late_ssend", late_ssend},
               {"isend", isend},
               {"irecv", irecv},
               {"waitall", waitall},
               {"waitany", waitany},
               {"waitsome", waitsome},
               {"testall", testall},
               {"testany", testany},
               {"testsome", testsome},
               {"persistent", persistent},
               {"sendrecv", sendrecv},
               {"probe", probe},
               {"communicators", communicators},
               {"barrier", barrier},
               {"all", all},
               {"rooted", rooted},
               {"unrooted", unrooted},
               {"later", later},
               {"serial", serial},
               {"message", message},
               {"early", early},
               {"windows", windows},
               {"files", files},
               {"storm", storm},
               {"threads", threads},
               {"aborted", aborted},
               {"rate", rate}};
  int level = 0;
  go_first();
  if (argc > 1 && !strcmp(argv[1], "threads"))
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  else
    MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const long begin = time_now();
  for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
    if (!strcmp(cases[i].name, argv[1]))
      cases[i].run();
  MPI_Finalize();
  tell(begin);
  return 0;
}
