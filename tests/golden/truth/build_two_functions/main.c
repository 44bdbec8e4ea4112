void fast(void);
void slow(void);

int main(void) {
  fast();
  slow();
  return 0;
}
