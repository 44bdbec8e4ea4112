static int least(int x, int y) { return x < y ? x : y; }
struct { int sum, last; } st;
unsigned low;

int all(int n, const int *a)
{
  int ok = 1;
  for (int i = 0; i < n; i++)
    ok = ok && a[i];
  return ok;
}

int any(int n, const int *a)
{
  int ok = 0;
  for (int i = 0; i < n; i++)
    ok = ok || a[i];
  return ok;
}

int members(int n)
{
  for (int i = 0; i < n; i++) {
    st.sum += i;
    st.last = i;
  }
  return st.sum + st.last;
}

int smallest(int n, const int *a)
{
  int low = 9;
  for (int i = 0; i < n; i++)
    low = least(low, a[i]);
  return low;
}

unsigned other(int n, const int *a)
{
  for (int i = 0; i < n; i++)
    low = least(low, a[i]);
  return low;
}

int last_index(int n, int *a)
{
  int i, k;
  for (i = 0; i < n; i++)
    a[i] = 2;
  for (k = 0; k < n; k++)
    a[k] = a[k] + i;
  for (k = 0; k < n; k++)
    a[k] = 2 * a[k];
  return a[0];
}
