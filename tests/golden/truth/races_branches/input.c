int v[1000], w[1000], x;

void by_index(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    v[i] = i;
    if (i == 1)
      v[0] = 1;
  }
}

void by_size(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    v[i] = i;
    if (n > 50)
      v[0] = 1;
  }
}

void by_several(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i > 3 && i != 5 && !(i < 7))
      v[7] = i;
    else
      w[i] = i;
    if (i == 2)
      w[7]++;
    else if (i == 7)
      w[2] = 3;
  }
}

void apart(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i == 3)
      x = i;
    if (i % 2 == 0)
      v[i] = v[i + 1];
    else
      w[i] = i;
  }
}

void by_value(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    switch (w[i]) {
    case 1:
      if (i < 4)
        x = i;
    }
}

void some_barrier(int n) {
#pragma omp parallel
  {
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < n; i++)
      v[i] = i;
    if (n > 50) {
#pragma omp barrier
    }
#pragma omp for schedule(static, 2)
    for (int i = 0; i < n; i++)
      v[i] += i;
  }
}

void inner_barrier(int n) {
#pragma omp parallel
  if (n > 50) {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < n; i++)
      v[i] = i;
#pragma omp for schedule(static, 2)
    for (int i = 0; i < n; i++)
      v[i] += i;
  }
}

static void fill(int n) {
#pragma omp for schedule(static) nowait
  for (int i = 0; i < n; i++)
    v[i] = n;
}

void two_sizes(void) {
#pragma omp parallel
  {
    fill(50);
    fill(100);
  }
}

static void set(int k) {
#pragma omp single nowait
  x = k;
}

void two_singles(void) {
#pragma omp parallel
  {
    set(1);
    set(2);
  }
}

void in_turn(int n) {
#pragma omp parallel
  {
#pragma omp master
    v[2] = 1;
#pragma omp for ordered schedule(static)
    for (int i = 1; i < n; i++) {
#pragma omp ordered
      v[i] = i;
      w[i] = 1 + w[1];
    }
  }
}

void turns_missing(int n) {
#pragma omp parallel for ordered
  for (int i = 1; i < n; i++)
    v[i] = v[i - 1];
}

void left_early(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (w[i] > 0)
      continue;
#pragma omp critical
    v[i] = i;
    x = i;
  }
}

void tasks_of_tasks(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2; i++) {
#pragma omp task
    {
#pragma omp task
      x = 1;
#pragma omp taskwait
    }
  }
}

void sums_of_tasks(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : x)
    {
#pragma omp task in_reduction(+ : x)
      x += 1;
#pragma omp task in_reduction(+ : x)
      x += 2;
    }
  }
}

void sum_and_last(int n) {
#pragma omp parallel
  {
#pragma omp for reduction(+ : x) nowait
    for (int i = 0; i < n; i++)
      x += i;
#pragma omp for lastprivate(x)
    for (int i = 0; i < n; i++)
      x = i;
  }
}

int omp_get_thread_num(void);

void third_thread(void) {
#pragma omp parallel
  {
    v[omp_get_thread_num()] = 1;
#pragma omp single nowait
    v[2] = 2;
  }
}
