#include <vector>
namespace sums {
template <class T> T sum(const std::vector<T> &v) {
  T s = 0;
  for (auto x : v)
    s += x;
  return s;
}
}
