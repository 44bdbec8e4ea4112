# liblcmodel-pam.a, the run-time library for simulations written in C, of the kernel
# and nothing else.  Nothing is visible outside but what pam.h declares: it
# holds a single object whose other symbols are local.
file(GLOB pam_sources CONFIGURE_DEPENDS "simulator/*.c")
add_library(pam_parts OBJECT ${pam_sources} base/arena.c base/list.c)
target_include_directories(pam_parts PRIVATE "${CMAKE_SOURCE_DIR}")
target_link_libraries(pam_parts PRIVATE lcm_warnings)
if(LCM_LTO AND CMAKE_C_COMPILER_ID STREQUAL GNU)
  target_compile_options(pam_parts PRIVATE -fno-lto)
endif()

set(pam_object "${CMAKE_BINARY_DIR}/pam.o")
set(pam_archive "${CMAKE_BINARY_DIR}/liblcmodel-pam.a")
add_custom_command(OUTPUT "${pam_archive}"
  COMMAND "${CMAKE_LINKER}" -r -o "${pam_object}"
    "$<TARGET_OBJECTS:pam_parts>"
  COMMAND "${CMAKE_OBJCOPY}" --wildcard "--keep-global-symbol=pam_*"
    "${pam_object}"
  COMMAND "${CMAKE_COMMAND}" -E rm -f "${pam_archive}"
  COMMAND "${CMAKE_AR}" crs "${pam_archive}" "${pam_object}"
  DEPENDS $<TARGET_OBJECTS:pam_parts> COMMAND_EXPAND_LISTS VERBATIM
  COMMENT "Making liblcmodel-pam.a")
add_custom_target(pam_static ALL DEPENDS "${pam_archive}")
add_library(pam INTERFACE)
add_dependencies(pam pam_static)
target_include_directories(pam INTERFACE "${CMAKE_SOURCE_DIR}/simulator")
target_link_libraries(pam INTERFACE "${pam_archive}" m)
