"""The recipe of lcm for Spack."""
from spack.package import *


class Lcm(CMakePackage):
    """Predicts how parallel C programs run on p processors at size n, where
    their processor cycles are lost, and which way to write them wins where."""

    license("GPL-3.0-or-later")

    # Spack takes what to build from a checkout: spack dev-build lcm@0.1.0
    version("0.1.0")

    variant("mpi", default=False, description="Measure programs with MPI")
    variant("lto", default=True, description="Optimise lcm as a whole")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("llvm@19+clang+omp_as_runtime")
    depends_on("gmp")
    depends_on("graphviz")
    depends_on("gsl")
    depends_on("isl")
    depends_on("jansson")
    depends_on("xxhash")
    depends_on("mpi", when="+mpi")

    generator("ninja")

    def cmake_args(self):
        """Return what cmake is called with."""
        llvm = self.spec["llvm"].prefix
        clang = find(llvm, "omp-tools.h", recursive=True)
        arguments = [
            self.define_from_variant("LCM_LTO", "lto"),
            self.define("BUILD_TESTING", False),
            self.define("LIBCLANG_LIBRARY", llvm.lib.join("libclang.so")),
            self.define("LIBCLANG_INCLUDE_DIR", llvm.include),
        ]
        if clang:
            arguments.append(self.define("OMP_TOOLS_HEADER", clang[0]))
        if self.spec.satisfies("^mpich"):
            arguments.append(
                self.define("MPICH_INCLUDE", self.spec["mpi"].prefix.include))
        elif self.spec.satisfies("^openmpi"):
            arguments.append(
                self.define("OPENMPI_INCLUDE", self.spec["mpi"].prefix.include))
        return arguments
