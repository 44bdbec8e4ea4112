# The profiler is two things: the reader of raw files, for our own programs, and
# the runtime that is loaded into the programs of others.  The runtime is built
# without sanitizers and coverage, whatever the rest is built with, and needs
# nothing but the C library.
add_library(lcm_profiler STATIC profiler/raw/read.c)
target_include_directories(lcm_profiler PUBLIC "${CMAKE_SOURCE_DIR}")
target_link_libraries(lcm_profiler PRIVATE lcm_warnings)

# The tool interface of OpenMP is described by a header of the OpenMP library,
# which lies among those of clang; these are not for other compilers.
file(GLOB omp_tools_places
  "/usr/lib/llvm-*/lib/clang/*/include" "/usr/lib/clang/*/include"
  "/usr/local/lib/clang/*/include")
list(SORT omp_tools_places COMPARE NATURAL ORDER DESCENDING)
find_file(OMP_TOOLS_HEADER omp-tools.h PATHS ${omp_tools_places} REQUIRED)
configure_file("${OMP_TOOLS_HEADER}"
  "${CMAKE_BINARY_DIR}/omp-tools/omp-tools.h" COPYONLY)

file(GLOB runtime_sources CONFIGURE_DEPENDS "profiler/*.c" "profiler/core/*.c"
  "profiler/openmp/*.c" "profiler/wrap/*.c")
add_library(lcm_profile_runtime SHARED ${runtime_sources})
set_target_properties(lcm_profile_runtime PROPERTIES
  OUTPUT_NAME lcm-profile C_VISIBILITY_PRESET hidden
  LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/lcm")
target_include_directories(lcm_profile_runtime PRIVATE "${CMAKE_SOURCE_DIR}")
target_include_directories(lcm_profile_runtime SYSTEM PRIVATE
  "${CMAKE_BINARY_DIR}/omp-tools")
target_compile_options(lcm_profile_runtime PRIVATE
  -O2 -g -fno-sanitize=all -fno-lto $<$<BOOL:${LCM_COVERAGE}>:-fno-profile-arcs
  -fno-test-coverage>)
target_link_options(lcm_profile_runtime PRIVATE
  -fno-sanitize=all -Wl,-z,defs $<$<BOOL:${LCM_COVERAGE}>:-fno-profile-arcs>)
target_link_libraries(lcm_profile_runtime PRIVATE lcm_warnings
  Threads::Threads ${CMAKE_DL_LIBS})

# The hooks of MPI, for each library there is, since their <mpi.h> differ.  They
# are not linked to it: its functions are those of the program.
file(GLOB mpi_sources CONFIGURE_DEPENDS "profiler/mpi/*.c")
find_path(OPENMPI_INCLUDE mpi.h NO_DEFAULT_PATH PATHS
  /usr/lib/${CMAKE_C_LIBRARY_ARCHITECTURE}/openmpi/include
  /usr/include/openmpi-${CMAKE_C_LIBRARY_ARCHITECTURE}
  /usr/lib64/openmpi/include)
find_path(MPICH_INCLUDE mpi.h NO_DEFAULT_PATH PATHS
  /usr/include/${CMAKE_C_LIBRARY_ARCHITECTURE}/mpich
  /usr/include/mpich-${CMAKE_C_LIBRARY_ARCHITECTURE} /usr/lib64/mpich/include)

# lcm_mpi_hooks(NAME INCLUDE): liblcm-profile-NAME.so for the mpi.h in INCLUDE.
function(lcm_mpi_hooks name include)
  if(NOT include)
    message(STATUS "No mpi.h of ${name}: programs of it cannot be measured")
    return()
  endif()
  add_library(lcm_profile_${name} SHARED ${mpi_sources})
  set_target_properties(lcm_profile_${name} PROPERTIES
    OUTPUT_NAME lcm-profile-${name} C_VISIBILITY_PRESET hidden
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/lcm"
    BUILD_RPATH "$ORIGIN" INSTALL_RPATH "$ORIGIN")
  target_include_directories(lcm_profile_${name} PRIVATE "${CMAKE_SOURCE_DIR}")
  target_include_directories(lcm_profile_${name} SYSTEM PRIVATE "${include}")
  target_compile_options(lcm_profile_${name} PRIVATE
    -O2 -g -fno-sanitize=all -fno-lto $<$<BOOL:${LCM_COVERAGE}>:-fno-profile-arcs
    -fno-test-coverage>)
  target_link_options(lcm_profile_${name} PRIVATE -fno-sanitize=all
    -Wl,-z,lazy $<$<BOOL:${LCM_COVERAGE}>:-fno-profile-arcs>)
  target_link_libraries(lcm_profile_${name} PRIVATE lcm_warnings
    lcm_profile_runtime Threads::Threads)
  set(lcm_profile_hooks ${lcm_profile_hooks} lcm_profile_${name} PARENT_SCOPE)
endfunction()
set(lcm_profile_hooks)
lcm_mpi_hooks(openmpi "${OPENMPI_INCLUDE}")
lcm_mpi_hooks(mpich "${MPICH_INCLUDE}")
