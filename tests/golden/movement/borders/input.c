// lcm: param n = 1024 in 1..65536 "rows, of n bytes each"

int atoi(const char *text);
void across(int n, unsigned char row[n]);
void down(int n, unsigned char half[n][n], unsigned char row[n]);

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1024;
  static unsigned char half[1024][1024];
  static unsigned char to[1024][1024];
#pragma omp parallel
  {
#pragma omp for
    // lcm: output half[i][0:n]
    for (int i = 0; i < n; i++)
      across(n, half[i]);
#pragma omp for
    // lcm: input half[i - 3 : 8][0:n]
    // lcm: output to[i][0:n]
    for (int i = 0; i < n; i++)
      down(n, half, to[i]);
#pragma omp for
    // lcm: input to[i:1][0:n]
    for (int i = 0; i < n; i++)
      across(n, to[i]);
  }
}
