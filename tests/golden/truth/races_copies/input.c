int t, u, v[40];

void beside(void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    {
#pragma omp task firstprivate(t)
      v[t] = t;
    }
    t = 4;
  }
}

void behind(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single nowait
  {
#pragma omp task shared(t)
    t = 1;
#pragma omp task firstprivate(t)
    v[1] = t;
  }
}

void after(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single nowait
  {
#pragma omp task firstprivate(t)
    v[2] = t;
    t = 4;
  }
}

void divided(void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic write
    t = 2;
#pragma omp for schedule(static) firstprivate(t)
    for (int i = 0; i <= 4; i++)
      v[i + 5] = t;
  }
}

void perhaps(int n)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) lastprivate(conditional : u) nowait
    for (int i = 0; i < n; i++)
      if (v[i] > 3)
        u = i;
#pragma omp masked
    v[39] = u;
  }
}
