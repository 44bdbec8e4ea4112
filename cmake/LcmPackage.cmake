# What `cpack` makes, which scripts/package.sh calls: packages for Debian and for
# systems with RPM, a tarball that runs from any prefix.
set(lcm_packager "the authors of lcm <lcm@example.org>")
if(DEFINED ENV{DEBEMAIL})
  set(lcm_packager "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(LCM_PACKAGER "${lcm_packager}" CACHE STRING
  "Whom packages are from, NAME <ADDRESS>")
set(CPACK_PACKAGE_NAME lcm)
set(CPACK_PACKAGE_VENDOR "lcm developers")
set(CPACK_PACKAGE_CONTACT "${LCM_PACKAGER}")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/COPYING")
set(CPACK_PACKAGE_FILE_NAME
  "lcm-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL lcm liblcmodel liblcmodel-dev)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_SOURCE_DIR}/cmake/LcmPackageTree.cmake")
set(CPACK_POST_BUILD_SCRIPTS "${CMAKE_SOURCE_DIR}/cmake/LcmPackageDone.cmake")
set(CPACK_LCM_SOURCE "${CMAKE_SOURCE_DIR}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")

# What the packages are: a line, and a text.
set(lcm_about "predicts how parallel C programs run
lcm reads C with OpenMP, POSIX threads or MPI, and cost models kept as
comments beside the code, and predicts how long it takes on p processors at
size n, where processor cycles are lost, and which of several ways to write
it wins where. It also measures programs and fits models to the runs.")
set(library_about "
What the command lcm does, as a C library: it reads parallel programs,
predicts and compares them, profiles, fits models and calibrates machines.
")
set(liblcmodel_about "predicts how parallel C programs run - library\
${library_about}
This package has the shared library.")
set(liblcmodel-dev_about "predicts how parallel C programs run - development\
${library_about}
This package has the headers, the static libraries, that for simulations
written in C among them, and what pkg-config and CMake need.")

# Packages for Debian.  libclang is loaded when it is needed, which no tool sees
# in the files, and is of no use without its headers (stddef.h), which its
# package does not ask for.
string(REGEX MATCH "llvm-([0-9]+)" found "${LIBCLANG_LIBRARY}")
set(lcm_clang_major "${CMAKE_MATCH_1}")
string(CONCAT lcm_clang_packages "libclang1-${lcm_clang_major}, "
  "libclang-common-${lcm_clang_major}-dev")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_BINARY_DIR}/lib/lcm")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_LCM_PACKAGE_NAME lcm)
set(CPACK_DEBIAN_LCM_PACKAGE_DEPENDS "${lcm_clang_packages}")
set(CPACK_DEBIAN_LCM_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_LCM_DESCRIPTION "${lcm_about}")
string(CONCAT CPACK_DEBIAN_LCM_PACKAGE_RECOMMENDS
  "gcc | clang, libc6-dev, libomp5-19 | libomp5, "
  "llvm-${lcm_clang_major} | llvm")
set(CPACK_DEBIAN_LCM_PACKAGE_SUGGESTS "gnuplot-nox, git")
set(CPACK_DEBIAN_LIBLCMODEL_PACKAGE_NAME "liblcmodel${PROJECT_VERSION_MAJOR}")
set(CPACK_DEBIAN_LIBLCMODEL_PACKAGE_DEPENDS "${lcm_clang_packages}")
set(CPACK_DEBIAN_LIBLCMODEL_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBLCMODEL_DESCRIPTION "${liblcmodel_about}")
set(CPACK_DEBIAN_LIBLCMODEL_PACKAGE_RECOMMENDS lcm)
set(CPACK_DEBIAN_LIBLCMODEL-DEV_PACKAGE_NAME liblcmodel-dev)
set(CPACK_DEBIAN_LIBLCMODEL-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBLCMODEL-DEV_DESCRIPTION "${liblcmodel-dev_about}")
string(CONCAT CPACK_DEBIAN_LIBLCMODEL-DEV_PACKAGE_DEPENDS
  "liblcmodel${PROJECT_VERSION_MAJOR} (= ${PROJECT_VERSION}), "
  "libjansson-dev, libxxhash-dev, libgsl-dev, libisl-dev, libgmp-dev")
set(CPACK_DEBIAN_LIBLCMODEL-DEV_PACKAGE_SHLIBDEPS OFF)

# Packages with RPM.
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_MAIN_COMPONENT lcm)
set(CPACK_RPM_PACKAGE_LICENSE GPL-3.0-or-later)
set(CPACK_RPM_LIBLCMODEL_PACKAGE_NAME liblcmodel)
get_filename_component(lcm_clang_file "${LIBCLANG_LIBRARY}" REALPATH)
get_filename_component(lcm_clang_file "${lcm_clang_file}" NAME)
set(CPACK_RPM_LCM_PACKAGE_REQUIRES "${lcm_clang_file}()(64bit)")
set(CPACK_RPM_LIBLCMODEL_PACKAGE_REQUIRES "${lcm_clang_file}()(64bit)")
set(CPACK_RPM_LIBLCMODEL-DEV_PACKAGE_NAME liblcmodel-devel)
set(CPACK_RPM_LIBLCMODEL-DEV_PACKAGE_REQUIRES
  "liblcmodel = ${PROJECT_VERSION}, isl-devel, gmp-devel")
foreach(when POST_INSTALL POST_UNINSTALL)
  set(CPACK_RPM_LIBLCMODEL_${when}_SCRIPT_FILE
    "${CMAKE_SOURCE_DIR}/packaging/rpm/ldconfig.sh")
endforeach()
set(CPACK_RPM_SPEC_MORE_DEFINE "%define packager ${LCM_PACKAGER}")
set(CPACK_RPM_PACKAGE_GROUP Development/Tools)
set(CPACK_RPM_LIBLCMODEL_PACKAGE_GROUP System/Libraries)
set(CPACK_RPM_LIBLCMODEL-DEV_PACKAGE_GROUP Development/Libraries/C)
foreach(component lcm liblcmodel liblcmodel-dev)
  string(TOUPPER "${component}" name)
  string(FIND "${${component}_about}" "\n" end)
  string(SUBSTRING "${${component}_about}" 0 ${end} summary)
  string(SUBSTRING "${${component}_about}" ${end} -1 text)
  string(STRIP "${text}" text)
  string(REGEX REPLACE "^p" "P" summary "${summary}")
  set(CPACK_RPM_${name}_PACKAGE_SUMMARY "${summary}")
  set(CPACK_RPM_${name}_PACKAGE_DESCRIPTION "${text}")
endforeach()
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
  /usr/share/man /usr/share/man/man1 /usr/share/bash-completion
  /usr/share/bash-completion/completions /usr/share/fish
  /usr/share/fish/vendor_completions.d /usr/share/zsh
  "/usr/${lcm_zsh}" /usr/share/doc /usr/lib64 /usr/lib64/cmake
  /usr/lib64/pkgconfig /usr/include)
include(CPack)
