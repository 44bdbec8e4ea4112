double sum(int n, const double *a);
