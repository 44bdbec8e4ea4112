#include "pack.h"

#include <stdlib.h>

/* Return the pixel at row "i", column "j" of frame "k", before the blur. */
static byte pixel(int k, int i, int j) {
  const unsigned a = (unsigned)(i * 7919 + j * 104729 + k * 1299709);
  return (byte)((a ^ a >> 7) * 2654435761u >> 24);
}

void unpack(int n, byte from[n][n], byte to[n][n]) {
  byte last = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      last = (byte)(last + from[i][j]);
      to[i][j] = last;
    }
}

void pack(int n, byte from[n][n], byte to[n][n]) {
  byte last = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      to[i][j] = (byte)(from[i][j] - last);
      last = from[i][j];
    }
}

byte across(int n, byte row[n], int j) {
  const int from = j > REACH ? j - REACH : 0;
  const int to = j + REACH < n ? j + REACH : n - 1;
  int sum = 0;
  for (int x = from; x <= to; x++)
    sum += row[x];
  return (byte)(sum / (to - from + 1));
}

byte down(int n, byte a[n][n], int i, int j) {
  const int from = i > REACH ? i - REACH : 0;
  const int to = i + REACH < n ? i + REACH : n - 1;
  int sum = 0;
  for (int y = from; y <= to; y++)
    sum += a[y][j];
  return (byte)(sum / (to - from + 1));
}

void fill(int n, int frames, byte packed[frames][n][n]) {
  for (int k = 0; k < frames; k++) {
    byte last = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        packed[k][i][j] = (byte)(pixel(k, i, j) - last);
        last = pixel(k, i, j);
      }
  }
}

/* Put frame "k", blurred along its rows, into "half". */
static void blur_rows(int n, int k, byte half[n][n], byte row[n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      row[j] = pixel(k, i, j);
    for (int j = 0; j < n; j++)
      half[i][j] = across(n, row, j);
  }
}

/* Return whether "packed" is not the frame whose rows are in "half". */
static int differs(int n, byte packed[n][n], byte half[n][n]) {
  int wrong = 0;
  byte last = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      last = (byte)(last + packed[i][j]);
      wrong |= last != down(n, half, i, j);
    }
  return wrong;
}

int check(int n, int frames, byte packed[frames][n][n]) {
  byte(*half)[n] = malloc((size_t)n * sizeof *half);
  byte *row = malloc((size_t)n);
  int wrong = half && row ? 0 : frames;
  for (int k = 0; half && row && k < frames; k++) {
    blur_rows(n, k, half, row);
    wrong += differs(n, packed[k], half);
  }
  free(half);
  free(row);
  return wrong;
}
