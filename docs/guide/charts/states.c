/* Sorts the blocks of an array, and merges them. */
enum { BLOCKS = 8 };

void sort(int block);
void merge(int blocks);

int main(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < BLOCKS; i++)
    // lcm: state sorting "#8c564b"
    // lcm: model time = 2 ms
    sort(i);
  // lcm: state merging
  // lcm: model time = 5 ms
  merge(BLOCKS);
  return 0;
}
