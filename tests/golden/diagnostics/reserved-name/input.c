int main(int rank, char **v) {
  // lcm: model time = (rank + 1) * 1 s
  return v[rank] != 0;
}
