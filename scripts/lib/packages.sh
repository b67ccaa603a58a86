# Sourced by scripts/demo and scripts/test: sees to it that the Debian packages they need are there.
# shellcheck shell=bash disable=SC2034  # the lists are for those who source this

PACKAGES_DEMO=(g++ cmake ninja-build flex bison libxml2-dev libyaml-cpp-dev libssl-dev
  libsqlite3-dev libboost1.81-dev libboost-program-options1.81-dev)
PACKAGES_TEST=("${PACKAGES_DEMO[@]}" libgtest-dev libbenchmark-dev ccache make pkg-config dpkg-dev
  clang clang-format clang-tidy libclang-rt-14-dev lld doxygen shellcheck groff-base lintian file iproute2 sqlite3
  procps strace python3 python3-yaml yamllint libopenmpi-dev openmpi-bin libzstd-dev)
# What scripts/figures draws with.
PACKAGES_FIGURES=(graphviz)

# ensure_packages NAME...: installs with apt-get those that are missing, and says which.
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

is_installed() {
  # shellcheck disable=SC2016  # dpkg-query expands it
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

install_packages() {
  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "Neither root nor sudo: ask an administrator to run" >&2
      echo "  apt-get update && apt-get install $*" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y)
  # Where apt-utils is not installed, each installation says so; nothing is to be done about it.
  local harmless='^debconf: delaying package configuration'
  if ! "${apt[@]}" update >/dev/null ||
    ! (set -o pipefail && "${apt[@]}" install --no-install-recommends "$@" 2>&1 >/dev/null |
      sed "/$harmless/d" >&2); then
    echo "apt-get could not install them; the lines above say why. By hand:" >&2
    echo "  apt-get update && apt-get install $*" >&2
    return 1
  fi
}
