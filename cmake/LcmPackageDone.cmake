# Runs after packages were made.  CPack has scripts call ldconfig in each package
# for Debian that has a library anywhere below /usr/lib; policy wants a trigger
# instead, and only where the library is for others.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()

foreach(package IN LISTS CPACK_PACKAGE_FILES)
  set(tree "${package}.tree")
  execute_process(COMMAND dpkg-deb -R "${package}" "${tree}"
    COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE "${tree}/DEBIAN/postinst" "${tree}/DEBIAN/postrm")
  get_filename_component(name "${package}" NAME)
  if(name MATCHES "^liblcmodel[0-9]")
    file(WRITE "${tree}/DEBIAN/triggers" "activate-noawait ldconfig\n")
  else()
    file(REMOVE "${tree}/DEBIAN/shlibs")
  endif()
  execute_process(COMMAND dpkg-deb -Zxz --root-owner-group -b "${tree}"
    "${package}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE "${tree}")
  file(SHA256 "${package}" sum)
  file(WRITE "${package}.sha256" "${sum}  ${name}\n")
endforeach()
