# Sourced by scripts that build: installs the Debian packages that the build needs, and provides Boost.
# shellcheck shell=bash disable=SC2034  # the scripts that source this file use the lists

PACKAGES_DEMO=(g++ cmake ninja-build flex bison libxml2-dev libyaml-cpp-dev libssl-dev
  libsqlite3-dev)
PACKAGES_TEST=("${PACKAGES_DEMO[@]}" libgtest-dev libbenchmark-dev ccache make pkg-config dpkg-dev
  clang clang-format clang-tidy libclang-rt-14-dev lld doxygen shellcheck groff-base lintian file iproute2 sqlite3
  chromium-driver procps strace abigail-tools python3 python3-yaml yamllint libopenmpi-dev openmpi-bin libzstd-dev)
# Packages that scripts/figures needs.
PACKAGES_FIGURES=(graphviz python3-matplotlib)

# Folder of the Boost that ensure_boost unpacks; cmake/TriadOptions.cmake uses it.
boost_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/build/boost

# ensure_packages NAME...: installs the missing packages with apt-get, and prints their names.
ensure_packages() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This is no Debian machine: install what these Debian packages hold by hand, if not done:"
    echo "  $*"
    return 0
  fi
  for package in "$@"; do
    if ! is_installed "$package"; then
      missing+=("$package")
    fi
  done
  if ((${#missing[@]} == 0)); then
    echo "Debian packages: all there."
    return 0
  fi
  echo "Debian packages missing, installing: ${missing[*]}"
  install_packages "${missing[@]}"
}

# ensure_boost: provides Boost 1.81 or later. Debian 12 has it in libboost1.81-dev, which conflicts with
# libboost-dev, Debian's default Boost. Many packages need or recommend libboost-dev. So libboost1.81-dev is
# not installed but unpacked below build/.
ensure_boost() {
  if [[ -e $boost_folder ]]; then
    echo "Boost: unpacked in $boost_folder."
  elif has_boost; then
    echo "Boost: installed."
  elif ! command -v dpkg >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This is no Debian machine: install Boost 1.81 or later by hand, with its program_options, if not done."
  else
    unpack_boost
  fi
}

# Returns whether the compiler finds a sufficiently recent Boost.
has_boost() {
  local compiler=${CXX:-c++} library
  "$compiler" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null <<'CPP' || return 1
#include <boost/program_options.hpp>
#include <boost/version.hpp>
static_assert(BOOST_VERSION >= 108100);
CPP
  library=$("$compiler" -print-file-name=libboost_program_options.so)
  [[ $library == */* ]]
}

unpack_boost() {
  local version packages package new=$boost_folder.new
  version=$(boost_version)
  if [[ -z $version ]]; then
    as_root apt-get -q update >/dev/null || return 1
    version=$(boost_version)
  fi
  if [[ -z $version ]]; then
    echo "Debian's packages include no Boost 1.81 or later: install it by hand, with its program_options." >&2
    return 1
  fi
  packages=("libboost$version-dev" "libboost-program-options$version-dev")
  echo "Boost: unpacking ${packages[*]} in $boost_folder; nothing is installed."
  rm -rf "$new"
  mkdir -p "$new"
  if ! download_packages "$new" "${packages[@]}"; then
    as_root apt-get -q update >/dev/null || return 1
    download_packages "$new" "${packages[@]}" || return 1
  fi
  for package in "$new"/*.deb; do
    dpkg -x "$package" "$new"
    rm "$package"
  done
  mv "$new" "$boost_folder"
}

# Prints the lowest sufficient version of the Boost packages, such as 1.81.
boost_version() {
  apt-cache pkgnames libboost-program-options1. |
    sed -nE 's/^libboost-program-options1\.([0-9]+)-dev$/\1/p' | sort -n |
    awk '$1 >= 81 { print "1." $1; exit }'
}

# download_packages FOLDER NAME...: works without root. The option prevents a warning, for root, that apt's
# own user cannot write to the folder.
download_packages() {
  local folder=$1
  shift
  (cd "$folder" && apt-get -q -o APT::Sandbox::User=root download "$@" >/dev/null)
}

is_installed() {
  # shellcheck disable=SC2016  # dpkg-query expands it
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# Never removes installed packages.
install_packages() {
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    echo "Neither root nor sudo: ask an administrator to run" >&2
    echo "  apt-get update && apt-get install $*" >&2
    return 1
  fi
  local apt=(as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-remove)
  # Each installation prints this line if apt-utils is not installed. It needs no action.
  local harmless='^debconf: delaying package configuration'
  if ! "${apt[@]}" update >/dev/null ||
    ! (set -o pipefail && "${apt[@]}" install --no-install-recommends "$@" 2>&1 >/dev/null |
      sed "/$harmless/d" >&2); then
    echo "apt-get could not install them; the lines above say why. By hand:" >&2
    echo "  apt-get update && apt-get install $*" >&2
    return 1
  fi
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo "$@"
  fi
}
