#!/bin/sh
# H: the documents. Every command in README.md and docs/ is run as it is printed and must succeed with what is printed below it ("…" stands
# for anything); the tables are what benches/results says; links lead to files.
#
# A block ```console has commands after "$ " and their output. One marked heavy or root is run by DOCS=all alone: it takes long, or changes
# the system. HOME is a folder of the test's own.
set -u
work=$PWD/build/check/h_docs
rm -rf "$work"
mkdir -p "$work"
: "${CARGO_HOME:=$HOME/.cargo}" "${RUSTUP_HOME:=$HOME/.rustup}"
export CARGO_HOME RUSTUP_HOME
# The documents write $HOME without quotes, as people do whose folders have no spaces.
HOME=$(mktemp -d "${TMPDIR:-/tmp}/zlazy-home.XXXXXX")
export HOME
trap 'rm -rf "$HOME"' EXIT
unset MAKEFLAGS MAKELEVEL MFLAGS LD_PRELOAD LD_LIBRARY_PATH

# True if a file's lines are as a pattern's, in which "…" is any text, and a line "…" any lines.
matches() { # pattern file
    awk '
    function literal(text) { gsub(/[][\\.^$*+?(){}|]/, "\\\\&", text); gsub("…", ".*", text); return "^" text "$" }
    NR == FNR { want[++wants] = $0; next }
    { got[++gots] = $0 }
    # Whether want[w..] fits got[g..].
    function fits(w, g) {
        if (w > wants) return g > gots
        if (want[w] == "…") { for (; g <= gots + 1; g++) if (fits(w + 1, g)) return 1; return 0 }
        return g <= gots && got[g] ~ literal(want[w]) && fits(w + 1, g + 1)
    }
    END { exit !fits(1, 1) }' "$1" "$2"
}

run_command() { # name
    case $PWD in *\ *)
        # shellcheck disable=SC2016
        if grep -q 'LD_PRELOAD=$PWD' "$work/command"; then
            echo "skip H $1: LD_PRELOAD takes no path with a space"
            return
        fi
        ;;
    esac
    sh -e "$work/command" >"$work/got" 2>&1 </dev/null
    status=$?
    # Messages of make about what it builds are not of the command.
    grep -v -e '^cargo build' -e 'Compiling' -e 'Finished .release' -e '^ *make' "$work/got" >"$work/got.plain"
    if [ $status != 0 ]; then
        echo "FAIL H $1: status $status: $(tail -n 1 "$work/got")"
    elif [ -s "$work/want" ] && ! matches "$work/want" "$work/got.plain"; then
        echo "FAIL H $1: it prints other lines: $(head -n 3 "$work/got.plain" | tr '\n' '|')"
    else
        echo "ok H $1"
    fi
}

# Runs the blocks of a document.
document() { # path
    block= pending=
    : >"$work/want"
    flush() {
        [ -z "$pending" ] || run_command "$1: \$ $pending"
        pending=
        : >"$work/want"
    }
    while IFS= read -r line; do
        case $block in
        '')
            case $line in
            '```console' | '```console '*)
                block=run
                case "$line ${DOCS:-}" in *' all') ;; *heavy* | *root*) block=pass ;; esac
                ;;
            '```'?*) block=text ;;
            esac
            ;;
        *)
            case $line in
            '```')
                [ $block != run ] || flush "$1"
                block=
                ;;
            '$ '*)
                if [ $block = run ]; then
                    flush "$1"
                    pending=${line#\$ }
                    printf '%s\n' "$pending" >"$work/command"
                else
                    [ $block != pass ] || echo "$1: ${line#\$ }" >>"$work/passed"
                fi
                ;;
            *) [ $block != run ] || printf '%s\n' "$line" >>"$work/want" ;;
            esac
            ;;
        esac
    done <"$1"
}
if ! command -v git >/dev/null || ! command -v "${OBJCOPY:-objcopy}" >/dev/null || ! git log -1 >/dev/null 2>&1; then
    echo "skip H the commands of the documents: they use git in a checkout, and objcopy"
    set --
elif ! LD_TRACE_LOADED_OBJECTS=1 git 2>/dev/null | grep -q 'libz\.so\.1'; then
    echo "skip H the commands of the documents: git is not linked to libz.so.1 here"
    set --
else
    set -- README.md CONTRIBUTING.md ARCHITECTURE.md docs/*.md
fi
for path; do
    document "$path"
done

if sh benches/tables check 2>"$work/tables"; then
    echo "ok H the tables are what benches/results says"
else
    echo "FAIL H the tables: $(tail -n 1 "$work/tables")"
fi
for path in README.md docs/*.md; do
    sed -n 's/.*](\([^)#]*\)).*/\1/p' "$path" | grep -v '://' | while read -r link; do
        [ -e "$(dirname "$path")/$link" ] || echo "FAIL H $path: $link is not there"
    done
done
# Targets that the documents name exist.
cat Makefile packaging/install.mk go/module.mk | sed -n 's/^\([a-z][a-z -]*\):.*/\1/p' | tr ' ' '\n' | sort -u >"$work/known"
if grep -o '`make [a-z][a-z-]*' README.md CONTRIBUTING.md docs/*.md ARCHITECTURE.md | sed 's/.*make //' | sort -u | comm -23 - "$work/known" | grep .; then
    echo "FAIL H the documents name targets that the Makefile has not"
else
    echo "ok H the targets that the documents name"
fi
exit 0
