int main(void) {
  return COUNT;
}
