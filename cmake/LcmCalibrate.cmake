# lcm-calibrate-threads, which `lcm calibrate` runs to measure OpenMP and
# memory: as programs are compiled, without the sanitizers and -O1 of the dev
# preset.  The program that measures messages is compiled where it is to run,
# by the mpicc there; the library has its source inside.
find_package(OpenMP REQUIRED COMPONENTS C)
file(GLOB calibrate_sources CONFIGURE_DEPENDS "measure/calibrate/*.c")
list(FILTER calibrate_sources EXCLUDE REGEX "/ranks\\.c$")
add_executable(lcm-calibrate-threads ${calibrate_sources})
target_include_directories(lcm-calibrate-threads PRIVATE "${CMAKE_SOURCE_DIR}")
target_link_libraries(lcm-calibrate-threads PRIVATE OpenMP::OpenMP_C m
  lcm_warnings ${CMAKE_DL_LIBS})
target_compile_options(lcm-calibrate-threads PRIVATE -O2
  $<$<BOOL:${LCM_SANITIZE}>:-fno-sanitize=all>)
target_link_options(lcm-calibrate-threads PRIVATE
  $<$<BOOL:${LCM_SANITIZE}>:-fno-sanitize=all>)
add_dependencies(lcm lcm-calibrate-threads)
lcm_embed(lcm_measure lcm_calibrate_ranks measure/calibrate/ranks.c)
