// lcm: model time = 1 s
void work(int i) { (void)i; }

#define ALL(X)                                                                 \
  {                                                                            \
    _Pragma("omp parallel num_threads(2)") {                                   \
      _Pragma("omp sections") {                                                \
        X(1);                                                                  \
        _Pragma("omp section") X(2);                                           \
        _Pragma("omp section") {                                               \
          X(3);                                                                \
          X(4);                                                                \
        }                                                                      \
      }                                                                        \
      X(5);                                                                    \
      _Pragma("omp barrier")                                                   \
    }                                                                          \
    X(6);                                                                      \
    _Pragma("omp parallel") _Pragma("omp single") _Pragma("omp task") X(7);    \
  }

#define TWICE(LOOP)                                                            \
  _Pragma("omp parallel") {                                                    \
    _Pragma("omp for ordered")                                                 \
        LOOP _Pragma("omp for schedule(dynamic) ordered") LOOP                 \
  }

int main(void) {
  ALL(work)
  work(8);
  TWICE(for (int i = 0; i < 4; i++) { _Pragma("omp ordered") work(i); })
  return 0;
}
