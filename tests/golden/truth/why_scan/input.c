struct stat {
  double sum;
  int n;
};

void inclusive(double *restrict out, const double *restrict v, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += v[i];
    out[i] = sum;
  }
}

void exclusive(double *restrict out, const double *restrict v, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    out[i] = sum;
    sum += v[i];
  }
}

void elements(int *restrict out, const int *restrict v, int n) {
  for (int i = 1; i < n; i++)
    out[i] = out[i - 1] + v[i];
}

void in_place(int *v, int n) {
  for (int i = 1; i < n; i++)
    v[i] += v[i - 1];
}

void recurrence(double *restrict out, const double *restrict v, int n) {
  double x = 0;
  for (int i = 0; i < n; i++) {
    x = 0.5 * x + v[i];
    out[i] = x;
  }
}

void fed_back(double *restrict out, const double *restrict v, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    out[i] = sum;
    sum += out[i] * v[i];
  }
}

void two_back(int *restrict out, const int *restrict v, int n) {
  for (int i = 2; i < n; i++)
    out[i] = out[i - 2] + v[i];
}

void members(struct stat *s, const double *restrict v, int n) {
  for (int i = 0; i < n; i++) {
    s->sum += v[i];
    s->n++;
  }
}
