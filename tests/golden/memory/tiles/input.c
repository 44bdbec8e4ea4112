/* A matrix of a size that only the caller knows is transposed in tiles. */
void transpose(int n, const double *a, double *b) {
  for (int x = 0; x < n; x += 16)
    for (int y = 0; y < n; y += 16)
      for (int i = x; i < x + 16; i++)
        for (int j = y; j < y + 16; j++)
          b[j * n + i] = a[i * n + j];
}
