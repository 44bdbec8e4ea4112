typedef struct plan *fftw_plan;
typedef double fftw_complex[2];
fftw_plan fftw_plan_dft_1d(int n, fftw_complex *in, fftw_complex *out, int sign,
                           unsigned flags);
void fftw_execute(const fftw_plan p);
fftw_complex x[1024], y[1024];

int main(void) {
  fftw_plan p = fftw_plan_dft_1d(1024, x, y, -1, 0);
  for (int i = 0; i < 10; i++)
    fftw_execute(p);
  return 0;
}
