void one(void);
void rest(void);

int main(void) {
  // lcm: model time = (k = 2 +/- 0.2) * 1 s
  one();
  // lcm: model time = 1 s
  rest();
}
