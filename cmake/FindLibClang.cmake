# Debian's libclang comes without a pkg-config file: look where its packages
# put it, the wanted release (LCM_LIBCLANG) or 19 before 22.
if(LCM_LIBCLANG)
  set(_releases ${LCM_LIBCLANG})
else()
  set(_releases 19 22)
endif()
foreach(_release IN LISTS _releases)
  find_path(LIBCLANG_INCLUDE_DIR clang-c/Index.h
    PATHS "/usr/lib/llvm-${_release}/include" NO_DEFAULT_PATH)
  find_library(LIBCLANG_LIBRARY clang
    PATHS "/usr/lib/llvm-${_release}/lib" NO_DEFAULT_PATH)
endforeach()
find_package(Threads REQUIRED)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibClang DEFAULT_MSG
  LIBCLANG_LIBRARY LIBCLANG_INCLUDE_DIR)
if(LibClang_FOUND AND NOT TARGET LibClang::LibClang)
  add_library(LibClang::LibClang UNKNOWN IMPORTED)
  set_target_properties(LibClang::LibClang PROPERTIES
    IMPORTED_LOCATION "${LIBCLANG_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${LIBCLANG_INCLUDE_DIR}")
endif()

# Let "target" load libclang when it runs: see analyzer/clang/libclang_calls.h.
function(lcm_load_libclang target)
  set(list "${CMAKE_SOURCE_DIR}/analyzer/clang/libclang.def")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
  file(STRINGS "${list}" lines REGEX "^CLANG")
  set(macros "/* The functions of libclang as those that were loaded. */\n")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "CLANG\\((.*)\\)" "\\1" name "${line}")
    string(APPEND macros "#define ${name} lcm_libclang.${name}\n")
  endforeach()
  set(folder "${CMAKE_BINARY_DIR}/libclang")
  file(CONFIGURE OUTPUT "${folder}/lcm_libclang_names.h" CONTENT "${macros}"
    @ONLY)
  file(REAL_PATH "${LIBCLANG_LIBRARY}" real)
  get_filename_component(name "${real}" NAME)
  target_include_directories(${target} SYSTEM PRIVATE
    "${LIBCLANG_INCLUDE_DIR}")
  target_include_directories(${target} PRIVATE "${folder}")
  target_compile_definitions(${target} PRIVATE
    LCM_LIBCLANG_FILE="${LIBCLANG_LIBRARY}" LCM_LIBCLANG_NAME="${name}")
endfunction()
