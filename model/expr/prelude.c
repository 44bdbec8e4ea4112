/* The helper functions that expressions printed as C or Python call. */
#include "model/expr/prelude.h"

const char *lcm_expr_prelude(lcm_notation notation) {
  if (notation == LCM_C)
    return "#include <math.h>\n"
           "static inline double lcm_mod(double a, double b) "
           "{ return a - b * floor(a / b); }\n"
           "static inline double lcm_div(double a, double b) "
           "{ return floor(a / b); }\n"
           "static inline double lcm_settled(double a) { "
           "const double n = nearbyint(a); "
           "return fabs(a - n) <= 0x1p-42 * fabs(a) ? n : a; }\n"
           "static inline double lcm_floor(double a) "
           "{ return floor(lcm_settled(a)); }\n"
           "static inline double lcm_ceil(double a) "
           "{ return ceil(lcm_settled(a)); }\n"
           "#define LCM_SUM(i, a, b, e) __extension__({ double s_ = 0; "
           "for (double i = (a), z_ = (b); i <= z_; i++) s_ += (e); s_; })\n"
           "#define LCM_PROD(i, a, b, e) __extension__({ double s_ = 1; "
           "for (double i = (a), z_ = (b); i <= z_; i++) s_ *= (e); s_; })\n"
           "#define LCM_MAX(i, a, b, e) __extension__({ double s_ = 0; "
           "for (double i = (a), f_ = i, z_ = (b); i <= z_; i++) { "
           "const double t_ = (e); s_ = i == f_ || t_ > s_ ? t_ : s_; } "
           "s_; })\n";
  if (notation == LCM_PYTHON)
    return "import math\n"
           "def lcm_settled(a):\n"
           "    return round(a) if abs(a - round(a)) <= 2**-42 * abs(a) "
           "else a\n"
           "def lcm_floor(a):\n"
           "    return math.floor(lcm_settled(a))\n"
           "def lcm_ceil(a):\n"
           "    return math.ceil(lcm_settled(a))\n"
           "def lcm_sum(f, a, b):\n"
           "    return sum(f(i) for i in range(int(a), int(b) + 1))\n"
           "def lcm_prod(f, a, b):\n"
           "    return math.prod(f(i) for i in range(int(a), int(b) + 1))\n"
           "def lcm_max(f, a, b):\n"
           "    return max([f(i) for i in range(int(a), int(b) + 1)] "
           "or [0])\n";
  return "";
}
