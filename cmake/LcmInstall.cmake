# What `cmake --install` puts where.  Nothing that is installed knows its prefix:
# the stand-in headers and the default machine are inside lcm, which looks for
# everything else beside itself, in ../lib/lcm and in ../share/lcm, wherever
# libraries go.  Debian's liblcm and libpam0g-dev have files of the names
# liblcm.*, lcm.pc, lcm/*.h and libpam.a, so that ours have others.
#
# The components are the packages: lcm, liblcmodel and liblcmodel-dev.
if(NOT DEFINED CMAKE_INSTALL_RPATH_USE_LINK_PATH)
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()
set_target_properties(lcm lcmodel PROPERTIES INSTALL_RPATH_USE_LINK_PATH
  "${CMAKE_INSTALL_RPATH_USE_LINK_PATH}")
set(lcm_lib lib/lcm)
set(lcm_share share/lcm)
set(lcmodel_include "${CMAKE_INSTALL_INCLUDEDIR}/lcmodel")
set(lcmodel_cmake "${CMAKE_INSTALL_LIBDIR}/cmake/lcmodel")

# The command.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME lcm)
install(TARGETS lcm)
if(TARGET lcm-render)
  install(TARGETS lcm-render)
endif()
install(TARGETS lcm_profile_runtime ${lcm_profile_hooks}
  LIBRARY DESTINATION "${lcm_lib}")
install(TARGETS lcm-calibrate-threads DESTINATION "${lcm_lib}")

# Manual pages and completions are written by lcm itself, of its options.
set(lcm_manual "${CMAKE_BINARY_DIR}/manual")
add_custom_command(OUTPUT "${lcm_manual}/lcm.1"
  COMMAND lcm --write-manual "${lcm_manual}"
  DEPENDS lcm VERBATIM COMMENT "Writing manual pages and completions")
add_custom_target(lcm_manual ALL DEPENDS "${lcm_manual}/lcm.1")
if(EXISTS /etc/debian_version)
  set(lcm_zsh share/zsh/vendor-completions)
else()
  set(lcm_zsh share/zsh/site-functions)
endif()
install(DIRECTORY "${lcm_manual}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
  FILES_MATCHING PATTERN "*.1")
install(FILES cmd/lcm-render.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${lcm_manual}/lcm"
  DESTINATION share/bash-completion/completions)
install(FILES "${lcm_manual}/_lcm" DESTINATION "${lcm_zsh}")
install(FILES "${lcm_manual}/lcm.fish"
  DESTINATION share/fish/vendor_completions.d)
install(DIRECTORY data/schemas DESTINATION "${lcm_share}"
  FILES_MATCHING PATTERN "*.json")
install(FILES data/machines/default.json DESTINATION "${lcm_share}/machines")
install(DIRECTORY data/machines/typical DESTINATION "${lcm_share}/machines"
  FILES_MATCHING PATTERN "*.json")
# Beside lcm they are found before it is installed.
file(CREATE_LINK "${CMAKE_SOURCE_DIR}/data/machines/typical"
  "${CMAKE_BINARY_DIR}/typical" SYMBOLIC)
install(FILES data/models/typical.forms DESTINATION "${lcm_share}/models")
install(FILES data/externals/standard.lcm DESTINATION "${lcm_share}/externals")
install(DIRECTORY data/machines/pamela DESTINATION "${lcm_share}/machines"
  FILES_MATCHING PATTERN "*.pam")
install(FILES measure/calibrate/ranks.c DESTINATION "${lcm_share}/calibrate")
install(FILES COPYING LICENSE.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# The library.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME liblcmodel)
install(TARGETS lcmodel EXPORT lcmodelTargets
  LIBRARY NAMELINK_COMPONENT liblcmodel-dev)

# What programs with the library are compiled with.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME liblcmodel-dev)
install(FILES api/lcm.h simulator/pam.h chares/md.h profiler/lcm_profile.h
  study/scale/lcm_refine.h
  DESTINATION "${lcmodel_include}")
install(DIRECTORY api/lcm DESTINATION "${lcmodel_include}"
  FILES_MATCHING PATTERN "*.h")
install(FILES "${lcmodel_archive}" "${pam_archive}" "${md_archive}" TYPE LIB)

file(RELATIVE_PATH lcmodel_up
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(api/lcmodel.pc.in lcmodel.pc @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/lcmodel.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

include(CMakePackageConfigHelpers)
configure_package_config_file(api/lcmodelConfig.cmake.in lcmodelConfig.cmake
  INSTALL_DESTINATION "${lcmodel_cmake}" PATH_VARS CMAKE_INSTALL_LIBDIR
  CMAKE_INSTALL_INCLUDEDIR NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(lcmodelConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/lcmodelConfig.cmake"
  "${CMAKE_BINARY_DIR}/lcmodelConfigVersion.cmake"
  DESTINATION "${lcmodel_cmake}")
install(EXPORT lcmodelTargets NAMESPACE lcmodel::
  DESTINATION "${lcmodel_cmake}")
