void work(void);

// lcm: resource disk = 2 "two disks"

int main(void) {
#pragma omp parallel
  {
    // lcm: use disk 3 s
    work();
  }
}
