/* The task parallel 2D FFT, as table 5.3 of Crovella 1994
 * models it at p = 26. */
// lcm: param n = 1024 in 2..65536 "side of the matrix"

void fft2d(void);

int main(void) {
  // lcm: fragment fft2d
  // lcm: model pc = 1 s * n^2*log(n) / 3350
  // lcm: model li = 1 s * n*log(n) / 81.9
  // lcm: model ip = 1 s * n^2 / 992
  // lcm: model sl = 1 s * n^2 / 31600
  // lcm: model cl = 1 s * n^2 / 12200
  // lcm: model rc = 1 s * n^2 / 35600
  fft2d();
}
