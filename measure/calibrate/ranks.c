/* lcm-calibrate-ranks: measures what messages and MPI's collectives cost and
 * prints, on rank 0, the samples that `lcm calibrate` makes a description of.
 *
 *   mpicc -O2 profiler/core/ranks.c -o lcm-calibrate-ranks
 *   mpirun -np 4 ./lcm-calibrate-ranks [--quick] > ranks.samples
 *   lcm calibrate --merge ranks.samples -o machine.json
 *
 * Each line is a fact, `fact NAME VALUE`, or samples, `NAME p m SECONDS...`.
 * Needs nothing but MPI and C. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20, TAG = 7 };

/* What is measured with. */
struct rank_bench {
  int rank; /* rank, ranks: in MPI_COMM_WORLD */
  int ranks;
  /* of rank 0 for messages: the first on another node, else rank 1 */
  int partner;
  int rounds;   /* how often all is measured again */
  int batches;  /* samples each time */
  double batch; /* seconds that a sample takes at least */
  char *out;    /* out, in: room for MOST bytes for each rank */
  char *in;
  MPI_File file; /* that all have open, while files are measured */
};

/* What a sample repeats: an operation with "m" bytes, "reps" times. */
typedef void (*action)(struct rank_bench *b, int m, long reps);

/* Messages there and back between rank 0 and its partner. */
static void pingpong(struct rank_bench *b, int m, long reps) {
  for (long i = 0; i < reps; i++) {
    if (b->rank == 0) {
      MPI_Send(b->out, m, MPI_BYTE, b->partner, TAG, MPI_COMM_WORLD);
      MPI_Recv(b->in, m, MPI_BYTE, b->partner, TAG, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    } else if (b->rank == b->partner) {
      MPI_Recv(b->in, m, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(b->out, m, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
    }
  }
}

/* Barriers. */
static void barriers(struct rank_bench *b, int m, long reps) {
  (void)b;
  (void)m;
  for (long i = 0; i < reps; i++)
    MPI_Barrier(MPI_COMM_WORLD);
}

/* MPI_Allreduce of numbers. */
static void allreduce(struct rank_bench *b, int m, long reps) {
  for (long i = 0; i < reps; i++)
    MPI_Allreduce(b->out, b->in, m / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* MPI_Allgather of m bytes of each. */
static void allgather(struct rank_bench *b, int m, long reps) {
  for (long i = 0; i < reps; i++)
    MPI_Allgather(b->out, m, MPI_BYTE, b->in, m, MPI_BYTE, MPI_COMM_WORLD);
}

/* MPI_Alltoall of m bytes for each. */
static void alltoall(struct rank_bench *b, int m, long reps) {
  for (long i = 0; i < reps; i++)
    MPI_Alltoall(b->out, m, MPI_BYTE, b->in, m, MPI_BYTE, MPI_COMM_WORLD);
}

/* MPI_Bcast, each with a barrier behind it. */
static void bcast(struct rank_bench *b, int m, long reps) {
  for (long i = 0; i < reps; i++) {
    MPI_Bcast(b->out, m, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* MPI_Reduce of numbers, each with a barrier behind it. */
static void reduce(struct rank_bench *b, int m, long reps) {
  for (long i = 0; i < reps; i++) {
    MPI_Reduce(b->out, b->in, m / 8, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* MPI_Gather of m bytes of each, with a barrier behind it. */
static void gather(struct rank_bench *b, int m, long reps) {
  for (long i = 0; i < reps; i++) {
    MPI_Gather(b->out, m, MPI_BYTE, b->in, m, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* MPI_Scatter of m bytes to each, with a barrier behind it. */
static void scatter(struct rank_bench *b, int m, long reps) {
  for (long i = 0; i < reps; i++) {
    MPI_Scatter(b->in, m, MPI_BYTE, b->out, m, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* Every rank writes m bytes to a part of the file of its own, again and again
 * behind what it has written, sixteen times. */
static void write_file(struct rank_bench *b, int m, long reps) {
  const MPI_Offset begin = (MPI_Offset)b->rank * 16 * MOST;
  for (long i = 0; i < reps; i++)
    MPI_File_write_at(b->file, begin + (MPI_Offset)(i % 16) * m, b->out, m,
                      MPI_BYTE, MPI_STATUS_IGNORE);
}

/* Return the seconds that "act" takes, on rank 0. */
static double time_of(struct rank_bench *b, action act, int m, long reps) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  act(b, m, reps);
  return MPI_Wtime() - begin;
}

/* Return how often "act" is to be repeated for a sample, the same number on
 * all ranks. */
static long find_reps(struct rank_bench *b, action act, int m) {
  long reps = 1;
  int more = 1;
  while (more && reps < 1L << 30) {
    more = time_of(b, act, m, reps) < b->batch;
    MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    reps *= more ? 2 : 1;
  }
  return reps;
}

/* Take samples of "act" with "m" bytes, of which each repetition is "units",
 * and print them as "name" with "p" ranks. */
static void sample(struct rank_bench *b, action act, const char *name, int p,
                   int m, double units) {
  const long reps = find_reps(b, act, m);
  if (b->rank == 0)
    printf("%s %d %d", name, p, m);
  for (int i = 0; i < b->batches; i++) {
    const double time = time_of(b, act, m, reps);
    if (b->rank == 0)
      printf(" %.9g", time / units / (double)reps);
  }
  if (b->rank == 0)
    putchar('\n');
}

/* Let "seconds" pass. */
static void pass(double seconds) {
  const double until = MPI_Wtime() + seconds;
  while (MPI_Wtime() < until)
    ;
}

/* Return how long rank 0 is busy sending "m" bytes that its partner waits
 * for; meaningless elsewhere. */
static double send_once(struct rank_bench *b, int m, double late) {
  double time = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (b->rank == 0) {
    pass(late > 0 ? 0 : 2e-5);
    const double begin = MPI_Wtime();
    MPI_Send(b->out, m, MPI_BYTE, b->partner, TAG, MPI_COMM_WORLD);
    time = MPI_Wtime() - begin;
  } else if (b->rank == b->partner) {
    pass(late);
    MPI_Recv(b->in, m, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return time;
}

/* Return how long rank 0 is busy receiving "m" bytes that have come. */
static double receive_once(struct rank_bench *b, int m) {
  double time = 0;
  int there = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (b->rank == b->partner) {
    MPI_Send(b->out, m, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
  } else if (b->rank == 0) {
    while (!there)
      MPI_Iprobe(b->partner, TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    const double begin = MPI_Wtime();
    MPI_Recv(b->in, m, MPI_BYTE, b->partner, TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    time = MPI_Wtime() - begin;
  }
  return time;
}

/* Take samples of what the two sides of a short message are busy with. */
static void sample_sides(struct rank_bench *b) {
  double sent[64];
  double received[64];
  const int n = b->batches * 4 < 64 ? b->batches * 4 : 64;
  for (int i = 0; i < n; i++) {
    sent[i] = send_once(b, 8, 0);
    received[i] = receive_once(b, 8);
  }
  if (b->rank != 0)
    return;
  printf("sent 2 8");
  for (int i = 0; i < n; i++)
    printf(" %.9g", sent[i]);
  printf("\nreceived 2 8");
  for (int i = 0; i < n; i++)
    printf(" %.9g", received[i]);
  putchar('\n');
}

/* Print how many bytes are sent without waiting for the receiver: the largest
 * power of two such that a sender does not wait for a late one, by the shortest
 * of three tries. */
static void find_eager(struct rank_bench *b) {
  const double late = 2e-3;
  int eager = 0;
  int m = 64;
  for (int waits = 0; !waits && m <= MOST; m *= 2) {
    double least = late;
    for (int i = 0; i < 3; i++) {
      const double time = send_once(b, m, late);
      least = time < least ? time : least;
    }
    waits = least > late / 2;
    MPI_Bcast(&waits, 1, MPI_INT, 0, MPI_COMM_WORLD);
    eager = waits ? eager : m;
  }
  if (b->rank == 0 && eager < MOST)
    printf("fact eager %d\n", eager);
}

/* Take samples of all collectives. */
static void sample_collectives(struct rank_bench *b) {
  static const struct {
    const char *name;
    action act;
  } ALL[] = {{"MPI_Allreduce", allreduce}, {"MPI_Allgather", allgather},
             {"MPI_Alltoall", alltoall},   {"MPI_Bcast+", bcast},
             {"MPI_Reduce+", reduce},      {"MPI_Gather+", gather},
             {"MPI_Scatter+", scatter}};
  static const int SIZES[] = {8, 64, 512, 2048, 8192, 32768, 131072, 524288};
  sample(b, barriers, "MPI_Barrier", b->ranks, 0, 1);
  for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++)
    for (size_t k = 0; k < sizeof SIZES / sizeof *SIZES; k++)
      if ((double)SIZES[k] * b->ranks <= (double)MOST * 64)
        sample(b, ALL[i].act, ALL[i].name, b->ranks, SIZES[k], 1);
}

/* Let all ranks open a temporary file, which is gone when it is closed; return
 * whether they have, the same on all. */
static int open_file(struct rank_bench *b) {
  char name[4096] = {0};
  const char *place = getenv("TMPDIR");
  int fails = 0;
  int any = 0;
  if (b->rank == 0)
    snprintf(name, sizeof name, "%s/lcm-calibrate-%.0f.tmp",
             place && *place ? place : "/tmp", 1e9 * MPI_Wtime());
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  fails = MPI_File_open(MPI_COMM_WORLD, name,
                        MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR |
                            MPI_MODE_DELETE_ON_CLOSE,
                        MPI_INFO_NULL, &b->file) != MPI_SUCCESS;
  MPI_Allreduce(&fails, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (any && !fails)
    MPI_File_close(&b->file);
  return !any;
}

/* Take samples of writing to a file, where one can be opened: into the memory
 * that the system keeps files in. */
static void sample_files(struct rank_bench *b) {
  static const int SIZES[] = {8, 512, 8192, 131072, 524288};
  if (!open_file(b))
    return;
  for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
    sample(b, write_file, "file", b->ranks, SIZES[i], 1);
  MPI_File_close(&b->file);
}

/* Take samples of messages of all sizes. */
static void sample_messages(struct rank_bench *b) {
  for (int m = 8; m <= MOST; m *= 4)
    sample(b, pingpong, "pingpong", 2, m, 2);
  sample_sides(b);
}

/* Print on rank 0 how many ranks share its node, and choose its partner. */
static void find_nodes(struct rank_bench *b) {
  MPI_Comm node;
  int here = 0;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &node);
  MPI_Comm_size(node, &here);
  MPI_Comm_free(&node);
  char name[MPI_MAX_PROCESSOR_NAME] = {0};
  char *names = calloc((size_t)b->ranks, sizeof name);
  int length = 0;
  if (!names)
    MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Get_processor_name(name, &length);
  MPI_Allgather(name, sizeof name, MPI_CHAR, names, sizeof name, MPI_CHAR,
                MPI_COMM_WORLD);
  b->partner = 1;
  for (int i = b->ranks - 1; i > 0; i--)
    if (strncmp(names, names + (size_t)i * sizeof name, sizeof name) != 0)
      b->partner = i;
  free(names);
  if (b->rank == 0)
    printf("fact ranks %d\nfact ranks_per_node %d\nfact messages %s\n",
           b->ranks, here, here < b->ranks ? "between nodes" : "on one node");
}

/* Print on rank 0 which library this is. */
static void print_library(const struct rank_bench *b) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(version, &length);
  version[strcspn(version, ",\n")] = 0;
  for (char *tab = strchr(version, '\t'); tab; tab = strchr(tab, '\t'))
    *tab = ' ';
  if (b->rank == 0)
    printf("lcm-samples 1\nfact mpi %s\n", version);
}

/* Measure. */
int main(int argc, char **argv) {
  struct rank_bench b = {.rounds = 6, .batches = 6, .batch = 2e-4};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &b.ranks);
  if (argc > 1 && !strcmp(argv[1], "--quick"))
    b.rounds = 2, b.batches = 4, b.batch = 1e-4;
  b.out = calloc((size_t)MOST * 64, 1);
  b.in = calloc((size_t)MOST * 64, 1);
  if (b.ranks < 2 || !b.out || !b.in) {
    fputs("lcm-calibrate-ranks: needs two ranks, and 128 MiB for each\n",
          stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  print_library(&b);
  find_nodes(&b);
  find_eager(&b);
  for (int i = 0; i < b.rounds; i++) {
    sample_messages(&b);
    sample_collectives(&b);
    sample_files(&b);
    fflush(stdout);
  }
  if (b.rank == 0)
    puts("end");
  MPI_Finalize();
  return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
