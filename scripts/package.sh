#!/bin/sh
# Makes packages of lcm for the system that it runs on: .deb, .rpm and a
# tarball, as docs/dev/packages.md says.
# usage: scripts/package.sh [-b BUILD] [deb|rpm|tar...]
set -eu
cd "$(dirname "$0")/.."
build=build/package
if [ "${1:-}" = -b ]; then
  build=$2
  shift 2
fi
[ $# -gt 0 ] || set -- deb rpm tar

# Configure for packages, with libraries in "$1".  Nothing is built anew but
# what has that folder in it.
configure() {
  cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DLCM_LTO=ON \
    -DBUILD_TESTING=OFF -DCMAKE_INSTALL_PREFIX=/usr \
    -DCMAKE_INSTALL_RPATH_USE_LINK_PATH=OFF -DCMAKE_INSTALL_LIBDIR="$1" \
    -DCMAKE_EXE_LINKER_FLAGS='-Wl,-z,relro' \
    -DCMAKE_SHARED_LINKER_FLAGS='-Wl,-z,relro' >/dev/null
  cmake --build "$build"
}

# Make the package of kind "$1" by the generator "$2" of cpack, with libraries
# in "$3".
make_package() {
  command -v "$1" >/dev/null || {
    echo "package: going on without $2: there is no $1" >&2
    return 0
  }
  configure "$3"
  (cd "$build" && cpack -G "$2" >package.log) || {
    cat "$build/package.log" >&2
    exit 1
  }
}

for kind in "$@"; do
  case $kind in
  deb) make_package dpkg-shlibdeps DEB "lib/$(cc -print-multiarch)" ;;
  rpm) make_package rpmbuild RPM lib64 ;;
  tar) make_package tar TGZ lib ;;
  *)
    echo "package: what is '$kind'? deb, rpm or tar" >&2
    exit 2
    ;;
  esac
done
ls "$build"/*.deb "$build"/*.rpm "$build"/*.tar.gz 2>/dev/null
