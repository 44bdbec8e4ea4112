#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  double v[10];
  int n, at, members, ranges[2][3], last[1][3] = {{5, 4, -1}};
  MPI_Group all, even, low, both, common, rest, back;
  MPI_Comm some, pair;
  MPI_Init(&argc, &argv);
  ranges[0][0] = 0;
  ranges[0][1] = 4;
  ranges[0][2] = 4;
  ranges[1][0] = 2;
  ranges[1][1] = 2;
  ranges[1][2] = 1;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_range_incl(all, 2, ranges, &even);
  MPI_Group_range_excl(all, 1, last, &low);
  MPI_Group_union(even, low, &both);
  MPI_Group_intersection(low, even, &common);
  MPI_Group_difference(all, both, &rest);
  MPI_Group_range_incl(all, 1, last, &back);
  MPI_Group_size(common, &n);
  work(n);
  MPI_Group_rank(both, &at);
  if (at >= 0)
    work(at);
  MPI_Group_size(rest, &n);
  work(n);
  MPI_Comm_create(MPI_COMM_WORLD, both, &some);
  if (some != MPI_COMM_NULL) {
    MPI_Comm_size(some, &members);
    work(members);
    MPI_Bcast(v, 10, MPI_DOUBLE, 1, some);
  }
  MPI_Group_rank(back, &at);
  if (at >= 0) {
    MPI_Comm_create_group(MPI_COMM_WORLD, back, 0, &pair);
    MPI_Sendrecv(v, 10, MPI_DOUBLE, 1 - at, 0, v, 10, MPI_DOUBLE, 1 - at, 0,
                 pair, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
