void lost(int n);
void solve(int n);

int main(void) {
  for (int k = 0; k < 10; k++)
    solve(4);
  lost(3);
  return 0;
}
