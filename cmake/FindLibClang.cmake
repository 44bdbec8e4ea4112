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
