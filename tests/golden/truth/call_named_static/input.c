struct body;
struct law {
  double (*force)(struct body *);
};
struct law *law_of(void);

int main(void) {
  struct law *law = law_of();
  double all = 0;
  for (int t = 0; t < 10; t++)
    // lcm: call spring
    all += law->force(0);
  return all > 0;
}
