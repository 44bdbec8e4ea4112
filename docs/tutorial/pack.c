#include "pack.h"

#include <stdlib.h>

enum { REACH = 3 };

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

byte mean(int n, byte a[n][n], int i, int j) {
  const int top = i > REACH ? i - REACH : 0;
  const int left = j > REACH ? j - REACH : 0;
  const int bottom = i + REACH < n ? i + REACH : n - 1;
  const int right = j + REACH < n ? j + REACH : n - 1;
  int sum = 0;
  for (int y = top; y <= bottom; y++)
    for (int x = left; x <= right; x++)
      sum += a[y][x];
  return (byte)(sum / ((bottom - top + 1) * (right - left + 1)));
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

/* Return whether "packed" differs from frame "k", blurred; "plain" is room
 * for a frame. */
static int differs(int n, int k, byte packed[n][n], byte plain[n][n]) {
  int wrong = 0;
  byte last = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      plain[i][j] = pixel(k, i, j);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      last = (byte)(last + packed[i][j]);
      wrong |= last != mean(n, plain, i, j);
    }
  return wrong;
}

int check(int n, int frames, byte packed[frames][n][n]) {
  byte(*plain)[n] = malloc((size_t)n * sizeof *plain);
  int wrong = plain ? 0 : frames;
  for (int k = 0; plain && k < frames; k++)
    wrong += differs(n, k, packed[k], plain);
  free(plain);
  return wrong;
}
