/* The data parallel 2D FFT, as table 5.3 of Crovella 1994
 * models it at p = 26. */
// lcm: param n = 1024 in 2..65536 "side of the matrix"

void fft2d(void);

int main(void) {
  // lcm: fragment fft2d
  // lcm: model pc = 1 s * n^2*log(n) / 3550
  // lcm: model li = 1 s * n*log(n) / 63.0
  // lcm: model ip = 3.36 s
  // lcm: model sl = 0 s
  // lcm: model cl = 1 s * n^2 / 14900
  // lcm: model rc = 1 s * n^2 / 20100
  fft2d();
}
