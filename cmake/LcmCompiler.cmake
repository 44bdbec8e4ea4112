# lcm_warnings carries the warnings, sanitizers and coverage of our own code.
# What an initializer leaves out is zero, which gcc takes for meant in {NULL}.
add_library(lcm_warnings INTERFACE)
target_compile_options(lcm_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
  -Wundef -Wvla -Wwrite-strings -Wcast-qual -Wformat=2
  $<$<C_COMPILER_ID:Clang>:-Wno-missing-field-initializers>
  $<$<BOOL:${LCM_WERROR}>:-Werror>)
add_compile_definitions(_GNU_SOURCE)
# Functions have sections of their own, so that tests/layering can tell which
# function calls which.
add_compile_options(-ffunction-sections -fdata-sections)
# Names of files in messages do not depend on where the tree lies.
add_compile_options("-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=")
if(LCM_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-omit-frame-pointer
    -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined)
  # Programs at fixed addresses: the sanitizers leave a pointer for each global,
  # each of which would have to be moved whenever one of the tests starts one.
  add_link_options(
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
if(LCM_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link -fprofile-instr-generate
    -fcoverage-mapping)
  add_link_options(-fsanitize=fuzzer-no-link -fprofile-instr-generate)
endif()
if(LCM_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
# lcm alone is optimised as a whole: its libraries have both kinds of code, for
# tests would take minutes to link.
if(LCM_LTO AND CMAKE_C_COMPILER_ID STREQUAL GNU)
  add_compile_options(-flto=auto -ffat-lto-objects)
  add_link_options(
    $<IF:$<STREQUAL:$<TARGET_PROPERTY:NAME>,lcm>,-flto=auto,-fno-lto>)
endif()
