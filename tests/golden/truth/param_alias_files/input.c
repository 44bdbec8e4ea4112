void work(int);
int N = 5;
void other(void);
int main(void)
{
    // lcm: param n := N
    for (int i = 0; i < N; i++)
      // lcm: model time = 1 s
      work(i);
    other();
    return 0;
}
