# Shared by ./kessel and ./check: a virtual environment with this project installed in it.

find_python() {
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "Kessel needs Python 3.11 or newer." >&2
    exit 1
}

# setup_venv FOLDER EXTRAS: creates or refreshes .venv when pyproject.toml, the extras or the client have changed.
setup_venv() {
    stamp="$1/.venv/.kessel-$(cksum < "$1/pyproject.toml" | cut -d' ' -f1)$2"
    if [ -e "$stamp" ] && [ -x "$1/.venv/bin/kessel" ] &&
        [ -z "$(find "$1/web/src" "$1/web/package.json" -newer "$stamp" 2>/dev/null | head -n 1)" ]; then
        return
    fi
    python=$(find_python)
    if [ ! -x "$1/.venv/bin/pip" ]; then
        echo "Setting up Kessel in $1/.venv (once) ..." >&2
        if ! "$python" -m venv "$1/.venv" >/dev/null 2>&1; then
            # Debian keeps venv in a package of its own.
            rm -rf "$1/.venv"
            if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
                apt-get update -qq >&2 && apt-get install -y -qq python3-venv >&2
            fi
            "$python" -m venv "$1/.venv" >&2
        fi
    fi
    "$1/.venv/bin/pip" install --quiet --disable-pip-version-check -e "$1${2:+[$2]}" >&2
    touch "$stamp"
}
