#!/usr/bin/env bash
# Downloads the source archives pinned in third_party.txt, checks their hashes, and unpacks them.
# usage: fetch_third_party.sh FOLDER      does nothing, and needs no network, when FOLDER already holds them
#        fetch_third_party.sh --needed FOLDER      only says, by its exit status, whether something has to be fetched
set -euo pipefail

only_ask=false
if [[ ${1-} == --needed ]]; then
  only_ask=true
  shift
fi
folder=$1
pins=$(cd "$(dirname "$0")" && pwd)/third_party.txt
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

mkdir -p "$folder"
work=$(mktemp -d "$folder/.fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT

# pip looks into an archive with setuptools; without isolation it uses the installed one and fetches nothing else.
fetch_pip() { # package version hash destination
  local python=/usr/bin/python3
  [[ -x $python ]] || python=python3
  "$python" -m pip --version >/dev/null 2>&1 || fail "pip is needed to fetch $1: install python3-pip"
  echo "$1==$2 --hash=sha256:$3" >"$work/requirement"
  "$python" -m pip --disable-pip-version-check download --quiet --no-deps --no-binary :all: --no-build-isolation \
    --require-hashes --requirement "$work/requirement" --dest "$4"
}

fetch_npm() { # package version hash destination
  command -v npm >/dev/null || fail "npm is needed to fetch $1: install npm"
  npm pack --silent --ignore-scripts --pack-destination "$4" "$1@$2" >/dev/null
}

while read -r name client package version hash; do
  case $name in '' | '#'*) continue ;; esac
  destination=$work/$name
  mkdir -p "$destination/archive" "$destination/source"
  if ! "fetch_$client" "$package" "$version" "$hash" "$destination/archive" >"$work/log" 2>&1; then
    cat "$work/log" >&2
    fail "could not fetch $package $version"
  fi
  archives=("$destination"/archive/*)
  echo "$hash  ${archives[0]}" | sha256sum --check --status || fail "$package $version has another hash than the pinned one"
  tar --extract --gzip --no-same-owner --strip-components 1 --file "${archives[0]}" --directory "$destination/source"
  rm -rf "${folder:?}/$name"
  mv "$destination/source" "$folder/$name"
done <"$pins"
cp "$pins" "$stamp"
