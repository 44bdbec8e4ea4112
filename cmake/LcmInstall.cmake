# What `cmake --install` puts where.  Nothing that is installed looks for
# another file by its path: the stand-in headers and the default machine are
# inside, and lcm looks for lcm-render beside itself.
include(GNUInstallDirs)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
get_filename_component(liblcm_clang_dir "${LIBCLANG_LIBRARY}" DIRECTORY)
file(RELATIVE_PATH liblcm_up
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(api/liblcm.pc.in liblcm.pc @ONLY)

install(TARGETS lcm)
if(TARGET lcm-render)
  install(TARGETS lcm-render)
endif()
install(TARGETS liblcm)
install(FILES "${CMAKE_BINARY_DIR}/liblcm.a" TYPE LIB)
install(TARGETS lcm_profile_runtime
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/lcm")
install(FILES "${CMAKE_BINARY_DIR}/liblcm.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES api/lcm.h simulator/pam.h profiler/lcm_profile.h TYPE INCLUDE)
install(DIRECTORY api/lcm TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(FILES "${CMAKE_BINARY_DIR}/libpam.a" TYPE LIB)
install(FILES cmd/lcm.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(DIRECTORY data/schemas DESTINATION "${CMAKE_INSTALL_DATADIR}/lcm"
  FILES_MATCHING PATTERN "*.json")
install(FILES data/machines/default.json
  DESTINATION "${CMAKE_INSTALL_DATADIR}/lcm/machines")
install(DIRECTORY data/machines/typical
  DESTINATION "${CMAKE_INSTALL_DATADIR}/lcm/machines"
  FILES_MATCHING PATTERN "*.json")
# Beside lcm they are found before it is installed.
file(CREATE_LINK "${CMAKE_SOURCE_DIR}/data/machines/typical"
  "${CMAKE_BINARY_DIR}/typical" SYMBOLIC)
install(FILES data/models/typical.forms
  DESTINATION "${CMAKE_INSTALL_DATADIR}/lcm/models")
install(FILES data/externals/standard.lcm
  DESTINATION "${CMAKE_INSTALL_DATADIR}/lcm/externals")
install(DIRECTORY data/machines/pamela
  DESTINATION "${CMAKE_INSTALL_DATADIR}/lcm/machines"
  FILES_MATCHING PATTERN "*.pam")
install(TARGETS lcm-calibrate-threads
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/lcm")
install(FILES measure/calibrate/ranks.c
  DESTINATION "${CMAKE_INSTALL_DATADIR}/lcm/calibrate")
install(FILES COPYING LICENSE.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
