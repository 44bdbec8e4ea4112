double a[100];

int main(void)
{
  for (int i = 0; i < 100; i++)
    if (a[i] < 0)
      return 1;
  return 0;
}
